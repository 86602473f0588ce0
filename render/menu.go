package render

import (
	"image"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render/ui/model"
)

// keyOf returns the key of the group that a target selects; "" if none.
func (a *App) keyOf(target scene.Target) string {
	if target.Kind == scene.OnBlock { // a block selects its district, which lists and shows its content
		target = scene.Target{Kind: scene.OnDistrict, Index: a.city.Blocks[target.Index].District}
	}
	if node, ok := a.city.Plan.Node(target); ok {
		return a.city.Plan.Series.Key(node)
	}
	return ""
}

// menuAt opens the menu of the city at a pixel. It selects the target there, unless that is part of the selection.
func (a *App) menuAt(x, y float64) {
	target, _ := a.pick(x, y)
	switch key := a.keyOf(target); {
	case key == "":
		a.do(state.SelectRows{})
	case !a.state.IsSelected(key):
		a.do(state.SelectRows{Keys: []string{key}})
	}
	a.openMenu(image.Pt(int(x), int(y)))
}

// menuByKey opens the menu at the selection, or at the center of the picture if the selection is not visible.
func (a *App) menuByKey() {
	if a.city == nil || a.state.View != state.CityView {
		return
	}
	x, y := a.state.Frame.OrWhole().Center()
	at := image.Pt(int(float64(a.screen.Width)*(1+x)/2), int(float64(a.screen.Height)*(1-y)/2))
	if t := a.city.Plan.Find(a.state.Selection); t.Kind != scene.Nothing {
		if _, spot, ok := a.spot(t); ok {
			at = spot
		}
	}
	a.openMenu(at)
}

func (a *App) openMenu(at image.Point) {
	a.hover(scene.Target{}) // or the tooltip would cover the menu
	a.stale = true
	a.panels.Show(a.model(), a.screen.Size(), a.screen.Scale()) // include the new selection
	a.panels.CityMenu(at)
}

// closeMenu closes the menu when the city moves.
func (a *App) closeMenu() {
	if !a.panels.Rect(model.Menu).Empty() {
		a.panels.Blur()
	}
}
