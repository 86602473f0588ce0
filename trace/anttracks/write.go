package anttracks

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/native"
	"memcity/trace/wire/anttracks"
)

const (
	// maxRows is the number of objects stored over all heap states. After a half of it, every other GC point has counts by type only, after
	// three quarters only every fourth has objects, and so on.
	maxRows = 100_000_000
	// maxDeaths is the number of deaths stored. With more, a recording has only the allocations.
	maxDeaths = 50_000_000
)

// errDeaths ends a conversion with too many deaths.
var errDeaths = errors.New("too many deaths")

// writer stores the results of the replay as a native trace.
type writer struct {
	*native.Writer
	*replay
	ctx     context.Context
	sites   []trace.Site
	stored  *input.Pieces
	rows    int64 // objects stored
	total   int64 // deaths
	every   int   // GC points per point with objects
	counted int   // GC points since the last one with objects
}

// convert replays the run into a native trace in memory.
func (r *run) convert(ctx context.Context, s *anttracks.Symbols, progress trace.Progress) (trace.File, []trace.Warning, error) {
	file, warnings, err := r.tryConvert(ctx, s, progress, true)
	if errors.Is(err, errDeaths) {
		file, warnings, err = r.tryConvert(ctx, s, progress, false)
	}
	return file, warnings, err
}

func (r *run) tryConvert(ctx context.Context, s *anttracks.Symbols, progress trace.Progress, deaths bool) (trace.File, []trace.Warning, error) {
	lines, warnings := r.linesOf(ctx)
	sites := heapSites(s, lines)
	lines.Close()
	stored := &input.Pieces{Plain: math.MaxInt64} // the chunks are compressed already
	to := &sink{stored: stored}
	out, err := native.NewWriter(to, trace.WriterInfo{VM: "AntTracks VM", Tool: "AntTracks", Mode: "exact", Source: formatOf(s),
		Knows: trace.KnowsTimes})
	if err != nil {
		return trace.File{}, nil, err
	}
	w := &writer{Writer: out, replay: newReplay(s), ctx: ctx, sites: sites, stored: stored, every: 1}
	w.replay.keeps = deaths
	w.replay.after = w.afterGC
	warnings = append(warnings, warnFaults(r.symbols.Base(), &s.Faults)...)
	found, err := w.replayAll(r, s, progress)
	if err == nil && len(w.made) > 0 && w.ended > 0 {
		w.writeAllocations(w.ended, w.threads.nameAll())
	}
	if err = cmp.Or(err, out.Close(), to.Close()); err != nil {
		return trace.File{}, nil, err
	}
	return stored.File(r.traces[0].Name), append(warnings, append(found, w.warnings(r)...)...), nil
}

// sink appends written bytes to a file in memory.
type sink struct {
	stored *input.Pieces
	last   bytes.Buffer // end of the file, less than sinkSize
}

// sinkSize is the number of bytes that are stored together.
const sinkSize = 256 << 10

// Write implements io.Writer.
func (s *sink) Write(b []byte) (int, error) {
	s.last.Write(b)
	for s.last.Len() >= sinkSize {
		if _, err := s.stored.ReadFrom(io.LimitReader(&s.last, sinkSize)); err != nil {
			return 0, err
		}
	}
	return len(b), nil
}

// Close stores the rest.
func (s *sink) Close() error {
	_, err := s.stored.ReadFrom(&s.last)
	return err
}

// replayAll replays the files in the order of their numbers.
func (w *writer) replayAll(r *run, s *anttracks.Symbols, progress trace.Progress) (warnings []trace.Warning, err error) {
	done := int64(0)
	for i := range r.traces {
		f := &r.traces[i]
		what := "replaying " + f.Base()
		progress.Report(done, r.size(), what)
		t, err := w.replayFile(f, s, func(at int64) { progress.Report(done+at, r.size(), what) })
		if err != nil {
			return nil, err
		}
		done += f.Size
		warnings = append(warnings, warnFaults(f.Base(), &t.Faults)...)
	}
	return warnings, nil
}

func (w *writer) replayFile(f *traceFile, s *anttracks.Symbols, progress func(at int64)) (*anttracks.Trace, error) {
	content, err := f.Open()
	if err != nil {
		return nil, fault(err, f.Name)
	}
	defer content.Close()
	t, err := anttracks.ReadTrace(w.ctx, input.NewReader(w.ctx, io.NewSectionReader(content, 0, f.Size)), s, anttracks.Visitor{
		Begin: w.threads.next,
		Start: w.replay.begin,
		Event: w.replay.event,
		Buffer: func(b *anttracks.Buffer) error {
			progress(b.Offset)
			return w.replay.err
		}})
	if err != nil {
		return nil, fault(err, f.Name)
	}
	return t, nil
}

// afterGC writes the events since the last GC, and the heap state.
func (w *writer) afterGC() error {
	names := w.threads.nameAll()
	w.writeGC()
	w.writeLife(names)
	if err := trace.Admit(w.ctx, trace.Volume{Bytes: w.stored.Size() + w.replay.memory()}); err != nil {
		return err
	}
	at := native.PointInfo{Time: millis(w.gc.finished), GC: w.ended, Pause: millis(w.gc.finished - w.gc.began)}
	w.counted++
	if w.counted < w.every {
		return w.Counts(at, w.countTypes())
	}
	w.counted = 0
	w.rows += int64(w.live)
	for left := maxRows - w.rows; w.every < 1<<20 && left < maxRows/(2*int64(w.every)); {
		w.every *= 2
	}
	return w.State(at, w.heap(w.sites, names))
}

// millis converts a time of an event. A hostile one does not overflow.
func millis(ms uint64) time.Duration {
	const most = 1 << 40
	return time.Duration(min(ms, most)) * time.Millisecond
}

func (w *writer) writeGC() {
	kind := "minor"
	if w.gc.full {
		kind = "Full"
	}
	cause := w.symbols.CauseName(w.gc.cause)
	w.GCs([]trace.GC{{Number: w.ended, Start: millis(w.gc.began), End: millis(w.gc.finished), Pause: millis(w.gc.finished - min(w.gc.began, w.gc.finished)),
		Cause: cause, Kind: kind, Before: w.gc.before, After: w.bytes, Capacity: w.spaces.capacity(), Concurrent: w.gc.flags&2 != 0}})
}

// writeAllocations writes the allocations since the last GC; after is the number of GCs that had ended before them.
func (w *writer) writeAllocations(after uint32, names []string) {
	rows := make([]trace.Allocation, 0, len(w.made))
	for _, n := range w.made {
		k := &w.origins[n]
		rows = append(rows, trace.Allocation{After: after, Until: w.ended, Type: trace.TypeID(k.typ), Site: siteID(k), Thread: k.thread,
			Objects: w.allocs[n].Objects, Bytes: w.allocs[n].Bytes})
		w.allocs[n] = trace.Amount{}
	}
	w.made = w.made[:0]
	w.Allocations(w.heapType, w.sites, names, rows)
}

// writeLife writes the allocations and deaths since the last GC.
func (w *writer) writeLife(names []string) {
	w.writeAllocations(w.ended-1, names)
	if !w.keeps {
		return
	}
	if w.total += int64(len(w.deaths)); w.total > maxDeaths {
		w.replay.err = errDeaths
		return
	}
	dead := make([]trace.Death, 0, len(w.deaths))
	for i := range w.deaths {
		d := &w.deaths[i]
		k := &w.origins[d.origin]
		dead = append(dead, trace.Death{Identity: d.identity, Type: trace.TypeID(k.typ), Bytes: w.types[k.typ].size(d.extent), Site: siteID(k),
			Thread: k.thread, Birth: d.birth, GC: w.ended})
	}
	slices.SortFunc(dead, func(a, b trace.Death) int { return cmp.Compare(a.Identity, b.Identity) })
	w.Deaths(w.heapType, w.sites, names, dead)
}

// countTypes counts the objects of each type, without fillers.
func (w *writer) countTypes() []trace.TypeCount {
	counts := make([]trace.TypeCount, len(w.types))
	for s, n := range w.origin {
		if k := &w.origins[n]; n != 0 && !k.filler {
			c := &counts[k.typ]
			c.Objects++
			c.Bytes += w.sizeOf(slot(s))
		}
	}
	for i := range counts {
		counts[i].Name, counts[i].Kind = w.types[i].name, w.types[i].kind
	}
	return trace.OrderCounts(slices.DeleteFunc(counts, func(c trace.TypeCount) bool { return c.Objects == 0 }))
}

// memory returns the approximate size of the replayed heap in bytes.
func (r *replay) memory() int64 {
	const perSlot, perIndex, perTarget = 24, 4, 8
	bytes := int64(len(r.at))*perSlot + int64(len(r.index.slots))*perIndex
	if r.refs != nil {
		for _, list := range r.refs.lists {
			bytes += perSlot + int64(len(list))*perTarget
		}
	}
	return bytes
}

// warnings describes contradictory events and data that the VM does not record.
func (w *writer) warnings(r *run) (list []trace.Warning) {
	name := r.traces[0].Base()
	add := func(lost bool, format string, args ...any) {
		list = append(list, trace.Warning{Source: name, Text: fmt.Sprintf(format, args...), Lost: lost})
	}
	if w.symbols.Version != 0 {
		add(false, "version %d of the format was not tested with files of the VM, so all numbers may be wrong", w.symbols.Version)
	}
	for _, what := range w.problems.order {
		add(true, "%s: %d times, first at %s", what, w.problems.count[what], w.problems.first[what])
	}
	if w.gc.running {
		add(false, "it ends during a GC, which was skipped")
	}
	switch {
	case !w.symbols.Pointers:
	case w.symbols.Fragments:
		add(false, "the VM records no references with CMS: who keeps objects alive is unknown")
	case w.isG1():
		add(false, "the VM records references incompletely with G1, and no GC roots: who keeps objects alive is unknown")
	}
	if w.every > 1 {
		add(false, "the heap states have more than %d objects in all: some GC points have only counts by type", maxRows/2)
	}
	if !w.keeps {
		add(false, "more than %d objects died: deaths of single objects are omitted", maxDeaths)
	}
	return list
}
