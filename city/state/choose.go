package state

import (
	"maps"
	"slices"
	"time"

	"memcity/city/scene"
	"memcity/city/view"
)

// Select selects a group, or nothing if Key is empty. Selecting a selected group deselects it. With Add, the current selection stays.
type Select struct {
	Key string
	Add bool
}

func (a Select) step(s State) State {
	before := s
	switch {
	case a.Add && a.Key == "":
		return s
	case a.Add && s.IsSelected(a.Key):
		s = s.without(a.Key)
	case a.Add && s.Selection != "":
		s.More = append(slices.Clone(s.More), s.Selection)
		s.Selection = a.Key
	case a.Key == s.Selection && len(s.More) == 0:
		s.Selection = ""
	default:
		s.Selection, s.More = a.Key, nil
	}
	if s.Selection == "" {
		s.Isolated = false
	}
	return s.withHistory(before)
}

// without removes key from the selection. The group selected before it takes its place.
func (s State) without(key string) State {
	if key != s.Selection {
		s.More = slices.DeleteFunc(slices.Clone(s.More), func(k string) bool { return k == key })
		return s
	}
	s.Selection = ""
	if n := len(s.More); n > 0 {
		s.Selection, s.More = s.More[n-1], slices.Clone(s.More[:n-1])
	}
	return s
}

// IsSelected reports whether the group with this key is selected, alone or with others.
func (s State) IsSelected(key string) bool {
	return key != "" && (key == s.Selection || slices.Contains(s.More, key))
}

// Selected returns the keys of all selected groups, the latest at the end.
func (s State) Selected() []string {
	if s.Selection == "" {
		return nil
	}
	return append(slices.Clone(s.More), s.Selection)
}

// ToggleIsolate toggles between showing only the selection and showing everything.
type ToggleIsolate struct{}

func (ToggleIsolate) step(s State) State {
	s.Isolated = !s.Isolated && s.Selection != ""
	return s
}

// Mark sets the user's color of a building; nil removes it. Undo reverts it.
type Mark struct {
	Key   string
	Color *scene.RGB
}

func (a Mark) step(s State) State {
	before := s.choices()
	s.Marks = maps.Clone(s.Marks)
	if a.Color == nil {
		delete(s.Marks, a.Key)
		return s.chose(before, "")
	}
	if s.Marks == nil {
		s.Marks = map[string]scene.RGB{}
	}
	s.Marks[a.Key] = *a.Color
	return s.chose(before, "")
}

// Note sets the user's text about a group; an empty text removes it. Undo reverts it.
type Note struct{ Key, Text string }

func (a Note) step(s State) State {
	before := s.choices()
	s.Notes = maps.Clone(s.Notes)
	if a.Text == "" {
		delete(s.Notes, a.Key)
		return s.chose(before, "")
	}
	if s.Notes == nil {
		s.Notes = map[string]string{}
	}
	s.Notes[a.Key] = a.Text
	return s.chose(before, "")
}

// place is an entry of the history.
type place struct {
	point     int
	selection string
	more      []string
	camera    scene.Camera
	view      View
	views     view.States
	guide     GuideState
	joint     int // the guide step that it belongs to; 0 for none
}

// maxPlaces is the maximum length of the history in each direction.
const maxPlaces = 100

func (s State) place() place {
	return place{s.Point, s.Selection, s.More, s.Camera, s.View, s.Views, s.Guide, 0}
}

// withHistory adds the previous state to the history if the selection, the view or the drill-down has changed.
func (s State) withHistory(before State) State {
	same := s.Selection == before.Selection && slices.Equal(s.More, before.More)
	if same && s.View == before.View && s.Views.Returned(before.Views) == s.Views {
		return s
	}
	if !same {
		s.Views = s.Views.Reselected()
	}
	s.back = pushed(s.back, before.place())
	s.forward = nil
	return s
}

func pushed(places []place, p place) []place {
	places = append(slices.Clip(places), p)
	if len(places) > maxPlaces {
		places = places[1:]
	}
	return places
}

// Back returns to the selection, GC point and camera before the last entry of the history.
type Back struct{ Now time.Duration }

func (a Back) step(s State) State {
	place, choice := s.lastJoints()
	return s.reversed(true, place != 0 && place == choice, a.Now)
}

// Forward undoes Back.
type Forward struct{ Now time.Duration }

func (a Forward) step(s State) State {
	return Back(a).step(s.turned()).turned()
}

func (s State) goTo(p place, now time.Duration) State {
	s.Playing = false
	s = s.at(p.point)
	if s.Selection != p.selection || !slices.Equal(s.More, p.more) {
		s.Views = s.Views.Reselected()
	}
	s.Selection, s.More, s.View, s.Views = p.selection, p.more, p.view, s.Views.Returned(p.views)
	s.Isolated = s.Isolated && s.Selection != ""
	if p.camera == s.Camera || p.camera.Distance == 0 {
		return s
	}
	return FlyTo{To: p.camera, Now: now}.step(s)
}

// CanGoBack reports whether Back has a place to return to.
func (s State) CanGoBack() bool { return len(s.back) > 0 }

// CanGoForward reports whether Forward has a place to return to.
func (s State) CanGoForward() bool { return len(s.forward) > 0 }

// rescaled returns the history for a ground that is f times as wide.
func rescaled(places []place, f float64) []place {
	out := slices.Clone(places)
	for i := range out {
		out[i].camera, out[i].guide = out[i].camera.Scaled(f), out[i].guide.rescaled(f)
	}
	return out
}
