package waste

import (
	"context"
	"slices"
	"strings"

	"memcity/analysis/guide/leak"
	"memcity/trace"
)

// sizeFields are the fields that collections keep their number of elements in.
var sizeFields = []string{"size", "elementCount", "count", "baseCount"}

// arrayFields are those that they keep their elements in.
var arrayFields = []string{"elementData", "table", "elements", "queue", "items", "vals", "array"}

// roomy is the part of an array that is used, below which a collection is sparse.
const roomy = 0.25

// leastRoom is the length of an array that is sparse at most if it is longer: what many collections begin with.
const leastRoom = 16

// Unused is collections that are empty, or whose arrays are mostly empty.
type Unused struct {
	Empty, Sparse trace.Amount
	Most          string // the type that wastes most
}

// shape says how the objects of a type keep their elements.
type shape struct {
	fields []string // that the number of elements is computed from; none if references alone say whether it is empty
	size   func(c *collections, o trace.ObjectID, row []trace.Value, length int64) (n int64, known bool)
}

// shapes are collections by name, for themselves and their sub types. Others are of the shape that their fields have.
var shapes = []struct {
	name string
	shape
}{
	{"java.util.ArrayDeque", shape{[]string{"head", "tail"},
		func(_ *collections, _ trace.ObjectID, row []trace.Value, length int64) (int64, bool) {
			n := row[1].Int() - row[0].Int()
			if n < 0 {
				n += length
			}
			return n, true
		}}},
	{"java.util.concurrent.ConcurrentHashMap", shape{[]string{"baseCount"}, concurrentSize}},
	{"java.util.IdentityHashMap", shape{[]string{"size"}, func(_ *collections, _ trace.ObjectID, row []trace.Value, _ int64) (int64, bool) {
		return 2 * row[0].Int(), true // keys and values are side by side
	}}},
	{"java.util.concurrent.CopyOnWriteArrayList",
		shape{nil, func(_ *collections, _ trace.ObjectID, _ []trace.Value, length int64) (int64, bool) {
			return length, true
		}}},
	{"java.util.concurrent.ConcurrentSkipListMap", shape{nil, byReferences("head.node.next")}},
	{"java.util.concurrent.LinkedBlockingQueue", shape{nil, byReferences("head.next")}},
	{"java.util.concurrent.ConcurrentLinkedQueue", shape{nil, linkedSize}},
	{"java.util.concurrent.ConcurrentLinkedDeque", shape{nil, linkedSize}},
	{"java.util.concurrent.LinkedTransferQueue", shape{nil, linkedSize}},
}

// wrappers are sets that keep their elements in a collection of another type, by the field that refers to it.
var wrappers = map[string]string{"java.util.HashSet": "map", "java.util.TreeSet": "m", "java.util.concurrent.ConcurrentSkipListSet": "m",
	"java.util.concurrent.CopyOnWriteArraySet": "al"}

// byReferences is empty if fields lead to nothing.
func byReferences(path string) func(*collections, trace.ObjectID, []trace.Value, int64) (int64, bool) {
	fields := strings.Split(path, ".")
	return func(c *collections, o trace.ObjectID, _ []trace.Value, _ int64) (int64, bool) {
		for _, field := range fields {
			if o = c.heap.Referent(o, field); o == trace.NoObject {
				return 0, true
			}
		}
		return 0, false
	}
}

// mostRemoved is how many nodes without an item are passed at the head of a linked queue.
const mostRemoved = 8

// linkedSize is of queues whose nodes have no item once that was taken. How many have one is not counted.
func linkedSize(c *collections, o trace.ObjectID, _ []trace.Value, _ int64) (int64, bool) {
	node := c.heap.Referent(o, "head")
	for range mostRemoved {
		if node == trace.NoObject {
			return 0, true
		}
		if c.heap.Referent(node, "item") != trace.NoObject {
			return 0, false
		}
		next := c.heap.Referent(node, "next")
		if next == node { // a node that was removed
			return 0, false
		}
		node = next
	}
	return 0, false
}

// concurrentSize is not known if several threads counted, each on its own.
func concurrentSize(c *collections, o trace.ObjectID, row []trace.Value, _ int64) (int64, bool) {
	return row[0].Int(), c.heap.Referent(o, "counterCells") == trace.NoObject
}

// collections counts collections of a heap state.
type collections struct {
	heap   *trace.Heap
	alive  func(trace.ObjectID) bool
	shapes map[trace.TypeID]shape
	wasted map[string]int64 // bytes by type
	empty  map[trace.ObjectID]bool
	found  Unused
}

// Collections counts collections of a heap state that are alive and empty, or whose arrays are mostly empty. A set counts with
// what it keeps its elements in. It reads the values of the types concerned in one pass.
func Collections(ctx context.Context, h *trace.Heap, alive func(trace.ObjectID) bool) (*Unused, error) {
	c := &collections{heap: h, alive: alive, shapes: map[trace.TypeID]shape{}, wasted: map[string]int64{}, empty: map[trace.ObjectID]bool{}}
	var selections []trace.Selection
	for t := range h.Types {
		id := trace.TypeID(t)
		s, ok := c.shapeOf(id)
		if !ok {
			continue
		}
		c.shapes[id] = s
		var fields []int
		for _, name := range s.fields {
			fields = append(fields, h.Values.FieldIndex(id, name))
		}
		if len(fields) > 0 {
			selections = append(selections, trace.Selection{Type: id, Fields: fields})
		}
	}
	if err := h.Values.Rows(ctx, selections, c.visit); err != nil {
		return nil, err
	}
	if err := c.others(ctx); err != nil {
		return nil, err
	}
	for name, bytes := range c.wasted {
		if most := &c.found.Most; *most == "" || bytes > c.wasted[*most] || bytes == c.wasted[*most] && name < *most {
			*most = name
		}
	}
	return &c.found, nil
}

// shapeOf says how a type keeps its elements, if it is a collection.
func (c *collections) shapeOf(t trace.TypeID) (shape, bool) {
	h := c.heap
	if h.Types[t].Kind != trace.Instance {
		return shape{}, false
	}
	for _, s := range shapes {
		if !h.Extends(t, s.name) {
			continue
		}
		missing := slices.ContainsFunc(s.fields, func(name string) bool { return h.Values.FieldIndex(t, name) < 0 })
		return s.shape, !missing
	}
	if !leak.ExtendsCollection(h, t) {
		return shape{}, false
	}
	for _, name := range sizeFields {
		i := h.Values.FieldIndex(t, name)
		if i < 0 || h.Values.Layout(t)[i].Kind == trace.ReferenceValue || !hasArray(h, t) && !isLinked(h, t) {
			continue
		}
		return shape{[]string{name}, func(_ *collections, _ trace.ObjectID, row []trace.Value, _ int64) (int64, bool) {
			return row[0].Int(), true
		}}, true
	}
	return shape{}, false
}

// isLinked reports whether a type is a collection of the JDK without an array: of nodes.
func isLinked(h *trace.Heap, t trace.TypeID) bool {
	for _, name := range []string{"java.util.LinkedList", "java.util.TreeMap", "java.util.concurrent.LinkedBlockingDeque"} {
		if h.Extends(t, name) {
			return true
		}
	}
	return false
}

func (c *collections) visit(o trace.ObjectID, row []trace.Value) {
	if !c.alive(o) {
		return
	}
	h := c.heap
	array, length := arrayOf(h, o)
	size, known := c.shapes[h.TypeOf[o]].size(c, o, row, length)
	switch {
	case !known:
	case size == 0:
		bytes := h.Size(o)
		if array != trace.NoObject && (length > 0 || h.SlotName(o, slotOf(h, o, array)) == "array") { // others share an array without elements
			bytes += h.Size(array)
		}
		if head := h.Referent(o, "head"); head != trace.NoObject && len(row) == 0 { // a node without an item
			bytes += h.Size(head)
		}
		c.empty[o] = true
		c.found.Empty.Add(trace.Amount{Objects: 1, Bytes: bytes})
		c.wasted[h.Types[h.TypeOf[o]].Name] += bytes
	case array != trace.NoObject && length > leastRoom && float64(size) < roomy*float64(length):
		bytes := (length - size) * h.Types[h.TypeOf[array]].Element
		c.found.Sparse.Add(trace.Amount{Objects: 1, Bytes: bytes})
		c.wasted[h.Types[h.TypeOf[o]].Name] += bytes
	}
}

// others counts what no value has to be read of, and sets over collections that are empty.
func (c *collections) others(ctx context.Context) error {
	h := c.heap
	fields := make([]string, len(h.Types))
	for t := range h.Types {
		for name, field := range wrappers {
			if h.Types[t].Kind == trace.Instance && h.Extends(trace.TypeID(t), name) {
				fields[t] = field
			}
		}
	}
	var sets []trace.ObjectID
	for o, t := range h.TypeOf {
		if o%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if s, ok := c.shapes[t]; ok && len(s.fields) == 0 {
			c.visit(trace.ObjectID(o), nil)
		}
		if fields[t] != "" {
			sets = append(sets, trace.ObjectID(o))
		}
	}
	for _, o := range sets {
		if c.alive(o) && c.empty[h.Referent(o, fields[h.TypeOf[o]])] {
			c.found.Empty.Bytes += h.Size(o)
			c.wasted[h.Types[h.TypeOf[o]].Name] += h.Size(o)
		}
	}
	return nil
}

// checkEvery is how many objects are looked at between two looks at whether to go on.
const checkEvery = 1 << 16

// hasArray reports whether objects of a type keep their elements in an array.
func hasArray(h *trace.Heap, t trace.TypeID) bool {
	return slices.ContainsFunc(h.Types[t].References, func(name string) bool { return slices.Contains(arrayFields, name) })
}

// arrayOf returns the array with the elements of a collection, and its length.
func arrayOf(h *trace.Heap, o trace.ObjectID) (array trace.ObjectID, length int64) {
	for i, to := range h.References(o) {
		if slices.Contains(arrayFields, h.SlotName(o, h.RefSlot[int(h.RefStart[o])+i])) && h.Types[h.TypeOf[to]].Kind == trace.ObjectArray {
			return to, int64(h.Extent[to])
		}
	}
	return trace.NoObject, 0
}

// slotOf returns the slot by which an object refers to another.
func slotOf(h *trace.Heap, o, to trace.ObjectID) uint16 {
	return h.RefSlot[int(h.RefStart[o])+slices.Index(h.References(o), to)]
}
