package inspector

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"memcity/trace/record/inspector/inspectortest"
)

// connect connects to a server.
func connect(t *testing.T, s *inspectortest.Server, event func(string, json.RawMessage)) *Conn {
	t.Helper()
	a, err := ParseAddress(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	_, list, err := List(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	c, err := Dial(t.Context(), list[0], time.Now, event)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func TestAddress(t *testing.T) {
	for text, want := range map[string]Address{
		"http://127.0.0.1:9229":          {Host: "127.0.0.1:9229"},
		"127.0.0.1:9229":                 {Host: "127.0.0.1:9229"},
		"localhost:1":                    {Host: "localhost:1"},
		"http://[::1]:9229/json":         {Host: "[::1]:9229"},
		"ws://127.0.0.1:65535/6a-b":      {Host: "127.0.0.1:65535", Path: "/6a-b"},
		"http://127.0.0.1":               {},
		"http://127.0.0.1:0":             {},
		"http://127.0.0.1:65536":         {},
		"http://192.168.1.1:9229":        {},
		"http://example.com:9229":        {},
		"http://127.0.0.1.evil.com:9229": {},
		"http://user@127.0.0.1:9229":     {},
		"ftp://127.0.0.1:9229":           {},
		"":                               {},
	} {
		got, err := ParseAddress(text)
		if got != want || (err == nil) != (want != Address{}) {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
}

// TestList checks that a list cannot lead to another host, and that lists that are none are refused.
func TestList(t *testing.T) {
	for _, test := range []struct{ name, version, list, want string }{
		{"one", `{"Browser":"node.js/v20.1.0"}`, `[{"webSocketDebuggerUrl":"ws://192.168.1.1:80/uuid"}]`, ""},
		{"unknown members", `{"Browser":"Deno/2.9.6","x":[1]}`, `[{"webSocketDebuggerUrl":"SOCKET","x":{}}]`, ""},
		{"used", `{}`, `[{"type":"page"}]`, "another debugger"},
		{"empty", `{}`, `[]`, "nothing to inspect"},
		{"no JSON", `<html>`, `[]`, "not the expected JSON"},
		{"no list", `{}`, `{}`, "not the expected JSON"},
		{"long", `{}`, strings.Repeat(" ", maxList+1), "longer than"},
	} {
		s := inspectortest.New(t)
		s.Version, s.List = test.version, test.list
		a, _ := ParseAddress(s.URL)
		_, list, err := List(t.Context(), a)
		switch {
		case test.want == "" && (err != nil || len(list) != 1 || !strings.HasPrefix(list[0].Socket, "ws://"+a.Host+"/")):
			t.Errorf("%s: %v, %v", test.name, list, err)
		case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%s: error %v, want %s", test.name, err, test.want)
		}
	}
	if got := (Version{Browser: "node.js/v20.1.0"}).Name(); got != "Node.js 20.1.0" {
		t.Error(got)
	}
}

// TestSnapshot reads snapshots whose chunks arrive in different forms.
func TestSnapshot(t *testing.T) {
	text := `{"a":"\u00e9\n` + "\n" + `\\ é 😀 end"}`
	for name, send := range map[string]func(s *inspectortest.Session){
		"in one": func(s *inspectortest.Session) { s.Chunk(text) },
		"by character": func(s *inspectortest.Session) {
			for _, r := range text {
				s.Chunk(string(r))
			}
		},
		"surrogates": func(s *inspectortest.Session) {
			s.Event(chunkEvent, `{"chunk":"{\"a\":\"\\u00e9\\n\n\\\\ \u00e9 \ud83d\uDE00 end\"}"}`)
		},
		"other order": func(s *inspectortest.Session) {
			quoted, _ := json.Marshal(text)
			s.Send(`{"params":{"x":1, "chunk":` + string(quoted) + `}, "method":"` + chunkEvent + `"}`)
		},
	} {
		s := inspectortest.New(t)
		s.Handle["HeapProfiler.takeHeapSnapshot"] = func(s *inspectortest.Session, _ json.RawMessage) { send(s); s.Reply(`{}`) }
		c := connect(t, s, nil)
		for range 2 {
			var got []byte
			taken, err := c.Snapshot(t.Context(), func(r io.Reader) (err error) { got, err = io.ReadAll(r); return err })
			if err != nil || string(got) != text || taken.Bytes != int64(len(text)) {
				t.Errorf("%s: %q, %+v, %v", name, got, taken, err)
			}
		}
	}
}

// TestSnapshotFaults checks that the reader of a snapshot always ends, with an error.
func TestSnapshotFaults(t *testing.T) {
	full := errors.New("the reader has enough")
	for _, test := range []struct {
		name, want string
		send       func(s *inspectortest.Session)
		read       func(r io.Reader) error
	}{
		{"cut", "closed the connection", func(s *inspectortest.Session) { s.Chunk("{"); s.Cut() }, nil},
		{"error", "HeapProfiler.takeHeapSnapshot: no memory", func(s *inspectortest.Session) { s.Chunk("{"); s.Fail(-32000, "no\nmemory") }, nil},
		{"no JSON", "not the expected JSON", func(s *inspectortest.Session) { s.Send("}") }, nil},
		{"bad escape", "not the expected JSON", func(s *inspectortest.Session) { s.Event(chunkEvent, `{"chunk":"\x"}`) }, nil},
		{"chunk is a number", "not the expected JSON", func(s *inspectortest.Session) { s.Event(chunkEvent, `{"chunk":1}`) }, nil},
		{"long message", "more than 64 MB", func(s *inspectortest.Session) { s.Send(strings.Repeat(" ", maxMessage+1)) }, nil},
		{"reader ends early", full.Error(), func(s *inspectortest.Session) { s.Chunk("{"); s.Chunk("}"); s.Reply(`{}`) },
			func(io.Reader) error { return full }},
	} {
		s := inspectortest.New(t)
		s.Handle["HeapProfiler.takeHeapSnapshot"] = func(s *inspectortest.Session, _ json.RawMessage) { test.send(s) }
		c := connect(t, s, nil)
		read := test.read
		if read == nil {
			read = func(r io.Reader) error { _, err := io.ReadAll(r); return err }
		}
		_, err := c.Snapshot(t.Context(), read)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %s", test.name, err, test.want)
		}
	}
}

// TestCancel checks that a canceled request does not end the connection, and that its late response is dropped.
func TestCancel(t *testing.T) {
	s := inspectortest.New(t)
	arrived, reply := make(chan struct{}), make(chan struct{})
	s.Handle["Runtime.getHeapUsage"] = func(s *inspectortest.Session, _ json.RawMessage) {
		close(arrived)
		<-reply
		s.Reply(`{"usedSize":1}`)
	}
	c := connect(t, s, nil)
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-arrived; cancel() }()
	if _, err := c.HeapUsage(ctx); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	close(reply)
	if err := c.CollectGarbage(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// TestUnrequested checks that messages that nobody waits for are dropped.
func TestUnrequested(t *testing.T) {
	s := inspectortest.New(t)
	s.Handle["HeapProfiler.enable"] = func(s *inspectortest.Session, _ json.RawMessage) {
		s.Chunk("unrequested")
		s.Send(`{"id":99,"result":{}}`)
		s.Send(`{}`)
		s.Reply(`{}`)
	}
	c := connect(t, s, nil)
	if err := c.EnableHeap(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// TestNumbers checks that sizes from the program are bounded.
func TestNumbers(t *testing.T) {
	for _, test := range []struct {
		reply string
		want  int64
		fails bool
	}{
		{`{"usedSize":3161928}`, 3161928, false},
		{`{"usedSize":1.5e300}`, maxSize, false},
		{`{"usedSize":-1}`, 0, false},
		{`{}`, 0, false},
		{`{"usedSize":"1"}`, 0, true},
		{`{"usedSize":1e999}`, 0, true},
	} {
		s := inspectortest.New(t)
		s.Handle["Runtime.getHeapUsage"] = func(s *inspectortest.Session, _ json.RawMessage) { s.Reply(test.reply) }
		u, err := connect(t, s, nil).HeapUsage(t.Context())
		if u.Used != test.want || (err != nil) != test.fails {
			t.Errorf("%s: %d, %v", test.reply, u.Used, err)
		}
	}
	s := inspectortest.New(t)
	s.Handle["Runtime.getHeapUsage"] = func(s *inspectortest.Session, _ json.RawMessage) {
		s.Fail(-32601, "'Runtime.getHeapUsage' wasn't found")
	}
	_, err := connect(t, s, nil).HeapUsage(t.Context())
	if e := (*ProtocolError)(nil); !errors.As(err, &e) || !e.IsUnknown() {
		t.Error(err)
	}
}

// TestCollections pairs the events of the trace. Times are relative to the metadata, whose time is that of the start.
func TestCollections(t *testing.T) {
	s := inspectortest.New(t)
	s.Handle["NodeTracing.stop"] = func(s *inspectortest.Session, _ json.RawMessage) {
		s.Event(traceEvents, `{"value":[
			{"ts":2000,"tid":7,"ph":"B","name":"MinorGC","args":{"usedHeapSizeBefore":90,"type":"task"}},
			{"ts":2500,"tid":8,"ph":"B","name":"MinorGC","args":{"usedHeapSizeBefore":1,"type":"of a worker"}},
			{"ts":3000,"tid":7,"ph":"E","name":"MinorGC","args":{"usedHeapSizeAfter":70}},
			{"ts":4000,"tid":7,"ph":"E","name":"MajorGC","args":{"usedHeapSizeAfter":1}},
			{"ts":5000,"tid":7,"ph":"B","name":"MajorGC","args":{"usedHeapSizeBefore":1e300}},
			{"ts":4000,"tid":7,"ph":"E","name":"MajorGC","args":{}},
			{"ts":9000,"tid":7,"ph":"E","name":"MajorGC","args":{"usedHeapSizeAfter":60}},
			{"ts":"x","name":1}, 7,
			{"ts":1000,"tid":7,"ph":"M","name":"thread_name","args":{"name":"JavaScriptMainThread"}}]}`)
		s.Reply(`{}`)
	}
	var g GCs
	start := time.Unix(100, 0)
	c := connect(t, s, func(method string, params json.RawMessage) { g.Take(method, params) })
	c.now = func() time.Time { return start }
	if err := g.Start(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	got, err := g.Collect(t.Context(), c)
	want := []GC{
		{Start: start.Add(time.Millisecond), End: start.Add(2 * time.Millisecond), Cause: "task", Before: 90, After: 70},
		{Start: start.Add(4 * time.Millisecond), End: start.Add(8 * time.Millisecond), Major: true, Before: maxSize, After: 60},
	}
	if err != nil || len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("%+v, %v", got, err)
	}
	if s.Calls("NodeTracing.start") != 2 {
		t.Error("tracing was not started again")
	}
}

// TestSampling reads the sites of a profile.
func TestSampling(t *testing.T) {
	s := inspectortest.New(t)
	s.Handle["HeapProfiler.stopSampling"] = func(s *inspectortest.Session, _ json.RawMessage) {
		s.Reply(`{"profile":{"head":{"callFrame":{"functionName":"(root)","url":"","lineNumber":-1},"selfSize":5,"children":[
			{"callFrame":{"functionName":"main","url":"file:///a.js","lineNumber":0},"selfSize":0,"children":[
				{"callFrame":{"functionName":"","url":"node:timers","lineNumber":9},"selfSize":100.5,"children":[]}]},
			{"callFrame":{"functionName":"late","url":"b.js","lineNumber":1e9},"selfSize":-3,"children":[]},
			{"callFrame":{"functionName":"last","url":"b.js","lineNumber":2147483648},"selfSize":1e300,"children":[]}]},"samples":[]}}`)
	}
	c := connect(t, s, nil)
	got, err := c.StopSampling(t.Context(), 2)
	if err != nil || len(got) != 2 || got[0].Bytes != 100 || got[1].Bytes != maxSize ||
		len(got[0].Frames) != 2 || got[0].Frames[0] != (Frame{"", "node:timers", 10}) || got[0].Frames[1] != (Frame{"main", "file:///a.js", 1}) ||
		got[1].Frames[0] != (Frame{"last", "b.js", 0}) {
		t.Errorf("%+v, %v", got, err)
	}
	if got, _ := c.StopSampling(t.Context(), 1); len(got[0].Frames) != 1 {
		t.Errorf("%+v", got)
	}
}
