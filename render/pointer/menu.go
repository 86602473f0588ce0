package pointer

import (
	"image"
	"time"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render/ui/model"
)

// menuAt opens the menu of the city at a pixel. It selects the target there, unless that is part of the selection.
func (p *Pointer) menuAt(x, y float64) {
	target, _ := p.pick.At(x, y)
	switch key := p.store.KeyOf(target); {
	case key == "":
		p.store.Do(state.SelectRows{})
	case !p.store.State.IsSelected(key):
		p.store.Do(state.SelectRows{Keys: []string{key}})
	}
	p.openMenu(image.Pt(int(x), int(y)))
}

// MenuByKey opens the menu at the selection, or at the center of the picture if the selection is not visible.
func (p *Pointer) MenuByKey() {
	if p.store.City == nil || p.store.State.View != state.CityView {
		return
	}
	x, y := p.store.State.Frame.OrWhole().Center()
	at := image.Pt(int(float64(p.screen.Width)*(1+x)/2), int(float64(p.screen.Height)*(1-y)/2))
	if t := p.store.City.Plan.Find(p.store.State.Selection); t.Kind != scene.Nothing {
		if _, spot, ok := p.pick.Spot(t); ok {
			at = spot
		}
	}
	p.openMenu(at)
}

// closeMenu closes the menu when the city moves.
func (p *Pointer) closeMenu() {
	if !p.panels.Rect(model.Menu).Empty() {
		p.panels.Blur()
	}
}

// openPlate opens the guide at the finding of the given plate.
func (p *Pointer) openPlate(pin int, now time.Duration) {
	if p.store.City == nil || p.store.City.Pinned == nil || pin >= len(p.store.City.Pinned.List) {
		return
	}
	p.store.Do(state.Explain{Finding: p.store.City.Pinned.List[pin].Finding})
	if !p.drawers.Sides().Shows(model.GuideP) {
		p.drawers.ToggleGuide(now)
	}
}

// followRoute selects the other end of a route, seen from the selection or, without one, from the clicked place.
func (p *Pointer) followRoute(route int, place scene.Vec, add bool, now time.Duration) {
	end := p.cityscape.Routes().List[route-1].Other(place)
	p.store.Do(state.Select{Key: p.store.City.Plan.Series.Key(p.store.City.Buildings[end].Node), Add: add})
	p.store.Reveal(now)
}

// openMenu notes where the menu opens once the panels show the selection.
func (p *Pointer) openMenu(at image.Point) {
	p.pick.Hover(scene.Target{}) // or the tooltip would cover the menu
	p.menu = &at
}

// Menu returns where to open the menu of the city; ok is false if it is not to open.
func (p *Pointer) Menu() (at image.Point, ok bool) {
	if p.menu == nil {
		return at, false
	}
	at, p.menu = *p.menu, nil
	return at, true
}
