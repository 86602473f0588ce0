package hprof

import (
	"context"
	"fmt"
	"io"
	"sort"

	"memcity/trace"
	"memcity/trace/wire/hprof"
)

// dumpsOf returns the dumps of a file: usually one. It reads the header, and for a plain file also what [hprof.Parts] needs.
func dumpsOf(ctx context.Context, f trace.File) ([]dump, *trace.InputError) {
	content, err := f.Open()
	if err != nil {
		return nil, &trace.InputError{Source: f.Name, Offset: -1, Text: err.Error()}
	}
	defer content.Close()
	r, err := hprof.NewReader(content, f.Size)
	if err != nil {
		return nil, &trace.InputError{Source: f.Name, Offset: 0, Text: err.Error()}
	}
	if r.Compressed() {
		return []dump{{f, r.Header.Time}}, nil
	}
	parts, err := hprof.Parts(ctx, content, f.Size)
	if err != nil || len(parts) == 0 {
		return []dump{{f, r.Header.Time}}, nil
	}
	dumps := make([]dump, len(parts))
	for i, p := range parts {
		dumps[i] = dump{part(f, fmt.Sprintf("%s, dump %d", f.Name, i+1), p.Sections), p.Time}
	}
	return dumps, nil
}

// part returns a file that consists of sections of another.
func part(f trace.File, name string, sections []hprof.Section) trace.File {
	p := trace.File{Name: name, Modified: f.Modified}
	starts := make([]int64, len(sections))
	for i, s := range sections {
		starts[i] = p.Size
		p.Size += s.Length
	}
	p.Open = func() (trace.Content, error) {
		content, err := f.Open()
		if err != nil {
			return nil, err
		}
		return &joined{content, sections, starts, p.Size}, nil
	}
	return p
}

// joined is the content of sections of a file, one after the other.
type joined struct {
	trace.Content
	sections []hprof.Section
	starts   []int64 // of each section in the joined content
	size     int64
}

// ReadAt implements [io.ReaderAt].
func (j *joined) ReadAt(d []byte, at int64) (n int, err error) {
	if at < 0 {
		return 0, fmt.Errorf("offset %d is negative", at)
	}
	for n < len(d) && at < j.size {
		i := sort.Search(len(j.starts), func(i int) bool { return j.starts[i] > at }) - 1
		inside := at - j.starts[i]
		want := min(int64(len(d)-n), j.sections[i].Length-inside)
		got, err := j.Content.ReadAt(d[n:n+int(want)], j.sections[i].Offset+inside)
		n, at = n+got, at+int64(got)
		if int64(got) < want {
			return n, err
		}
	}
	if n < len(d) {
		return n, io.EOF
	}
	return n, nil
}
