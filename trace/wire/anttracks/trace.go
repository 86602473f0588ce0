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
	Offset     int64  // file offset of the header
	Thread     uint64 // address in the VM
	Number     int    // index into Trace.Threads; -1 for threads beyond 65,536
	Sync       uint8  // 0 none, 1 keep the order, 2 wait for all earlier buffers
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

// Thread contains the totals of a thread. Threads that end leave their address to later ones.
type Thread struct {
	ID   uint64 // address in the VM
	Name string // empty if not in the trace; at most 48 bytes
	Count
	Events int64
	ended  bool
}

// GC is a garbage collection. Times are in ms since the start of the VM; -1 if the event is missing.
type GC struct {
	ID         uint32
	Type       uint8 // 0 minor, 1 major, 2 major sync, 3 minor sync
	Cause      uint8
	Failed     bool
	Concurrent bool
	Full       bool // the old generation was collected too; CMS writes a full GC as minor
	Start, End int64
}

// TypeName returns the name of the GC type. A sync writes the whole heap at the start of a rotated file.
func (g *GC) TypeName() string {
	switch {
	case g.Type >= 2:
		return "sync"
	case g.Full:
		return "full"
	}
	return "minor"
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
	Allocated  *Allocated   // nil unless the visitor asks for it
	Bytes      int64        // bytes read from the file
	Lost       int64        // unreadable bytes of events in damaged buffers
	Faults     Faults
}

// Allocated contains numbers of allocation events, and the spaces of the heap.
type Allocated struct {
	Types  map[int32]int64  // objects by type ID; [unknownType] for unknown ones
	Sites  map[uint32]int64 // objects by site ID
	Spaces map[uint32]*Space
}

// Space is a range of the heap: a generation, or a region of G1.
type Space struct {
	Start, Bytes uint64
	Collected    int64 // GCs that name it
}

// maxSpaces is the largest number of spaces stored.
const maxSpaces = 1 << 16

// reader reads a trace.
type reader struct {
	*Trace
	in      *input
	symbols *Symbols
	visitor Visitor
	threads map[uint64]int // by address
	open    map[uint32]int // GCs that have started, by ID
	stored  []byte
	raw     []byte
	starts  []uint32
}

// Visitor contains functions that [ReadTrace] calls. Each may be nil.
type Visitor struct {
	Begin  func(*Trace)               // after the header
	Start  func(*Buffer)              // before the events of a buffer; the totals are not set yet
	Event  func(*Buffer, *Event)      // for each event; the totals of the buffer are not complete yet
	Buffer func(*Buffer) (stop error) // after each buffer; an error ends reading
	Count  bool                       // set Trace.Allocated
}

// ReadTrace reads a trace file; Faults describes unreadable parts. symbols must be from the same run. If symbols is nil, the layout of some
// events is guessed: internal sites of the VM count as sites of unknown types, and the length in the payload distinguishes arrays from
// instances. ReadTrace takes a few times [MaxBuffer] of memory. The error reports that r is not a trace file, or is the context's or the
// visitor's.
func ReadTrace(ctx context.Context, r io.Reader, symbols *Symbols, visitor Visitor) (*Trace, error) {
	in := newInput(r)
	h, err := in.expect(TraceFile)
	if err != nil {
		return nil, err
	}
	t := &reader{Trace: &Trace{Header: h}, in: in, symbols: symbols, visitor: visitor, threads: map[uint64]int{}, open: map[uint32]int{}}
	if t.Index = in.u4(); in.err != nil {
		return nil, Fault{in.at, in.why() + " inside of the header"}
	}
	if visitor.Count {
		t.Allocated = &Allocated{map[int32]int64{}, map[uint32]int64{}, map[uint32]*Space{}}
	}
	if visitor.Begin != nil {
		visitor.Begin(t.Trace)
	}
	for in.more() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if b := t.buffer(); b != nil && visitor.Buffer != nil {
			if err := visitor.Buffer(b); err != nil {
				return nil, err
			}
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
	b.Number = r.thread(b.Thread)
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
	if r.visitor.Start != nil {
		r.visitor.Start(b)
	}
	events := newEvents(data, r.symbols)
	var e Event
	for {
		ok, err := events.next(&e)
		if ok {
			b.Events++
			r.Events[e.Kind]++
			r.note(&e, b)
			if r.Allocated != nil {
				r.Allocated.count(&e, events)
			}
			if r.visitor.Event != nil {
				r.visitor.Event(b, &e)
			}
		}
		if err != nil {
			b.Fault = err.Error()
			r.Lost += int64(b.Raw - events.at)
		}
		if !ok || err != nil {
			break
		}
	}
	r.threadOf(b.Number).Events += b.Events
}

// count adds the buffer to the totals of the trace and the thread.
func (r *reader) count(b *Buffer) {
	r.All.add(b)
	r.Sync[b.Sync].add(b)
	if b.Compressed {
		r.Compressed.add(b)
	}
	r.threadOf(b.Number).add(b)
}

// threadOf returns the totals of the thread with the given number.
func (r *reader) threadOf(number int) *Thread {
	if number < 0 {
		return &r.Others
	}
	return &r.Threads[number]
}

// thread returns the number of the running thread at an address; -1 if there are too many threads.
func (r *reader) thread(id uint64) int {
	if i, ok := r.threads[id]; ok && !r.Threads[i].ended {
		return i
	}
	if len(r.Threads) == maxThreads {
		return -1
	}
	i := len(r.Threads)
	r.threads[id] = i
	r.Threads = append(r.Threads, Thread{ID: id})
	return i
}

// alive names the thread at an address. A thread with another name is a new one, which reuses the address.
func (r *reader) alive(id uint64, name string) {
	i := r.thread(id)
	if i >= 0 && r.Threads[i].Name != "" && r.Threads[i].Name != name {
		r.Threads[i].ended = true
		i = r.thread(id)
	}
	if i >= 0 {
		r.Threads[i].Name = name
	}
}

// note stores data about threads and GCs from an event.
func (r *reader) note(e *Event, b *Buffer) {
	switch e.Kind {
	case ThreadAlive:
		id := b.Thread
		if r.symbols.old() {
			id = e.Quad(0)
		}
		r.alive(id, e.Name())
	case ThreadDeath:
		if i, ok := r.threads[e.Quad(0)]; ok && r.symbols.old() {
			r.Threads[i].ended = true
		}
	case GCStart:
		if g := r.gc(e); g != nil {
			g.Start = int64(e.Quad(1))
			r.open[g.ID] = len(r.GCs) - 1
		}
	case GCInfo:
		const cmsOld = 4
		if i, ok := r.open[e.Word(0)]; ok && e.Payload() == cmsOld && r.symbols != nil && r.symbols.Fragments {
			r.GCs[i].Full = true
		}
	case GCEnd:
		id := e.Word(0)
		i, ok := r.open[id]
		if !ok {
			if g := r.gc(e); g != nil {
				g.End = int64(e.Quad(1))
			}
			break
		}
		delete(r.open, id)
		g := &r.GCs[i]
		g.End = int64(e.Quad(1))
		g.Failed = g.Failed || e.Payload()&1 != 0
	}
}

// count counts an event that allocates, or changes a space.
func (a *Allocated) count(e *Event, r *events) {
	switch k := e.Kind; {
	case k >= AllocVM && k <= AllocC2FastType:
		a.Sites[e.Site()]++
		a.Types[r.allocated(e.Payload())]++
	case (k == SpaceCreated || k == SpaceMoved) && len(a.Spaces) < maxSpaces:
		s, ok := a.Spaces[e.Word(0)]
		if !ok {
			s = &Space{}
			a.Spaces[e.Word(0)] = s
		}
		s.Start, s.Bytes = e.Quad(1), e.Quad(3)
	case k == GCInfo:
		if s, ok := a.Spaces[e.Payload()]; ok {
			s.Collected++
		}
	}
}

// gc appends the GC of a start or end event. It returns nil if there are too many.
func (r *reader) gc(e *Event) *GC {
	if len(r.GCs) == maxGCs {
		r.MoreGCs++
		return nil
	}
	p := e.Payload()
	kind := uint8(p >> 16)
	r.GCs = append(r.GCs, GC{ID: e.Word(0), Type: kind & 3, Cause: uint8(p >> 8), Failed: p&1 != 0,
		Concurrent: p&2 != 0, Full: kind&3 == 1, Start: -1, End: -1})
	return &r.GCs[len(r.GCs)-1]
}
