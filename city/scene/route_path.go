package scene

import (
	"math"
	"slices"

	"memcity/layout"
)

// RouteSegments is the number of straight pieces that a route is drawn in.
const RouteSegments = 36

// Lengths over the side of the ground.
const (
	routeRise = 0.018 // of a route over its roof, and from one level of districts to the one around it
	routeLane = 0.004 // to the right of the middle of a district, so that opposite ways do not lie in each other
)

// routeEnd is how far from the middle of its roof a route starts, over the sides of the roof; it ends as far at the other
// side.
const routeEnd = 0.17

// lay sets the ways and the widths of routes.
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

// Laid returns the places of routes in another city with the same buildings, in the order of the list, as those of
// Route.Points. Cost is that of [City.Routes] without finding the connections.
func (c *City) Laid(r *Routes) [][]Vec {
	l := c.layer(r.Settings.Strength)
	out := make([][]Vec, len(r.List))
	for i := range r.List {
		_, out[i] = l.route(&r.List[i])
	}
	return out
}

// layer lays routes over the roofs of a city: hierarchical edge bundles (Holten, Hierarchical edge bundles: visualization
// of adjacency relations in hierarchical data, DOI 10.1109/TVCG.2006.147), whose control points stand over the districts
// around both ends, the higher the further out, as in the cities of Caserta, Zendra and Bodénès (3D hierarchical edge
// bundles to visualize relations in a software city metaphor, DOI 10.1109/VISSOF.2011.6069458). Unlike there, they rise
// from a roof, and over every roof on their way.
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

// ground is what the city stands on.
func (c *City) ground() layout.Rect {
	switch {
	case len(c.Districts) > 0:
		return c.Districts[0].Plot
	case len(c.Buildings) > 0:
		return c.Buildings[0].Plot
	}
	return layout.Rect{}
}

// route returns the control points of a way and the places along it.
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

// controls are the control points of a way before it is lifted over roofs: up from a roof, over the districts around it
// up to the one that both ends are in, which is left out if there is another, and down again. Bundling moves them from the
// straight way over towards the districts (Holten, section 4.3). Those over the roofs count three times, so that ways
// rise straight up before they turn.
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

// onRoof is a place on the roof of a building, off its middle by a share of its sides.
func (b *Building) onRoof(off float64) Vec {
	x, z := b.Base.Center()
	return Vec{x + off*b.Base.W, b.Bottom + b.Top(), z + off*b.Base.D}
}

// over lists the places over the districts on the way from one to another.
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

// above is the control point of a district.
func (l *layer) above(district int32) Vec {
	d := &l.city.Districts[district]
	x, z := d.Plot.Center()
	return Vec{x, l.slab*float64(d.Level+1) + routeRise*l.side*float64(1+l.levels-d.Level), z}
}

// clear lifts control points so that the straight pieces of a way lie over all roofs under them. Each piece that is too
// low lifts those that shape it to the height that it needs, so one pass does: a place is no lower than the lowest control
// point that shapes it, and lifting others makes none lower.
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

// spline says how the places along a clamped uniform cubic B-spline come from its control points.
type spline [RouteSegments + 1]blend

// blend is a mean of four control points.
type blend struct {
	first   int
	weights [4]float64
}

// firstPlace is where on a spline of three equal control points after the first its second place lies: up to 1 it is straight.
const firstPlace = 0.8

// splinePlace returns where on a spline of so many spans place i lies.
func splinePlace(i, spans int) float64 {
	switch i {
	case 0:
		return 0
	case RouteSegments:
		return float64(spans)
	}
	return firstPlace + (float64(spans)-2*firstPlace)*float64(i-1)/(RouteSegments-2)
}

// newSpline returns the spline of a number of control points, at least 6.
func newSpline(controls int) (s spline) {
	spans := controls - 3
	knot := func(i int) float64 { return float64(min(max(i-3, 0), spans)) }
	for i := range s {
		t := splinePlace(i, spans)
		span := min(int(t), spans-1)
		// de Boor's recursion for the four functions that are not zero there.
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

// start is the weight of the first control point, end that of the last one: they stay on their roofs.
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
