package state

import (
	"time"

	"memcity/analysis/window"
	"memcity/city/budget"
	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view"
	"memcity/city/view/whatif"
)

// State is what the user sees and chose. It is a value that only [Step] moves. It holds keys, never boxes on the
// screen, so it outlives time, settings and plans.
type State struct {
	Points int // GC points that can be shown; 0 while nothing is open
	Point  int // shown now
	Window trees.Window
	Span   window.Span // the stretch of time that Window was chosen for; none if GC points were chosen
	Begun  Begun

	// Chosen are the GC points that the user chose, which the guide is to judge; the zero window for all. Steps of the guide leave it as it is.
	Chosen trees.Window
	Judged trees.Window // the same once the user pauses; see [JudgeChosen]

	Follow  bool // the shown point goes to the newest GC point when one comes; so until the user steps back from the last one
	Arrived int  // GC points that came since the user left the last one
	Frozen  bool // GC points that come are kept waiting

	Playing  bool
	PlayedAt time.Duration // when the shown point was reached, on the window's clock

	Selection string   // key; empty if nothing is selected
	More      []string // further selected keys, in the order of selecting; never written to
	Hover     string
	Isolated  bool                 // only what is selected, and what it has references with, is drawn in full
	Marks     map[string]scene.RGB // never written to; Step replaces it
	Notes     map[string]string    // likewise

	back, forward []place

	View     View
	Views    view.States    // what each view keeps for itself
	Division scene.Division // ByCut as long as there are Removals
	Baseline trees.Baseline
	Removals []whatif.Removal // what is removed from the heap; never written to
	Guide    GuideState
	Rules    *budget.RulesFile // held against the recording; nil for none

	Settings scene.Settings
	Draft    trees.Grouping // that is put together and not in force yet; none while nothing is

	undo, redo []choices
	joints     int    // steps of the guide that were taken
	drag       string // of the last change

	Camera scene.Camera
	Bounds scene.Box   // of the city; limits the camera
	plan   *scene.Plan // keeps the camera out of its buildings; nil before there is one
	Aspect float64
	Frame  scene.Frame  // free of panels
	Look   scene.Look   // the side from which the whole city is shown
	home   scene.Camera // the pose in which the whole city was shown, scaled with it since
	flight *flight
}

// NewState returns the state for a recording with the given number of GC points, at its last one.
func NewState(points int, settings scene.Settings) State {
	return State{
		Points: points, Point: max(points-1, 0), Window: trees.Window{From: 0, To: max(points-1, 0)}, Follow: true,
		Settings: settings.Normal(), Aspect: 16.0 / 9,
	}
}

// Action is one thing that the user or the clock does to a [State].
type Action interface{ step(State) State }

// Step returns the state after the action. It is the only way a state changes.
func Step(s State, a Action) State { return a.step(s) }

// Whole reports whether the window covers all GC points.
func (s State) Whole() bool { return s.Window == s.whole() }

func (s State) whole() trees.Window { return trees.Window{From: 0, To: max(s.Points-1, 0)} }

// First returns the GC point that going to the start shows: the first one of the window, from there the first of all.
func (s State) First() int {
	if s.Point > s.Window.From {
		return s.Window.From
	}
	return 0
}

// Last is the counterpart of First.
func (s State) Last() int {
	if s.Point < s.Window.To {
		return s.Window.To
	}
	return s.whole().To
}

// GoTo shows a GC point, counted from 0; out of range means the nearest.
type GoTo struct{ Point int }

func (a GoTo) step(s State) State {
	s.Playing = false
	return s.at(a.Point)
}

func (s State) at(point int) State {
	point = min(max(point, 0), max(s.Points-1, 0))
	if point != s.Point {
		s.Views = s.Views.Moved()
	}
	s.Point = point
	if s.Follow = point == s.whole().To; s.Follow {
		s.Arrived = 0
	}
	return s
}

// Move shows the GC point By steps later.
type Move struct{ By int }

func (a Move) step(s State) State { return GoTo{s.Point + min(max(a.By, -s.Points), s.Points)}.step(s) }

// TogglePlay starts or stops playing at time Now. At the end, playing starts over.
type TogglePlay struct{ Now time.Duration }

func (a TogglePlay) step(s State) State {
	s.Playing = !s.Playing && s.Points > 1
	s.PlayedAt = a.Now
	if s.Playing && s.Point >= s.Window.To {
		s = s.at(s.Window.From)
	}
	return s
}

// Tick sets the time. Playing moves on and camera flights advance.
type Tick struct{ Now time.Duration }

func (a Tick) step(s State) State {
	s = s.fly(a.Now)
	if !s.Playing {
		return s
	}
	every := time.Duration(s.Settings.PlaySpeed * float64(time.Second))
	if a.Now-s.PlayedAt < every {
		return s
	}
	s.PlayedAt = a.Now
	switch {
	case s.Point < s.Window.To:
		return s.at(s.Point + 1)
	case s.Settings.Loop:
		return s.at(s.Window.From)
	}
	s.Playing = false
	return s
}

// Wake returns when the next Tick will change something; ok is false if none will.
func (s State) Wake() (at time.Duration, ok bool) {
	if s.flight != nil {
		return 0, true
	}
	if !s.Playing {
		return 0, false
	}
	return s.PlayedAt + time.Duration(s.Settings.PlaySpeed*float64(time.Second)), true
}

// HoverOver points at a group, or at nothing if Key is empty.
type HoverOver struct{ Key string }

func (a HoverOver) step(s State) State {
	s.Hover = a.Key
	return s
}

// Set changes settings. It can be taken back with Undo; changes with the same non-empty Drag in a row, such as the moves
// of one slider, together.
type Set struct {
	To   scene.Settings
	Drag string
}

func (a Set) step(s State) State {
	before := s.choices()
	if s.Settings = a.To.Normal(); s.Settings.By != before.settings.By { // of his own choice
		s.Begun.Types, s.Begun.Instead = true, seq.Seq[string]{}
	}
	return s.chose(before, a.Drag)
}

// SetWindow chooses the GC points that growth and the plan are taken from. The shown point moves inside. It can be taken
// back with Undo; changes with the same non-empty Drag in a row together.
type SetWindow struct {
	Window trees.Window
	Drag   string
}

func (a SetWindow) step(s State) State {
	before := s.choices()
	s.Begun.Window = true
	return s.windowed(a.Window).choosing().chose(before, a.Drag)
}

// windowed returns s with the window cut to the GC points there are, and the shown point inside it.
func (s State) windowed(w trees.Window) State {
	last := s.whole().To
	if w.From > w.To {
		w.From, w.To = w.To, w.From
	}
	s.Window, s.Span = trees.Window{From: min(max(w.From, 0), last), To: min(max(w.To, 0), last)}, window.Span{}
	return s.at(min(max(s.Point, s.Window.From), s.Window.To))
}
