package native

import (
	"cmp"
	"math"
	"slices"

	"memcity/trace"
	"memcity/trace/wire/memcity"
)

// stateWriter writes a heap state.
type stateWriter struct {
	*Writer
	heap    *trace.Heap
	state   uint64
	types   []uint64 // numbers in the file, by TypeID
	sites   []uint64 // numbers in the file +1, by SiteID
	threads []uint64 // numbers in the file, by index into heap.Threads
	spaces  []uint64 // numbers in the file, by SpaceID

	block *memcity.Table // current block of objects
	row   []uint64       // references of one object
	order []uint32       // its references, sorted by slot
}

// number determines the numbers of types, sites, threads and spaces in the file.
func (s *stateWriter) number() {
	h, d := s.heap, s.dict
	s.types = d.typesOf(h)
	s.sites = d.sitesOf(h.Sites, &d.heapSites)
	names := make([]string, len(h.Threads))
	for i := range names {
		names[i] = h.Threads[i].Name
	}
	s.threads = d.threadsOf(names)
	t := memcity.NewTable(memcity.Info)
	s.libraries(t)
	for _, name := range h.Spaces {
		n, ok := d.spaces[name]
		if !ok {
			n = uint64(len(d.spaces))
			d.spaces[name] = n
			putText(t, infoName, infoSpace)
			putText(t, infoText, name)
			t.Rows++
		}
		s.spaces = append(s.spaces, n)
	}
	if t.Rows > 0 {
		s.write(t)
	}
}

// libraries adds the names of libraries that the file does not have yet. Anonymous recordings have none.
func (s *stateWriter) libraries(t *memcity.Table) {
	for _, name := range s.heap.Libraries {
		if s.dict.anonymous == nil && !s.dict.libraries[name] {
			s.dict.libraries[name] = true
			putText(t, infoName, infoLibrary)
			putText(t, infoText, name)
			t.Rows++
		}
	}
}

// plusOne returns o + 1, or 0 for NoObject.
func plusOne(o trace.ObjectID) uint64 {
	if o == trace.NoObject {
		return 0
	}
	return uint64(o) + 1
}

func (s *stateWriter) classes() {
	t := memcity.NewTable(memcity.Classes, s.state)
	for i := range s.heap.Types {
		if k := &s.heap.Types[i]; k.Class != trace.NoObject || k.Loader != trace.NoObject {
			put(t, classesType, s.types[i])
			put(t, classesObject, plusOne(k.Class))
			put(t, classesLoader, plusOne(k.Loader))
			t.Rows++
		}
	}
	s.inPieces(t)
}

func (s *stateWriter) stacks() {
	t := memcity.NewTable(memcity.Stacks, s.state)
	t.Rows = len(s.heap.Threads)
	for i := range s.heap.Threads {
		k := &s.heap.Threads[i]
		put(t, stacksThread, s.threads[i]+1)
		putText(t, stacksName, s.dict.anonymous.thread(k.Name))
		put(t, stacksObject, plusOne(k.Object))
		putTexts(t, stacksFrames, s.dict.anonymous.stack(k.Frames))
	}
	s.inPieces(t)
}

func (s *stateWriter) roots() {
	t := memcity.NewTable(memcity.Roots, s.state)
	for i := range s.heap.Roots {
		r := &s.heap.Roots[i]
		if int(r.Object) >= s.heap.Len() {
			continue
		}
		put(t, rootsKind, uint64(r.Kind))
		put(t, rootsObject, uint64(r.Object))
		put(t, rootsStack, uint64(max(0, r.Thread+1)))
		put(t, rootsFrame, uint64(max(0, r.Frame+1)))
		putText(t, rootsDetail, s.dict.anonymous.detail(r))
		if t.Rows++; t.Rows == chunkRows {
			s.write(t)
			emptyTable(t)
		}
	}
	s.inPieces(t)
}

// objects writes the objects in blocks.
func (s *stateWriter) objects() {
	h := s.heap
	s.block = memcity.NewTable(memcity.Objects, s.state)
	for first := 0; first < h.Len() && s.err == nil; {
		to, slots := first, 0
		for to < h.Len() && to-first < chunkObjects && slots < chunkSlots {
			slots += s.slots(trace.ObjectID(to))
			to++
		}
		s.writeBlock(first, to)
		first = to
	}
}

// slots estimates the number of slots in the row of an object. It is exact except for two references in one slot and for slots of 65535 and
// more.
func (s *stateWriter) slots(o trace.ObjectID) int {
	from, to := s.heap.RefStart.Row(o)
	if from == to {
		return 0
	}
	return max(int(to-from), int(s.heap.RefSlot.At(to-1))+1)
}

func (s *stateWriter) writeBlock(first, to int) {
	h, t := s.heap, s.block
	emptyTable(t)
	t.Head[objectsFirst], t.Rows = uint64(first), to-first
	t.Head[objectsReferenced] = uint64(h.RefStart.At(trace.ObjectID(to))-h.RefStart.At(trace.ObjectID(first))) + 1
	types, extents := &t.Columns[objectsType], &t.Columns[objectsExtent]
	for o := first; o < to; o++ {
		types.Numbers = append(types.Numbers, s.types[h.TypeOf.At(trace.ObjectID(o))])
		extents.Numbers = append(extents.Numbers, uint64(h.Extent.At(trace.ObjectID(o))))
	}
	if h.Identity != nil {
		c := &t.Columns[objectsIdentity]
		c.Numbers = append(c.Numbers, h.Identity[first:to]...)
	}
	if h.BirthOf != nil {
		for _, birth := range h.BirthOf[first:to] {
			put(t, objectsBirth, uint64(birth+1)) // wraps to 0 for NoBirth
		}
	}
	s.places(t, first, to)
	var more []moreReferences
	c := &t.Columns[objectsReferences]
	c.Start = append(c.Start, 0)
	for o := first; o < to; o++ {
		row := s.references(trace.ObjectID(o))
		if len(row) > chunkSlots {
			more = append(more, moreReferences{trace.ObjectID(o), slices.Clone(row[chunkSlots:])})
			row = row[:chunkSlots]
		}
		c.Numbers = append(c.Numbers, row...)
		c.Start = append(c.Start, uint32(len(c.Numbers)))
	}
	s.write(t)
	for _, m := range more {
		s.writeMore(m)
	}
}

// places fills the columns of sites, threads, spaces and subsystems.
func (s *stateWriter) places(t *memcity.Table, first, to int) {
	h := s.heap
	if h.SiteOf != nil {
		for _, site := range h.SiteOf[first:to] {
			number := uint64(0)
			if int(site) < len(s.sites) {
				number = s.sites[site]
			}
			put(t, objectsSite, number)
		}
	}
	if s.knows.Has(trace.KnowsThreads) && (h.ThreadOf != nil || h.SiteOf != nil) {
		for o := first; o < to; o++ {
			number := uint64(0)
			if thread := h.AllocatingThread(trace.ObjectID(o)); thread >= 0 && int(thread) < len(s.threads) {
				number = s.threads[thread] + 1
			}
			put(t, objectsThread, number)
		}
	}
	if h.SpaceOf != nil {
		for _, space := range h.SpaceOf[first:to] {
			number := uint64(0)
			if int(space) < len(s.spaces) {
				number = s.spaces[space] + 1
			}
			put(t, objectsSpace, number)
		}
	}
	if h.SubsystemOf != nil {
		for _, subsystem := range h.SubsystemOf[first:to] {
			put(t, objectsSubsystem, uint64(subsystem))
		}
	}
}

// moreReferences contains references that do not fit into an object's row.
type moreReferences struct {
	object trace.ObjectID
	values []uint64
}

func (s *stateWriter) writeMore(m moreReferences) {
	slot := uint64(chunkSlots)
	for values := range slices.Chunk(m.values, chunkSlots) {
		t := memcity.NewTable(memcity.References, s.state, uint64(m.object), slot)
		t.Rows = len(values)
		t.Columns[0].Numbers = values
		s.write(t)
		slot += uint64(len(values))
	}
}

// references returns the references of o in file form, by slot. The slice is valid until the next call.
func (s *stateWriter) references(o trace.ObjectID) []uint64 {
	h := s.heap
	from, to := h.RefStart.Row(o)
	row := s.row[:0]
	add := func(i uint32) {
		for slot := int(h.RefSlot.At(i)); len(row) < slot; {
			row = append(row, refNull)
		}
		row = append(row, refFirst+zigzag(int64(h.RefTo[i])-int64(o)))
	}
	s.order = s.order[:0]
	for i := from; i < to; i++ {
		s.order = append(s.order, i)
	}
	bySlot := func(a, b uint32) int { return cmp.Compare(h.RefSlot.At(a), h.RefSlot.At(b)) }
	if !slices.IsSortedFunc(s.order, bySlot) {
		slices.SortStableFunc(s.order, bySlot)
	}
	for _, i := range s.order {
		add(i)
	}
	s.row = row
	return row
}

// Allocations writes the allocations since the previous call, in order of time. Rows contain indices into the other arguments, which are
// handled as in [Writer.State].
func (w *Writer) Allocations(types []trace.Type, sites []trace.Site, threads []string, rows []trace.Allocation) error {
	l := w.life(types, sites, threads)
	w.know(trace.KnowsAllocations)
	var t *memcity.Table
	for i := range rows {
		a := &rows[i]
		head := []uint64{uint64(a.After), uint64(a.Until), bit(a.Estimated)}
		if t == nil || t.Rows == chunkRows || !slices.Equal(t.Head, head) {
			if t != nil {
				w.write(t)
			}
			t = memcity.NewTable(memcity.Allocations, head...)
		}
		if int(a.Type) >= len(l.types) {
			continue
		}
		put(t, allocationsType, l.types[a.Type])
		put(t, allocationsSite, l.site(a.Site))
		put(t, allocationsThread, l.thread(a.Thread))
		put(t, allocationsObjects, uint64(max(0, a.Objects)))
		put(t, allocationsBytes, uint64(max(0, a.Bytes)))
		t.Rows++
	}
	if t != nil {
		w.write(t)
	}
	return w.err
}

// Deaths writes the objects found dead since the previous call in order of time. Arguments are as in [Writer.Allocations].
func (w *Writer) Deaths(types []trace.Type, sites []trace.Site, threads []string, rows []trace.Death) error {
	l := w.life(types, sites, threads)
	w.know(trace.KnowsDeaths)
	var t *memcity.Table
	for i := range rows {
		d := &rows[i]
		if t == nil || t.Rows == chunkRows || t.Head[deathsGC] != uint64(d.GC) {
			if t != nil {
				w.write(t)
			}
			t = memcity.NewTable(memcity.Deaths, uint64(d.GC))
		}
		if int(d.Type) >= len(l.types) {
			continue
		}
		put(t, deathsIdentity, d.Identity)
		put(t, deathsType, l.types[d.Type])
		put(t, deathsBytes, uint64(max(0, d.Bytes)))
		put(t, deathsSite, l.site(d.Site))
		put(t, deathsThread, l.thread(d.Thread))
		put(t, deathsBirth, uint64(d.Birth+1)) // wraps to 0 for NoBirth
		t.Rows++
	}
	if t != nil {
		w.write(t)
	}
	return w.err
}

// lifeNumbers contains the numbers in the file of the arguments of a call about lives.
type lifeNumbers struct{ types, sites, threads []uint64 }

func (w *Writer) life(types []trace.Type, sites []trace.Site, threads []string) lifeNumbers {
	d := w.dict
	l := lifeNumbers{d.lifeTypesOf(types, &d.lifeTypes), d.lifeSitesOf(sites), d.threadsOf(threads)}
	w.learn()
	return l
}

func (l *lifeNumbers) site(site trace.SiteID) uint64 {
	if int64(site) >= min(int64(len(l.sites)), math.MaxUint32) {
		return 0
	}
	return l.sites[site]
}

func (l *lifeNumbers) thread(thread int32) uint64 {
	if thread < 0 || int(thread) >= len(l.threads) {
		return 0
	}
	return l.threads[thread] + 1
}
