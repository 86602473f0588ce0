package collect

import (
	"cmp"
	"math"
	"slices"

	"memcity/trace"
)

// heapBuilder builds a heap from a walk.
type heapBuilder struct {
	*collector
	w       *walk
	heap    *trace.Heap
	byName  map[string]int32 // threads of the heap, by name
	byOwner map[uint32]int32 // threads of the heap, by the slot of the thread object
	byPlace map[uint32]int32 // threads of the heap, by name number +1
	frames  [][]place        // of each thread of the heap
	virtual []uint32         // slots of virtual thread objects
	unknown trace.TypeID     // type of objects whose class is unknown; NoType if there are none
}

// buildHeap builds the heap state. Objects are sorted by identity.
func (c *collector) buildHeap(w *walk) *trace.Heap {
	b := &heapBuilder{collector: c, w: w, byName: map[string]int32{},
		byOwner: map[uint32]int32{}, byPlace: map[uint32]int32{}, unknown: trace.NoType}
	slices.SortFunc(w.seen, func(x, y uint32) int { return cmp.Compare(c.find(x).identity, c.find(y).identity) })
	n := len(w.seen)
	b.heap = &trace.Heap{Extent: trace.NewExtents(n), Identity: make([]uint64, n), BirthOf: make([]uint32, n), GCs: w.info.GC, Align: c.hello.layout.align,
		SiteOf: make([]trace.SiteID, n), ThreadOf: make([]int32, n), StaticNames: map[trace.ObjectID][]string{}}
	b.columns()
	b.classes()
	b.threads()
	b.addMissing()
	b.references()
	b.roots()
	b.places()
	b.heap.Types, b.heap.Sites = c.names.types, c.names.sites
	for _, s := range w.seen {
		c.find(s).index = 0
	}
	return b.heap
}

// object returns the object in a slot; NoObject if it is not in the heap state.
func (b *heapBuilder) object(s uint32) trace.ObjectID {
	if o := b.find(s); o != nil && o.index != 0 {
		return trace.ObjectID(o.index - 1)
	}
	return trace.NoObject
}

// columns numbers the objects and fills all columns except the references.
func (b *heapBuilder) columns() {
	h := b.heap
	types := make([]trace.TypeID, len(b.w.seen))
	for i, s := range b.w.seen {
		o := b.find(s)
		o.index = uint32(i + 1)
		h.Identity[i] = o.identity
		h.BirthOf[i] = o.birth - 1 // wraps to NoBirth
		types[i] = b.typeOf(o)
		if t := &b.names.types[types[i]]; t.Kind != trace.Instance || t.Element > 0 {
			h.Extent.Set(trace.ObjectID(i), o.extent)
		}
	}
	h.TypeOf = trace.TypesOf(types)
}

func (b *heapBuilder) typeOf(o *slot) trace.TypeID {
	if o.class != 0 {
		if id := b.names.typeOf(o.class-1, int64(o.extent)); id != trace.NoType {
			return id
		}
	}
	if b.unknown == trace.NoType {
		b.unknown = trace.TypeID(len(b.names.types))
		b.names.types = appended(b.names.types, trace.Type{Name: "?", Super: trace.NoType, Class: trace.NoObject, Loader: trace.NoObject})
	}
	return b.unknown
}

// classes links types and class objects.
func (b *heapBuilder) classes() {
	for i := range b.names.types {
		t := &b.names.types[i]
		t.Class, t.Loader = trace.NoObject, trace.NoObject
	}
	for number, k := range b.names.classes {
		if k == nil {
			continue
		}
		o := b.object(k.slot)
		if o == trace.NoObject {
			continue
		}
		id := b.names.typeOf(uint32(number), 0)
		t := &b.names.types[id]
		t.Class, t.Loader = o, b.object(k.loader)
		b.names.nameStatics(k)
		b.heap.StaticNames[o] = k.names
	}
}

// threads adds the threads that were live at the walk.
func (b *heapBuilder) threads() {
	for _, s := range b.w.stacks {
		t := trace.Thread{Name: s.name, Object: b.object(s.thread)}
		n := int32(len(b.heap.Threads))
		b.byOwner[s.thread] = n
		if _, ok := b.byName[s.name]; !ok {
			b.byName[s.name] = n
		}
		b.heap.Threads = append(b.heap.Threads, t)
		b.frames = append(b.frames, s.places)
	}
	b.virtualThreads()
	b.correctFrames()
	texts := map[place]string{} // cached, because pool threads share their frames
	for i, places := range b.frames {
		for _, p := range places {
			text, ok := texts[p]
			if !ok {
				text = b.names.frame(p).String()
				texts[p] = text
			}
			b.heap.Threads[i].Frames = append(b.heap.Threads[i].Frames, text)
		}
	}
}

// virtualThreads adds the virtual threads whose local variables the walk reported. The VM does not list virtual threads, so they only get
// the frames of these variables.
func (b *heapBuilder) virtualThreads() {
	for i := range b.w.roots {
		r := &b.w.roots[i]
		if _, known := b.byOwner[r.thread]; known || r.thread == 0 || r.kind != rootStackLocal && r.kind != rootJNILocal {
			continue
		}
		if o := b.object(r.thread); o != trace.NoObject {
			b.byOwner[r.thread] = int32(len(b.heap.Threads))
			b.heap.Threads = append(b.heap.Threads, trace.Thread{Name: trace.UnnamedVirtual, Object: o})
			b.frames = append(b.frames, nil)
			b.virtual = append(b.virtual, r.thread)
		}
	}
}

// addMissing adds references that the VM does not report: from classes to their super class java.lang.Object, and from array classes to the
// loader, signers and protection domain of their elements.
func (b *heapBuilder) addMissing() {
	w := b.w
	has := map[uint32]bool{} // slots of class objects whose super class was reported
	type parts struct{ loader, signers, domain uint32 }
	of := map[uint32]parts{}
	for i, r := range w.runs {
		if _, ok := b.names.bySlot[r.from]; !ok {
			continue
		}
		for j := r.start; j < w.end(i); j++ {
			p := of[r.from]
			switch w.keys[j] {
			case refSuper:
				has[r.from] = true
			case refLoader:
				p.loader = w.to[j]
			case refSigners:
				p.signers = w.to[j]
			case refDomain:
				p.domain = w.to[j]
			}
			of[r.from] = p
		}
	}
	object := b.names.class(uint32(max(0, b.names.object)))
	if object == nil {
		return
	}
	add := func(from uint32, key uint32, to uint32) {
		if to != 0 {
			w.runs = append(w.runs, run{from, uint32(len(w.keys))})
			w.keys, w.to = append(w.keys, key), append(w.to, to)
		}
	}
	elements := b.elements()
	for number, k := range b.names.classes {
		if k == nil || k.slot == 0 || k == object || has[k.slot] {
			continue
		}
		super := object
		if named := b.names.super(k); named != nil {
			super = named
		}
		add(k.slot, refSuper, super.slot)
		if of[k.slot].loader == 0 {
			add(k.slot, refLoader, k.loader)
		}
		if e := elements[uint32(number)]; e != nil {
			p := of[e.slot]
			add(k.slot, refSigners, p.signers)
			add(k.slot, refDomain, p.domain)
		}
	}
}

// elements returns, by number of each array class, the class of its innermost elements.
func (b *heapBuilder) elements() map[uint32]*class {
	type key struct {
		signature string
		loader    uint32
	}
	bySignature := map[key]*class{}
	for _, k := range b.names.classes {
		if k != nil && !k.isArray() {
			bySignature[key{k.signature, k.loader}] = k
		}
	}
	elements := map[uint32]*class{}
	for number, k := range b.names.classes {
		if k != nil && k.isArray() {
			elements[uint32(number)] = bySignature[key{innermost(k.signature), k.loader}]
		}
	}
	return elements
}

// end returns the end of the references of run i.
func (w *walk) end(i int) uint32 {
	if i+1 < len(w.runs) {
		return w.runs[i+1].start
	}
	return uint32(len(w.keys))
}

// noKey marks references to leave out.
const noKey = math.MaxUint32

// references builds the rows of references. It first converts keys to slots and counts the references of each object, then puts them in
// place.
func (b *heapBuilder) references() {
	h, w := b.heap, b.w
	starts := make([]uint32, h.Len()+1)
	for i, r := range w.runs {
		from := b.object(r.from)
		if from == trace.NoObject {
			continue
		}
		slotOf := b.slotOf(from, r.from)
		for j := r.start; j < w.end(i); j++ {
			w.keys[j] = slotOf(w.keys[j])
			if w.keys[j] != noKey && b.object(w.to[j]) == trace.NoObject {
				w.keys[j] = noKey
			}
			if w.keys[j] != noKey {
				starts[from+1]++
			}
		}
	}
	for o := range h.Len() {
		starts[o+1] += starts[o]
	}
	total := starts[h.Len()]
	slots := make([]uint16, total)
	h.RefTo = make([]trace.ObjectID, total)
	next := slices.Clone(starts)
	for i, r := range w.runs {
		from := b.object(r.from)
		if from == trace.NoObject {
			continue
		}
		for j := r.start; j < w.end(i); j++ {
			if w.keys[j] != noKey {
				at := next[from]
				next[from]++
				h.RefTo[at], slots[at] = b.object(w.to[j]), uint16(w.keys[j])
			}
		}
	}
	for o := range h.Len() {
		sortRow(h.RefTo[starts[o]:starts[o+1]], slots[starts[o]:starts[o+1]])
	}
	h.RefStart, h.RefSlot = trace.RowsOf(starts), trace.SlotsOf(slots)
}

// sortRow sorts the references of an object by slot. They are nearly always sorted already.
func sortRow(to []trace.ObjectID, slots []uint16) {
	if slices.IsSorted(slots) {
		return
	}
	type reference struct {
		to   trace.ObjectID
		slot uint16
	}
	row := make([]reference, len(to))
	for i := range row {
		row[i] = reference{to[i], slots[i]}
	}
	slices.SortStableFunc(row, func(a, b reference) int { return cmp.Compare(a.slot, b.slot) })
	for i := range row {
		to[i], slots[i] = row[i].to, row[i].slot
	}
}

// slotOf returns a function that converts the keys of an object's references to slots.
func (b *heapBuilder) slotOf(o trace.ObjectID, s uint32) func(uint32) uint32 {
	switch b.names.types[b.heap.TypeOf.At(o)].Kind {
	case trace.ObjectArray:
		return func(key uint32) uint32 { return min(key, math.MaxUint16) }
	case trace.ClassObject:
		return b.classSlots(o, s)
	}
	k := b.names.class(b.find(s).class - 1)
	if k == nil {
		return func(uint32) uint32 { return noKey }
	}
	if !k.linked { // such as objects from the VM's archive, whose field names have not been described yet
		return func(key uint32) uint32 { return min(key, noSlot-1) }
	}
	return k.fieldSlot
}

// fieldSlot returns the slot of the field with the given JVMTI index.
func (c *class) fieldSlot(index uint32) uint32 {
	if i := int64(index) - int64(c.interfaces); i >= 0 && i < int64(len(c.slots)) && c.slots[i] != noSlot {
		return uint32(c.slots[i])
	}
	return noKey
}

// classSlots is slotOf for class objects. A class object without a type, such as int.class, has only the fields of java.lang.Class.
func (b *heapBuilder) classSlots(o trace.ObjectID, s uint32) func(uint32) uint32 {
	if number, ok := b.names.bySlot[s]; ok {
		statics := b.names.classes[number].statics
		return func(key uint32) uint32 {
			if slot, ok := statics[key]; ok {
				return uint32(slot)
			}
			return noKey
		}
	}
	own := b.names.ownClass
	if own == nil {
		return func(uint32) uint32 { return noKey }
	}
	b.heap.StaticNames[o] = b.names.types[b.heap.TypeOf.At(o)].References
	return func(key uint32) uint32 {
		if key&15 != refField {
			return noKey
		}
		return own.fieldSlot(key >> 4)
	}
}
