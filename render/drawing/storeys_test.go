package drawing

import (
	"math"
	"math/rand/v2"
	"testing"

	"memcity/city/scene"
	"memcity/city/view/ages"
	"memcity/render/headless/gltest"
)

// storeysOf returns a city whose buildings have random storeys. Some have few classes, some have no ages.
func storeysOf(c *scene.City, seed uint64) *scene.City {
	rng := rand.New(rand.NewPCG(seed, 9))
	out := *c
	out.Aged = &scene.Ages{}
	out.Buildings = append([]scene.Building(nil), c.Buildings...)
	palette := scene.Settings{}.Palette()
	for i := range out.Buildings {
		b := &out.Buildings[i]
		b.Opacity, b.Shrunk, b.Color = 1, 0, palette.Kept
		if rng.IntN(5) == 0 {
			continue
		}
		b.Storeys = &scene.Storeys{}
		share := 0.0
		for k := range b.Storeys {
			if rng.IntN(3) == 0 {
				share += (1 - share) * rng.Float64()
			}
			b.Storeys[k] = b.Height * share
		}
		b.Storeys[len(b.Storeys)-1] = b.Height
		b.Color = palette.Age(ages.Class(rng.IntN(ages.Classes)))
	}
	return &out
}

// TestStoreysLieOnEachOther: at both ends of a tween the storeys of a building have no gaps or overlaps and fill its height. Each has the
// color of its class, and the roof is the top of the last storey.
func TestStoreysLieOnEachOther(t *testing.T) {
	whole, _ := randomCity(700, 1, 0.4)
	for name, pair := range map[string][2]*scene.City{
		"still": {storeysOf(whole, 1), storeysOf(whole, 1)}, "step": {storeysOf(whole, 1), storeysOf(whole, 2)},
		"on": {whole, storeysOf(whole, 3)}, "off": {storeysOf(whole, 4), whole}, "after parts": {partsOf(whole, 5), storeysOf(whole, 6)},
	} {
		from, to := pair[0], pair[1]
		var p packed
		p.pack(from, to, nil)
		tops := [2]map[[4]float32]float64{{}, {}}
		for at := range p.instances {
			in := p.instances[at]
			if in.Kind == kindSlab {
				continue
			}
			if in.Kind < kindPart+kindStorey {
				t.Fatalf("%s: %+v is no storey", name, in)
			}
			in.Kind -= kindStorey
			for end, base := range [][4]float32{in.Base0, in.Base1} {
				under, top := in.reach(end == 1)
				if math.Abs(under-tops[end][base]) > 1e-5*(1+top) {
					t.Fatalf("%s: a storey begins at %v where %v is reached", name, under, tops[end][base])
				}
				tops[end][base] = max(top, under)
			}
		}
		for end, c := range []*scene.City{from, to} {
			for i := range c.Buildings {
				b := &c.Buildings[i]
				if got := tops[end][corners(b.Base)]; math.Abs(got-b.Height) > 1e-5*(1+b.Height) {
					t.Fatalf("%s: building %d is %v high, want %v", name, i, got, b.Height)
				}
				body := p.whole(int32(i))
				if got := [2]float32{body.H0, body.H1}[end]; math.Abs(float64(got)-b.Height) > 1e-5*(1+b.Height) || body.Kind != kindBuilding {
					t.Fatalf("%s: the body of building %d is %+v", name, i, body)
				}
			}
		}
		for i := range to.Buildings {
			roof := &p.instances[p.place[i]]
			if b := &to.Buildings[i]; math.Abs(float64(roof.H1)-b.Height) > 1e-5*(1+b.Height) {
				t.Fatalf("%s: the roof of building %d is at %v, want %v", name, i, roof.H1, b.Height)
			}
		}
	}
}

// TestStoreysHaveTheirColors: each storey has the color of its class, a building without storeys has its own color, and a mark is on the
// roof.
func TestStoreysHaveTheirColors(t *testing.T) {
	whole, _ := randomCity(300, 1, 1)
	c := storeysOf(whole, 8)
	palette, mark := scene.Settings{}.Palette(), scene.RGB{R: 1, G: 2, B: 3}
	var p packed
	p.pack(c, c, map[int32]scene.RGB{5: mark})
	of := map[[4]float32][]instance{}
	for _, in := range p.instances[p.slabs:] {
		of[in.Base1] = append(of[in.Base1], in)
	}
	for i := range c.Buildings {
		b := &c.Buildings[i]
		var want []scene.RGB
		if under := 0.0; b.Storeys != nil {
			for k, end := range b.Storeys {
				if steps(under, end) < partSteps && end > under {
					want = append(want, palette.Age(b.Storeys.Class(k)))
				}
				under = end
			}
		} else {
			want = append(want, b.Color)
		}
		if i == 5 {
			want[len(want)-1] = mark
		}
		var got []scene.RGB
		for _, in := range of[corners(b.Base)] {
			if in.Kind -= kindStorey; int(in.Kind-kindPart)%(partSteps+1) < partSteps {
				got = append(got, scene.RGB{R: in.Color1[0], G: in.Color1[1], B: in.Color1[2]})
			}
		}
		if len(got) != len(want) {
			t.Fatalf("building %d has storeys of %v, want %v", i, got, want)
		}
		for k := range got {
			if got[k] != want[k] {
				t.Fatalf("building %d has storeys of %v, want %v", i, got, want)
			}
		}
	}
}

// TestBlendedStoreys: an interrupted tween continues from its visible state, with or without storeys.
func TestBlendedStoreys(t *testing.T) {
	whole, _ := randomCity(200, 1, 0.4)
	a, b := storeysOf(whole, 1), storeysOf(whole, 2)
	half := blend(a, b, 0.5)
	for i := range half.Buildings {
		x, y, got := a.Buildings[i].Storeys, b.Buildings[i].Storeys, half.Buildings[i].Storeys
		if x == nil || y == nil {
			continue
		}
		for k := range got {
			if math.Abs(got[k]-(x[k]+y[k])/2) > 1e-9 {
				t.Fatalf("half way building %d has storeys %v of %v and %v", i, got, x, y)
			}
		}
	}
	if on := blend(a, whole, 0.3); on.Aged == nil {
		t.Error("storeys are lost on the way to a city without")
	}
	var p packed
	p.pack(a, whole, nil)
	p.pack(whole, whole, nil)
	if p.tops != nil || len(p.instances) != len(whole.Districts)+len(whole.Buildings) {
		t.Errorf("after storeys %d things are packed as %d", len(whole.Districts)+len(whole.Buildings), len(p.instances))
	}
}

// TestStoreysOnThePicture views one building from the front: the colors of its classes, the oldest at the bottom, with dark seams between
// them.
func TestStoreysOnThePicture(t *testing.T) {
	withScene(t, 1, 1, func(s *Scene, v View) {
		b := s.to.Buildings[0]
		b.Base, b.Bottom, b.Opacity = b.Plot, 0, 1
		high := b.Height
		aged := *s.to
		aged.Aged = &scene.Ages{}
		third := high / 3
		b.Storeys = &scene.Storeys{0, 0, 0, third, third, third, 2 * third, 2 * third, high}
		aged.Buildings = []scene.Building{b}
		s.SetCity(nil, &aged)
		x, z := b.Base.Center()
		v.Camera = scene.Camera{Target: scene.Vec{X: x, Y: high / 2, Z: z}, Pitch: 0.05, Distance: high * 4}
		v.Labels, v.Tags = false, false
		gltest.Check(s.DrawFinal(v, 4))
		img := s.Image()
		row := func(height float64) (px, py int) {
			sx, sy, _, _ := v.Camera.Project(scene.Vec{X: x, Y: height, Z: b.Base.Z + b.Base.D}, v.aspect())
			return int((sx + 1) / 2 * float64(v.Width)), int((1 - sy) / 2 * float64(v.Height))
		}
		palette := scene.Settings{}.Palette()
		last := 0.0
		for k, class := range []ages.Class{5, 2, 0} {
			px, py := row(third * (float64(k) + 0.5))
			c := img.RGBAAt(px, py)
			got, want := (scene.RGB{R: c.R, G: c.G, B: c.B}), palette.Age(class)
			if near := nearestAge(got, palette); near != class {
				t.Errorf("storey %d is %v, like class %s, want %s, %v", k, got, near, class, want)
			}
			if got.Luminance() <= last {
				t.Errorf("storey %d is not lighter than the one below", k)
			}
			last = got.Luminance()
		}
		for k := 1; k < 3; k++ {
			px, low := row(third * (float64(k) - 0.3))
			_, top := row(third * (float64(k) + 0.3))
			c := img.RGBAAt(px, low)
			below, darkest := (scene.RGB{R: c.R, G: c.G, B: c.B}).Luminance(), 1.0
			for y := top; y < low; y++ {
				c := img.RGBAAt(px, y)
				darkest = min(darkest, (scene.RGB{R: c.R, G: c.G, B: c.B}).Luminance())
			}
			if darkest > 0.9*below {
				t.Errorf("over storey %d the darkest is %.3f, the storey %.3f: there is no seam", k-1, darkest, below)
			}
		}
	})
}

// nearestAge returns the class with the most similar hue, independent of the light.
func nearestAge(c scene.RGB, p *scene.Palette) ages.Class {
	best, least := ages.Class(0), math.Inf(1)
	unit := func(c scene.RGB) [3]float64 {
		v := [3]float64{float64(c.R), float64(c.G), float64(c.B)}
		n := math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2])
		return [3]float64{v[0] / n, v[1] / n, v[2] / n}
	}
	for class := range ages.Class(ages.Classes) {
		a, b := unit(c), unit(p.Age(class))
		if d := math.Hypot(math.Hypot(a[0]-b[0], a[1]-b[1]), a[2]-b[2]); d < least {
			best, least = class, d
		}
	}
	return best
}

// A building without storeys gets them in their final proportions, with each floor in the building's color at first. Otherwise an
// interrupted tween would show only the youngest class.
func TestWholeBuildingsGetTheirStoreys(t *testing.T) {
	whole, _ := randomCity(100, 1, 0.4)
	aged := storeysOf(whole, 3)
	var p packed
	p.pack(whole, aged, nil)
	own := map[[4]float32]int{}
	for i := range whole.Buildings {
		own[corners(whole.Buildings[i].Base)] = i
	}
	floors := 0
	for i := range p.instances {
		in := &p.instances[i]
		b, ok := own[in.Base0]
		if !ok || in.Kind == kindSlab {
			continue
		}
		floors++
		if w := &whole.Buildings[b]; in.Color0 != withOpacity(w.Color, w.Opacity) {
			t.Fatalf("a floor of building %d begins in the color %v", b, in.Color0)
		}
	}
	if floors <= len(whole.Buildings) {
		t.Errorf("%d floors of %d buildings", floors, len(whole.Buildings))
	}
	caught := blend(whole, aged, 0.3)
	for i := range caught.Buildings {
		got, want := caught.Buildings[i].Storeys, aged.Buildings[i].Storeys
		for k := range got {
			if want != nil && math.Abs(got[k]/caught.Buildings[i].Height-want[k]/aged.Buildings[i].Height) > 1e-9 {
				t.Fatalf("building %d has storeys %v on the way to %v", i, got, want)
			}
		}
	}
}
