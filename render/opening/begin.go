package opening

import (
	"memcity/city/query"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view"
	"memcity/city/view/overview"
)

// begins returns how the view of a new recording begins, and which parts of that are still to do. Without a memory, as in scripts, it
// changes nothing: scripts choose their views.
func (o *Opening) begins() (b view.Beginning, leak, types bool) {
	if !o.Memory.Lasts() || o.Store.City == nil || o.Store.Opened.Growing || !o.Store.Result.Whole || o.Store.Result.Live.Growing || o.Memory.Looking() {
		return view.Whole, false, false
	}
	if b = o.Store.State.View.Defaults(); o.Drawers.Guide {
		b = max(b, view.InLeak)
	}
	leak, types = o.Store.State.PendingDefaults(b)
	return b, leak, types
}

// Query requests the suspicious windows while the view is to begin in one of them.
func (o *Opening) Query(series *trees.Series) query.Query {
	if _, leak, _ := o.begins(); !leak || series.Len() < 2 {
		return query.Query{}
	}
	return overview.Kind.Of(overview.Query{Points: series.Len(), Limits: o.Store.State.Settings.Limits})
}

// beginView shows the summary of a recording with one GC point. It does nothing if the recording was opened before, if the user has already
// acted, or without a memory.
func (o *Opening) beginView() {
	if o.begun || !o.Memory.Lasts() || o.Store.City == nil || o.Store.Opened.Growing || !o.Store.Result.Whole || o.Memory.Looking() {
		return
	}
	o.begun = true
	s := &o.Store.State
	if s.Points == 1 && !o.Store.Result.Live.Growing && !o.Memory.Known() && s.View == state.CityView && s.Selection == "" && !s.CanGoBack() {
		o.Store.Do(state.Show{View: view.That(view.LastState)})
	}
}

// beginPoint goes to the GC point that the recording begins at. While the recording loads, the newest point is shown.
func (o *Opening) beginPoint() {
	if o.pointed || o.Store.City == nil || o.Store.Opened.Growing || !o.Store.Result.Whole || o.Store.Result.Live.Growing || o.awaited != nil || o.Restorable() {
		return
	}
	o.pointed = true
	if o.Store.State.Point == o.Store.State.Points-1 {
		o.Store.Do(state.GoTo{Point: o.Store.Result.Begin})
		o.seeks = true
	}
}

// beginFound shows the GC point with the largest released growth once the findings are computed, unless the user went to another point
// meanwhile.
func (o *Opening) beginFound() {
	if !o.seeks || o.Cityscape.Pinned() == nil {
		return
	}
	o.seeks = false
	at := o.Store.City.Plan.Series.PointOf(o.Cityscape.Pinned().Found.Peak() - 1)
	if at >= 0 && o.Store.State.Point == o.Store.Result.Begin && o.Store.State.Whole() {
		o.Store.Do(state.GoTo{Point: at})
	}
}

// beginDefaults shows a new recording in the leak window and grouped by type, once the leak window is available.
func (o *Opening) beginDefaults() {
	b, leak, types := o.begins()
	if !leak && !types {
		return
	}
	series := o.Store.City.Plan.Series
	action := state.Begin{At: b, Window: trees.Window{To: max(o.Store.State.Points-1, 0)}, Types: !o.Store.Result.Grouped}
	if leak && series.Len() > 1 {
		found := overview.Kind.For(&o.Store.Result.Results, overview.Query{Points: series.Len(), Limits: o.Store.State.Settings.Limits})
		if found == nil {
			return
		}
		action.Window, action.Span = o.Store.State.LeakWindow(found.Evolution, found.Found, series)
	}
	o.Store.Do(action)
}
