package state

import (
	"maps"
	"math"
	"reflect"
	"slices"
	"testing"
	"time"

	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/trees"
)

const second = time.Second

// after applies actions in order.
func after(s State, actions ...Action) State {
	for _, a := range actions {
		s = Step(s, a)
	}
	return s
}

func TestNewState(t *testing.T) {
	for points, want := range map[int]int{0: 0, 1: 0, 7: 6} {
		s := NewState(points, scene.DefaultSettings())
		if s.Point != want || s.Window != (trees.Window{From: 0, To: want}) || s.Playing || s.Selection != "" || s.CanUndo() || s.CanRedo() {
			t.Errorf("%d points: %+v", points, s)
		}
	}
	if s := NewState(3, scene.Settings{Opacity: 4, Solid: -1, Children: -7}); s.Settings.Opacity != 1 || s.Settings.Solid != 0 ||
		s.Settings.Children != scene.AllChildren {
		t.Errorf("settings are %+v", s.Settings)
	}
}

func TestGoingThroughTime(t *testing.T) {
	for _, tt := range []struct {
		name    string
		start   int
		actions []Action
		want    int
	}{
		{"go", 0, []Action{GoTo{4}}, 4},
		{"too far", 0, []Action{GoTo{99}}, 9},
		{"too early", 5, []Action{GoTo{-1}}, 0},
		{"next", 5, []Action{Move{1}}, 6},
		{"previous", 5, []Action{Move{-1}}, 4},
		{"next at the end", 9, []Action{Move{1}}, 9},
		{"previous at the start", 0, []Action{Move{-1}}, 0},
		{"far forward", 5, []Action{Move{math.MaxInt}}, 9},
		{"far back", 5, []Action{Move{math.MinInt}}, 0},
		{"window to the right", 2, []Action{SetWindow{Window: trees.Window{From: 5, To: 8}}}, 5},
		{"window to the left", 9, []Action{SetWindow{Window: trees.Window{From: 5, To: 8}}}, 8},
		{"window around", 6, []Action{SetWindow{Window: trees.Window{From: 5, To: 8}}}, 6},
		{"out of the window by hand", 6, []Action{SetWindow{Window: trees.Window{From: 5, To: 8}}, GoTo{1}}, 1},
	} {
		if got := after(NewState(10, scene.DefaultSettings()), append([]Action{GoTo{tt.start}}, tt.actions...)...).Point; got != tt.want {
			t.Errorf("%s: at %d, want %d", tt.name, got, tt.want)
		}
	}
	if s := after(NewState(0, scene.DefaultSettings()), GoTo{3}, Move{2}, TogglePlay{second},
		SetWindow{Window: trees.Window{From: 1, To: 2}}); s.Point != 0 || s.Playing || s.Window != (trees.Window{}) {
		t.Errorf("nothing open: %+v", s)
	}
}

func TestSetWindow(t *testing.T) {
	for _, tt := range []struct{ given, want trees.Window }{
		{trees.Window{From: 2, To: 5}, trees.Window{From: 2, To: 5}},
		{trees.Window{From: 5, To: 2}, trees.Window{From: 2, To: 5}},
		{trees.Window{From: -4, To: 99}, trees.Window{From: 0, To: 9}},
		{trees.Window{From: 99, To: 98}, trees.Window{From: 9, To: 9}},
		{trees.Window{From: 3, To: 3}, trees.Window{From: 3, To: 3}},
	} {
		s := Step(NewState(10, scene.DefaultSettings()), SetWindow{Window: tt.given})
		if s.Window != tt.want || s.Whole() != (tt.want == trees.Window{From: 0, To: 9}) {
			t.Errorf("window %v becomes %v", tt.given, s.Window)
		}
	}
}

func TestPlaying(t *testing.T) {
	s := after(NewState(4, scene.DefaultSettings()), GoTo{1}, TogglePlay{10 * second})
	if at, ok := s.Wake(); !ok || at != 10*second+second/2 {
		t.Errorf("wakes at %v, %v", at, ok)
	}
	for _, tt := range []struct {
		now     time.Duration
		point   int
		playing bool
	}{
		{10 * second, 1, true},
		{10*second + 499*time.Millisecond, 1, true},
		{10*second + 500*time.Millisecond, 2, true},
		{10*second + 600*time.Millisecond, 2, true},
		{11 * second, 3, true},
		{12 * second, 3, false},
		{20 * second, 3, false},
	} {
		s = Step(s, Tick{tt.now})
		if s.Point != tt.point || s.Playing != tt.playing {
			t.Fatalf("at %v: point %d, playing %v; want %d, %v", tt.now, s.Point, s.Playing, tt.point, tt.playing)
		}
	}
	if _, ok := s.Wake(); ok {
		t.Error("wakes though nothing moves")
	}
	s = Step(s, TogglePlay{30 * second})
	if s.Point != 0 || !s.Playing {
		t.Errorf("playing at the end goes to %d, playing %v; want to the start", s.Point, s.Playing)
	}
	if s = Step(s, TogglePlay{31 * second}); s.Playing {
		t.Error("the second toggle does not pause")
	}
	s = after(s, TogglePlay{32 * second}, GoTo{2})
	if s.Playing {
		t.Error("going to a point by hand does not pause")
	}
	if Step(NewState(1, scene.DefaultSettings()), TogglePlay{0}).Playing {
		t.Error("a single point plays")
	}
}

func TestPlayingLoopsInsideWindow(t *testing.T) {
	settings := scene.DefaultSettings()
	settings.Loop, settings.PlaySpeed = true, 1
	s := after(NewState(10, settings), SetWindow{Window: trees.Window{From: 3, To: 5}}, GoTo{3}, TogglePlay{0})
	var seen []int
	for i := 1; i <= 7; i++ {
		s = Step(s, Tick{time.Duration(i) * second})
		seen = append(seen, s.Point)
	}
	if want := []int{4, 5, 3, 4, 5, 3, 4}; !slices.Equal(seen, want) || !s.Playing {
		t.Errorf("loop shows %v, playing %v; want %v", seen, s.Playing, want)
	}
	s.Settings.Loop = false
	s = after(s, Tick{8 * second}, Tick{9 * second})
	if s.Playing || s.Point != 5 {
		t.Errorf("without loop it stands at %d, playing %v", s.Point, s.Playing)
	}
}

func TestSelectionAndHover(t *testing.T) {
	s := after(NewState(5, scene.DefaultSettings()), Select{Key: "Heap#a"}, HoverOver{"Heap#b"})
	if s.Selection != "Heap#a" || s.Hover != "Heap#b" {
		t.Fatalf("selection %q, hover %q", s.Selection, s.Hover)
	}
	other := s.Settings
	other.Unit, other.Children, other.By = trees.Bytes, 3, seq.Of("type")
	moved := after(s, GoTo{0}, TogglePlay{0}, Tick{second}, Set{To: other}, SetWindow{Window: trees.Window{From: 1, To: 2}}, Undo{},
		Redo{}, Walk{Right: 1, For: second},
		Resize{Aspect: 2}, HoverOver{}, Extend{Points: 9})
	if moved.Selection != "Heap#a" || moved.Hover != "" {
		t.Errorf("selection became %q, hover %q", moved.Selection, moved.Hover)
	}
	if got := Step(s, Select{Key: "Heap#c"}).Selection; got != "Heap#c" {
		t.Errorf("selecting another selects %q", got)
	}
	for _, key := range []string{"Heap#a", ""} {
		if got := Step(s, Select{Key: key}).Selection; got != "" {
			t.Errorf("selecting %q leaves %q", key, got)
		}
	}
}

func TestMarks(t *testing.T) {
	red, blue := scene.RGB{R: 200, G: 0, B: 0}, scene.RGB{R: 0, G: 0, B: 200}
	s0 := NewState(3, scene.DefaultSettings())
	s1 := Step(s0, Mark{"Heap#a", &red})
	s2 := Step(s1, Mark{"Heap#b", &blue})
	s3 := Step(s2, Mark{"Heap#a", &blue})
	s4 := Step(s3, Mark{"Heap#a", nil})
	red = scene.RGB{R: 1, G: 2, B: 3} // the caller's variable is not the state's
	for i, tt := range []struct {
		got, want map[string]scene.RGB
	}{
		{s0.Marks, nil},
		{s1.Marks, map[string]scene.RGB{"Heap#a": {R: 200, G: 0, B: 0}}},
		{s2.Marks, map[string]scene.RGB{"Heap#a": {R: 200, G: 0, B: 0}, "Heap#b": blue}},
		{s3.Marks, map[string]scene.RGB{"Heap#a": blue, "Heap#b": blue}},
		{s4.Marks, map[string]scene.RGB{"Heap#b": blue}},
		{Step(s0, Mark{"Heap#a", nil}).Marks, nil},
		{after(s2, GoTo{1}, SetWindow{Window: trees.Window{From: 0, To: 1}}, Set{To: scene.Settings{}}).Marks, s2.Marks},
	} {
		if !maps.Equal(tt.got, tt.want) {
			t.Errorf("%d: marks are %v, want %v", i, tt.got, tt.want)
		}
	}
}

// withSolid returns the settings of s with another number of solid buildings.
func withSolid(s State, n int) scene.Settings {
	to := s.Settings
	to.Solid = n
	return to
}

func set(s State, n int, drag string) State { return Step(s, Set{To: withSolid(s, n), Drag: drag}) }

func TestUndoAndRedo(t *testing.T) {
	s := NewState(3, scene.DefaultSettings())
	s = set(set(set(s, 1, ""), 2, ""), 3, "")
	for _, tt := range []struct {
		action     Action
		solid      int
		undo, redo bool
	}{
		{Undo{}, 2, true, true},
		{Undo{}, 1, true, true},
		{Redo{}, 2, true, true},
		{Redo{}, 3, true, false},
		{Redo{}, 3, true, false},
		{Undo{}, 2, true, true},
		{Undo{}, 1, true, true},
		{Undo{}, 10, false, true},
		{Undo{}, 10, false, true},
		{Redo{}, 1, true, true},
		{Set{To: withSolid(s, 8)}, 8, true, false},
		{Set{To: withSolid(s, 8)}, 8, true, false},
		{Undo{}, 1, true, true},
		{Undo{}, 10, false, true},
	} {
		s = Step(s, tt.action)
		if s.Settings.Solid != tt.solid || s.CanUndo() != tt.undo || s.CanRedo() != tt.redo {
			t.Fatalf("%#v: solid %d, undo %v, redo %v; want %d, %v, %v", tt.action, s.Settings.Solid, s.CanUndo(), s.CanRedo(), tt.solid,
				tt.undo, tt.redo)
		}
	}
}

func TestDragIsOneChange(t *testing.T) {
	s := NewState(3, scene.DefaultSettings())
	s = set(s, 5, "")
	for n := 6; n < 30; n++ {
		s = set(s, n, "solid")
	}
	s = set(set(s, 40, "other"), 41, "other")
	s = set(set(s, 50, ""), 51, "")
	for _, want := range []int{50, 41, 29, 5, 10} {
		if s = Step(s, Undo{}); s.Settings.Solid != want {
			t.Fatalf("undo goes back to %d, want %d", s.Settings.Solid, want)
		}
	}
	if s.CanUndo() {
		t.Error("more can be undone than was done")
	}
}

// TestDragAfterUndo drags a slider again after its change was undone. This is a separate change.
func TestDragAfterUndo(t *testing.T) {
	s := set(NewState(3, scene.DefaultSettings()), 20, "solid")
	s = set(Step(s, Undo{}), 30, "solid")
	if !s.CanUndo() {
		t.Fatal("the second drag cannot be undone")
	}
	if s = Step(s, Undo{}); s.Settings.Solid != 10 {
		t.Errorf("undo goes back to %d, want 10", s.Settings.Solid)
	}
	s = after(s, Redo{})
	s = set(s, 40, "solid")
	if s = Step(s, Undo{}); s.Settings.Solid != 30 {
		t.Errorf("undo goes back to %d, want 30", s.Settings.Solid)
	}
}

func TestUndoIsBounded(t *testing.T) {
	s := NewState(3, scene.DefaultSettings())
	for n := range 3 * maxUndo {
		s = set(s, 1000+n, "")
	}
	count := 0
	for ; s.CanUndo(); count++ {
		s = Step(s, Undo{})
	}
	if count != maxUndo || s.Settings.Solid != 1000+2*maxUndo-1 {
		t.Errorf("%d changes can be undone, back to %d", count, s.Settings.Solid)
	}
}

// TestStepLeavesOldStates applies actions to old states and checks that none of them changes.
func TestStepLeavesOldStates(t *testing.T) {
	red := scene.RGB{R: 200, G: 0, B: 0}
	s := NewState(9, scene.DefaultSettings())
	for n := range 8 {
		s = set(s, 20+n, "")
	}
	s = after(s, Mark{"a", &red}, Undo{}, Undo{}, Undo{})
	for name, a := range everyAction() {
		before, undo, redo, marks := s, slices.Clone(s.undo), slices.Clone(s.redo), maps.Clone(s.Marks)
		x := after(s, a, set(s, 77, "").asSet(), Mark{"b", &red})
		y := after(s, a, set(s, 88, "").asSet(), Mark{"a", nil}, Undo{}, Undo{}, Redo{})
		if !reflect.DeepEqual(s, before) || !reflect.DeepEqual(s.undo, undo) || !reflect.DeepEqual(s.redo, redo) || !maps.Equal(s.Marks, marks) {
			t.Fatalf("%s changed the state it was given", name)
		}
		if again := after(s, a, set(s, 77, "").asSet(), Mark{"b", &red}); !reflect.DeepEqual(again, x) {
			t.Fatalf("%s: the same actions lead to another state: %+v, then %+v", name, x, again)
		}
		if x.Settings.Solid != 77 || y.Marks["a"] == red {
			t.Fatalf("%s: branches got mixed up", name)
		}
	}
}

// asSet returns the action that sets the settings of s.
func (s State) asSet() Action { return Set{To: s.Settings} }

// everyAction contains one of each action.
func everyAction() map[string]Action {
	blue := scene.RGB{R: 0, G: 0, B: 200}
	return map[string]Action{
		"go": GoTo{3}, "move": Move{-2}, "play": TogglePlay{second}, "tick": Tick{2 * second}, "select": Select{Key: "x"},
		"hover": HoverOver{"y"}, "mark": Mark{"a", &blue}, "unmark": Mark{"a", nil}, "set": Set{To: scene.DefaultSettings(), Drag: "d"},
		"undo": Undo{}, "redo": Redo{}, "window": SetWindow{Window: trees.Window{From: 2, To: 4}},
		"fly":  FlyTo{scene.Camera{Distance: 5, Pitch: 1}, second},
		"zoom": Zoom{scene.Vec{}, 0.5}, "pan": Pan{scene.Vec{X: 1}, scene.Vec{}}, "orbit": Orbit{Yaw: 1}, "walk": Walk{Right: 1, For: second},
		"resize": Resize{Aspect: 2}, "extend": Extend{Points: 12},
	}
}

func TestExtend(t *testing.T) {
	for _, tt := range []struct {
		name          string
		window        trees.Window
		point, points int
		wantWindow    trees.Window
		wantPoint     int
	}{
		{"whole window grows, last point follows", trees.Window{From: 0, To: 9}, 9, 15, trees.Window{From: 0, To: 14}, 14},
		{"whole window grows, other point stays", trees.Window{From: 0, To: 9}, 4, 15, trees.Window{From: 0, To: 14}, 4},
		{"part stays", trees.Window{From: 2, To: 5}, 5, 15, trees.Window{From: 2, To: 5}, 5},
		{"fewer points", trees.Window{From: 2, To: 8}, 7, 5, trees.Window{From: 2, To: 4}, 4},
		{"none left", trees.Window{From: 2, To: 8}, 7, 0, trees.Window{}, 0},
	} {
		s := after(NewState(10, scene.DefaultSettings()), SetWindow{Window: tt.window}, GoTo{tt.point}, Extend{Points: tt.points})
		if s.Window != tt.wantWindow || s.Point != tt.wantPoint || s.Points != tt.points {
			t.Errorf("%s: window %v at %d of %d", tt.name, s.Window, s.Point, s.Points)
		}
	}
}

func TestExtendToNothingStopsPlaying(t *testing.T) {
	for points, want := range map[int]bool{-1: false, 0: false, 1: false, 2: true, 20: true} {
		s := after(NewState(5, scene.DefaultSettings()), TogglePlay{0}, Extend{Points: points})
		if s.Playing != want || s.Points != max(points, 0) {
			t.Errorf("%d points: playing %v of %d", points, s.Playing, s.Points)
		}
	}
}

func TestResize(t *testing.T) {
	s := Step(NewState(1, scene.DefaultSettings()), Resize{Aspect: 2.5})
	if s.Aspect != 2.5 {
		t.Errorf("aspect is %v", s.Aspect)
	}
	for _, bad := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if got := Step(s, Resize{Aspect: bad}).Aspect; got != 2.5 {
			t.Errorf("a picture of aspect %v gives %v", bad, got)
		}
	}
}

func TestEndDragSeparatesDrags(t *testing.T) {
	s := NewState(1, scene.DefaultSettings())
	first, second, third := s.Settings, s.Settings, s.Settings
	first.Opacity, second.Opacity, third.Opacity = 0.1, 0.2, 0.3
	s = after(s, Set{To: first, Drag: "opacity"}, Set{To: second, Drag: "opacity"}, EndDrag{}, Set{To: third, Drag: "opacity"}, Undo{})
	if s.Settings.Opacity != 0.2 {
		t.Errorf("opacity is %v after taking back the second drag, want 0.2", s.Settings.Opacity)
	}
	if s = Step(s, Undo{}); s.Settings.Opacity != scene.DefaultSettings().Opacity {
		t.Errorf("opacity is %v after taking back both", s.Settings.Opacity)
	}
}
