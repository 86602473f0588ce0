package hostile

import (
	"encoding/binary"
	"slices"

	"memcity/trace/tracetest/flight"
)

// OldFlight returns a flight recording of version 0.9 with changed bytes, numbers and lengths, as determined by the script.
func OldFlight(bytes []byte) []byte {
	s := script(bytes)
	data := SoundOldFlight()
	for edits := s.next(8); edits > 0 && s.more() && len(data) > 8; edits-- {
		at := (s.next(256)<<8 | s.next(256)) % (len(data) - 8)
		switch s.next(6) {
		case 0:
			data[at] = byte(s.byte())
		case 1:
			binary.BigEndian.PutUint64(data[at:], s.extreme())
		case 2:
			binary.BigEndian.PutUint32(data[at:], uint32(s.next(256)))
		case 3:
			data = slices.Insert(data, at, byte(s.byte()))
		case 4:
			data = slices.Delete(data, at, at+1+s.next(8))
		default: // a number that is close to the right one
			data[at] += byte(s.next(8) - 4)
		}
	}
	return s.finish(data)
}

// SoundOldFlight returns a valid recording of version 0.9: two GCs, counts of a type, two allocations.
func SoundOldFlight() []byte {
	r := flight.Leak()
	r.GCs, r.Samples = r.GCs[:2], r.Samples[:2]
	return r.Old(flight.HotSpot)
}
