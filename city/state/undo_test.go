package state

import (
	"maps"
	"testing"

	"memcity/city/scene"
	"memcity/city/trees"
)

// TestUndoCoversAllChoices undoes and redoes settings, windows, marks and notes in order.
func TestUndoCoversAllChoices(t *testing.T) {
	red := scene.RGB{R: 200}
	objects := scene.DefaultSettings()
	objects.Unit = trees.Objects
	s := NewState(10, scene.DefaultSettings())
	states := []State{s}
	for _, a := range []Action{
		SetWindow{Window: trees.Window{From: 2, To: 8}}, Mark{"a", &red}, Note{"a", "leak here"}, Set{To: objects}, Note{"a", ""}, Mark{"a", nil},
		SetWindow{Window: trees.Window{From: 0, To: 9}},
	} {
		s = Step(s, a)
		states = append(states, s)
	}
	check := func(what string, got, want State) {
		t.Helper()
		if !got.choices().same(want.choices()) {
			t.Fatalf("%s: %+v, want %+v", what, got.choices(), want.choices())
		}
	}
	for i := len(states) - 2; i >= 0; i-- {
		s = Step(s, Undo{})
		check("undo", s, states[i])
	}
	if s.CanUndo() || !s.CanRedo() {
		t.Errorf("can undo %v, can redo %v after all was taken back", s.CanUndo(), s.CanRedo())
	}
	for _, want := range states[1:] {
		s = Step(s, Redo{})
		check("redo", s, want)
	}
}

// TestDraggedWindowIsOneChange undoes all moves of one handle together, and moves of another handle separately.
func TestDraggedWindowIsOneChange(t *testing.T) {
	s := NewState(10, scene.DefaultSettings())
	s = after(s, SetWindow{trees.Window{From: 1, To: 9}, "from"}, SetWindow{trees.Window{From: 2, To: 9}, "from"},
		SetWindow{trees.Window{From: 3, To: 9}, "from"}, EndDrag{},
		SetWindow{trees.Window{From: 3, To: 7}, "to"}, SetWindow{trees.Window{From: 3, To: 6}, "to"})
	for _, want := range []trees.Window{{From: 3, To: 9}, {From: 0, To: 9}} {
		if s = Step(s, Undo{}); s.Window != want {
			t.Errorf("the window is %v, want %v", s.Window, want)
		}
	}
	if s.CanUndo() {
		t.Error("there is more to take back than two drags")
	}
}

// TestUndoneWindowKeepsPointInside checks that undo moves the current point into the restored window.
func TestUndoneWindowKeepsPointInside(t *testing.T) {
	s := after(NewState(10, scene.DefaultSettings()), SetWindow{Window: trees.Window{From: 6, To: 9}},
		SetWindow{Window: trees.Window{From: 0, To: 3}}, Undo{})
	if s.Window != (trees.Window{From: 6, To: 9}) || s.Point != 6 {
		t.Errorf("window %v, point %d", s.Window, s.Point)
	}
}

// TestUndoLeavesNoChangeOut checks that an action without effect is not undoable.
func TestUndoLeavesNoChangeOut(t *testing.T) {
	red := scene.RGB{R: 200}
	s := after(NewState(10, scene.DefaultSettings()), Mark{"a", nil}, Note{"a", ""}, SetWindow{Window: trees.Window{From: 0, To: 9}},
		Set{To: scene.DefaultSettings()})
	if s.CanUndo() {
		t.Error("what changed nothing can be taken back")
	}
	s = after(s, Mark{"a", &red}, Mark{"a", &red}, Note{"a", "x"}, Note{"a", "x"}, Undo{}, Undo{})
	if s.CanUndo() || len(s.Marks)+len(s.Notes) != 0 {
		t.Errorf("can undo %v, marks %v, notes %v", s.CanUndo(), s.Marks, s.Notes)
	}
}

// TestUndoWhileTheRecordingGrows restores a window over all earlier points, which then covers all current points.
func TestUndoWhileTheRecordingGrows(t *testing.T) {
	s := after(NewState(5, scene.DefaultSettings()), SetWindow{Window: trees.Window{From: 1, To: 3}}, Extend{Points: 9}, Undo{})
	if s.Window != (trees.Window{From: 0, To: 8}) {
		t.Errorf("window %v", s.Window)
	}
}

func TestRecall(t *testing.T) {
	red := scene.RGB{R: 200}
	marks, notes := map[string]scene.RGB{"a": red}, map[string]string{"b": "mine"}
	s := Step(NewState(10, scene.DefaultSettings()), Recall{Window: &trees.Window{From: 2, To: 4}, Marks: marks, Notes: notes})
	if s.Window != (trees.Window{From: 2, To: 4}) || s.Point != 4 || !maps.Equal(s.Marks, marks) || !maps.Equal(s.Notes, notes) {
		t.Errorf("%+v", s)
	}
	if s.CanUndo() {
		t.Error("what is remembered can be taken back")
	}
	if s = Step(s, Recall{}); s.Window != (trees.Window{From: 2, To: 4}) || s.Marks != nil {
		t.Errorf("window %v, marks %v", s.Window, s.Marks)
	}
}

// TestEndsOfTheWindow goes to the ends of the window first, then to those of the recording.
func TestEndsOfTheWindow(t *testing.T) {
	s := after(NewState(10, scene.DefaultSettings()), SetWindow{Window: trees.Window{From: 3, To: 6}}, GoTo{5})
	for _, tt := range []struct{ at, first, last int }{{5, 3, 6}, {3, 0, 6}, {6, 3, 9}, {1, 0, 6}, {8, 3, 9}, {0, 0, 6}, {9, 3, 9}} {
		if s = Step(s, GoTo{tt.at}); s.First() != tt.first || s.Last() != tt.last {
			t.Errorf("at %d: first %d, last %d; want %d and %d", tt.at, s.First(), s.Last(), tt.first, tt.last)
		}
	}
}

// TestHomeFitsAnotherFrame checks that the whole city stays in the frame until the user moves the camera, also after settings have scaled
// the city.
func TestHomeFitsAnotherFrame(t *testing.T) {
	b := scene.Box{Min: scene.Vec{X: 0, Y: 0, Z: 0}, Max: scene.Vec{X: 120, Y: 40, Z: 100}}
	larger := scene.Box{Min: scene.Vec{X: 0, Y: 0, Z: 0}, Max: scene.Vec{X: 180, Y: 70, Z: 150}}
	small := scene.Frame{Left: -0.4, Bottom: -0.5, Right: 0.6, Top: 0.8}
	s := after(NewState(3, scene.DefaultSettings()), Resize{Aspect: 1.5}, Rebound{Bounds: b}, Rebound{Bounds: larger})
	if !s.AtHome() {
		t.Fatal("other bounds count as a move of the user")
	}
	before := s.Camera
	if s = Step(s, Resize{Aspect: 2, Frame: small}); s.Camera != before {
		t.Error("the camera moves though it is not set to fit")
	}
	s = Step(s, Resize{Aspect: 2, Frame: scene.Frame{}, Fit: true})
	s = Step(s, Resize{Aspect: 2, Frame: small, Fit: true})
	if s.Camera != (scene.Look{}).Home(larger, 2, small) {
		t.Errorf("the city is seen from %+v, want %+v", s.Camera, scene.Look{}.Home(larger, 2, small))
	}
	moved := after(s, Orbit{About: larger.Center(), Yaw: 0.2}, Resize{Aspect: 1.5, Fit: true})
	if moved.AtHome() || moved.Camera == (scene.Look{}).Home(larger, 1.5, scene.Frame{}) {
		t.Error("the user's camera was moved")
	}
}
