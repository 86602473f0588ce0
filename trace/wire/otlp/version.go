package otlp

import (
	"bytes"

	"google.golang.org/protobuf/encoding/protowire"
)

// seen are the wire types of fields that differ between versions.
type seen struct {
	profile    bool
	dictionary bool
	strings    bool // in profiles
	outside    bool // strings in the outermost message
	// wire has a bit for each field of profiles and samples: 1 for a number, 2 for eight bytes, 4 for a message or list.
	profiles, samples wires
}

// wires contains the wire types of the fields 1 to 15.
type wires [16]uint8

func (w *wires) add(f field) {
	if int(f.number) >= len(w) {
		return
	}
	switch f.wire {
	case protowire.VarintType:
		w[f.number] |= isNumber
	case protowire.Fixed64Type:
		w[f.number] |= isFixed
	case protowire.BytesType:
		w[f.number] |= isBytes
	}
}

const (
	isNumber = 1 << iota
	isFixed
	isBytes
)

// versionOf returns the version of a file; nil if it is another format or cut.
func versionOf(data []byte) *numbersOf {
	s := &seen{}
	walk(data, func(f field) {
		switch {
		case f.wire != protowire.BytesType:
		case f.number == 1:
			s.resource(f.bytes)
		case f.number == 2:
			s.dictionary = true
		case f.number == 6:
			s.outside = true
		}
	})
	switch {
	case !s.profile:
		return nil
	case s.outside:
		return outside
	case s.strings && !s.dictionary:
		return embedded
	case !s.dictionary:
		return nil
	case s.profiles[3]&isBytes != 0 || s.profiles[5]&isNumber != 0 || s.samples[2]&isNumber != 0:
		return ranges
	case s.samples[4]&isBytes == 0 && s.samples[2]&isBytes != 0:
		return early
	}
	return stacks
}

func (s *seen) resource(data []byte) {
	walk(data, func(f field) {
		if f.number != 2 || f.wire != protowire.BytesType {
			return
		}
		walk(f.bytes, func(f field) {
			if f.number != 2 || f.wire != protowire.BytesType {
				return
			}
			s.profile = true
			walk(f.bytes, func(f field) {
				s.profiles.add(f)
				switch {
				case f.number == 2 && f.wire == protowire.BytesType:
					walk(f.bytes, s.samples.add)
				case f.number == 10 && f.wire == protowire.BytesType:
					s.strings = true
				}
			})
		})
	})
}

// The first mapping and the first stack of a dictionary are empty. A dictionary begins with one of them: the Collector writes fields in reverse
// order.
var (
	emptyMapping = []byte{1<<3 | byte(protowire.BytesType), 0}
	emptyStack   = []byte{7<<3 | byte(protowire.BytesType), 0}
)

// Sniff reports whether head, the first bytes of a file, is the start of profiles. Traces, logs and metrics of OpenTelemetry differ in the
// innermost messages only. The file may be cut after the type of the first profile. The dictionary may come first.
func Sniff(head []byte) bool {
	if dictionary := inside(head, 2); dictionary != nil && head[0] == 2<<3|byte(protowire.BytesType) {
		return bytes.HasPrefix(dictionary, emptyMapping) || bytes.HasPrefix(dictionary, emptyStack)
	}
	for _, number := range []protowire.Number{1, 2, 2, 1} { // resource, scope, profile, type of values
		if head = inside(head, number); head == nil {
			return false
		}
	}
	fields := 0
	for len(head) > 0 {
		f, n := next(head)
		if n < 0 || f.wire != protowire.VarintType || f.number > 3 {
			return false
		}
		fields, head = fields+1, head[n:]
	}
	return fields > 0
}

// inside returns the content of the first message with the given number in a message; nil if there is none. It may be cut, like data.
func inside(data []byte, number protowire.Number) []byte {
	for len(data) > 0 {
		f, n := next(data)
		if n > 0 {
			if f.number == number && f.wire == protowire.BytesType {
				return f.bytes
			}
			data = data[n:]
			continue
		}
		found, wire, n := protowire.ConsumeTag(data)
		if n < 0 || found != number || wire != protowire.BytesType {
			return nil
		}
		if _, m := protowire.ConsumeVarint(data[n:]); m > 0 {
			return data[n+m:]
		}
		return nil
	}
	return nil
}
