package part

import (
	"memcity/city"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// GroupRows are the ways from a group to other views.
func GroupRows(k *widget.Core, group string, inCity, known bool) []widget.MenuRow {
	visit := func(v city.View) func(*widget.Canvas) {
		return func(c *widget.Canvas) {
			c.Do(city.Visit{View: v, Key: group})
			if v == city.CityView {
				c.Emit(model.FocusSelection)
			}
		}
	}
	return []widget.MenuRow{
		{Text: "Show in city", Key: "Ctrl+1", Off: !inCity, Act: visit(city.CityView)},
		{Text: "Inspect as group", Key: "Ctrl+3", Off: !known, Act: visit(city.GroupView)},
		{Text: "Who holds it", Key: "Ctrl+4", Off: !known, Act: visit(city.GraphView)},
	}
}
