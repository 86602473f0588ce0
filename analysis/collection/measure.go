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
	Array    trace.ObjectID // its own; NoObject for none, and for one that others have as well
	Form     Form
	Part     bool  // of another collection, as the map of a set, and counted there
	Known    bool  // how many elements it has
	Size     int64 // elements, or entries of a map
	Capacity int64 // slots of its array; 0 if it has none
	Own      int64 // bytes of its head, arrays and nodes, and of the map that a set is made of
	Unused   int64 // bytes of slots that refer to nothing
	Leaves   int64 // elements, keys and values that are there
	Boxed    int64 // of them wrappers of java.lang
	Boxes    int64 // bytes of these; one that several collections have counts for the first

	kind  *kind
	body  int32 // index of the collection that it is made of; -1 for none
	nodes int32
	keys  [2]int64 // leaves and boxed ones of keys alone
	plain int64    // bytes of the values in the wrappers

	keyBoxes, keyPlain int64 // those of keys alone
}

// Measured is the collections of a heap state.
type Measured struct {
	Heap        *trace.Heap
	Collections []Collection // by object, ascending

	index  index
	types  []typeInfo
	own    *bitset.BitSet // nodes and arrays of collections, and boxes that were counted
	inside []contained    // by collection, ascending
	empty  trace.ObjectID // stands for no element in collections of List.of

	refBytes int64 // of a reference
}

// contained is a collection that another one has as an element or value.
type contained struct {
	outer int32
	inner trace.ObjectID
}

// Measure measures the collections that are alive. The cost is one look at all objects, and one at each reference of what
// collections are made of: a node that several chains lead to, as in a damaged file, is part of the first. It takes about
// 200 bytes per collection and three bits per object. Where values are known, it reads those of lists in which nulls may be.
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

// emptyElement returns the object that List12 and Set12 have in the place of a second element; NoObject if there is none.
func emptyElement(h *trace.Heap) trace.ObjectID {
	for t := range h.Types {
		if h.Types[t].Name == "java.util.ImmutableCollections" && h.Types[t].Class != trace.NoObject {
			return h.Referent(h.Types[t].Class, "EMPTY")
		}
	}
	return trace.NoObject
}

// referenceSize returns the bytes of a reference, as arrays of them show; 4 if there are none.
func referenceSize(h *trace.Heap) int64 {
	for i := range h.Types {
		if t := &h.Types[i]; t.Kind == trace.ObjectArray && t.Element > 0 {
			return t.Element
		}
	}
	return 4
}

// Find returns the index of a collection; false if the object is none.
func (m *Measured) Find(o trace.ObjectID) (int, bool) { return m.index.find(o) }

// Inside yields the indices of the collections that one has as elements or values, once for each time.
func (m *Measured) Inside(i int) (inner []int) {
	if b := m.Collections[i].body; b >= 0 {
		i = int(b)
	}
	at, _ := slices.BinarySearchFunc(m.inside, int32(i), func(c contained, i int32) int { return int(c.outer) - int(i) })
	for ; at < len(m.inside) && m.inside[at].outer == int32(i); at++ {
		if j, ok := m.Find(m.inside[at].inner); ok {
			inner = append(inner, j)
		}
	}
	return inner
}

// readSizes takes the number of elements from the field of it, where nulls may be among them.
func (m *Measured) readSizes(ctx context.Context) error {
	h := m.Heap
	if h.Values == nil {
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
		// Fewer than there are references cannot be: then the field means something else.
		if c := &m.Collections[i]; row[0].Int() >= c.Size {
			c.Size, c.Known = row[0].Int(), true
		}
	})
}

// join counts collections that others are made of with these.
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
			continue // the keys of a map that is used as one
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

// maker is the kind of the collection that the elements are kept in.
func (m *Measured) maker(c *Collection) *kind {
	if c.body >= 0 {
		return m.Collections[c.body].kind
	}
	return c.kind
}
