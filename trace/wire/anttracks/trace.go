package anttracks

import (
	"context"
	"io"
)

const (
	// MaxBuffer is the length of a buffer in bytes, packed and unpacked, that the VM's own stay far below.
	MaxBuffer = 16 << 20
	// maxThreads and maxGCs bound what is kept of a trace.
	maxThreads = 1 << 16
	maxGCs     = 1 << 20
	// syncLevels are: none, keep the order, wait for everything before.
	syncLevels = 4
)

// Buffer reports one buffer of a trace.
type Buffer struct {
	Offset     int64 // in the file, of its header
	Thread     uint64
	Sync       uint8 // 0 none, 1 keep the order, 2 wait for everything before
	Compressed bool
	Stored     int // bytes in the file
	Raw        int // bytes of events
	Events     int64
	Fault      string // why it was not read to its end
}

// Count counts buffers and their bytes.
type Count struct {
	Buffers     int64
	Stored, Raw int64 // bytes in the file, and of events
}

func (c *Count) add(b *Buffer) {
	c.Buffers++
	c.Stored += int64(b.Stored)
	c.Raw += int64(b.Raw)
}

// Thread counts the buffers of a thread.
type Thread struct {
	ID   uint64 // address in the VM
	Name string // empty if the trace does not report
	Count
	Events int64
}

// GC is a garbage collection. Times are in ms since the start of the VM, -1 if the event is missing.
type GC struct {
	ID         uint32
	Type       uint8 // 0 minor, 1 major, 2 major sync, 3 minor sync
	Cause      uint8
	Failed     bool
	Concurrent bool
	Start, End int64
}

// TypeName returns the name of the GC's type.
func (g *GC) TypeName() string {
	return [...]string{"minor", "major", "major sync", "minor sync"}[g.Type&3]
}

// Trace is what a trace file counts to.
type Trace struct {
	Header     Header
	Index      uint32 // number of the file among those of a run
	All        Count
	Compressed Count
	Sync       [syncLevels]Count
	Events     [Kinds]int64 // by kind
	Threads    []Thread     // in order of their first buffers
	Others     Thread       // all threads beyond 65,536
	GCs        []GC         // in order of their first events
	MoreGCs    int64        // events of GCs beyond 1,048,576
	Bytes      int64        // of the file that were read
	Lost       int64        // bytes of events that could not be read in damaged buffers
	Faults     Faults
}

// reader reads a trace.
type reader struct {
	*Trace
	in      *input
	symbols *Symbols
	threads map[uint64]int
	open    map[uint32]int // GCs that started, by id
	stored  []byte
	raw     []byte
	starts  []uint32
}

// ReadTrace reads a trace file as far as it goes; what could not be read is in Faults. Symbols are those of the same run;
// without them (nil) the layout of some events is guessed: sites of the VM's own are taken for such of unknown types, and
// arrays are distinguished from instances by the length in the payload. Visit, if it is not nil, is called with each buffer. It keeps
// a few times [MaxBuffer] at most. An error means that it is no trace file, or the context's end.
func ReadTrace(ctx context.Context, r io.Reader, symbols *Symbols, visit func(*Buffer)) (*Trace, error) {
	in := newInput(r)
	h, err := in.expect(TraceFile)
	if err != nil {
		return nil, err
	}
	t := &reader{Trace: &Trace{Header: h}, in: in, symbols: symbols, threads: map[uint64]int{}, open: map[uint32]int{}}
	if t.Index = in.u4(); in.err != nil {
		return nil, Fault{in.at, in.why() + " inside of the header"}
	}
	for in.more() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if b := t.buffer(); b != nil && visit != nil {
			visit(b)
		}
	}
	if in.err != nil && len(t.Faults.List) == 0 {
		t.Faults.add(in.at, "%s", in.why())
	}
	t.Bytes = in.at
	return t.Trace, nil
}

// buffer reads a buffer; nil if its header is cut.
func (r *reader) buffer() *Buffer {
	b := &Buffer{Offset: r.in.at}
	b.Thread = r.in.u8()
	meta := r.in.u4()
	if r.in.err != nil {
		r.Faults.add(b.Offset, "%s inside of a buffer's header", r.in.why())
		return nil
	}
	const lengthBits = 29
	length := int(meta & (1<<lengthBits - 1))
	b.Sync, b.Compressed = uint8(meta>>lengthBits&3), meta>>31 != 0
	if length > MaxBuffer {
		from := r.in.at
		r.in.skip(int64(length))
		b.Stored = int(r.in.at - from)
		b.Fault = "longer than 16 MB: not read"
	} else {
		r.stored = r.in.bytes(r.stored, length)
		b.Stored = len(r.stored)
		r.content(b)
	}
	if b.Stored < length {
		r.Faults.add(b.Offset, "%s: a buffer has %d of %d bytes", r.in.why(), b.Stored, length)
	}
	if b.Fault != "" {
		r.Faults.add(b.Offset, "buffer of thread %#x: %s", b.Thread, b.Fault)
	}
	r.count(b)
	return b
}

// content unpacks the buffer and reads its events.
func (r *reader) content(b *Buffer) {
	data := r.stored
	if b.Compressed {
		var err error
		if r.raw, r.starts, err = unpack(r.raw[:0], r.stored, r.starts); err != nil {
			b.Fault = err.Error()
		}
		data = r.raw
	}
	b.Raw = len(data)
	thread := r.thread(b.Thread)
	events := newEvents(data, r.symbols)
	var e event
	for {
		ok, err := events.next(&e)
		if ok {
			b.Events++
			r.Events[e.kind]++
			r.note(&e, thread)
		}
		if err != nil {
			b.Fault = err.Error()
			r.Lost += int64(b.Raw - events.at)
		}
		if !ok || err != nil {
			break
		}
	}
	thread.Events += b.Events
}

// count adds the buffer to the numbers of trace and thread.
func (r *reader) count(b *Buffer) {
	r.All.add(b)
	r.Sync[b.Sync].add(b)
	if b.Compressed {
		r.Compressed.add(b)
	}
	r.thread(b.Thread).add(b)
}

func (r *reader) thread(id uint64) *Thread {
	i, ok := r.threads[id]
	if !ok {
		if len(r.Threads) == maxThreads {
			return &r.Others
		}
		i = len(r.Threads)
		r.threads[id] = i
		r.Threads = append(r.Threads, Thread{ID: id})
	}
	return &r.Threads[i]
}

// note keeps what an event says about threads and GCs.
func (r *reader) note(e *event, thread *Thread) {
	switch e.kind {
	case threadAlive:
		if thread != &r.Others {
			thread.Name = nameOf(e.words[8:])
		}
	case gcStart:
		if g := r.gc(e); g != nil {
			g.Start = int64(e.uint64(1))
			r.open[g.ID] = len(r.GCs) - 1
		}
	case gcEnd:
		id := e.uint32(0)
		i, ok := r.open[id]
		if !ok {
			if g := r.gc(e); g != nil {
				g.End = int64(e.uint64(1))
			}
			break
		}
		delete(r.open, id)
		g := &r.GCs[i]
		g.End = int64(e.uint64(1))
		g.Failed = g.Failed || e.payload()&1 != 0
	}
}

// gc appends the GC of a start or end event; nil if there are too many.
func (r *reader) gc(e *event) *GC {
	if len(r.GCs) == maxGCs {
		r.MoreGCs++
		return nil
	}
	p := e.payload()
	r.GCs = append(r.GCs, GC{ID: e.uint32(0), Type: uint8(p >> 16), Cause: uint8(p >> 8), Failed: p&1 != 0,
		Concurrent: p&2 != 0, Start: -1, End: -1})
	return &r.GCs[len(r.GCs)-1]
}
