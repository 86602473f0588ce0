package serve

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"memcity/trace"
)

func one() *trace.Recording { return (&grower{n: 1}).recording(trace.NewNames()) }

func TestOrigin(t *testing.T) {
	r := start(t, Options{Origins: []string{"https://example.org/", "null"}}, nil, one())
	port := r.at[strings.LastIndex(r.at, ":"):]
	for _, test := range []struct {
		header []string
		want   int
	}{
		{nil, 101},
		{[]string{"Origin: http://" + r.at}, 101},
		{[]string{"Origin: https://example.org"}, 101},
		{[]string{"Origin: HTTPS://Example.ORG"}, 101},
		{[]string{"Origin: null"}, 101},
		{[]string{"Origin: http://example.org"}, 403},
		{[]string{"Origin: https://example.org.evil.example"}, 403},
		{[]string{"Origin: http://127.0.0.1"}, 403},
		{[]string{"Origin: http://localhost" + port}, 403}, // the page's name for it is another than the request's
		{[]string{"Origin: "}, 403},
		{[]string{"Origin: file://"}, 403},
		{[]string{"Origin: https://example.org", "Origin: https://evil.example"}, 403},
	} {
		if _, status := r.dial("/", test.header...); status != test.want {
			t.Errorf("%v: status %d, want %d", test.header, status, test.want)
		}
	}
	if got := r.noted(); strings.Count(got, "\n") != 6 ||
		!strings.Contains(got, "refused a client at 127.0.0.1: pages from \"http://example.org\" are not allowed to connect") {
		t.Errorf("reported %s", got)
	}
}

// TestRebinding: a name that an attacker points to this server is not its own, even if origin and host agree.
func TestRebinding(t *testing.T) {
	r := start(t, Options{}, nil, one())
	for host, want := range map[string]int{"evil.example:8887": 403, "localhost:8887": 101, "[::1]:8887": 101, "10.0.0.7:8887": 101} {
		conn := r.call()
		fmt.Fprintf(conn, "GET / HTTP/1.1\r\nHost: %s\r\nOrigin: http://%s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"+
			"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", host, host)
		response := make([]byte, 12)
		io.ReadFull(conn, response)
		conn.Close()
		if string(response) != fmt.Sprintf("HTTP/1.1 %d", want) {
			t.Errorf("%s: %s, want %d", host, response, want)
		}
	}
}

func TestToken(t *testing.T) {
	r := start(t, Options{Token: "a+b c"}, func(l *limits) { l.Penalty = 0 }, one())
	for target, want := range map[string]int{
		"/?token=a%2Bb%20c": 101, "/path?x=1&token=a%2Bb+c": 101,
		"/": 401, "/?token=": 401, "/?token=a": 401, "/?token=a%2Bb%20c%20": 401, "/?TOKEN=a%2Bb%20c": 401,
	} {
		if _, status := r.dial(target); status != want {
			t.Errorf("%s: status %d, want %d", target, status, want)
		}
	}
	for header, want := range map[string]int{"Authorization: Bearer a+b c": 101, "Authorization: Bearer a": 401,
		"Authorization: Basic a+b c": 401} {
		if _, status := r.dial("/", header); status != want {
			t.Errorf("%s: status %d, want %d", header, status, want)
		}
	}
	if _, status := r.dial("/?token=a%2Bb%20c", "Origin: https://evil.example"); status != 403 {
		t.Errorf("a page with the token: status %d", status)
	}
}

// TestConnections: connections over the limit are refused, and accepted after another one ends.
func TestConnections(t *testing.T) {
	r := start(t, Options{}, func(l *limits) { l.Inside = 2 }, one())
	first := r.connect()
	r.connect()
	if _, status := r.dial("/"); status != 503 {
		t.Errorf("the third: status %d", status)
	}
	first.conn.Close()
	for {
		if p, _ := r.dial("/"); p != nil {
			break
		}
		time.Sleep(time.Millisecond)
	}
}

// TestHostileFrames: the connection ends, and the server continues.
func TestHostileFrames(t *testing.T) {
	r := start(t, Options{}, func(l *limits) { l.Request = 1000 }, one())
	good := `{"capability":"GET-TAB-LIST"}`
	for name, test := range map[string]struct {
		bytes []byte
		code  int
	}{
		"too long":             {frameOf(0x81, strings.Repeat(" ", 2000)), 1009},
		"announced too long":   {append([]byte{0x81, 0xff, 0x3f, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4}, make([]byte, 1500)...), 1009},
		"negative length":      {append([]byte{0x81, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4}, make([]byte, 1500)...), -1},
		"many fragments":       {append(frameOf(0x01, good), bytes.Repeat(frameOf(0x00, "          "), 200)...), 1009},
		"no mask":              {append([]byte{0x81, 2}, "{}"...), -1},
		"reserved bits":        {frameOf(0xf1, good), 1002},
		"unknown opcode":       {frameOf(0x83, good), 1002},
		"continuation alone":   {frameOf(0x80, good), 1002},
		"long ping":            {frameOf(0x89, strings.Repeat("x", 200)), 1002},
		"two messages at once": {append(frameOf(0x01, "{"), frameOf(0x81, good)...), 1002},
		"HTTP again":           {[]byte("GET / HTTP/1.1\r\n\r\n"), 1002},
	} {
		p := r.connect()
		p.conn.Write(test.bytes)
		if text, code := p.receive(); code != test.code {
			t.Errorf("%s: %q with %d, want %d", name, text, code, test.code)
		}
	}
	p := r.connect()
	p.conn.Write(append(frameOf(0x89, "hi"), frameOf(0x01, good[:5])...))
	p.conn.Write(append(frameOf(0x89, "hi"), frameOf(0x80, good[5:])...))
	for range 2 {
		if pong, _ := p.receive(); pong != "hi" {
			t.Errorf("pong %q", pong)
		}
	}
	if got := p.next(); got.Status != "success" {
		t.Errorf("afterwards: %+v", got)
	}
}

// TestSilence: the connection of a silent client times out.
func TestSilence(t *testing.T) {
	good := frameOf(0x81, `{"capability":"GET-TAB-LIST"}`)
	const stall, first, idle = 3 * time.Second, 5 * time.Second, 10 * time.Second
	for name, test := range map[string]struct {
		before []byte
		bytes  []byte
		after  time.Duration
	}{
		"half a frame":            {good, good[:10], stall},
		"half a first frame":      {nil, good[:10], stall},
		"half a head":             {good, good[:3], idle}, // no message has begun
		"half a first head":       {nil, good[:3], first},
		"half a message":          {good, frameOf(0x01, "{"), stall},
		"silence":                 {good, nil, idle},
		"silence from the outset": {nil, nil, first},
	} {
		synctest.Test(t, func(t *testing.T) {
			p := startPiped(t, func(l *limits) { l.Stall, l.First, l.Idle = stall, first, idle }, one()).connect()
			if test.before != nil {
				p.conn.Write(test.before)
				p.next()
			}
			begin := time.Now()
			p.conn.Write(test.bytes)
			if text, code := p.receive(); code != -1 || time.Since(begin) != test.after {
				t.Errorf("%s: %q with %d after %v, want the end after %v", name, text, code, time.Since(begin), test.after)
			}
		})
	}
}

// TestSlowReader: a client that requests without reading is dropped; others are served.
func TestSlowReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := startPiped(t, func(l *limits) { l.Stall = 300 * time.Millisecond }, one())
		slow := r.connect()
		request := `{"capability":"GET-TAB-LIST","fill":"` + strings.Repeat("x", 200_000) + `"}`
		begin := time.Now()
		for slow.write(request) {
		}
		synctest.Wait()
		if n := len(r.Server.clients); n != 0 || time.Since(begin) < 300*time.Millisecond {
			t.Errorf("%d clients are left after %v", n, time.Since(begin))
		}
		if got := r.connect().exchange(`{"capability":"GET-TAB-LIST"}`); got.Status != "success" {
			t.Errorf("%+v", got)
		}
	})
}

// TestManySubscriptions: two are allowed, and subscribers may be silent for long.
func TestManySubscriptions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := startPiped(t, func(l *limits) { l.Subscriptions = 2; l.Idle = time.Second }, one())
		p := r.connect()
		for i := range 3 {
			got := p.exchange(`{"capability":"SUBSCRIBE","tabId":1}`)
			if want := i < 2; (got.Status == "success") != want {
				t.Errorf("subscription %d: %+v", i+1, got)
			}
		}
		time.Sleep(10 * time.Second) // in the time of the test
		if got := p.exchange(`{"capability":"GET-TAB-LIST"}`); got.Status != "success" {
			t.Errorf("%+v", got)
		}
	})
}

// TestHTTP: other HTTP clients get a proper response, and slow ones none.
func TestHTTP(t *testing.T) {
	for request, want := range map[string]string{
		"GET / HTTP/1.1\r\nHost: x\r\n\r\n":                       "HTTP/1.1 426",
		"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n": "HTTP/1.1 426",
		"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n": "HTTP/1.1 426", // and never the content
		"GET / HTTP/1.1\r\nHo":                                    "HTTP/1.1 400",
		"":                                                        "",
		"GET / HTTP/1.1\r\nX: " + strings.Repeat("x", 40<<10) + "\r\n\r\n": "HTTP/1.1 431",
	} {
		synctest.Test(t, func(t *testing.T) {
			conn := startPiped(t, func(l *limits) { l.Handshake = 5 * time.Second }, one()).call()
			begin := time.Now()
			go io.WriteString(conn, request)
			response := make([]byte, 12)
			n, _ := io.ReadFull(conn, response)
			waited := time.Since(begin)
			conn.Close()
			var limit time.Duration
			if !strings.HasSuffix(request, "\r\n\r\n") { // only time ends these
				limit = 5 * time.Second
			}
			if got := string(response[:n]); got != want || waited != limit {
				t.Errorf("%.30q: %q after %v, want %q after %v", request, got, waited, want, limit)
			}
		})
	}
}

// TestEnd: clients are notified at the end. Clients that do not respond cause no delay.
func TestEnd(t *testing.T) {
	r := start(t, Options{}, func(l *limits) { l.Farewell = 100 * time.Millisecond }, one())
	polite, deaf, half := r.connect(), r.connect(), r.connect()
	half.conn.Write(frameOf(0x81, "{}")[:4])
	polite.exchange(`{"capability":"SUBSCRIBE","tabId":1}`)
	done := make(chan struct{})
	go func() { defer close(done); r.stop() }()
	if _, code := polite.receive(); code != 1001 {
		t.Errorf("code %d, want 1001", code)
	}
	polite.conn.Write(frameOf(0x88, "\x03\xe9"))
	<-done
	deaf.receive()
	if _, code := deaf.receive(); code != -1 {
		t.Errorf("the connection goes on with %d", code)
	}
	if _, err := net.Dial("tcp", r.at); err == nil {
		t.Error("the port is still open")
	}
	if err := r.Serve(context.Background(), nopListener{}); err == nil {
		t.Error("a listener that fails is no error")
	}
}

// nopListener is a listener that is already closed.
type nopListener struct{}

func (nopListener) Accept() (net.Conn, error) { return nil, net.ErrClosed }
func (nopListener) Close() error              { return nil }
func (nopListener) Addr() net.Addr            { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)} }
