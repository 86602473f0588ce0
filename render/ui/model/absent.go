package model

import (
	"memcity/city/state"
	"memcity/words"
)

// absence explains that the current GC point has no data about the selected objects, and where to go instead.
type absence struct {
	Words, Text string
	GoTo        state.GoTo
	Button      string // "" if there is nowhere to go
	Hint        string
}

// Counted returns a message if objects are only counted at the current GC point and another point has them; otherwise ok is false.
func (m *Model) Counted() (a absence, ok bool) {
	if m.Plan == nil || m.At >= m.Plan.Series.Len() {
		return absence{}, false
	}
	closest, ok := m.Plan.Series.Counted(m.At)
	if !ok {
		return absence{}, false
	}
	where := "GC point " + words.Count(int64(closest+1))
	return absence{Words: "Objects are only counted here", Text: CountedHere + " " + where + " has the objects.", GoTo: state.GoTo{Point: closest},
		Button: "Go to " + where, Hint: "Go to the closest GC point that has single objects"}, true
}

// OnlyCounted reports whether objects are only counted at the current GC point, while another point has them.
func (m *Model) OnlyCounted() bool {
	_, counted := m.Counted()
	return counted
}

// CountedHere describes the data of a GC point whose objects are only counted.
const CountedHere = "This GC point has only counts and bytes per type, no single objects."

// Absent reports whether no selected group has objects at the current GC point, or its objects are only counted there.
func (m *Model) Absent() (absence, bool) {
	keys := m.State.Selected()
	if m.Plan == nil || len(keys) == 0 {
		return absence{}, false
	}
	if a, ok := m.Counted(); ok {
		return a, true
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
		a.Text = "The selection is largest at " + where + ": " + words.Count(most) + "."
		a.GoTo, a.Button, a.Hint = state.GoTo{Point: at}, "Go to "+where, "Go to the GC point where the selection is largest"
	}
	return a, true
}
