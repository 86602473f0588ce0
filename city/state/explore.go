package state

import (
	"slices"

	"memcity/city/seq"
	"memcity/city/view/graphs"
	"memcity/city/view/inspect"
)

// InspectBy changes the chain of the group view.
type InspectBy struct{ By seq.Seq[string] }

func (a InspectBy) step(s State) State {
	inspect.View.Change(&s.Views, func(i *inspect.State) { i.By = a.By })
	return s
}

// maxWalk is the maximum number of objects in a walk.
const maxWalk = 200

// WalkTo shows an object in the group view, as the next one of the walk.
type WalkTo struct{ Object uint32 }

func (a WalkTo) step(s State) State {
	i := inspect.View.Of(s.Views)
	if shown, ok := i.Object(); ok && shown == a.Object {
		return s
	}
	walked := slices.Clone(i.Objects[:min(i.At+1, len(i.Objects))])
	if walked = append(walked, a.Object); len(walked) > maxWalk {
		walked = walked[1:]
	}
	i.Objects, i.At = walked, len(walked)-1
	s.Views = inspect.View.With(s.Views, i)
	return s
}

// WalkBy moves back or forward along the walk.
type WalkBy struct{ Steps int }

func (a WalkBy) step(s State) State {
	inspect.View.Change(&s.Views, func(i *inspect.State) { i.At = min(max(i.At+a.Steps, 0), max(len(i.Objects)-1, 0)) })
	return s
}

// EndWalk ends the display of a single object.
type EndWalk struct{}

func (EndWalk) step(s State) State {
	s.Views = inspect.View.With(s.Views, inspect.View.Of(s.Views).Left())
	return s
}

// Explored returns the heap graph for the selection.
func (s State) Explored() graphs.State {
	return graphs.View.Of(s.Views).For(s.Selected())
}

// maxGraphSteps is the maximum number of steps in a heap graph.
const maxGraphSteps = 200

// Explore takes a step in the heap graph.
type Explore struct{ Step graphs.Step }

func (a Explore) step(s State) State {
	e := s.Explored()
	if e.Any() && len(e.Steps) < maxGraphSteps {
		e.Steps, e.Undone = append(slices.Clip(e.Steps), a.Step), nil
	}
	s.Views = graphs.View.With(s.Views, e)
	return s
}

// ExploreBack reverts the last step in the heap graph, or all steps.
type ExploreBack struct{ All bool }

func (a ExploreBack) step(s State) State {
	e := s.Explored()
	least := 0
	if a.All {
		if least = len(graphs.FirstSteps); e.Any() && (len(e.Steps) == 0 || e.Steps[0] != graphs.FirstSteps[0]) {
			e.Steps, e.Undone = graphs.FirstSteps, nil
		}
	}
	for n := len(e.Steps); n > least; n-- {
		e.Undone = append(slices.Clip(e.Undone), e.Steps[n-1])
		e.Steps = e.Steps[:n-1]
		if !a.All {
			break
		}
	}
	s.Views = graphs.View.With(s.Views, e)
	return s
}

// ExploreForward repeats the last reverted step.
type ExploreForward struct{}

func (ExploreForward) step(s State) State {
	e := s.Explored()
	if n := len(e.Undone); n > 0 {
		e.Steps, e.Undone = append(slices.Clip(e.Steps), e.Undone[n-1]), e.Undone[:n-1]
	}
	s.Views = graphs.View.With(s.Views, e)
	return s
}
