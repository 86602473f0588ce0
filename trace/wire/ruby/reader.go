package ruby

import (
	"bytes"
	"io"

	"memcity/trace/wire/jsonlines"
)

// Reader reads the lines of a file.
type Reader struct {
	*jsonlines.Reader
	parser parser
}

// NewReader returns a reader of a whole file. Set Grow to bound the memory for a line.
func NewReader(r io.Reader) *Reader { return &Reader{Reader: jsonlines.NewReader(r, 1)} }

// Next reads the next line that is not blank. At the end, the error is io.EOF. It returns other errors of the file and of Grow unchanged.
func (r *Reader) Next(rec *Record) error { return r.next(rec, func([]byte) bool { return true }) }

// NextDefinition reads the next class, module, included module or line with names. It skips other lines without parsing them, which is much
// faster.
func (r *Reader) NextDefinition(rec *Record) error { return r.next(rec, isDefinition) }

func (r *Reader) next(rec *Record, wanted func(line []byte) bool) error {
	for {
		line, err := r.Reader.Next()
		if err != nil {
			return err
		}
		if r.TooLong() {
			rec.reset()
			rec.fault(TooLong)
			return nil
		}
		if line = bytes.TrimSpace(line); len(line) == 0 || !wanted(line) {
			continue
		}
		p := &r.parser
		p.rec, p.grow, p.err = rec, r.Grow, nil
		p.parse(line)
		return p.err
	}
}

var (
	typeKey     = []byte(`"type":`)
	definitions = [][]byte{[]byte(`"CLASS"`), []byte(`"MODULE"`), []byte(`"ICLASS"`), []byte(`"NAMES"`)}
)

// isDefinition reports whether a line describes a class, module, included module or names. It checks only the first member named type.
func isDefinition(line []byte) bool {
	at := bytes.Index(line, typeKey)
	if at < 0 {
		return false
	}
	value := bytes.TrimLeft(line[at+len(typeKey):], " ")
	for _, d := range definitions {
		if bytes.HasPrefix(value, d) {
			return true
		}
	}
	return false
}

// Sniff reports whether head, the first bytes of a file, is the start of a heap dump of Ruby.
func Sniff(head []byte) bool {
	line, _, _ := bytes.Cut(head, []byte("\n"))
	line = bytes.TrimLeft(line, " ")
	if bytes.HasPrefix(line, []byte(`{"type":"ROOT"`)) || bytes.HasPrefix(line, []byte(`{"type":"NAMES"`)) {
		return true
	}
	return bytes.HasPrefix(line, []byte(`{"address":"0x`)) && bytes.Contains(line, []byte(`"type":"`))
}
