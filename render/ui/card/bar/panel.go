package bar

import (
	"memcity/city/state"
	"memcity/city/view/treemap"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/widget"
)

// New returns the bar along the top.
func New() *widget.Panel {
	return &widget.Panel{ID: model.Bar, Draw: DrawBar, Opens: func(*widget.Core) bool { return true },
		Menus: map[widget.MenuName]func(*widget.Core) []widget.MenuRow{widget.CameraMenu: cameraRows, widget.OpenMenu: part.OpenRows}}
}

// cameraRows returns the rows of the camera menu.
func cameraRows(k *widget.Core) []widget.MenuRow {
	return []widget.MenuRow{
		{Text: "Whole city", Key: "R", Event: model.ViewHome}, {Text: "Bird's eye", Key: "B", Event: model.ViewBird},
		{Text: "From the front", Key: "1", Event: model.ViewFront}, {Text: "From the right", Key: "2", Event: model.ViewRight},
		{Text: "From the back", Key: "3", Event: model.ViewBack}, {Text: "From the left", Key: "4", Event: model.ViewLeft},
		{Text: "As sunburst", Key: "Ctrl+T", Act: func(c *widget.Canvas) { showTree(c, treemap.Sunburst) }},
		{Text: "As icicle plot", Act: func(c *widget.Canvas) { showTree(c, treemap.Icicle) }},
		{Text: "Fly to the selection", Key: "F", Why: widget.Why(k.Model.State.Selection == "" && k.Model.Selection == nil, "Nothing is selected"), Event: model.FocusSelection},
	}
}

// showTree shows the tree view with the given kind of drawing.
func showTree(c *widget.Canvas, kind treemap.Kind) {
	to := treemap.View.Of(c.Model.State.Views)
	to.Kind, to.Together = kind, false
	c.Do(state.SetTreemap{To: to})
	c.Do(state.Show{View: treemap.View.ID})
}
