package scene

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
	"memcity/layout"
)

// pickAll is Pick without any index.
func pickAll(c *City, r Ray) (t Target, at Vec) {
	best := math.Inf(1)
	for i := range c.Buildings {
		if d, ok := c.Buildings[i].Box().Hit(r); ok && c.Buildings[i].Height > 0 && d < best {
			t, best = Target{OnBuilding, int32(i)}, d
		}
	}
	for i := range c.Districts {
		if d, ok := c.Districts[i].slab(c.Plan.SlabHeight).Hit(r); ok && d < best {
			t, best = Target{OnDistrict, int32(i)}, d
		}
	}
	switch {
	case t.Kind != Nothing:
		return t, r.At(best)
	case r.Dir.Y < 0:
		return Target{Kind: OnGround}, r.At(-r.Origin.Y / r.Dir.Y)
	}
	return Target{}, Vec{}
}

// randomRay returns rays as of a mouse, rays between two random points near the city, and rays along the axes.
func randomRay(rng *rand.Rand, b Box) Ray {
	span := b.Max.Sub(b.Min)
	point := func() Vec {
		return b.Min.Add(Vec{span.X * (1.4*rng.Float64() - 0.2), span.Y * 1.5 * rng.Float64(), span.Z * (1.4*rng.Float64() - 0.2)})
	}
	switch rng.IntN(4) {
	case 0:
		c := Look{}.Home(b, 1.5, Frame{})
		c.Yaw, c.Pitch = rng.Float64()*7, MinPitch+rng.Float64()*(MaxPitch-MinPitch)
		c.Distance *= 0.05 + rng.Float64()
		return c.Ray(2*rng.Float64()-1, 2*rng.Float64()-1, 1.5)
	case 1:
		return Ray{point().Add(Vec{Y: b.Max.Y}), Vec{Y: -1}}
	case 2:
		axes := []Vec{{X: 1}, {X: -1}, {Z: 1}, {Z: -1}, {Y: 1}}
		return Ray{point(), axes[rng.IntN(len(axes))]}
	}
	from := point()
	return Ray{from, point().Sub(from).Unit()}
}

func TestPickAgainstAllBoxes(t *testing.T) {
	kinds := map[Kind]int{}
	for _, spec := range append(citytest.RandomSpecs, citytest.RandomSpec{Points: 2, Nodes: 3000, Depth: 3, Width: 200}) {
		for seed := range uint64(6) {
			points := citytest.RandomPoints(seed, spec)
			for _, stepped := range []bool{false, true} {
				settings := planSettings(trees.Objects, Sqrt, AllChildren)
				settings.OtherHeight = stepped
				p := planOf(points, settings)
				c := p.At(len(points)/2, settings)
				rng := rand.New(rand.NewPCG(seed, 3))
				for range 600 {
					ray := randomRay(rng, p.Bounds())
					got, at := c.Pick(ray)
					want, wantAt := pickAll(c, ray)
					if got != want || at != wantAt {
						t.Fatalf("%+v, seed %d, stepped %v: %+v hits %v at %v, want %v at %v", spec, seed, stepped, ray, got, at, want, wantAt)
					}
					kinds[got.Kind]++
				}
			}
		}
	}
	for kind := Nothing; kind <= OnGround; kind++ {
		if kinds[kind] < 100 {
			t.Errorf("only %d rays hit kind %d", kinds[kind], kind)
		}
	}
}

// TestPickFromAbove looks straight down on every building, slab and label.
func TestPickFromAbove(t *testing.T) {
	settings := planSettings(trees.Objects, Sqrt, AllChildren)
	p := planOf(citytest.RandomPoints(2, citytest.RandomSpecs[3]), settings)
	c := p.At(4, settings)
	down := func(x, z float64) Target {
		got, _ := c.Pick(Ray{Vec{x, 10 * p.Bounds().Max.Y, z}, Vec{Y: -1}})
		return got
	}
	for i := range c.Buildings {
		b := &c.Buildings[i]
		want := Target{OnBuilding, int32(i)}
		if b.Height == 0 {
			want = Target{OnDistrict, b.District}
		}
		if x, z := b.Plot.Center(); down(x, z) != want {
			t.Errorf("building %d: hit %v", i, down(x, z))
		}
	}
	for i := range c.Districts {
		if x, z := c.Districts[i].Label.Center(); down(x, z) != (Target{OnDistrict, int32(i)}) {
			t.Errorf("label of district %d: hit %v", i, down(x, z))
		}
	}
	if got := down(p.Ground.X-1, p.Ground.Z); got.Kind != OnGround {
		t.Errorf("next to the city: hit %v", got)
	}
}

func TestPickWithoutCity(t *testing.T) {
	down := Ray{Vec{3, 5, 2}, Vec{Y: -1}}
	for name, c := range map[string]*City{
		"zero value": {},
		"no groups":  planOf(citytest.Points(nil), DefaultSettings()).At(0, DefaultSettings()),
		"no weight":  planOf(citytest.Points(citytest.Leaf("Heap", 0, 0)), DefaultSettings()).At(0, DefaultSettings()),
	} {
		if got, at := c.Pick(down); got.Kind != OnGround || at != (Vec{3, 0, 2}) {
			t.Errorf("%s: hit %v at %v", name, got, at)
		}
		if got, _ := c.Pick(Ray{Vec{3, 5, 2}, Vec{Y: 1}}); got.Kind != Nothing {
			t.Errorf("%s: hit %v in the sky", name, got)
		}
	}
}

func TestPickAllocatesNothing(t *testing.T) {
	settings := planSettings(trees.Objects, Sqrt, AllChildren)
	p := planOf(citytest.RandomPoints(2, citytest.RandomSpecs[3]), settings)
	c := p.At(0, settings)
	rng := rand.New(rand.NewPCG(1, 1))
	rays := make([]Ray, 100)
	for i := range rays {
		rays[i] = randomRay(rng, p.Bounds())
	}
	if n := testing.AllocsPerRun(10, func() {
		for _, r := range rays {
			c.Pick(r)
		}
	}); n != 0 {
		t.Errorf("%v allocations for 100 rays, want none", n)
	}
}

func TestCityBox(t *testing.T) {
	settings := DefaultSettings()
	c := planOf(citytest.Points(citytest.Inner("Heap", citytest.Leaf("a", 25, 400), citytest.Inner("b", citytest.Leaf("c", 6, 100)))),
		settings).At(0, settings)
	for _, key := range []string{"Heap", "Heap#b"} {
		target := mustFind(t, c, key)
		box, ok := c.Box(target)
		d := c.Districts[target.Index]
		if !ok || box.Min.Y != float64(d.Level)*c.Plan.SlabHeight || box.Max.X-box.Min.X < d.Plot.W*(1-1e-12) {
			t.Errorf("%s: box %v", key, box)
		}
		for i := d.First; i < d.End; i++ {
			if c.Buildings[i].Box().Max.Y > box.Max.Y {
				t.Errorf("%s: building %d sticks out of %v", key, i, box)
			}
		}
	}
	if _, ok := c.Box(Target{Kind: OnGround}); ok {
		t.Error("the ground has a box")
	}
}

func BenchmarkPick(b *testing.B) {
	for _, shape := range []struct{ districts, each int }{{50, 1000}, {5000, 10}} {
		settings := planSettings(trees.Objects, Sqrt, AllChildren)
		p := planOf(citytest.WideRecording(shape.districts, shape.each, 1), settings)
		c := p.At(0, settings)
		rng := rand.New(rand.NewPCG(1, 1))
		rays := make([]Ray, 1000)
		for i := range rays {
			rays[i] = Look{}.Home(p.Bounds(), 1.5, Frame{}).Ray(1.6*rng.Float64()-0.8, 1.6*rng.Float64()-0.8, 1.5)
		}
		b.Run(fmt.Sprintf("%d districts of %d", shape.districts, shape.each), func(b *testing.B) {
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				c.Pick(rays[i%len(rays)])
				i++
			}
		})
	}
}

// TestSlabs: slabs are stacked.
func TestSlabs(t *testing.T) {
	d := District{Plot: layout.Rect{X: 1, Z: 2, W: 3, D: 4}, Level: 2}
	if got, want := d.slab(0.5), (Box{Vec{1, 1, 2}, Vec{4, 1.5, 6}}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
