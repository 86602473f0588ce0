package unwrap

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// encoding selects how the characters of a text are stored.
type encoding struct {
	name string
	unit int // bytes per unit: 1, 2 or 4
	big  bool
	mark []byte // at the start of the text; optional
}

var encodings = []*encoding{
	{"UTF-32 (little-endian)", 4, false, []byte{0xff, 0xfe, 0, 0}},
	{"UTF-32 (big-endian)", 4, true, []byte{0, 0, 0xfe, 0xff}},
	{"UTF-16 (little-endian)", 2, false, []byte{0xff, 0xfe}},
	{"UTF-16 (big-endian)", 2, true, []byte{0xfe, 0xff}},
}

var byteOrderMark = []byte("\ufeff")

// minZeros is the number of zero bytes at the start of a file that are not part of a text. They remain if a log is truncated while the
// program has it open.
const minZeros = 16

// encodingOf returns the encoding of a text from its start; nil for UTF-8 and its relatives. The encoding has a byte order mark, or nearly
// all characters are ASCII.
func encodingOf(head []byte) *encoding {
	for _, e := range encodings {
		if bytes.HasPrefix(head, e.mark) && len(head)%e.unit == 0 {
			return e
		}
	}
	for _, e := range encodings {
		units, ascii := len(head)/e.unit, 0
		for i := range units {
			if c := e.at(head[i*e.unit:]); c >= ' ' && c < 0x7f || c == '\n' || c == '\r' || c == '\t' {
				ascii++
			}
		}
		if units >= 4 && ascii >= units-units/10 {
			return e
		}
	}
	return nil
}

// at returns the unit at the start of b.
func (e *encoding) at(b []byte) rune {
	switch {
	case e.unit == 2 && e.big:
		return rune(binary.BigEndian.Uint16(b))
	case e.unit == 2:
		return rune(binary.LittleEndian.Uint16(b))
	case e.big:
		return rune(binary.BigEndian.Uint32(b))
	}
	return rune(binary.LittleEndian.Uint32(b))
}

// decoder converts a text to UTF-8.
type decoder struct {
	*encoding
	r    *bufio.Reader
	out  []byte // converted
	rest []byte // of out, not yet returned
	err  error
	unit [4]byte
	high rune // first half of a pair of UTF-16; 0 for none
}

// Read implements io.Reader. An incomplete unit at the end is dropped.
func (d *decoder) Read(b []byte) (int, error) {
	for len(d.rest) == 0 && d.err == nil {
		d.out = d.out[:0]
		for len(d.out) < 4096 && d.err == nil {
			if _, d.err = io.ReadFull(d.r, d.unit[:d.encoding.unit]); d.err == nil {
				d.add(d.at(d.unit[:]))
			}
		}
		if d.err == io.ErrUnexpectedEOF {
			d.err = io.EOF
		}
		d.rest = d.out
	}
	n := copy(b, d.rest)
	d.rest = d.rest[n:]
	if n == 0 && d.err != nil {
		return 0, d.err
	}
	return n, nil
}

func (d *decoder) add(c rune) {
	if d.encoding.unit == 2 && utf16.IsSurrogate(c) {
		if d.high == 0 && c < 0xdc00 {
			d.high = c
			return
		}
		c, d.high = utf16.DecodeRune(d.high, c), 0
	}
	if d.high != 0 {
		d.out, d.high = utf8.AppendRune(d.out, utf8.RuneError), 0
	}
	d.out = utf8.AppendRune(d.out, c)
}

// crReader replaces CR by LF.
type crReader struct{ r io.Reader }

func (r crReader) Read(b []byte) (int, error) {
	n, err := r.r.Read(b)
	for i, c := range b[:n] {
		if c == '\r' {
			b[i] = '\n'
		}
	}
	return n, err
}

// skipZeros drops the zero bytes at the start of r.
func skipZeros(r *bufio.Reader) error {
	for {
		if _, err := r.Peek(1); err != nil {
			return err
		}
		start, _ := r.Peek(r.Buffered())
		text := bytes.TrimLeft(start, "\x00")
		r.Discard(len(start) - len(text)) // they are in the buffer
		if len(text) > 0 {
			return nil
		}
	}
}
