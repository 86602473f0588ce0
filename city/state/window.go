package state

import (
	"time"

	"memcity/analysis/guide/findings"
	"memcity/analysis/window"
	"memcity/city/trees"
)

// ChooseWindow chooses a stretch of time and the GC points around it, for all views. It can be taken back; changes with the
// same non-empty Drag in a row together.
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

// choosing returns s with its window chosen by the user. A single GC point shows no growth, so it chooses nothing.
func (s State) choosing() State {
	if s.Chosen = s.Window; s.Whole() || s.Window.From == s.Window.To {
		s.Chosen = trees.Window{}
	}
	return s
}

// JudgeChosen lets the guide judge the GC points that the user chose.
type JudgeChosen struct{}

func (JudgeChosen) step(s State) State {
	s.Judged = s.Chosen
	return s
}

// GuideWindow returns the GC points of the recording that the guide judges, as a window of the guide.
func (s *State) GuideWindow(series *trees.Series) findings.Window {
	if s.Judged == (trees.Window{}) || s.Judged.To >= series.Len() {
		return findings.Window{}
	}
	return findings.Window{From: series.Source(s.Judged.From) + 1, To: series.Source(s.Judged.To) + 1}
}

// GCsOf returns the numbers of the GCs that the chosen window covers. Window counts the GC points of a plan; source says which
// of the recording they are.
func (s *State) GCsOf(e *window.Evolution, source func(point int) int) (from, to uint32) {
	if s.Span.Any() {
		return s.Span.FromGC, s.Span.ToGC
	}
	if n := len(e.GCs); n > 0 && s.Whole() { // those before the first GC point and behind the last one, too
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
