package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"reflect"
	"strings"
	"testing"
	"time"

	"memcity/city/exchange"
	"memcity/city/recording"
	"memcity/city/scene"
	"memcity/city/session"
	"memcity/city/trees"
	"memcity/trace"
	"memcity/trace/open"
	"memcity/trace/tracetest/testrun"
)

func textOf(v any) string {
	text, _ := json.Marshal(v)
	return string(text)
}

func TestTabList(t *testing.T) {
	plain := (&grower{n: 1}).recording(trace.NewNames())
	plain.Name, plain.More, plain.Knows = "plain", nil, trace.KnowsObjects
	r := start(t, Options{}, nil, (&grower{n: 2}).recording(trace.NewNames()), plain)
	p := r.connect()
	got := p.exchange(`{"capability":"GET-TAB-LIST","mine":[1,{"x":"ü"}]}`)
	if got.Status != "success" || *got.Sender != -1 || textOf(got.Request) != `{"capability":"GET-TAB-LIST","mine":[1,{"x":"ü"}]}` {
		t.Errorf("%+v", got)
	}
	want := `[{"capabilities":[{"parameters":[],"text":"GET-SINGLE-TREE"},{"parameters":["nodeId"],"text":"GET-SINGLE-TREE-POINTER-MAP"},` +
		`{"parameters":[],"text":"GET-ALL-TREES"},{"parameters":[],"text":"GET-ALL-POINTS-TO-MAPS"},` +
		`{"parameters":[],"text":"GET-ALL-POINTED-FROM-MAPS"},{"parameters":["time"],"text":"SUBSCRIBE"}],` +
		`"longDescription":"growing: 2 GC points from a recording of format test, by type","name":"growing","shortDescription":"heap evolution","tabId":1},` +
		`{"capabilities":[{"parameters":[],"text":"GET-SINGLE-TREE"},{"parameters":[],"text":"GET-ALL-TREES"}],` +
		`"longDescription":"plain: 1 GC points from a recording of format test, by type","name":"plain","shortDescription":"heap evolution","tabId":2}]`
	if text := textOf(got.Data); text != want {
		t.Errorf("tabs\n%s\nwant\n%s", text, want)
	}
	for capability, n := range map[string]int{"GET-ALL-TREES": 2, "GET-ALL-POINTS-TO-MAPS": 1, "SUBSCRIBE": 1, "GET-COFFEE": 0} {
		got := p.exchange(`{"capability":"GET-TAB-LIST-WITH-CAPABILITY","tabId":-1,"parameters":["` + capability + `"]}`)
		if tabs, ok := got.Data.([]any); !ok || len(tabs) != n {
			t.Errorf("%s: %v", capability, got.Data)
		}
	}
}

func TestFailures(t *testing.T) {
	p := start(t, Options{}, nil, (&grower{n: 1}).recording(trace.NewNames())).connect()
	for text, want := range map[string]string{
		`{}`:                            "requested capability was null",
		`{"capability":"GET-COFFEE"}`:   "requested capability was null",
		`{"capability":null,"tabId":1}`: "requested capability was null",
		`{"capability":"GET-TAB-LIST-WITH-CAPABILITY"}`:                           "requested capability was null",
		`{"capability":"GET-ALL-TREES"}`:                                          "tab with tabId -1 not found",
		`{"capability":"GET-ALL-TREES","tabId":2}`:                                "tab with tabId 2 not found",
		`{"capability":"SUBSCRIBE","tabId":2}`:                                    "tab with tabId 2 not found",
		`{"capability":"GET-SINGLE-TREE-POINTER-MAP","tabId":1,"parameters":[7]}`: "parameter nodeId: expected a string",
		`{"capability":7}`:                                                        "offset 14: request: /capability has an unexpected type",
		`[]`:                                                                      "offset 0: request is not a JSON object",
	} {
		got := p.exchange(text)
		if got.Status != "failed" || got.Error != want || got.Data != nil || *got.Sender != -1 {
			t.Errorf("%s: %+v, want %s", text, got, want)
		}
		var request any
		if json.Unmarshal([]byte(text), &request); !reflect.DeepEqual(got.Request, request) {
			t.Errorf("%s: echoed as %v", text, got.Request)
		}
	}
	for _, text := range []string{"hello", "", "{", "\xff", `{"a":1}}`} {
		if got := p.exchange(text); got.Status != "failed" || got.Request != nil || !strings.Contains(got.Error, "request ") {
			t.Errorf("%q: %+v", text, got)
		}
	}
	if p.conn.Write(frameOf(0x82, `{"capability":"GET-TAB-LIST"}`)); p.next().Status != "success" {
		t.Error("a binary message is not answered")
	}
}

func TestTrees(t *testing.T) {
	g := &grower{n: 4}
	r := start(t, Options{}, nil, g.recording(trace.NewNames()))
	p := r.connect()
	all := p.exchange(`{"capability":"GET-ALL-TREES","tabId":1}`)
	trees := all.Data.([]any)
	if len(trees) != 3 || *all.Sender != 1 { // the third is damaged
		t.Fatalf("%d trees from %d", len(trees), *all.Sender)
	}
	want := `{"classifiers":[{"id":0,"name":"Type"}],"root":{"bytes":80,"children":[` +
		`{"bytes":16,"classifierId":0,"fullKey":["Heap","app.List"],"fullKeyAsString":"Heap#app.List","key":"app.List","objects":1,"retainedSize":-1,"transitiveClosureSize":-1},` +
		`{"bytes":24,"classifierId":0,"fullKey":["Heap","app.Node"],"fullKeyAsString":"Heap#app.Node","key":"app.Node","objects":1,"retainedSize":-1,"transitiveClosureSize":-1},` +
		`{"bytes":40,"classifierId":0,"fullKey":["Heap","app.Item"],"fullKeyAsString":"Heap#app.Item","key":"app.Item","objects":1,"retainedSize":-1,"transitiveClosureSize":-1}],` +
		`"classifierId":-1,"fullKey":["Heap"],"fullKeyAsString":"Heap","key":"Heap","objects":3,"retainedSize":-1,"transitiveClosureSize":-1},"time":100}`
	if got := textOf(trees[0]); got != want {
		t.Errorf("tree\n%s\nwant\n%s", got, want)
	}
	single := p.exchange(`{"capability":"GET-SINGLE-TREE","tabId":1}`)
	if textOf(single.Data) != textOf(trees[2]) {
		t.Errorf("single tree %v", single.Data)
	}
	pointers := p.exchange(`{"capability":"GET-SINGLE-TREE-POINTER-MAP","tabId":1,"parameters":["Heap#app.Node"]}`)
	if got := textOf(pointers.Data); got != `{"Heap#app.Item":4,"Heap#app.Node":3}` {
		t.Errorf("pointer map %s", got)
	}
	for _, key := range []string{"Heap", "Heap#nobody", ""} {
		if got := textOf(p.exchange(`{"capability":"GET-SINGLE-TREE-POINTER-MAP","tabId":1,"parameters":["` + key + `"]}`).Data); got != "{}" {
			t.Errorf("pointer map of %q: %s", key, got)
		}
	}
	to := p.exchange(`{"capability":"GET-ALL-POINTS-TO-MAPS","tabId":1}`).Data.([]any)
	if got := textOf(to[0]); got != `{"pointerMap":{"Heap":{},"Heap#app.Item":{},"Heap#app.List":{"Heap#app.Node":1},"Heap#app.Node":{"Heap#app.Item":1}},"time":100}` {
		t.Errorf("points-to map %s", got)
	}
	from := p.exchange(`{"capability":"GET-ALL-POINTED-FROM-MAPS","tabId":1}`).Data.([]any)
	if got := textOf(from[2]); len(from) != 3 ||
		got != `{"pointerMap":{"Heap":{},"Heap#app.Item":{"Heap#app.Node":4},"Heap#app.List":{},"Heap#app.Node":{"Heap#app.List":1,"Heap#app.Node":3}},"time":400}` {
		t.Errorf("pointed-from map %s", got)
	}
	if got := r.noted(); got != "GC point 3 of growing is skipped: point 3 is damaged" {
		t.Errorf("reported %s", got)
	}
}

// TestOwnClient: this project's client reads the trees that the server has, also while it grows.
func TestOwnClient(t *testing.T) {
	ctx := context.Background()
	g := &grower{n: 2}
	served := g.recording(trace.NewNames())
	r := start(t, Options{Token: "open sesame"}, nil, served)
	if _, err := open.Paths(ctx, []string{"ws://" + r.at}, nil); err == nil ||
		err.Error() != "ws://"+r.at+": the server requires a token: add ?token=TOKEN to the address" {
		t.Errorf("without the token: %v", err)
	}
	got, err := open.Paths(ctx, []string{"ws://" + r.at + "/?token=open+sesame"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got.Name != "growing" || !got.Knows.Has(trace.KnowsReferences|trace.KnowsTimes) || len(got.Warnings) > 0 {
		t.Errorf("name %q, knows %v, warnings %v", got.Name, got.Knows.Names(), got.Warnings)
	}
	sameTrees(t, r, got)
	for n := 4; n <= 6; n++ {
		g.set(func() { g.n = n })
		got = more(t, got)
		sameTrees(t, r, got)
	}
	if times := []trace.Millis{100, 200, 400, 500, 600}; len(got.Points) != len(times) {
		t.Fatalf("%d points", len(got.Points))
	}
	g.set(func() { g.ended = true })
	for {
		if _, err := got.More(ctx); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Millisecond)
	}
	if tabs := textOf(func() any {
		p, _ := r.dial("/?token=open%20sesame")
		return p.exchange(`{"capability":"GET-TAB-LIST"}`).Data
	}()); strings.Contains(tabs, "SUBSCRIBE") {
		t.Errorf("a recording that has ended offers to subscribe: %s", tabs)
	}
}

// more waits until a recording has grown.
func more(t *testing.T, r *trace.Recording) *trace.Recording {
	t.Helper()
	for { // the tests' own timeout ends it
		next, err := r.More(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if next != nil {
			return next
		}
		time.Sleep(time.Millisecond)
	}
}

// sameTrees compares a client's trees with the server's.
func sameTrees(t *testing.T, r *running, got *trace.Recording) {
	t.Helper()
	want, _, _, err := r.tabs[0].all(context.Background(), -1)
	if err != nil || len(got.Points) != len(want) {
		t.Fatalf("%d points, want %d; %v", len(got.Points), len(want), err)
	}
	for i, p := range got.Points {
		if p.Time != want[i].Time || dump(p.Tree, p.Pointers) != dump(want[i].Tree, want[i].Pointers) {
			t.Errorf("point %d at %d:\n%s\nwant at %d\n%s", i, p.Time, dump(p.Tree, p.Pointers), want[i].Time, dump(want[i].Tree, want[i].Pointers))
		}
	}
}

func dump(t *trace.Tree, p *trace.Pointers) string {
	var b strings.Builder
	for i := range int32(len(t.Nodes)) {
		n := t.Nodes[i]
		fmt.Fprintln(&b, t.Key(i), t.Names.Text(n.Role), n.Objects, n.Bytes)
		for _, m := range []*trace.PointerMap{&p.PointsTo, &p.PointedFrom} {
			to, counts := m.Row(i)
			fmt.Fprintln(&b, to, counts)
		}
	}
	return b.String()
}

// TestPush: subscribers receive updates, and other clients receive none.
func TestPush(t *testing.T) {
	g := &grower{n: 1}
	r := start(t, Options{}, nil, g.recording(trace.NewNames()))
	plain, p := r.connect(), r.connect()
	request := `{"capability":"SUBSCRIBE","tabId":1,"id":"mine"}`
	if got := p.exchange(request); got.Status != "success" || got.Data != nil || got.Pushed != "" || *got.Sender != 1 {
		t.Fatalf("%+v", got)
	}
	g.set(func() { g.n = 2 })
	for _, want := range []string{"GET-ALL-POINTS-TO-MAPS", "GET-ALL-POINTED-FROM-MAPS", "GET-ALL-TREES"} {
		got := p.next()
		list, ok := got.Data.([]any)
		if got.Pushed != want || !ok || len(list) != 1 || list[0].(map[string]any)["time"] != 200.0 ||
			got.Request.(map[string]any)["id"] != "mine" {
			t.Errorf("%+v, want %s", got, want)
		}
	}
	if tree := p.exchange(`{"capability":"GET-SINGLE-TREE","tabId":1}`); tree.Pushed != "" || tree.Data.(map[string]any)["time"] != 200.0 {
		t.Errorf("between pushes: %+v", tree)
	}
	if got := plain.exchange(`{"capability":"GET-TAB-LIST"}`); got.Pushed != "" {
		t.Errorf("a plain client gets %+v", got)
	}
	g.set(func() { g.ended = true })
	if got := p.next(); got.Pushed != "END" || got.Data != nil {
		t.Errorf("at the end: %+v", got)
	}
	late := r.connect()
	late.exchange(`{"capability":"SUBSCRIBE","tabId":1,"parameters":[0]}`)
	for _, want := range []string{"GET-ALL-POINTS-TO-MAPS", "GET-ALL-POINTED-FROM-MAPS", "GET-ALL-TREES", "END"} {
		if got := late.next(); got.Pushed != want {
			t.Errorf("late: %+v, want %s", got, want)
		}
	}
}

// TestGrowthFails: faults are reported once, and end the growth.
func TestGrowthFails(t *testing.T) {
	g := &grower{n: 1, err: errors.New("growing: disk on fire")}
	r := start(t, Options{}, nil, g.recording(trace.NewNames()))
	p := r.connect()
	p.exchange(`{"capability":"SUBSCRIBE","tabId":1}`)
	for r.noted() == "" {
		time.Sleep(time.Millisecond)
	}
	g.set(func() { g.err, g.n = nil, 2 })
	for range 3 {
		p.next()
	}
	if got := r.noted(); got != "growing: disk on fire" {
		t.Errorf("reported %s", got)
	}
}

func TestNew(t *testing.T) {
	recording := (&grower{n: 1}).recording(trace.NewNames())
	if _, err := New([]Source{{Recording: recording, By: trees.By("colour")}}, Options{}); err == nil {
		t.Error("an unknown classifier is no error")
	}
	s, err := New([]Source{{Recording: recording}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	l := &otherListener{}
	if err := s.Serve(context.Background(), l); err == nil || !strings.Contains(err.Error(), "expected a token") {
		t.Errorf("without a token where others can connect: %v", err)
	}
	if !l.closed {
		t.Error("the listener stays open")
	}
}

// otherListener looks like a listener that other computers can reach.
type otherListener struct {
	net.Listener
	closed bool
}

func (*otherListener) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4zero, Port: 8887} }

func (l *otherListener) Close() error {
	l.closed = true
	return nil
}

// TestWatched: a session that has opened the server shows additions, until the end.
func TestWatched(t *testing.T) {
	g := &grower{n: 2}
	r := start(t, Options{}, nil, g.recording(trace.NewNames()))
	changed := make(chan struct{}, 1)
	s := session.New(func() {
		select {
		case changed <- struct{}{}:
		default:
		}
	}, recording.Options{Every: time.Millisecond})
	defer s.Close()
	late := testrun.TooLate(t)
	until := func(what string, is func(exchange.Result) bool) {
		t.Helper()
		for !is(s.Result()) {
			select {
			case <-changed:
			case <-late:
				t.Fatalf("%s: not so in %+v", what, s.Result())
			}
		}
	}
	s.Open(func(ctx context.Context, progress trace.Progress) (*trace.Recording, error) {
		return open.Paths(ctx, []string{"ws://" + r.at}, progress)
	}, exchange.Request{Settings: scene.DefaultSettings()})
	until("opened", func(r exchange.Result) bool { return r.Plan != nil && r.Whole && r.Live.Growing && r.Live.Points == 2 })
	g.set(func() { g.n = 5 })
	until("grown", func(r exchange.Result) bool { return r.Live.Points == 4 && r.Plan.Series.Len() == 4 })
	g.set(func() { g.ended = true })
	until("ended", func(r exchange.Result) bool { return r.Live.Ended })
}
