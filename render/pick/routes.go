package pick

import (
	"image"
	"math"

	"memcity/city/scene"
)

// Pointed returns the route under the pointer or, if a panel points at a building, the strongest route of that building. It is 1-based; 0
// for none.
func (p *Pick) Pointed(r *scene.Routes, hover scene.Target) int {
	if p.OverPanel {
		if !r.Selected || hover.Kind != scene.OnBuilding {
			return 0
		}
		for i := range r.List {
			if e := &r.List[i]; e.From == hover.Index || e.To == hover.Index {
				return i + 1
			}
		}
		return 0
	}
	if p.Route > len(r.List) {
		return 0
	}
	return p.Route
}

// routeSlop is the maximum distance between the pointer and a route, in points.
const routeSlop = 3

// RouteAt returns the visible route at a pixel, 1-based, and the place on it; 0 for none. The given hit and at are the target at that
// pixel and its position.
func (p *Pick) RouteAt(x, y float64, hit scene.Target, at scene.Vec) (route int, place scene.Vec) {
	r := p.cityscape.Routes()
	if r == nil {
		return 0, at
	}
	aspect, away := p.screen.Aspect(), math.Inf(1)
	if hit.Kind != scene.Nothing {
		_, _, away, _ = p.store.State.Camera.Project(at, aspect)
	}
	atX, atY := p.screen.At(x, y)
	return r.Pick(p.store.State.Camera, atX, atY, aspect, 2*routeSlop*p.screen.Scale()/float64(max(p.screen.Height, 1)), away)
}

// SpotRoute returns a pixel where the pointer hits the given route, which is 1-based. ok is false if it finds none.
func (p *Pick) SpotRoute(r *scene.Routes, route int) (at image.Point, ok bool) {
	points := r.List[route-1].Points
	for k := 2; k < len(points)-2; k += 2 {
		x, y, _, seen := p.store.State.Camera.Project(points[k], p.screen.Aspect())
		x, y = p.screen.Pixel(x, y)
		if at = image.Pt(int(x), int(y)); !seen || !at.In(image.Rectangle{Max: p.screen.Size()}) || p.panels.Hit(at) != "" {
			continue
		}
		hit, place := p.At(float64(at.X), float64(at.Y))
		if got, _ := p.RouteAt(float64(at.X), float64(at.Y), hit, place); got == route {
			return at, true
		}
	}
	return at, false
}
