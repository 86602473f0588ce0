package part

import (
	"memcity/city/state"
	"memcity/city/view"
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
		{Text: "Inspect as group", Key: k.KeyOf(action.View(view.That(view.GroupContents))), Why: widget.Why(!known, "It has no objects at this GC point"), Act: visit(view.That(view.GroupContents))},
		{Text: "Who holds it", Key: k.KeyOf(action.View(view.That(view.RootPaths))), Why: widget.Why(!known, "It has no objects at this GC point"), Act: visit(view.That(view.RootPaths))},
	}
}
