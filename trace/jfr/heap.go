package jfr

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"memcity/trace"
	"memcity/trace/internal/javaname"
)

// heapOf builds the heap state of a moment. Objects keep their numbers.
type heapOf struct {
	*reader
	*moment
	heap     *trace.Heap
	typeIDs  map[string]trace.TypeID // by name
	types    []trace.TypeID          // by object
	slots    []map[string]uint16     // of the fields, by type
	static   map[trace.ObjectID]map[string]uint16
	threads  map[string]int32 // by name
	lengths  []uint32         // by object
	incoming [][]reference    // by object: its references
}

type reference struct {
	to   trace.ObjectID
	slot uint16
}

// omitted is the type that stands for the objects of a path that the JDK omits. It writes the first and the last hundred of a path.
const omitted = "(omitted objects)"

// heapState returns the heap state of a moment. gcs are the GCs of the recording and zero is its time zero, in ns since 1970.
func (r *reader) heapState(m *moment, gcs []trace.GC, zero int64) *trace.Heap {
	b := &heapOf{reader: r, moment: m, heap: &trace.Heap{Align: r.align, Interval: trace.OfSamples, StaticNames: map[trace.ObjectID][]string{}},
		typeIDs: map[string]trace.TypeID{}, static: map[trace.ObjectID]map[string]uint16{}, threads: map[string]int32{}}
	for i := range m.objects {
		b.object(&m.objects[i])
	}
	for i := range m.objects {
		b.describe(trace.ObjectID(i), &m.objects[i])
	}
	for i := range m.objects {
		b.refer(trace.ObjectID(i), &m.objects[i])
	}
	b.columns()
	b.roots()
	b.histories(gcs, zero)
	return b.heap
}

// typeOf returns the number of the type with a VM name.
func (b *heapOf) typeOf(raw string) trace.TypeID {
	name := typeName(raw)
	t, ok := b.typeIDs[name]
	if !ok {
		t = trace.TypeID(len(b.heap.Types))
		b.typeIDs[name] = t
		b.heap.Types = append(b.heap.Types, b.newType(raw, name))
		b.slots = append(b.slots, map[string]uint16{})
	}
	return t
}

// arrayHeader is the size of the header of an array in bytes, with compressed class pointers.
const arrayHeader = 16

func (b *heapOf) newType(raw, name string) trace.Type {
	t := trace.Type{Name: name, Kind: javaname.Kind(raw), Super: trace.NoType, Class: trace.NoObject, Loader: trace.NoObject}
	switch t.Kind {
	case trace.Instance:
		if size := b.sizes[name]; size != nil {
			t.Base = size.mean()
		}
	case trace.ObjectArray:
		t.Base, t.Element = arrayHeader, b.reference
	case trace.PrimitiveArray:
		t.Base, t.Element = arrayHeader, elementSizes[strings.TrimSuffix(name, "[]")]
	}
	return t
}

var elementSizes = map[string]int64{"boolean": 1, "byte": 1, "char": 2, "short": 2, "int": 4, "float": 4, "long": 8, "double": 8}

// object adds an object.
func (b *heapOf) object(x *object) {
	t := b.typeOf(x.class)
	length := uint32(0)
	if k := b.heap.Types[t].Kind; k == trace.ObjectArray || k == trace.PrimitiveArray {
		length = uint32(max(0, min(x.length, math.MaxUint32)))
	}
	b.types, b.lengths, b.incoming = append(b.types, t), append(b.lengths, length), append(b.incoming, nil)
}

// Starts of the JDK's descriptions of objects.
const (
	ofClass  = "Class Name: "
	ofThread = "Thread Name: "
)

// describe links class objects to their types and adds threads.
func (b *heapOf) describe(o trace.ObjectID, x *object) {
	if name, ok := strings.CutPrefix(x.text, ofClass); ok && b.heap.Types[b.types[o]].Kind == trace.ClassObject {
		if t := &b.heap.Types[b.typeOf(name)]; t.Class == trace.NoObject {
			t.Class = o
		}
	}
	if name, ok := strings.CutPrefix(x.text, ofThread); ok {
		if n := b.thread(name); b.heap.Threads[n].Object == trace.NoObject {
			b.heap.Threads[n].Object = o
		}
	}
}

// thread returns the number of the thread with the given name.
func (b *heapOf) thread(name string) int32 {
	n, ok := b.threads[name]
	if !ok {
		n = int32(len(b.heap.Threads))
		b.threads[name] = n
		b.heap.Threads = append(b.heap.Threads, trace.Thread{Name: name, Object: trace.NoObject})
	}
	return n
}

// refer adds the reference that leads to an object.
func (b *heapOf) refer(o trace.ObjectID, x *object) {
	if x.referrer < 0 {
		return
	}
	from := trace.ObjectID(x.referrer)
	if x.skipped > 0 {
		between := trace.ObjectID(len(b.types))
		b.object(&object{class: omitted})
		b.add(between, o, "?")
		o = between
	}
	switch t := b.types[from]; {
	case b.heap.Types[t].Kind == trace.ObjectArray:
		b.incoming[from] = append(b.incoming[from], reference{o, uint16(min(x.index, math.MaxUint16))})
	case b.heap.Types[t].Kind == trace.ClassObject && !x.static:
		b.add(from, o, "<"+cmp.Or(x.field, "?")+">")
	default:
		b.add(from, o, cmp.Or(x.field, "?"))
	}
}

// add adds a reference in a field. Of more than 65535 fields of a type, which no program has, the rest share the last.
func (b *heapOf) add(from, to trace.ObjectID, field string) {
	t := b.types[from]
	isClass := b.heap.Types[t].Kind == trace.ClassObject
	slots := b.slots[t]
	if isClass {
		if b.static[from] == nil {
			b.static[from] = map[string]uint16{}
		}
		slots = b.static[from]
	}
	slot, ok := slots[field]
	if !ok {
		slot = uint16(min(len(slots), math.MaxUint16))
		slots[field] = slot
		if isClass {
			b.heap.StaticNames[from] = append(b.heap.StaticNames[from], field)
		} else {
			b.heap.Types[t].References = append(b.heap.Types[t].References, field)
		}
	}
	b.incoming[from] = append(b.incoming[from], reference{to, slot})
}

// columns sets the columns of the heap state from the lists.
func (b *heapOf) columns() {
	h, n := b.heap, len(b.types)
	h.TypeOf, h.Extent = trace.TypesOf(b.types), trace.NewExtents(n)
	starts, slots := make([]uint32, n+1), []uint16{}
	for o, row := range b.incoming {
		h.Extent.Set(trace.ObjectID(o), b.lengths[o])
		slices.SortFunc(row, func(x, y reference) int { return cmp.Or(cmp.Compare(x.slot, y.slot), cmp.Compare(x.to, y.to)) })
		for _, r := range row {
			h.RefTo, slots = append(h.RefTo, r.to), append(slots, r.slot)
		}
		starts[o+1] = uint32(len(h.RefTo))
	}
	h.RefStart, h.RefSlot = trace.RowsOf(starts), trace.SlotsOf(slots)
}

// noPath is the detail of the GC root of an object without a recorded path.
const noPath = "path not recorded"

// roots adds the GC roots: of each sample, that of the object at which its path starts.
func (b *heapOf) roots() {
	type key struct {
		object trace.ObjectID
		root   int32
	}
	known, starts := map[key]bool{}, b.starts()
	for _, s := range b.moment.samples {
		k := key{trace.ObjectID(starts[s.object]), s.root}
		if !known[k] {
			known[k] = true
			b.heap.Roots = append(b.heap.Roots, b.root(k.object, s.root))
		}
	}
	for _, x := range b.moment.objects { // the virtual machine clears both fields when a thread ends
		if !strings.HasSuffix(x.field, "hreadLocals") || x.referrer < 0 || known[key{trace.ObjectID(x.referrer), -1}] {
			continue
		}
		if name, ok := strings.CutPrefix(b.moment.objects[x.referrer].text, ofThread); ok {
			o := trace.ObjectID(x.referrer)
			known[key{o, -1}] = true
			b.heap.Roots = append(b.heap.Roots, trace.Root{Kind: trace.RootThread, Object: o, Thread: b.thread(name), Frame: -1})
		}
	}
}

// starts returns, for each object, the object at which its path starts. On a cycle, it is one of the cycle's objects.
func (b *heapOf) starts() []int32 {
	const unknown, current = -1, -2
	starts := make([]int32, len(b.moment.objects))
	for i := range starts {
		starts[i] = unknown
	}
	var path []int32
	for i := range starts {
		o := int32(i)
		path = path[:0]
		for starts[o] == unknown {
			starts[o] = current
			path = append(path, o)
			if next := b.moment.objects[o].referrer; next >= 0 {
				o = next
			}
		}
		start := starts[o]
		if start == current {
			start = o
		}
		for _, p := range path {
			starts[p] = start
		}
	}
	return starts
}

// Kinds of GC roots, by the JDK's names of its systems and of types of roots.
var (
	rootSystems = map[string]trace.RootKind{"Threads": trace.RootNativeStack, "Object Monitors": trace.RootMonitor, "Object Synchronizer": trace.RootMonitor,
		"Class Loader Data": trace.RootClass, "System Dictionary": trace.RootClass, "String Table": trace.RootInterned, "Universe": trace.RootVMInternal,
		"Global JNI Handles": trace.RootJNIGlobal, "VM Global": trace.RootVMInternal, "Management": trace.RootVMInternal, "Code Cache": trace.RootVMInternal,
		"JVMTI": trace.RootDebugger}
	rootTypes = map[string]trace.RootKind{"Stack Variable": trace.RootLocal, "Local JNI Handle": trace.RootJNILocal, "Global JNI Handle": trace.RootJNIGlobal}
)

// root returns a GC root of an object.
func (b *heapOf) root(o trace.ObjectID, number int32) trace.Root {
	r := trace.Root{Object: o, Thread: -1, Frame: -1, Detail: noPath}
	if number < 0 {
		return r
	}
	from := &b.moment.roots[number]
	r.Detail = ""
	switch kind, ok := rootTypes[from.kind]; {
	case ok:
		r.Kind = kind
	default:
		r.Kind = rootSystems[from.system]
	}
	if name, ok := strings.CutPrefix(from.text, ofThread); ok {
		r.Thread = b.thread(name)
	} else if r.Kind == trace.RootUnknown {
		r.Detail = trace.ClipName(strings.TrimSpace(from.system + " " + from.text))
	}
	return r
}

// histories sets the allocation sites, threads and births of the samples.
func (b *heapOf) histories(gcs []trace.GC, zero int64) {
	h, n := b.heap, len(b.types)
	h.SiteOf, h.ThreadOf, h.BirthOf = make([]trace.SiteID, n), make([]int32, n), make([]uint32, n)
	for o := range n {
		h.SiteOf[o], h.ThreadOf[o], h.BirthOf[o] = trace.NoSite, trace.NoThread, trace.NoBirth
	}
	h.GCs = endedBy(gcs, time.Duration(b.at-zero))
	h.Sites = []trace.Site{}
	sites := map[trace.SiteID]trace.SiteID{}
	for _, s := range b.moment.samples {
		h.BirthOf[s.object] = min(h.GCs, endedBy(gcs, time.Duration(s.allocated-zero)))
		if s.thread != trace.NoThread {
			h.ThreadOf[s.object] = b.thread(b.living.threads[s.thread])
		}
		if s.site == trace.NoSite {
			continue
		}
		site, ok := sites[s.site]
		if !ok {
			site = trace.SiteID(len(h.Sites))
			sites[s.site] = site
			h.Sites = append(h.Sites, b.living.sites[s.site])
		}
		h.SiteOf[s.object] = site
	}
}

// endedBy returns the number of GCs that had ended at a time, as counted by their numbers. gcs must be ordered by end.
func endedBy(gcs []trace.GC, at time.Duration) uint32 {
	n, _ := slices.BinarySearchFunc(gcs, at, func(g trace.GC, at time.Duration) int {
		if g.End <= at {
			return -1
		}
		return 1
	})
	switch {
	case n > 0:
		return gcs[n-1].Number
	case len(gcs) > 0:
		return gcs[0].Number - 1
	}
	return 0
}
