package lines

import (
	"context"
	"fmt"
	"io"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/wire/lines"
)

// Sniff reports whether head, the first inflated bytes of a file, is the start of objects as JSON lines.
func Sniff(head []byte) bool { return lines.Sniff(head) }

// Is reports whether a file contains objects as JSON lines, plain or compressed with gzip.
func Is(f trace.File) bool {
	c, err := openContent(context.Background(), f)
	if err != nil {
		return false
	}
	defer c.Close()
	head := make([]byte, input.HeadSize)
	n, _ := io.ReadFull(c, head) // the file may be shorter
	return Sniff(head[:n])
}

// point is a GC point in a file.
type point struct {
	file   trace.File
	head   lines.Head
	offset int64           // of its header in the inflated file, in bytes
	end    int64           // of its last line
	line   int64           // 1-based line of its header
	knows  trace.Knowledge // of sites, threads and births
}

// content is an opened file that may be compressed with gzip.
type content struct {
	io.Reader
	closer io.Closer
	stored *counted
	packed bool
}

// counted counts the bytes that are read.
type counted struct {
	io.ReadSeeker
	n int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.ReadSeeker.Read(p)
	c.n += int64(n)
	return n, err
}

// openContent opens a file.
func openContent(ctx context.Context, f trace.File) (*content, error) {
	file, err := f.Open()
	if err != nil {
		return nil, err
	}
	c := &content{closer: file, stored: &counted{ReadSeeker: io.NewSectionReader(file, 0, f.Size)}}
	inflated, packed := input.Inflate(c.stored)
	if !packed {
		c.stored.n = 0 // it starts again
	}
	c.Reader, c.packed = input.NewReader(ctx, inflated), packed
	return c, nil
}

// Close closes the file.
func (c *content) Close() error { return c.closer.Close() }

// reader opens the file of a point at its header.
func (p *point) reader(ctx context.Context) (*lines.Reader, *content, error) {
	c, err := openContent(ctx, p.file)
	if err != nil {
		return nil, nil, err
	}
	if c.packed {
		_, err = io.CopyN(io.Discard, c.Reader, p.offset)
	} else {
		_, err = c.stored.Seek(p.offset, io.SeekStart)
	}
	if err != nil {
		c.Close()
		return nil, nil, err
	}
	r := lines.NewReader(io.LimitReader(c.Reader, p.end-p.offset), p.line)
	r.Grow = growth(ctx)
	return r, c, nil
}

// growth returns a function that asks for the memory of long lines.
func growth(ctx context.Context) func(bytes int64) error {
	return func(bytes int64) error { return trace.Admit(ctx, trace.Volume{Bytes: bytes}) }
}

// reportEvery is the number of lines after which progress is reported.
const reportEvery = 1 << 16

// pointsOf finds the GC points of a file. A file that ends too early has the points before its end.
func pointsOf(ctx context.Context, f trace.File, progress trace.Progress) (points []point, warnings []trace.Warning, err error) {
	c, err := openContent(ctx, f)
	if err != nil {
		return nil, nil, err
	}
	defer c.Close()
	watched := &watchedReader{r: c.Reader, report: func() { progress.Report(c.stored.n, f.Size, "opening "+f.Base()) }}
	r := lines.NewReader(watched, 1)
	r.Grow = growth(ctx)
	var rec lines.Record
	for {
		offset, err := r.NextHeader(&rec)
		if last := len(points) - 1; last >= 0 {
			points[last].end, points[last].knows = offset, knowledge(r.Seen())
		}
		if err != nil {
			if len(points) == 0 && err == io.EOF {
				return nil, nil, &trace.InputError{Source: f.Name, Line: 1, Offset: -1, Text: "the header is missing, a line with \"format\":\"objects\""}
			}
			return endOf(points, r.Offset(), err, f)
		}
		if v := rec.Head.Version; v > lines.Version {
			return nil, nil, &trace.InputError{Source: f.Name, Line: int(rec.Line), Offset: -1,
				Text: fmt.Sprintf("version %v of the format is newer than this program, which reads version %d", v, lines.Version)}
		}
		points = append(points, point{file: f, head: rec.Head, offset: offset, line: rec.Line})
	}
}

// knowledge returns the knowledge that the given members of objects add.
func knowledge(members lines.Members) (k trace.Knowledge) {
	for _, m := range []struct {
		member lines.Members
		k      trace.Knowledge
	}{{lines.SiteMember, trace.KnowsSites}, {lines.ThreadMember, trace.KnowsThreads}, {lines.BirthMember, trace.KnowsAges}} {
		if members&m.member != 0 {
			k |= m.k
		}
	}
	return k
}

// endOf sets the end of the last point, given the error at which reading ended.
func endOf(points []point, end int64, err error, f trace.File) ([]point, []trace.Warning, error) {
	if err == io.EOF {
		points[len(points)-1].end = end
		return points, nil, nil
	}
	if len(points) == 0 || trace.RefusedBy(err) != nil {
		return nil, nil, err
	}
	points[len(points)-1].end = end
	return points, []trace.Warning{{Source: f.Base(), Text: input.Error(err, f.Name).Text + "; only the lines before it are read", Lost: true}}, nil
}

// watchedReader calls report from time to time.
type watchedReader struct {
	r      io.Reader
	report func()
	steps  uint
}

func (w *watchedReader) Read(p []byte) (int, error) {
	if w.steps++; w.steps%16 == 0 {
		w.report()
	}
	return w.r.Read(p)
}
