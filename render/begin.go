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
	if !a.memory.Lasts() || a.store.City == nil || a.store.Opened.Growing || !a.store.Result.Whole || a.store.Result.Live.Growing || a.memory.Looking() {
		return view.Whole, false, false
	}
	if b = a.store.State.View.Defaults(); a.drawers.Guide {
		b = max(b, view.InLeak)
	}
	leak, types = a.store.State.PendingDefaults(b)
	return b, leak, types
}

// beginQuery requests the suspicious windows while the view is to begin in one of them.
func (a *App) beginQuery(series *trees.Series) query.Query {
	if _, leak, _ := a.begins(); !leak || series.Len() < 2 {
		return query.Query{}
	}
	return overview.Kind.Of(overview.Query{Points: series.Len(), Limits: a.store.State.Settings.Limits})
}

// beginView shows the summary of a recording with one GC point. It does nothing if the recording was opened before, if the user has already
// acted, or without a memory.
func (a *App) beginView() {
	if a.store.Opened.Begun || !a.memory.Lasts() || a.store.City == nil || a.store.Opened.Growing || !a.store.Result.Whole || a.memory.Looking() {
		return
	}
	a.store.Opened.Begun = true
	s := &a.store.State
	if s.Points == 1 && !a.store.Result.Live.Growing && !a.memory.Known() && s.View == state.CityView && s.Selection == "" && !s.CanGoBack() {
		a.store.Do(state.Show{View: view.That(view.LastState)})
	}
}

// beginPoint goes to the GC point that the recording begins at. While the recording loads, the newest point is shown.
func (a *App) beginPoint() {
	if a.store.Opened.Pointed || a.store.City == nil || a.store.Opened.Growing || !a.store.Result.Whole || a.store.Result.Live.Growing || a.awaited != nil || a.restorable() {
		return
	}
	a.store.Opened.Pointed = true
	if a.store.State.Point == a.store.State.Points-1 {
		a.store.Do(state.GoTo{Point: a.store.Result.Begin})
		a.store.Opened.Seeks = true
	}
}

// beginFound shows the GC point with the largest released growth once the findings are computed, unless the user went to another point
// meanwhile.
func (a *App) beginFound() {
	if !a.store.Opened.Seeks || a.cityscape.Pinned() == nil {
		return
	}
	a.store.Opened.Seeks = false
	at := a.store.City.Plan.Series.PointOf(a.cityscape.Pinned().Found.Peak() - 1)
	if at >= 0 && a.store.State.Point == a.store.Result.Begin && a.store.State.Whole() {
		a.store.Do(state.GoTo{Point: at})
	}
}

// begin shows a new recording in the leak window and grouped by type, once the leak window is available.
func (a *App) begin() {
	b, leak, types := a.begins()
	if !leak && !types {
		return
	}
	series := a.store.City.Plan.Series
	action := state.Begin{At: b, Window: trees.Window{To: max(a.store.State.Points-1, 0)}, Types: !a.store.Result.Grouped}
	if leak && series.Len() > 1 {
		found := overview.Kind.For(&a.store.Result.Results, overview.Query{Points: series.Len(), Limits: a.store.State.Settings.Limits})
		if found == nil {
			return
		}
		action.Window, action.Span = a.store.State.LeakWindow(found.Evolution, found.Found, series)
	}
	a.store.Do(action)
}
