package pprof

import (
	"bytes"
	"context"
	"fmt"

	"github.com/google/pprof/profile"

	"memcity/trace"
	"memcity/trace/internal/sites"
)

// Format is the value of [trace.Recording.Format].
const Format = "heap profile (pprof)"

// expansion is the number of bytes of memory that decoding a byte takes.
const expansion = 8

// Open returns a recording of heap profiles, plain or compressed with gzip, in order of their times. It reads all profiles. Unreadable files
// become warnings if at least one is readable. Otherwise the error is a *[trace.InputError] about the first, or the context's.
func Open(ctx context.Context, files []trace.File, progress trace.Progress) (*trace.Recording, error) {
	return sites.Open(ctx, Format, files, progress, readFile)
}

func readFile(ctx context.Context, f trace.File, table *sites.Table) (sites.Contents, error) {
	data, err := sites.ReadFile(ctx, f)
	if err != nil {
		return sites.Contents{}, err
	}
	p, runtime, warning, err := admitted(ctx, data, table, func(p *profile.Profile) (string, error) { return findSymbols(ctx, p, f.Modified) })
	return sites.Contents{Points: []*sites.Point{p}, Runtime: runtime, Warning: warning}, err
}

// admitted decodes a profile that is not compressed, if there is enough memory.
func admitted(ctx context.Context, data []byte, table *sites.Table, symbolize symbolizer) (p *sites.Point, runtime trace.Runtime, warning string, err error) {
	if err := trace.Admit(ctx, trace.Volume{Bytes: expansion * int64(len(data))}); err != nil {
		return nil, 0, "", err
	}
	return decode(data, table, symbolize)
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
	plain, err := sites.Inflated(ctx, bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	p, runtime, warning, err := admitted(ctx, plain, r.table, nil)
	if err != nil {
		return nil, err
	}
	return &Profile{runtime, p.Interval, p.Counts(), warning}, nil
}

// symbolizer names the functions of locations that have none. It returns a warning about the rest; empty for none.
type symbolizer func(p *profile.Profile) (warning string, err error)

// decode decodes a profile that is not compressed. It interns its sites in table, and returns the runtime of the program, and a warning about
// its numbers; empty for none. symbolize may be nil. The cost is linear in the samples and the frames of their stacks.
func decode(data []byte, table *sites.Table, symbolize symbolizer) (p *sites.Point, runtime trace.Runtime, warning string, err error) {
	if bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		return nil, 0, "", fmt.Errorf("the profile is compressed twice; run gunzip on it")
	}
	in, err := parse(data)
	if err != nil {
		return nil, 0, "", err
	}
	p, runtime, err = in.point(table, symbolize)
	return p, runtime, table.Warn(in.warnings...), err
}

// point returns the point of a profile and the runtime of the program. It interns sites in table. symbolize may be nil.
func (in *input) point(table *sites.Table, symbolize symbolizer) (p *sites.Point, runtime trace.Runtime, err error) {
	objects, size, err := heapTypes(in.Profile)
	if err != nil {
		return nil, 0, err
	}
	r := framesOf(in)
	in.addNames()
	if symbolize != nil && r.symbols == nil {
		warning, err := symbolize(in.Profile)
		if err != nil {
			return nil, 0, err
		}
		in.warn(warning)
	}
	if in.DropFrames != "" { // such as malloc
		if err := in.RemoveUninteresting(); err != nil {
			return nil, 0, fmt.Errorf("frames to be dropped: %w", err)
		}
	}
	p = &sites.Point{Time: max(0, in.TimeNanos) / 1e6, Interval: intervalOf(in.Profile)}
	negative, frames := false, 0
	for _, s := range in.Sample {
		n, bytes := int64(0), s.Value[size]
		if objects >= 0 {
			n = s.Value[objects]
		}
		negative = negative || n < 0 || bytes < 0
		if n <= 0 && bytes <= 0 {
			continue
		}
		stack := r.stack(s)
		frames += min(len(stack), sites.MaxFrames)
		if err := sites.CheckFrames(frames); err != nil {
			return nil, 0, err
		}
		p.Add(table.Site(stack), n, bytes)
	}
	if negative {
		in.warn("it is the difference between two profiles: negative numbers count as 0. Take profiles without a base, and without seconds=N")
	}
	if in.PeriodType == nil || in.PeriodType.Type == "" {
		in.warn(sites.Unsampled)
	}
	if objects < 0 {
		in.warn(sites.WithoutObjects)
	}
	return p, r.runtime, nil
}

// intervalOf returns the mean number of allocated bytes between two samples; 0 if every allocation is counted.
func intervalOf(p *profile.Profile) int64 {
	if p.PeriodType == nil || p.PeriodType.Type != "space" || p.Period <= 1 {
		return 0
	}
	return p.Period
}
