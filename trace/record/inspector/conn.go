package inspector

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/coder/websocket"

	"memcity/trace/guard"
)

const (
	// dialTimeout is the time limit for the handshake.
	dialTimeout = 10 * time.Second
	// maxMessage is the largest message, in bytes. Chunks of a snapshot have 0.1 to 1 MB; a profile may have several MB.
	maxMessage = 64 << 20
)

// Errors of a connection.
var (
	ErrClosed  = errors.New("the inspector closed the connection") // the program has ended, or its inspector was closed
	errGarbled = errors.New("the inspector sent a message that is not the expected JSON")
)

// A ProtocolError is an error that the program returned for a request.
type ProtocolError struct {
	Method string
	Code   int64
	Text   string
}

func (e *ProtocolError) Error() string { return e.Method + ": " + e.Text }

// IsUnknown reports whether the program does not know the method.
func (e *ProtocolError) IsUnknown() bool { return e.Code == -32601 }

// Conn is a connection to a target. It is safe for concurrent use.
type Conn struct {
	ws    *websocket.Conn
	event func(method string, params json.RawMessage) // nil to drop events
	now   func() time.Time

	cancel context.CancelFunc
	done   chan struct{} // closed when the connection has ended
	err    error         // why it ended; valid after done

	mu      sync.Mutex
	last    int64 // number of the newest request
	waiting map[int64]chan message
	chunks  *spool // receives the snapshot in progress; nil for none
	busy    sync.Mutex
}

// message is a message from the program: a response with an ID, or an event with a method.
type message struct {
	ID     int64           `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int64  `json:"code"`
		Message string `json:"message"`
	} `json:"error"`

	at time.Time // of its arrival
}

// Dial connects to a target. event is called for each event except chunks of snapshots, one at a time. It must not block or call the
// connection; params are only valid during the call. It may be nil. Closing the connection does not affect the program.
func Dial(ctx context.Context, t Target, now func() time.Time, event func(method string, params json.RawMessage)) (*Conn, error) {
	a, err := ParseAddress(t.Socket)
	if err != nil {
		return nil, err
	}
	dialing, stop := context.WithTimeout(ctx, dialTimeout)
	defer stop()
	ws, _, err := websocket.Dial(dialing, "ws://"+a.Host+a.Path, &websocket.DialOptions{HTTPClient: client()})
	if err != nil {
		return nil, fmt.Errorf("%s: cannot connect to the inspector: %w", a.Host, cause(err))
	}
	ws.SetReadLimit(maxMessage)
	c := &Conn{ws: ws, event: event, now: now, done: make(chan struct{}), waiting: map[int64]chan message{}}
	reading, cancel := context.WithCancel(context.WithoutCancel(ctx))
	c.cancel = cancel
	guard.Go(func() error { return c.receive(reading) }, c.end)
	return c, nil
}

// Close closes the connection.
func (c *Conn) Close() {
	c.cancel()
	c.ws.CloseNow()
	<-c.done
}

// Done returns a channel that is closed when the connection has ended.
func (c *Conn) Done() <-chan struct{} { return c.done }

// end releases all waiting requests.
func (c *Conn) end(err error) {
	c.ws.CloseNow()
	c.cancel()
	c.err = err
	close(c.done)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.chunks != nil {
		c.chunks.end(err)
	}
}

// receive reads messages until the connection ends.
func (c *Conn) receive(ctx context.Context) error {
	var buffer []byte
	for {
		kind, r, err := c.ws.Reader(ctx)
		if err == nil {
			buffer, err = readAll(buffer[:0], r)
		}
		switch {
		case errors.Is(err, websocket.ErrMessageTooBig):
			return fmt.Errorf("the inspector sent a message of more than %d MB", maxMessage>>20)
		case err != nil:
			return ErrClosed
		case kind != websocket.MessageText:
			return errGarbled
		}
		if err := c.take(ctx, buffer); err != nil {
			return err
		}
		if cap(buffer) > 4<<20 {
			buffer = nil
		}
	}
}

// readAll appends a message to a buffer.
func readAll(b []byte, r io.Reader) ([]byte, error) {
	for {
		if len(b) == cap(b) {
			b = append(b, make([]byte, max(64<<10, len(b)))...)[:len(b)]
		}
		n, err := r.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		if errors.Is(err, io.EOF) {
			return b, nil
		}
		if err != nil {
			return b, err
		}
	}
}

// take processes one message.
func (c *Conn) take(ctx context.Context, data []byte) error {
	if chunk, ok := cutChunk(data); ok {
		c.addChunk(ctx, chunk)
		return nil
	}
	var m message
	if json.Unmarshal(data, &m) != nil {
		return errGarbled
	}
	m.at = c.now()
	switch {
	case m.Method == chunkEvent:
		var params struct {
			Chunk string `json:"chunk"`
		}
		if json.Unmarshal(m.Params, &params) != nil {
			return errGarbled
		}
		c.addChunk(ctx, []byte(params.Chunk))
		return nil
	case m.Method != "":
		if c.event != nil {
			c.event(m.Method, m.Params)
		}
		return nil
	}
	c.mu.Lock()
	reply := c.waiting[m.ID]
	delete(c.waiting, m.ID)
	c.mu.Unlock()
	if reply != nil {
		reply <- m
	}
	return nil
}

// addChunk passes a part of a snapshot to its reader. A part that was not requested is dropped.
func (c *Conn) addChunk(ctx context.Context, chunk []byte) {
	c.mu.Lock()
	s := c.chunks
	c.mu.Unlock()
	if s != nil {
		s.add(ctx, chunk)
	}
}

// Call sends a request and waits for its response, which is stored in result unless that is nil. params may be nil. If ctx ends first, the
// program still executes the request.
func (c *Conn) Call(ctx context.Context, method string, params, result any) error {
	_, err := c.call(ctx, method, params, result)
	return err
}

// call is Call, and returns the time of the response.
func (c *Conn) call(ctx context.Context, method string, params, result any) (time.Time, error) {
	reply := make(chan message, 1)
	c.mu.Lock()
	c.last++
	id := c.last
	c.waiting[id] = reply
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		delete(c.waiting, id)
		c.mu.Unlock()
	}()
	request := struct {
		ID     int64  `json:"id"`
		Method string `json:"method"`
		Params any    `json:"params,omitempty"`
	}{id, method, params}
	data, err := json.Marshal(request)
	if err != nil {
		return time.Time{}, err
	}
	// The context of a write closes the connection when it ends, so a canceled request must not pass its own.
	writing, stop := context.WithTimeout(context.WithoutCancel(ctx), dialTimeout)
	err = c.ws.Write(writing, websocket.MessageText, data)
	stop()
	if err != nil {
		return time.Time{}, c.ended()
	}
	select {
	case m := <-reply:
		if m.Error != nil {
			return m.at, &ProtocolError{method, m.Error.Code, oneLine(m.Error.Message)}
		}
		if result != nil && json.Unmarshal(m.Result, result) != nil {
			return m.at, fmt.Errorf("%s: the inspector's response is not the expected JSON", method)
		}
		return m.at, nil
	case <-ctx.Done():
		return time.Time{}, ctx.Err()
	case <-c.done:
		return time.Time{}, c.ended()
	}
}

// ended returns why the connection ended.
func (c *Conn) ended() error {
	c.cancel()
	<-c.done
	if c.err == nil {
		return ErrClosed
	}
	return c.err
}

// maxText is the largest length of a text from the program in an error, in bytes.
const maxText = 300

// oneLine returns the start of a text in one line, without control characters.
func oneLine(text string) string {
	text = text[:min(len(text), maxText)]
	line := []rune(text)
	for i, r := range line {
		if r < ' ' || r == 0x7f {
			line[i] = ' '
		}
	}
	return string(line)
}
