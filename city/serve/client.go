package serve

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/coder/websocket"
	"github.com/go-json-experiment/json/jsontext"

	"memcity/trace"
	"memcity/trace/guard"
	"memcity/trace/wire/antsocket"
	"memcity/words"
)

// client is a connection.
type client struct {
	server *Server
	ws     *websocket.Conn

	sending sync.Mutex // one message at a time
	pushing sync.WaitGroup
	spoke   bool // true after the first request

	mu            sync.Mutex
	subscriptions int
}

// run serves requests until the connection or the context ends.
func (c *client) run(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	defer c.pushing.Wait()
	defer cancel()
	for {
		text, err := c.receive(ctx)
		if err != nil {
			return
		}
		if err := c.handle(ctx, text); err != nil {
			return
		}
	}
}

// receive waits for a request. It limits the time that a client without a subscription may be silent.
func (c *client) receive(ctx context.Context) ([]byte, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	limits := &c.server.limits
	patience := limits.Idle
	if !c.spoke {
		patience = limits.First
	}
	idle := time.NewTimer(patience)
	begun := make(chan struct{})
	defer idle.Stop()
	guard.Go(func() error {
		for {
			select {
			case <-idle.C:
			case <-begun:
				return nil
			}
			if !c.subscribed() {
				cancel()
				return nil
			}
			idle.Reset(limits.Idle)
		}
	}, nil)
	_, r, err := c.ws.Reader(ctx)
	close(begun)
	if err != nil {
		return nil, err
	}
	defer time.AfterFunc(limits.Stall, cancel).Stop()
	c.spoke = true
	text, err := io.ReadAll(r) // limited by the connection's read limit
	return bytes.ToValidUTF8(text, []byte("\ufffd")), err
}

func (c *client) subscribed() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.subscriptions > 0
}

// handle serves one request. An error means that the connection is no longer usable.
func (c *client) handle(ctx context.Context, text []byte) error {
	request := jsontext.Value(text)
	r, err := antsocket.ReadRequest(text)
	if err != nil {
		if !request.IsValid(jsontext.AllowDuplicateNames(true)) {
			request = nil
		}
		return c.fail(ctx, request, err.Error())
	}
	if r.Capability == antsocket.Subscribe {
		return c.subscribe(ctx, request, &r)
	}
	sender, data, err := c.server.resolve(ctx, &r)
	var why refusal
	switch {
	case errors.As(err, &why):
		return c.fail(ctx, request, why.Error())
	case err != nil:
		return err
	}
	return c.send(ctx, func(w io.Writer) error { return antsocket.WriteResponse(w, request, sender, "", data) })
}

func (c *client) fail(ctx context.Context, request jsontext.Value, why string) error {
	return c.send(ctx, func(w io.Writer) error {
		_, err := w.Write(antsocket.Failure(request, why))
		return err
	})
}

// frame is the size of the frames of long messages, in bytes.
const frame = 64 << 10

// send writes one JSON message. It escapes unsafe characters of names. It fails if the client stops reading.
func (c *client) send(ctx context.Context, write func(w io.Writer) error) error {
	c.sending.Lock()
	defer c.sending.Unlock()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stall := c.server.limits.Stall
	watch := time.AfterFunc(stall, cancel)
	defer watch.Stop()
	message, err := c.ws.Writer(ctx, websocket.MessageText)
	if err != nil {
		return err
	}
	buffer := bufio.NewWriterSize(writer(func(b []byte) (int, error) {
		watch.Reset(stall)
		return message.Write(b)
	}), frame)
	if err := errors.Join(write(words.NewJSONCleaner(buffer)), buffer.Flush()); err != nil {
		c.ws.CloseNow() // a partial message cannot be undone
		return err
	}
	return message.Close()
}

type writer func([]byte) (int, error)

func (w writer) Write(b []byte) (int, error) { return w(b) }

// subscribe acknowledges a subscription and begins to push.
func (c *client) subscribe(ctx context.Context, request jsontext.Value, r *antsocket.Request) error {
	t, err := c.server.find(r)
	if err != nil {
		return c.fail(ctx, request, err.Error())
	}
	after := t.newest()
	if time, ok := r.Number(0); ok {
		after = trace.Millis(time)
	}
	if !c.mayPush() {
		return c.fail(ctx, request, "too many subscriptions on one connection")
	}
	if err := c.push(ctx, t, request, "", nil); err != nil {
		return err
	}
	c.pushing.Go(guard.Safe(func() {
		defer c.unsubscribe()
		if c.follow(ctx, t, request, after) != nil {
			c.ws.CloseNow()
		}
	}))
	return nil
}

// mayPush adds a subscription. It returns false if there are too many.
func (c *client) mayPush() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.subscriptions >= c.server.limits.Subscriptions {
		return false
	}
	c.subscriptions++
	return true
}

func (c *client) unsubscribe() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.subscriptions--
}

// follow pushes all trees later than a time, until no more can come.
func (c *client) follow(ctx context.Context, t *tab, request jsontext.Value, after trace.Millis) error {
	for {
		trees, grown, ended, err := t.all(ctx, after)
		if err != nil {
			return err
		}
		for _, capability := range []string{antsocket.AllPointsToMaps, antsocket.AllPointedFromMaps, antsocket.AllTrees} {
			if len(trees) == 0 || !t.has(capability) {
				continue
			}
			if err := c.push(ctx, t, request, capability, series(capability, trees)); err != nil {
				return err
			}
			after = trees[len(trees)-1].Time
		}
		if ended {
			return c.push(ctx, t, request, antsocket.End, nil)
		}
		select {
		case <-grown:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (c *client) push(ctx context.Context, t *tab, request jsontext.Value, what string, d data) error {
	return c.send(ctx, func(w io.Writer) error { return antsocket.WriteResponse(w, request, t.id, what, d) })
}
