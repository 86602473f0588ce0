package state

import (
	"time"

	"memcity/analysis/guide/findings"
	"memcity/analysis/window"
	"memcity/city/trees"
)

// ChooseWindow chooses a time range and the GC points around it, for all views. Undo reverts it. Consecutive changes with the same
// non-empty Drag are reverted together.
type ChooseWindow struct {
	Window trees.Window
	Span   window.Span
	Drag   string
}

func (a ChooseWindow) step(s State) State {
	before := s.choices()
	s = s.windowed(a.Window).choosing()
	s.Span, s.Begun.Window = a.Span, true
	return s.chose(before, a.Drag)
}

// choosing returns s with its window as the user's choice. A single GC point has no growth, so it clears the choice.
func (s State) choosing() State {
	if s.Chosen = s.Window; s.Whole() || s.Window.From == s.Window.To {
		s.Chosen = trees.Window{}
	}
	return s
}

// JudgeChosen makes the guide judge the GC points that the user chose.
type JudgeChosen struct{}

func (JudgeChosen) step(s State) State {
	s.Judged = s.Chosen
	return s
}

// GuideWindow returns the GC points of the recording that the guide judges.
func (s *State) GuideWindow(series *trees.Series) findings.Window {
	if s.Judged == (trees.Window{}) || s.Judged.To >= series.Len() {
		return findings.Window{}
	}
	return findings.Window{From: series.Source(s.Judged.From) + 1, To: series.Source(s.Judged.To) + 1}
}

// GCsOf returns the numbers of the GCs in the window. The window counts GC points of a plan; source converts them to those of the
// recording.
func (s *State) GCsOf(e *window.Evolution, source func(point int) int) (from, to uint32) {
	if s.Span.Any() {
		return s.Span.FromGC, s.Span.ToGC
	}
	if n := len(e.GCs); n > 0 && s.Whole() { // includes GCs before the first GC point and after the last one
		return 0, e.GCs[n-1].Number
	}
	at := func(point int) time.Duration {
		if i := source(point); i >= 0 && i < len(e.Times) {
			return e.Times[i]
		}
		return 0
	}
	return e.GCsIn(at(s.Window.From), at(s.Window.To))
}
