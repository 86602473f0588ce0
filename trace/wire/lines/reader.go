package lines

import (
	"bytes"
	"io"

	"memcity/trace/wire/jsonlines"
)

// Reader reads the lines of a file.
type Reader struct {
	*jsonlines.Reader
	// Texts contains the names that were read.
	Texts *Texts

	seen   Members
	parser parser
}

// NewReader returns a reader whose first line has the given 1-based number. Set Grow to bound the memory for a line.
func NewReader(r io.Reader, line int64) *Reader {
	return &Reader{Reader: jsonlines.NewReader(r, line), Texts: NewTexts()}
}

// Next reads the next line that is not blank. rec is valid until the next call. At the end, the error is io.EOF. It returns other errors of
// the file and of Grow unchanged.
func (r *Reader) Next(rec *Record) error { return r.nextWith(nil, rec) }

// Members is a set of members of objects.
type Members uint8

// Members that [Reader.NextHeader] reports.
const (
	SiteMember Members = 1 << iota
	BirthMember
	ThreadMember
)

var memberKeys = [...][]byte{[]byte(`"site"`), []byte(`"birth"`), []byte(`"thread"`)}

// Seen returns the members in lines that [Reader.NextHeader] skipped since the first header. A text that looks like a member counts too.
func (r *Reader) Seen() Members { return r.seen }

// see adds the members of an object.
func (r *Reader) see(line []byte) {
	for i, key := range memberKeys {
		if m := Members(1 << i); r.seen&m == 0 && bytes.Contains(line, key) && (m != ThreadMember || bytes.Contains(line, []byte(`"size"`))) {
			r.seen |= m
		}
	}
}

// NextHeader is Next for headers. It skips other lines, which takes much less time than reading them. It returns the offset of the header
// from where reading began, in bytes.
func (r *Reader) NextHeader(rec *Record) (offset int64, err error) {
	for {
		if err := r.nextWith([]byte(`"format"`), rec); err != nil {
			return 0, err
		}
		if rec.Kind == Header {
			return r.Start(), nil
		}
	}
}

// nextWith reads the next line that contains a text.
func (r *Reader) nextWith(text []byte, rec *Record) error {
	for {
		line, err := r.Reader.Next()
		if err != nil {
			return err
		}
		if r.TooLong() {
			*rec = Record{Line: r.Line(), Faulty: 1 << TooLong}
			return nil
		}
		if text != nil && !bytes.Contains(line, text) {
			r.see(line)
			continue
		}
		if line = bytes.TrimSpace(bytes.TrimPrefix(line, mark)); len(line) > 0 {
			rec.Line = r.Line()
			p := &r.parser
			p.rec, p.texts, p.grow, p.err = rec, r.Texts, r.Grow, nil
			p.parse(line)
			return p.err
		}
	}
}

// mark is the byte order mark that some programs write at the start of a file.
var mark = []byte("\ufeff")
