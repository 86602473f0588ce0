package inspector

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"memcity/trace/guard"
)

// chunkEvent carries a part of a snapshot.
const chunkEvent = "HeapProfiler.addHeapSnapshotChunk"

// Taken describes a snapshot.
type Taken struct {
	Stopped time.Duration // how long the program was stopped: from the request to the response
	Bytes   int64
}

// Snapshot takes a heap snapshot, which stops the program. read is called in another goroutine with the snapshot as it arrives, in the format
// of .heapsnapshot files. If read returns early, the rest is dropped. The program cannot cancel a snapshot. A second call waits for the first.
func (c *Conn) Snapshot(ctx context.Context, read func(io.Reader) error) (Taken, error) {
	return c.snapshot(ctx, "HeapProfiler.takeHeapSnapshot", read)
}

// LastSnapshot takes a snapshot of a program that has sent [EndEvent]. Node.js 22 and later takes the snapshot of [Conn.Snapshot] in a task of
// its event loop, which no longer runs then. LastSnapshot ends the tracking of allocations; tracked is true if it was started.
func (c *Conn) LastSnapshot(ctx context.Context, tracked bool, read func(io.Reader) error) (Taken, error) {
	if !tracked {
		if err := c.Call(ctx, "HeapProfiler.startTrackingHeapObjects", nil, nil); err != nil {
			return Taken{}, err
		}
	}
	return c.snapshot(ctx, "HeapProfiler.stopTrackingHeapObjects", read)
}

// snapshot receives the snapshot that a request causes.
func (c *Conn) snapshot(ctx context.Context, method string, read func(io.Reader) error) (Taken, error) {
	c.busy.Lock()
	defer c.busy.Unlock()
	s := newSpool()
	c.mu.Lock()
	c.chunks = s
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		c.chunks = nil
		c.mu.Unlock()
	}()
	result := make(chan error, 1)
	guard.Go(func() error { return read(s) }, func(err error) {
		s.drop()
		result <- err
	})
	begin := c.now()
	at, err := c.call(ctx, method, map[string]bool{"reportProgress": false}, nil)
	if at.IsZero() {
		at = c.now()
	}
	s.end(err)
	failed := <-result
	taken := Taken{Stopped: at.Sub(begin), Bytes: s.total}
	switch {
	case err != nil:
		return taken, fmt.Errorf("the heap snapshot is incomplete: %w", err)
	case failed != nil:
		return taken, failed
	}
	return taken, nil
}

// maxSpooled is the largest number of bytes that wait for the reader of a snapshot. Beyond it, the program's own buffers grow.
const maxSpooled = 256 << 20

// spool is a queue between the connection and the reader of a snapshot. It has a size limit.
type spool struct {
	mu      sync.Mutex
	news    chan struct{} // closed and replaced at each change
	queue   [][]byte
	at      int // bytes read from queue[0]
	size    int // of the queue in bytes
	total   int64
	ended   bool
	err     error // for the reader after the end; nil for a complete snapshot
	dropped bool  // the reader has ended
}

func newSpool() *spool { return &spool{news: make(chan struct{})} }

// changed wakes all waiting goroutines. The caller holds mu.
func (s *spool) changed() {
	close(s.news)
	s.news = make(chan struct{})
}

// add appends a chunk, which it keeps. It waits while the queue is full.
func (s *spool) add(ctx context.Context, chunk []byte) {
	for {
		s.mu.Lock()
		if s.dropped || s.ended || s.size < maxSpooled {
			break
		}
		news := s.news
		s.mu.Unlock()
		select {
		case <-news:
		case <-ctx.Done():
			return
		}
	}
	defer s.mu.Unlock()
	s.total += int64(len(chunk))
	if !s.dropped && !s.ended {
		s.queue = append(s.queue, chunk)
		s.size += len(chunk)
		s.changed()
	}
}

// end marks the end of the snapshot; err is nil if it is complete.
func (s *spool) end(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.ended {
		s.ended, s.err = true, err
		s.changed()
	}
}

// drop discards everything that is and will be in the queue.
func (s *spool) drop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dropped, s.queue, s.size = true, nil, 0
	s.changed()
}

// Read reads the snapshot. It waits for more until the snapshot is complete.
func (s *spool) Read(p []byte) (int, error) {
	s.mu.Lock()
	for len(s.queue) == 0 && !s.ended {
		news := s.news
		s.mu.Unlock()
		<-news
		s.mu.Lock()
	}
	defer s.mu.Unlock()
	switch {
	case len(s.queue) == 0 && s.err != nil:
		return 0, errors.Join(io.ErrUnexpectedEOF, s.err)
	case len(s.queue) == 0:
		return 0, io.EOF
	}
	n := copy(p, s.queue[0][s.at:])
	s.at += n
	s.size -= n
	if s.at == len(s.queue[0]) {
		s.queue[0] = nil
		s.queue, s.at = s.queue[1:], 0
		s.changed()
	}
	return n, nil
}

var (
	chunkHead = []byte(`{"method":"` + chunkEvent + `","params":{"chunk":"`)
	chunkTail = []byte(`"}}`)
)

// cutChunk returns the content of a chunk event in the form that V8 writes. ok is false for all other messages. It is several times
// faster than package json.
func cutChunk(data []byte) (chunk []byte, ok bool) {
	raw, ok := bytes.CutPrefix(data, chunkHead)
	if !ok {
		return nil, false
	}
	if raw, ok = bytes.CutSuffix(raw, chunkTail); !ok {
		return nil, false
	}
	for i := 0; ; { // the content must be a single string
		next := bytes.IndexAny(raw[i:], `"\`)
		if next < 0 {
			break
		}
		if raw[i+next] == '"' {
			return nil, false
		}
		i = min(len(raw), i+next+2)
	}
	return unescape(raw)
}

// escapes are the single characters after a backslash in JSON, with their meanings.
var escapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// unescape returns a copy of a JSON string without escapes.
func unescape(raw []byte) (text []byte, ok bool) {
	out := make([]byte, 0, len(raw))
	for {
		next := bytes.IndexByte(raw, '\\')
		if next < 0 {
			return append(out, raw...), true
		}
		out = append(out, raw[:next]...)
		raw = raw[next+1:]
		switch {
		case len(raw) == 0:
			return nil, false
		case escapes[raw[0]] != 0:
			out, raw = append(out, escapes[raw[0]]), raw[1:]
		default:
			r, n := codePoint(raw)
			if n == 0 {
				return nil, false
			}
			out, raw = utf8.AppendRune(out, r), raw[n:]
		}
	}
}

// codePoint decodes uXXXX, or a pair of surrogates uXXXX\uXXXX, and returns its length; 0 if there is none.
func codePoint(raw []byte) (r rune, n int) {
	unit := func(at int) (rune, bool) {
		if len(raw) < at+5 || raw[at] != 'u' {
			return 0, false
		}
		v, err := strconv.ParseUint(string(raw[at+1:at+5]), 16, 16)
		return rune(v), err == nil
	}
	r, ok := unit(0)
	if !ok {
		return 0, 0
	}
	if utf16.IsSurrogate(r) {
		if len(raw) > 5 && raw[5] == '\\' {
			if low, ok := unit(6); ok {
				if full := utf16.DecodeRune(r, low); full != utf8.RuneError {
					return full, 11
				}
			}
		}
		return utf8.RuneError, 5
	}
	return r, 5
}
