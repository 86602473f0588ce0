// Package collect reads what the agent in a Java virtual machine reports and writes it into a native trace.
//
// A connection that the agent made is greeted by [Open], which refuses whatever does not know the token. [Stream.Record]
// then reads to its end. Nothing in the stream is trusted: numbers, lengths and texts are checked before memory is taken.
// Objects come with slots, which are given again after their death; here they get identities, which are not. A heap state
// needs about 30 bytes per object and 20 per reference while it is written; between states there are about 40 bytes per
// object.
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

// Hello is what the agent says about itself and its program.
type Hello struct {
	PID       int
	Program   string // main class or archive; empty if not known
	VM        string // name and version
	Mode      string // sampled, exact or counts
	StartUnix int64  // wall-clock time at the start of the recording, in ms since 1970
	Interval  int64  // mean bytes between two samples, in mode sampled
	Depth     int    // frames per call chain
	Late      bool   // it was loaded into a running program

	layout layout
}

// layout is how the VM lays out arrays; in bytes.
type layout struct {
	align, reference, header, header8, headerRefs int64
}

// Info returns what the recording's writer has to know.
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

	// Marks are written into the trace as they come; nil for none. It is set before [Stream.Record].
	Marks <-chan trace.Mark
	// IsOwn says which classes are the program's own, so that their innermost frame is kept; nil to keep [Hello.Depth] frames. It is set before
	// [Stream.Record].
	IsOwn func(class string) bool

	mu sync.Mutex // of writing
}

// ErrForeign reports that a connection is not the awaited agent's.
var ErrForeign = errors.New("the connection is not that of the agent that is expected")

// Open reads the agent's greeting. Time limits are the caller's to set. If it fails conn should be closed, and another
// one may be awaited.
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

// Point requests a heap state now, whatever the budget; after a GC if collect is set, as heap dumps are made. It may be called
// at any time. The longest pause limits it: a heap that takes longer is counted, and one that even takes longer to count gives
// nothing but a note. [Stats.Answered] counts the requests that were dealt with.
func (s *Stream) Point(collect bool) error {
	const after, unbudgeted, answer = 1, 2, 4
	content := byte(unbudgeted | answer)
	if collect {
		content |= after
	}
	return s.send(wirePoint, []byte{content})
}

// Stop requests that the agent ends the recording; [Stream.Record] returns when it has. The program goes on. If there is no heap
// state yet it gets one within the budget.
func (s *Stream) Stop() error { return s.send(wireStop, []byte{1}) }

func (s *Stream) send(kind byte, content []byte) error {
	b := binary.LittleEndian.AppendUint32([]byte{kind}, uint32(len(content)))
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err := s.conn.Write(append(b, content...))
	return err
}

// Stats say how a recording goes.
type Stats struct {
	Points         int           // heap states
	Full           int           // of these, with single objects
	Dropped        int64         // samples that the agent dropped, since it was not read from in time
	GCs            int           // garbage collections
	Objects, Bytes int64         // of the last heap state
	Time           time.Duration // of the last message that has one, since the start of the recording
	PausedByWalks  time.Duration // in all, for heap states
	Paused         time.Duration // sum of all stops for the recording, wall-clock time; updated after heap states and at the end
	PausedByGCs    time.Duration
	Answered       int   // requests for heap states that were dealt with
	Refused        bool  // the newest of them without a heap state: the last note has the reason, if there is one
	Size           int64 // bytes written
	Notes          int   // messages for people that the trace holds
	LastNote       string
	Cut            bool // the stream ended without a farewell: the program was killed
}

// Record reads to the end of the stream and writes the trace; reported is called after every heap state and GC, on this
// goroutine. It closes the connection but not w. When the program is killed this is no error: see [Stats.Cut]. When ctx
// ends, it returns its error; what was written is a whole trace.
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
			c.stats.Cut = true // end of the stream, or a broken connection
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

// isFault reports whether an error of reading is a fault of the stream, or of this program, and not the end of the connection.
func isFault(err error) bool {
	var bad *streamError
	var panicked *guard.Panic
	return errors.As(err, &bad) || errors.As(err, &panicked)
}

// ended writes what is left, with marks that wait.
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

// incoming reads messages while who takes them also waits for something else.
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

// run reads until the stream ends or nobody takes messages any more. A message is valid until the next one is requested.
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

// hand gives out a message. It reports whether somebody took it.
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
