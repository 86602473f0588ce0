package ruby

import (
	"cmp"
	"context"
	"io"
	"slices"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/wire/ruby"
)

// FormatName is the format of recordings that [Open] returns.
const FormatName = "heap dump of Ruby"

// Sniff reports whether head, the first inflated bytes of a file, is the start of a heap dump of Ruby.
func Sniff(head []byte) bool { return ruby.Sniff(head) }

// dump is a file of a recording.
type dump struct {
	file trace.File
	gcs  int64 // largest number of GCs before an allocation; -1 if no object has a site
}

// Open returns a recording of heap dumps, plain or compressed with gzip. It searches the files for allocation sites, but reads no objects.
// Dumps are ordered by the number of GCs before them if that differs, and else by name in natural order. The times at which files were
// written are used if they are in the same order. Unreadable files become warnings if at least one is readable. Otherwise the error is a
// *[trace.InputError] about the first, or the context's.
func Open(ctx context.Context, files []trace.File, progress trace.Progress) (*trace.Recording, error) {
	rec := &trace.Recording{Format: FormatName, Runtime: trace.CRuby, Names: trace.NewNames(),
		Knows: trace.KnowsObjects | trace.KnowsReferences | trace.KnowsFields | trace.KnowsRoots}
	var dumps []dump
	var first error
	for _, f := range files {
		gcs, err := searchSites(ctx, f, progress)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			fault := input.Error(err, f.Name)
			first = cmp.Or(first, error(fault))
			input.Warn(rec, fault, "skipped")
			continue
		}
		dumps = append(dumps, dump{f, gcs})
	}
	if len(dumps) == 0 {
		return nil, cmp.Or[error](first, &trace.InputError{Source: "heap dump", Offset: -1, Text: "expected a file"})
	}
	addPoints(rec, dumps)
	return rec, nil
}

// searchSites returns the largest generation in a file; -1 for none. A file that ends too early has the generations before its end.
func searchSites(ctx context.Context, f trace.File, progress trace.Progress) (gcs int64, err error) {
	c, err := openContent(ctx, f)
	if err != nil {
		return 0, err
	}
	defer c.Close()
	search := ruby.NewSearch()
	buffer := make([]byte, 1<<18)
	for n := 0; ; n++ {
		read, err := c.Read(buffer)
		_, _ = search.Write(buffer[:read]) // never fails
		if err != nil {
			if err == io.EOF || err == io.ErrUnexpectedEOF {
				return search.Generation(), nil
			}
			return 0, err
		}
		if n%64 == 0 {
			progress.Report(c.Stored(), f.Size, "opening "+f.Base())
		}
	}
}

// order sorts the dumps and returns the times in ms since 1970 at which they were written; nil if those are unknown or in another order.
func order(dumps []dump) (times []int64) {
	counted := !slices.ContainsFunc(dumps, func(d dump) bool { return d.gcs < 0 })
	slices.SortStableFunc(dumps, func(a, b dump) int {
		if counted && a.gcs != b.gcs {
			return cmp.Compare(a.gcs, b.gcs)
		}
		return trace.NaturalOrder(a.file.Base(), b.file.Base())
	})
	for i, d := range dumps {
		at := d.file.Modified.UnixMilli()
		if d.file.Modified.IsZero() || i > 0 && at <= times[i-1] {
			return nil
		}
		times = append(times, at)
	}
	return times
}

// addPoints adds a point for each dump. If the times are unknown, the points are numbered instead.
func addPoints(rec *trace.Recording, dumps []dump) {
	times := order(dumps)
	if len(times) > 1 {
		rec.Knows |= trace.KnowsTimes
		rec.StartUnix = times[0]
	}
	births := !slices.ContainsFunc(dumps, func(d dump) bool { return d.gcs < 0 })
	if births {
		rec.Knows |= trace.KnowsSites | trace.KnowsAges | trace.KnowsIdentity
	}
	for i, d := range dumps {
		p := trace.Point{Time: trace.Millis(i), Source: d.file.Base(), GC: uint32(max(0, d.gcs))}
		if len(times) > 1 {
			p.Time = trace.Millis(times[i] - times[0])
		}
		p.Load = func(ctx context.Context, progress trace.Progress) (*trace.Heap, []trace.Warning, error) {
			return load(ctx, d.file, births, progress)
		}
		p.Count = func(ctx context.Context, progress trace.Progress) ([]trace.TypeCount, []trace.Warning, error) {
			return countTypes(ctx, d.file, progress)
		}
		p.Totals = func(ctx context.Context, progress trace.Progress) (objects, bytes int64, warnings []trace.Warning, err error) {
			return totals(ctx, d.file, progress)
		}
		rec.Points = append(rec.Points, p)
		rec.Files = append(rec.Files, d.file.Base())
	}
	rec.Name = input.Series(rec.Files[0], len(rec.Files))
}
