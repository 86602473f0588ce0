package group

import (
	"context"

	"memcity/trace"
	"memcity/trace/poll"
)

func healthClassifiers() []*Classifier {
	return []*Classifier{
		{
			Name: "health", Role: "Instance Health", Needs: trace.KnowsObjects | trace.KnowsReferences | trace.KnowsValues,
			Description: "The bytes of each object in four groups: primitive values, header, references, and null references. Each group counts its part of the object.",
			Cardinality: Many,
			Example:     partNames[partHeader],
			Prepare:     prepareHealth,
		},
		{
			Name: "collection-health", Role: "Collection Health", Needs: trace.KnowsObjects | trace.KnowsReferences,
			Description: "The object's role in collections: array, entry, head, or element.",
			Example:     collectionNames[collectionEntry],
			Prepare:     prepareCollectionHealth,
		},
	}
}

// Parts of an object's bytes (Mitchell, Sevitsky: The Causes of Bloat, the Limits of Health, OOPSLA 2007, DOI 10.1145/1297027.1297046).
const (
	partPrimitive = iota
	partHeader
	partPointer
	partNull
	partCount
)

var partNames = [partCount]string{"Primitive", "Header", "Pointer", "Null"}

// partBytes contains the bytes of an object by part.
type partBytes [partCount]int64

// prepareHealth splits the bytes of each object over its parts, as section 5.3.2 of "User-defined Classification and Multi-level Grouping of
// Objects in Memory Monitoring" does. Bytes outside fields and elements, such as padding, count as header. It takes 4 bytes per object.
func prepareHealth(ctx context.Context, s *Subject, _ Chain) (*Keys, error) {
	h := s.Heap
	parts := make([]typeParts, len(h.Types))
	for t := range parts {
		parts[t] = partsOfType(h, trace.TypeID(t))
	}
	sizes := newSizes(h)
	column := make([]uint32, h.Len())
	var classes []partBytes
	classOf := map[partBytes]uint32{}
	for o := range column {
		if err := poll.At(ctx, o); err != nil {
			return nil, err
		}
		o := trace.ObjectID(o)
		bytes := parts[h.TypeOf.At(o)].split(sizes.of(o), int64(h.Extent.At(o)), int64(h.RefStart.At(o+1)-h.RefStart.At(o)))
		class, ok := classOf[bytes]
		if !ok {
			class = uint32(len(classes))
			classOf[bytes] = class
			classes = append(classes, bytes)
		}
		column[o] = class
	}
	k := ColumnKeys(column, len(classes), func(class uint32) (paths [][]string) {
		for i, b := range classes[class] {
			if b > 0 {
				paths = append(paths, []string{partNames[i]})
			}
		}
		return paths
	})
	k.Shares = func(class uint32) (shares []int64) {
		for _, b := range classes[class] {
			if b > 0 {
				shares = append(shares, b)
			}
		}
		return shares
	}
	return k, nil
}

// typeParts describes the layout of a type's objects.
type typeParts struct {
	primitive int64 // bytes of primitive fields
	element   int64 // bytes of a primitive element
	slots     int64 // number of reference fields
	elements  int64 // 1 if elements are references
	reference int64 // bytes of a reference
}

func partsOfType(h *trace.Heap, t trace.TypeID) typeParts {
	p := typeParts{reference: referenceSize(h)}
	switch typ := &h.Types[t]; typ.Kind {
	case trace.PrimitiveArray:
		p.element = typ.Element
	case trace.ObjectArray:
		p.elements = 1
	case trace.Instance:
		p.slots = int64(len(typ.References))
		if h.Values != nil {
			for _, f := range h.Values.Layout(t) {
				p.primitive += int64(f.Kind.Size())
			}
		}
	}
	return p
}

// referenceSize returns the size of a reference in bytes, taken from arrays of references; 4 if there are none.
func referenceSize(h *trace.Heap) int64 {
	for i := range h.Types {
		if h.Types[i].Kind == trace.ObjectArray && h.Types[i].Element > 0 {
			return h.Types[i].Element
		}
	}
	return 4
}

// split returns the bytes of an object by part; their sum is size. extent is the length of an array, and references is the number of non-null
// references. If an input states a size that is less than that of the fields, parts are cut in the order primitive, pointer, null.
func (p *typeParts) split(size, extent, references int64) (bytes partBytes) {
	rest := size
	take := func(part int, n int64) {
		bytes[part] = min(max(0, n), rest)
		rest -= bytes[part]
	}
	take(partPrimitive, p.primitive+p.element*extent)
	take(partPointer, references*p.reference)
	take(partNull, (p.slots+p.elements*extent-references)*p.reference)
	bytes[partHeader] = rest
	return bytes
}

// Parts in collections, see "User-defined Classification and Multi-level Grouping of Objects in Memory Monitoring", section 5.3.2.
// References alone determine them. An array of references is an array. An object that refers to one of its own type is an entry. An object
// that refers to a primitive array, an array or an entry is a head. All others are contained.
const (
	collectionContained = iota
	collectionHead
	collectionEntry
	collectionArray
)

var collectionNames = [...]string{"Contained", "Head", "Entry", "Array"}

func prepareCollectionHealth(_ context.Context, s *Subject, _ Chain) (*Keys, error) {
	h := s.Heap
	column := make([]uint8, h.Len())
	inParts(h.Len(), func(_ int, p part) {
		for o := p.from; o < p.to; o++ {
			column[o] = backbone(h, trace.ObjectID(o))
		}
	})
	of := func(from trace.ObjectID, out []uint32) {
		for i := range out {
			o := from + trace.ObjectID(i)
			out[i] = uint32(column[o])
			if out[i] == collectionContained && holdsCollection(h, o, column) {
				out[i] = collectionHead
			}
		}
	}
	paths := func(class uint32) [][]string { return [][]string{{collectionNames[class]}} }
	return &Keys{Count: uint64(len(collectionNames)), Of: of, Paths: paths}, nil
}

// backbone recognizes arrays and entries. All other objects count as contained.
func backbone(h *trace.Heap, o trace.ObjectID) uint8 {
	own := h.TypeOf.At(o)
	if h.Types[own].Kind == trace.ObjectArray {
		return collectionArray
	}
	for _, to := range h.References(o) {
		if h.TypeOf.At(to) == own {
			return collectionEntry
		}
	}
	return collectionContained
}

func holdsCollection(h *trace.Heap, o trace.ObjectID, backbone []uint8) bool {
	for _, to := range h.References(o) {
		if backbone[to] != collectionContained || h.Types[h.TypeOf.At(to)].Kind == trace.PrimitiveArray {
			return true
		}
	}
	return false
}
