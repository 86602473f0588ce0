package state

import "memcity/city/view"

// View identifies the content of the window: the city, or one of the registered views. All share one selection, GC point, window and unit.
type View = view.ID

// CityView is the city.
var CityView View

// Show changes the view. Back reverts it.
type Show struct{ View View }

func (a Show) step(s State) State {
	before := s
	s.View = a.View
	return s.withHistory(before)
}

// Visit shows a view with one group selected. It is one step of the history.
type Visit struct {
	View View
	Key  string
}

func (a Visit) step(s State) State {
	before := s
	s.View, s.Selection, s.More = a.View, a.Key, nil
	s.Isolated = s.Isolated && a.Key != ""
	return s.withHistory(before)
}
