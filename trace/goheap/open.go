package goheap

import (
	"cmp"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/wire/goheap"
	"memcity/trace/wire/stored"
)

// FormatName is the format of recordings that [Open] returns.
const FormatName = "heap dump of Go"

// Sniff reports whether head, the first inflated bytes of a file, is the start of a heap dump of Go.
func Sniff(head []byte) bool { return goheap.Sniff(head) }

type programsKey struct{}

// WithPrograms returns a context that makes [Open] read names and types from executables.
func WithPrograms(ctx context.Context, programs []trace.File) context.Context {
	return context.WithValue(ctx, programsKey{}, programs)
}

// Open returns a recording of heap dumps, plain or compressed with gzip. Dumps are ordered by name in natural order. The times at which files
// were written are used if they are in the same order. Names of variables and types come from the executable of the program: one of
// [WithPrograms], or one in the folder of the dumps. Files that are no dumps become warnings if at least one is. Otherwise the error is
// a *[trace.InputError] about the first, or the context's.
func Open(ctx context.Context, files []trace.File, progress trace.Progress) (*trace.Recording, error) {
	rec := &trace.Recording{Format: FormatName, Runtime: trace.Golang, Names: trace.NewNames(),
		Knows: trace.KnowsObjects | trace.KnowsReferences | trace.KnowsRoots}
	var dumps []trace.File
	var first error
	for _, f := range files {
		version, err := readVersion(ctx, f)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			fault := input.Error(err, f.Name)
			first = cmp.Or(first, error(fault))
			input.Warn(rec, fault, "skipped")
			continue
		}
		if rec.Recorded == nil && version != "" {
			rec.Recorded = &trace.WriterInfo{Runtime: trace.Golang, VM: version}
		}
		dumps = append(dumps, f)
	}
	if len(dumps) == 0 {
		return nil, cmp.Or[error](first, &trace.InputError{Source: "heap dump", Offset: -1, Text: "expected a file"})
	}
	programs, _ := ctx.Value(programsKey{}).([]trace.File)
	programs = slices.Concat(programs, besides(dumps[0]))
	if len(programs) > 0 {
		rec.Knows |= trace.KnowsFields
	} else {
		rec.Warnings = append(rec.Warnings, trace.Warning{Source: dumps[0].Base(), Text: withoutProgram})
	}
	addPoints(rec, dumps, programs)
	return rec, nil
}

const withoutProgram = "a dump of Go has no names of types and variables; put the executable into its folder, or list it after the dumps"

// readVersion returns the version of Go that wrote a dump; empty if it is missing. It returns an error if the file is no dump.
func readVersion(ctx context.Context, f trace.File) (string, error) {
	content, err := f.Open()
	if err != nil {
		return "", err
	}
	defer content.Close()
	c, err := stored.NewReader(input.NewReader(ctx, io.NewSectionReader(content, 0, f.Size)), 1<<12)
	if err != nil {
		return "", err
	}
	r, err := goheap.NewReader(c)
	if err != nil {
		return "", err
	}
	var first goheap.Record
	if err := r.Next(&first); err != nil || first.Kind != goheap.Params {
		return "", nil // loading reports the damage
	}
	return trace.ClipName(trace.PlainLine(first.Texts[1])), nil
}

// maxBesides is the largest number of files in the folder of a dump that are examined.
const maxBesides = 1000

// besides returns the executables in the folder of a file on disk.
func besides(f trace.File) (programs []trace.File) {
	content, err := f.Open()
	if err != nil {
		return nil
	}
	defer content.Close()
	if stamp := input.Stamp(content); stamp == nil || !stamp.Mode().IsRegular() {
		return nil
	}
	folder := filepath.Dir(f.Name)
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil
	}
	for _, e := range entries[:min(len(entries), maxBesides)] {
		if !e.Type().IsRegular() {
			continue
		}
		file, err := trace.DiskFile(filepath.Join(folder, e.Name()))
		if err != nil {
			continue
		}
		if head, err := input.Head(file); err == nil && IsProgram(head) {
			programs = append(programs, file)
		}
	}
	return programs
}

// order sorts the dumps and returns the times in ms since 1970 at which they were written; nil if those are unknown or in another order.
func order(dumps []trace.File) (times []int64) {
	slices.SortStableFunc(dumps, func(a, b trace.File) int { return trace.NaturalOrder(a.Base(), b.Base()) })
	for i, d := range dumps {
		at := d.Modified.UnixMilli()
		if d.Modified.IsZero() || i > 0 && at <= times[i-1] {
			return nil
		}
		times = append(times, at)
	}
	return times
}

// addPoints adds a point for each dump. If the times are unknown, the points are numbered instead.
func addPoints(rec *trace.Recording, dumps, programs []trace.File) {
	times := order(dumps)
	if len(times) > 1 {
		rec.Knows |= trace.KnowsTimes
		rec.StartUnix = times[0]
	}
	for i, d := range dumps {
		p := trace.Point{Time: trace.Millis(i), Source: d.Base()}
		if len(times) > 1 {
			p.Time = trace.Millis(times[i] - times[0])
		}
		p.Load = func(ctx context.Context, progress trace.Progress) (*trace.Heap, []trace.Warning, error) {
			return load(ctx, d, programs, progress)
		}
		p.Totals = func(ctx context.Context, progress trace.Progress) (objects, bytes int64, warnings []trace.Warning, err error) {
			return totals(ctx, d, progress)
		}
		rec.Points = append(rec.Points, p)
		rec.Files = append(rec.Files, d.Base())
	}
	rec.Name = input.Series(rec.Files[0], len(rec.Files))
}
