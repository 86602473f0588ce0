package heaptrack

import (
	"bytes"
	"context"
	"errors"
	"io"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/internal/sites"
)

// Format is the value of [trace.Recording.Format].
const Format = "heap profile (heaptrack)"

// Sniff reports whether head, the first inflated bytes of a file, is the start of a recording.
func Sniff(head []byte) bool {
	first, rest, _ := bytes.Cut(head, []byte("\n"))
	version, ok := bytes.CutPrefix(first, []byte("v "))
	f := &fields{rest: version}
	return ok && f.next() > 0 && f.next() > 0 && !f.bad && len(f.rest) == 0 && (bytes.HasPrefix(rest, []byte("X ")) || bytes.HasPrefix(rest, []byte("x ")))
}

// Open returns a recording of the first readable file, plain or compressed with gzip. Other files become warnings, because each is about
// another process. If no file is readable, the error is a *[trace.InputError] about the first, or the context's. The cost is linear in the file.
func Open(ctx context.Context, files []trace.File, progress trace.Progress) (*trace.Recording, error) {
	return sites.OpenRun(ctx, Format, files, progress, read)
}

func read(ctx context.Context, f trace.File, table *sites.Table) (sites.Contents, error) {
	content, err := f.Open()
	if err != nil {
		return sites.Contents{}, err
	}
	defer content.Close()
	r, _ := input.Inflate(io.NewSectionReader(content, 0, f.Size))
	return replay(input.NewReader(ctx, r), table)
}

// replay returns the points of a recording. A truncated recording has the points before the damage.
func replay(content io.Reader, table *sites.Table) (sites.Contents, error) {
	r := &run{}
	err := r.read(content)
	c := sites.Contents{Runtime: trace.Native}
	switch {
	case err != nil && len(r.now) == 0:
		return c, err
	case r.version == 0:
		return c, errors.New("expected a line with the version, such as v 10400 3")
	case err != nil:
		c.Warning = err.Error() + "; the recording is shown up to there"
	}
	c.Points = r.points(table)
	c.Warning = table.Warn(c.Warning)
	return c, nil
}
