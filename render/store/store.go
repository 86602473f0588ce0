// Package store holds the content of the window: the view state, the newest result of the worker, the open recording and its city. All
// controllers read it, and act by [Store.Do].
package store

import (
	"time"

	"memcity/city/exchange"
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/trees"
)

// Store is the content of one window. Use it only on the window's goroutine.
type Store struct {
	State  state.State     // changed by [Store.Do]; set directly only for a new recording and a new rules file, which cannot be undone
	Result exchange.Result // newest result taken from the worker
	Opened Opened
	City   *scene.City   // current city; nil while there is none
	Events *scene.Plan   // empty plan of a recording without heap states; else nil
	Now    time.Duration // time of the current frame
	Stale  bool          // the panels need a new model

	changes  []Change       // changes that the controllers have not seen yet
	relayout bool           // panels were opened, closed or moved
	reveal   *time.Duration // time of the last call of Reveal; nil once it was handled
}

// Opened is the state of the open recording.
type Opened struct {
	Number  int      // count of the worker's openings; 0 before the first
	Paths   []string // paths it was opened from
	Growing bool     // the current plan covers only the GC points read so far
	Secret  SecretKeys
}

// Change is a change of the state.
type Change struct {
	Action        state.Action
	Before, After state.State
}

// Do applies an action to the state and notes the change. It calls no controller; they see the change in [Store.Changes].
func (s *Store) Do(action state.Action) {
	before := s.State
	s.Opened.Secret.note(action, s.Result.Contents)
	s.State = state.Step(s.State, action)
	if c := (Change{action, before, s.State}); !c.idle() {
		s.changes = append(s.changes, c)
	}
}

// Changes returns the changes since the last call.
func (s *Store) Changes() []Change {
	list := s.changes
	s.changes = nil
	return list
}

// idle reports whether a recurring action, sent without input from the user, changed nothing.
func (c *Change) idle() bool {
	switch c.Action.(type) {
	case state.Tick:
		return c.Before.Camera == c.After.Camera && c.Before.Point == c.After.Point && c.Before.Playing == c.After.Playing
	case state.HoverOver:
		return c.Before.Hover == c.After.Hover
	}
	return false
}

// Moved reports whether the camera has moved.
func (c *Change) Moved() bool { return c.Before.Camera != c.After.Camera }

// Selected reports whether the selection has changed.
func (c *Change) Selected() bool { return c.Before.Selection != c.After.Selection }

// Find returns the node with the given key in the current series.
func (s *Store) Find(key string) (int32, bool) {
	if key == "" || s.City == nil {
		return 0, false
	}
	return s.City.Plan.Series.Find(key)
}

// Selected returns the selected targets in the city: the last one, and the others.
func (s *Store) Selected() (last scene.Target, also []scene.Target) {
	last = s.City.Plan.Find(s.State.Selection)
	for _, key := range s.State.More {
		if t := s.City.Plan.Find(key); t.Kind != scene.Nothing && t != last {
			also = append(also, t)
		}
	}
	return last, also
}

// KeyOf returns the key of the group that a target selects; "" if none.
func (s *Store) KeyOf(target scene.Target) string {
	if target.Kind == scene.OnBlock { // a block selects its district, which lists and shows its content
		target = scene.Target{Kind: scene.OnDistrict, Index: s.City.Blocks[target.Index].District}
	}
	if node, ok := s.City.Plan.Node(target); ok {
		return s.City.Plan.Series.Key(node)
	}
	return ""
}

// Plan returns the plan of the open recording; nil while there is none, or if it has no GC points.
func (s *Store) Plan() *scene.Plan {
	if p := s.Result.Plan; p != nil && s.Opened.Number == s.Result.Opening && p.Series.Len() > 0 {
		return p
	}
	return nil
}

// Series returns the series of the current city; nil while there is none.
func (s *Store) Series() *trees.Series {
	if s.City == nil {
		return nil
	}
	return s.City.Plan.Series
}

// UnlessLast returns the given GC point or, if that is the last one, the point that the recording begins at.
func (s *Store) UnlessLast(point int) int {
	if point == s.State.Points-1 {
		return s.Result.Begin
	}
	return point
}

// Relayout notes that panels were opened, closed or moved, so that another part of the window is free for the city.
func (s *Store) Relayout() { s.relayout = true }

// Relaid reports whether Relayout was called since the last call of Relaid.
func (s *Store) Relaid() (relaid bool) {
	relaid, s.relayout = s.relayout, false
	return relaid
}

// Reveal requests that the camera moves to the selection if that is not visible.
func (s *Store) Reveal(now time.Duration) { s.reveal = &now }

// Revealed returns the time of the last call of Reveal; ok is false if there was none since the last call of Revealed.
func (s *Store) Revealed() (now time.Duration, ok bool) {
	if s.reveal == nil {
		return 0, false
	}
	now, s.reveal = *s.reveal, nil
	return now, true
}
