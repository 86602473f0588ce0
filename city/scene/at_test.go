package scene

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
)

func TestCityFollowsPlan(t *testing.T) {
	for _, spec := range citytest.RandomSpecs {
		for seed := range uint64(8) {
			points := citytest.RandomPoints(seed, spec)
			for _, settings := range allPlanSettings() {
				p := planOf(points, settings)
				for point := range points {
					c := p.At(point, settings)
					if len(c.Buildings) != len(p.buildings) || len(c.Districts) != len(p.districts) {
						t.Fatalf("seed %d: %d buildings and %d districts", seed, len(c.Buildings), len(c.Districts))
					}
					for i := range c.Buildings {
						checkBuilding(t, c, i, settings)
					}
					for i := range c.Districts {
						checkDistrict(t, c, i)
					}
				}
			}
		}
	}
}

// checkBuilding compares a building with the formulas of Memory Cities, sections V-B and VI-B.
func checkBuilding(t *testing.T, c *City, i int, settings Settings) {
	t.Helper()
	p, b := c.Plan, &c.Buildings[i]
	s := p.Series
	if b.Plot != p.buildings[i].plot || b.Node != p.buildings[i].node {
		t.Fatalf("building %d moved to %v", i, b.Plot)
	}
	if b.Objects != s.Objects(c.Point, b.Node) || b.Bytes != s.Bytes(c.Point, b.Node) {
		t.Fatalf("building %d has %d objects and %d bytes", i, b.Objects, b.Bytes)
	}
	objects, bytes := p.Meta.Objects[b.Node], p.Meta.Bytes[b.Node]
	if b.FirstObjects != objects.First || b.MaxObjects != objects.Max || b.GrowthObjects != objects.Last-objects.First ||
		b.FirstBytes != bytes.First || b.MaxBytes != bytes.Max || b.GrowthBytes != bytes.Last-bytes.First {
		t.Fatalf("building %d is %+v, want %+v and %+v", i, *b, objects, bytes)
	}
	now, top := float64(b.Objects), float64(b.MaxObjects)
	if settings.Unit == trees.Bytes {
		now, top = float64(b.Bytes), float64(b.MaxBytes)
	}
	share := now / top
	if settings.Area == Sqrt {
		share = math.Sqrt(share)
	}
	if !citytest.Near(b.Base.Area(), b.Plot.Area()*share, 1e-9) || !citytest.Near(b.Base.W, b.Plot.W*math.Sqrt(share), 1e-9) {
		t.Fatalf("building %d: base %v of plot %v at a share of %v", i, b.Base, b.Plot, share)
	}
	bx, bz := b.Base.Center()
	px, pz := b.Plot.Center()
	if eps := 1e-12 * p.unit(); math.Abs(bx-px) > eps || math.Abs(bz-pz) > eps {
		t.Fatalf("building %d stands at %v, %v, the middle of its plot is %v, %v", i, bx, bz, px, pz)
	}
	if !citytest.Near(b.Height, 2*math.Sqrt(b.Base.Area()), 1e-12) {
		t.Fatalf("building %d is %v high on %v m²", i, b.Height, b.Base.Area())
	}
}

func checkDistrict(t *testing.T, c *City, i int) {
	t.Helper()
	d, pd := &c.Districts[i], &c.Plan.districts[i]
	if d.Plot != pd.plot || d.Label != pd.label || d.Node != pd.node || d.Parent != pd.parent {
		t.Fatalf("district %d is %+v, want %+v", i, *d, *pd)
	}
	if d.Objects != c.Plan.Series.Objects(c.Point, d.Node) || d.Bytes != c.Plan.Series.Bytes(c.Point, d.Node) {
		t.Fatalf("district %d has %d objects and %d bytes", i, d.Objects, d.Bytes)
	}
}

// TestCityInsideBounds checks that the bounds of a plan contain every building at every point.
func TestCityInsideBounds(t *testing.T) {
	for seed := range uint64(10) {
		points := citytest.RandomPoints(seed, citytest.RandomSpecs[3])
		p := planOf(points, planSettings(trees.Objects, Sqrt, 10))
		bounds := p.Bounds()
		for point := range points {
			c := p.At(point, p.settings)
			for i := range c.Buildings {
				box := c.Buildings[i].Box()
				if box.Min.X < bounds.Min.X || box.Min.Z < bounds.Min.Z || box.Min.Y < 0 ||
					box.Max.X > bounds.Max.X || box.Max.Z > bounds.Max.Z || box.Max.Y > bounds.Max.Y*(1+1e-12) {
					t.Fatalf("seed %d: building %d, %v, is not inside %v", seed, i, box, bounds)
				}
			}
		}
	}
}

// TestCityOutsideWindow shows a point outside the plan's window: buildings stay in their plots.
func TestCityOutsideWindow(t *testing.T) {
	s := trees.NewSeries(citytest.Points(citytest.Leaf("Heap", 100, 1600), citytest.Leaf("Heap", 900, 14400), citytest.Leaf("Heap", 50, 800)))
	p := NewPlan(s, trees.NewMeta(s, trees.Window{From: 0, To: 0}), DefaultSettings())
	b := p.At(1, DefaultSettings()).Buildings[0]
	if !sameRect(b.Base, b.Plot, 1e-9) {
		t.Errorf("base %v is not the plot %v", b.Base, b.Plot)
	}
}

func TestGrowthColors(t *testing.T) {
	for seed := range uint64(15) {
		points := citytest.RandomPoints(seed, citytest.RandomSpecs[3])
		for _, unit := range []trees.Unit{trees.Objects, trees.Bytes} {
			settings := planSettings(unit, Sqrt, 10)
			p := planOf(points, settings)
			for point := range points {
				c := p.At(point, settings)
				for i, b := range c.Buildings {
					now, first := b.Objects, b.FirstObjects
					if unit == trees.Bytes {
						now, first = b.Bytes, b.FirstBytes
					}
					if want := settings.Palette().Growth(p.Grown(now-first, settings)); b.Color != want {
						t.Fatalf("seed %d, point %d: building %d is %v, want %v", seed, point, i, b.Color, want)
					}
				}
			}
		}
	}
}

func TestGrowthColorExamples(t *testing.T) {
	series := citytest.Points(
		citytest.Inner("Heap", citytest.Leaf("grows", 100, 0), citytest.Leaf("grows half", 100, 0), citytest.Leaf("shrinks", 400, 0),
			citytest.Leaf("swells", 10, 0)),
		citytest.Inner("Heap", citytest.Leaf("grows", 200, 0), citytest.Leaf("grows half", 150, 0), citytest.Leaf("shrinks", 300, 0),
			citytest.Leaf("swells", 9000, 0)),
		citytest.Inner("Heap", citytest.Leaf("grows", 300, 0), citytest.Leaf("grows half", 200, 0), citytest.Leaf("shrinks", 100, 0),
			citytest.Leaf("swells", 10, 0)),
	)
	settings := planSettings(trees.Objects, Sqrt, 40)
	p := planOf(series, settings)
	pal := settings.Palette()
	if want := int64(0.2 * 9650); p.matters != want { // a fifth of the largest heap, which grew by 0
		t.Fatalf("growth is compared with %d, want %d", p.matters, want)
	}
	first, last := pal.growth[0], pal.growth[len(pal.growth)-1]
	for _, tt := range []struct {
		point int
		name  string
		want  RGB
	}{
		{0, "grows", first}, {0, "shrinks", first}, {0, "swells", first},
		{1, "grows", pal.Growth(p.Grown(100, settings))}, {1, "grows half", pal.Growth(p.Grown(50, settings))}, {1, "shrinks", first}, {1, "swells", last},
		{2, "grows", pal.Growth(p.Grown(200, settings))}, {2, "shrinks", first}, {2, "swells", first},
	} {
		c := p.At(tt.point, settings)
		if got := c.Buildings[mustFind(t, c, "Heap#"+tt.name).Index].Color; got != tt.want {
			t.Errorf("point %d: %s is %v, want %v", tt.point, tt.name, got, tt.want)
		}
	}
	settings.Color = PlainColors
	for i, b := range p.At(2, settings).Buildings {
		if b.Color != first {
			t.Errorf("growth colour is off, but building %d is %v", i, b.Color)
		}
	}
}

func TestNothingGrew(t *testing.T) {
	settings := DefaultSettings()
	p := planOf(citytest.Points(citytest.Inner("Heap", citytest.Leaf("a", 9, 0), citytest.Leaf("b", 9, 0)),
		citytest.Inner("Heap", citytest.Leaf("a", 9, 0), citytest.Leaf("b", 2, 0))), settings)
	if p.MaxGrowth() != 0 {
		t.Errorf("largest growth is %d", p.MaxGrowth())
	}
	for _, b := range p.At(1, settings).Buildings {
		if b.Color != settings.Palette().growth[0] {
			t.Errorf("%s is %v", p.Name(b.Node), b.Color)
		}
	}
}

func TestSolidBuildings(t *testing.T) {
	for seed := range uint64(15) {
		p := planOf(citytest.RandomPoints(seed, citytest.RandomSpecs[3]), planSettings(trees.Bytes, Sqrt, 10))
		order := make([]int, len(p.buildings))
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int {
			x, y := p.Meta.Bytes[p.buildings[a].node], p.Meta.Bytes[p.buildings[b].node]
			return cmp.Or(cmp.Compare(y.Growth(), x.Growth()), cmp.Compare(y.Max, x.Max))
		})
		for _, n := range []int{0, 1, 10, len(order), len(order) + 5} {
			settings := p.settings
			settings.Solid, settings.Opacity, settings.Fade = n, 0.25, true
			solid := order[:min(n, p.Grew())] // what did not grow is never solid
			for point := range p.Series.Len() {
				checkSolid(t, p.At(point, settings), solid, 0.25)
			}
			settings.Fade = false
			checkSolid(t, p.At(0, settings), solid, 1)
		}
	}
}

func checkSolid(t *testing.T, c *City, solid []int, rest float64) {
	t.Helper()
	for i, b := range c.Buildings {
		want, opacity := slices.Contains(solid, i), rest
		if want {
			opacity = 1
		}
		if b.Solid != want || b.Opacity != opacity {
			t.Fatalf("building %d: solid %v with opacity %v, want %v with %v", i, b.Solid, b.Opacity, want, opacity)
		}
	}
}

func TestSolidTies(t *testing.T) {
	var kids, grown []*citytest.Group
	for _, name := range []string{"a", "b", "c", "d", "e", "f"} {
		kids, grown = append(kids, citytest.Leaf(name, 40, 0)), append(grown, citytest.Leaf(name, 50, 0))
	}
	p := planOf(citytest.Points(citytest.Inner("Heap", kids...), citytest.Inner("Heap", grown...)), DefaultSettings())
	settings := DefaultSettings()
	settings.Solid = 3
	for i, b := range p.At(0, settings).Buildings {
		if b.Solid != (i < 3) {
			t.Errorf("building %d of equal ones is solid: %v", i, b.Solid)
		}
	}
}

func TestOtherHeightTakesFiveValues(t *testing.T) {
	for _, unit := range []trees.Unit{trees.Objects, trees.Bytes} {
		settings := planSettings(unit, Sqrt, AllChildren)
		settings.OtherHeight = true
		heights := map[float64]bool{}
		for seed := range uint64(10) {
			p := planOf(citytest.RandomPoints(seed, citytest.RandomSpecs[3]), settings)
			for point := range p.Series.Len() {
				c := p.At(point, settings)
				checkStepped(t, c, unit, heights)
			}
		}
		if len(heights) != 5 {
			t.Errorf("%v: heights over the ground's side are %v, want five", unit, heights)
		}
	}
}

// checkStepped checks that heights increase with the other unit, and collects them as shares of the ground's side.
func checkStepped(t *testing.T, c *City, area trees.Unit, heights map[float64]bool) {
	t.Helper()
	other := func(b Building) int64 {
		if area == trees.Objects {
			return b.Bytes
		}
		return b.Objects
	}
	sorted := slices.Clone(c.Buildings)
	slices.SortFunc(sorted, func(a, b Building) int { return cmp.Compare(other(a), other(b)) })
	for i, b := range sorted {
		if (b.Height == 0) != (other(b) == 0) {
			t.Fatalf("a building with %d of the other metric is %v high", other(b), b.Height)
		}
		if i > 0 && b.Height < sorted[i-1].Height {
			t.Fatalf("%d gives a height of %v, more than %d with %v", other(sorted[i-1]), sorted[i-1].Height, other(b), b.Height)
		}
		if b.Height > 0 {
			heights[math.Round(b.Height/c.Plan.unit()*1e9)/1e9] = true
		}
	}
}

func TestMetricAndAreaMode(t *testing.T) {
	tree := citytest.Points(citytest.Inner("Heap", citytest.Leaf("many small", 10_000, 160_000), citytest.Leaf("few big", 100, 16_000_000)))
	for _, tt := range []struct {
		unit  trees.Unit
		area  Area
		ratio float64 // of the areas of the first and the second
	}{
		{trees.Objects, Sqrt, 10}, {trees.Objects, Linear, 100}, {trees.Bytes, Sqrt, 0.1}, {trees.Bytes, Linear, 0.01},
	} {
		settings := planSettings(tt.unit, tt.area, 40)
		c := planOf(tree, settings).At(0, settings)
		many := c.Buildings[mustFind(t, c, "Heap#many small").Index].Base.Area()
		few := c.Buildings[mustFind(t, c, "Heap#few big").Index].Base.Area()
		if !citytest.Near(many/few, tt.ratio, 1e-9) {
			t.Errorf("%v %v: areas are %v and %v, want a ratio of %v", tt.unit, tt.area, many, few, tt.ratio)
		}
	}
}

func TestDistrictColors(t *testing.T) {
	settings := DefaultSettings()
	c := planOf(citytest.Points(citytest.Inner("Heap", citytest.Inner("a", citytest.Inner("b", citytest.Leaf("c", 5, 5))),
		citytest.Leaf("d", 2, 2))), settings).At(0, settings)
	pal := settings.Palette()
	if len(c.Districts) != 3 || c.Districts[0].Color != pal.Root || c.Districts[2].Color != pal.Leaf {
		t.Fatalf("districts are %+v", c.Districts)
	}
	for i := 1; i < len(c.Districts); i++ {
		if c.Districts[i].Color.Luminance() <= c.Districts[i-1].Color.Luminance() {
			t.Errorf("level %d is not lighter than the level below it", i)
		}
	}
}

// TestCityTakesAnySettings checks that settings out of range are clamped.
func TestCityTakesAnySettings(t *testing.T) {
	p := planOf(citytest.RandomPoints(1, citytest.RandomSpecs[2]), DefaultSettings())
	for _, opacity := range []float64{-1, 2, math.NaN(), math.Inf(1)} {
		settings := DefaultSettings()
		settings.Solid, settings.Opacity = -5, opacity
		for _, b := range p.At(0, settings).Buildings {
			if !(b.Opacity >= 0 && b.Opacity <= 1) || b.Solid {
				t.Fatalf("opacity %v and -5 solid ones give %v and %v", opacity, b.Opacity, b.Solid)
			}
		}
	}
}
