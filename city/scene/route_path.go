package scene

import (
	"math"
	"slices"

	"memcity/layout"
)

// RouteSegments is the number of straight segments of a drawn route.
const RouteSegments = 36

// Lengths relative to the side of the ground.
const (
	routeRise = 0.018 // height of a route above its roof, and above the next level of districts
	routeLane = 0.004 // distance to the right of a district's center, so that opposite routes do not overlap
)

// routeEnd is the distance of a route's start from the center of its roof, relative to the sides of the roof. The end has the same distance
// on the opposite side.
const routeEnd = 0.17

// lay sets the paths and widths of routes.
func (c *City) lay(r *Routes) {
	if len(r.List) == 0 {
		return
	}
	l := c.layer(r.Settings.Strength)
	for i := range r.List {
		route := &r.List[i]
		c.widths(route, l.side)
		route.Controls, route.Points = l.route(route)
	}
}

// Laid returns the points of routes in another city with the same buildings, in list order, as in Route.Points. The cost is that of
// [City.Routes] without finding the connections.
func (c *City) Laid(r *Routes) [][]Vec {
	l := c.layer(r.Settings.Strength)
	out := make([][]Vec, len(r.List))
	for i := range r.List {
		_, out[i] = l.route(&r.List[i])
	}
	return out
}

// layer lays routes over the roofs of a city as hierarchical edge bundles (Holten, Hierarchical edge bundles: visualization of adjacency
// relations in hierarchical data, DOI 10.1109/TVCG.2006.147). Control points are above the districts around both ends, higher for outer
// districts, as in the cities of Caserta, Zendra and Bodénès (3D hierarchical edge bundles to visualize relations in a software city
// metaphor, DOI 10.1109/VISSOF.2011.6069458). Unlike theirs, routes rise from a roof and pass above every roof between their ends.
type layer struct {
	city     *City
	side     float64 // of the ground
	slab     float64 // height
	levels   int32   // of districts
	strength float64
	roofs    *roofs
	splines  map[int]spline
	up, down []Vec
}

func (c *City) layer(strength float64) *layer {
	l := &layer{city: c, strength: strength, roofs: newRoofs(c), splines: map[int]spline{}, side: math.Sqrt(c.ground().Area())}
	if c.Plan != nil {
		l.slab = c.Plan.SlabHeight
	}
	for i := range c.Districts {
		l.levels = max(l.levels, c.Districts[i].Level+1)
	}
	return l
}

// ground returns the ground under the city.
func (c *City) ground() layout.Rect {
	switch {
	case len(c.Districts) > 0:
		return c.Districts[0].Plot
	case len(c.Buildings) > 0:
		return c.Buildings[0].Plot
	}
	return layout.Rect{}
}

// route returns the control points of a route and the points along it.
func (l *layer) route(r *Route) (controls, points []Vec) {
	controls = l.controls(r)
	s, ok := l.splines[len(controls)]
	if !ok {
		s = newSpline(len(controls))
		l.splines[len(controls)] = s
	}
	l.clear(r, controls, s)
	return controls, s.points(controls)
}

// controls returns the control points of a route before clear lifts it over roofs. They go up from a roof, over the districts around it to
// the common district, and down again. The common district is omitted if there is another one. Bundling moves points from the straight line
// towards the districts (Holten, section 4.3). Points above the two roofs are repeated three times, so that routes rise vertically before
// they turn.
func (l *layer) controls(r *Route) []Vec {
	a, b := &l.city.Buildings[r.From], &l.city.Buildings[r.To]
	start, end := a.onRoof(routeEnd), b.onRoof(-routeEnd)
	rise := max(routeRise*l.side, 2*r.FromRadius)
	from, to := start.Add(Vec{Y: rise}), end.Add(Vec{Y: rise})
	controls := []Vec{start, from, from, from}
	if r.From != r.To {
		over := l.over(a.District, b.District)
		way := to.Sub(from)
		way.Y = 0
		lane := Vec{-way.Z, 0, way.X}.Unit().Mul(routeLane * l.side)
		for i, d := range over {
			straight := from.Toward(to, float64(i+1)/float64(len(over)+1))
			d = d.Add(lane)
			d.Y = max(d.Y, straight.Y)
			controls = append(controls, straight.Toward(d, l.strength))
		}
	}
	return append(controls, to, to, to, end)
}

// onRoof returns a point on a building's roof, off its center by a share of its sides.
func (b *Building) onRoof(off float64) Vec {
	x, z := b.Base.Center()
	return Vec{x + off*b.Base.W, b.Bottom + b.Top(), z + off*b.Base.D}
}

// over returns the points above the districts between two districts.
func (l *layer) over(from, to int32) []Vec {
	l.up, l.down = l.up[:0], l.down[:0]
	d := l.city.Districts
	level := func(i int32) int32 {
		if i < 0 {
			return -1
		}
		return d[i].Level
	}
	for from != to {
		if level(from) >= level(to) {
			l.up = append(l.up, l.above(from))
			from = d[from].Parent
		} else {
			l.down = append(l.down, l.above(to))
			to = d[to].Parent
		}
	}
	if len(l.up)+len(l.down) == 0 && from >= 0 {
		l.up = append(l.up, l.above(from))
	}
	slices.Reverse(l.down)
	return append(l.up, l.down...)
}

// above returns the control point of a district.
func (l *layer) above(district int32) Vec {
	d := &l.city.Districts[district]
	x, z := d.Plot.Center()
	return Vec{x, l.slab*float64(d.Level+1) + routeRise*l.side*float64(1+l.levels-d.Level), z}
}

// clear lifts control points so that every segment of a route is above the roofs under it. A segment that is too low lifts its control
// points to the required height. One pass suffices: a point is no lower than its lowest control point, and lifting others lowers none.
func (l *layer) clear(r *Route, controls []Vec, s spline) {
	points := s.points(controls)
	least := make([]float64, len(controls))
	last := len(controls) - 1
	for i := range RouteSegments {
		reach := r.FromRadius + (r.ToRadius-r.FromRadius)*float64(i)/RouteSegments
		a, b := points[i], points[i+1]
		l.roofs.under(a, b, reach, func(building int32, u float64, top float64) {
			if building != r.From && building != r.To {
				top += 1.5 * reach
			}
			if a.Toward(b, u).Y >= top {
				return
			}
			start, end := (1-u)*s[i].start()+u*s[i+1].start(), (1-u)*s[i].end(last)+u*s[i+1].end(last)
			if free := 1 - start - end; free > 1e-9 {
				top = (top - start*controls[0].Y - end*controls[last].Y) / free
				for k := max(s[i].first, 1); k < min(s[i+1].first+4, last); k++ {
					least[k] = max(least[k], top)
				}
			}
		})
	}
	for k := range controls {
		controls[k].Y = max(controls[k].Y, least[k])
	}
}

// spline contains the weights of the control points of a clamped uniform cubic B-spline, for each point along it.
type spline [RouteSegments + 1]blend

// blend is a weighted mean of four control points.
type blend struct {
	first   int
	weights [4]float64
}

// firstPlace is the parameter of a spline's second point. The first three control points are equal, so the spline is straight up to 1.
const firstPlace = 0.8

// splinePlace returns the parameter of point i on a spline with the given number of spans.
func splinePlace(i, spans int) float64 {
	switch i {
	case 0:
		return 0
	case RouteSegments:
		return float64(spans)
	}
	return firstPlace + (float64(spans)-2*firstPlace)*float64(i-1)/(RouteSegments-2)
}

// newSpline returns the spline for the given number of control points, at least 6.
func newSpline(controls int) (s spline) {
	spans := controls - 3
	knot := func(i int) float64 { return float64(min(max(i-3, 0), spans)) }
	for i := range s {
		t := splinePlace(i, spans)
		span := min(int(t), spans-1)
		// de Boor's recursion for the four functions that are not zero there
		w := [4]float64{1}
		for degree := 1; degree <= 3; degree++ {
			var next [4]float64
			for k := range degree {
				lo, hi := knot(span+3+1+k-degree), knot(span+3+1+k)
				share := (t - lo) / (hi - lo)
				next[k] += w[k] * (1 - share)
				next[k+1] += w[k] * share
			}
			w = next
		}
		s[i] = blend{span, w}
	}
	return s
}

// start returns the weight of the first control point, and end that of the last. Both points stay on their roofs.
func (b blend) start() float64 {
	if b.first == 0 {
		return b.weights[0]
	}
	return 0
}

func (b blend) end(last int) float64 {
	if b.first+3 == last {
		return b.weights[3]
	}
	return 0
}

func (s *spline) points(controls []Vec) []Vec {
	points := make([]Vec, len(s))
	for i, b := range s {
		for k, w := range b.weights {
			points[i] = points[i].Add(controls[b.first+k].Mul(w))
		}
	}
	points[0], points[RouteSegments] = controls[0], controls[len(controls)-1]
	return points
}
