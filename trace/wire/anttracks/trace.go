package anttracks

import (
	"context"
	"io"
)

const (
	// MaxBuffer is the largest size of a buffer in bytes, packed and unpacked. The VM's own buffers are far smaller.
	MaxBuffer = 16 << 20
	// maxThreads and maxGCs are the largest numbers of threads and GCs stored.
	maxThreads = 1 << 16
	maxGCs     = 1 << 20
	// syncLevels is the number of values of Buffer.Sync.
	syncLevels = 4
)

// Buffer describes a buffer of a trace.
type Buffer struct {
	Offset     int64 // file offset of the header
	Thread     uint64
	Sync       uint8 // 0 none, 1 keep the order, 2 wait for all earlier buffers
	Compressed bool
	Stored     int // size in the file in bytes
	Raw        int // size of the events in bytes
	Events     int64
	Fault      string // why it was not read to its end
}

// Count contains numbers of buffers and bytes.
type Count struct {
	Buffers     int64
	Stored, Raw int64 // bytes in the file, and bytes of events
}

func (c *Count) add(b *Buffer) {
	c.Buffers++
	c.Stored += int64(b.Stored)
	c.Raw += int64(b.Raw)
}

// Thread contains the totals of a thread.
type Thread struct {
	ID   uint64 // address in the VM
	Name string // empty if not in the trace
	Count
	Events int64
}

// GC is a garbage collection. Times are in ms since the start of the VM; -1 if the event is missing.
type GC struct {
	ID         uint32
	Type       uint8 // 0 minor, 1 major, 2 major sync, 3 minor sync
	Cause      uint8
	Failed     bool
	Concurrent bool
	Start, End int64
}

// TypeName returns the name of the GC type.
func (g *GC) TypeName() string {
	return [...]string{"minor", "major", "major sync", "minor sync"}[g.Type&3]
}

// Trace contains the totals of a trace file.
type Trace struct {
	Header     Header
	Index      uint32 // number of the file within the run
	All        Count
	Compressed Count
	Sync       [syncLevels]Count
	Events     [Kinds]int64 // by kind
	Threads    []Thread     // in the order of their first buffers
	Others     Thread       // total of threads beyond 65,536
	GCs        []GC         // in the order of their first events
	MoreGCs    int64        // events of GCs beyond 1,048,576
	Bytes      int64        // bytes read from the file
	Lost       int64        // unreadable bytes of events in damaged buffers
	Faults     Faults
}

// reader reads a trace.
type reader struct {
	*Trace
	in      *input
	symbols *Symbols
	threads map[uint64]int
	open    map[uint32]int // GCs that have started, by ID
	stored  []byte
	raw     []byte
	starts  []uint32
}

// ReadTrace reads a trace file; Faults describes unreadable parts. symbols must be from the same run. If symbols is nil, the layout of some
// events is guessed: internal sites of the VM count as sites of unknown types, and the length in the payload distinguishes arrays from
// instances. visit is called with each buffer unless it is nil. ReadTrace takes a few times [MaxBuffer] of memory. The error reports that r
// is not a trace file, or is the context's.
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

// buffer reads a buffer. It returns nil if the header is truncated.
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

// count adds the buffer to the totals of the trace and the thread.
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

// note stores data about threads and GCs from an event.
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

// gc appends the GC of a start or end event. It returns nil if there are too many.
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
