package massif

import (
	"bytes"
	"context"
	"fmt"

	"memcity/trace"
	"memcity/trace/internal/sites"
)

// Format is the value of [trace.Recording.Format].
const Format = "heap profile (Massif)"

// expansion is the number of bytes of memory that reading a byte takes.
const expansion = 4

// Sniff reports whether head, the first inflated bytes of a file, is the start of a profile.
func Sniff(head []byte) bool {
	return bytes.HasPrefix(head, []byte("desc: ")) && bytes.Contains(head, []byte("\ntime_unit: "))
}

// Open returns a recording of the first readable profile, plain or compressed with gzip. Other files become warnings, because each is about
// another process. If no file is readable, the error is a *[trace.InputError] about the first, or the context's.
func Open(ctx context.Context, files []trace.File, progress trace.Progress) (*trace.Recording, error) {
	return sites.OpenRun(ctx, Format, files, progress, read)
}

func read(ctx context.Context, f trace.File, table *sites.Table) (sites.Contents, error) {
	data, err := sites.ReadFile(ctx, f)
	if err != nil {
		return sites.Contents{}, err
	}
	if err := trace.Admit(ctx, trace.Volume{Bytes: expansion * int64(len(data))}); err != nil {
		return sites.Contents{}, err
	}
	return decode(data, table)
}

// decode returns the points of a profile. A truncated profile has the snapshots before the damage.
func decode(data []byte, table *sites.Table) (sites.Contents, error) {
	p := &parser{data: data, table: table}
	snapshots, damage := p.snapshots()
	c, warnings := sites.Contents{Runtime: trace.Native}, []string{sites.WithoutObjects}
	for _, s := range snapshots {
		if !s.detailed {
			continue
		}
		if p.unit == "ms" {
			s.point.Time, s.point.Relative = s.time, true
		}
		c.Points = append(c.Points, s.point)
	}
	switch {
	case len(c.Points) == 0 && damage != nil:
		return c, damage
	case len(c.Points) == 0:
		return c, fmt.Errorf("none of its %d snapshots has call stacks; run valgrind --tool=massif --detailed-freq=1", len(snapshots))
	case damage != nil:
		warnings = append(warnings, damage.Error())
	}
	if left := len(snapshots) - len(c.Points); left > 0 {
		warnings = append(warnings, fmt.Sprintf("%d of %d snapshots have only totals and are left out; --detailed-freq=1 writes call stacks into all", left, len(snapshots)))
	}
	if p.unit != "ms" {
		warnings = append(warnings, "its times are not milliseconds, so its points are numbered; --time-unit=ms writes times")
	}
	c.Warning = table.Warn(warnings...)
	return c, nil
}
