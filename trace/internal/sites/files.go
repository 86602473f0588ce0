package sites

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"memcity/trace"
	"memcity/trace/internal/input"
)

// MaxFile is the largest size of an inflated profile in bytes. A large service has profiles of a few megabytes.
const MaxFile = 256 << 20

// maxAllFrames is the largest number of frames of all call stacks of a file.
const maxAllFrames = 1 << 26

// CheckFrames returns an error if all call stacks of a file have more than 64 million frames in total. n is the number of frames so far.
func CheckFrames(n int) error {
	if n > maxAllFrames {
		return fmt.Errorf("its call stacks have more than %d million frames in total", maxAllFrames>>20)
	}
	return nil
}

// Contents are the points of a file.
type Contents struct {
	Points  []*Point
	Runtime trace.Runtime
	Warning string // about the numbers; empty for none
}

// WithoutObjects is the warning about a profile that contains bytes only.
const WithoutObjects = "the profile contains bytes, but no numbers of objects: they count as 0"

// Unsampled is the warning about a profile that does not contain the interval of its samples.
const Unsampled = "the profile does not say whether its numbers are sampled: they are shown as exact"

// Open returns a recording of the points of files, with the runtime of the first readable file. read reads a file and interns its sites in
// table. Unreadable files become warnings if at least one is readable. Otherwise the error is a *[trace.InputError] about the first, or the
// context's.
func Open(ctx context.Context, format string, files []trace.File, progress trace.Progress,
	read func(ctx context.Context, f trace.File, table *Table) (Contents, error)) (*trace.Recording, error) {
	var points []*Point
	var warnings []trace.Warning
	var first error
	table, runtime := NewTable(), trace.Other
	for i, f := range files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		progress.Report(int64(i), int64(len(files)), "reading "+f.Base())
		c, err := read(ctx, f, table)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case trace.RefusedBy(err) != nil:
			return nil, input.Error(err, f.Name)
		case err != nil:
			fault := input.Error(err, f.Name)
			first = cmp.Or(first, error(fault))
			warnings = append(warnings, trace.Warning{Source: f.Base(), Text: "skipped: " + fault.Text})
			continue
		case c.Warning != "":
			warnings = append(warnings, trace.Warning{Source: f.Base(), Text: c.Warning})
		}
		if len(points) == 0 {
			runtime = c.Runtime
		}
		for _, p := range c.Points {
			p.File = f
		}
		points = append(points, c.Points...)
	}
	if len(points) == 0 {
		return nil, cmp.Or[error](first, &trace.InputError{Source: "heap profile", Offset: -1, Text: "expected a file"})
	}
	rec := Recording(format, runtime, points)
	rec.Warnings = warnings
	return rec, nil
}

// OpenRun is [Open] for files that each contain a whole run of a process. It reads the first readable file. The others become warnings.
func OpenRun(ctx context.Context, format string, files []trace.File, progress trace.Progress,
	read func(ctx context.Context, f trace.File, table *Table) (Contents, error)) (*trace.Recording, error) {
	found := false
	return Open(ctx, format, files, progress, func(ctx context.Context, f trace.File, table *Table) (Contents, error) {
		if found {
			return Contents{}, errors.New("each file contains the run of another process. Open it alone")
		}
		c, err := read(ctx, f, table)
		found = err == nil
		return c, err
	})
}

// ReadFile returns the content of a file, plain or compressed with gzip, of at most [MaxFile] bytes.
func ReadFile(ctx context.Context, f trace.File) ([]byte, error) {
	content, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer content.Close()
	return Inflated(ctx, content, f.Size)
}

// Inflated returns the bytes of a profile, plain or compressed with gzip, of at most [MaxFile] bytes.
func Inflated(ctx context.Context, content io.ReaderAt, size int64) ([]byte, error) {
	r, packed := input.Inflate(io.NewSectionReader(content, 0, size))
	data, err := io.ReadAll(io.LimitReader(input.NewReader(ctx, r), MaxFile+1))
	switch {
	case err == io.ErrUnexpectedEOF && packed:
		return nil, fmt.Errorf("the compressed profile ends after %d bytes of content; the copy or download may be incomplete", len(data))
	case err != nil:
		return nil, err
	case len(data) > MaxFile:
		return nil, fmt.Errorf("the profile has more than %d MB", MaxFile>>20)
	}
	return data, nil
}
