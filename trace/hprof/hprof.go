package hprof

import (
	"cmp"
	"context"
	"slices"

	"memcity/trace"
	"memcity/trace/index"
	"memcity/trace/internal/input"
	"memcity/trace/wire/hprof"
)

// Sniff reports whether head, the first inflated bytes of a file, is the start of a heap dump.
func Sniff(head []byte) bool { return hprof.IsHeader(head) }

// Open returns a recording of heap dumps, plain or compressed with gzip. A plain file may have several. Open reads only the headers of files,
// the heads of their dumps, and the beginning of the first dump. Dumps are ordered by time, or by name in natural order if times are equal or
// unknown. Unreadable files become warnings if at least one is readable. Otherwise the error is a *[trace.InputError] about the first, or the
// context's.
func Open(ctx context.Context, files []trace.File, progress trace.Progress) (*trace.Recording, error) {
	var dumps []dump
	rec := &trace.Recording{Format: "hprof", Names: trace.NewNames(),
		Knows: trace.KnowsObjects | trace.KnowsReferences | trace.KnowsFields | trace.KnowsRoots | trace.KnowsValues}
	var first error
	for i, f := range files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		progress.Report(int64(i), int64(len(files)), "opening "+f.Base())
		in, err := dumpsOf(ctx, f)
		if err != nil {
			if first == nil {
				first = err
			}
			rec.Warnings = append(rec.Warnings, trace.Warning{Source: f.Base(), Text: "skipped: " + err.Text})
			continue
		}
		dumps = append(dumps, in...)
	}
	if len(dumps) == 0 {
		if first == nil {
			first = &trace.InputError{Source: "heap dump", Offset: -1, Text: "expected a file"}
		}
		return nil, first
	}
	addDumps(rec, dumps)
	knows, blanked := peek(ctx, dumps[0].file)
	rec.Knows |= knows
	rec.Blanked = blanked
	return rec, ctx.Err()
}

type dump struct {
	file trace.File
	time int64 // in ms since 1970; 0 if unknown
}

// addDumps adds a point for each dump. If the time of any dump is unknown, the points are numbered instead.
func addDumps(rec *trace.Recording, dumps []dump) {
	timed := !slices.ContainsFunc(dumps, func(d dump) bool { return d.time == 0 })
	slices.SortStableFunc(dumps, func(a, b dump) int {
		if timed && a.time != b.time {
			return cmp.Compare(a.time, b.time)
		}
		return trace.NaturalOrder(a.file.Base(), b.file.Base())
	})
	if timed {
		rec.Knows |= trace.KnowsTimes
		rec.StartUnix = dumps[0].time
	}
	rec.Name = input.Series(dumps[0].file.Base(), len(dumps))
	for i, d := range dumps {
		p := trace.Point{Time: trace.Millis(i), Source: d.file.Base()}
		if timed {
			p.Time = trace.Millis(d.time - rec.StartUnix)
		}
		p.Load = func(ctx context.Context, progress trace.Progress) (*trace.Heap, []trace.Warning, error) {
			return Load(ctx, d.file, progress)
		}
		p.Failed = onceKnown(func(ctx context.Context) (bool, error) { return Failed(ctx, d.file) })
		p.Index = func() *index.Index { return fileIndex(d.file) }
		p.Count = func(ctx context.Context, progress trace.Progress) ([]trace.TypeCount, []trace.Warning, error) {
			return Histogram(ctx, d.file, progress)
		}
		p.Totals = func(ctx context.Context, progress trace.Progress) (objects, bytes int64, warnings []trace.Warning, err error) {
			counts, warnings, err := Histogram(ctx, d.file, progress)
			for _, c := range counts {
				objects += c.Objects
				bytes += c.Bytes
			}
			return objects, bytes, warnings, err
		}
		rec.Points = append(rec.Points, p)
		rec.Files = append(rec.Files, d.file.Base())
	}
}
