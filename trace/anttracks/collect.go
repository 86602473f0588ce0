package anttracks

import (
	"memcity/trace"
	"memcity/trace/wire/anttracks"
)

// Types of GCs. A sync writes the whole heap, so that a rotated file can be read alone.
const (
	minorGC = iota
	majorGC
	majorSync
	minorSync
)

// collection is the current or the last GC.
type collection struct {
	running   bool
	typ       uint8 // of the start event; the end of a sync has another
	id        uint32
	cause     uint8
	flags     uint8
	base      uint64 // of relative addresses
	began     uint64 // ms since the start of the VM
	finished  uint64
	before    int64 // bytes of the program's objects
	collected map[uint32]bool
	failed    map[uint32]bool // spaces whose unmoved objects stay in place
	released  map[uint32]bool
	moved     []slot // placed by this GC
	full      bool   // the old generation was collected too
}

// all reports whether the GC placed every live object.
func (c *collection) all() bool { return c.typ != minorGC }

// sync reports whether this is no GC of the program.
func (c *collection) sync() bool { return c.typ >= majorSync }

func (r *replay) start(e *anttracks.Event) {
	if r.gc.running {
		r.problems.add("GCs begin inside of others", e, 0)
		r.finish()
	}
	p := e.Payload()
	r.gc = collection{running: true, typ: uint8(p>>16) & 3, cause: uint8(p >> 8), flags: uint8(p), id: e.Word(0), began: e.Quad(1),
		base: e.Quad(3), before: r.bytes, collected: map[uint32]bool{}, failed: map[uint32]bool{}, released: map[uint32]bool{},
		moved: r.gc.moved[:0]}
	if r.refs != nil {
		r.refs.young = r.refs.young[:0]
	}
	r.forgetLabs()
}

func (r *replay) forgetLabs() {
	for _, l := range r.lanes {
		*l = lane{}
	}
}

func (r *replay) end(e *anttracks.Event) {
	if !r.gc.running || r.gc.id != e.Word(0) {
		r.problems.add("GCs end that did not begin", e, 0)
		if !r.gc.running {
			return
		}
	}
	p := e.Payload()
	r.gc.finished = e.Quad(1)
	r.gc.cause, r.gc.flags = uint8(p>>8), uint8(p)
	if t := uint8(p>>16) & 3; r.gc.typ == minorGC && t == majorGC {
		r.gc.typ = t
	}
	if r.gc.sync() { // objects that it shows to be dead are reported with the next GC
		r.finish()
		return
	}
	r.ended++
	r.finish()
	if r.after != nil && r.err == nil {
		r.err = r.after()
	}
	r.deaths = r.deaths[:0]
}

// finish applies the moves of a GC.
func (r *replay) finish() {
	if r.refs != nil && !r.gc.all() {
		r.refs.arrayParts(r)
	}
	if r.gc.all() {
		r.gc.full = true
		r.placeAll()
	} else {
		r.gc.full = r.symbols.Fragments && r.gc.collected[cmsOld]
		r.placeMoved()
	}
	if r.refs != nil {
		r.refs.settle(r)
	}
	r.gc.moved, r.gc.running = r.gc.moved[:0], false
	r.forgetLabs()
}

// cmsOld is the index of the old generation of CMS.
const cmsOld = 4

// placeAll removes all objects that were not moved, and gives the others their new place.
func (r *replay) placeAll() {
	for s := range r.at[1:] {
		if s := slot(s + 1); r.origin[s] != 0 && r.to[s] == 0 {
			r.kill(s)
		}
	}
	r.index.reset()
	for _, x := range r.spaces.byIndex {
		x.objects = nil
	}
	r.spaces.outside.objects = nil
	for s := range r.at {
		if r.origin[s] != 0 {
			r.arrive(slot(s))
		}
	}
}

// placeMoved removes the objects of collected spaces that were not moved, and gives the moved ones their new place.
func (r *replay) placeMoved() {
	for index := range r.gc.released {
		r.gc.collected[index] = true
	}
	for index := range r.gc.collected {
		x, ok := r.spaces.byIndex[index]
		if !ok {
			continue
		}
		kept := x.objects[:0]
		for _, s := range x.objects {
			switch {
			case r.origin[s] == 0 || r.to[s] != 0 || !x.contains(r.at[s]):
			case r.gc.failed[index]:
				kept = append(kept, s)
			default:
				r.kill(s)
			}
		}
		x.objects = kept
	}
	for _, s := range r.gc.moved {
		r.lift(s)
	}
	for _, s := range r.gc.moved {
		if old := r.find(r.to[s]); old != 0 { // an object that failed to move, replaced by a filler
			r.kill(old)
		}
		r.arrive(s)
	}
}

// arrive puts an object at the place that the GC gave it.
func (r *replay) arrive(s slot) {
	p := r.to[s]
	r.to[s] = 0
	if r.gc.all() {
		if r.index.find(r.at, p) != 0 {
			r.at[s] = 0
			r.problems.note("objects are moved to occupied memory", "end of a GC")
			r.kill(s)
			return
		}
		r.at[s] = 0
	}
	r.put(s, p)
	x := r.spaces.of(p)
	x.objects = pushed(x.objects, s)
}

// moveTo notes where the GC moved an object, and returns it; 0 if there is no object.
func (r *replay) moveTo(e *anttracks.Event, from, to uint64) slot {
	s, p := r.find(r.place(from)), r.place(to)
	switch {
	case !r.gc.running:
		r.problems.add("objects move without a GC", e, from)
		return 0
	case s == 0 || p == 0:
		r.problems.add("unknown objects move", e, from)
		return 0
	case r.to[s] != 0:
		r.problems.add("objects move twice", e, from)
		return 0
	}
	r.to[s] = p
	r.gc.moved = append(r.gc.moved, s)
	return s
}

// moveSlow moves an object to a given address. With G1, the first object of a PLAB arrives so, and takes its top.
func (r *replay) moveSlow(e *anttracks.Event, from, to uint64) slot {
	s := r.moveTo(e, from, to)
	if s == 0 {
		return 0
	}
	for _, kind := range []int{survivorSpace, oldSpace} {
		if l := &r.lane.plabs[kind]; l.contains(to) {
			l.top = to + uint64(r.sizeOf(s))
		}
	}
	return s
}

// moveFast moves an object to the top of the thread's PLAB.
func (r *replay) moveFast(e *anttracks.Event, from uint64) slot {
	kind := e.First() >> 24 & 3
	s := r.find(r.place(from))
	if kind >= spaceTypes || r.lane.plabs[kind].top == 0 || s == 0 {
		r.problems.add("unknown objects move", e, from)
		return 0
	}
	l := &r.lane.plabs[kind]
	to := l.top
	l.top += uint64(r.sizeOf(s))
	return r.moveTo(e, from, to)
}

func (r *replay) relative(words uint32) uint64 { return r.gc.base + wordBytes*uint64(words) }

func (r *replay) move(e *anttracks.Event) {
	switch e.Kind {
	case anttracks.MoveSlow:
		r.moveSlow(e, e.Quad(0), e.Quad(2))
	case anttracks.MoveFastWide:
		r.moveFast(e, e.Quad(0))
	case anttracks.MoveFast:
		r.moveFast(e, r.relative(e.Word(0)))
	case anttracks.MoveFastNarrow:
		r.moveFast(e, r.relative(e.Payload()>>2))
	case anttracks.KeepAlive:
		r.moveTo(e, e.Quad(0), e.Quad(0))
	case anttracks.MoveRegion:
		from, to := e.Quad(0), e.Quad(2)
		for range e.Payload() {
			s := r.moveTo(e, from, to)
			if s == 0 {
				break
			}
			size := uint64(r.sizeOf(s))
			if r.symbols.Fragments && r.spaces.of(r.at[s]).index == cmsOld { // chunks of CMS have three words or more
				size = max(size, 3*wordBytes)
			}
			from, to = from+size, to+size
		}
	}
}

// sync places an object at the start of a rotated file. An object that the files before did not contain gets an unknown birth.
func (r *replay) sync(e *anttracks.Event) {
	typ, ok := r.typeIndex(e.Word(0))
	from, next := e.Quad(1), 3
	to := from
	if e.Kind == anttracks.SyncMoved {
		to, next = e.Quad(3), 5
	}
	p := r.place(to)
	if !ok || p == 0 || !r.gc.running {
		r.problems.add("objects at the start of a file are unknown", e, from)
		return
	}
	if s := r.find(r.place(from)); s != 0 && r.origins[r.origin[s]].typ == typ && r.to[s] == 0 {
		r.to[s] = p
		r.gc.moved = append(r.gc.moved, s)
		return
	}
	t, extent := &r.types[typ], uint32(0)
	if next < e.Words() {
		extent = e.Word(next)
	}
	site := e.Site()
	s := r.add(r.originFor(originKey{typ: typ, site: r.known.indexPlus(site), thread: trace.NoThread, filler: r.known.isFiller(site, t)}),
		extent, trace.NoBirth)
	if k := &r.origins[r.origin[s]]; !k.filler {
		r.bytes += r.sizeOf(s)
	}
	r.to[s] = p
	r.gc.moved = append(r.gc.moved, s)
}

// sizeOf returns the size of an object in bytes.
func (r *replay) sizeOf(s slot) int64 { return r.types[r.origins[r.origin[s]].typ].size(r.extent[s]) }
