package perfetto

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"google.golang.org/protobuf/encoding/protowire"
)

// maxPacket is the largest size of a packet in bytes, also inflated. Perfetto writes packets below 1 MB.
const maxPacket = 64 << 20

// ErrCut is the error for a trace that ends in a packet.
var ErrCut = errors.New("the trace ends in a packet; the copy or download may be incomplete")

// Reader reads the packets of a trace.
type Reader struct {
	ctx    context.Context
	in     *bufio.Reader
	offset int64
	buffer []byte
	inner  []byte // packets of a compressed packet
}

// NewReader returns a reader of the packets of a trace.
func NewReader(ctx context.Context, in io.Reader) *Reader {
	return &Reader{ctx: ctx, in: bufio.NewReaderSize(in, 1<<18)}
}

// Offset returns the number of bytes read.
func (r *Reader) Offset() int64 { return r.offset }

// Next returns the next packet, which is valid until the next call. At the end, the error is io.EOF or [ErrCut].
func (r *Reader) Next() ([]byte, error) {
	for {
		if err := r.ctx.Err(); err != nil {
			return nil, err
		}
		packet, err := r.next()
		if err != nil {
			return nil, err
		}
		packed := compressed(packet)
		if packed == nil {
			return packet, nil
		}
		z, err := zlib.NewReader(bytes.NewReader(packed))
		if err == nil {
			r.inner, err = io.ReadAll(io.LimitReader(z, maxPacket+1))
		}
		switch {
		case err != nil:
			return nil, fmt.Errorf("byte %d: expected packets compressed with zlib: %w", r.offset, err)
		case len(r.inner) > maxPacket:
			return nil, fmt.Errorf("byte %d: compressed packets have more than %d MB", r.offset, maxPacket>>20)
		}
	}
}

// next returns the next packet, which may be compressed.
func (r *Reader) next() ([]byte, error) {
	if len(r.inner) > 0 {
		number, wire, n := protowire.ConsumeTag(r.inner)
		if n < 0 || number != 1 || wire != protowire.BytesType {
			return nil, fmt.Errorf("byte %d: expected a packet in a compressed packet", r.offset)
		}
		packet, m := protowire.ConsumeBytes(r.inner[n:])
		if m < 0 {
			return nil, fmt.Errorf("byte %d: a packet in a compressed packet has no end", r.offset)
		}
		r.inner = r.inner[n+m:]
		return packet, nil
	}
	tag, err := r.varint()
	if err != nil {
		return nil, err
	}
	if tag != 1<<3|uint64(protowire.BytesType) {
		return nil, fmt.Errorf("byte %d: expected a packet", r.offset)
	}
	size, err := r.varint()
	switch {
	case err == io.EOF:
		return nil, ErrCut
	case err != nil:
		return nil, err
	case size > maxPacket:
		return nil, fmt.Errorf("byte %d: a packet has %d bytes; expected at most %d MB", r.offset, size, maxPacket>>20)
	}
	if uint64(cap(r.buffer)) < size {
		return r.grow(int(size))
	}
	r.buffer = r.buffer[:size]
	n, err := io.ReadFull(r.in, r.buffer)
	r.offset += int64(n)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return nil, ErrCut
	}
	return r.buffer, err
}

// grow reads a packet that is larger than the buffer. It allocates as it reads, since the size is not checked.
func (r *Reader) grow(size int) ([]byte, error) {
	var b bytes.Buffer
	n, err := io.CopyN(&b, r.in, int64(size))
	r.offset += n
	if err == io.EOF {
		return nil, ErrCut
	}
	r.buffer = b.Bytes()
	return r.buffer, err
}

func (r *Reader) varint() (v uint64, err error) {
	for shift := uint(0); shift < 64; shift += 7 {
		b, err := r.in.ReadByte()
		if err != nil {
			if err == io.EOF && shift > 0 {
				err = ErrCut
			}
			return 0, err
		}
		r.offset++
		if v |= uint64(b&0x7f) << shift; b < 0x80 {
			return v, nil
		}
	}
	return 0, fmt.Errorf("byte %d: expected a number of at most 64 bits", r.offset)
}

// compressed returns the compressed packets in a packet; nil for none.
func compressed(packet []byte) (packed []byte) {
	for f, err := range fields(packet) {
		if err == nil && f.number == 50 && f.wire == protowire.BytesType { // damage is reported later
			packed = f.bytes
		}
	}
	return packed
}

// field is a field of a message.
type field struct {
	number protowire.Number
	wire   protowire.Type
	bytes  []byte // if wire is BytesType
	value  uint64 // otherwise
}

var errMessage = errors.New("expected a message")

// fields returns the fields of a message. The error is errMessage for a damaged message, after the fields before the damage.
func fields(data []byte) iter.Seq2[field, error] {
	return func(yield func(field, error) bool) {
		for len(data) > 0 {
			var f field
			number, wire, n := protowire.ConsumeTag(data)
			if n < 0 {
				yield(field{}, errMessage)
				return
			}
			f.number, f.wire, data = number, wire, data[n:]
			switch wire {
			case protowire.VarintType:
				f.value, n = protowire.ConsumeVarint(data)
			case protowire.BytesType:
				f.bytes, n = protowire.ConsumeBytes(data)
			default:
				n = protowire.ConsumeFieldValue(number, wire, data)
			}
			if n < 0 {
				yield(field{}, errMessage)
				return
			}
			if data = data[n:]; !yield(f, nil) {
				return
			}
		}
	}
}

// numbers appends the numbers of a repeated field, which may be packed.
func numbers(to []uint64, f field) ([]uint64, error) {
	if f.wire == protowire.VarintType {
		return append(to, f.value), nil
	}
	for rest := f.bytes; len(rest) > 0; {
		v, n := protowire.ConsumeVarint(rest)
		if n < 0 {
			return to, errMessage
		}
		to, rest = append(to, v), rest[n:]
	}
	return to, nil
}
