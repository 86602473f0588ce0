package session_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"memcity/analysis/window"
	"memcity/city/budget"
	"memcity/city/exchange"
	"memcity/city/recording"
	"memcity/city/session"
	"memcity/trace"
)

// acts collects the actions of rules.
type acts struct {
	mu   sync.Mutex
	list []string
}

func (a *acts) act(f budget.FiredRule) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.list = append(a.list, fmt.Sprintf("%s at %d", f.Rule.Outcome, f.Point))
}

func (a *acts) String() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return strings.Join(a.list, ", ")
}

func rule(t *testing.T, text string) budget.Rule {
	t.Helper()
	r, err := budget.ParseRule(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRulesFireOnceUntilArmedAgain(t *testing.T) {
	source, done := newSource(), &acts{}
	source.add(map[string]int{"app.A": 50})
	l := startLive(t, source, recording.Options{Act: done.act}, "package", "type")
	above := rule(t, "objects of app.A above 10 then stop")
	l.SetRules([]budget.Rule{above, rule(t, "bytes of Heap#lib above 1 then dump"), rule(t, "growth of app.* above 50 %")})
	grow := func(a int) []exchange.RuleState {
		source.add(map[string]int{"app.A": a, "app.B": 1})
		n := len(source.recording().Points)
		return l.tick("growth", func(r exchange.Result) bool { return shows(n)(r) && r.Live.Points == n }).Live.Rules
	}
	rules := grow(51)
	if f := rules[0].Fired; f == nil || f.Point != 1 || f.Value != 51 || !strings.Contains(f.Text, "51 objects") || f.Keys[0] != "Heap#app#A" {
		t.Errorf("objects: %+v", f)
	}
	if rules[0].Armed || !rules[1].Armed || !rules[2].Armed || !strings.Contains(rules[1].Trouble, "no GC point has a group") || rules[2].Fired != nil {
		t.Errorf("rules %+v", rules)
	}
	if rules = grow(99); rules[2].Fired == nil || rules[2].Fired.Point != 2 || done.String() != "stop at 1, notify at 2" {
		t.Errorf("growth: %+v; acts %s", rules[2], done)
	}
	l.Rearm(above)
	if rules = grow(100); rules[0].Fired.Point != 3 || rules[0].Armed || done.String() != "stop at 1, notify at 2, stop at 3" {
		t.Errorf("armed again: %+v; acts %s", rules[0].Fired, done)
	}
	l.SetRules([]budget.Rule{above})
	if rules = grow(100); len(rules) != 1 || rules[0].Armed || rules[0].Fired.Point != 3 {
		t.Errorf("a rule that was there before: %+v", rules)
	}
}

// TestRulesWatchFrozenRecordings also covers rules with a chain that is not on display.
func TestRulesWatchFrozenRecordings(t *testing.T) {
	source, done := newSource(), &acts{}
	source.add(map[string]int{"app.A": 5})
	l := startLive(t, source, recording.Options{Act: done.act, Leak: func(points []window.Point) string {
		if n := len(points); n >= 3 && points[n-1].Objects > points[0].Objects && points[n-1].GC == uint32(n) {
			return fmt.Sprintf("grows from %d to %d", points[0].Objects, points[n-1].Objects)
		}
		return ""
	}}, "type")
	l.SetRules([]budget.Rule{rule(t, "objects of Heap#Overall#app.A by overall,type above 6 then notify"),
		rule(t, "objects of Heap#app#A above 6"), rule(t, "leak window found then stop")})
	frozen := request("type")
	frozen.Frozen = true
	l.Want(frozen)
	l.await("frozen", func(r exchange.Result) bool { return idle(r) && r.Request.Frozen })
	source.add(map[string]int{"app.A": 7})
	source.add(map[string]int{"app.A": 8})
	r := l.tick("rules", func(r exchange.Result) bool { return r.Live.Waiting == 2 })
	if r.Plan.Series.Len() != 1 {
		t.Errorf("%d points are shown", r.Plan.Series.Len())
	}
	if f := r.Live.Rules[1].Fired; f == nil || f.Point != 1 {
		t.Errorf("package, type: %+v", r.Live.Rules[1])
	}
	if f := r.Live.Rules[2].Fired; f == nil || f.Text != "grows from 5 to 8" || f.Point != 2 {
		t.Errorf("leak: %+v", r.Live.Rules[2])
	}
	if done.String() != "notify at 1, notify at 1, stop at 2" {
		t.Errorf("acts %s; rules %+v", done, r.Live.Rules)
	}
}

// TestRulesReadHeapsOnce: a heap state grouped for the city and for rules is read once.
func TestRulesReadHeapsOnce(t *testing.T) {
	source := newSource()
	source.add(map[string]int{"app.A": 5})
	l := startLive(t, source, recording.Options{}, "package", "type")
	l.SetRules([]budget.Rule{rule(t, "objects of app.A above 6"), rule(t, "objects of Heap#Overall by overall above 6")})
	var reads atomic.Int32
	source.addPoint(trace.Point{Load: func(context.Context, trace.Progress) (*trace.Heap, []trace.Warning, error) {
		reads.Add(1)
		return heapOf(map[string]int{"app.A": 7}), nil, nil
	}})
	r := l.tick("growth", shows(2))
	if reads.Load() != 1 || r.Live.Rules[0].Fired == nil || r.Live.Rules[1].Fired == nil {
		t.Errorf("read %d times; rules %+v", reads.Load(), r.Live.Rules)
	}
}

// TestLeakRule fires once the heap has grown over enough points, and not if it only fluctuates.
func TestLeakRule(t *testing.T) {
	for name, size := range map[string]func(i int) int{
		"grows":   func(i int) int { return 10000 + 2000*i - i%2 },
		"changes": func(i int) int { return 10000 + 8000*(i%2) },
	} {
		source := newSource()
		source.set(func() { source.knows = 0 })
		source.addPoint(readyPoint(source.names, int64(size(0))))
		l := startLive(t, source, recording.Options{}, "type")
		l.SetRules([]budget.Rule{rule(t, "leak window found")})
		for i := 1; i < 2*session.MinLeakPoints; i++ {
			source.addPoint(readyPoint(source.names, int64(size(i))))
			r := l.tick("growth", shows(i+1))
			fired := r.Live.Rules[0].Fired
			if want := name == "grows" && i+1 >= session.MinLeakPoints; (fired != nil) != want {
				t.Fatalf("%s: after %d points %+v", name, i+1, fired)
			}
			if fired != nil && (fired.Point != session.MinLeakPoints-1 || !strings.Contains(fired.Text, "160 kB to ")) {
				t.Fatalf("%s: %+v", name, fired)
			}
		}
	}
}
