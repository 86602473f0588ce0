package state

import (
	"time"

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
	s = s.windowed(a.Window)
	s.Span, s.Begun.Window = a.Span, true
	return s.chose(before, a.Drag)
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
