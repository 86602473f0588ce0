package ruby

import (
	"context"
	"io"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/wire/ruby"
	"memcity/trace/wire/stored"
)

// content is an opened file that may be compressed with gzip.
type content struct {
	*stored.Reader
	io.Closer
}

// openContent opens a file.
func openContent(ctx context.Context, f trace.File) (*content, error) {
	file, err := f.Open()
	if err != nil {
		return nil, err
	}
	r, err := stored.NewReader(input.NewReader(ctx, io.NewSectionReader(file, 0, f.Size)), 1<<16)
	if err != nil {
		file.Close()
		return nil, err
	}
	return &content{r, file}, nil
}

// reportEvery is the number of lines after which progress is reported.
const reportEvery = 1 << 14

// pass is a pass over the lines of a file.
type pass struct {
	file     trace.File
	progress trace.Progress
	number   int64 // of this pass, 0-based
	passes   int64
	defines  bool // true to visit only classes, modules and names
}

// run calls visit for each line. A file that ends too early has the lines before its end, and cut is true.
func (p pass) run(ctx context.Context, visit func(line int64, rec *ruby.Record) error) (cut bool, err error) {
	c, err := openContent(ctx, p.file)
	if err != nil {
		return false, err
	}
	defer c.Close()
	r := ruby.NewReader(c)
	r.Grow = func(bytes int64) error { return trace.Admit(ctx, trace.Volume{Bytes: bytes}) }
	next := r.Next
	if p.defines {
		next = r.NextDefinition
	}
	var rec ruby.Record
	for n := 0; ; n++ {
		switch err := next(&rec); {
		case err == io.EOF:
			return false, nil
		case err == io.ErrUnexpectedEOF:
			return true, nil
		case err != nil:
			return false, err
		}
		if n%reportEvery == 0 {
			p.progress.Report(p.number*p.file.Size+c.Stored(), p.passes*p.file.Size, "reading "+p.file.Base())
		}
		if r.Unfinished() && rec.Has(ruby.NotJSON) {
			return true, nil
		}
		if err := visit(r.Line(), &rec); err != nil {
			return false, err
		}
	}
}
