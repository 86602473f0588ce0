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
	a.do(state.Divide{By: a.state.Division.Toggled(scene.ByFate)})
	if from, to, _ := a.state.Comparing(); a.state.Division == scene.ByFate && to <= from {
		a.toast("Go to a GC point after the start of the window to see births and deaths.")
	}
}

// comparedModel returns the legend of the parts of buildings, or nil if there are none. It covers pending data too.
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
	if q, ok := diffs.Kind.In(a.requests.Query()); ok {
		m.Probable = q.Probable
	}
	m.Waiting = diffs.Kind.Wanted(a.requests.Query()) && diffs.Kind.Result(&a.result.Results) == nil && a.result.Results.Err == nil
	return m
}
