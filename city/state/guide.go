package state

import (
	"slices"
	"sort"
	"time"

	"memcity/analysis/guide/findings"
	"memcity/city/seq"
	"memcity/city/view/whatif"
)

// GuideState is the user's progress in the guide.
type GuideState struct {
	Finding int         // explained finding, 0-based
	Stage   int         // of the finding, 1-based; 0 before the first
	Stops   []GuideStop // steps taken; read-only
	At      int         // number of current steps; later ones were reverted
	start   *stepState
}

// GuideStop is a step that was taken, with its target and highlight.
type GuideStop struct {
	Name    string
	Finding int
	Stage   int
	Show    findings.Highlight
	WhatIf  []whatif.Removal // removals of the step; read-only
	then    *stepState
}

// stepState is the state after a step, or before the first.
type stepState struct {
	place   place
	choices choices
}

func (s State) shownNow() *stepState {
	p := s.place()
	p.guide = GuideState{} // otherwise it would keep earlier guide states in memory
	return &stepState{p, s.choices()}
}

func (t *stepState) rescaled(f float64) *stepState {
	if t == nil {
		return nil
	}
	out := *t
	out.place.camera = out.place.camera.Scaled(f)
	return &out
}

// rescaled returns g for a ground that is f times as wide.
func (g GuideState) rescaled(f float64) GuideState {
	if f == 1 || g.start == nil {
		return g
	}
	g.start, g.Stops = g.start.rescaled(f), slices.Clone(g.Stops)
	for i := range g.Stops {
		g.Stops[i].then = g.Stops[i].then.rescaled(f)
	}
	return g
}

// Explain chooses the finding that the guide explains.
type Explain struct{ Finding int }

func (a Explain) step(s State) State {
	s.Guide.Finding, s.Guide.Stage = max(a.Finding, 0), 0
	return s
}

// FollowGuide takes a step of the guide. It shows the step's highlight, and replaces the removals of earlier steps by the step's own. One
// Undo, or one Back, reverts the whole step.
type FollowGuide struct{ To GuideStop }

func (a FollowGuide) step(s State) State {
	g := s.Guide
	if g.At == 0 {
		g.start = s.shownNow()
	}
	g.Stops = append(slices.Clip(g.Stops[:g.At]), a.To)
	if len(g.Stops) > maxPlaces {
		g.Stops = g.Stops[1:]
	}
	g.At = len(g.Stops)
	return s.guided(g, func(s State) State {
		s = s.showing(a.To.Show).withGuideCut(a.To.WhatIf)
		g.Stops[g.At-1].then = s.shownNow()
		return s
	})
}

// Retrace goes to a step that was taken, forward or backward. At 0 is the state before the first step. One Undo, or one Back, reverts it.
type Retrace struct {
	At  int
	Now time.Duration
}

func (a Retrace) step(s State) State {
	g := s.Guide
	if a.At == g.At || a.At < 0 || a.At > len(g.Stops) {
		return s
	}
	g.At = a.At
	to := g.start
	if a.At > 0 {
		to = g.Stops[a.At-1].then
	}
	return s.guided(g, func(s State) State {
		choices := to.choices
		choices.marks, choices.notes = s.Marks, s.Notes // not part of a step
		choices.settings = s.Settings.With(choices.settings.Grouping())
		return s.with(choices).goTo(to.place, a.Now)
	})
}

// LeaveGuide closes the guide: it reverts the changes of the steps, except where the user has changed more since, and forgets the steps. One Undo,
// or one Back, reverts it.
type LeaveGuide struct{ Now time.Duration }

func (a LeaveGuide) step(s State) State {
	if g := s.Guide; g.At > 0 && g.start != nil {
		start, last := g.start, g.Stops[g.At-1].then
		g.At = 0
		s = s.guided(g, func(s State) State { return s.restored(start, last, a.Now) })
	}
	s.Guide = GuideState{Finding: s.Guide.Finding}
	return s
}

// restored returns s with everything from before the first step that is still as the last step left it.
func (s State) restored(start, last *stepState, now time.Duration) State {
	c, before, after := s.choices(), &start.choices, &last.choices
	if c.settings.Grouping() == after.settings.Grouping() {
		c.settings = s.Settings.With(before.settings.Grouping())
	}
	if c.window == after.window && c.span == after.span {
		c.window, c.span, c.chosen = before.window, before.span, before.chosen
	}
	if c.division == after.division && c.baseline == after.baseline {
		c.division = before.division
	}
	if slices.EqualFunc(c.removals, after.removals, whatif.Removal.Same) {
		c.removals = before.removals
	}
	stayed := s.Selection == last.place.selection && slices.Equal(s.More, last.place.more) && s.View == last.place.view
	if s = s.with(c); stayed {
		s = s.goTo(start.place, now)
	}
	return s
}

// chosen returns the grouping that was chosen before the first step, if by is the grouping of the current step; otherwise by.
func (g *GuideState) chosen(by seq.Seq[string]) seq.Seq[string] {
	if g.At == 0 || g.start == nil {
		return by
	}
	if step := g.Stops[g.At-1].then; step == nil || step.choices.settings.By != by {
		return by
	}
	return g.start.choices.settings.By
}

// showing returns s after it has shown a highlight: selection, GC points and view. An empty highlight changes nothing.
func (s State) showing(h findings.Highlight) State {
	if !Valid(h) {
		return s
	}
	for _, action := range Actions(s.placed(h), s.Settings) {
		s = action.step(s)
	}
	return s
}

// placed converts a highlight's GC points from those of the recording to those of the current plan. If the plan does not have a point, it
// uses the one before.
func (s State) placed(h findings.Highlight) findings.Highlight {
	if s.plan == nil || s.plan.Series.Len() == 0 {
		return h
	}
	series := s.plan.Series
	for _, point := range []*int{&h.At, &h.From, &h.To} {
		if *point > 0 {
			behind := sort.Search(series.Len(), func(i int) bool { return series.Source(i) >= *point })
			*point = max(behind, 1)
		}
	}
	return h
}

// guided combines a change into one entry of the history and one undoable change.
func (s State) guided(to GuideState, change func(State) State) State {
	was, chosen, back, undo := s.place(), s.choices(), s.back, s.undo
	s = change(s)
	s.Chosen = chosen.chosen
	s.joints++
	was.joint, chosen.joint = s.joints, s.joints
	s.back, s.forward = pushed(back, was), nil
	s.undo, s.redo, s.drag = append(slices.Clip(undo), chosen), nil, ""
	if len(s.undo) > maxUndo {
		s.undo = s.undo[1:]
	}
	if to.Finding, to.Stage = s.Guide.Finding, 0; to.At > 0 {
		to.Finding, to.Stage = to.Stops[to.At-1].Finding, to.Stops[to.At-1].Stage
	}
	s.Guide = to
	return s
}

// lastJoints returns the guide steps of the last place and of the last choices; 0 for entries without a step.
func (s State) lastJoints() (place, choice int) {
	if n := len(s.back); n > 0 {
		place = s.back[n-1].joint
	}
	if n := len(s.undo); n > 0 {
		choice = s.undo[n-1].joint
	}
	return place, choice
}

// reversed reverts the last place, the last choices, or both.
func (s State) reversed(toPlace, toChoices bool, now time.Duration) State {
	was, chosen := s.place(), s.choices()
	if n := len(s.undo); toChoices && n > 0 {
		to := s.undo[n-1]
		chosen.joint = to.joint
		s.redo, s.undo, s.drag = append(slices.Clip(s.redo), chosen), s.undo[:n-1], ""
		s = s.with(to)
	}
	if n := len(s.back); toPlace && n > 0 {
		to := s.back[n-1]
		was.joint = to.joint
		s.forward, s.back = pushed(s.forward, was), s.back[:n-1]
		s = s.goTo(to, now)
		if to.joint != 0 {
			s.Guide = to.guide.along(s.Guide)
		}
	}
	return s
}

// along returns g with the later steps of o.
func (g GuideState) along(o GuideState) GuideState {
	if len(o.Stops) > len(g.Stops) {
		g.Stops, g.start = o.Stops, o.start
	}
	return g
}

// turned returns s with back and forward exchanged, and undo and redo exchanged.
func (s State) turned() State {
	s.back, s.forward = s.forward, s.back
	s.undo, s.redo = s.redo, s.undo
	return s
}
