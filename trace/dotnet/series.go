package dotnet

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/wire/gcdump"
	"memcity/trace/wire/nettrace"
)

// FormatName is the format of recordings that [OpenTraces] and [OpenDumps] return.
const FormatName = "heap snapshot of .NET"

// SniffTrace reports whether head, the first bytes of a file, is the start of an event trace.
func SniffTrace(head []byte) bool { return nettrace.Sniff(head) }

// SniffDump reports whether head, the first inflated bytes of a file, is the start of a graph.
func SniffDump(head []byte) bool { return gcdump.Sniff(head) }

// taken is a heap snapshot of a recording.
type taken struct {
	file    trace.File
	time    time.Time // zero if unknown
	process string    // program and number of the process
	gc      uint32    // number of the GC that took it; 0 if unknown
	load    func(ctx context.Context, progress trace.Progress) (*trace.Heap, []trace.Warning, error)
}

// OpenTraces returns a recording of the heap snapshots in event traces. It reads the files, but no objects. Snapshots are ordered by the times in
// the traces. Unreadable files become warnings if at least one is readable, and so do files of other processes than the first. Otherwise
// the error is a *[trace.InputError] about the first, or the context's.
func OpenTraces(ctx context.Context, files []trace.File, progress trace.Progress) (*trace.Recording, error) {
	return open(ctx, files, func(f trace.File) ([]taken, error) {
		t, err := scan(ctx, f, progress)
		if err != nil {
			return nil, err
		}
		var all []taken
		for _, s := range t.snapshots {
			all = append(all, taken{file: f, time: s.time, process: fmt.Sprintf("process %d", t.process), gc: s.gc,
				load: func(ctx context.Context, progress trace.Progress) (*trace.Heap, []trace.Warning, error) {
					return load(ctx, t.snapshot(ctx, s), f, progress)
				}})
		}
		return all, nil
	})
}

// open returns a recording of the snapshots that read finds in each file.
func open(ctx context.Context, files []trace.File, read func(trace.File) ([]taken, error)) (*trace.Recording, error) {
	rec := &trace.Recording{Format: FormatName, Runtime: trace.DotNet, Names: trace.NewNames(),
		Knows: trace.KnowsObjects | trace.KnowsReferences | trace.KnowsRoots}
	var all []taken
	var first error
	for _, f := range files {
		found, err := read(f)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			fault := explain(f, err)
			first = cmp.Or(first, error(fault))
			input.Warn(rec, fault, "skipped")
			continue
		}
		all = append(all, found...)
	}
	if len(all) == 0 {
		return nil, cmp.Or[error](first, &trace.InputError{Source: "heap snapshot", Offset: -1, Text: "expected a file"})
	}
	addPoints(rec, ofOneProcess(rec, all))
	return rec, nil
}

// ofOneProcess returns the snapshots of the process of the first one, and warns of others.
func ofOneProcess(rec *trace.Recording, all []taken) (same []taken) {
	for _, s := range all {
		if s.process == all[0].process {
			same = append(same, s)
			continue
		}
		text := fmt.Sprintf("skipped: it is from %s, but %s is from %s", s.process, all[0].file.Base(), all[0].process)
		rec.Warnings = append(rec.Warnings, trace.Warning{Source: s.file.Base(), Text: text})
	}
	return same
}

// addPoints adds a point for each snapshot. If the time of any is unknown, they are in the order of their names, and numbered.
func addPoints(rec *trace.Recording, all []taken) {
	timed := !slices.ContainsFunc(all, func(s taken) bool { return s.time.IsZero() })
	slices.SortStableFunc(all, func(a, b taken) int {
		if timed {
			return a.time.Compare(b.time)
		}
		return trace.NaturalOrder(a.file.Base(), b.file.Base())
	})
	if timed {
		rec.Knows |= trace.KnowsTimes
		rec.StartUnix = all[0].time.UnixMilli()
	}
	named := map[string]bool{} // by the whole name
	for i, s := range all {
		p := trace.Point{Time: trace.Millis(i), Source: s.file.Base(), GC: s.gc, Load: s.load}
		if timed {
			p.Time = trace.Millis(s.time.Sub(all[0].time).Milliseconds())
		}
		rec.Points = append(rec.Points, p)
		if !named[s.file.Name] {
			named[s.file.Name] = true
			rec.Files = append(rec.Files, p.Source)
		}
	}
	rec.Name = input.Series(rec.Files[0], len(rec.Files))
}
