package anttracks

import (
	"memcity/trace"
	"memcity/trace/wire/anttracks"
)

// replay follows the events of a trace. The heap is complete whenever a GC has ended.
type replay struct {
	*objects
	symbols  *anttracks.Symbols
	types    []typeInfo
	known    knownSites
	spaces   spaces
	lanes    map[uint64]*lane // by address of the thread
	lane     *lane            // of the current buffer
	threads  threads
	problems problems

	gc     collection
	ended  uint32 // GCs that have ended, without syncs
	bytes  int64  // of the program's objects
	allocs []trace.Amount
	made   []origin // whose allocs are not 0
	deaths []death
	keeps  bool // whether deaths are stored

	mirrors  map[slot]int32 // class objects: index into Symbols.Mirrors
	mirrored int32
	statics  [][]string // names of static reference fields, by index into Symbols.Mirrors
	heapType []trace.Type
	fields   []fieldOrder // by type

	refs  *references // nil if the trace has none
	after func() error
	err   error // from after
}

// A death is an object that a GC found dead.
type death struct {
	identity uint64
	origin   origin
	extent   uint32
	birth    uint32
}

// lane contains the buffers that a thread allocates from.
type lane struct {
	tlab  lab
	plabs [spaceTypes]lab
	last  slot // whose references further events of the thread may continue
}

// lab is a local allocation buffer: the next address and the end.
type lab struct{ top, end uint64 }

func (l *lab) contains(address uint64) bool { return address >= l.top && address < l.end }

func newReplay(s *anttracks.Symbols) *replay {
	r := &replay{objects: newObjects(), symbols: s, types: typeInfos(s), known: findSites(s), lanes: map[uint64]*lane{},
		mirrors: map[slot]int32{}, keeps: true}
	r.spaces.byIndex = map[uint32]*space{}
	r.heapType = heapTypes(s, r.types)
	r.fields = fieldOrders(r.heapType)
	for i := range s.Mirrors {
		r.statics = append(r.statics, referenceFields(s.Mirrors[i].Fields, true))
	}
	if s.Pointers {
		r.refs = newReferences()
	}
	return r
}

// begin selects the thread of a buffer.
func (r *replay) begin(b *anttracks.Buffer) {
	l, ok := r.lanes[b.Thread]
	if !ok {
		l = &lane{}
		r.lanes[b.Thread] = l
	}
	r.lane = l
}

// event applies an event.
func (r *replay) event(b *anttracks.Buffer, e *anttracks.Event) {
	switch k := e.Kind; {
	case k >= anttracks.AllocVM && k <= anttracks.AllocC2FastType:
		r.allocation(b, e)
	case k >= anttracks.MoveSlow && k <= anttracks.KeepAlive:
		r.move(e)
	case k == anttracks.SyncMoved || k == anttracks.SyncStays:
		r.sync(e)
	case k >= anttracks.MoveSlowRefs && k <= anttracks.OldRefs:
		r.referring(e)
	case k == anttracks.GCStart:
		r.start(e)
	case k == anttracks.GCEnd:
		r.end(e)
	case k >= anttracks.GCInfo && k <= anttracks.SpacesDestroyed:
		r.spaceEvent(e)
	case k == anttracks.ThreadDeath:
		if l, ok := r.lanes[e.Quad(0)]; ok {
			l.tlab = lab{}
		}
	case k == anttracks.TLAB:
		r.lane.tlab = labOf(e)
	case k == anttracks.PLAB:
		l := labOf(e)
		if l.top == l.end { // without an end
			l.end = ^uint64(0)
		}
		if s := r.spaces.of(r.place(l.top)); s.used && s.typ < spaceTypes {
			r.lane.plabs[s.typ] = l
		} else {
			r.problems.add("PLABs are in no space", e, l.top)
		}
	}
}

func labOf(e *anttracks.Event) lab {
	size, address := e.Quad(0), e.Quad(2)
	return lab{address, address + size}
}

func (r *replay) spaceEvent(e *anttracks.Event) {
	switch e.Kind {
	case anttracks.GCInfo:
		if r.gc.running {
			r.gc.collected[e.Payload()] = true
		}
	case anttracks.GCFailed:
		if r.gc.running {
			r.gc.failed[e.Payload()] = true
		}
	case anttracks.SpaceCreated, anttracks.SpaceMoved:
		start, bytes := e.Quad(1), e.Quad(3)
		first := r.place(start)
		end := first + place(min(bytes/wordBytes, 1<<32-1-uint64(first)))
		r.replace(r.spaces.set(e.Word(0), first, end, bytes))
	case anttracks.SpaceUsed:
		s := r.spaces.get(e.Word(0))
		s.typ, s.mode, s.used = uint8(e.First()>>18), uint8(e.First()>>10), true
	case anttracks.SpaceReleased:
		s, ok := r.spaces.byIndex[e.Word(0)]
		if !ok {
			break
		}
		if s.used = false; r.gc.running { // the moves out of it may come later
			r.gc.released[s.index] = true
			break
		}
		r.release(s)
	case anttracks.SpacesDestroyed:
		r.replace(r.spaces.drop(e.Word(0), e.Quad(1)))
	}
}

// replace assigns objects to spaces again.
func (r *replay) replace(list []slot) {
	for _, s := range list {
		if p := r.at[s]; r.origin[s] != 0 && p != 0 {
			x := r.spaces.of(p)
			x.objects = pushed(x.objects, s)
		}
	}
}

// release kills the objects of a space that is free now.
func (r *replay) release(s *space) {
	for _, o := range s.objects {
		if r.origin[o] != 0 && s.contains(r.at[o]) {
			r.kill(o)
		}
	}
	s.objects = nil
}

// allocation adds the object of an event that allocates.
func (r *replay) allocation(b *anttracks.Buffer, e *anttracks.Event) {
	site, length := e.Site(), e.Payload()&0xFF
	if e.Payload()&0x800000 != 0 {
		length = 0
	}
	next := 0 // next word to read
	address, fast := uint64(0), false
	switch e.Kind {
	case anttracks.AllocFast, anttracks.AllocC1Fast, anttracks.AllocC2Fast, anttracks.AllocC2FastType:
		fast = true
	default:
		address, next = e.Quad(0), 2
	}
	typ, typed := r.known.typeOf(site)
	if e.Kind == anttracks.AllocC2FastType {
		typ, typed = r.typeIndex(e.Word(next))
		next++
	}
	if length == 255 && next < e.Words() {
		length = e.Word(next)
		next++
	}
	switch e.Kind {
	case anttracks.AllocOther, anttracks.AllocC1Other, anttracks.AllocC2Other:
		typ, typed = r.typeIndex(e.Word(next))
		next++
	case anttracks.AllocVM:
		if next < e.Words() {
			typ, typed = r.typeIndex(e.Word(next))
			next++
		}
	}
	if !typed {
		r.problems.add("objects have an unknown type", e, address)
		r.lane.tlab = lab{} // its top is unknown now
		return
	}
	t := &r.types[typ]
	extent := uint32(0)
	switch {
	case t.kind == trace.ClassObject && next < e.Words():
		extent = e.Word(next)
	case t.array:
		extent = length
	}
	r.allocate(e, address, fast, originKey{typ: typ, site: r.known.indexPlus(site), thread: r.threads.of(b),
		filler: r.known.isFiller(site, t), subsystem: subsystemOf(e.Kind)}, extent)
}

// allocate adds an object. Fast allocations take the top of the TLAB, and so do others inside of the thread's own TLAB.
func (r *replay) allocate(e *anttracks.Event, address uint64, fast bool, k originKey, extent uint32) {
	size := uint64(r.types[k.typ].size(extent))
	tlab := &r.lane.tlab
	switch {
	case fast:
		if address = tlab.top; address == 0 || size > tlab.end-address {
			r.problems.add("fast allocations do not fit into a TLAB", e, address)
			return
		}
		tlab.top += size
	case tlab.contains(address):
		tlab.top = address + size
	}
	p := r.place(address)
	if p == 0 {
		r.problems.add("objects have an impossible address", e, address)
		return
	}
	s := r.add(r.originFor(k), extent, r.ended)
	if t := &r.types[k.typ]; t.kind == trace.ClassObject {
		r.mirrored++
		r.mirrors[s] = r.mirrored
	}
	r.countAllocation(s)
	if r.gc.running { // by the GC, mostly fillers
		r.to[s] = p
		r.gc.moved = append(r.gc.moved, s)
		return
	}
	if old := r.find(p); old != 0 {
		if !r.origins[r.origin[old]].filler { // a filler may be written again
			r.problems.add("objects are allocated in occupied memory", e, address)
		}
		r.kill(old)
	}
	r.put(s, p)
	x := r.spaces.of(p)
	x.objects = pushed(x.objects, s)
}

// countAllocation counts a new object.
func (r *replay) countAllocation(s slot) {
	n := r.origin[s]
	k := &r.origins[n]
	if k.filler {
		return
	}
	size := r.types[k.typ].size(r.extent[s])
	r.bytes += size
	for int(n) >= len(r.allocs) {
		r.allocs = append(r.allocs, make([]trace.Amount, len(r.origins)-len(r.allocs))...)
	}
	if r.allocs[n].Objects == 0 {
		r.made = append(r.made, n)
	}
	r.allocs[n].Add(trace.Amount{Objects: 1, Bytes: size})
}

// kill removes an object that a GC found dead.
func (r *replay) kill(s slot) {
	n := r.origin[s]
	if k := &r.origins[n]; !k.filler {
		r.bytes -= r.types[k.typ].size(r.extent[s])
		if r.keeps {
			r.deaths = append(r.deaths, death{r.identity(s), n, r.extent[s], r.birth[s]})
		}
		if r.types[k.typ].kind == trace.ClassObject {
			delete(r.mirrors, s)
		}
	}
	if r.refs != nil {
		r.refs.drop(s)
	}
	r.remove(s)
}

func (r *replay) typeIndex(id uint32) (int32, bool) {
	i, ok := r.symbols.TypeIndex(int32(id))
	return int32(i), ok
}
