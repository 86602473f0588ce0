package render

import (
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/view/diffs"
	"memcity/render/describe"
	"memcity/render/ui/model"
)

// toggleCompare switches the parts of buildings that show born, dead and surviving objects on or off.
func (a *App) toggleCompare() {
	a.store.Do(state.Divide{By: a.store.State.Division.Toggled(scene.ByFate)})
	if from, to, _ := a.store.State.Comparing(); a.store.State.Division == scene.ByFate && to <= from {
		a.notices.Toast("Go to a GC point after the start of the window to see births and deaths.")
	}
}

// comparedModel returns the legend of the parts of buildings, or nil if there are none. It covers pending data too.
func (a *App) comparedModel() *model.Compared {
	if a.store.State.Division == scene.ByCut {
		return describe.Compared(a.store.City)
	}
	if a.store.State.Division != scene.ByFate || a.store.State.Points < 2 {
		return nil
	}
	m := describe.Compared(a.store.City)
	if m == nil {
		return &model.Compared{From: a.store.State.Window.From, Before: true}
	}
	if q, ok := diffs.Kind.In(a.requests.Query()); ok {
		m.Probable = q.Probable
	}
	m.Waiting = diffs.Kind.Wanted(a.requests.Query()) && diffs.Kind.Result(&a.store.Result.Results) == nil && a.store.Result.Results.Err == nil
	return m
}
