package group

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"memcity/trace"
	"memcity/trace/poll"
	"memcity/words"
)

func objectClassifiers() []*Classifier {
	const objects = trace.KnowsObjects
	return []*Classifier{
		{
			Name: "kind", Role: "Object Kind", Needs: objects,
			Description: "Instance, small array of fewer than 255 elements, big array, or class object.",
			Example:     kindNames[1],
			Prepare:     prepareKind,
		},
		{
			Name: "array-length", Role: "Array Length", Needs: objects,
			Description: "The number of elements of an array.",
			Example:     "16 elements",
			Prepare:     prepareLength,
		},
		{
			Name: "size", Role: "Size", Needs: objects,
			Description: "The shallow size of the object, in ranges between powers of two.",
			Example:     sizeName(5),
			Prepare:     prepareSize,
		},
		{
			Name: "space", Role: "Space", Needs: objects | trace.KnowsSpaces,
			Description: "The part of the heap that the object is in.",
			Example:     "zygote",
			Prepare:     spaceKeys(func(name, _ string) string { return name }),
		},
		{
			Name: "space-mode", Role: "Space Mode", Needs: objects | trace.KnowsSpaces,
			Description: "The mode of the part of the heap that the object is in: normal, or humongous for an object of half a region or more. Traces of AntTracks have modes.",
			Example:     "humongous",
			Prepare:     spaceKeys(func(_, mode string) string { return cmp.Or(mode, NotKnown) }),
		},
		{
			Name: "subsystem", Role: "Allocating Subsystem", Needs: objects | trace.KnowsSubsystems,
			Description: "The part of the virtual machine that allocated the object: interpreter, C1-compiled code, C2-compiled code, or the virtual machine itself.",
			Example:     trace.ByInterpreter.String(),
			Prepare:     prepareSubsystem,
		},
		{
			Name: "address", Role: "Address", Needs: objects,
			Description: "The object's address. Each object is its own group, so use this after a filter.",
			Example:     "0xe0001a40",
			Prepare:     prepareAddress,
		},
		{
			Name: "in-degree", Role: "In Degree", Needs: objects | trace.KnowsReferences,
			Description: "The number of references to the object from objects and GC roots.",
			Example:     "1 reference",
			Prepare:     prepareInDegree,
		},
		{
			Name: "out-degree", Role: "Out Degree", Needs: objects | trace.KnowsReferences,
			Description: "The number of references that the object holds, not counting null.",
			Example:     "2 references",
			Prepare:     prepareOutDegree,
		},
	}
}

// bigArray is the minimum length of big arrays.
const bigArray = 255

var kindNames = [...]string{"Instance", "Small array", "Big array", "Class object"}

func prepareKind(_ context.Context, s *Subject, _ Chain) (*Keys, error) {
	h := s.Heap
	kinds := make([]uint32, len(h.Types)) // by type: index in kindNames, where 1 stands for arrays of any length
	for t := range kinds {
		switch h.Types[t].Kind {
		case trace.ObjectArray, trace.PrimitiveArray:
			kinds[t] = 1
		case trace.ClassObject:
			kinds[t] = 3
		}
	}
	of := func(from trace.ObjectID, out []uint32) {
		low := h.Extent.Low(int(from), int(from)+len(out))
		if narrow, wide := h.TypeOf.Lists(int(from), int(from)+len(out)); wide == nil {
			kindsOf(narrow, low, kinds, out)
		} else {
			kindsOf(wide, low, kinds, out)
		}
	}
	paths := func(class uint32) [][]string { return [][]string{{kindNames[class]}} }
	return &Keys{Count: uint64(len(kindNames)), Of: of, Paths: paths}, nil
}

func kindsOf[T number](types []T, low []uint16, kinds, out []uint32) {
	low = low[:len(out)]
	for i, t := range types[:len(out)] {
		out[i] = kinds[t]
		if out[i] == 1 && low[i] >= bigArray {
			out[i] = 2
		}
	}
}

// NoArray is the name of the group of objects that are not arrays.
const NoArray = "(no array)"

func prepareLength(_ context.Context, s *Subject, _ Chain) (*Keys, error) {
	h := s.Heap
	arrays := make([]bool, len(h.Types))
	for t := range arrays {
		arrays[t] = h.Types[t].Kind == trace.ObjectArray || h.Types[t].Kind == trace.PrimitiveArray
	}
	const none = math.MaxUint32
	of := func(from trace.ObjectID, out []uint32) {
		for i := range out {
			o := from + trace.ObjectID(i)
			out[i] = none
			if arrays[h.TypeOf.At(o)] {
				out[i] = min(h.Extent.At(o), none-1)
			}
		}
	}
	paths := func(class uint32) [][]string {
		if class == none {
			return [][]string{{NoArray}}
		}
		return [][]string{{words.Ungrouped(int64(class), "element")}}
	}
	return &Keys{Count: 1 << 32, Of: of, Paths: paths}, nil
}

// prepareSize groups sizes by powers of two: class k contains sizes above 1<<(k-1) up to 1<<k.
func prepareSize(_ context.Context, s *Subject, _ Chain) (*Keys, error) {
	sizes := newSizes(s.Heap)
	of := func(from trace.ObjectID, out []uint32) {
		if narrow, wide := s.Heap.TypeOf.Lists(int(from), int(from)+len(out)); wide == nil {
			sizeClasses(&sizes, narrow, int(from), out)
		} else {
			sizeClasses(&sizes, wide, int(from), out)
		}
	}
	return &Keys{Count: 64, Of: of, Paths: func(class uint32) [][]string { return [][]string{{sizeName(class)}} }}, nil
}

func sizeClasses[T number](s *sizes, types []T, from int, out []uint32) {
	low := s.heap.Extent.Low(from, from+len(out))[:len(out)]
	for i, t := range types[:len(out)] {
		size := max(1, s.shapes[t].size(s.extent(low[i], from+i)))
		out[i] = max(leastClass, uint32(bits.Len64(uint64(size-1))))
	}
}

const leastClass = 4 // up to 16 bytes

func sizeName(class uint32) string {
	if class <= leastClass {
		return "up to 16 bytes"
	}
	from, to := uint64(1)<<(class-1)+1, uint64(1)<<class
	if class <= 10 {
		return fmt.Sprintf("%d to %d bytes", from, to)
	}
	low, lowUnit := words.Scaled(float64(from - 1))
	high, highUnit := words.Scaled(float64(to))
	if lowUnit == highUnit {
		return fmt.Sprintf("over %.1f to %.1f %s", low, high, highUnit)
	}
	return fmt.Sprintf("over %.1f %s to %.1f %s", low, lowUnit, high, highUnit)
}

// spaceKeys returns a Prepare function that groups objects by a text made from the parts of their space.
func spaceKeys(text func(name, mode string) string) prepare {
	return func(_ context.Context, s *Subject, _ Chain) (*Keys, error) {
		h := s.Heap
		if h.SpaceOf == nil {
			return typeKeys(h, func(*trace.Type) string { return NotKnown }), nil
		}
		b := pathBuilder{}
		unknown := b.class([][]string{{NotKnown}})
		classes := slices.Repeat([]uint32{unknown}, int(trace.NoSpace)+1) // by space
		for i, space := range h.Spaces[:min(len(h.Spaces), int(trace.NoSpace))] {
			classes[i] = b.class([][]string{{text(trace.SpaceParts(space))}})
		}
		of := func(from trace.ObjectID, out []uint32) {
			for i, space := range h.SpaceOf[from : int(from)+len(out)] {
				out[i] = classes[space]
			}
		}
		return &Keys{Count: uint64(len(b.paths)), Of: of, Paths: b.of}, nil
	}
}

func prepareSubsystem(_ context.Context, s *Subject, _ Chain) (*Keys, error) {
	if s.Heap.SubsystemOf == nil {
		return typeKeys(s.Heap, func(*trace.Type) string { return NotKnown }), nil
	}
	return ColumnKeys(s.Heap.SubsystemOf, trace.Subsystems(), func(subsystem uint32) [][]string {
		if trace.Subsystem(subsystem) == trace.UnknownSubsystem {
			return [][]string{{NotKnown}}
		}
		return [][]string{{trace.Subsystem(subsystem).String()}}
	}), nil
}

func prepareAddress(_ context.Context, s *Subject, _ Chain) (*Keys, error) {
	h := s.Heap
	if h.Address == nil {
		return nil, fmt.Errorf("address is not available: this recording has no addresses; open a heap dump")
	}
	of := func(from trace.ObjectID, out []uint32) {
		for i := range out {
			out[i] = uint32(from) + uint32(i)
		}
	}
	paths := func(class uint32) [][]string {
		return [][]string{{fmt.Sprintf("0x%x", h.Address(trace.ObjectID(class)))}}
	}
	return &Keys{Count: uint64(h.Len()), Of: of, Paths: paths}, nil
}

func prepareInDegree(ctx context.Context, s *Subject, _ Chain) (*Keys, error) {
	degree, err := InDegrees(ctx, s.Heap)
	if err != nil {
		return nil, err
	}
	highest := uint32(0)
	for _, d := range degree {
		highest = max(highest, d)
	}
	return ColumnKeys(degree, int(highest)+1, references), nil
}

// InDegrees returns, by object, the number of references to it from objects and known GC roots. The cost is one pass over all references.
// It takes 4 bytes per object. It returns an error only if ctx is done.
func InDegrees(ctx context.Context, h *trace.Heap) ([]uint32, error) {
	degree := make([]uint32, h.Len())
	for i, to := range h.RefTo {
		if err := poll.At(ctx, i); err != nil {
			return nil, err
		}
		degree[to]++
	}
	for _, r := range h.Roots {
		if r.Object != trace.NoObject {
			degree[r.Object]++
		}
	}
	return degree, nil
}

func references(class uint32) [][]string {
	return [][]string{{words.Ungrouped(int64(class), "reference")}}
}

func prepareOutDegree(_ context.Context, s *Subject, _ Chain) (*Keys, error) {
	start := &s.Heap.RefStart
	of := func(from trace.ObjectID, out []uint32) {
		at := start.At(from)
		for i := range out {
			end := start.At(from + trace.ObjectID(i) + 1)
			at, out[i] = end, end-at
		}
	}
	return &Keys{Count: 1 << 32, Of: of, Paths: references}, nil
}
