package serve

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"memcity/city/trees"
	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/testrun"
)

// heap returns n nodes that refer to as many items, and a list that refers to the first node.
func heap(n int) *trace.Heap {
	b := tracetest.NewHeap()
	list, node, item := b.Type("app.List", 16, "first"), b.Type("app.Node", 24, "next", "item"), b.Type("app.Item", 40)
	last := b.Object(list)
	b.Root(last, trace.RootStaticField, "app.Main.list")
	for i := range n {
		o := b.Object(node)
		slot := "next"
		if i == 0 {
			slot = "first"
		}
		b.Refer(last, slot, o)
		b.Refer(o, "item", b.Object(item))
		last = o
	}
	return b.Heap()
}

// grower is a recording to which points can be added. Point i, 1-based, has i nodes and the time 100·i.
type grower struct {
	mu    sync.Mutex
	n     int
	ended bool
	err   error
}

func (g *grower) recording(names *trace.Names) *trace.Recording {
	r := &trace.Recording{Name: "growing", Format: "test", Names: names,
		Knows: trace.KnowsObjects | trace.KnowsReferences | trace.KnowsRoots | trace.KnowsTimes}
	for i := 1; i <= g.n; i++ {
		r.Points = append(r.Points, trace.Point{Time: trace.Millis(100 * i), Source: "point",
			Load: func(ctx context.Context, _ trace.Progress) (*trace.Heap, []trace.Warning, error) {
				if i == 3 {
					return nil, nil, fmt.Errorf("point 3 is damaged")
				}
				return heap(i), nil, ctx.Err()
			}})
	}
	n := g.n
	r.More = func(ctx context.Context) (*trace.Recording, error) {
		g.mu.Lock()
		defer g.mu.Unlock()
		switch {
		case g.err != nil:
			return nil, g.err
		case g.n > n:
			return g.recording(names), nil
		case g.ended:
			return nil, io.EOF
		}
		return nil, nil
	}
	return r
}

func (g *grower) set(change func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	change()
}

// running is a server under test.
type running struct {
	*Server
	t    *testing.T
	at   string // HOST:PORT
	call func() net.Conn
	stop func() // ends it and waits

	mu    sync.Mutex
	notes []string
}

// start serves recordings on a port.
func start(t *testing.T, options Options, change func(l *limits), recordings ...*trace.Recording) *running {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := startOn(t, l, options, change, recordings...)
	r.call = func() net.Conn {
		t.Helper()
		conn, err := net.Dial("tcp", r.at)
		if err != nil {
			t.Fatal(err)
		}
		patient(t, conn)
		return conn
	}
	return r
}

// startPiped serves recordings without a network, so that synctest can control the time.
func startPiped(t *testing.T, change func(l *limits), recordings ...*trace.Recording) *running {
	t.Helper()
	return startPipedFor(t, Options{}, change, recordings...)
}

func startPipedFor(t *testing.T, options Options, change func(l *limits), recordings ...*trace.Recording) *running {
	t.Helper()
	t.Cleanup(func() { time.Sleep(time.Second) }) // connections that were refused linger that long
	p := &pipes{conns: make(chan net.Conn), closed: make(chan struct{})}
	r := startOn(t, p, options, change, recordings...)
	r.call = func() net.Conn {
		here, there := net.Pipe()
		p.conns <- there
		return here
	}
	return r
}

// pipes listens for connections within the program.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case conn := <-p.conns:
		return conn, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)} }

func startOn(t *testing.T, l net.Listener, options Options, change func(l *limits), recordings ...*trace.Recording) *running {
	t.Helper()
	r := &running{t: t}
	options.Notify = func(text string) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.notes = append(r.notes, text)
	}
	var sources []Source
	for _, recording := range recordings {
		sources = append(sources, Source{Recording: recording, By: trees.By("type")})
	}
	s, err := New(sources, options)
	if err != nil {
		t.Fatal(err)
	}
	s.limits.Look = time.Millisecond
	if change != nil {
		change(&s.limits)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, l) }()
	r.Server, r.at = s, l.Addr().String()
	r.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("serving ended with %v", err)
		}
	})
	t.Cleanup(r.stop)
	return r
}

func (r *running) noted() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return strings.Join(r.notes, "\n")
}

// peer is a client written from the protocol description, without the code under test.
type peer struct {
	t    *testing.T
	conn net.Conn
	r    *bufio.Reader
}

// patient lets a connection wait until the deadline of the tests. A shorter limit would fail on a busy machine.
func patient(t *testing.T, conn net.Conn) {
	if end, ok := testrun.Deadline(t); ok {
		conn.SetDeadline(end)
	}
}

// dial connects; header are lines. It returns the status of the response, with a peer if it is 101.
func (r *running) dial(target string, header ...string) (*peer, int) {
	r.t.Helper()
	conn := r.call()
	r.t.Cleanup(func() { conn.Close() })
	lines := append([]string{"GET " + target + " HTTP/1.1", "Host: " + r.at, "Upgrade: websocket", "Connection: Upgrade",
		"Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="}, header...)
	io.WriteString(conn, strings.Join(lines, "\r\n")+"\r\n\r\n")
	b := bufio.NewReader(conn)
	response, err := http.ReadResponse(b, nil)
	if err != nil {
		return nil, 0
	}
	if response.StatusCode != http.StatusSwitchingProtocols {
		return nil, response.StatusCode
	}
	if response.Header.Get("Sec-WebSocket-Accept") != "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" {
		r.t.Errorf("accepted with %v", response.Header)
	}
	return &peer{r.t, conn, b}, response.StatusCode
}

func (r *running) connect() *peer {
	r.t.Helper()
	p, status := r.dial("/")
	if p == nil {
		r.t.Fatalf("status %d", status)
	}
	return p
}

// frameOf returns a masked frame.
func frameOf(first byte, text string) []byte {
	n := len(text)
	b := []byte{first}
	switch {
	case n < 126:
		b = append(b, 0x80|byte(n))
	case n < 1<<16:
		b = binary.BigEndian.AppendUint16(append(b, 0x80|126), uint16(n))
	default:
		b = binary.BigEndian.AppendUint64(append(b, 0x80|127), uint64(n))
	}
	mask := [4]byte{1, 2, 3, 4}
	b = append(b, mask[:]...)
	for i := range n {
		b = append(b, text[i]^mask[i%4])
	}
	return b
}

// write sends a message and reports whether the connection accepted it.
func (p *peer) write(text string) bool {
	_, err := p.conn.Write(frameOf(0x81, text))
	return err == nil
}

func (p *peer) send(text string) { p.conn.Write(frameOf(0x81, text)) }

// receive returns the next message, or the status code of a close frame; -1 if the connection just ended.
func (p *peer) receive() (text string, code int) {
	var all []byte
	for {
		head := make([]byte, 2)
		if _, err := io.ReadFull(p.r, head); err != nil {
			return "", -1
		}
		n := uint64(head[1])
		if n >= 126 {
			long := make([]byte, map[uint64]int{126: 2, 127: 8}[n])
			io.ReadFull(p.r, long)
			n = binary.BigEndian.Uint64(append(make([]byte, 8-len(long)), long...))
		}
		body := make([]byte, n)
		if _, err := io.ReadFull(p.r, body); err != nil {
			return "", -1
		}
		if head[0] == 0x88 {
			return "", int(binary.BigEndian.Uint16(append(body, 0, 0)))
		}
		all = append(all, body...)
		if head[0]&0x80 != 0 {
			return string(all), 0
		}
	}
}

// reply is a response as a browser sees it.
type reply struct {
	Request any
	Status  string
	Sender  *int
	Pushed  string
	Error   string
	Data    any
}

func (p *peer) next() reply {
	p.t.Helper()
	text, code := p.receive()
	if code != 0 {
		p.t.Fatalf("the connection ended with %d", code)
	}
	var r reply
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		p.t.Fatalf("%s: %v", text, err)
	}
	return r
}

func (p *peer) exchange(text string) reply {
	p.t.Helper()
	p.send(text)
	return p.next()
}
