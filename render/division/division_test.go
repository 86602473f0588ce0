package division

import (
	"testing"
	"time"

	"memcity/city/citytest"
	"memcity/city/query"
	"memcity/city/scene"
	"memcity/city/scene/scenetest"
	"memcity/city/state"
	"memcity/city/view/ages"
	"memcity/city/view/held"
	"memcity/trace"
)

// aged returns a plan whose ages are requested.
func aged(t *testing.T) (*scene.Plan, state.State, ages.Query) {
	t.Helper()
	plan := scenetest.Plan(citytest.SmallRecording(), scene.DefaultSettings())
	s := state.NewState(plan.Series.Len(), plan.Settings())
	s = state.Step(state.Step(s, state.Divide{By: scene.ByAge}), state.GoTo{Point: 0})
	q, ok := s.AgesQuery(plan.Settings().Grouping(), plan.Series)
	if !ok {
		t.Fatal("no ages are requested")
	}
	return plan, s, q
}

// report returns a result without ages.
func report() *ages.Report { return &ages.Report{Tree: &trace.Tree{Names: trace.NewNames()}} }

// A city waits for its ages for a limited time, and not again until they arrive.
func TestWaits(t *testing.T) {
	plan, s, q := aged(t)
	var d Division
	if at, ok := d.Wake(); ok {
		t.Errorf("something happens at %v", at)
	}
	const start = 5 * time.Second
	busy := query.Results{Request: query.NewRequest(ages.Kind.Of(q)), Busy: true}
	for _, c := range []struct {
		now   time.Duration
		waits bool
	}{{start, true}, {start + patience - 1, true}, {start + patience, false}, {start + time.Hour, false}} {
		if p := d.Of(plan, &s, &busy, c.now); p.Waits != c.waits || p.Aged != nil || p.Compared != nil {
			t.Errorf("after %v: %+v, want to wait: %v", c.now-start, p, c.waits)
		}
		if at, ok := d.Wake(); ok != c.waits || ok && at != start+patience {
			t.Errorf("after %v: wakes at %v, %v", c.now-start, at, ok)
		}
	}
	whole := state.Step(s, state.Divide{By: scene.Undivided})
	if p := d.Of(plan, &whole, &busy, 2*start); p.Waits {
		t.Error("it waits for what is not shown")
	}
	if p := d.Of(plan, &s, &busy, 3*start); !p.Waits {
		t.Error("it does not wait for the next result")
	}
	failed := busy
	failed.Busy = false
	if p := d.Of(plan, &s, &failed, 3*start); p.Waits {
		t.Error("it waits for a result that there is none of")
	}
	if p := d.Of(plan, &s, &query.Results{}, 4*start); !p.Waits {
		t.Error("it does not wait before the request has reached the worker")
	}
}

// The inputs of the city are built once per result and GC point, so that they can be compared by address.
func TestMadeOnce(t *testing.T) {
	plan, s, q := aged(t)
	var d Division
	known := ages.Kind.With(query.Results{Request: query.NewRequest(ages.Kind.Of(q))}, q, report())
	first := d.Of(plan, &s, &known, 0)
	if first.Waits || first.Aged == nil || first.Aged.Point != 0 {
		t.Fatalf("with its ages: %+v", first)
	}
	if again := d.Of(plan, &s, &known, 0); again.Aged != first.Aged {
		t.Error("computed again for the same report")
	}
	other := ages.Kind.With(query.Results{Request: known.Request}, q, report())
	if p := d.Of(plan, &s, &other, 0); p.Aged == first.Aged || p.Aged == nil {
		t.Error("another report changes nothing")
	}
	if p := d.Of(plan, &s, &query.Results{}, 0); p.Aged != nil {
		t.Error("ages of a result that is gone are shown")
	}
}

// Without tracked objects, parts are differences of counts between the start of the window and the GC point.
func TestCounts(t *testing.T) {
	plan, s, _ := aged(t)
	s = state.Step(state.Step(s, state.Divide{By: scene.ByFate}), state.GoTo{Point: plan.Series.Len() - 1})
	var d Division
	p := d.Of(plan, &s, &query.Results{}, 0)
	if p.Compared == nil || p.Aged != nil || p.Compared.From != s.Window.From || p.Compared.To != plan.Series.Len()-1 {
		t.Fatalf("compared: %+v", p.Compared)
	}
	if again := d.Of(plan, &s, &query.Results{}, 0); again.Compared != p.Compared {
		t.Error("computed again for the same GC points")
	}
	whole := state.Step(s, state.Divide{By: scene.Undivided})
	if p := d.Of(plan, &whole, &query.Results{}, 0); p.Compared != nil {
		t.Error("whole buildings are compared")
	}
}

// Staleness is waited for like ages, and built once.
func TestStaleness(t *testing.T) {
	plan, s, _ := aged(t)
	s = state.Step(s, state.Divide{By: scene.ByUse})
	q, ok := s.HeldQuery(plan.Settings().Grouping(), plan.Series)
	if !ok {
		t.Fatal("no staleness is requested")
	}
	var d Division
	busy := query.Results{Request: query.NewRequest(held.Kind.Of(q)), Busy: true}
	for now, waits := range map[time.Duration]bool{0: true, patience: false} {
		var d Division
		d.Of(plan, &s, &busy, 0)
		if p := d.Of(plan, &s, &busy, now); p.Waits != waits || p.Used != nil || p.Aged != nil {
			t.Errorf("after %v: %+v", now, p)
		}
	}
	known := held.Kind.With(query.Results{Request: busy.Request}, q, &held.Report{Tree: &trace.Tree{Names: trace.NewNames()}})
	first := d.Of(plan, &s, &known, 0)
	if first.Waits || first.Used == nil || first.Aged != nil || d.Of(plan, &s, &known, 0).Used != first.Used {
		t.Errorf("with its result: %+v", first)
	}
	if p := d.Of(plan, &s, &query.Results{}, 0); p.Used != nil {
		t.Error("a result that is gone is shown")
	}
}
