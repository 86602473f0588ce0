package pick

import (
	"image"

	"memcity/city/scene"
)

// spotSteps is the number of positions tried along each side of a target's rectangle.
const spotSteps = 9

// Spot returns the rectangle of a building or district in the window, and a pixel where a click hits it. ok is false if it finds none.
func (p *Pick) Spot(t scene.Target) (rect image.Rectangle, at image.Point, ok bool) {
	box, ok := p.store.City.Box(t)
	if !ok {
		return rect, at, false
	}
	if rect, ok = p.screen.Project(p.store.State.Camera, box); !ok {
		return rect, at, false
	}
	middle := rect.Min.Add(rect.Size().Div(2))
	if p.hits(middle, t) {
		return rect, middle, true
	}
	// From the top down: roofs are seldom hidden.
	for y := range spotSteps {
		for x := range spotSteps {
			at = image.Pt(rect.Min.X+(2*x+1)*rect.Dx()/(2*spotSteps), rect.Min.Y+(2*y+1)*rect.Dy()/(2*spotSteps))
			if p.hits(at, t) {
				return rect, at, true
			}
		}
	}
	return rect, at, false
}

// hits reports whether a click on a pixel hits the target.
func (p *Pick) hits(at image.Point, t scene.Target) bool {
	if p.panels.Hit(at) != "" {
		return false
	}
	if _, plate := p.stage.PlateAt(float64(at.X), float64(at.Y)); plate {
		return false
	}
	got, place := p.At(float64(at.X), float64(at.Y))
	if got != t {
		return false
	}
	route, _ := p.RouteAt(float64(at.X), float64(at.Y), got, place)
	return route == 0
}
