package jfr

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"memcity/trace"
	"memcity/trace/internal/events"
	"memcity/trace/internal/input"
	"memcity/trace/wire/jfr"
)

// Sniff reports whether head, the first bytes of a file, is the start of a flight recording.
func Sniff(head []byte) bool { return jfr.Sniff(head) }

// Open returns a recording of the chunks of flight recordings. It has GC points only if there are events with counts by type; the JDK
// counts types with at least 0.5 % of the heap. Unreadable chunks become warnings if at least one is readable. Otherwise the error is a
// *[trace.InputError] about the first, or the context's.
func Open(ctx context.Context, files []trace.File, progress trace.Progress) (*events.Run, error) {
	rec := &trace.Recording{Format: "flight recording", Names: trace.NewNames(), Knows: trace.KnowsTimes}
	chunks, contents, first := listChunks(ctx, files, rec)
	for _, c := range contents {
		defer c.Close()
	}
	b := newReader()
	for i, c := range chunks {
		progress.Report(int64(i), int64(len(chunks)), "reading "+c.file.Base())
		chunk, err := jfr.ReadChunk(ctx, c.content, c.Header)
		if err == nil {
			err = b.read(ctx, chunk, c.file)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			fault := faultOf(err, c.file)
			first = cmp.Or(first, fault)
			input.Warn(rec, fault, "the chunk was skipped")
			continue
		}
		for _, f := range chunk.Faults {
			input.Warn(rec, faultOf(f, c.file), "only the readable part is shown")
		}
		if chunk.Damaged > 0 {
			rec.Warnings = append(rec.Warnings,
				trace.Warning{Source: c.file.Base(), Text: fmt.Sprintf("%d damaged events were skipped", chunk.Damaged)})
		}
		if n := len(rec.Files); n == 0 || rec.Files[n-1] != c.file.Base() {
			rec.Files = append(rec.Files, c.file.Base())
		}
	}
	if len(rec.Files) == 0 {
		return nil, cmp.Or(first, &trace.InputError{Source: files[0].Name, Offset: -1, Text: "the flight recording has no chunks"})
	}
	run, err := b.finish(rec)
	if err != nil {
		return nil, &trace.InputError{Source: files[0].Name, Offset: -1, Text: err.Error()}
	}
	return run, nil
}

func faultOf(err error, f trace.File) *trace.InputError {
	var fault jfr.Fault
	if errors.As(err, &fault) {
		return &trace.InputError{Source: f.Name, Offset: fault.Offset, Text: fault.Text}
	}
	return input.Error(err, f.Name)
}

// fileChunk is a chunk of a file.
type fileChunk struct {
	jfr.Header
	file    trace.File
	content trace.Content
}

// listChunks returns the chunks of files in order of time. A chunk that is in several files, because a running recording was written
// repeatedly, is listed once.
func listChunks(ctx context.Context, files []trace.File, rec *trace.Recording) (chunks []fileChunk, contents []trace.Content,
	first *trace.InputError) {
	fault := func(err error, f trace.File, outcome string) {
		e := faultOf(err, f)
		first = cmp.Or(first, e)
		input.Warn(rec, e, outcome)
	}
	for _, f := range files {
		if ctx.Err() != nil {
			return nil, contents, nil
		}
		content, err := f.Open()
		if err != nil {
			fault(err, f, "skipped")
			continue
		}
		contents = append(contents, content)
		headers, err := jfr.Headers(content, f.Size)
		if err != nil {
			fault(err, f, "only the chunks before it are shown")
		}
		for _, h := range headers {
			chunks = append(chunks, fileChunk{h, f, content})
		}
	}
	slices.SortStableFunc(chunks, func(a, b fileChunk) int {
		return cmp.Or(cmp.Compare(a.StartUnix, b.StartUnix), cmp.Compare(b.Size, a.Size))
	})
	chunks = slices.CompactFunc(chunks, func(a, b fileChunk) bool { return a.StartUnix == b.StartUnix && a.Major == b.Major })
	return chunks, contents, first
}

// reader collects the data of chunks. Times are in ns since 1970.
type reader struct {
	started  int64 // start of the program, in ms since 1970
	vm       string
	from, to int64 // start and end of the recording

	gcs    map[int64]*collection
	stops  []unixStop
	stalls []unixSpan
	counts map[int64]*counts // by GC
	after  map[int64]*counts // counts taken after a GC, by GC

	sizes      map[string]*meanSize // by type, from samples of old objects
	samples    []events.Sample      // from ObjectAllocationSample
	exact      []events.Sample      // allocations in new TLABs and outside TLABs
	live       []*moment            // sampled objects that were alive
	dictionary dictionary           // of allocations
	living     dictionary           // of objects that were alive

	reference int64 // size of a reference, in bytes
	align     int64 // of objects, in bytes
}

type unixSpan struct{ start, end int64 }

type collection struct {
	unixSpan
	reported                bool // there was an event for the whole GC
	pause, pauses           int64
	kind, cause             string
	before, after, capacity int64
	summed                  int64 // time at which after was measured; 0 if unknown
}

type counts struct {
	at     int64
	source string
	counts []trace.TypeCount
	named  map[string]int // last index in counts by type name
}

func newReader() *reader {
	return &reader{gcs: map[int64]*collection{}, counts: map[int64]*counts{}, after: map[int64]*counts{},
		sizes: map[string]*meanSize{}, dictionary: newDictionary(), living: newDictionary(), reference: 4, align: 8}
}

// read processes the events of a chunk. It returns an error if the chunk is from another run of the program.
func (r *reader) read(ctx context.Context, c *jfr.Chunk, f trace.File) error {
	if err := r.machine(ctx, c); err != nil {
		return err
	}
	e := &eventTaker{reader: r, chunk: c, file: f}
	names := []string{"jdk.GarbageCollection", "jdk.GCHeapSummary", "jdk.GCPhasePause", "jdk.ExecuteVMOperation", "jdk.ZAllocationStall",
		"jdk.ObjectAllocationSample", "jdk.ObjectAllocationInNewTLAB", "jdk.ObjectAllocationOutsideTLAB", "jdk.ObjectCount",
		"jdk.ObjectCountAfterGC", "jdk.OldObjectSample", "profiler.LiveObject", "jdk.GCHeapConfiguration"}
	visits := []func(*jfr.Object){e.gc, e.summary, e.phase, e.operation, e.stall, e.sample, e.inTLAB, e.outsideTLAB, e.count, e.countAfter,
		e.old, e.liveObject, e.configuration}
	var types []*jfr.Type
	visit := map[*jfr.Type]func(*jfr.Object){}
	for i, name := range names {
		if t := c.Type(name); t != nil {
			types = append(types, t)
			visit[t] = visits[i]
		}
	}
	e.begin()
	err := c.Events(ctx, types, func(o *jfr.Object) {
		if o.Type != e.last {
			e.last, e.visit = o.Type, visit[o.Type]
			e.slots.find(o.Type)
		}
		e.visit(o)
	})
	if r.from == 0 || c.StartUnix < r.from {
		r.from = c.StartUnix
	}
	r.to = max(r.to, c.StartUnix+c.Duration)
	return err
}

// machine reads the start time and version of the recorded JVM. It returns an error for a chunk of another run.
func (r *reader) machine(ctx context.Context, c *jfr.Chunk) error {
	t := c.Type("jdk.JVMInformation")
	var fault error
	err := c.Events(ctx, []*jfr.Type{t}, func(o *jfr.Object) {
		started := o.Int(t.Slot("jvmStartTime"))
		switch {
		case started <= 0 || started > maxUnixMillis:
		case r.started == 0:
			r.started = started
			r.vm, _, _ = strings.Cut(o.Text(t.Slot("jvmVersion")), " for ")
		case started-r.started > sameStart || r.started-started > sameStart:
			fault = jfr.Fault{Offset: c.Offset, Text: "it belongs to another run of the program"}
		}
	})
	return cmp.Or(err, fault)
}

// sameStart is the largest difference in ms between reported start times of the same program, which computes the time only once.
const sameStart = 50

// maxUnixMillis is the year 2200 in ms since 1970.
const maxUnixMillis = 7_258_118_400_000

// finish completes the recording. Time zero is the start of the program, or of the recording if the former is unknown.
func (r *reader) finish(rec *trace.Recording) (*events.Run, error) {
	zero := r.started * int64(time.Millisecond)
	if r.started == 0 {
		zero = r.from - r.from%int64(time.Millisecond)
	}
	rec.StartUnix = zero / int64(time.Millisecond)
	since := func(unix int64) time.Duration { return time.Duration(max(0, unix-zero)) }
	run := &events.Run{Recording: rec,
		Log: &events.Log{Span: events.Span{Start: since(r.from), End: since(r.to)}, Timed: true, FromStart: r.started != 0}}
	rec.Name = input.Series(rec.Files[0], len(rec.Files))
	if r.vm != "" {
		rec.Recorded = &trace.WriterInfo{VM: r.vm}
	}
	for id, g := range r.gcs {
		if gc, ok := g.gc(id, since); ok {
			rec.GCs = append(rec.GCs, gc)
		}
	}
	slices.SortFunc(rec.GCs, func(a, b trace.GC) int { return cmp.Or(cmp.Compare(a.End, b.End), cmp.Compare(a.Number, b.Number)) })
	var stalls []events.Span
	for _, s := range r.stalls {
		stalls = append(stalls, events.Span{Start: since(s.start), End: since(s.end)})
	}
	events.AddStalls(rec.GCs, stalls)
	rec.Stops = r.stopsOf(rec.GCs, since)
	r.points(rec, since)
	r.samplePoints(rec, since)
	slices.SortStableFunc(rec.Points, func(a, b trace.Point) int { return cmp.Compare(a.Time, b.Time) })
	events.NumberGCs(rec)
	r.allocations(run, since)
	if len(rec.GCs) == 0 && len(rec.Points) == 0 && rec.Life == nil {
		return nil, errors.New("the flight recording has no events for GCs, allocations, object counts or object samples")
	}
	return run, nil
}

// gc returns a GC. ok is false if it did not end during the recording, or ended before it began.
func (g *collection) gc(id int64, since func(int64) time.Duration) (trace.GC, bool) {
	if g.start == 0 || id < 0 || id >= 1<<32-1 {
		return trace.GC{}, false
	}
	gc := trace.GC{Number: uint32(id) + 1, Start: since(g.start), End: since(g.end), Pause: time.Duration(g.pauses), Cause: g.cause,
		Kind: g.kind, Before: g.before, After: g.after, Capacity: g.capacity}
	if gc.End < gc.Start {
		return trace.GC{}, false
	}
	if g.reported {
		gc.Pause = time.Duration(g.pause)
		// The pauses of other GCs add up to their whole duration.
		gc.Concurrent = gc.Pause < (gc.End-gc.Start)*9/10
	}
	return gc, true
}

// points creates GC points from the counts.
func (r *reader) points(rec *trace.Recording, since func(int64) time.Duration) {
	for id, c := range r.after {
		r.counts[id] = c
	}
	for id, c := range r.counts {
		p := trace.Point{Time: trace.Millis(since(c.at).Milliseconds()), Source: c.source, Counts: c.counts}
		if id >= 0 && id < 1<<32-1 {
			p.GC = uint32(id) + 1
		}
		slices.SortStableFunc(p.Counts, func(a, b trace.TypeCount) int {
			return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.Name, b.Name))
		})
		rec.Points = append(rec.Points, p)
	}
	slices.SortFunc(rec.Points, func(a, b trace.Point) int { return cmp.Or(cmp.Compare(a.Time, b.Time), cmp.Compare(a.GC, b.GC)) })
	if len(rec.Points) > 0 {
		rec.Warnings = append(rec.Warnings, trace.Warning{Source: rec.Name,
			Text: "flight recordings count only types with at least 0.5 % of the heap; smaller types are missing"})
	}
}
