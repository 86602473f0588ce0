package state

import (
	"testing"
	"time"

	"memcity/analysis/window"
	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/city/view"
	"memcity/trace"
)

// Queries cover the window. The whole recording covers all GCs, including those before the first GC point and after the last.
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

// TestChosenWindow: the guide judges the GC points that the user chose, after a pause. Steps of the guide do not change them. It judges
// all GC points if the user chose none.
func TestChosenWindow(t *testing.T) {
	s, none, chosen := NewState(10, scene.DefaultSettings()), trees.Window{}, trees.Window{From: 2, To: 6}
	at := func(name string, s State, want trees.Window) {
		t.Helper()
		if s.Chosen != want {
			t.Errorf("%s: %+v, want %+v", name, s.Chosen, want)
		}
	}
	at("nothing", s, none)
	at("one GC point", after(s, SetWindow{Window: trees.Window{From: 3, To: 3}}), none)
	at("the leak window of a view", after(s, Begin{At: view.InLeak, Window: chosen}), none)
	at("as it was left", after(s, Recall{Window: &chosen}), none)
	s = after(s, SetWindow{Window: chosen})
	at("a window", s, chosen)
	at("all again", after(s, SetWindow{Window: trees.Window{From: 0, To: 9}}), none)
	at("taken back", after(s, Undo{}), none)
	at("made again", after(s, Undo{}, Redo{}), chosen)
	at("a stretch of time", after(s, ChooseWindow{Window: trees.Window{From: 1, To: 5}, Span: window.Span{Start: 1, End: 2}}), trees.Window{From: 1, To: 5})
	guided, _ := followed(t, s, leakFound())
	at("after steps of the guide", guided, chosen)
	at("after a step back", after(guided, Retrace{At: 1}), chosen)
	at("after more GC points", after(s, Extend{Points: 12}), chosen)
	at("up to the last one, after more", after(s, SetWindow{Window: trees.Window{From: 2, To: 9}}, Extend{Points: 12}), trees.Window{From: 2, To: 11})
	if s.Judged != none {
		t.Error("it is judged before the user pauses")
	}
	if s = after(s, JudgeChosen{}); s.Judged != chosen {
		t.Errorf("%+v is judged", s.Judged)
	}
	if guided = after(s, FollowGuide{GuideStop{Show: leakFound().Findings[0].Highlight}}); guided.Window == chosen || guided.Judged != chosen {
		t.Errorf("a step of the guide shows %+v and has it judge %+v", guided.Window, guided.Judged)
	}
	series := trees.NewSeries(nil)
	if w := s.GuideWindow(series); !w.IsAll() {
		t.Errorf("%+v of no GC points", w)
	}
}
