package present

import (
	"image"

	"memcity/city/scene"
	"memcity/render/describe"
	"memcity/render/ui/model"
)

// pointedRoute describes the route under the pointer; nil if there is none.
func (p *Presenter) pointedRoute() *model.Route {
	r := p.Cityscape.Routes()
	if r == nil {
		return nil
	}
	i := p.Pick.Pointed(r, p.Pick.Hovered)
	if i == 0 || p.Pick.OverPanel || p.Drawers.Finder.Open() {
		return nil
	}
	e := &r.List[i-1]
	d := describe.Groups{City: p.Store.City, State: &p.Store.State}
	from, to := p.Store.City.Buildings[e.From].Node, p.Store.City.Buildings[e.To].Node
	return &model.Route{From: d.Path(from), To: d.Path(to), FromObjects: e.FromObjects, ToObjects: e.ToObjects, Direction: e.Direction}
}

// describedRoutes is the maximum number of routes in a description.
const describedRoutes = 5

// describeRoutes describes the routes; nil if none are visible.
func (p *Presenter) describeRoutes() *describe.DescribedRoutes {
	r := p.Cityscape.Routes()
	if r == nil {
		return nil
	}
	d := &describe.DescribedRoutes{Shown: len(r.List), Connections: r.Total, LeftShare: describe.RoundTo(r.Share(), 4),
		Strongest: []describe.DescribedRoute{}}
	for i := range r.List[:min(len(r.List), 4*describedRoutes)] {
		if at, ok := p.Pick.SpotRoute(r, i+1); ok && len(d.Strongest) < describedRoutes {
			d.Strongest = append(d.Strongest, p.describeRoute(&r.List[i], at))
		}
	}
	if i := p.Pick.Pointed(r, p.Pick.Hovered); i > 0 {
		e := p.describeRoute(&r.List[i-1], image.Pt(int(p.Pick.X), int(p.Pick.Y)))
		d.Pointed = &e
	}
	return d
}

func (p *Presenter) describeRoute(e *scene.Route, at image.Point) describe.DescribedRoute {
	key := func(building int32) string {
		return p.Store.City.Plan.Series.Key(p.Store.City.Buildings[building].Node)
	}
	return describe.DescribedRoute{From: key(e.From), To: key(e.To), FromObjects: e.FromObjects, ToObjects: e.ToObjects,
		At: [2]int{at.X, at.Y}}
}
