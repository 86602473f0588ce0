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
	for f, err := range fields(data) {
		if err != nil {
			return err
		}
		if f.wire != protowire.BytesType {
			continue
		}
		t.Bytes += rowBytes + int64(len(f.bytes))
		switch f.number {
		case at.strings:
			err = interned(f.bytes, func(id uint64, text string) {
				t.Strings[id] = text
				if at.sharesTexts {
					t.Paths[id] = text
				}
			})
		case at.paths:
			err = interned(f.bytes, func(id uint64, text string) { t.Paths[id] = text })
		case at.frames:
			err = t.frame(f.bytes)
		case at.stacks:
			err = list(f.bytes, 2, func(id uint64, frames []uint64) { t.Stacks[id] = frames })
		case at.mappings:
			err = list(f.bytes, 7, func(id uint64, parts []uint64) { t.Mappings[id] = parts })
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// list decodes a message with its number in field 1 and a list in the given field.
func list(data []byte, number protowire.Number, yield func(id uint64, list []uint64)) error {
	var all []uint64
	id := uint64(0)
	for f, err := range fields(data) {
		if err != nil {
			return err
		}
		switch f.number {
		case 1:
			id = f.value
		case number:
			if all, err = numbers(all, f); err != nil {
				return err
			}
		}
	}
	yield(id, all)
	return nil
}

func (t *Tables) frame(data []byte) error {
	var n NativeFrame
	id := uint64(0)
	for f, err := range fields(data) {
		if err != nil {
			return err
		}
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
	}
	t.Frames[id] = n
	return nil
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
	for f, err := range fields(data) {
		if err != nil {
			return continued, err
		}
		switch {
		case f.number == 6:
			continued = f.value != 0
		case f.number == 5 && f.wire == protowire.BytesType:
			var s Samples
			if err := s.decode(f.bytes); err != nil {
				return continued, err
			}
			yield(&s)
		}
	}
	return continued, nil
}

func (s *Samples) decode(data []byte) error {
	for f, err := range fields(data) {
		if err != nil {
			return err
		}
		switch {
		case f.number == 1:
			s.PID = f.value
		case f.number == 2:
			var b StackBytes
			if err := b.decode(f.bytes); err != nil {
				return err
			}
			s.Stacks = append(s.Stacks, b)
		case f.number == 11 && f.wire == protowire.BytesType:
			s.Heap = string(f.bytes)
		case f.number == 12:
			s.Interval = f.value
		}
	}
	return nil
}

func (b *StackBytes) decode(data []byte) error {
	for f, err := range fields(data) {
		if err != nil {
			return err
		}
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
	}
	return nil
}
