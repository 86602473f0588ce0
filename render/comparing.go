package render

import (
	"memcity/city"
	"memcity/render/ui"
)

// comparing keeps what the parts of the buildings show.
type comparing struct {
	shown  *city.Comparison
	report *city.DiffReport // that it was made of; nil if of counts alone
}

// of returns what the city of a plan compares; nil for nothing. Until objects have been followed, and where they cannot be,
// that is the counts.
func (c *comparing) of(plan *city.Plan, state *city.State, answers *city.Answers) *city.Comparison {
	from, to, ok := state.Comparing()
	if !ok || to >= plan.Series.Len() {
		*c = comparing{}
		return nil
	}
	report := answers.Diff
	if ask := state.AskDiff(plan.Series); report != nil &&
		(ask == nil || report.Ask != *ask || !answers.Ask.Grouping.Same(plan.Settings().Grouping())) {
		report = nil
	}
	if k := c.shown; k == nil || k.Series != plan.Series || k.From != from || k.To != to || c.report != report {
		*c = comparing{city.NewComparison(plan.Series, from, to, report), report}
	}
	return c.shown
}

// toggleCompare shows in the city what was born, died and is permanent, or stops doing so.
func (a *App) toggleCompare() {
	switch {
	case a.city == nil || a.state.View != city.CityView:
		return
	case !a.state.Diffing.InCity && a.state.Points < 2:
		a.toast("Nothing to compare: this recording has one GC point.")
		return
	}
	a.do(city.Compare{On: !a.state.Diffing.InCity})
	if from, to, _ := a.state.Comparing(); a.state.Diffing.InCity && to <= from {
		a.toast("Go on to a GC point after the start of the window to see what was born and died.")
	}
}

// comparedModel tells what the parts of the buildings show; nil if they have none and are to have none.
func comparedModel(c *city.City) *ui.Compared {
	k := c.Compared
	if k == nil {
		return nil
	}
	m := &ui.Compared{From: k.From, AtStart: k.From == k.To, Sizes: c.Plan.Settings().Measure != city.Shallow}
	if !k.ByCounts() {
		m.Followed = k.Followed.String()
	}
	return m
}

// comparedModel tells what the parts of the buildings show or wait for; nil if they are to have none.
func (a *App) comparedModel() *ui.Compared {
	if !a.state.Diffing.InCity || a.state.Points < 2 {
		return nil
	}
	m := comparedModel(a.city)
	if m == nil {
		return &ui.Compared{From: a.state.Window.From, Before: true}
	}
	m.Probable = a.state.Diffing.Probable
	m.Waiting = a.asked.Diff != nil && a.result.Answers.Diff == nil && a.result.Answers.Err == nil
	return m
}
