package scene

import (
	"cmp"
	"math"
	"reflect"
	"slices"
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
)

// linkedCity returns a random city with references at the last of two GC points.
func linkedCity(seed uint64, settings Settings) *City {
	points := citytest.RandomPoints(seed, citytest.RandomSpec{Points: 2, Nodes: 150, Depth: 5, Width: 8})
	points[1] = citytest.LinkedPoint(points[1], seed, 300)
	return planOf(points, settings).At(1, settings)
}

func routeSettings(strength float64, most int) RouteSettings {
	return RouteSettings{On: true, Strength: strength, Max: most, Least: 1}
}

// allRoutes returns the outgoing references of each building, strongest first, computed from the frustums.
func allRoutes(c *City, least int64) (list []Route, objects int64) {
	for i := range c.Buildings {
		refs, _ := c.References(Target{OnBuilding, int32(i)})
		for _, r := range refs {
			if !r.Incoming && r.ToObjects >= least {
				list = append(list, Route{From: r.From, To: r.To, FromObjects: r.FromObjects, ToObjects: r.ToObjects})
				objects += r.ToObjects
			}
		}
	}
	slices.SortFunc(list, func(x, y Route) int {
		return cmp.Or(cmp.Compare(y.ToObjects, x.ToObjects), cmp.Compare(y.FromObjects, x.FromObjects), cmp.Compare(x.From, y.From),
			cmp.Compare(x.To, y.To))
	})
	return list, objects
}

// bare returns routes without their paths.
func bare(list []Route) []Route {
	out := slices.Clone(list)
	for i := range out {
		out[i].Controls, out[i].Points, out[i].FromRadius, out[i].ToRadius = nil, nil, 0, 0
	}
	return out
}

func TestRoutesAreTheStrongest(t *testing.T) {
	for seed := range uint64(12) {
		for _, children := range []int{AllChildren, 4} {
			c := linkedCity(seed, planSettings(trees.Objects, Sqrt, children))
			for _, least := range []int{1, 5} {
				want, objects := allRoutes(c, int64(least))
				for _, most := range []int{1, 7, 60, MaxRoutes} {
					s := routeSettings(0.85, most)
					s.Least = least
					got := c.Routes(nil, s)
					kept := want[:min(most, len(want))]
					if !slices.EqualFunc(bare(got.List), kept, func(a, b Route) bool { return reflect.DeepEqual(a, b) }) {
						t.Fatalf("seed %d, %d of %d: got %v, want %v", seed, most, len(want), bare(got.List), kept)
					}
					left := objects
					for _, r := range kept {
						left -= r.ToObjects
					}
					if got.Total != len(want) || got.Objects != objects || got.Left != left || got.Selected {
						t.Errorf("seed %d: %d connections of %d objects, %d left; want %d, %d, %d", seed, got.Total, got.Objects, got.Left, len(want),
							objects, left)
					}
				}
			}
		}
	}
}

// A selected building has all connections that References reports, itself once. Connections without a building are counted.
func TestRoutesOfABuilding(t *testing.T) {
	seen := 0
	for seed := range uint64(8) {
		c := linkedCity(seed, planSettings(trees.Objects, Sqrt, 5))
		for i := range int32(len(c.Buildings)) {
			refs, unseen := c.References(Target{OnBuilding, i})
			for _, way := range []RouteDirection{AnyDirection, Incoming, Outgoing} {
				s := routeSettings(0.85, 1)
				s.Direction = way
				got := c.Routes([]Target{{OnBuilding, i}}, s)
				want := map[[2]int32]Reference{}
				missing := 0
				for _, r := range refs {
					if r.Incoming && way != Outgoing || !r.Incoming && way != Incoming {
						want[[2]int32{r.From, r.To}] = r
					}
				}
				if way != Outgoing {
					missing += unseen.In
				}
				if way != Incoming {
					missing += unseen.Out
				}
				for _, r := range got.List {
					w, ok := want[[2]int32{r.From, r.To}]
					if !ok || w.FromObjects != r.FromObjects || w.ToObjects != r.ToObjects || r.From != r.To && (r.Direction == Incoming) != w.Incoming {
						t.Fatalf("seed %d: building %d: %+v is not among its references", seed, i, bare([]Route{r}))
					}
					seen++
				}
				if len(got.List) != len(want) || got.Unplaced != missing || !got.Selected {
					t.Errorf("seed %d: building %d %v: %d routes and %d without an end, want %d and %d", seed, i, way, len(got.List), got.Unplaced,
						len(want), missing)
				}
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d routes were looked at", seen)
	}
}

// In the routes of a district, references across its border have their direction, and references inside are outgoing.
func TestRoutesOfADistrict(t *testing.T) {
	for seed := range uint64(8) {
		c := linkedCity(seed, planSettings(trees.Objects, Sqrt, AllChildren))
		all, _ := allRoutes(c, 1)
		for i := range int32(len(c.Districts)) {
			d := &c.Districts[i]
			in := func(b int32) bool { return b >= d.First && b < d.End }
			var want []Route
			for _, r := range all {
				if r.Direction = Incoming; in(r.From) {
					r.Direction = Outgoing
				}
				if in(r.From) || in(r.To) {
					want = append(want, r)
				}
			}
			got := c.Routes([]Target{{OnDistrict, i}}, routeSettings(0.5, 20))
			if !reflect.DeepEqual(bare(got.List), slices.Clone(want[:min(20, len(want))])) && len(want) > 0 || got.Total != len(want) {
				t.Fatalf("seed %d, district %d: %v of %d, want %v of %d", seed, i, bare(got.List), got.Total, want, len(want))
			}
		}
	}
}

// The path of a route does not depend on other routes.
func TestRoutesDoNotDependOnTheirOrder(t *testing.T) {
	c := linkedCity(3, planSettings(trees.Objects, Sqrt, AllChildren))
	r := c.Routes(nil, routeSettings(0.85, 200))
	if again := c.Routes(nil, routeSettings(0.85, 200)); !reflect.DeepEqual(r, again) {
		t.Error("the same routes lie elsewhere")
	}
	turned := *r
	turned.List = slices.Clone(r.List)
	slices.Reverse(turned.List)
	laid := c.Laid(&turned)
	slices.Reverse(laid)
	for i := range laid {
		if !reflect.DeepEqual(laid[i], r.List[i].Points) {
			t.Fatalf("route %d lies elsewhere in another order", i)
		}
	}
}

// In a city of another GC point, routes start and end on its roofs.
func TestRoutesLaidInAnotherCity(t *testing.T) {
	settings := planSettings(trees.Objects, Sqrt, AllChildren)
	c := linkedCity(5, settings)
	before := c.Plan.At(0, settings)
	r := c.Routes(nil, routeSettings(0.85, 50))
	for i, points := range before.Laid(r) {
		e := r.List[i]
		for end, building := range map[int]int32{0: e.From, RouteSegments: e.To} {
			b := &before.Buildings[building]
			if !citytest.Near(points[end].Y, b.Bottom+b.Top(), 1e-9) {
				t.Errorf("a route ends at height %g, the roof is at %g", points[end].Y, b.Bottom+b.Top())
			}
		}
		if b := (&Route{From: e.From, To: e.To, Points: points}); before.Buildings[e.From].Top() > 0 {
			checkAbove(t, before, b)
		}
	}
	if other := before.Routes(nil, routeSettings(0.85, 50)); len(other.List) != 0 || other.Total != 0 {
		t.Error("there are routes where references are not known")
	}
}

func TestPickingRoutes(t *testing.T) {
	c := linkedCity(2, planSettings(trees.Objects, Sqrt, AllChildren))
	r := c.Routes(nil, routeSettings(0.85, 40))
	camera, aspect := Look{}.Home(c.Bounds(), 1.5, Frame{}), 1.5
	hit := 0
	for i := range r.List {
		p := r.List[i].Points[RouteSegments/2]
		x, y, depth, _ := camera.Project(p, aspect)
		got, at := r.Pick(camera, x, y, aspect, 0.002, math.Inf(1))
		if got == 0 {
			t.Fatalf("route %d is not met in its middle", i+1)
		}
		if got == i+1 {
			hit++
		}
		if _, _, d, _ := camera.Project(at, aspect); d > depth*(1+1e-6) {
			t.Errorf("route %d is met behind route %d", got, i+1)
		}
		if got, _ = r.Pick(camera, x, y, aspect, 0.002, 0); got != 0 {
			t.Error("a hidden route is met")
		}
		if got, _ = r.Pick(camera, 5, 5, aspect, 0.002, math.Inf(1)); got != 0 {
			t.Error("a route is met next to the picture")
		}
	}
	if hit < len(r.List)/2 {
		t.Errorf("only %d of %d routes are met in their own middle", hit, len(r.List))
	}
}

func TestOtherEndOfARoute(t *testing.T) {
	points := make([]Vec, RouteSegments+1)
	points[RouteSegments].X = 10
	for way, want := range map[RouteDirection][2]int32{Incoming: {3, 3}, Outgoing: {4, 4}, AnyDirection: {4, 3}} {
		r := Route{From: 3, To: 4, Direction: way, Points: points}
		if got := [2]int32{r.Other(Vec{X: 1}), r.Other(Vec{X: 9})}; got != want {
			t.Errorf("%v: clicked near the start and near the end, it leads to %v, want %v", way, got, want)
		}
	}
}

func TestRouteSettingsAreKeptInRange(t *testing.T) {
	got := Settings{Routes: RouteSettings{Strength: math.NaN(), Max: -4, Least: 0, Direction: 9}}.Normal().Routes
	if want := (RouteSettings{Max: 1, Least: 1}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := (RouteSettings{Strength: 3, Max: 1 << 40, Least: 1 << 40}).normal(); got.Strength != 1 || got.Max != MaxRoutes ||
		got.Least != maxLeastObjects {
		t.Errorf("got %+v", got)
	}
	if d := DefaultSettings().Normal(); d.Routes != DefaultSettings().Routes || d.Routes.On {
		t.Errorf("by default: %+v", d.Routes)
	}
}

// Cities without buildings, references or GC points have no routes.
func TestNoRoutes(t *testing.T) {
	for _, c := range []*City{planOf(nil, DefaultSettings()).At(0, DefaultSettings()),
		planOf(citytest.Points(nil), DefaultSettings()).At(0, DefaultSettings()),
		planOf(citytest.SmallRecording(), DefaultSettings()).At(1, DefaultSettings())} {
		r := c.Routes([]Target{{}, {Kind: OnGround}}, routeSettings(0.85, 10))
		if len(r.List)+r.Total+r.Unplaced != 0 || r.Share() != 0 || len(c.Laid(r)) != 0 {
			t.Errorf("%+v", r)
		}
	}
}

// BenchmarkRoutes finds and lays 200 of 1,000 connections of a city of 5,000 buildings, and picks one.
func BenchmarkRoutes(b *testing.B) {
	points := citytest.WideRecording(50, 99, 1)
	points[0] = citytest.LinkedPoint(points[0], 1, 1000)
	settings := planSettings(trees.Objects, Sqrt, AllChildren)
	c := planOf(points, settings).At(0, settings)
	b.Run("find", func(b *testing.B) {
		for b.Loop() {
			c.Routes(nil, routeSettings(0.85, 200))
		}
	})
	r := c.Routes(nil, routeSettings(0.85, 200))
	b.Run("lay", func(b *testing.B) {
		for b.Loop() {
			c.Laid(r)
		}
	})
	camera := Look{}.Home(c.Bounds(), 1.5, Frame{})
	b.Run("pick", func(b *testing.B) {
		for b.Loop() {
			r.Pick(camera, 0, 0, 1.5, 0.01, math.Inf(1))
		}
	})
}
