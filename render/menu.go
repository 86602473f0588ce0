package render

import (
	"image"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render/ui/model"
)

// menuAt opens the menu of the city at a pixel. It selects the target there, unless that is part of the selection.
func (a *App) menuAt(x, y float64) {
	target, _ := a.pick(x, y)
	switch key := a.store.KeyOf(target); {
	case key == "":
		a.store.Do(state.SelectRows{})
	case !a.store.State.IsSelected(key):
		a.store.Do(state.SelectRows{Keys: []string{key}})
	}
	a.openMenu(image.Pt(int(x), int(y)))
}

// menuByKey opens the menu at the selection, or at the center of the picture if the selection is not visible.
func (a *App) menuByKey() {
	if a.store.City == nil || a.store.State.View != state.CityView {
		return
	}
	x, y := a.store.State.Frame.OrWhole().Center()
	at := image.Pt(int(float64(a.screen.Width)*(1+x)/2), int(float64(a.screen.Height)*(1-y)/2))
	if t := a.store.City.Plan.Find(a.store.State.Selection); t.Kind != scene.Nothing {
		if _, spot, ok := a.spot(t); ok {
			at = spot
		}
	}
	a.openMenu(at)
}

func (a *App) openMenu(at image.Point) {
	a.hover(scene.Target{}) // or the tooltip would cover the menu
	a.store.Stale = true
	a.panels.Show(a.model(), a.screen.Size(), a.screen.Scale()) // include the new selection
	a.panels.CityMenu(at)
}

// closeMenu closes the menu when the city moves.
func (a *App) closeMenu() {
	if !a.panels.Rect(model.Menu).Empty() {
		a.panels.Blur()
	}
}
