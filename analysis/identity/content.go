package identity

import (
	"context"
	"encoding/binary"
	"math"
	"math/bits"

	"memcity/trace"
	"memcity/trace/poll"
)

// contentBytes is the number of leading bytes of an array that are hashed. Longer arrays rarely differ only after that.
const contentBytes = 256

// mix combines two hashes. It is not commutative.
func mix(a, b uint64) uint64 {
	high, low := bits.Mul64(a^0x9e3779b97f4a7c15, b^0xd1b54a32d192ed03)
	return high ^ low ^ bits.RotateLeft64(a, 23)
}

func mixText(h uint64, text string) uint64 {
	for ; len(text) >= 8; text = text[8:] {
		h = mix(h, uint64(text[0])|uint64(text[1])<<8|uint64(text[2])<<16|uint64(text[3])<<24|
			uint64(text[4])<<32|uint64(text[5])<<40|uint64(text[6])<<48|uint64(text[7])<<56)
	}
	rest := uint64(len(text)) << 56
	for i := range len(text) {
		rest |= uint64(text[i]) << (8 * i)
	}
	return mix(h, rest)
}

func mixBytes(h uint64, b []byte) uint64 {
	for ; len(b) >= 8; b = b[8:] {
		h = mix(h, binary.LittleEndian.Uint64(b))
	}
	var rest [8]byte
	copy(rest[:], b)
	return mix(h^uint64(len(b)), binary.LittleEndian.Uint64(rest[:]))
}

// nameTypes computes a number for each type from its name and the type of its loader. The number is the same in all states.
func (s *State) nameTypes() {
	h := s.Heap
	s.types = make([]uint64, len(h.Types))
	for i := range h.Types {
		t := &h.Types[i]
		key := mixText(uint64(t.Kind)+1, t.Name)
		if int64(t.Loader) < int64(h.Len()) {
			key = mixText(key, h.Types[h.TypeOf.At(t.Loader)].Name)
		}
		s.types[i] = key
	}
}

// hash computes the hashes of all objects from types and lengths, then from values if there are any.
func (s *State) hash(ctx context.Context, o Options, progress trace.Progress) error {
	h := s.Heap
	s.own = make([]uint64, h.Len())
	if err := inParts(ctx, h.Len(), func(from, to int) {
		for i := from; i < to; i++ {
			s.own[i] = mix(s.types[h.TypeOf.At(trace.ObjectID(i))], uint64(h.Extent.At(trace.ObjectID(i))))
		}
	}); err != nil {
		return err
	}
	for i := range h.Types {
		if c := h.Types[i].Class; int64(c) < int64(h.Len()) {
			s.own[c] = mix(s.types[i], 1)
		}
	}
	if !h.HasFields() {
		return ctx.Err()
	}
	progress.Report(0, 3, "reading values")
	if err := s.hashFields(ctx, o); err != nil {
		return err
	}
	progress.Report(1, 3, "reading arrays")
	if err := s.hashArrays(ctx); err != nil {
		return err
	}
	progress.Report(3, 3, "read values")
	return nil
}

func (s *State) hashFields(ctx context.Context, o Options) error {
	h := s.Heap
	var selections []trace.Selection
	for t := range h.Types {
		if h.Types[t].Kind != trace.Instance {
			continue
		}
		var fields []int
		for i, f := range h.Values.Layout(trace.TypeID(t)) {
			if f.Kind > trace.ReferenceValue && !s.ignored(o, f) {
				fields = append(fields, i)
			}
		}
		if len(fields) > 0 {
			selections = append(selections, trace.Selection{Type: trace.TypeID(t), Fields: fields})
		}
	}
	return h.Values.Rows(ctx, selections, func(o trace.ObjectID, row []trace.Value) {
		k := s.own[o]
		for _, v := range row {
			k = mix(k, bitsOf(v))
		}
		s.own[o] = k
	})
}

// bitsOf returns the bits of a value. Different values of a field have different bits.
func bitsOf(v trace.Value) uint64 {
	switch v.Kind {
	case trace.BooleanValue:
		if v.Bool() {
			return 1
		}
		return 0
	case trace.FloatValue, trace.DoubleValue:
		return math.Float64bits(v.Float())
	}
	return uint64(v.Int())
}

// ignored reports whether a field does not count as content.
func (s *State) ignored(o Options, f trace.FieldDecl) bool {
	class := ""
	if int(f.Class) < len(s.Heap.Types) {
		class = s.Heap.Types[f.Class].Name
	}
	if class == "java.lang.String" && (f.Name == "hash" || f.Name == "hashIsZero") {
		return true
	}
	return o.Ignore != nil && o.Ignore(class, f.Name)
}

func (s *State) hashArrays(ctx context.Context) error {
	h := s.Heap
	var arrays []trace.ObjectID
	for o, t := range h.TypeOf.All() {
		if err := poll.At(ctx, o); err != nil {
			return err
		}
		if h.Types[t].Kind == trace.PrimitiveArray && h.Extent.At(o) > 0 {
			arrays = append(arrays, trace.ObjectID(o))
		}
	}
	if len(arrays) == 0 {
		return ctx.Err()
	}
	return h.Values.Contents(ctx, arrays, contentBytes, func(i int, _ trace.ValueKind, content []byte) {
		o := arrays[i]
		s.own[o] = mixBytes(s.own[o], content[:min(len(content), contentBytes)])
	})
}

// inParts calls do for ranges of n, several in parallel. It returns an error only if ctx is done.
func inParts(ctx context.Context, n int, do func(from, to int)) error {
	const least = 1 << 15 // least number for which a second goroutine pays off
	return poll.Parts(ctx, n, least, do)
}
