package render

import (
	"image"

	"memcity/city/scene"
	"memcity/render/describe"
	"memcity/render/ui/model"
)

// pointedRoute describes the route under the pointer; nil if there is none.
func (a *App) pointedRoute() *model.Route {
	r := a.cityscape.Routes()
	if r == nil {
		return nil
	}
	i := a.pick.Pointed(r, a.pick.Hovered)
	if i == 0 || a.pick.OverPanel || a.drawers.Finder.Open() {
		return nil
	}
	e := &r.List[i-1]
	d := describe.Groups{City: a.store.City, State: &a.store.State}
	from, to := a.store.City.Buildings[e.From].Node, a.store.City.Buildings[e.To].Node
	return &model.Route{From: d.Path(from), To: d.Path(to), FromObjects: e.FromObjects, ToObjects: e.ToObjects, Direction: e.Direction}
}

// describedRoutes is the maximum number of routes in a description.
const describedRoutes = 5

// describeRoutes describes the routes; nil if none are visible.
func (a *App) describeRoutes() *describe.DescribedRoutes {
	r := a.cityscape.Routes()
	if r == nil {
		return nil
	}
	d := &describe.DescribedRoutes{Shown: len(r.List), Connections: r.Total, LeftShare: roundTo(r.Share(), 4),
		Strongest: []describe.DescribedRoute{}}
	for i := range r.List[:min(len(r.List), 4*describedRoutes)] {
		if at, ok := a.pick.SpotRoute(r, i+1); ok && len(d.Strongest) < describedRoutes {
			d.Strongest = append(d.Strongest, a.describeRoute(&r.List[i], at))
		}
	}
	if i := a.pick.Pointed(r, a.pick.Hovered); i > 0 {
		e := a.describeRoute(&r.List[i-1], image.Pt(int(a.pick.X), int(a.pick.Y)))
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
