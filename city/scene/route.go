package scene

import (
	"cmp"
	"math"
	"slices"

	"memcity/city/trees"
)

// RouteDirection selects the direction of references relative to a selection.
type RouteDirection uint8

// Directions. In settings, AnyDirection selects both directions; in a route, it means that nothing is selected.
const (
	AnyDirection RouteDirection = iota
	Incoming                    // references that keep the selection alive
	Outgoing                    // references by which the selection keeps others alive
)

var routeDirectionNames = []string{"any", "in", "out"}

// String returns the stable lower-case name.
func (w RouteDirection) String() string { return routeDirectionNames[w] }

// ParseRouteDirection reads "any", "in" or "out". The error for other texts lists them.
func ParseRouteDirection(text string) (RouteDirection, error) {
	return trees.ParseName[RouteDirection]("way", routeDirectionNames, text)
}

// RouteSettings configures references drawn over the roofs. Without a selection, these are the strongest of the whole city.
type RouteSettings struct {
	On        bool    // true for routes, false for frustums
	Strength  float64 // of bundling: 0 for straight routes, 1 for routes along the districts
	Max       int     // maximum number of drawn connections, 1 … MaxRoutes; no limit for selected buildings
	Least     int     // minimum number of referenced objects of a connection, from 1
	Direction RouteDirection
}

// MaxRoutes is the maximum number of drawn routes.
const MaxRoutes = 800

// normal returns r with every value inside its range.
func (r RouteSettings) normal() RouteSettings { return Settings{Routes: r}.inRange().Routes }

// maxLeastObjects is the maximum of RouteSettings.Least.
const maxLeastObjects = 1 << 30

// Route is a connection drawn over the roofs: objects of From refer to objects of To.
type Route struct {
	From, To               int32 // indexes into City.Buildings
	FromObjects, ToObjects int64 // objects that have these references, and objects that they refer to
	Direction              RouteDirection

	Controls             []Vec // of the spline, from the roof of From to that of To
	Points               []Vec // RouteSegments+1 points along the spline, connected by straight lines
	FromRadius, ToRadius float64
}

// Routes contains the connections of a selection, or of the whole city, at one GC point. Read-only once built.
type Routes struct {
	List     []Route // by descending number of referenced objects
	Settings RouteSettings
	Selected bool  // true for a selection
	Total    int   // connections between two buildings that pass the settings, including those drawn
	Objects  int64 // referenced objects of all connections; an object counts once per referring group
	Left     int64 // referenced objects of connections that are not drawn
	Unplaced int   // further connections that end at a group without a building, or with an empty building
}

// Share returns the part of the referenced objects that is not drawn, 0 … 1.
func (r *Routes) Share() float64 {
	if r.Objects <= 0 {
		return 0
	}
	return float64(r.Left) / float64(r.Objects)
}

// Other returns the end of a route that is not selected. If nothing, both ends or neither end is selected, it returns the end farther from
// the given place.
func (r *Route) Other(from Vec) int32 {
	a, b := r.Points[0], r.Points[len(r.Points)-1]
	switch {
	case r.Direction == Incoming && r.From != r.To:
		return r.From
	case r.Direction == Outgoing:
		return r.To
	case a.Sub(from).Length() > b.Sub(from).Length():
		return r.From
	}
	return r.To
}

// Routes returns the strongest connections of the selected buildings and districts, or of the whole city without a selection. It sorts them
// by referenced objects, then by referring objects, then by place in the plan. References inside the selection count as outgoing. A GC
// point without reference data has no routes.
//
// The cost is linear in all references between groups and in the buildings. For each drawn route, it is also linear in the districts around
// both ends and in the roofs below the route.
func (c *City) Routes(selected []Target, s RouteSettings) *Routes {
	s = s.normal()
	out := &Routes{Settings: s}
	inside := c.inside(selected)
	out.Selected = inside != nil
	most := s.Max
	if out.Selected && !slices.ContainsFunc(selected, func(t Target) bool { return t.Kind == OnDistrict }) {
		most = MaxRoutes
	}
	if c.Plan.Series.Len() > 0 {
		c.connect(out, inside, most)
	}
	c.lay(out)
	return out
}

// inside returns by building whether it is selected; nil if none is.
func (c *City) inside(selected []Target) []bool {
	var inside []bool
	for _, t := range selected {
		first, end := int32(0), int32(0)
		switch t.Kind {
		case OnBuilding:
			first, end = t.Index, t.Index+1
		case OnDistrict:
			first, end = c.Districts[t.Index].First, c.Districts[t.Index].End
		default:
			continue
		}
		if inside == nil {
			inside = make([]bool, len(c.Buildings))
		}
		for i := first; i < end; i++ {
			inside[i] = true
		}
	}
	return inside
}

// connect finds the strongest connections and counts the rest.
func (c *City) connect(out *Routes, inside []bool, most int) {
	s := c.Plan.Series
	pointers := s.Pointers(c.Point)
	if pointers == nil {
		return
	}
	place := make([]int32, s.Size(c.Point)) // building by node of the GC point's tree
	for node := range place {
		place[node] = -1
		if t := c.Plan.target[s.NodeOf(c.Point, int32(node))]; t.Kind == OnBuilding && c.Buildings[t.Index].visible() {
			place[node] = t.Index
		}
	}
	best := strongest{limit: most}
	for node := range place {
		partners, counts := pointers.PointsTo.Row(int32(node))
		from := place[node]
		for i, partner := range partners {
			to := place[partner]
			way, ok := directionOf(inside, from, to, out.Settings.Direction)
			if !ok || counts[i] < int64(out.Settings.Least) {
				continue
			}
			if from < 0 || to < 0 {
				out.Unplaced++
				continue
			}
			out.Total++
			out.Objects += counts[i]
			best.add(Route{From: from, To: to, Direction: way, ToObjects: counts[i]}, func() int64 {
				return pointers.PointedFrom.Count(partner, int32(node))
			})
		}
	}
	out.List = best.list()
	out.Left = out.Objects
	for i := range out.List {
		out.Left -= out.List[i].ToObjects
	}
}

// visible reports whether the building is visible.
func (b *Building) visible() bool { return b.Top() > 0 && b.Base.Area() > 0 }

// directionOf returns the direction of a connection relative to a selection; ok is false if it should not be shown. An end without a building is
// -1, outside the selection.
func directionOf(inside []bool, from, to int32, want RouteDirection) (way RouteDirection, ok bool) {
	if inside == nil {
		return AnyDirection, true
	}
	out, in := from >= 0 && inside[from], to >= 0 && inside[to]
	switch {
	case out && want != Incoming:
		return Outgoing, true
	case in && want != Outgoing:
		return Incoming, true
	}
	return AnyDirection, false
}

// strongest keeps the strongest connections. It sorts whenever it has twice as many as needed.
type strongest struct {
	limit  int
	routes []Route
	full   bool // true if routes[:limit] are sorted, so that weaker ones can be dropped
}

// add adds a connection. It calls referring, which returns the number of referring objects, only if the connection may stay.
func (s *strongest) add(r Route, referring func() int64) {
	if s.full && r.ToObjects < s.routes[s.limit-1].ToObjects {
		return
	}
	r.FromObjects = referring()
	if s.routes = append(s.routes, r); len(s.routes) >= 2*s.limit {
		s.cut()
	}
}

func (s *strongest) cut() {
	slices.SortFunc(s.routes, func(x, y Route) int {
		return cmp.Or(cmp.Compare(y.ToObjects, x.ToObjects), cmp.Compare(y.FromObjects, x.FromObjects),
			cmp.Compare(x.From, y.From), cmp.Compare(x.To, y.To))
	})
	if s.full = len(s.routes) >= s.limit; s.full {
		s.routes = s.routes[:s.limit]
	}
}

func (s *strongest) list() []Route {
	s.cut()
	return s.routes
}

// routeShare is the radius of the widest route over the side of the ground. thinnestRoute is the radius of the thinnest route over that of
// the widest. taper is the end radius over the start radius: tapered lines show their direction best (Holten and van Wijk, A user study on
// visualizing directed edges in graphs, DOI 10.1145/1518701.1519054).
const (
	routeShare    = 0.006
	thinnestRoute = 0.18
	taper         = 0.4
)

// widths sets the radii of a route. They follow the logarithm of the referenced objects over that of all objects in the heap. No radius
// exceeds that of a frustum at the same roof.
func (c *City) widths(r *Route, side float64) {
	share := 0.0
	if c.Objects > 1 {
		share = min(math.Log1p(float64(r.ToObjects))/math.Log1p(float64(c.Objects)), 1)
	}
	radius := routeShare * side * (thinnestRoute + (1-thinnestRoute)*share*share)
	a, b := &c.Buildings[r.From], &c.Buildings[r.To]
	radius = min(radius, radiusShare*min(a.Base.W, a.Base.D), radiusShare*min(b.Base.W, b.Base.D)/taper)
	r.FromRadius, r.ToRadius = radius, taper*radius
}

// Route returns the colors of both ends of a route. Without a selection, each end has the color of the reference as that building sees it:
// the start keeps the end alive, and the end is kept alive. With a selection, the color gets stronger from start to end.
func (p *Palette) Route(way RouteDirection) (from, to RGB) {
	const pale = 0.55
	switch way {
	case Incoming:
		return p.Incoming.mix(RGB{255, 255, 255}, pale), p.Incoming
	case Outgoing:
		return p.Outgoing.mix(RGB{255, 255, 255}, pale), p.Outgoing
	}
	return p.Outgoing, p.Incoming
}
