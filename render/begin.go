package render

import (
	"memcity/city/query"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view"
	"memcity/city/view/overview"
)

// begins returns how the view of a new recording begins, and which parts of that are still to do. Without a memory, as in scripts, it
// changes nothing: scripts choose their views.
func (a *App) begins() (b view.Beginning, leak, types bool) {
	if a.options.Memory == nil || a.city == nil || a.opened.growing || !a.result.Whole || a.result.Live.Growing || a.memory.Looking() {
		return view.Whole, false, false
	}
	if b = a.state.View.Defaults(); a.drawers.Guide {
		b = max(b, view.InLeak)
	}
	leak, types = a.state.PendingDefaults(b)
	return b, leak, types
}

// beginQuery requests the suspicious windows while the view is to begin in one of them.
func (a *App) beginQuery(series *trees.Series) query.Query {
	if _, leak, _ := a.begins(); !leak || series.Len() < 2 {
		return query.Query{}
	}
	return overview.Kind.Of(overview.Query{Points: series.Len(), Limits: a.state.Settings.Limits})
}

// beginView shows the summary of a recording with one GC point. It does nothing if the recording was opened before, if the user has already
// acted, or without a memory.
func (a *App) beginView() {
	if a.opened.begun || a.options.Memory == nil || a.city == nil || a.opened.growing || !a.result.Whole || a.memory.Looking() {
		return
	}
	a.opened.begun = true
	s := &a.state
	if s.Points == 1 && !a.result.Live.Growing && !a.memory.Known() && s.View == state.CityView && s.Selection == "" && !s.CanGoBack() {
		a.do(state.Show{View: view.That(view.LastState)})
	}
}

// beginPoint goes to the GC point that the recording begins at. While the recording loads, the newest point is shown.
func (a *App) beginPoint() {
	if a.opened.pointed || a.city == nil || a.opened.growing || !a.result.Whole || a.result.Live.Growing || a.awaited != nil || a.restorable() {
		return
	}
	a.opened.pointed = true
	if a.state.Point == a.state.Points-1 {
		a.do(state.GoTo{Point: a.result.Begin})
		a.opened.seeks = true
	}
}

// beginFound shows the GC point with the largest released growth once the findings are computed, unless the user went to another point
// meanwhile.
func (a *App) beginFound() {
	if !a.opened.seeks || a.pinned == nil {
		return
	}
	a.opened.seeks = false
	at := a.city.Plan.Series.PointOf(a.pinned.Found.Peak() - 1)
	if at >= 0 && a.state.Point == a.result.Begin && a.state.Whole() {
		a.do(state.GoTo{Point: at})
	}
}

// unlessLast returns the given GC point or, if that is the last one, the point that the recording begins at.
func (a *App) unlessLast(point int) int {
	if point == a.state.Points-1 {
		return a.result.Begin
	}
	return point
}

// begin shows a new recording in the leak window and grouped by type, once the leak window is available.
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
