package render

import (
	"time"

	"memcity/city/query"
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/view/diffs"
	"memcity/render/describe"
	"memcity/render/ui/model"
)

// comparing keeps what the parts of the buildings show.
type comparing struct {
	shown  *scene.Comparison
	report *diffs.Report // that it was made of; nil if of counts alone

	wait waiting
}

// waiting is for an answer that the city is drawn of.
type waiting struct {
	on    bool
	late  bool          // it no longer keeps the city as it was
	until time.Duration // when it will no longer
}

// patience is how long a city is kept as it was for objects to be followed. Most are within it, so that parts go from one
// GC point to the next without showing counts in between.
const patience = 150 * time.Millisecond

// of returns what the city of a plan compares; nil for nothing. Until objects have been followed, and where they cannot be,
// that is the counts.
func (c *comparing) of(plan *scene.Plan, state *state.State, results *query.Results) *scene.Comparison {
	if state.Division == scene.ByBase && plan.Series.Base() != nil {
		return c.against(plan, min(state.Point, plan.Series.Len()-1))
	}
	from, to, ok := state.Comparing()
	if !ok || to >= plan.Series.Len() {
		c.shown, c.report = nil, nil
		return nil
	}
	report := followed(plan, state, results)
	if k := c.shown; k == nil || k.Series != plan.Series || k.From != from || k.To != to || c.report != report {
		c.shown, c.report = scene.NewComparison(plan.Series, from, to, report), report
	}
	return c.shown
}

// followed returns what is known of the objects that are to be followed; nil if nothing is.
func followed(plan *scene.Plan, state *state.State, results *query.Results) *diffs.Report {
	if q, ok := state.DiffQuery(plan.Settings().Grouping(), plan.Series); ok {
		return diffs.Kind.For(results, q)
	}
	return nil
}

// waits reports whether a result may still come in time.
func (c *comparing) waits(plan *scene.Plan, state *state.State, results *query.Results, now time.Duration) bool {
	q, wanted := state.DiffQuery(plan.Settings().Grouping(), plan.Series)
	failed := wanted && results.Request.Wants(diffs.Kind.Of(q)) && !results.Busy
	return c.wait.waits(wanted && !failed && followed(plan, state, results) == nil, now)
}

// waits reports whether an answer may still come in time, if there is one to come.
func (w *waiting) waits(on bool, now time.Duration) bool {
	if !on {
		w.on = false
		return false
	}
	if !w.on { // while answers come too late, steps are not kept waiting one by one
		w.on, w.until = true, now+patience
	}
	w.late = now >= w.until
	return !w.late
}

// toggleCompare shows in the city what was born, died and is permanent, or stops doing so.
func (a *App) toggleCompare() {
	switch {
	case a.city == nil || a.state.View != state.CityView:
		return
	case a.state.Division != scene.ByFate && a.state.Points < 2:
		a.toast("Nothing to compare: this recording has one GC point.")
		return
	}
	a.do(state.Divide{By: a.state.Division.Toggled(scene.ByFate)})
	if from, to, _ := a.state.Comparing(); a.state.Division == scene.ByFate && to <= from {
		a.toast("Go to a GC point after the start of the window to see what was born and died.")
	}
}

// comparedModel tells what the parts of the buildings show or wait for; nil if they are to have none.
func (a *App) comparedModel() *model.Compared {
	if a.state.Division == scene.ByCut {
		return describe.Compared(a.city)
	}
	if a.state.Division != scene.ByFate || a.state.Points < 2 {
		return nil
	}
	m := describe.Compared(a.city)
	if m == nil {
		return &model.Compared{From: a.state.Window.From, Before: true}
	}
	m.Probable = a.state.Diffing.Probable
	m.Waiting = diffs.Kind.Wanted(a.requested) && diffs.Kind.Result(&a.result.Results) == nil && a.result.Results.Err == nil
	return m
}
