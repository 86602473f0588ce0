package model

import (
	"memcity/city/state"
	"memcity/words"
)

// absence says that what is selected has no objects at the GC point shown, and where it has most.
type absence struct {
	Words, Text string
	GoTo        state.GoTo
	Button      string // empty if there is nowhere to go
}

// Absent reports whether no selected group has objects at the GC point shown.
func (m *Model) Absent() (absence, bool) {
	keys := m.State.Selected()
	if m.Plan == nil || len(keys) == 0 {
		return absence{}, false
	}
	s := m.Plan.Series
	most, at := int64(0), 0
	for _, key := range keys {
		node, ok := s.Find(key)
		if !ok || s.Objects(m.At, node) != 0 {
			return absence{}, false
		}
		for point := range s.Len() {
			if n := s.Objects(point, node); n > most {
				most, at = n, point
			}
		}
	}
	a := absence{Words: "No objects at this GC point", Text: "The selection has no objects here."}
	if most > 0 {
		where := "GC point " + words.Count(int64(at+1))
		a.Text = "The selection has most objects at " + where + ": " + words.Count(most) + "."
		a.GoTo, a.Button = state.GoTo{Point: at}, "Go to "+where
	}
	return a, true
}
