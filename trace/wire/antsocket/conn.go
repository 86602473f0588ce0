package antsocket

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/coder/websocket"

	"memcity/trace/guard"
)

// Limits restrict the data and the time that a client accepts from a server.
type Limits struct {
	Message int64         // bytes per message
	Total   int64         // bytes of all messages of a connection
	Dial    time.Duration // time to connect
	Silence time.Duration // time without a byte while waiting for a response or receiving it
}

// Default limits, which trees of large recordings do not reach. A message stays in memory until its data has been read. A server may be
// silent while it builds the trees.
const (
	MaxMessage = 512 << 20
	MaxTotal   = 4 << 30
	MaxDial    = 10 * time.Second
	MaxSilence = 2 * time.Minute
)

// DefaultLimits returns the limits [MaxMessage], [MaxTotal], [MaxDial] and [MaxSilence].
func DefaultLimits() Limits {
	return Limits{Message: MaxMessage, Total: MaxTotal, Dial: MaxDial, Silence: MaxSilence}
}

// Conn is a client connection. It is not safe for concurrent use.
type Conn struct {
	ws     *websocket.Conn
	limits Limits
	left   int64 // remaining part of Limits.Total, in bytes
}

// Dial connects to a server at an address such as ws://host:port/path. The error is an *[Error] in plain words, or the context's.
func Dial(ctx context.Context, address string, limits Limits) (*Conn, error) {
	short, cancel := context.WithTimeout(ctx, limits.Dial)
	defer cancel()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	ws, response, err := websocket.Dial(short, address, &websocket.DialOptions{HTTPClient: client})
	switch {
	case err == nil:
		ws.SetReadLimit(limits.Message)
		return &Conn{ws, limits, limits.Total}, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case short.Err() != nil:
		return nil, &Error{Offset: -1, Text: fmt.Sprintf("no connection within %s", limits.Dial)}
	}
	return nil, &Error{Offset: -1, Text: explainDial(err, response)}
}

func explainDial(err error, response *http.Response) string {
	var dns *net.DNSError
	var op *net.OpError
	switch {
	case response != nil && response.StatusCode == http.StatusUnauthorized:
		return "the server requires a token: add ?token=TOKEN to the address"
	case response != nil && response.StatusCode == http.StatusServiceUnavailable:
		return "the server has too many connections"
	case response != nil && response.StatusCode != http.StatusSwitchingProtocols:
		return fmt.Sprintf("not a WebSocket: the server responded with %s", response.Status)
	case response != nil:
		return "the server does not respond like a WebSocket"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "connection refused: no program listens there"
	case errors.As(err, &dns):
		return fmt.Sprintf("unknown host %s", dns.Name)
	case errors.Is(err, io.EOF), errors.Is(err, syscall.ECONNRESET):
		return "the server closed the connection before it was a WebSocket"
	case errors.As(err, &op):
		return "no connection: " + op.Err.Error()
	}
	text := err.Error() // starts with the library's own context
	if i := strings.LastIndex(text, `": `); i >= 0 {
		text = text[i+len(`": `):]
	}
	return "no connection: " + strings.TrimPrefix(text, "failed to WebSocket dial: ")
}

// Send sends a request with an ID; see [Request.Encode].
func (c *Conn) Send(ctx context.Context, r Request, id Whole) error {
	ctx, cancel := context.WithTimeout(ctx, c.limits.Silence)
	defer cancel()
	err := c.ws.Write(ctx, websocket.MessageText, r.Encode(id))
	if err != nil {
		return c.explain(ctx, err, 0)
	}
	return nil
}

// Receive waits for a message. If patient is set, it waits without limit instead of [Limits].Silence. The message must be read to its end
// before the next call. Receiving or reading returns an *[Error] or the context's error.
func (c *Conn) Receive(ctx context.Context, patient bool) (io.Reader, error) {
	watched, cancel := context.WithCancelCause(ctx)
	m := &message{c: c, ctx: watched}
	m.watch = time.AfterFunc(c.limits.Silence, func() { cancel(os.ErrDeadlineExceeded) })
	m.stop = func() { m.watch.Stop(); cancel(nil) }
	if patient {
		m.watch.Stop()
	}
	_, r, err := c.ws.Reader(watched)
	if err != nil {
		err = c.explain(watched, err, 0)
		m.stop()
		return nil, err
	}
	m.r = r
	return m, nil
}

// message is the text of a message being received.
type message struct {
	c     *Conn
	ctx   context.Context
	r     io.Reader
	watch *time.Timer // fires after too long a silence
	stop  func()
	read  int64
}

// Read implements io.Reader.
func (m *message) Read(p []byte) (n int, err error) {
	m.watch.Reset(m.c.limits.Silence)
	n, err = m.r.Read(p)
	m.read += int64(n)
	if m.c.left -= int64(n); m.c.left < 0 {
		err = &Error{Offset: -1, Text: fmt.Sprintf("all responses together exceed the limit of %s", megabytes(m.c.limits.Total))}
	}
	if err != nil {
		if err != io.EOF {
			err = m.c.explain(m.ctx, err, m.read)
		}
		m.stop()
	}
	return n, err
}

// explain describes in plain words why nothing more was received. read is the number of bytes of the message received before.
func (c *Conn) explain(ctx context.Context, err error, read int64) error {
	var own *Error
	e := &Error{Offset: -1}
	var closed websocket.CloseError
	switch {
	case errors.As(err, &own):
		return own
	case errors.Is(context.Cause(ctx), os.ErrDeadlineExceeded) || errors.Is(ctx.Err(), context.DeadlineExceeded):
		e.Text = fmt.Sprintf("the server has not responded for %s", c.limits.Silence)
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, websocket.ErrMessageTooBig):
		e.Text = fmt.Sprintf("the response exceeds the limit of %s", megabytes(c.limits.Message))
	case errors.As(err, &closed) && closed.Reason != "":
		e.Text = fmt.Sprintf("the server closed the connection: %.125s", closed.Reason)
	case read > 0:
		e.Text = fmt.Sprintf("the connection ended in the middle of a response, after %d bytes", read)
	default:
		e.Text = "the server closed the connection"
	}
	return e
}

func megabytes(n int64) string {
	if n < 1_000_000 {
		return fmt.Sprintf("%d bytes", n)
	}
	return fmt.Sprintf("%d MB", n/1_000_000)
}

// farewell is how long the client waits for a server's response when it closes the connection.
const farewell = 500 * time.Millisecond

// Close closes the connection. It waits only briefly for the server; the rest, at most ten seconds, runs in the background.
func (c *Conn) Close() {
	done := make(chan struct{})
	guard.Go(func() error { return c.ws.Close(websocket.StatusNormalClosure, "") }, func(error) { close(done) })
	select {
	case <-done:
	case <-time.After(farewell):
	}
}

// Renew resets the number of bytes received to zero, for [Limits].Total.
func (c *Conn) Renew() { c.left = c.limits.Total }
