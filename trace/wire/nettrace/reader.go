package nettrace

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"time"
)

const (
	magic      = "Nettrace"
	serializer = "!FastSerialization.1"
	// maxBlock is the largest size of a block in bytes. The runtime writes at most 100 kB.
	maxBlock = 1 << 26
	// maxKinds is the largest number of kinds of events.
	maxKinds = 1 << 16
	// maxName is the largest length of a type's name in bytes.
	maxName = 1 << 10
	// version is the version of traces that are read.
	version = 4
)

// Tags before objects.
const (
	tagNull  = 1
	tagBegin = 5
	tagEnd   = 6
)

// Sniff reports whether head, the first bytes of a file, is the start of a trace.
func Sniff(head []byte) bool { return bytes.HasPrefix(head, []byte(magic)) }

// Fault is an error in a file.
type Fault struct {
	Offset int64 // in the file
	Text   string
}

func (f *Fault) Error() string { return fmt.Sprintf("offset %d: %s", f.Offset, f.Text) }

// Header describes a trace.
type Header struct {
	Start     time.Time // wall-clock time at Ticks
	Ticks     int64
	Frequency int64 // ticks per second, at least 1
	Pointer   int   // size of a pointer in bytes
	Process   int   // id of the process
}

// Time returns the wall-clock time of a number of ticks.
func (h *Header) Time(ticks int64) time.Time {
	d := ticks - h.Ticks
	return h.Start.Add(time.Duration(d/h.Frequency)*time.Second + time.Duration(d%h.Frequency*int64(time.Second)/h.Frequency))
}

// Event is an event of a trace.
type Event struct {
	Provider string
	ID       uint32
	Ticks    int64
	Offset   int64  // of Payload in the file
	Payload  []byte // valid until the next call of [Reader.Next]
}

// kind is a kind of event.
type kind struct {
	provider string
	id       uint32
}

// Reader reads the events of a trace in the order of the file. It is not safe for concurrent use.
type Reader struct {
	Header Header
	// Grow asks for the memory of a block before it is read. Nil for no question.
	Grow func(bytes int64) error

	r       *bufio.Reader
	offset  int64
	kinds   map[uint32]kind
	block   block
	scratch []byte
}

// NewReader reads the header of a trace. An error is a [*Fault] or an error of r.
func NewReader(r io.Reader) (*Reader, error) {
	t := &Reader{r: bufio.NewReaderSize(r, 1<<16), kinds: map[uint32]kind{}}
	head := make([]byte, len(magic)+4+len(serializer))
	if err := t.read(head); err != nil {
		return nil, err
	}
	if string(head[:len(magic)]) != magic {
		return nil, t.fault(0, "expected %q", magic)
	}
	if length := binary.LittleEndian.Uint32(head[len(magic):]); length != uint32(len(serializer)) || string(head[len(magic)+4:]) != serializer {
		return nil, t.fault(int64(len(magic)), "expected a trace of version %d, which starts with %q", version, serializer)
	}
	name, v, err := t.begin()
	if err != nil {
		return nil, err
	}
	if name != "Trace" || v != version {
		return nil, t.fault(t.offset, "it starts with %q of version %d; expected Trace of version %d", name, v, version)
	}
	return t, t.header()
}

// header reads the object Trace.
func (t *Reader) header() error {
	at := t.offset
	b := make([]byte, 48+1)
	if err := t.read(b); err != nil {
		return err
	}
	short := func(i int) int { return int(binary.LittleEndian.Uint16(b[2*i:])) }
	h := &t.Header
	h.Start = time.Date(short(0), time.Month(short(1)), short(3), short(4), short(5), short(6), short(7)*int(time.Millisecond), time.UTC)
	h.Ticks, h.Frequency = int64(binary.LittleEndian.Uint64(b[16:])), int64(binary.LittleEndian.Uint64(b[24:]))
	h.Pointer, h.Process = int(binary.LittleEndian.Uint32(b[32:])), int(binary.LittleEndian.Uint32(b[36:]))
	switch {
	case h.Frequency < 1 || h.Frequency > 1<<33:
		return t.fault(at+24, "the clock has %d ticks per second; expected at least 1", h.Frequency)
	case b[48] != tagEnd:
		return t.fault(at+48, "expected the end of the object Trace")
	}
	return nil
}

// Next reads the next event. At the end of the trace, the error is io.EOF. If the file ends before, it is [io.ErrUnexpectedEOF]. Otherwise it
// is a [*Fault] or an error of the file or of Grow.
func (t *Reader) Next(e *Event) error {
	for {
		if more, err := t.block.next(e, t.kinds); err != nil || more {
			return err
		}
		name, _, err := t.begin()
		if err != nil {
			return err
		}
		if err := t.readBlock(name); err != nil {
			return err
		}
	}
}

// readBlock reads a block. It decodes metadata, keeps events for Next, and skips others.
func (t *Reader) readBlock(name string) error {
	var size [4]byte
	if err := t.read(size[:]); err != nil {
		return err
	}
	n := int64(binary.LittleEndian.Uint32(size[:]))
	if n > maxBlock {
		return t.fault(t.offset-4, "a block has %d bytes; expected at most %d", n, maxBlock)
	}
	if err := t.skip((4 - t.offset%4) % 4); err != nil {
		return err
	}
	at := t.offset
	switch name {
	case "MetadataBlock", "EventBlock":
		bytes, err := t.take(n)
		if err != nil {
			return err
		}
		if err := t.end(); err != nil {
			return err
		}
		if t.block, err = newBlock(bytes, at); err != nil || name == "EventBlock" {
			return err
		}
		err = t.learn()
		t.block = block{}
		return err
	}
	if err := t.skip(n); err != nil {
		return err
	}
	return t.end()
}

// learn reads the kinds of events in a block of metadata.
func (t *Reader) learn() error {
	var e Event
	for {
		more, err := t.block.next(&e, nil)
		if err != nil || !more {
			return err
		}
		p := Payload{Bytes: e.Payload}
		number := p.Uint32()
		k := kind{p.Text(), p.Uint32()}
		if p.Bad {
			return t.fault(e.Offset, "the description of a kind of event is too short")
		}
		if len(t.kinds) >= maxKinds {
			return t.fault(e.Offset, "there are more than %d kinds of events", maxKinds)
		}
		t.kinds[number] = k
	}
}

// begin reads the start of an object, and returns the name and version of its type. At the end of the trace, the error is io.EOF.
func (t *Reader) begin() (name string, v uint32, err error) {
	at := t.offset
	var b [15]byte
	if err := t.read(b[:1]); err != nil {
		return "", 0, err
	}
	if b[0] == tagNull {
		return "", 0, io.EOF
	}
	if err := t.read(b[1:]); err != nil {
		return "", 0, err
	}
	if b[0] != tagBegin || b[1] != tagBegin || b[2] != tagNull {
		return "", 0, t.fault(at, "expected an object or the end of the trace, and found the bytes %#x", b[:3])
	}
	length := binary.LittleEndian.Uint32(b[11:])
	if length > maxName {
		return "", 0, t.fault(at+11, "the name of a type has %d bytes; expected at most %d", length, maxName)
	}
	text := make([]byte, length)
	if err := t.read(text); err != nil {
		return "", 0, err
	}
	return string(text), binary.LittleEndian.Uint32(b[3:]), t.end()
}

// end reads the end of an object.
func (t *Reader) end() error {
	var b [1]byte
	if err := t.read(b[:]); err != nil {
		return err
	}
	if b[0] != tagEnd {
		return t.fault(t.offset-1, "expected the end of an object, and found the byte %#x", b[0])
	}
	return nil
}

// read fills b.
func (t *Reader) read(b []byte) error {
	n, err := io.ReadFull(t.r, b)
	t.offset += int64(n)
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

func (t *Reader) skip(n int64) error {
	read, err := io.CopyN(io.Discard, t.r, n)
	t.offset += read
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// takeStep is the number of bytes of a block for which memory is taken at once, so that a wrong length costs no more than the file.
const takeStep = 1 << 20

// take returns the next n bytes, which are valid until the next call.
func (t *Reader) take(n int64) ([]byte, error) {
	if t.Grow != nil && n > int64(cap(t.scratch)) {
		if err := t.Grow(n); err != nil {
			return nil, err
		}
	}
	b := t.scratch[:0]
	for int64(len(b)) < n {
		from := len(b)
		b = append(b, make([]byte, min(takeStep, n-int64(from)))...)
		if err := t.read(b[from:]); err != nil {
			return nil, err
		}
	}
	t.scratch = b
	return b, nil
}

func (t *Reader) fault(at int64, format string, args ...any) error {
	return &Fault{at, fmt.Sprintf(format, args...)}
}

// IsCut reports whether an error of [Reader.Next] means that the file ends too early.
func IsCut(err error) bool { return errors.Is(err, io.ErrUnexpectedEOF) }
