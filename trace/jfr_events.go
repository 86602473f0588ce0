package trace

import (
	"math"
	"slices"
	"strings"
	"time"

	"memcity/trace/wire/jfr"
)

// flightEvents takes the events of one chunk.
type flightEvents struct {
	*flightReader
	chunk *jfr.Chunk
	file  File
	last  *jfr.Type
	visit func(*jfr.Object)
	slots flightSlots

	sites   map[*[]jfr.Frame]SiteID
	types   map[jfr.Ref]TypeID
	threads map[jfr.Ref]int32
}

func (e *flightEvents) begin() {
	e.sites, e.types, e.threads = map[*[]jfr.Frame]SiteID{}, map[jfr.Ref]TypeID{}, map[jfr.Ref]int32{}
}

// flightSlots are the fields of the type whose events are being read; -1 where it has none.
type flightSlots struct {
	start, duration, gc, name, cause, pauses int
	when, used, committed                    int
	class, thread, trace                     int
	weight, size, tlab, objects, bytes       int
}

func (s *flightSlots) find(t *jfr.Type) {
	*s = flightSlots{t.Slot("startTime"), t.Slot("duration"), t.Slot("gcId"), t.Slot("name"), t.Slot("cause"), t.Slot("sumOfPauses"),
		t.Slot("when"), t.Slot("heapUsed"), t.Slot("heapSpace.committedSize"),
		t.Slot("objectClass"), t.Slot("eventThread"), t.Slot("stackTrace"),
		t.Slot("weight"), t.Slot("allocationSize"), t.Slot("tlabSize"), t.Slot("count"), t.Slot("totalSize")}
}

// span is the time of an event.
func (e *flightEvents) span(o *jfr.Object) flightSpan {
	start := e.chunk.Unix(o.Int(e.slots.start))
	return flightSpan{start, start + max(0, e.chunk.Nanos(o.Int(e.slots.duration)))}
}

func (e *flightEvents) ofGC(o *jfr.Object) *flightGC {
	id := o.Int(e.slots.gc)
	if e.gcs[id] == nil {
		e.gcs[id] = &flightGC{}
	}
	return e.gcs[id]
}

func (e *flightEvents) gc(o *jfr.Object) {
	g := e.ofGC(o)
	g.told, g.flightSpan = true, e.span(o)
	g.kind, g.cause = o.Text(e.slots.name), o.Text(e.slots.cause)
	g.pause = max(0, e.chunk.Nanos(o.Int(e.slots.pauses)))
}

func (e *flightEvents) summary(o *jfr.Object) {
	g := e.ofGC(o)
	used := max(0, o.Int(e.slots.used))
	if strings.HasPrefix(o.Text(e.slots.when), "Before") {
		g.before = used
	} else {
		g.after, g.capacity = used, max(0, o.Int(e.slots.committed))
	}
}

// phase takes a pause, for recordings that have no events of whole GCs.
func (e *flightEvents) phase(o *jfr.Object) {
	g, s := e.ofGC(o), e.span(o)
	g.pauses += s.end - s.start
	if g.told {
		return
	}
	if g.start == 0 || s.start < g.start {
		g.start = s.start
	}
	g.end = max(g.end, s.end)
}

func (e *flightEvents) stall(o *jfr.Object) { e.stalls = append(e.stalls, e.span(o)) }

func (e *flightEvents) sample(o *jfr.Object) {
	e.samples = push(e.samples, e.allocated(o, max(0, o.Int(e.slots.weight)), 0))
}

func (e *flightEvents) inTLAB(o *jfr.Object) {
	e.exact = push(e.exact, e.allocated(o, max(0, o.Int(e.slots.tlab)), max(0, o.Int(e.slots.size))))
}

func (e *flightEvents) outsideTLAB(o *jfr.Object) {
	size := max(0, o.Int(e.slots.size))
	e.exact = push(e.exact, e.allocated(o, size, size))
}

// push appends to what may become long: it doubles, where append copies more often.
func push(all []Sample, s Sample) []Sample {
	if len(all) == cap(all) {
		all = slices.Grow(all, max(1024, len(all)))
	}
	return append(all, s)
}

func (e *flightEvents) allocated(o *jfr.Object, bytes, size int64) Sample {
	s := Sample{At: e.chunk.Unix(o.Int(e.slots.start)), Bytes: bytes, Size: size, Site: NoSite, Thread: NoThread}
	class := o.Ref(e.slots.class)
	t, ok := e.types[class]
	if !ok {
		t = e.dictionary.typeOf(o.ClassName(e.slots.class))
		e.types[class] = t
	}
	s.Type = t
	thread := o.Ref(e.slots.thread)
	n, ok := e.threads[thread]
	if !ok {
		n = e.dictionary.thread(o.ThreadName(e.slots.thread))
		e.threads[thread] = n
	}
	s.Thread = n
	if frames := o.Trace(e.slots.trace); frames != nil {
		site, ok := e.sites[frames]
		if !ok {
			site = e.dictionary.site(*frames)
			e.sites[frames] = site
		}
		s.Site = site
	}
	return s
}

// old takes the size of an object that lived for some time.
func (e *flightEvents) old(o *jfr.Object) {
	var object jfr.Object
	size := o.Int(o.Type.Slot("objectSize"))
	if size <= 0 || !e.chunk.Constant(o.Ref(o.Type.Slot("object")), &object) {
		return
	}
	name := JavaName(object.ClassName(object.Type.Slot("type")))
	if e.sizes[name] == nil {
		e.sizes[name] = &meanSize{}
	}
	e.sizes[name].add(size, 1)
}

func (e *flightEvents) count(o *jfr.Object)      { e.countInto(e.counts, o) }
func (e *flightEvents) countAfter(o *jfr.Object) { e.countInto(e.after, o) }

func (e *flightEvents) countInto(all map[int64]*flightCounts, o *jfr.Object) {
	raw := o.ClassName(e.slots.class)
	objects, bytes := o.Int(e.slots.objects), o.Int(e.slots.bytes)
	if raw == "" || objects < 0 || bytes < 0 {
		return
	}
	id := o.Int(e.slots.gc)
	c := all[id]
	if c == nil {
		c = &flightCounts{at: e.span(o).start, source: e.file.Base()}
		all[id] = c
	}
	name := JavaName(raw)
	for i := range c.counts {
		if n := &c.counts[i]; n.Name == name && n.Objects < math.MaxInt64-objects && n.Bytes < math.MaxInt64-bytes { // of another loader
			n.Objects += objects
			n.Bytes += bytes
			return
		}
	}
	c.counts = append(c.counts, TypeCount{Name: name, Kind: kindOfName(raw), Objects: objects, Bytes: bytes})
}

// allocations makes the allocations of a recording. Those in TLABs tell sizes: where there are some, samples say nothing
// more.
func (r *flightReader) allocations(rec *Run, since func(int64) time.Duration) {
	all := r.exact
	if len(all) == 0 {
		all = r.samples
	}
	if len(all) == 0 {
		return
	}
	sizes := make([]meanSize, len(r.dictionary.types))
	for i := range all {
		all[i].At = int64(since(all[i].At))
		sizes[all[i].Type].add(all[i].Size, 1)
	}
	for name, size := range r.sizes {
		if t, ok := r.dictionary.typeIDs[name]; ok {
			sizes[t].bytes += size.bytes
			sizes[t].objects += size.objects
		}
	}
	for _, p := range rec.Points {
		for _, c := range p.Counts {
			if t, ok := r.dictionary.typeIDs[c.Name]; ok {
				sizes[t].add(c.Bytes, c.Objects)
			}
		}
	}
	known := 0
	for i := range all {
		s := &all[i]
		switch {
		case s.Size == 0:
			s.Size = sizes[s.Type].mean()
			fallthrough
		default:
			if s.Size > 0 {
				known++
			}
		}
	}
	if known < len(all) {
		rec.Warnings = append(rec.Warnings, Warning{Source: rec.Name,
			Text: "samples of allocations tell bytes: where the size of a type is not known, the number of objects is that of the samples"})
	}
	d := &r.dictionary
	rec.AddAllocations(all, d.types, d.sites, d.threads)
}

// meanSize is the mean size of the objects of a type.
type meanSize struct{ bytes, objects float64 }

func (m *meanSize) add(bytes, objects int64) {
	if bytes > 0 && objects > 0 {
		m.bytes += float64(bytes)
		m.objects += float64(objects)
	}
}

func (m *meanSize) mean() int64 {
	if m.objects == 0 {
		return 0
	}
	return int64(m.bytes / m.objects)
}
