package render

import (
	"image"
	"math"
	"time"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render/describe"
	"memcity/render/ui/model"
)

// routes returns the visible routes; nil if references are not shown as routes.
func (a *App) routes() *scene.Routes {
	s := &a.store.State.Settings
	if a.store.City == nil || a.store.State.View != state.CityView || !s.References || !s.Routes.On {
		return nil
	}
	var targets []scene.Target
	last, also := a.store.Selected()
	if last.Kind != scene.Nothing {
		targets = append(targets, last)
	}
	return a.stage.Routes(a.store.City, append(targets, also...), s.Routes)
}

// toggleRoutes switches between routes and frustums for references.
func (a *App) toggleRoutes() {
	s := a.store.State.Settings
	s.Routes.On = !s.Routes.On || !s.References
	s.References = true
	a.store.Do(state.Set{To: s})
}

// pointed returns the route under the pointer or, if a panel points at a building, the strongest route of that building. It is 1-based; 0
// for none.
func (a *App) pointed(r *scene.Routes, hover scene.Target) int {
	if a.pointer.overPanel {
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
	if a.pointer.route > len(r.List) {
		return 0
	}
	return a.pointer.route
}

// routeSlop is the maximum distance between the pointer and a route, in points.
const routeSlop = 3

// pickRoute returns the visible route at a pixel, 1-based, and the place on it; 0 for none. The given hit and at are the target at that
// pixel and its position.
func (a *App) pickRoute(x, y float64, hit scene.Target, at scene.Vec) (route int, place scene.Vec) {
	r := a.routes()
	if r == nil {
		return 0, at
	}
	aspect, away := a.screen.Aspect(), math.Inf(1)
	if hit.Kind != scene.Nothing {
		_, _, away, _ = a.store.State.Camera.Project(at, aspect)
	}
	atX, atY := a.screen.At(x, y)
	return r.Pick(a.store.State.Camera, atX, atY, aspect, 2*routeSlop*a.screen.Scale()/float64(max(a.screen.Height, 1)), away)
}

// pointedRoute describes the route under the pointer; nil if there is none.
func (a *App) pointedRoute() *model.Route {
	r := a.routes()
	if r == nil {
		return nil
	}
	i := a.pointed(r, a.pointer.hovered)
	if i == 0 || a.pointer.overPanel || a.drawers.Finder.Open() {
		return nil
	}
	e := &r.List[i-1]
	d := describe.Groups{City: a.store.City, State: &a.store.State}
	from, to := a.store.City.Buildings[e.From].Node, a.store.City.Buildings[e.To].Node
	return &model.Route{From: d.Path(from), To: d.Path(to), FromObjects: e.FromObjects, ToObjects: e.ToObjects, Direction: e.Direction}
}

// followRoute selects the other end of a route, seen from the selection or, without one, from the clicked place.
func (a *App) followRoute(route int, place scene.Vec, add bool, now time.Duration) {
	end := a.routes().List[route-1].Other(place)
	a.store.Do(state.Select{Key: a.store.City.Plan.Series.Key(a.store.City.Buildings[end].Node), Add: add})
	a.showSelection(now)
}

// describedRoutes is the maximum number of routes in a description.
const describedRoutes = 5

// describeRoutes describes the routes; nil if none are visible.
func (a *App) describeRoutes() *describe.DescribedRoutes {
	r := a.routes()
	if r == nil {
		return nil
	}
	d := &describe.DescribedRoutes{Shown: len(r.List), Connections: r.Total, LeftShare: roundTo(r.Share(), 4),
		Strongest: []describe.DescribedRoute{}}
	for i := range r.List[:min(len(r.List), 4*describedRoutes)] {
		if at, ok := a.spotRoute(r, i+1); ok && len(d.Strongest) < describedRoutes {
			d.Strongest = append(d.Strongest, a.describeRoute(&r.List[i], at))
		}
	}
	if i := a.pointed(r, a.pointer.hovered); i > 0 {
		e := a.describeRoute(&r.List[i-1], image.Pt(int(a.pointer.x), int(a.pointer.y)))
		d.Pointed = &e
	}
	return d
}

func (a *App) describeRoute(e *scene.Route, at image.Point) describe.DescribedRoute {
	key := func(building int32) string {
		return a.store.City.Plan.Series.Key(a.store.City.Buildings[building].Node)
	}
	return describe.DescribedRoute{From: key(e.From), To: key(e.To), FromObjects: e.FromObjects, ToObjects: e.ToObjects,
		At: [2]int{at.X, at.Y}}
}

// spotRoute returns a pixel where the pointer hits the given route, which is 1-based. ok is false if it finds none.
func (a *App) spotRoute(r *scene.Routes, route int) (at image.Point, ok bool) {
	points := r.List[route-1].Points
	for k := 2; k < len(points)-2; k += 2 {
		x, y, _, seen := a.store.State.Camera.Project(points[k], a.screen.Aspect())
		x, y = a.screen.Pixel(x, y)
		if at = image.Pt(int(x), int(y)); !seen || !at.In(image.Rectangle{Max: a.screen.Size()}) || a.panels.Hit(at) != "" {
			continue
		}
		hit, place := a.pick(float64(at.X), float64(at.Y))
		if got, _ := a.pickRoute(float64(at.X), float64(at.Y), hit, place); got == route {
			return at, true
		}
	}
	return at, false
}
