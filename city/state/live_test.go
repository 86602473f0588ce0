package state

import (
	"slices"
	"testing"

	"memcity/city/citytest"
	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/city/view/inspect"
)

// seriesOf returns a series of GC points with these numbers, without groups.
func seriesOf(sources ...int) *trees.Series {
	pts := citytest.Points(make([]*citytest.Group, len(sources))...)
	for i := range pts {
		pts[i].Tree = citytest.Leaf("Heap", 1, 1).Tree(pts[0].Tree.Names)
		pts[i].Source = sources[i]
	}
	return trees.NewSeries(pts)
}

func TestFollowing(t *testing.T) {
	s := NewState(5, scene.DefaultSettings())
	for _, tt := range []struct {
		what    string
		actions []Action
		follow  bool
		point   int
		arrived int
	}{
		{"at first", nil, true, 4, 0},
		{"two points come", []Action{Extend{Points: 7}}, true, 6, 0},
		{"step back", []Action{Move{-1}, Extend{Points: 7}, Extend{Points: 8}}, false, 3, 3},
		{"step back and to the last", []Action{Move{-1}, Extend{Points: 7}, GoTo{6}}, true, 6, 0},
		{"step back and follow", []Action{Move{-1}, Extend{Points: 7}, Follow{true}}, true, 6, 0},
		{"stay at the last", []Action{Follow{false}, Extend{Points: 7}}, false, 4, 2},
		{"play", []Action{GoTo{0}, TogglePlay{0}, Extend{Points: 7}, Tick{second}}, false, 1, 2},
		{"play until the end", []Action{GoTo{3}, TogglePlay{0}, Tick{second}, Extend{Points: 6}, Tick{2 * second}}, true, 5, 0},
		{"window", []Action{SetWindow{Window: trees.Window{From: 1, To: 3}}, Extend{Points: 7}}, false, 3, 2},
		{"back in the history", []Action{GoTo{2}, Select{Key: "a"}, GoTo{4}, Back{second}, Extend{Points: 7}}, false, 2, 2},
	} {
		if got := after(s, tt.actions...); got.Follow != tt.follow || got.Point != tt.point || got.Arrived != tt.arrived {
			t.Errorf("%s: follows %v at %d, %d points came; want %v at %d, %d", tt.what, got.Follow, got.Point, got.Arrived,
				tt.follow, tt.point, tt.arrived)
		}
	}
	if s = after(s, GoTo{0}, TogglePlay{0}, Follow{true}); s.Playing || !s.Follow {
		t.Errorf("following while playing %v", s.Playing)
	}
	if s = after(s, Freeze{true}); !s.Frozen || Step(s, Freeze{}).Frozen {
		t.Error("frozen at the wrong time")
	}
}

func TestExtension(t *testing.T) {
	for _, tt := range []struct {
		from, to *trees.Series
		want     Extend
	}{
		{nil, seriesOf(0, 1), Extend{Points: 2}},
		{seriesOf(0, 1), seriesOf(0, 1, 2), Extend{Points: 3}},
		{seriesOf(0, 1, 2, 3, 4), seriesOf(0, 2, 4, 5), Extend{4, []int{0, 0, 1, 1, 2}}},
		{seriesOf(0, 2, 4), seriesOf(0, 1, 2, 3, 4), Extend{5, []int{0, 2, 4}}},
	} {
		if got := Extension(tt.from, tt.to); got.Points != tt.want.Points || !slices.Equal(got.Places, tt.want.Places) {
			t.Errorf("%+v, want %+v", got, tt.want)
		}
	}
}

// TestThinningKeepsPlaces: the current point, windows, undo entries and the history keep their GC points when others are dropped.
func TestThinningKeepsPlaces(t *testing.T) {
	from := seriesOf(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
	s := NewState(10, scene.DefaultSettings())
	s = after(s, SetWindow{Window: trees.Window{From: 2, To: 6}}, SetWindow{Window: trees.Window{From: 4, To: 9}}, GoTo{6},
		Select{Key: "a"}, GoTo{8},
		WalkTo{17}, Mark{"a", &scene.RGB{R: 9}}, Note{"a", "mine"})
	if got := s.Kept(from); !slices.Equal(got, []int{0, 2, 4, 6, 8, 9}) {
		t.Fatalf("points to keep: %v", got)
	}
	s = Step(s, Extension(from, seriesOf(0, 2, 4, 6, 8, 9, 10, 11)))
	if s.Point != 4 || s.Window != (trees.Window{From: 2, To: 7}) || s.Arrived != 2 || s.Selection != "a" || len(s.Marks) != 1 ||
		len(s.Notes) != 1 {
		t.Errorf("at %d, window %v, %d came", s.Point, s.Window, s.Arrived)
	}
	if object, ok := inspect.View.Of(s.Views).Object(); !ok || object != 17 {
		t.Error("the object that was walked to is gone, though its GC point stays")
	}
	if back := Step(s, Back{second}); back.Point != 3 {
		t.Errorf("back leads to %d, want GC point 6 at 3", back.Point)
	}
	s = after(s, Undo{}, Undo{}, Undo{})
	if s.Window != (trees.Window{From: 1, To: 3}) || len(s.Marks)+len(s.Notes) != 0 {
		t.Errorf("undo leads to window %v", s.Window)
	}
	if s = Step(s, Undo{}); s.Window != (trees.Window{From: 0, To: 7}) {
		t.Errorf("undo leads to window %v, want the whole", s.Window)
	}
}
