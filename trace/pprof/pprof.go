package pprof

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"

	"github.com/google/pprof/profile"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/internal/sites"
)

// Format is the value of [trace.Recording.Format].
const Format = "heap profile (pprof)"

const (
	// maxProfile is the largest size of an inflated profile in bytes. A large service has profiles of a few megabytes.
	maxProfile = 256 << 20
	// maxFrames is the largest number of frames of all samples of a profile.
	maxFrames = 1 << 26
	// expansion is the number of bytes of memory that decoding a byte takes.
	expansion = 8
)

// Open returns a recording of heap profiles, plain or compressed with gzip, in order of their times. It reads all profiles. Unreadable files
// become warnings if at least one is readable. Otherwise the error is a *[trace.InputError] about the first, or the context's.
func Open(ctx context.Context, files []trace.File, progress trace.Progress) (*trace.Recording, error) {
	var points []*sites.Point
	var warnings []trace.Warning
	var first error
	table, runtime := sites.NewTable(), trace.Other
	for i, f := range files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		progress.Report(int64(i), int64(len(files)), "reading "+f.Base())
		p, of, text, err := readFile(ctx, f, table)
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
		case text != "":
			warnings = append(warnings, trace.Warning{Source: f.Base(), Text: text})
		}
		if len(points) == 0 {
			runtime = of
		}
		points = append(points, p)
	}
	if len(points) == 0 {
		return nil, cmp.Or[error](first, &trace.InputError{Source: "heap profile", Offset: -1, Text: "expected a file"})
	}
	rec := sites.Recording(Format, runtime, points)
	rec.Warnings = warnings
	return rec, nil
}

func readFile(ctx context.Context, f trace.File, table *sites.Table) (p *sites.Point, runtime trace.Runtime, warning string, err error) {
	content, err := f.Open()
	if err != nil {
		return nil, 0, "", err
	}
	defer content.Close()
	data, err := inflated(ctx, content, f.Size)
	if err != nil {
		return nil, 0, "", err
	}
	p, runtime, warning, err = decode(data, table)
	if err == nil {
		p.File = f
	}
	return p, runtime, warning, err
}

// inflated returns the bytes of a profile without compression.
func inflated(ctx context.Context, content io.ReaderAt, size int64) ([]byte, error) {
	r, packed := input.Inflate(io.NewSectionReader(content, 0, size))
	data, err := io.ReadAll(io.LimitReader(input.NewReader(ctx, r), maxProfile+1))
	switch {
	case err == io.ErrUnexpectedEOF && packed:
		return nil, fmt.Errorf("the compressed profile ends after %d bytes of content; the copy or download may be incomplete", len(data))
	case err != nil:
		return nil, err
	case len(data) > maxProfile:
		return nil, fmt.Errorf("the profile has more than %d MB", maxProfile>>20)
	}
	return data, trace.Admit(ctx, trace.Volume{Bytes: expansion * int64(len(data))})
}

// Reader reads profiles of one program, one at a time. They share their sites. It is not safe for concurrent use.
type Reader struct{ table *sites.Table }

// NewReader returns a Reader that has read nothing.
func NewReader() *Reader { return &Reader{sites.NewTable()} }

// Profile contains the live objects of a program by allocation site.
type Profile struct {
	Runtime  trace.Runtime
	Interval int64             // see [trace.Recording.SiteInterval]
	Counts   []trace.TypeCount // read-only; never nil
	Warning  string            // about the numbers; empty for none
}

// Read decodes a profile, plain or compressed with gzip.
func (r *Reader) Read(ctx context.Context, data []byte) (*Profile, error) {
	plain, err := inflated(ctx, bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	p, runtime, warning, err := decode(plain, r.table)
	if err != nil {
		return nil, err
	}
	return &Profile{runtime, p.Interval, p.Counts(), warning}, nil
}

// decode decodes a profile that is not compressed. It interns its sites in table, and returns the runtime of the program, and a warning about
// its numbers; empty for none. The cost is linear in the samples and the frames of their stacks.
func decode(data []byte, table *sites.Table) (p *sites.Point, runtime trace.Runtime, warning string, err error) {
	if bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		return nil, 0, "", fmt.Errorf("the profile is compressed twice; run gunzip on it")
	}
	from, err := profile.ParseData(data)
	if err != nil {
		return nil, 0, "", fmt.Errorf("expected a profile: %w", err)
	}
	objects, size, err := heapTypes(from)
	if err != nil {
		return nil, 0, "", err
	}
	if from.DropFrames != "" { // such as malloc
		if err := from.RemoveUninteresting(); err != nil {
			return nil, 0, "", fmt.Errorf("frames to be dropped: %w", err)
		}
	}
	r := framesOf(from, symbolsOf(data))
	p = &sites.Point{Time: max(0, from.TimeNanos) / 1e6, Interval: intervalOf(from)}
	negative, frames := false, 0
	for _, s := range from.Sample {
		n, bytes := int64(0), s.Value[size]
		if objects >= 0 {
			n = s.Value[objects]
		}
		negative = negative || n < 0 || bytes < 0
		if n <= 0 && bytes <= 0 {
			continue
		}
		stack := r.stack(s)
		if frames += min(len(stack), sites.MaxFrames); frames > maxFrames {
			return nil, 0, "", fmt.Errorf("the stacks of its samples have more than %d million frames in total", maxFrames>>20)
		}
		p.Add(table.Site(stack), n, bytes)
	}
	switch {
	case table.IsFull():
		warning = "its call stacks are too many: some keep only their innermost frame"
	case negative:
		warning = "it is the difference between two profiles: negative numbers count as 0. Take profiles without a base, and without seconds=N"
	}
	return p, r.runtime, warning, nil
}

// intervalOf returns the mean number of allocated bytes between two samples; 0 if every allocation is counted.
func intervalOf(p *profile.Profile) int64 {
	if p.PeriodType == nil || p.PeriodType.Type != "space" || p.Period <= 1 {
		return 0
	}
	return p.Period
}
