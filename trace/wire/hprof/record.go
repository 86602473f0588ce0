package hprof

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
)

var be = binary.BigEndian

// Record is a record of a file.
type Record struct {
	Kind   Kind
	Offset int64 // of the tag, in the uncompressed file

	// Values are the fixed fields in the order of the package's table. Constants such as [InstanceClass] are indices into it. Fields that
	// the kind lacks are not set.
	Values [maxFields]uint64

	// Body contains the bytes after the fixed fields: text, field values or elements. It is part of the reader's buffer. Heap dumps and
	// segments have none, since their sub-records follow. It may be shorter than Values imply. Primitive arrays of more than [MaxBody]
	// bytes lack their content, and object arrays of more than [MaxPositional] ids lack later nulls.
	Body []byte
}

// Header is the header of a file.
type Header struct {
	Version string // such as 1.0.2
	IDSize  int    // 4 or 8
	Time    int64  // of the dump, in ms since 1970; 0 if unknown
	Size    int    // in bytes
}

const (
	magic = "JAVA PROFILE "
	// maxHeader is large enough for the longest version text accepted.
	maxHeader = len(magic) + 18 + 1 + 12
)

// IsHeader reports whether head, the first bytes of a file, is the start of an HPROF file.
func IsHeader(head []byte) bool { return bytes.HasPrefix(head, []byte(magic)) }

// ParseHeader parses the header from the first bytes of a file. The error is io.ErrUnexpectedEOF if head ends within the header.
func ParseHeader(head []byte) (Header, error) {
	if !IsHeader(head) {
		if len(head) < len(magic) && bytes.HasPrefix([]byte(magic), head) {
			return Header{}, io.ErrUnexpectedEOF
		}
		return Header{}, fmt.Errorf("header is %q, not %q", head[:min(len(head), len(magic))], magic)
	}
	text := head[:min(len(head), maxHeader-12)]
	end := bytes.IndexByte(text, 0)
	switch {
	case end < 0 && len(head) < maxHeader-12, end >= 0 && len(head) < end+13:
		return Header{}, io.ErrUnexpectedEOF
	case end < 0:
		return Header{}, fmt.Errorf("header has no end: %q", text)
	}
	h := Header{Version: string(text[len(magic):end]), IDSize: int(be.Uint32(head[end+1:])), Size: end + 13}
	switch h.Version {
	case "1.0.1", "1.0.2", "1.0.3":
	default:
		return Header{}, fmt.Errorf("unknown version %q; expected 1.0.1 to 1.0.3", h.Version)
	}
	if h.IDSize != 4 && h.IDSize != 8 {
		return Header{}, fmt.Errorf("id size is %d, not 4 or 8", be.Uint32(head[end+1:]))
	}
	h.Time = int64(be.Uint64(head[end+5:]))
	// Years before 1970 and after 9999 are not valid times.
	if h.Time < 0 || h.Time > 253402300799999 {
		h.Time = 0
	}
	return h, nil
}

// AppendHeader appends the header to dst.
func AppendHeader(dst []byte, h Header) []byte {
	dst = append(dst, magic...)
	dst = append(dst, h.Version...)
	dst = append(dst, 0)
	dst = be.AppendUint32(dst, uint32(h.IDSize))
	return be.AppendUint64(dst, uint64(h.Time))
}

// Append appends the encoded record r to dst. The body of a heap dump or segment is its sub-records. Append panics if the kind is unknown.
func Append(dst []byte, idSize int, r *Record) []byte {
	s := specs[r.Kind]
	if s == nil {
		panic("hprof: append of " + r.Kind.String())
	}
	dst = append(dst, byte(r.Kind))
	if r.Kind&subRecord == 0 {
		dst = be.AppendUint32(dst, 0)
		dst = be.AppendUint32(dst, uint32(s.fixed(idSize)+len(r.Body)))
	}
	for i, f := range s.fields {
		dst = appendValue(dst, r.Values[i], f.width.bytes(idSize))
	}
	return append(dst, r.Body...)
}

// AppendID appends an id to dst.
func AppendID(dst []byte, idSize int, v uint64) []byte { return appendValue(dst, v, idSize) }

func appendValue(dst []byte, v uint64, size int) []byte {
	for i := size - 1; i >= 0; i-- {
		dst = append(dst, byte(v>>(8*i)))
	}
	return dst
}

// ID returns the i-th id, 0-based, of a body that contains ids.
func ID(body []byte, idSize, i int) uint64 {
	if idSize == 4 {
		return uint64(be.Uint32(body[4*i:]))
	}
	return be.Uint64(body[8*i:])
}

// CountIDs counts the non-null ids of a body.
func CountIDs(body []byte, idSize int) (n int64) {
	if idSize == 4 {
		for ; len(body) >= 4; body = body[4:] {
			if be.Uint32(body) != 0 {
				n++
			}
		}
		return n
	}
	for ; len(body) >= 8; body = body[8:] {
		if be.Uint64(body) != 0 {
			n++
		}
	}
	return n
}

// Value returns the big-endian value of size bytes at the start of d.
func Value(d []byte, size int) uint64 {
	switch size {
	case 8:
		return be.Uint64(d)
	case 4:
		return uint64(be.Uint32(d))
	case 2:
		return uint64(be.Uint16(d))
	}
	return uint64(d[0])
}

// decode reads the fixed fields of a record of kind s from d and returns their size. d must be at least that long.
func (s *spec) decode(r *Record, d []byte, idSize int) int {
	n := 0
	for i, f := range s.fields {
		w := f.width.bytes(idSize)
		r.Values[i] = Value(d[n:], w)
		n += w
	}
	return n
}
