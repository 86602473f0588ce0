package part

import (
	"memcity/city/state"
	"memcity/city/view/graphs"
	"memcity/city/view/inspect"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// GroupRows returns the menu rows that show a group in other views.
func GroupRows(k *widget.Core, group string, inCity, known bool) []widget.MenuRow {
	visit := func(v state.View) func(*widget.Canvas) {
		return func(c *widget.Canvas) {
			c.Do(state.Visit{View: v, Key: group})
			if v == state.CityView {
				c.Emit(model.FocusSelection)
			}
		}
	}
	return []widget.MenuRow{
		{Text: "Show in city", Key: "Ctrl+1", Why: widget.Why(!inCity, widget.NoPlaceInCity), Act: visit(state.CityView)},
		{Text: "Inspect as group", Key: "Ctrl+3", Why: widget.Why(!known, "It has no objects at this GC point"), Act: visit(inspect.View.ID)},
		{Text: "Who holds it", Key: "Ctrl+4", Why: widget.Why(!known, "It has no objects at this GC point"), Act: visit(graphs.View.ID)},
	}
}
