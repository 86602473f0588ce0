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

// State contains the user's view and choices. It is a value that only [Step] changes. It stores keys, not screen positions, so it remains
// valid when time, settings or plans change.
type State struct {
	Points int // number of GC points; 0 while nothing is open
	Point  int // current GC point
	Window trees.Window
	Span   window.Span // time range that Window was chosen for; none if GC points were chosen
	Begun  Begun

	// Chosen contains the GC points that the user chose for the guide; zero for all. Steps of the guide do not change it.
	Chosen trees.Window
	Judged trees.Window // Chosen, once the user pauses; see [JudgeChosen]

	Follow  bool // true if Point follows the newest GC point; until the user steps back from the last one
	Arrived int  // GC points that arrived since the user left the last one
	Frozen  bool // true if new GC points wait

	Playing  bool
	PlayedAt time.Duration // time when the current point was reached, on the window's clock

	Selection string   // key; empty for no selection
	More      []string // further selected keys, in selection order; read-only
	Hover     string
	Isolated  bool                 // true to draw only the selection and its references in full
	Marks     map[string]scene.RGB // read-only; Step replaces it
	Notes     map[string]string    // read-only; Step replaces it

	back, forward []place

	View     View
	Views    view.States    // state of each view
	Division scene.Division // ByCut while there are Removals
	Baseline trees.Baseline
	Removals []whatif.Removal // read-only
	Guide    GuideState
	Rules    *budget.RulesFile // rules to evaluate; nil for none

	Settings scene.Settings
	Draft    trees.Grouping // grouping that the user is composing; zero for none

	undo, redo []choices
	joints     int    // guide steps taken so far
	drag       string // of the last change

	Camera scene.Camera
	Bounds scene.Box   // of the city; limits the camera
	plan   *scene.Plan // the camera stays out of its buildings; nil before the first plan
	Aspect float64
	Frame  scene.Frame  // part that panels do not cover
	Look   scene.Look   // direction of the overview
	home   scene.Camera // last pose of the overview, scaled with the city since
	flight *flight
}

// NewState returns the state for a recording with the given number of GC points, at its last one.
func NewState(points int, settings scene.Settings) State {
	return State{
		Points: points, Point: max(points-1, 0), Window: trees.Window{From: 0, To: max(points-1, 0)}, Follow: true,
		Settings: settings.Normal(), Aspect: 16.0 / 9,
	}
}

// Action is one change of a [State] by the user or the clock.
type Action interface{ step(State) State }

// Step returns the state after the action. It is the only way to change a state.
func Step(s State, a Action) State { return a.step(s) }

// Whole reports whether the window covers all GC points.
func (s State) Whole() bool { return s.Window == s.whole() }

func (s State) whole() trees.Window { return trees.Window{From: 0, To: max(s.Points-1, 0)} }

// First returns the target of going to the start: the first GC point of the window or, from there, the first of all.
func (s State) First() int {
	if s.Point > s.Window.From {
		return s.Window.From
	}
	return 0
}

// Last returns the target of going to the end: the last GC point of the window or, from there, the last of all.
func (s State) Last() int {
	if s.Point < s.Window.To {
		return s.Window.To
	}
	return s.whole().To
}

// GoTo shows a GC point, 0-based. It clamps the number to the valid range.
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

// Move moves by the given number of GC points.
type Move struct{ By int }

func (a Move) step(s State) State { return GoTo{s.Point + min(max(a.By, -s.Points), s.Points)}.step(s) }

// TogglePlay starts or stops playback at time Now. At the end, playback restarts.
type TogglePlay struct{ Now time.Duration }

func (a TogglePlay) step(s State) State {
	s.Playing = !s.Playing && s.Points > 1
	s.PlayedAt = a.Now
	if s.Playing && s.Point >= s.Window.To {
		s = s.at(s.Window.From)
	}
	return s
}

// Tick sets the time. It advances playback and camera flights.
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

// HoverOver sets the group under the pointer, or none if Key is empty.
type HoverOver struct{ Key string }

func (a HoverOver) step(s State) State {
	s.Hover = a.Key
	return s
}

// Set changes settings. Undo reverts it. Consecutive changes with the same non-empty Drag, such as the moves of one slider, are reverted
// together.
type Set struct {
	To   scene.Settings
	Drag string
}

func (a Set) step(s State) State {
	before := s.choices()
	if s.Settings = a.To.Normal(); s.Settings.By != before.settings.By { // the user chose the chain
		s.Begun.Types, s.Begun.Instead = true, seq.Seq[string]{}
	}
	return s.chose(before, a.Drag)
}

// SetWindow chooses the GC points for growth and for the plan. It moves the current point into the window. Undo reverts it. Consecutive
// changes with the same non-empty Drag are reverted together.
type SetWindow struct {
	Window trees.Window
	Drag   string
}

func (a SetWindow) step(s State) State {
	before := s.choices()
	s.Begun.Window = true
	return s.windowed(a.Window).choosing().chose(before, a.Drag)
}

// windowed returns s with the window clamped to the existing GC points, and the current point inside it.
func (s State) windowed(w trees.Window) State {
	last := s.whole().To
	if w.From > w.To {
		w.From, w.To = w.To, w.From
	}
	s.Window, s.Span = trees.Window{From: min(max(w.From, 0), last), To: min(max(w.To, 0), last)}, window.Span{}
	return s.at(min(max(s.Point, s.Window.From), s.Window.To))
}
