package hprof

import (
	"context"
	"io"
)

// ObjectAt reads the sub-record that d begins with: an instance, an array or a heap info. Of its body r gets what d has.
// It returns the size of the sub-record in bytes, which may be more than d has, and reports false if d does not have its
// fixed fields or begins with something else.
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

// MaxObjectHeader is more than the bytes before the body of any instance or array.
const MaxObjectHeader = 32

// Inflate writes the whole file, inflated, to w, and returns the bytes written. It says how many bytes of the file as it
// is stored were read. What cannot be inflated ends the file without an error.
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
