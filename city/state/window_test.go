package state

import (
	"testing"
	"time"

	"memcity/analysis/window"
	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/trace"
)

// What is queried is what the window covers: all of it all GCs, also those before the first GC point and behind the last.
func TestGCsOfTheWindow(t *testing.T) {
	e := &window.Evolution{Times: []time.Duration{10 * time.Second, 20 * time.Second, 30 * time.Second}}
	for i := range 8 {
		end := time.Duration(5*(i+1)) * time.Second
		e.GCs = append(e.GCs, trace.GC{Number: uint32(i + 1), Start: end, End: end})
	}
	s := NewState(3, scene.DefaultSettings())
	source := func(point int) int { return point }
	for _, c := range []struct {
		name     string
		s        State
		from, to uint32
	}{
		{"all", s, 0, 8},
		{"two GC points", after(s, SetWindow{Window: trees.Window{From: 0, To: 1}}), 3, 4},
		{"a stretch of time", after(s, ChooseWindow{Window: trees.Window{From: 0, To: 2}, Span: e.Span(7*time.Second, 16*time.Second)}), 2, 3},
	} {
		if from, to := c.s.GCsOf(e, source); from != c.from || to != c.to {
			t.Errorf("%s: GCs %d to %d, want %d to %d", c.name, from, to, c.from, c.to)
		}
	}
}
