package antsocket

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/wire/antsocket"
)

func TestSeries(t *testing.T) {
	s := newAntServer(t, evolution([][2]int{{300, 30}, {100, 10}, {200, 20}}))
	r, err := openNow(s.address() + "/any/path?x=1")
	if err != nil {
		t.Fatal(err)
	}
	if r.Name != "Evolution" || !r.Knows.Has(trace.KnowsTimes|trace.KnowsReferences) || len(r.Warnings) > 0 ||
		r.Format != "memory tree (AntTracks format) over a WebSocket" {
		t.Errorf("name %q, format %q, knows %v, warnings %v", r.Name, r.Format, r.Knows.Names(), r.Warnings)
	}
	if len(r.Points) != 3 {
		t.Fatalf("%d points, want 3", len(r.Points))
	}
	for i, p := range r.Points {
		n := int64(10 * (i + 1))
		if p.Time != trace.Millis(100*(i+1)) || p.Tree.Nodes[0].Objects != 2*n {
			t.Errorf("point %d: time %d, %d objects", i, p.Time, p.Tree.Nodes[0].Objects)
		}
		if p.Pointers.PointsTo.Count(1, 2) != n || p.Pointers.PointedFrom.Count(2, 1) != n || p.Tree.Key(1) != "Overall#Person" {
			t.Errorf("point %d: references %v", i, p.Pointers)
		}
	}
	if r.More == nil {
		t.Error("the recording does not grow")
	}
	if s.queries[0] != "/any/path?x=1" {
		t.Errorf("requested %s", s.queries[0])
	}
}

// TestQuirks checks tabs without a list of capabilities, numbers written as 7.0, responses without echo or for no request, and a single
// tree.
func TestQuirks(t *testing.T) {
	s := newAntServer(t, func(r antRequest) antReply {
		switch {
		case r.Capability == "GET-SINGLE-TREE" && r.TabID == 5:
			return antReply{text: `{"data":` + antTree(900, 4) + `,"sender":5.0,"status":"success"}`, pieces: 3}
		case r.Capability == "GET-TAB-LIST-WITH-CAPABILITY" && r.Parameters[0] == "GET-SINGLE-TREE":
			return antReply{text: `{"status":"success","sender":-1,"data":[{"tabId":5.0,"name":"","shortDescription":"state"}]}`, binary: true}
		}
		return antReply{text: `{"status":"success","sender":-1,"data":null,"error":null}`}
	})
	r, err := openNow(strings.Replace(s.address(), "ws:", "WS:", 1))
	if err != nil {
		t.Fatal(err)
	}
	if r.Name != "state" || len(r.Points) != 1 || r.Points[0].Time != 900 || r.Knows.Has(trace.KnowsReferences) {
		t.Errorf("name %q, points %v, knows %v", r.Name, r.Points, r.Knows.Names())
	}
}

func TestTabs(t *testing.T) {
	s := newAntServer(t, func(r antRequest) antReply {
		switch {
		case r.Capability == "GET-TAB-LIST-WITH-CAPABILITY" && r.Parameters[0] == "GET-ALL-TREES":
			return antReply{text: success(r, -1, `[{"tabId":3,"name":"A"},{"tabId":4,"name":"B"}]`)}
		case r.Capability == "GET-TAB-LIST-WITH-CAPABILITY":
			return antReply{text: success(r, -1, `[{"tabId":9,"name":"C"}]`)}
		case r.TabID == 9:
			return antReply{text: success(r, 9, antTree(1, 9))}
		}
		return antReply{text: success(r, r.TabID, "["+antTree(1, r.TabID)+"]")}
	})
	for _, test := range []struct {
		query    string
		persons  int64
		warnings int
		err      string
	}{
		{"", 3, 1, ""},
		{"?tab=4", 4, 0, ""},
		{"?tab=9", 9, 0, ""},
		{"?tab=5", 0, 0, "tab 5: it does not exist or has no memory trees; expected one of 3 (A), 4 (B), 9 (C)"},
		{"?tab=-1", 0, 0, `tab "-1": expected a number from 0`},
		{"?limit=0", 0, 0, `limit "0": expected a number of MB from 1`},
	} {
		r, err := openNow(s.address() + "/" + test.query)
		if test.err != "" {
			if err == nil || err.Error() != s.address()+": "+test.err {
				t.Errorf("%s: %v, want %s", test.query, err, test.err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", test.query, err)
			continue
		}
		if r.Points[0].Tree.Nodes[1].Objects != test.persons || len(r.Warnings) != test.warnings {
			t.Errorf("%s: %d persons, warnings %v", test.query, r.Points[0].Tree.Nodes[1].Objects, r.Warnings)
		}
	}
}

// broken serves everything like evolution, except one capability.
func broken(capability string, reply func(r antRequest) antReply) func(r antRequest) antReply {
	good := evolution([][2]int{{1, 1}})
	return func(r antRequest) antReply {
		if r.Capability == capability {
			return reply(r)
		}
		return good(r)
	}
}

func TestFaults(t *testing.T) {
	text := func(text string) func(antRequest) antReply {
		return func(antRequest) antReply { return antReply{text: text} }
	}
	data := func(data string) func(antRequest) antReply {
		return func(r antRequest) antReply { return antReply{text: `{"status":"success","data":` + data + `}`} }
	}
	const list, trees = "GET-TAB-LIST-WITH-CAPABILITY", "GET-ALL-TREES"
	for _, test := range []struct {
		capability string
		reply      func(antRequest) antReply
		want       string
	}{
		{list, data("[]"), "the server has no tab with memory trees"},
		{list, data(`{"tabId":3}`), "list of tabs"},
		{list, data(`[{"tabId":"x"}]`), "list of tabs: /0/tabId has an unexpected type"},
		{list, text("hello"), "offset 0: answer to " + list + ": answer is not valid JSON"},
		{list, text("[1]"), "answer to " + list + ": answer is not a JSON object"},
		{list, text(`{"data":[]}`), `answer has neither the status "success" nor "failed"`},
		{list, text(`{"status":"success","data":[]} x`), "response has extra data after its end"},
		{list, text(`{"status":7,"data":[]}`), "status has an unexpected type"},
		{trees, data("[]"), "tab 7 (Evolution) has no memory tree yet"},
		{trees, data(" { } "), "tab 7 (Evolution) has no memory tree yet"},
		{trees, data("null"), "tab 7 (Evolution) has no memory tree yet"},
		{trees, data(`[{"time":1,"root":{"bytes":1,"objects":1}}]`), "offset 46: answer to GET-ALL-TREES: node has neither a name nor a key"},
		{trees, data(`[{"time":1,"root":7}]`), "offset 44: answer to GET-ALL-TREES: node is a number; expected an object"},
		{trees, data(`[{"time":1,"root":{"key":"a"}}`), "offset 57: answer to GET-ALL-TREES: answer is not valid JSON"},
		{trees, data(`[{"time":1,}]`), "offset 37: answer to GET-ALL-TREES: answer is not valid JSON"},
		{trees, text(`{"status":"success","data":[{"time":1,"root":{"key":"a`), "answer to GET-ALL-TREES: answer ends in the middle"},
		{trees, func(r antRequest) antReply { return antReply{text: failed(r, "tab with tabId 7 not found")} },
			"the server refuses GET-ALL-TREES: tab with tabId 7 not found"},
		{trees, func(r antRequest) antReply {
			return antReply{text: success(r, 7, "["+antTree(1, 1)+"]"), pieces: 4, closing: true}
		}, "answer to GET-ALL-TREES: answer ends in the middle"},
		{trees, func(r antRequest) antReply { return antReply{closing: true} },
			"answer to GET-ALL-TREES: the server closed the connection"},
	} {
		s := newAntServer(t, broken(test.capability, test.reply))
		_, err := openNow(s.address())
		var fault *trace.InputError
		if !errors.As(err, &fault) || !strings.Contains(err.Error(), test.want) || fault.Source != s.address() {
			t.Errorf("%v\nwant %s", err, test.want)
		}
	}
}

func TestBrokenMaps(t *testing.T) {
	s := newAntServer(t, broken("GET-ALL-POINTS-TO-MAPS", func(r antRequest) antReply { return antReply{text: failed(r, "out of memory")} }))
	r, err := openNow(s.address())
	if err != nil {
		t.Fatal(err)
	}
	want := "references are missing: the server refuses GET-ALL-POINTS-TO-MAPS: out of memory"
	if len(r.Warnings) != 1 || r.Warnings[0].Text != want || r.Points[0].Pointers.PointedFrom.Count(2, 1) != 1 {
		t.Errorf("warnings %v", r.Warnings)
	}
}

func TestNoServer(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	free := l.Addr().String()
	l.Close()
	for address, want := range map[string]string{
		"ws://" + free:                        "ws://" + free + ": connection refused: no program listens there",
		"ws://":                               "ws: not an address; expected ws://HOST:PORT",
		"ws://user:secret@host:port/":         "ws: not an address; expected ws://HOST:PORT",
		"ws://" + free + "/?token=secret&tab": `ws://` + free + `: tab "": expected a number from 0`,
	} {
		if _, err := openNow(address); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", address, err, want)
		}
	}
	_, err = Open(context.Background(), []string{"x.json", "ws://" + free}, nil)
	if err == nil || !strings.Contains(err.Error(), "cannot be opened together") {
		t.Errorf("with a file: %v", err)
	}
}

func TestNoWebSocket(t *testing.T) {
	for greet, want := range map[string]string{
		"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n":                                             "not a WebSocket: the server responded with 404 Not Found",
		"HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n":                                          "the server requires a token: add ?token=TOKEN to the address",
		"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n":                "not a WebSocket: the server responded with 302 Found",
		"HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: no\r\n\r\n": "the server does not respond like a WebSocket",
		"220 mail.example.org\r\n": "no connection",
	} {
		s := newAntServer(t, nil)
		s.greet = greet
		if _, err := openNow(s.address()); err == nil || !strings.HasPrefix(err.Error(), s.address()+": "+want) {
			t.Errorf("%q\ngives %v\nwant %s", greet, err, want)
		}
	}
}

// TestLimits checks that messages that are too large or too slow are aborted, whatever their frames announce.
func TestLimits(t *testing.T) {
	limits := antsocket.DefaultLimits()
	limits.Message, limits.Total = 1000, 1500
	limits.Silence = 200 * time.Millisecond
	long := `{"status":"success","data":[` + strings.Repeat(" ", 900) + `],"sender":-1}`
	for name, test := range map[string]struct {
		begin func(conn net.Conn, r *bufio.Reader)
		want  string
	}{
		"long message": {func(conn net.Conn, r *bufio.Reader) {
			readFrame(r)
			writeReply(conn, antReply{text: strings.Repeat(" ", 5000)})
			io.Copy(io.Discard, r)
		}, "the response exceeds the limit of 1000 bytes"},
		"long frame": {func(conn net.Conn, r *bufio.Reader) {
			readFrame(r)
			conn.Write(frameHead(0x81, 1<<62))
			conn.Write(make([]byte, 4000))
			io.Copy(io.Discard, r)
		}, "the response exceeds the limit of 1000 bytes"},
		"many messages": {func(conn net.Conn, r *bufio.Reader) {
			for {
				if _, err := readFrame(r); err != nil {
					return
				}
				writeReply(conn, antReply{text: long})
			}
		}, "all responses together exceed the limit of 1500 bytes"},
		"silent": {func(conn net.Conn, r *bufio.Reader) { io.Copy(io.Discard, r) },
			"the server has not responded for 200ms"},
		"half a frame": {func(conn net.Conn, r *bufio.Reader) {
			readFrame(r)
			conn.Write(append(frameHead(0x81, 500), long[:100]...))
			io.Copy(io.Discard, r)
		}, "the server has not responded for 200ms"},
		"closed in a frame": {func(conn net.Conn, r *bufio.Reader) {
			readFrame(r)
			conn.Write(append(frameHead(0x81, 500), long[:100]...))
		}, "the connection ended in the middle of a response"},
		"closed with a reason": {func(conn net.Conn, r *bufio.Reader) {
			readFrame(r)
			conn.Write(append(frameHead(0x88, 6), "\x03\xe9gone"...))
			io.Copy(io.Discard, r)
		}, "the server closed the connection: gone"},
		"reserved bits": {func(conn net.Conn, r *bufio.Reader) {
			readFrame(r)
			conn.Write(append(frameHead(0xf1, 2), "{}"...))
			io.Copy(io.Discard, r)
		}, "the server closed the connection"},
	} {
		s := newAntServer(t, nil)
		s.begin = test.begin
		if _, err := openLimited(context.Background(), []string{s.address()}, limits, nil); err == nil ||
			!strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", name, err, test.want)
		}
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	s := newAntServer(t, func(r antRequest) antReply {
		cancel()
		<-ctx.Done()
		return antReply{text: success(r, -1, "[]")}
	})
	s.begin = func(conn net.Conn, r *bufio.Reader) {
		readFrame(r)
		cancel()
		io.Copy(io.Discard, r)
	}
	if _, err := Open(ctx, []string{s.address()}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want canceled", err)
	}
}

func TestProgress(t *testing.T) {
	s := newAntServer(t, broken("GET-ALL-TREES", func(r antRequest) antReply {
		return antReply{text: success(r, 7, "["+antTree(1, 1)+strings.Repeat(" ", 3<<20)+"]"), pieces: 9}
	}))
	var mu sync.Mutex
	var got []string
	_, err := Open(context.Background(), []string{s.address()}, func(done, total int64, what string) {
		mu.Lock()
		defer mu.Unlock()
		got = append(got, what)
	})
	if err != nil || len(got) < 3 || got[0] != "receiving GET-ALL-TREES, 1 MB" {
		t.Errorf("%v, reported %v", err, got)
	}
}

// TestData checks that every range of a response's data reads as a file with the same offsets.
func TestData(t *testing.T) {
	text := &input.Pieces{}
	if _, err := text.ReadFrom(strings.NewReader(`{"data":[12,34],"x":0}`)); err != nil {
		t.Fatal(err)
	}
	a := &response{&antsocket.Response{From: 8, To: 15}, text}
	content, err := a.data("x").Open()
	if err != nil {
		t.Fatal(err)
	}
	want := "        [12,34]"
	for from := range len(want) + 3 {
		for n := 1; n < 20; n++ {
			b := make([]byte, n)
			got, err := content.ReadAt(b, int64(from))
			end := min(from+n, len(want))
			part := want[min(from, end):end]
			if string(b[:got]) != part || (err == nil) != (len(part) == n) || err != nil && err != io.EOF {
				t.Fatalf("%d bytes from %d: %q, %v; want %q", n, from, b[:got], err, part)
			}
		}
	}
}
