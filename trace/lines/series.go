package lines

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"memcity/trace"
	"memcity/trace/internal/input"
)

// FormatName is the format of recordings that [Open] returns.
const FormatName = "objects as JSON lines"

// Open returns a recording of files, plain or compressed with gzip. Each header in a file begins a GC point. Open reads the files to find the
// headers, but no objects. Points are ordered by time. If any point has no time, all points are numbered instead, in the natural order of the
// names of their files. Unreadable files become warnings if at least one is readable. Otherwise the error is a *[trace.InputError] about the
// first, or the context's.
func Open(ctx context.Context, files []trace.File, progress trace.Progress) (*trace.Recording, error) {
	rec := &trace.Recording{Format: FormatName, Names: trace.NewNames(),
		Knows: trace.KnowsObjects | trace.KnowsReferences | trace.KnowsFields | trace.KnowsRoots}
	files = slices.Clone(files)
	slices.SortStableFunc(files, func(a, b trace.File) int { return trace.NaturalOrder(a.Base(), b.Base()) })
	var points []point
	var first error
	for _, f := range files {
		found, warnings, err := pointsOf(ctx, f, progress)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case trace.RefusedBy(err) != nil:
			return nil, input.Error(err, f.Name)
		case err != nil:
			fault := input.Error(err, f.Name)
			first = cmp.Or(first, error(fault))
			input.Warn(rec, fault, "skipped")
			continue
		}
		rec.Warnings = append(rec.Warnings, warnings...)
		points = append(points, found...)
	}
	if len(points) == 0 {
		return nil, cmp.Or[error](first, &trace.InputError{Source: "objects", Offset: -1, Text: "expected a file"})
	}
	addPoints(rec, points)
	return rec, nil
}

// addPoints adds the points to the recording.
func addPoints(rec *trace.Recording, points []point) {
	times, start := timesOf(points)
	if times == nil {
		for i := range points {
			times = append(times, trace.Millis(i))
		}
	} else {
		rec.Knows |= trace.KnowsTimes
		rec.StartUnix = start
	}
	head := &points[0].head
	rec.Runtime = runtimeOf(head.Runtime)
	vm := head.Runtime
	if vm == rec.Runtime.String() { // without a version
		vm = ""
	}
	if vm != "" || head.Program != "" || head.Interval > 0 {
		rec.Recorded = &trace.WriterInfo{Program: head.Program, VM: vm, StartUnix: rec.StartUnix, Interval: head.Interval}
	}
	order := make([]int, len(points))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(times[a], times[b]) })
	for _, i := range order {
		p := points[i]
		rec.Knows |= p.knows
		if p.head.StableIDs {
			rec.Knows |= trace.KnowsIdentity
		}
		rec.Points = append(rec.Points, p.asPoint(times[i]))
		if len(rec.Files) == 0 || rec.Files[len(rec.Files)-1] != p.file.Base() {
			rec.Files = append(rec.Files, p.file.Base())
		}
	}
	rec.Name = input.Series(rec.Files[0], len(rec.Files))
}

// asPoint returns the point with functions that load it.
func (p point) asPoint(at trace.Millis) trace.Point {
	return trace.Point{Time: at, Source: p.file.Base(), GC: p.head.GC, Final: p.head.Final,
		Load: func(ctx context.Context, progress trace.Progress) (*trace.Heap, []trace.Warning, error) {
			h, faults, err := load(ctx, &p, progress, false)
			return h, faults.warnings(p.file.Base()), err
		},
		Count: func(ctx context.Context, progress trace.Progress) ([]trace.TypeCount, []trace.Warning, error) {
			h, faults, err := load(ctx, &p, progress, true)
			if err != nil {
				return nil, faults.warnings(p.file.Base()), err
			}
			return h.CountTypes(), faults.warnings(p.file.Base()), nil
		},
		Totals: func(ctx context.Context, progress trace.Progress) (objects, bytes int64, warnings []trace.Warning, err error) {
			h, faults, err := load(ctx, &p, progress, true)
			if err != nil {
				return 0, 0, faults.warnings(p.file.Base()), err
			}
			for _, c := range h.CountTypes() {
				objects += c.Objects
				bytes += c.Bytes
			}
			return objects, bytes, faults.warnings(p.file.Base()), nil
		}}
}

// runtimeOf returns the runtime with the name that the first word of a header's member runtime gives.
func runtimeOf(text string) trace.Runtime {
	name, _, _ := strings.Cut(strings.ToLower(text), " ")
	return trace.RuntimeOf(name)
}

// timesOf returns the time of each point, and the wall-clock time of time zero in ms since 1970; 0 if unknown. It returns nil if a point has
// neither time nor uptime.
func timesOf(points []point) (times []trace.Millis, start int64) {
	clock := !slices.ContainsFunc(points, func(p point) bool { return math.IsNaN(p.head.Time) })
	if clock {
		start = math.MaxInt64
		for _, p := range points {
			up := int64(0)
			if !math.IsNaN(p.head.Uptime) {
				up = millis(p.head.Uptime)
			}
			start = min(start, millis(p.head.Time)-up)
		}
		start = max(0, start)
	}
	for _, p := range points {
		switch {
		case clock:
			times = append(times, trace.Millis(max(0, millis(p.head.Time)-start)))
		case !math.IsNaN(p.head.Uptime):
			times = append(times, trace.Millis(millis(p.head.Uptime)))
		default:
			return nil, 0
		}
	}
	return times, start
}

func millis(seconds float64) int64 { return int64(math.Round(seconds * 1000)) }
