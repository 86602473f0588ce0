package goheap

import (
	"bufio"
	"fmt"
	"io"
	"slices"
)

const (
	// MaxText is the largest length of a text in bytes. Names of functions and types are much shorter.
	MaxText = 1 << 20
	// maxContents is the largest size of contents in bytes.
	maxContents = 1 << 40
	// maxStack is the largest number of frames of a stack. Go records at most 128, and 32 by default.
	maxStack = 1 << 12
	// maxInterned is the largest number of different texts that are kept.
	maxInterned = 1 << 18
	// part is the growth of the buffer of contents in bytes. A wrong length costs little.
	part = 1 << 20
)

// Reader reads the records of a dump. It is not safe for concurrent use.
type Reader struct {
	// Grow is called before memory is taken for long contents, with the size in bytes. An error ends the reading.
	Grow func(bytes int64) error

	r     *bufio.Reader
	at    int64
	texts map[string]string
	text  []byte
	pos   int64 // start of the record
}

// NewReader returns a reader for the content of a dump. It reads the header.
func NewReader(r io.Reader) (*Reader, error) {
	d := &Reader{r: bufio.NewReaderSize(r, 1<<16), texts: map[string]string{}}
	head := make([]byte, len(Header))
	if _, err := io.ReadFull(d.r, head); err != nil {
		return nil, cut(err)
	}
	if !Sniff(head) {
		return nil, fmt.Errorf("offset 0: expected %q", Header)
	}
	d.at = int64(len(head))
	return d, nil
}

// cut returns io.ErrUnexpectedEOF for the end of a file.
func cut(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// Next reads a record. It returns io.EOF after the last one, and io.ErrUnexpectedEOF if the file ends too early.
func (d *Reader) Next(r *Record) error {
	d.pos = d.at
	kind, err := d.number()
	if err != nil {
		return err
	}
	if kind >= uint64(kinds) {
		return d.fault("record of kind %d; expected at most %d", kind, kinds-1)
	}
	if Kind(kind) == End {
		return io.EOF
	}
	r.Kind = Kind(kind)
	r.Numbers, r.Texts, r.Contents, r.Fields, r.Stack = r.Numbers[:0], r.Texts[:0], r.Contents[:0], r.Fields[:0], r.Stack[:0]
	for _, item := range layouts[kind] {
		if err := d.item(r, item); err != nil {
			return err
		}
	}
	return nil
}

func (d *Reader) fault(format string, args ...any) error {
	return fmt.Errorf("offset %d: %s", d.pos, fmt.Sprintf(format, args...))
}

// item reads an item of a record.
func (d *Reader) item(r *Record, item rune) (err error) {
	switch item {
	case 'n':
		return d.numbers(r, 1)
	case 'm':
		return d.numbers(r, NumGC+1)
	case 't':
		var text string
		text, err = d.string()
		r.Texts = append(r.Texts, text)
	case 'c':
		err = d.contents(r)
	case 'f':
		err = d.fields(r)
	case 's':
		err = d.stack(r)
	}
	return err
}

func (d *Reader) numbers(r *Record, n int) error {
	for range n {
		v, err := d.number()
		if err != nil {
			return err
		}
		r.Numbers = append(r.Numbers, v)
	}
	return nil
}

// number reads a varint.
func (d *Reader) number() (uint64, error) {
	var v uint64
	for shift := uint(0); ; shift += 7 {
		b, err := d.r.ReadByte()
		if err != nil {
			return 0, cut(err)
		}
		d.at++
		if shift == 63 && b > 1 {
			return 0, d.fault("a number has more than 64 bits")
		}
		v |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return v, nil
		}
	}
}

// string reads a text. Equal texts share memory.
func (d *Reader) string() (string, error) {
	n, err := d.number()
	if err != nil {
		return "", err
	}
	if n > MaxText {
		return "", d.fault("a text has %d bytes; expected at most %d", n, MaxText)
	}
	d.text = slices.Grow(d.text[:0], int(n))[:n]
	if err := d.read(d.text); err != nil {
		return "", err
	}
	if text, ok := d.texts[string(d.text)]; ok {
		return text, nil
	}
	text := string(d.text)
	if len(d.texts) < maxInterned {
		d.texts[text] = text
	}
	return text, nil
}

func (d *Reader) read(b []byte) error {
	n, err := io.ReadFull(d.r, b)
	d.at += int64(n)
	return cut(err)
}

// contents reads the contents of an object, a frame or a segment.
func (d *Reader) contents(r *Record) error {
	n, err := d.number()
	if err != nil {
		return err
	}
	if n > maxContents {
		return d.fault("%s of %d bytes; expected at most %d", r.Kind, n, int64(maxContents))
	}
	for left := int64(n); left > 0; {
		next := int(min(left, part))
		if d.Grow != nil && cap(r.Contents)-len(r.Contents) < next {
			if err := d.Grow(2 * int64(len(r.Contents)+next)); err != nil {
				return err
			}
		}
		from := len(r.Contents)
		r.Contents = slices.Grow(r.Contents, next)[:from+next]
		if err := d.read(r.Contents[from:]); err != nil {
			return err
		}
		left -= int64(next)
	}
	return nil
}

// fields reads the offsets of pointers. There cannot be more than words in the contents.
func (d *Reader) fields(r *Record) error {
	for {
		kind, err := d.number()
		switch {
		case err != nil:
			return err
		case kind == 0:
			return nil
		case kind != 1:
			return d.fault("%s with a field of kind %d; expected 1", r.Kind, kind)
		}
		offset, err := d.number()
		if err != nil {
			return err
		}
		if len(r.Fields) > len(r.Contents) {
			return d.fault("%s has more pointers than bytes", r.Kind)
		}
		r.Fields = append(r.Fields, offset)
	}
}

// stack reads the frames of an allocation.
func (d *Reader) stack(r *Record) error {
	n, err := d.number()
	if err != nil {
		return err
	}
	if n > maxStack {
		return d.fault("a stack has %d frames; expected at most %d", n, maxStack)
	}
	for range n {
		var c Call
		if c.Function, err = d.string(); err != nil {
			return err
		}
		if c.File, err = d.string(); err != nil {
			return err
		}
		if c.Line, err = d.number(); err != nil {
			return err
		}
		r.Stack = append(r.Stack, c)
	}
	return nil
}
