package hprof

import (
	"context"
	"io"
)

// ObjectAt parses the sub-record at the start of d: an instance, an array or a heap info. r.Body is the part of the body in d. size is the
// size of the sub-record in bytes, which may exceed len(d). ok is false if d lacks some of the fixed fields or begins with another kind of
// sub-record.
func ObjectAt(d []byte, idSize int, r *Record) (size int64, ok bool) {
	if len(d) == 0 {
		return 0, false
	}
	switch subRecord | Kind(d[0]) {
	case Instance, ObjectArray, PrimitiveArray, ArrayNoData, HeapInfo:
	default:
		return 0, false
	}
	size, wrong := subSize(d, idSize)
	if wrong != sound {
		return 0, false
	}
	s := subSpecs[d[0]]
	if len(d) < 1+s.fixed(idSize) {
		return 0, false
	}
	r.Kind = subRecord | Kind(d[0])
	n := 1 + s.decode(r, d[1:], idSize)
	r.Body = d[n:min(int64(len(d)), size)]
	return size, true
}

// MaxObjectHeader is larger than the part of an instance or array before its body, in bytes.
const MaxObjectHeader = 32

// Inflate writes the whole inflated file to w and returns the number of bytes written. It calls report with the number of bytes read from
// the stored file. Data that cannot be inflated ends the output without an error.
func (r *Reader) Inflate(ctx context.Context, w io.Writer, report func(done int64)) (int64, error) {
	s := r.open()
	defer s.close()
	buf := make([]byte, 1<<20)
	for total := int64(0); ; {
		if err := ctx.Err(); err != nil {
			return total, err
		}
		n, end := s.read(buf)
		if _, err := w.Write(buf[:n]); err != nil {
			return total, err
		}
		total += int64(n)
		report(s.stored())
		if end != nil || n < len(buf) {
			return total, nil
		}
	}
}
