package phd

import (
	"cmp"
	"context"
	"io"
	"slices"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/wire/javacore"
	"memcity/trace/wire/phd"
)

// Sniff reports whether head, the first inflated bytes of a file, is the start of a portable heap dump or a javacore.
func Sniff(head []byte) bool { return phd.IsHeader(head) || javacore.Sniff(head) }

// dump is a heap dump and its javacore.
type dump struct {
	file  trace.File
	name  dumpName
	cores []trace.File // at most one
	head  phd.Header
}

// Open returns a recording of heap dumps, plain or compressed with gzip. It reads only their headers, and the first javacore. Javacores among
// the files, or next to a file on disk, belong to the dump with the same date, time and process in its name. Dumps are ordered by these
// times, or by name in natural order if a name has no time. Unreadable files become warnings if at least one is readable. Otherwise the error
// is a *[trace.InputError] about the first, or the context's.
func Open(ctx context.Context, files []trace.File, progress trace.Progress) (*trace.Recording, error) {
	rec := &trace.Recording{Format: "phd", Names: trace.NewNames(), Knows: trace.KnowsObjects | trace.KnowsReferences | trace.KnowsRoots}
	var dumps []dump
	var cores []trace.File
	var first error
	for i, f := range files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		progress.Report(int64(i), int64(len(files)), "opening "+f.Base())
		head, isCore, err := headOf(f)
		switch {
		case err == nil && isCore:
			cores = append(cores, f)
		case err == nil:
			dumps = append(dumps, dump{file: f, name: nameOf(f.Base()), head: head})
		default:
			fault := explain(f, err)
			first = cmp.Or(first, error(fault))
			rec.Warnings = append(rec.Warnings, trace.Warning{Source: f.Base(), Text: "skipped: " + fault.Text})
		}
	}
	if len(dumps) == 0 {
		return nil, cmp.Or(first, noDump(cores))
	}
	rec.Warnings = append(rec.Warnings, assign(dumps, cores)...)
	addDumps(ctx, rec, dumps)
	return rec, ctx.Err()
}

// noDump returns an error about files that are only javacores.
func noDump(cores []trace.File) error {
	if len(cores) == 0 {
		return &trace.InputError{Source: "heap dump", Offset: -1, Text: "expected a file"}
	}
	return &trace.InputError{Source: cores[0].Name, Offset: -1,
		Text: "a javacore of OpenJ9 has threads and classes, but no objects; open it with the heap dump of the same time, heapdump.DATE.TIME.PID.phd"}
}

// headOf reads the header of a dump, or reports that the file is a javacore.
func headOf(f trace.File) (head phd.Header, isCore bool, err error) {
	content, err := f.Open()
	if err != nil {
		return head, false, err
	}
	defer content.Close()
	inflated, _ := input.Inflate(io.NewSectionReader(content, 0, f.Size))
	begin := make([]byte, input.HeadSize)
	n, _ := io.ReadFull(inflated, begin) // the file may be shorter
	if javacore.Sniff(begin[:n]) {
		return head, true, nil
	}
	r, err := phd.NewReader(io.NewSectionReader(content, 0, f.Size))
	if err != nil {
		return head, false, err
	}
	return r.Header, false, nil
}

// explain returns err as an error about a file.
func explain(f trace.File, err error) *trace.InputError {
	if fault, ok := err.(*phd.Fault); ok {
		return &trace.InputError{Source: f.Name, Offset: fault.Offset, Text: fault.Text}
	}
	return input.Error(err, f.Name)
}

// addDumps adds a point for each dump. If the time of any dump is unknown, the points are numbered instead.
func addDumps(ctx context.Context, rec *trace.Recording, dumps []dump) {
	timed := !slices.ContainsFunc(dumps, func(d dump) bool { return d.name.time == 0 })
	slices.SortStableFunc(dumps, func(a, b dump) int {
		if timed && a.name.time != b.name.time {
			return cmp.Compare(a.name.time, b.name.time)
		}
		return trace.NaturalOrder(a.file.Base(), b.file.Base())
	})
	if timed {
		rec.Knows |= trace.KnowsTimes
		rec.StartUnix = startOf(ctx, dumps[0])
	}
	if vm := dumps[0].head.VM; vm != "" {
		rec.Recorded = &trace.WriterInfo{VM: vm}
	}
	rec.Name = input.Series(dumps[0].file.Base(), len(dumps))
	for i, d := range dumps {
		p := trace.Point{Time: trace.Millis(i), Source: d.file.Base()}
		if timed {
			p.Time = trace.Millis(d.name.time - dumps[0].name.time)
		}
		p.Load = func(ctx context.Context, progress trace.Progress) (*trace.Heap, []trace.Warning, error) {
			return load(ctx, d, progress)
		}
		p.Count = func(ctx context.Context, progress trace.Progress) ([]trace.TypeCount, []trace.Warning, error) {
			return count(ctx, d, progress)
		}
		p.Totals = func(ctx context.Context, progress trace.Progress) (objects, bytes int64, warnings []trace.Warning, err error) {
			counts, warnings, err := count(ctx, d, progress)
			for _, c := range counts {
				objects += c.Objects
				bytes += c.Bytes
			}
			return objects, bytes, warnings, err
		}
		if len(d.cores) > 0 {
			p.Failed = func(ctx context.Context) (bool, error) {
				core, err := readCore(ctx, d.cores[0])
				return err == nil && core.OutOfMemory, ctx.Err()
			}
		}
		rec.Points = append(rec.Points, p)
		rec.Files = append(rec.Files, d.file.Base())
	}
}

// startOf returns the time of a dump from its javacore, in ms since 1970; 0 if unknown. The time in the name lacks the time zone.
func startOf(ctx context.Context, d dump) int64 {
	if len(d.cores) == 0 {
		return 0
	}
	core, err := readCore(ctx, d.cores[0])
	if err != nil {
		return 0
	}
	return core.Unix
}
