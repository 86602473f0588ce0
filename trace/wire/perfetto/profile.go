package perfetto

import "google.golang.org/protobuf/encoding/protowire"

// Tables contain call stacks of native heap profiles, by their numbers.
type Tables struct {
	Strings  map[uint64]string   // names of functions
	Paths    map[uint64]string   // parts of paths
	Mappings map[uint64][]uint64 // parts of the path of a file
	Frames   map[uint64]NativeFrame
	Stacks   map[uint64][]uint64 // frames, outermost first
	Bytes    int64               // estimate of the memory
}

// NativeFrame is a frame.
//
//	1 number · 2 function · 3 mapping · 4 address
type NativeFrame struct{ Function, Mapping, Address uint64 }

// NewTables returns empty tables.
func NewTables() *Tables {
	return &Tables{map[uint64]string{}, map[uint64]string{}, map[uint64][]uint64{}, map[uint64]NativeFrame{}, map[uint64][]uint64{}, 0}
}

// Interned adds the tables of a packet: 5 names of functions, 6 frames, 7 stacks, 17 parts of paths, 19 mappings.
func (t *Tables) Interned(data []byte) error {
	return t.add(data, tableNumbers{strings: 5, frames: 6, stacks: 7, paths: 17, mappings: 19})
}

// Old adds the tables in a native heap profile of Android 10: 1 texts, 2 frames, 3 stacks, 4 mappings.
func (t *Tables) Old(data []byte) error {
	return t.add(data, tableNumbers{strings: 1, frames: 2, stacks: 3, mappings: 4, sharesTexts: true})
}

// tableNumbers are the numbers of fields with tables; 0 for none.
type tableNumbers struct {
	strings, frames, stacks, paths, mappings protowire.Number
	sharesTexts                              bool // strings contain paths too
}

// rowBytes is an estimate of the memory of a row in bytes.
const rowBytes = 80

func (t *Tables) add(data []byte, at tableNumbers) error {
	var inner error
	err := fields(data, func(f field) {
		if f.wire != protowire.BytesType || inner != nil {
			return
		}
		t.Bytes += rowBytes + int64(len(f.bytes))
		switch f.number {
		case at.strings:
			inner = interned(f.bytes, func(id uint64, text string) {
				t.Strings[id] = text
				if at.sharesTexts {
					t.Paths[id] = text
				}
			})
		case at.paths:
			inner = interned(f.bytes, func(id uint64, text string) { t.Paths[id] = text })
		case at.frames:
			inner = t.frame(f.bytes)
		case at.stacks:
			inner = list(f.bytes, 2, func(id uint64, frames []uint64) { t.Stacks[id] = frames })
		case at.mappings:
			inner = list(f.bytes, 7, func(id uint64, parts []uint64) { t.Mappings[id] = parts })
		}
	})
	if err == nil {
		err = inner
	}
	return err
}

// list decodes a message with its number in field 1 and a list in the given field.
func list(data []byte, number protowire.Number, yield func(id uint64, list []uint64)) error {
	var all []uint64
	var inner error
	id := uint64(0)
	err := fields(data, func(f field) {
		switch {
		case f.number == 1:
			id = f.value
		case f.number == number && inner == nil:
			all, inner = numbers(all, f)
		}
	})
	if err == nil {
		err = inner
	}
	if err == nil {
		yield(id, all)
	}
	return err
}

func (t *Tables) frame(data []byte) error {
	var n NativeFrame
	id := uint64(0)
	err := fields(data, func(f field) {
		switch f.number {
		case 1:
			id = f.value
		case 2:
			n.Function = f.value
		case 3:
			n.Mapping = f.value
		case 4:
			n.Address = f.value
		}
	})
	if err == nil {
		t.Frames[id] = n
	}
	return err
}

// Samples are call stacks of a process in a part of a native heap profile.
//
//	1 pid · 2 samples · 11 heap · 12 sampling interval in bytes
type Samples struct {
	PID      uint64
	Heap     string // such as libc.malloc; empty before Android 12
	Interval uint64 // in bytes; 0 if unknown
	Stacks   []StackBytes
}

// StackBytes are estimates of bytes of a call stack.
//
//	1 stack · 2 allocated · 3 freed · 8 in use when the heap was largest
type StackBytes struct{ Stack, Allocated, Freed, Most uint64 }

// Profile decodes a part of a native heap profile: 5 processes, 6 whether it is continued.
func Profile(data []byte, yield func(s *Samples)) (continued bool, err error) {
	var inner error
	err = fields(data, func(f field) {
		switch {
		case f.number == 6:
			continued = f.value != 0
		case f.number == 5 && f.wire == protowire.BytesType && inner == nil:
			var s Samples
			if inner = s.decode(f.bytes); inner == nil {
				yield(&s)
			}
		}
	})
	if err == nil {
		err = inner
	}
	return continued, err
}

func (s *Samples) decode(data []byte) error {
	var inner error
	err := fields(data, func(f field) {
		switch {
		case f.number == 1:
			s.PID = f.value
		case f.number == 2 && inner == nil:
			var b StackBytes
			inner = fields(f.bytes, func(f field) {
				switch f.number {
				case 1:
					b.Stack = f.value
				case 2:
					b.Allocated = f.value
				case 3:
					b.Freed = f.value
				case 8:
					b.Most = f.value
				}
			})
			s.Stacks = append(s.Stacks, b)
		case f.number == 11 && f.wire == protowire.BytesType:
			s.Heap = string(f.bytes)
		case f.number == 12:
			s.Interval = f.value
		}
	})
	if err == nil {
		err = inner
	}
	return err
}
