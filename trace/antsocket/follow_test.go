package antsocket

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"memcity/trace"
	"memcity/trace/tracetest/testrun"
	"memcity/trace/wire/antsocket"
)

// openPaced opens a server with a follower that has the given pace.
func openPaced(t *testing.T, address string, p pace) (*trace.Recording, *follower) {
	t.Helper()
	ctx := context.Background()
	a, err := parseAddress(address, antsocket.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	l, err := a.dial(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer l.conn.Close()
	tab, _, err := l.pickTab(ctx)
	if err != nil {
		t.Fatal(err)
	}
	r, err := l.series(ctx, tab)
	if err != nil {
		t.Fatal(err)
	}
	f := newFollower(a, tab, r)
	f.pace = p
	f.grow(r)
	return r, f
}

// quick polls without delay and never ends because of idleness.
var quick = pace{poll: time.Millisecond, idle: 24 * time.Hour}

// stop makes the follower end and waits for it.
func (f *follower) stop() {
	f.mu.Lock()
	if f.idle != nil {
		f.idle.Reset(0)
	}
	f.mu.Unlock()
	f.ends.Wait()
}

// next waits for the next recording or error from More.
func next(t *testing.T, r *trace.Recording) (more *trace.Recording, err error) {
	t.Helper()
	testrun.Until(t, "something new", func() bool {
		more, err = r.More(context.Background())
		return more != nil || err != nil
	})
	return more, err
}

func timesOf(r *trace.Recording) []trace.Millis {
	var times []trace.Millis
	for _, p := range r.Points {
		times = append(times, p.Time)
	}
	return times
}

// TestPolls checks that a server that does not push is polled, also after it was temporarily unavailable.
func TestPolls(t *testing.T) {
	var mu sync.Mutex
	points, hangUp := [][2]int{{200, 2}, {100, 1}}, false
	s := newAntServer(t, func(r antRequest) antReply {
		mu.Lock()
		defer mu.Unlock()
		reply := evolution(points)(r)
		reply.closing = hangUp
		hangUp = false
		return reply
	})
	grow := func(p [2]int) {
		mu.Lock()
		defer mu.Unlock()
		points = append([][2]int{p}, points...)
	}
	first, f := openPaced(t, s.address(), quick)
	defer f.stop()
	if more, err := first.More(context.Background()); more != nil || err != nil {
		t.Fatalf("at once: %v, %v", more, err)
	}
	grow([2]int{300, 3})
	second, err := next(t, first)
	if err != nil || !slices.Equal(timesOf(second), []trace.Millis{100, 200, 300}) || second.Names != first.Names {
		t.Fatalf("%v, times %v", err, timesOf(second))
	}
	if p := second.Points[2]; p.Tree.Nodes[1].Objects != 3 || p.Pointers.PointsTo.Count(1, 2) != 3 || p.Source != "Evolution" {
		t.Errorf("new point %+v", p)
	}
	mu.Lock()
	hangUp = true
	mu.Unlock()
	if _, err = next(t, second); err == nil || !strings.Contains(err.Error(), s.address()+": ") {
		t.Errorf("gone: %v", err)
	}
	grow([2]int{400, 4})
	grow([2]int{150, 4}) // too late to be shown
	third, err := next(t, second)
	if err != nil || !slices.Equal(timesOf(third), []trace.Millis{100, 200, 300, 400}) {
		t.Fatalf("%v, times %v", err, timesOf(third))
	}
	again, err := next(t, first) // from an earlier recording
	if err != nil || !slices.Equal(timesOf(again), timesOf(third)) {
		t.Errorf("again: %v, times %v", err, timesOf(again))
	}
	if first.Points[0].Tree != third.Points[0].Tree || len(first.Points) != 2 || len(second.Points) != 3 {
		t.Error("older recordings have changed")
	}
	third.Forget([]int{0, 2, 99})
	grow([2]int{500, 5})
	fourth, err := next(t, third)
	if err != nil || !slices.Equal(timesOf(fourth), []trace.Millis{100, 200, 300, 400, 500}) {
		t.Fatalf("%v, times %v", err, timesOf(fourth))
	}
	for i, p := range fourth.Points {
		if forgotten := i == 0 || i == 2; (p.Tree == nil) != forgotten || (p.Pointers == nil) != forgotten {
			t.Errorf("point %d: tree %v", i, p.Tree)
		}
	}
	if third.Points[0].Tree == nil {
		t.Error("a recording that was returned has changed")
	}
}

// pusher is a server that pushes data from a channel to subscribers.
type pusher struct {
	*antServer
	push chan func(echo string) string
	mu   sync.Mutex
	subs []string
}

func newPusher(t *testing.T) *pusher {
	p := &pusher{push: make(chan func(string) string, 10)}
	p.antServer = newAntServer(t, nil)
	response := evolution([][2]int{{100, 1}})
	p.begin = func(conn net.Conn, r *bufio.Reader) {
		for {
			text, err := readFrame(r)
			if err != nil {
				return
			}
			var q antRequest
			if json.Unmarshal([]byte(text), &q) != nil {
				return
			}
			q.text = text
			reply := response(q)
			reply.text = strings.ReplaceAll(reply.text, `"capabilities":[`, `"capabilities":[{"text":"SUBSCRIBE"},`)
			if q.Capability == "SUBSCRIBE" {
				p.mu.Lock()
				p.subs = append(p.subs, fmt.Sprint(q.TabID, q.Parameters))
				p.mu.Unlock()
				reply = antReply{text: success(q, 7, "null")}
			}
			if writeReply(conn, reply) != nil {
				return
			}
			if q.Capability != "SUBSCRIBE" {
				continue
			}
			for message := range p.push {
				text := message(q.text)
				if text == "" {
					return
				}
				writeReply(conn, antReply{text: text, pieces: 2})
			}
		}
	}
	t.Cleanup(func() { close(p.push) })
	return p
}

// send pushes data of a capability.
func (p *pusher) send(pushed, data string) {
	p.push <- func(echo string) string {
		return fmt.Sprintf(`{"data":%s,"pushed":%q,"status":"success","sender":7,"request":%s}`, data, pushed, echo)
	}
}

// TestSubscribes checks that pushed trees arrive with their maps, and that a lost connection is resumed where it broke.
func TestSubscribes(t *testing.T) {
	p := newPusher(t)
	r, f := openPaced(t, p.address(), quick)
	defer f.stop()
	p.send("GET-ALL-POINTS-TO-MAPS", "["+antMap(250, 2, "Person", "Name")+"]")
	p.send("GET-ALL-TREES", "["+antTree(250, 2)+"]")
	r, err := next(t, r)
	if err != nil || !slices.Equal(timesOf(r), []trace.Millis{100, 250}) || r.Points[1].Pointers.PointsTo.Count(1, 2) != 2 {
		t.Fatalf("%v, times %v", err, timesOf(r))
	}
	p.push <- func(string) string { return "" }
	if _, err := next(t, r); err == nil || err.Error() != p.address()+": the server closed the connection" {
		t.Errorf("gone: %v", err)
	}
	p.send("SOMETHING-NEW", "[1]")
	p.send("GET-ALL-TREES", "["+antTree(400, 4)+","+antTree(300, 3)+"]")
	if r, err = next(t, r); err != nil || !slices.Equal(timesOf(r), []trace.Millis{100, 250, 300, 400}) || r.Points[3].Pointers != nil {
		t.Fatalf("%v, times %v", err, timesOf(r))
	}
	p.send("END", "null")
	for range 2 {
		if _, err := next(t, r); err != io.EOF {
			t.Errorf("end: %v", err)
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if want := []string{"7 [100]", "7 [250]"}; !slices.Equal(p.subs, want) {
		t.Errorf("subscriptions %v, want %v", p.subs, want)
	}
}

func TestPushFaults(t *testing.T) {
	for name, test := range map[string]struct {
		messages []string
		want     string
	}{
		"damaged": {[]string{`{"status":"success","pushed":"GET-ALL-TREES","data":[{]}`}, "offset 54: answer is not valid JSON"},
		"no tree": {[]string{`{"status":"success","pushed":"GET-ALL-TREES","data":[7]}`}, "answer to GET-ALL-TREES: document is a number"},
		"refused": {[]string{`{"status":"failed","error":"too many"}`}, "the server ended the subscription: too many"},
		"maps only": {slices.Repeat([]string{`{"status":"success","pushed":"GET-ALL-POINTS-TO-MAPS","data":[1]}`}, 3),
			"the server sent pointer maps without trees"},
	} {
		p := newPusher(t)
		r, f := openPaced(t, p.address(), quick)
		for _, text := range test.messages {
			p.push <- func(string) string { return text }
		}
		if _, err := next(t, r); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", name, err, test.want)
		}
		f.stop()
	}
}

// TestIdle checks that the connection ends without an error when More is not called, and is restored by the next call.
func TestIdle(t *testing.T) {
	p := newPusher(t)
	r, f := openPaced(t, p.address(), quick)
	for range 2 {
		if more, err := r.More(context.Background()); more != nil || err != nil {
			t.Fatal(more, err)
		}
		f.stop()
		if f.running || f.err != nil {
			t.Errorf("running %v, error %v", f.running, f.err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := r.More(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}
