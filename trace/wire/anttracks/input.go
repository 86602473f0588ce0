package anttracks

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

var le = binary.LittleEndian

// A Fault is a place in a file that could not be read.
type Fault struct {
	Offset int64 // in the file
	Text   string
}

func (f Fault) Error() string { return fmt.Sprintf("offset %d: %s", f.Offset, f.Text) }

// maxFaults is the number of faults stored per file; the others are only counted.
const maxFaults = 100

// Faults contains the first faults of a file and the number of further ones.
type Faults struct {
	List []Fault
	More int64
}

func (f *Faults) add(offset int64, format string, args ...any) {
	if len(f.List) == maxFaults {
		f.More++
		return
	}
	f.List = append(f.List, Fault{offset, fmt.Sprintf(format, args...)})
}

// maxText is the largest length of a text in bytes; no name is that long.
const maxText = 64 << 10

// errText reports a text that exceeds [maxText].
var errText = errors.New("a text has more than 65 kB")

// input reads numbers and texts. After the first error, all reads return zero values.
type input struct {
	r   *bufio.Reader
	at  int64 // offset of the next byte
	err error
}

func newInput(r io.Reader) *input { return &input{r: bufio.NewReaderSize(r, 64<<10)} }

// fail stores the first error. An end of file within an item becomes io.ErrUnexpectedEOF.
func (in *input) fail(err error) {
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	if in.err == nil {
		in.err = err
	}
}

// more reports whether there is more input.
func (in *input) more() bool {
	if in.err != nil {
		return false
	}
	_, err := in.r.Peek(1)
	if err != nil && err != io.EOF {
		in.fail(err)
	}
	return err == nil
}

func (in *input) u1() byte {
	if in.err != nil {
		return 0
	}
	b, err := in.r.ReadByte()
	if err != nil {
		in.fail(err)
		return 0
	}
	in.at++
	return b
}

// fill fills b, or zeroes it if the file ends early.
func (in *input) fill(b []byte) {
	if in.err == nil {
		n, err := io.ReadFull(in.r, b)
		in.at += int64(n)
		if err == nil {
			return
		}
		in.fail(err)
	}
	clear(b)
}

func (in *input) u2() uint16 {
	var b [2]byte
	in.fill(b[:])
	return le.Uint16(b[:])
}

func (in *input) u4() uint32 {
	var b [4]byte
	in.fill(b[:])
	return le.Uint32(b[:])
}

func (in *input) i4() int32 { return int32(in.u4()) }

func (in *input) u8() uint64 {
	var b [8]byte
	in.fill(b[:])
	return le.Uint64(b[:])
}

// text reads up to the byte end, which it consumes but does not return.
func (in *input) text(end byte) string {
	var b []byte
	for in.err == nil {
		c := in.u1()
		if c == end || in.err != nil {
			break
		}
		if b = append(b, c); len(b) > maxText {
			in.fail(errText)
		}
	}
	return string(b)
}

// descriptor appends a JVM descriptor to b: a primitive letter, an element descriptor after [, or L...;
func (in *input) descriptor(b []byte) []byte {
	for in.err == nil {
		c := in.u1()
		if b = append(b, c); c != '[' {
			if c == 'L' {
				b = append(append(b, in.text(';')...), ';')
			}
			break
		}
		if len(b) > maxText {
			in.fail(errText)
		}
	}
	return b
}

// signature reads the signature of a method: pkg.Class.method(descriptors)descriptor.
func (in *input) signature() string {
	return string(in.descriptor(append([]byte(in.text(')')), ')')))
}

// skip skips n bytes.
func (in *input) skip(n int64) {
	if in.err != nil {
		return
	}
	done, err := io.CopyN(io.Discard, in.r, n)
	in.at += done
	if err != nil {
		in.fail(err)
	}
}

// bytes reads n bytes into b. It allocates only as data arrives, since n is not trusted.
func (in *input) bytes(b []byte, n int) []byte {
	const step = 64 << 10
	b = b[:0]
	for n > len(b) && in.err == nil {
		from := len(b)
		more := min(step, n-from)
		b = append(b, make([]byte, more)...)
		got, err := io.ReadFull(in.r, b[from:])
		in.at += int64(got)
		b = b[:from+got]
		if err != nil {
			in.fail(err)
		}
	}
	return b
}

// why returns the reason of the first error in plain words.
func (in *input) why() string {
	if errors.Is(in.err, io.ErrUnexpectedEOF) {
		return "the file ends"
	}
	return in.err.Error()
}
