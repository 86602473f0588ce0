// Package collect reads the messages of the agent in a Java virtual machine and writes them to a native trace.
//
// [Open] checks a new connection and refuses any peer that does not know the token. [Stream.Record] then reads the stream to its end.
// Nothing in the stream is trusted: numbers, lengths and texts are checked before memory is allocated. The agent identifies objects by
// slots, which are reused after an object's death; the trace uses identities, which are never reused. Writing a heap state takes about 30
// bytes per object and 20 per reference. Between heap states, the collector holds about 40 bytes per object.
package collect

import (
	"bufio"
	"context"
	"crypto/subtle"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"memcity/trace"
	"memcity/trace/guard"
	"memcity/trace/native"
)

// Hello is the agent's description of itself and its program.
type Hello struct {
	PID       int
	Program   string // main class or archive; empty if unknown
	VM        string // name and version
	Mode      string // sampled, exact or counts
	StartUnix int64  // wall-clock time at the start of the recording, in ms since 1970
	Interval  int64  // mean number of bytes between two samples, in mode sampled
	Depth     int    // maximum frames per call chain
	Late      bool   // the agent was loaded into a running program

	layout layout
}

// layout is the VM's memory layout of arrays, in bytes.
type layout struct {
	align, reference, header, header8, headerRefs int64
}

// Info returns the information that the writer of the recording needs.
func (h Hello) Info() trace.WriterInfo {
	info := trace.WriterInfo{Program: h.Program, VM: h.VM, Mode: h.Mode, StartUnix: h.StartUnix, Depth: h.Depth,
		Knows: trace.KnowsTimes}
	if h.Mode == modeNames[modeSampled] {
		info.Interval = h.Interval
	}
	return info
}

var modeNames = []string{"sampled", "exact", "counts"}

const (
	modeSampled = iota
	modeExact
)

// Stream is a connection to an agent.
type Stream struct {
	conn  io.ReadWriteCloser
	in    *bufio.Reader
	hello Hello

	// Marks is a channel of marks to write to the trace; nil for none. It must be set before [Stream.Record].
	Marks <-chan trace.Mark
	// IsOwn reports whether a class belongs to the program, so that the program's innermost frame is kept; nil to keep at most
	// [Hello.Depth] frames. It must be set before [Stream.Record].
	IsOwn func(class string) bool

	mu sync.Mutex // guards writes
}

// ErrForeign reports that a connection was not made by the expected agent.
var ErrForeign = errors.New("the connection comes from a different agent than expected")

// Open reads the agent's greeting. The caller sets time limits. After an error, the caller should close conn and may wait for another
// connection.
func Open(conn io.ReadWriteCloser, token string) (*Stream, error) {
	s := &Stream{conn: conn, in: bufio.NewReaderSize(conn, 256<<10)}
	m, _, err := readMessage(s.in, nil, maxHello)
	if err != nil {
		return nil, fmt.Errorf("agent's greeting: %w", err)
	}
	if m.kind != wireHello {
		return nil, ErrForeign
	}
	version := m.number()
	if subtle.ConstantTimeCompare([]byte(m.text()), []byte(token)) != 1 {
		return nil, ErrForeign
	}
	if version != wireVersion {
		return nil, fmt.Errorf("agent: it speaks version %d, expected %d", version, wireVersion)
	}
	s.hello = readHello(m)
	return s, m.err
}

func readHello(m *message) Hello {
	h := Hello{PID: int(m.below(1 << 32)), StartUnix: m.size()}
	name, number := m.text(), m.text()
	h.VM = name + " " + number
	h.Program = m.text()
	h.Mode = modeNames[m.below(uint64(len(modeNames)))]
	h.Interval, h.Depth = m.size(), int(m.below(1<<16))
	h.Late = m.number() != 0
	l := &h.layout
	for _, v := range []*int64{&l.align, &l.reference, &l.header, &l.header8, &l.headerRefs} {
		*v = int64(m.below(1 << 10))
	}
	if l.align < 1 || l.align&(l.align-1) != 0 {
		m.fail(fmt.Sprintf("alignment %d is not a power of two", l.align))
	}
	return h
}

// Hello returns the agent's greeting.
func (s *Stream) Hello() Hello { return s.hello }

// Point requests a heap state now, regardless of the budget. If collect is set, the VM runs a GC first, as for heap dumps. Point may be
// called at any time. The longest pause still applies: a heap that takes longer is counted by type. If even counting takes longer, the
// agent only sends a note. [Stats.Answered] counts completed requests.
func (s *Stream) Point(collect bool) error {
	const after, unbudgeted, answer = 1, 2, 4
	content := byte(unbudgeted | answer)
	if collect {
		content |= after
	}
	return s.send(wirePoint, []byte{content})
}

// Stop asks the agent to end the recording; [Stream.Record] then returns. The program keeps running. If there is no heap state yet, the
// agent makes one if the budget allows.
func (s *Stream) Stop() error { return s.send(wireStop, []byte{1}) }

func (s *Stream) send(kind byte, content []byte) error {
	b := binary.LittleEndian.AppendUint32([]byte{kind}, uint32(len(content)))
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err := s.conn.Write(append(b, content...))
	return err
}

// Stats contains totals of a recording in progress.
type Stats struct {
	Points         int           // heap states
	Full           int           // heap states with single objects
	Dropped        int64         // samples that the agent dropped because they were not read in time
	GCs            int           // garbage collections
	Objects, Bytes int64         // of the newest heap state
	Time           time.Duration // of the newest message with a time, since the start of the recording
	PausedByWalks  time.Duration // total for heap states
	Paused         time.Duration // total wall-clock time of all pauses for the recording; updated after heap states and at the end
	PausedByGCs    time.Duration
	Answered       int   // completed requests for heap states
	Refused        bool  // the newest request gave no heap state; the reason is the last note, if any
	Size           int64 // bytes written
	Notes          int   // messages for people in the trace
	LastNote       string
	Cut            bool // the stream ended without a farewell because the program was killed
}

// Record reads the stream to its end and writes the trace. It calls reportStats on the same goroutine after every heap state and GC. It
// closes the connection but not w. If the program is killed, Record returns no error; see [Stats.Cut]. If ctx is done, it returns the
// context's error, and the trace is complete up to then.
func (s *Stream) Record(ctx context.Context, w *native.Writer, reportStats func(Stats)) error {
	defer s.conn.Close()
	defer context.AfterFunc(ctx, func() { s.conn.Close() })()
	c := newCollector(s.hello, w, reportStats)
	c.names.keep, c.names.isOwn = s.hello.Depth, s.IsOwn
	in := newIncoming(s.in)
	defer in.end()
	for {
		var m *message
		var err error
		select {
		case mark := <-s.Marks:
			c.note(c.out.Marks([]trace.Mark{mark}))
			c.note(c.out.Flush())
			continue
		case got := <-in.messages:
			m, err = got.message, got.err
		}
		if err == nil {
			err = c.take(m)
			in.next()
		} else if !isFault(err) && ctx.Err() == nil {
			c.stats.Cut = true // end of the stream or broken connection
			return s.ended(c)
		}
		if err == nil && m.kind == wireBye {
			return s.ended(c)
		}
		if err != nil {
			if ctx.Err() != nil {
				err = ctx.Err()
			}
			return errors.Join(err, s.ended(c))
		}
	}
}

// isFault reports whether a read error is a fault in the stream or in this program, not the end of the connection.
func isFault(err error) bool {
	var bad *streamError
	var panicked *guard.Panic
	return errors.As(err, &bad) || errors.As(err, &panicked)
}

// ended writes the remaining data and queued marks.
func (s *Stream) ended(c *collector) error {
	for {
		select {
		case mark := <-s.Marks:
			c.note(c.out.Marks([]trace.Mark{mark}))
		default:
			return c.end()
		}
	}
}

// incoming reads messages in its own goroutine, so that the receiver can wait for other events too.
type incoming struct {
	messages chan received
	taken    chan struct{}
	stop     chan struct{}
}

type received struct {
	*message
	err error
}

func newIncoming(from *bufio.Reader) *incoming {
	in := &incoming{messages: make(chan received), taken: make(chan struct{}), stop: make(chan struct{})}
	guard.Go(func() error { in.run(from); return nil }, func(err error) {
		if err != nil {
			in.hand(received{err: err})
		}
	})
	return in
}

// run reads until the stream ends or in is stopped. A message is valid until the next one is requested.
func (in *incoming) run(from *bufio.Reader) {
	var buffer []byte
	for {
		var got received
		got.message, buffer, got.err = readMessage(from, buffer, maxMessage)
		if !in.hand(got) || got.err != nil {
			return
		}
		select {
		case <-in.taken:
		case <-in.stop:
			return
		}
	}
}

// hand sends a message. It reports whether the receiver took it.
func (in *incoming) hand(got received) bool {
	select {
	case in.messages <- got:
		return true
	case <-in.stop:
		return false
	}
}

// next requests the next message.
func (in *incoming) next() { in.taken <- struct{}{} }

func (in *incoming) end() { close(in.stop) }
