package jfr

import (
	"math"
	"slices"
	"strings"
	"time"

	"memcity/trace"
	"memcity/trace/internal/events"
	"memcity/trace/internal/javaname"
	"memcity/trace/wire/jfr"
)

// eventTaker processes the events of a chunk.
type eventTaker struct {
	*reader
	chunk *jfr.Chunk
	file  trace.File
	last  *jfr.Type
	visit func(*jfr.Object)
	slots slots

	types   map[jfr.Ref]trace.TypeID
	named   naming // of allocations
	alive   naming // of objects that were alive
	moments map[momentKey]*moment
}

// naming numbers the sites and threads of events.
type naming struct {
	*dictionary
	sites   map[*[]jfr.Frame]trace.SiteID
	threads map[jfr.Ref]int32
}

func newNaming(d *dictionary) naming {
	return naming{d, map[*[]jfr.Frame]trace.SiteID{}, map[jfr.Ref]int32{}}
}

func (e *eventTaker) begin() {
	e.types, e.moments = map[jfr.Ref]trace.TypeID{}, map[momentKey]*moment{}
	e.named, e.alive = newNaming(&e.dictionary), newNaming(&e.living)
}

// slots are the fields of the type whose events are being read; -1 for missing fields.
type slots struct {
	start, duration, gc, name, cause, pauses int
	when, used, committed                    int
	class, thread, trace                     int
	weight, size, tlab, objects, bytes       int
	operation, safepoint                     int
}

func (s *slots) find(t *jfr.Type) {
	*s = slots{t.Slot("startTime"), t.Slot("duration"), t.Slot("gcId"), t.Slot("name"), t.Slot("cause"), t.Slot("sumOfPauses"),
		t.Slot("when"), t.Slot("heapUsed"), t.Slot("heapSpace.committedSize"),
		t.Slot("objectClass"), t.Slot("eventThread"), t.Slot("stackTrace"),
		t.Slot("weight"), t.Slot("allocationSize"), t.Slot("tlabSize"), t.Slot("count"), t.Slot("totalSize"),
		t.Slot("operation"), t.Slot("safepoint")}
}

// span returns the period of an event.
func (e *eventTaker) span(o *jfr.Object) unixSpan {
	start := e.chunk.Unix(o.Int(e.slots.start))
	return unixSpan{start, start + max(0, e.chunk.Nanos(o.Int(e.slots.duration)))}
}

func (e *eventTaker) ofGC(o *jfr.Object) *collection {
	id := o.Int(e.slots.gc)
	if e.gcs[id] == nil {
		e.gcs[id] = &collection{}
	}
	return e.gcs[id]
}

func (e *eventTaker) gc(o *jfr.Object) {
	g := e.ofGC(o)
	g.reported, g.unixSpan = true, e.span(o)
	g.kind, g.cause = o.Text(e.slots.name), o.Text(e.slots.cause)
	g.pause = max(0, e.chunk.Nanos(o.Int(e.slots.pauses)))
}

func (e *eventTaker) summary(o *jfr.Object) {
	g := e.ofGC(o)
	used := max(0, o.Int(e.slots.used))
	if strings.HasPrefix(o.Text(e.slots.when), "Before") {
		g.before = used
	} else {
		g.after, g.capacity = used, max(0, o.Int(e.slots.committed))
		g.summed = e.span(o).start
	}
}

// phase adds a pause, for recordings without events of whole GCs.
func (e *eventTaker) phase(o *jfr.Object) {
	g, s := e.ofGC(o), e.span(o)
	g.pauses += s.end - s.start
	e.stops = append(e.stops, unixStop{s, o.Int(e.slots.gc), o.Text(e.slots.name)})
	if g.reported {
		return
	}
	if g.start == 0 || s.start < g.start {
		g.start = s.start
	}
	g.end = max(g.end, s.end)
}

func (e *eventTaker) stall(o *jfr.Object) { e.stalls = append(e.stalls, e.span(o)) }

func (e *eventTaker) sample(o *jfr.Object) {
	e.samples = push(e.samples, e.allocated(o, max(0, o.Int(e.slots.weight)), 0))
}

func (e *eventTaker) inTLAB(o *jfr.Object) {
	e.exact = push(e.exact, e.allocated(o, max(0, o.Int(e.slots.tlab)), max(0, o.Int(e.slots.size))))
}

func (e *eventTaker) outsideTLAB(o *jfr.Object) {
	size := max(0, o.Int(e.slots.size))
	e.exact = push(e.exact, e.allocated(o, size, size))
}

// push appends to a list that may become long. It doubles the capacity, whereas append would copy more often.
func push(all []events.Sample, s events.Sample) []events.Sample {
	if len(all) == cap(all) {
		all = slices.Grow(all, max(1024, len(all)))
	}
	return append(all, s)
}

func (e *eventTaker) allocated(o *jfr.Object, bytes, size int64) events.Sample {
	class := o.Ref(e.slots.class)
	t, ok := e.types[class]
	if !ok {
		t = e.dictionary.typeOf(o.ClassName(e.slots.class))
		e.types[class] = t
	}
	return events.Sample{At: e.chunk.Unix(o.Int(e.slots.start)), Bytes: bytes, Size: size, Type: t, Site: e.named.siteOf(o, &e.slots),
		Thread: e.named.threadOf(o, &e.slots)}
}

// threadOf returns the number of the thread of an event; [trace.NoThread] if unknown.
func (n *naming) threadOf(o *jfr.Object, s *slots) int32 {
	thread := o.Ref(s.thread)
	number, ok := n.threads[thread]
	if !ok {
		number = n.thread(o.ThreadName(s.thread))
		n.threads[thread] = number
	}
	return number
}

// siteOf returns the number of the stack trace of an event; [trace.NoSite] if unknown.
func (n *naming) siteOf(o *jfr.Object, s *slots) trace.SiteID {
	frames := o.Trace(s.trace)
	if frames == nil {
		return trace.NoSite
	}
	site, ok := n.sites[frames]
	if !ok {
		site = n.site(*frames)
		n.sites[frames] = site
	}
	return site
}

func (e *eventTaker) count(o *jfr.Object)      { e.countInto(e.counts, o) }
func (e *eventTaker) countAfter(o *jfr.Object) { e.countInto(e.after, o) }

func (e *eventTaker) countInto(all map[int64]*counts, o *jfr.Object) {
	raw := o.ClassName(e.slots.class)
	objects, bytes := o.Int(e.slots.objects), o.Int(e.slots.bytes)
	if raw == "" || objects < 0 || bytes < 0 {
		return
	}
	id := o.Int(e.slots.gc)
	c := all[id]
	if c == nil {
		c = &counts{at: e.span(o).start, source: e.file.Base(), named: map[string]int{}}
		all[id] = c
	}
	name := javaname.Of(raw)
	if i, ok := c.named[name]; ok {
		if n := &c.counts[i]; n.Objects < math.MaxInt64-objects && n.Bytes < math.MaxInt64-bytes { // the same type name from another loader
			n.Objects += objects
			n.Bytes += bytes
			return
		}
	}
	c.named[name] = len(c.counts)
	c.counts = append(c.counts, trace.TypeCount{Name: name, Kind: javaname.Kind(raw), Objects: objects, Bytes: bytes})
}

// allocations sets the allocations of a recording. Allocations in TLABs include sizes; if there are any, samples are not used.
func (r *reader) allocations(rec *events.Run, since func(int64) time.Duration) {
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
		rec.Warnings = append(rec.Warnings, trace.Warning{Source: rec.Name,
			Text: "allocation samples give only bytes; for types of unknown size, the number of objects is the number of samples"})
	}
	d := &r.dictionary
	rec.AddAllocations(all, d.types, d.sites, d.threads)
}

// meanSize computes the mean size of a type's objects.
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
