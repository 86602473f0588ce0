package part

import (
	"memcity/city/state"
	"memcity/city/view/graphs"
	"memcity/city/view/inspect"
	"memcity/render/action"
	"memcity/render/ui/widget"
)

// GroupRows returns the menu rows that show a group in other views.
func GroupRows(k *widget.Core, group string, inCity, known bool) []widget.MenuRow {
	visit := func(v state.View) func(*widget.Canvas) {
		return func(c *widget.Canvas) {
			c.Do(state.Visit{View: v, Key: group})
			if v == state.CityView {
				c.Run(action.CameraFocus)
			}
		}
	}
	return []widget.MenuRow{
		{Text: "Show in city", Key: k.KeyOf(action.View(state.CityView)), Why: widget.Why(!inCity, widget.NoPlaceInCity), Act: visit(state.CityView)},
		{Text: "Inspect as group", Key: k.KeyOf(action.View(inspect.View.ID)), Why: widget.Why(!known, "It has no objects at this GC point"), Act: visit(inspect.View.ID)},
		{Text: "Who holds it", Key: k.KeyOf(action.View(graphs.View.ID)), Why: widget.Why(!known, "It has no objects at this GC point"), Act: visit(graphs.View.ID)},
	}
}
