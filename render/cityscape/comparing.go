package cityscape

import (
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/view/diffs"
	"memcity/render/describe"
	"memcity/render/ui/model"
)

// ToggleCompare switches the parts of buildings that show born, dead and surviving objects on or off.
func (c *Cityscape) ToggleCompare() {
	c.store.Do(state.Divide{By: c.store.State.Division.Toggled(scene.ByFate)})
	if from, to, _ := c.store.State.Comparing(); c.store.State.Division == scene.ByFate && to <= from {
		c.notices.Toast("Go to a GC point after the start of the window to see births and deaths.")
	}
}

// ComparedModel returns the legend of the parts of buildings, or nil if there are none. It covers pending data too.
func (c *Cityscape) ComparedModel() *model.Compared {
	if c.store.State.Division == scene.ByCut {
		return describe.Compared(c.store.City)
	}
	if c.store.State.Division != scene.ByFate || c.store.State.Points < 2 {
		return nil
	}
	m := describe.Compared(c.store.City)
	if m == nil {
		return &model.Compared{From: c.store.State.Window.From, Before: true}
	}
	if q, ok := diffs.Kind.In(c.requests.Query()); ok {
		m.Probable = q.Probable
	}
	m.Waiting = diffs.Kind.Wanted(c.requests.Query()) && diffs.Kind.Result(&c.store.Result.Results) == nil && c.store.Result.Results.Err == nil
	return m
}
