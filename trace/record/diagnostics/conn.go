package diagnostics

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"

	"memcity/trace/guard"
	"memcity/trace/wire/nettrace"
)

const (
	// answerLimit is the time limit for a response to a command.
	answerLimit = 10 * time.Second
	// stopLimit is the time limit for the end of a session, after which its connection is closed.
	stopLimit = 30 * time.Second
	// aliveEvery is the interval between checks whether the process runs.
	aliveEvery = 200 * time.Millisecond
	// attempts is the number of attempts to start a session, and retryAfter the time between two. A runtime that is starting, or ending another
	// session, may refuse one.
	attempts   = 4
	retryAfter = 300 * time.Millisecond
	// Buffer of the runtime for events, in MB. It uses as much as the events need.
	leastBuffer = 64
	mostBuffer  = 1024
)

// Conn takes heap snapshots of a program. It holds no connection between them.
type Conn struct {
	socket Socket
	ending chan struct{} // never closed: the runtime does not announce its end
	done   chan struct{}
	closed chan struct{}
	once   sync.Once
}

// Open returns a Conn for a program. The caller closes it.
func Open(s Socket) *Conn {
	c := &Conn{socket: s, ending: make(chan struct{}), done: make(chan struct{}), closed: make(chan struct{})}
	guard.Go(func() error { c.watch(); return nil }, func(error) { close(c.done) })
	return c
}

// watch returns when the process has ended.
func (c *Conn) watch() {
	look := time.NewTicker(aliveEvery)
	defer look.Stop()
	for c.socket.Runs() {
		select {
		case <-c.closed:
			return
		case <-look.C:
		}
	}
}

// Ending returns a channel that is never closed: a program does not wait at its end.
func (c *Conn) Ending() <-chan struct{} { return c.ending }

// Done returns a channel that is closed when the program has ended, or after Close.
func (c *Conn) Done() <-chan struct{} { return c.done }

// Waits returns false.
func (c *Conn) Waits() bool { return false }

// Release does nothing.
func (c *Conn) Release() {}

// Close stops watching the program.
func (c *Conn) Close() { c.once.Do(func() { close(c.closed) }) }

// perByte is the largest size of a trace in bytes for each byte of memory. Events were up to 1.5 times as large as the objects.
const perByte = 2

// Dump takes a heap snapshot and writes the trace to out. It returns how long all threads of the program were stopped. A trace that needs more
// memory than limit bytes is an error. The session has ended when Dump returns, also with an error.
func (c *Conn) Dump(ctx context.Context, out io.Writer, _ bool, limit int64) (pause time.Duration, err error) {
	buffer := uint32(min(max(limit>>20, leastBuffer), mostBuffer))
	stream, session, err := c.start(ctx, buffer)
	for tries := 1; errors.Is(err, errBusy) && tries < attempts && wait(ctx, retryAfter); tries++ {
		stream, session, err = c.start(ctx, buffer)
	}
	if err != nil {
		return 0, c.explain(err)
	}
	defer stream.Close()
	var once sync.Once
	end := func() { once.Do(func() { guard.Go(func() error { c.stop(stream, session); return nil }, nil) }) }
	defer end()
	defer context.AfterFunc(ctx, guard.Safe(end))()
	pause, err = readTrace(io.TeeReader(stream, &limited{out, perByte * limit}), end)
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	return pause, c.explain(err)
}

// wait waits for a time; false if ctx is done first.
func wait(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// explain returns an error that says whether the program has ended.
func (c *Conn) explain(err error) error {
	if err != nil && !errors.Is(err, errTooLarge) && !c.socket.Runs() {
		return ErrEnded
	}
	return err
}

// ErrEnded reports that the program has ended.
var ErrEnded = errors.New("the program has ended")

// start starts the session of a snapshot. The runtime names each type once until a session without types ends, so a session without events comes first. The
// older command needs none: it has the same effect at its end.
func (c *Conn) start(ctx context.Context, buffer uint32) (stream net.Conn, session uint64, err error) {
	stream, session, err = c.request(ctx, message(collectTracing2, collect(leastBuffer, noEvents, true)))
	if errors.Is(err, errUnknownCommand) {
		return c.request(ctx, message(collectTracing, collect(buffer, snapshotEvents, false)))
	}
	if err != nil {
		return nil, 0, err
	}
	guard.Go(func() error { c.stop(stream, session); return nil }, nil)
	_, err = io.Copy(io.Discard, stream)
	stream.Close()
	if err := cmp.Or(ctx.Err(), err); err != nil {
		return nil, 0, err
	}
	return c.request(ctx, message(collectTracing2, collect(buffer, snapshotEvents, true)))
}

// request sends a command on a new connection, and returns the connection and the response.
func (c *Conn) request(ctx context.Context, command []byte) (stream net.Conn, number uint64, err error) {
	if stream, err = c.socket.dial(ctx); err != nil {
		return nil, 0, err
	}
	late := time.AfterFunc(answerLimit, guard.Safe(func() { stream.Close() }))
	if _, err = stream.Write(command); err == nil {
		number, err = response(stream)
	}
	if !late.Stop() {
		err = cmp.Or(err, fmt.Errorf("the runtime did not respond within %v", answerLimit))
	}
	if err != nil {
		stream.Close()
		return nil, 0, err
	}
	return stream, number, nil
}

// stop ends a session. The runtime ends it too when it can no longer write to the connection.
func (c *Conn) stop(stream net.Conn, session uint64) {
	time.AfterFunc(stopLimit, guard.Safe(func() { stream.Close() }))
	ctx, cancel := context.WithTimeout(context.Background(), stopLimit)
	defer cancel()
	if other, _, err := c.request(ctx, message(stopTracing, binary.LittleEndian.AppendUint64(nil, session))); err == nil {
		other.Close()
	} else {
		stream.Close()
	}
}

// Events around a stop of all threads.
const (
	suspendBegin = 9
	restartEnd   = 3
)

// readTrace reads a trace to its end, and calls end when it contains a snapshot. It returns how long the threads were stopped.
func readTrace(stream io.Reader, end func()) (pause time.Duration, err error) {
	r, err := nettrace.NewReader(stream)
	if err != nil {
		return 0, err
	}
	var e nettrace.Event
	var begin, stopped, started int64 // in ticks; stopped and started are the limits of the stop for the snapshot
	found, complete := false, false
	for {
		err := r.Next(&e)
		switch {
		case err == io.EOF && !complete:
			return 0, errors.New("the runtime ended the trace without a heap snapshot")
		case err == io.EOF:
			return r.Header.Time(max(started, stopped)).Sub(r.Header.Time(stopped)), nil
		case nettrace.IsCut(err):
			return 0, errors.New("the trace ended early")
		case err != nil:
			return 0, err
		case e.Provider != nettrace.Runtime:
			continue
		}
		switch e.ID {
		case suspendBegin:
			begin = e.Ticks
		case nettrace.GCStart:
			if begin == 0 { // the trace began during the stop
				begin = e.Ticks
			}
		case nettrace.Nodes:
			if !found {
				found, stopped = true, begin
			}
		case nettrace.GCEnd:
			if found && !complete {
				complete, started = true, e.Ticks
				end()
			}
		case restartEnd:
			if complete && started < e.Ticks && begin <= stopped {
				started = e.Ticks
			}
		}
	}
}

var errTooLarge = errors.New("the heap snapshot is larger than expected for the memory of the program")

// limited is a writer that returns an error after a number of bytes.
type limited struct {
	io.Writer
	left int64
}

func (l *limited) Write(p []byte) (int, error) {
	if l.left -= int64(len(p)); l.left < 0 {
		return 0, errTooLarge
	}
	return l.Writer.Write(p)
}

// Socket is the diagnostics socket of a program.
type Socket struct {
	PID  int
	Path string

	ticks string // start time of the process in Path
	uid   int    // owner of the process
}

// dial connects to the socket, and checks that the process itself listens on it.
func (s Socket) dial(ctx context.Context) (net.Conn, error) {
	var d net.Dialer
	ctx, cancel := context.WithTimeout(ctx, answerLimit)
	defer cancel()
	conn, err := d.DialContext(ctx, "unix", s.Path)
	if err != nil {
		return nil, fmt.Errorf("the diagnostics socket does not answer: %w", err)
	}
	if err := s.check(conn.(*net.UnixConn)); err != nil {
		conn.Close()
		return nil, err
	}
	return conn, nil
}
