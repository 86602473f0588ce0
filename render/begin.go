package render

import (
	"memcity/city/query"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view"
	"memcity/city/view/overview"
	"memcity/city/view/summaries"
)

// begins returns how what is open begins, and what of that is still to do. Without a memory, as in scripts, nothing begins by
// itself: they show what they say.
func (a *App) begins() (b view.Beginning, leak, types bool) {
	if a.options.Memory == nil || a.city == nil || a.opened.growing || !a.result.Whole || a.result.Live.Growing || a.memory.Looking() {
		return view.Whole, false, false
	}
	if b = a.state.View.Begins(); a.drawers.Guide {
		b = max(b, view.InLeak)
	}
	leak, types = a.state.Begins(b)
	return b, leak, types
}

// beginQuery requests the suspicious windows as long as something is to begin in one.
func (a *App) beginQuery(series *trees.Series) query.Query {
	if _, leak, _ := a.begins(); !leak || series.Len() < 2 {
		return query.Query{}
	}
	return overview.Kind.Of(overview.Query{Points: series.Len(), Limits: a.state.Settings.Limits})
}

// beginView shows the summary first where one GC point was opened, unless it is known how it was left before, or the user has
// done something already. As
// with windows, nothing begins by itself without a memory.
func (a *App) beginView() {
	if a.opened.begun || a.options.Memory == nil || a.city == nil || a.opened.growing || !a.result.Whole || a.memory.Looking() {
		return
	}
	a.opened.begun = true
	s := &a.state
	if s.Points == 1 && !a.result.Live.Growing && !a.memory.Known() && s.View == state.CityView && s.Selection == "" && !s.CanGoBack() {
		a.do(state.Show{View: summaries.View.ID})
	}
}

// beginPoint shows the GC point that a recording begins at. Until it is read, the newest one is shown.
func (a *App) beginPoint() {
	if a.opened.pointed || a.city == nil || a.opened.growing || !a.result.Whole || a.result.Live.Growing || a.awaited != nil || a.restorable() {
		return
	}
	a.opened.pointed = true
	if a.state.Point == a.state.Points-1 {
		a.do(state.GoTo{Point: a.result.Begin})
	}
}

// unlessLast returns a GC point, or the one that the recording begins at if it is the last of all.
func (a *App) unlessLast(point int) int {
	if point == a.state.Points-1 {
		return a.result.Begin
	}
	return point
}

// begin shows what was opened for the first time in the leak window, and by type, once that is known.
func (a *App) begin() {
	b, leak, types := a.begins()
	if !leak && !types {
		return
	}
	series := a.city.Plan.Series
	action := state.Begin{At: b, Window: trees.Window{To: max(a.state.Points-1, 0)}, Types: !a.result.Grouped}
	if leak && series.Len() > 1 {
		found := overview.Kind.For(&a.result.Results, overview.Query{Points: series.Len(), Limits: a.state.Settings.Limits})
		if found == nil {
			return
		}
		action.Window, action.Span = a.state.LeakWindow(found.Evolution, found.Found, series)
	}
	a.do(action)
}
