package tracetest

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"memcity/trace"
)

// HeapBuilder builds a [trace.Heap]. Objects are numbered in the order of addition.
//
//	b := tracetest.NewHeap()
//	node := b.Type("app.Node", 24, "next", "value")
//	first, second := b.Object(node), b.Object(node)
//	b.Refer(first, "next", second)
//	b.Root(first, trace.RootStaticField, "app.Main.list")
//	h := b.Heap()
type HeapBuilder struct {
	heap    trace.Heap
	types   []trace.TypeID // by object
	extents []uint32       // by object
	refs    [][]reference  // by object
	class   trace.TypeID   // type of class objects; NoType until needed
	static  map[trace.ObjectID][]string

	values memoryValues
	sites  map[string]trace.SiteID // by frames
}

type reference struct {
	slot uint16
	to   trace.ObjectID
}

// NewHeap returns an empty builder. Objects are aligned to 8 bytes.
func NewHeap() *HeapBuilder {
	return &HeapBuilder{
		heap:   trace.Heap{Align: 8},
		class:  trace.NoType,
		static: map[trace.ObjectID][]string{},
		values: newMemoryValues(),
		sites:  map[string]trace.SiteID{},
	}
}

// Type adds an instance type of size bytes with the named reference fields.
func (b *HeapBuilder) Type(name string, size int64, references ...string) trace.TypeID {
	return b.add(trace.Type{Name: name, Kind: trace.Instance, Base: size, References: references})
}

// Subtype adds a type that extends super. It has the reference fields of super, followed by the named ones.
func (b *HeapBuilder) Subtype(super trace.TypeID, name string, size int64, references ...string) trace.TypeID {
	all := append(slices.Clone(b.heap.Types[super].References), references...)
	t := b.Type(name, size, all...)
	b.heap.Types[t].Super = super
	return t
}

// ArrayType adds a type of reference arrays, such as "app.Node[]", with a 16-byte header and 4 bytes per element.
func (b *HeapBuilder) ArrayType(name string) trace.TypeID {
	return b.add(trace.Type{Name: name, Kind: trace.ObjectArray, Base: 16, Element: 4})
}

// PrimitiveType adds a type of primitive arrays, such as "byte[]", with a 16-byte header and the given size per element.
func (b *HeapBuilder) PrimitiveType(name string, element int64) trace.TypeID {
	return b.add(trace.Type{Name: name, Kind: trace.PrimitiveArray, Base: 16, Element: element})
}

func (b *HeapBuilder) add(t trace.Type) trace.TypeID {
	t.Super, t.Class, t.Loader = trace.NoType, trace.NoObject, trace.NoObject
	b.heap.Types = append(b.heap.Types, t)
	return trace.TypeID(len(b.heap.Types) - 1)
}

// Object adds an instance of t, or an empty array.
func (b *HeapBuilder) Object(t trace.TypeID) trace.ObjectID { return b.Array(t, 0) }

// Objects adds n consecutive instances of t and returns the first.
func (b *HeapBuilder) Objects(t trace.TypeID, n int) trace.ObjectID {
	first := trace.ObjectID(len(b.refs))
	for range n {
		b.Object(t)
	}
	return first
}

// Array adds an array of t with length elements, all null or zero.
func (b *HeapBuilder) Array(t trace.TypeID, length int) trace.ObjectID {
	if int(t) >= len(b.heap.Types) || length < 0 || length > math.MaxUint32 {
		panic(fmt.Sprintf("tracetest: array of type %d with %d elements", t, length))
	}
	b.types = append(b.types, t)
	b.extents = append(b.extents, uint32(length))
	b.refs = append(b.refs, nil)
	return trace.ObjectID(len(b.refs) - 1)
}

// Class adds the class object of t with the given size in bytes and loader; NoObject for the boot loader. The first call adds the type
// java.lang.Class.
func (b *HeapBuilder) Class(t trace.TypeID, size int, loader trace.ObjectID) trace.ObjectID {
	if b.class == trace.NoType {
		b.class = b.add(trace.Type{Name: "java.lang.Class", Kind: trace.ClassObject})
	}
	o := b.Array(b.class, size)
	b.heap.Types[t].Class, b.heap.Types[t].Loader = o, loader
	if loader != trace.NoObject {
		b.Refer(o, "<loader>", loader)
	}
	return o
}

// Refer makes a slot of from refer to to. A slot is a field of its type, an array element such as "[3]", or a static field of a class
// object, which is added if it is new. A later call for the same slot replaces the reference. Array elements from index 65535 share a slot,
// to which later calls add.
func (b *HeapBuilder) Refer(from trace.ObjectID, slot string, to trace.ObjectID) {
	if int(to) >= len(b.refs) {
		panic(fmt.Sprintf("tracetest: reference to object %d, which does not exist", to))
	}
	s := b.slot(from, slot)
	row := b.refs[from]
	at, found := slices.BinarySearchFunc(row, s, func(r reference, s uint16) int { return int(r.slot) - int(s) })
	if found && s != math.MaxUint16 {
		row[at].to = to
		return
	}
	if found {
		at = len(row)
	}
	b.refs[from] = slices.Insert(row, at, reference{s, to})
}

// Element makes element i of the array from refer to to.
func (b *HeapBuilder) Element(from trace.ObjectID, i int, to trace.ObjectID) {
	b.Refer(from, "["+strconv.Itoa(i)+"]", to)
}

func (b *HeapBuilder) slot(from trace.ObjectID, slot string) uint16 {
	t := &b.heap.Types[b.types[from]]
	switch t.Kind {
	case trace.ObjectArray:
		i, err := strconv.Atoi(strings.Trim(slot, "[]"))
		if err != nil || i < 0 || uint32(i) >= b.extents[from] {
			panic(fmt.Sprintf("tracetest: %s of %d elements has no slot %s", t.Name, b.extents[from], slot))
		}
		return uint16(min(i, math.MaxUint16))
	case trace.ClassObject:
		i := slices.Index(b.static[from], slot)
		if i < 0 {
			i = len(b.static[from])
			b.static[from] = append(b.static[from], slot)
		}
		return uint16(i)
	}
	i := slices.Index(t.References, slot)
	if i < 0 {
		panic(fmt.Sprintf("tracetest: %s has no reference field %s", t.Name, slot))
	}
	return uint16(i)
}

// Root makes o a GC root. detail names its holder, such as a static field.
func (b *HeapBuilder) Root(o trace.ObjectID, kind trace.RootKind, detail string) {
	b.heap.Roots = append(b.heap.Roots, trace.Root{Kind: kind, Object: o, Thread: -1, Frame: -1, Detail: detail})
}

// Thread adds a thread and returns its number. Its java.lang.Thread object becomes a root, unless it is NoObject. Frames are innermost
// first.
func (b *HeapBuilder) Thread(name string, object trace.ObjectID, frames ...string) int32 {
	thread := int32(len(b.heap.Threads))
	b.heap.Threads = append(b.heap.Threads, trace.Thread{Name: name, Object: object, Frames: frames})
	if object != trace.NoObject {
		b.heap.Roots = append(b.heap.Roots, trace.Root{Kind: trace.RootThread, Object: object, Thread: thread, Frame: -1})
	}
	return thread
}

// Local makes o a GC root held by a local variable in a frame of a thread; frame is -1 if unknown.
func (b *HeapBuilder) Local(o trace.ObjectID, thread, frame int32) {
	if frame >= int32(len(b.heap.Threads[thread].Frames)) {
		panic(fmt.Sprintf("tracetest: thread %d has no frame %d", thread, frame))
	}
	b.heap.Roots = append(b.heap.Roots, trace.Root{Kind: trace.RootLocal, Object: o, Thread: thread, Frame: frame})
}

// Heap returns the heap built so far. Later calls of the builder do not change it.
func (b *HeapBuilder) Heap() *trace.Heap {
	h := b.heap
	h.Types = slices.Clone(h.Types)
	h.Threads = slices.Clone(h.Threads)
	h.Roots = slices.Clone(h.Roots)
	h.TypeOf = trace.TypesOf(b.types)
	h.Extent = Extents(b.extents)
	h.StaticNames = make(map[trace.ObjectID][]string, len(b.static))
	for o, names := range b.static {
		h.StaticNames[o] = slices.Clone(names)
	}
	starts, slots := make([]uint32, len(b.refs)+1), []uint16{}
	h.RefTo = nil
	for o, row := range b.refs {
		for _, r := range row {
			h.RefTo = append(h.RefTo, r.to)
			slots = append(slots, r.slot)
		}
		starts[o+1] = uint32(len(h.RefTo))
	}
	h.RefStart, h.RefSlot = trace.RowsOf(starts), trace.SlotsOf(slots)
	if h.Sites != nil {
		h.Sites = slices.Clone(h.Sites)
		h.SiteOf = padded(h.SiteOf, h.Len(), trace.NoSite)
	}
	if h.Spaces != nil {
		h.Spaces = slices.Clone(h.Spaces)
		h.SpaceOf = padded(h.SpaceOf, h.Len(), trace.NoSpace)
	}
	if h.SubsystemOf != nil {
		h.SubsystemOf = padded(h.SubsystemOf, h.Len(), trace.UnknownSubsystem)
	}
	if h.BirthOf != nil {
		h.BirthOf = padded(h.BirthOf, h.Len(), trace.NoBirth)
	}
	if h.Identity != nil {
		h.Identity = padded(h.Identity, h.Len(), 0)
	}
	if h.ThreadOf != nil {
		h.ThreadOf = padded(h.ThreadOf, h.Len(), trace.NoThread)
	}
	if b.values.used() {
		h.Values = trace.NewValues(&h, b.values.clone(&h))
	}
	return &h
}

// Extents returns a column that contains list.
func Extents(list []uint32) trace.Extents {
	c := trace.NewExtents(len(list))
	for o, extent := range list {
		c.Set(trace.ObjectID(o), extent)
	}
	return c
}
