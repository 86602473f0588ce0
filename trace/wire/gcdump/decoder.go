package gcdump

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"unicode/utf16"
)

// Tags before objects and fields.
const (
	tagNull         = 1
	tagReference    = 2
	tagBegin        = 4
	tagBeginPrivate = 5
	tagEnd          = 6
	tagByte         = 8
)

// step is the number of bytes or elements for which memory is taken at once, so that a wrong number costs no more than the file.
const step = 1 << 20

// class is the class of an object.
type class struct {
	name           string
	version, least uint32
}

// decoder reads a file. After an error, it returns zeros.
type decoder struct {
	r       *bufio.Reader
	grow    func(bytes int64) error
	offset  int64
	err     error
	scratch []byte
	classes map[uint32]class // by offset, for references to them
}

func newDecoder(r io.Reader, grow func(int64) error) *decoder {
	return &decoder{r: bufio.NewReaderSize(r, 1<<16), grow: grow, classes: map[uint32]class{}}
}

// begin reads the start of an object, and returns the name of its class and the versions. The name of a null object is empty.
func (d *decoder) begin() (name string, version, least uint32) {
	switch tag := d.byte(); tag {
	case tagNull:
		return "", 0, 0
	case tagBegin, tagBeginPrivate:
	default:
		d.fail("expected an object, and found the tag %d", tag)
		return "", 0, 0
	}
	at := uint32(d.offset)
	switch tag := d.byte(); tag {
	case tagReference:
		label := d.uint32()
		c, known := d.classes[label]
		if !known {
			d.fail("the class of an object is at offset %d, where there is none", label)
		}
		return c.name, c.version, c.least
	case tagBegin, tagBeginPrivate:
		if tag := d.byte(); tag != tagNull {
			d.fail("expected the null class of a class, and found the tag %d", tag)
		}
	default:
		d.fail("expected a class, and found the tag %d", tag)
	}
	c := class{version: d.uint32(), least: d.uint32()}
	c.name = d.text(maxText)
	d.end()
	if d.err == nil && c.name == "" {
		d.fail("a class has no name")
	}
	if len(d.classes) < step {
		d.classes[at] = c
	}
	return c.name, c.version, c.least
}

// end reads the end of an object.
func (d *decoder) end() {
	if tag := d.byte(); tag != tagEnd {
		d.fail("expected the end of an object, and found the tag %d", tag)
	}
}

// peek returns the next byte without reading it.
func (d *decoder) peek() byte {
	if b, err := d.r.Peek(1); err == nil && d.err == nil {
		return b[0]
	}
	return 0
}

// bytes returns the next bytes, at most a few, which are valid until the next call.
func (d *decoder) bytes(n int) []byte {
	if cap(d.scratch) < n {
		d.scratch = make([]byte, n)
	}
	b := d.scratch[:n]
	clear(b)
	if d.err == nil {
		d.read(b)
	}
	return b
}

// read fills b.
func (d *decoder) read(b []byte) {
	n, err := io.ReadFull(d.r, b)
	d.offset += int64(n)
	if err == io.EOF && len(b) > 0 {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		clear(b)
		d.err = err
	}
}

// blob returns a copy of the next n bytes.
func (d *decoder) blob(n int) (b []byte) {
	for len(b) < n && d.err == nil {
		from := len(b)
		b = append(b, make([]byte, min(step, n-from))...)
		d.read(b[from:])
	}
	return b
}

func (d *decoder) byte() byte     { return d.bytes(1)[0] }
func (d *decoder) uint32() uint32 { return binary.LittleEndian.Uint32(d.bytes(4)) }
func (d *decoder) uint64() uint64 { return binary.LittleEndian.Uint64(d.bytes(8)) }

// count reads a number of things, and checks that it is at most most.
func (d *decoder) count(what string, most int) int {
	n := int(int32(d.uint32()))
	if d.err == nil && (n < 0 || n > most) {
		d.fail("there are %d %s; expected at most %d", n, what, most)
	}
	if d.err != nil {
		return 0
	}
	return n
}

// text reads a text with at most the given number of UTF-16 units. It is empty for null.
func (d *decoder) text(most int) string {
	n := int(int32(d.uint32()))
	if n > most {
		d.fail("a text has %d letters; expected at most %d", n, most)
	}
	var units []uint16
	for i := 0; i < n && d.err == nil; i++ {
		c := uint16(d.byte())
		switch {
		case c < 0x80:
		case c < 0xe0:
			c = c&0x1f<<6 | d.rest()
		default:
			c = c&0xf<<12 | d.rest()<<6 | d.rest()
		}
		units = append(units, c)
	}
	return string(utf16.Decode(units))
}

// rest reads a byte that continues a letter.
func (d *decoder) rest() uint16 { return uint16(d.byte()) & 0x3f }

func (d *decoder) admit(bytes int64) {
	if d.grow != nil && d.err == nil {
		d.err = d.grow(bytes)
	}
}

func (d *decoder) fail(format string, args ...any) {
	if d.err == nil {
		d.err = d.fault(d.offset, format, args...)
	}
}

func (d *decoder) fault(at int64, format string, args ...any) error {
	return &Fault{at, fmt.Sprintf(format, args...)}
}
