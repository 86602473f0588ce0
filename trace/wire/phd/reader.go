package phd

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"memcity/trace/wire/stored"
)

const (
	// MaxReferences is the largest number of references of one object. They take 8 bytes each.
	MaxReferences = 1 << 27
	// bufferSize is the number of bytes per read. It is larger than any text.
	bufferSize = 1 << 18
	// cachedClasses is the number of classes that short instances can name.
	cachedClasses = 4
)

// Tags of records and of parts of the header.
const (
	tagHeader      = 0x01
	tagBody        = 0x02
	tagEnd         = 0x03
	tagInstance    = 0x04
	tagArray       = 0x05 // without a length
	tagClass       = 0x06
	tagPrimitives  = 0x07
	tagLengthArray = 0x08

	headerTotals = 0x01
	headerEnd    = 0x02
	headerSeeds  = 0x03
	headerVM     = 0x04
)

// Reader reads the records of a file in order. It is not safe for concurrent use.
type Reader struct {
	Header Header

	content *bufio.Reader
	stored  *stored.Reader
	offset  int64 // in the uncompressed file
	err     error // first error; reads after it return zeros

	before  uint64 // address of the last object
	classes [cachedClasses]uint64
	next    int // index in classes of the one to replace
	refs    []uint64
}

// NewReader reads the header of a file, plain or compressed with gzip. An error is a [*Fault] or an error of file.
func NewReader(file io.Reader) (*Reader, error) {
	r := &Reader{}
	var err error
	if r.stored, err = stored.NewReader(file, bufferSize); err != nil {
		return nil, r.fault(0, "the header", err)
	}
	r.content = bufio.NewReaderSize(r.stored.Reader, bufferSize)
	r.header()
	if r.err != nil {
		return nil, r.fault(0, "the header", r.err)
	}
	return r, nil
}

// Stored returns the number of bytes read from the file as stored. It is at most one buffer ahead of the records.
func (r *Reader) Stored() int64 { return r.stored.Stored() }

func (r *Reader) header() {
	if head := r.bytes(len(magic)); r.err == nil && !IsHeader(head) {
		r.fail("header is %q, not %q", head, magic)
	}
	version, flags := r.number(4), r.number(4)
	if version < 4 || version > 6 {
		r.fail("version is %d, not 4 to 6", version)
	}
	if tag := r.number(1); tag != tagHeader {
		r.fail("header begins with tag %#02x, not %#02x", tag, tagHeader)
	}
	r.Header = Header{Version: int(version), Wide: flags&1 != 0, Hashed: flags&2 != 0, J9: flags&4 != 0}
	for r.err == nil {
		switch tag := r.number(1); tag {
		case headerTotals, headerSeeds:
			r.number(8)
		case headerVM:
			r.Header.VM = r.text()
		case headerEnd:
			if tag := r.number(1); tag != tagBody {
				r.fail("body begins with tag %#02x, not %#02x", tag, tagBody)
			}
			return
		default:
			r.fail("header has the unknown tag %#02x", tag)
		}
	}
}

// Next reads the next object. It returns io.EOF at the end of the dump. Any other error is final: a [*Fault] or an error of the file.
func (r *Reader) Next(rec *Record) error {
	begin := r.offset
	tag := byte(r.number(1))
	switch {
	case r.err != nil:
		return r.fault(begin, "its objects", r.err)
	case tag == tagEnd:
		return io.EOF
	}
	*rec = Record{Offset: begin, Size: -1}
	if r.record(rec, tag); r.err != nil {
		return r.fault(begin, "a record", r.err)
	}
	rec.References = r.refs
	r.before = rec.Address
	return nil
}

func (r *Reader) record(rec *Record, tag byte) {
	r.refs = r.refs[:0]
	switch {
	case tag&0x80 != 0:
		rec.Kind, rec.Class = Instance, r.classes[tag>>5&3]
		rec.Address = r.before + r.gap(tag>>2&1)
		r.hash(false)
		r.references(rec, uint64(tag>>3&3), tag&3)
	case tag&0x40 != 0:
		rec.Kind = Instance
		rec.Address = r.before + r.gap(tag>>2&1)
		r.class(rec)
		r.hash(false)
		r.references(rec, uint64(tag>>3&7), tag&3)
	case tag&0x20 != 0:
		rec.Kind, rec.Type = PrimitiveArray, BasicType(tag>>2&7)
		rec.Address = r.before + r.gap(tag&3)
		r.length(rec, 1<<(tag&3))
		r.hash(false)
		r.size(rec)
	case tag == tagInstance:
		flags := r.flags()
		rec.Kind = Instance
		rec.Address = r.before + r.gap(flags>>6)
		r.class(rec)
		r.hash(flags&2 != 0)
		r.references(rec, r.number(4), flags>>4&3)
	case tag == tagArray || tag == tagLengthArray:
		r.array(rec, tag)
	case tag == tagClass:
		r.classRecord(rec)
	case tag == tagPrimitives:
		r.primitives(rec)
	default:
		r.fail("unknown tag %#02x", tag)
	}
	if !r.Header.Wide {
		rec.Address &= math.MaxUint32
	}
}

func (r *Reader) flags() byte { return byte(r.number(1)) }

// class reads the class of an instance and keeps it for short records.
func (r *Reader) class(rec *Record) {
	rec.Class = r.number(r.word())
	r.classes[r.next] = rec.Class
	r.next = (r.next + 1) % cachedClasses
}

func (r *Reader) array(rec *Record, tag byte) {
	flags := r.flags()
	rec.Kind = ObjectArray
	rec.Address = r.before + r.gap(flags>>6)
	rec.Class = r.number(r.word())
	r.hash(flags&2 != 0)
	n := r.number(4)
	r.references(rec, n, flags>>4&3)
	if tag == tagLengthArray {
		r.length(rec, 4)
	} else {
		rec.Length = uint32(n)
	}
	r.size(rec)
}

func (r *Reader) classRecord(rec *Record) {
	flags := r.flags()
	rec.Kind = Class
	rec.Address = r.before + r.gap(flags>>6)
	rec.Size = int64(int32(r.number(4)))
	r.hash(flags&8 != 0)
	rec.Class = r.number(r.word())
	rec.Name = r.text()
	r.references(rec, r.number(4), flags>>4&3)
}

func (r *Reader) primitives(rec *Record) {
	flags := r.flags()
	rec.Kind, rec.Type = PrimitiveArray, BasicType(flags>>5)
	width := 1
	if flags&0x10 != 0 {
		width = r.word()
	}
	rec.Address = r.before + r.signed(width)<<r.Header.shift()
	r.length(rec, width)
	r.hash(flags&2 != 0)
	r.size(rec)
}

// length reads the length of an array.
func (r *Reader) length(rec *Record, width int) {
	n := r.number(width)
	if n > math.MaxInt32 {
		r.fail("an array has %d elements", n)
	}
	rec.Length = uint32(n)
}

// hash skips the hash code. own reports whether the record has one.
func (r *Reader) hash(own bool) {
	switch {
	case r.Header.J9 && r.Header.Hashed:
		r.number(2)
	case own:
		r.number(4)
	}
}

// size reads the size of an array.
func (r *Reader) size(rec *Record) {
	if r.Header.HasSizes() {
		rec.Size = int64(r.number(4)) * 4
	}
}

// references reads n references with gaps of a width code.
func (r *Reader) references(rec *Record, n uint64, code byte) {
	if n > MaxReferences {
		r.fail("an object has %d references, more than %d", n, MaxReferences)
		return
	}
	for range n {
		to := rec.Address + r.gap(code)
		if !r.Header.Wide {
			to &= math.MaxUint32
		}
		if r.err != nil {
			return
		}
		r.refs = append(r.refs, to)
	}
}

// gap reads a gap of a width code in bytes.
func (r *Reader) gap(code byte) uint64 { return r.signed(1<<code) << r.Header.shift() }

// word returns the size of a word in bytes.
func (r *Reader) word() int {
	if r.Header.Wide {
		return 8
	}
	return 4
}

// signed reads a signed number.
func (r *Reader) signed(width int) uint64 {
	shift := 64 - 8*width
	return uint64(int64(r.number(width)<<shift) >> shift)
}

// number reads an unsigned number.
func (r *Reader) number(width int) uint64 {
	switch d := r.bytes(width); {
	case d == nil:
		return 0
	case width == 1:
		return uint64(d[0])
	case width == 2:
		return uint64(be.Uint16(d))
	case width == 4:
		return uint64(be.Uint32(d))
	default:
		return be.Uint64(d)
	}
}

func (r *Reader) text() string {
	return strings.ToValidUTF8(string(r.bytes(int(r.number(2)))), "\ufffd")
}

// bytes returns the next n bytes, which are valid until the next read; nil after an error.
func (r *Reader) bytes(n int) []byte {
	if r.err != nil {
		return nil
	}
	d, err := r.content.Peek(n)
	if err != nil {
		r.err = err
		return nil
	}
	_, _ = r.content.Discard(n) // they are in the buffer
	r.offset += int64(n)
	return d
}

// errContent is an error whose text needs no addition.
type errContent string

func (e errContent) Error() string { return string(e) }

func (r *Reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = errContent(fmt.Sprintf(format, args...))
	}
}

// fault converts an error within a part of the file to a fault. Errors of the file stay unchanged.
func (r *Reader) fault(offset int64, part string, err error) error {
	var content errContent
	switch {
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		return &Fault{offset, "the file ends within " + part}
	case errors.As(err, &content):
		return &Fault{offset, string(content)}
	case stored.IsDamaged(err):
		return &Fault{offset, "the gzip data is damaged"}
	}
	return err
}
