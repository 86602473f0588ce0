package collection

import (
	"context"
	"math"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"memcity/trace"
	"memcity/trace/poll"
)

// Collection is one collection of a heap state.
type Collection struct {
	Object   trace.ObjectID
	Array    trace.ObjectID // its own array; NoObject if it has none or shares it
	Form     Form
	Part     bool  // true if it is part of another collection, such as the map of a set, and counted there
	Known    bool  // true if its size is known
	Size     int64 // number of elements, or of entries of a map
	Capacity int64 // length of its array; 0 without an array
	Own      int64 // size of its head, arrays and nodes, and of the map of a set, in bytes
	Unused   int64 // bytes in slots that contain null
	Leaves   int64 // number of non-null elements, keys and values
	Boxed    int64 // number of these that are wrappers of java.lang
	Boxes    int64 // size of these wrappers, in bytes; a shared one counts for the first collection

	kind  *kind
	body  int32 // index of the collection that it wraps; -1 for none
	nodes int32
	keys  [2]int64 // leaves and wrappers among keys only
	plain int64    // size of the values in the wrappers, in bytes

	keyBoxes, keyPlain int64 // the same for keys only
}

// Measured contains the collections of a heap state.
type Measured struct {
	Heap        *trace.Heap
	Collections []Collection // by object, ascending

	index  index
	types  []typeInfo
	own    *bitset.BitSet    // nodes and arrays of collections, and counted wrappers
	inside []innerCollection // by collection, ascending
	empty  trace.ObjectID    // placeholder for a missing element in collections of List.of

	refBytes int64 // size of a reference, in bytes
}

// innerCollection is a collection that is an element or value of another one.
type innerCollection struct {
	outer int32
	inner trace.ObjectID
}

// Measure measures the live collections. The cost is one pass over all objects, and one over the references of the collections' inner
// objects. A node in several chains, as in a damaged file, belongs to the first. It takes about 200 bytes per collection and three bits per
// object. If values are available, it reads the sizes of lists that may contain nulls.
func Measure(ctx context.Context, h *trace.Heap, alive func(trace.ObjectID) bool) (*Measured, error) {
	m := &Measured{Heap: h, types: typesOf(h), own: bitset.New(uint(h.Len())), empty: emptyElement(h), refBytes: referenceSize(h)}
	count := 0
	for o, t := range h.TypeOf.All() {
		if err := poll.At(ctx, o); err != nil {
			return nil, err
		}
		if m.types[t].kind != nil && alive(trace.ObjectID(o)) && count < math.MaxInt32 {
			count++
		}
	}
	m.Collections = make([]Collection, 0, count)
	for o, t := range h.TypeOf.All() {
		if err := poll.At(ctx, o); err != nil {
			return nil, err
		}
		if k := m.types[t].kind; k != nil && alive(trace.ObjectID(o)) && len(m.Collections) < count {
			m.Collections = append(m.Collections, Collection{Object: trace.ObjectID(o), Array: trace.NoObject, Form: k.form, kind: k, body: -1})
		}
	}
	m.index = newIndex(m.Collections, h.Len())
	w := walker{Measured: m, ctx: ctx}
	for i := range m.Collections {
		if err := w.measure(int32(i)); err != nil {
			return nil, err
		}
	}
	if err := m.readSizes(ctx); err != nil {
		return nil, err
	}
	m.join()
	return m, ctx.Err()
}

// emptyElement returns the object that replaces a missing second element in List12 and Set12; NoObject if there is none.
func emptyElement(h *trace.Heap) trace.ObjectID {
	for t := range h.Types {
		if h.Types[t].Name == "java.util.ImmutableCollections" && h.Types[t].Class != trace.NoObject {
			return h.Referent(h.Types[t].Class, "EMPTY")
		}
	}
	return trace.NoObject
}

// referenceSize returns the size of a reference in bytes, taken from arrays of references; 4 if there are none.
func referenceSize(h *trace.Heap) int64 {
	for i := range h.Types {
		if t := &h.Types[i]; t.Kind == trace.ObjectArray && t.Element > 0 {
			return t.Element
		}
	}
	return 4
}

// Find returns the index of the collection o. ok is false if o is not a collection.
func (m *Measured) Find(o trace.ObjectID) (int, bool) { return m.index.find(o) }

// Inside returns the indices of the collections that are elements or values of collection i, as often as they occur.
func (m *Measured) Inside(i int) (inner []int) {
	if b := m.Collections[i].body; b >= 0 {
		i = int(b)
	}
	at, _ := slices.BinarySearchFunc(m.inside, int32(i), func(c innerCollection, i int32) int { return int(c.outer) - int(i) })
	for ; at < len(m.inside) && m.inside[at].outer == int32(i); at++ {
		if j, ok := m.Find(m.inside[at].inner); ok {
			inner = append(inner, j)
		}
	}
	return inner
}

// readSizes reads the number of elements from the size field of collections that may contain nulls.
func (m *Measured) readSizes(ctx context.Context) error {
	h := m.Heap
	if !h.HasFields() {
		return nil
	}
	var selections []trace.Selection
	for t := range m.types {
		if k := m.types[t].kind; k == nil || k.traits&nullable == 0 {
			continue
		}
		if field := sizeField(h, trace.TypeID(t)); field >= 0 {
			selections = append(selections, trace.Selection{Type: trace.TypeID(t), Fields: []int{field}})
		}
	}
	if len(selections) == 0 {
		return nil
	}
	return h.Values.Rows(ctx, selections, func(o trace.ObjectID, row []trace.Value) {
		i, ok := m.Find(o)
		if !ok {
			return
		}
		// A size below the number of references is impossible: the field then means something else.
		if c := &m.Collections[i]; row[0].Int() >= c.Size {
			c.Size, c.Known = row[0].Int(), true
		}
	})
}

// join adds wrapped collections to those that wrap them.
func (m *Measured) join() {
	for i := range m.Collections {
		c := &m.Collections[i]
		if c.kind.over == "" {
			continue
		}
		c.Known = false
		j, ok := m.Find(m.Heap.Referent(c.Object, c.kind.over))
		if !ok || j == i {
			continue
		}
		if isSet := c.kind.name == concurrent+"ConcurrentHashMap$KeySetView"; isSet && m.Heap.Referent(c.Object, "value") == trace.NoObject {
			continue // the keys of a map that is used as a map
		}
		part := &m.Collections[j]
		if part.Part || !part.Known {
			continue
		}
		part.Part = true
		c.body, c.Known, c.Size, c.Capacity, c.Array, c.Unused, c.nodes = int32(j), true, part.Size, part.Capacity, part.Array, part.Unused, part.nodes
		c.Own += part.Own
		c.Leaves, c.Boxed, c.Boxes = part.Leaves, part.Boxed, part.Boxes
		c.plain = part.plain
		if c.Form == Set && part.Form == Map {
			c.Leaves, c.Boxed, c.Boxes, c.plain = part.keys[0], part.keys[1], part.keyBoxes, part.keyPlain
		}
	}
}

// maker returns the kind of the collection that stores the elements.
func (m *Measured) maker(c *Collection) *kind {
	if c.body >= 0 {
		return m.Collections[c.body].kind
	}
	return c.kind
}
