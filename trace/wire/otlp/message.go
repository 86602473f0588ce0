package otlp

import (
	"errors"
	"fmt"
	"io"

	"google.golang.org/protobuf/encoding/protowire"
)

// maxItems is the largest number of messages, numbers and texts of a file, far beyond real files. It limits the memory that a file takes, as an
// empty message has two bytes.
const maxItems = 1 << 24

var errCut = errors.New("the file ends in a message; the copy or download may be incomplete")

// field is a field of a message.
type field struct {
	number protowire.Number
	wire   protowire.Type
	bytes  []byte // if wire is BytesType
	value  uint64 // otherwise
}

// next reads the first field of a message. n is its length, or negative for an error of protowire.
func next(data []byte) (f field, n int) {
	f.number, f.wire, n = protowire.ConsumeTag(data)
	if n < 0 {
		return f, n
	}
	rest, m := data[n:], 0
	switch f.wire {
	case protowire.VarintType:
		f.value, m = protowire.ConsumeVarint(rest)
	case protowire.Fixed64Type:
		f.value, m = protowire.ConsumeFixed64(rest)
	case protowire.BytesType:
		f.bytes, m = protowire.ConsumeBytes(rest)
	default:
		m = protowire.ConsumeFieldValue(f.number, f.wire, rest)
	}
	if m < 0 {
		return f, m
	}
	return f, n + m
}

// walk calls read with each field of a message up to the first damaged one.
func walk(data []byte, read func(f field)) {
	for len(data) > 0 {
		f, n := next(data)
		if n < 0 {
			return
		}
		read(f)
		data = data[n:]
	}
}

// decoder decodes messages. It keeps the first error.
type decoder struct {
	data  []byte
	items int
	err   error
}

// fail keeps an error of protowire about a part of the data.
func (d *decoder) fail(part []byte, n int) {
	at := cap(d.data) - cap(part)
	err := protowire.ParseError(n)
	switch {
	case d.err != nil:
	case errors.Is(err, io.ErrUnexpectedEOF) && at+len(part) == len(d.data):
		d.err = errCut
	default:
		d.err = fmt.Errorf("byte %d: expected a field of a message: %w", at, err)
	}
}

// add counts an item. It returns false if there are too many.
func (d *decoder) add(n int) bool {
	if d.items += n; d.items > maxItems && d.err == nil {
		d.err = fmt.Errorf("it has more than %d million messages and numbers", maxItems>>20)
	}
	return d.err == nil
}

// message calls read with each field of a message.
func (d *decoder) message(data []byte, read func(f field)) {
	if !d.add(1) {
		return
	}
	for len(data) > 0 && d.err == nil {
		f, n := next(data)
		if n < 0 {
			d.fail(data, n)
			return
		}
		read(f)
		data = data[n:]
	}
}

// numbers appends the numbers of a repeated field, which may be packed.
func numbers[T int32 | int64](d *decoder, to []T, f field) []T {
	if f.wire != protowire.BytesType {
		d.add(1)
		return append(to, T(f.value))
	}
	for rest := f.bytes; len(rest) > 0 && d.add(1); {
		v, n := protowire.ConsumeVarint(rest)
		if n < 0 {
			d.fail(rest, n)
			return to
		}
		to, rest = append(to, T(v)), rest[n:]
	}
	return to
}

func (d *decoder) text(f field) string {
	d.add(1)
	return string(f.bytes)
}
