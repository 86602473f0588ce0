package drawing

import (
	"math"
	"math/rand/v2"
	"testing"

	"memcity/city/scene"
	"memcity/render/headless/gltest"
)

// partsOf returns a city whose buildings have random parts: some all removed, some all new, some whole.
func partsOf(c *scene.City, seed uint64) *scene.City {
	rng := rand.New(rand.NewPCG(seed, 7))
	out := *c
	out.Compared = &scene.Comparison{}
	out.Buildings = append([]scene.Building(nil), c.Buildings...)
	palette := scene.Settings{}.Palette()
	for i := range out.Buildings {
		b := &out.Buildings[i]
		b.Opacity, b.Kept = 1, b.Height*rng.Float64()
		b.Color = palette.Born(rng.Float64())
		switch rng.IntN(5) {
		case 0:
			b.Height, b.Kept, b.Gone = 0, 0, b.Height
		case 1:
			b.Kept = 0
		case 2:
			b.Kept, b.Color = b.Height, palette.Kept
		case 3:
			b.Gone = b.Height * rng.Float64()
		}
	}
	return &out
}

// reach returns the vertical range of a part at an end of the tween, as the vertex shader computes it.
func (in *instance) reach(second bool) (under, top float64) {
	share, h := math.Mod(float64(in.Kind)-kindPart, partSteps+1), float64(in.H0)
	if second {
		share, h = math.Floor((float64(in.Kind)-kindPart)/(partSteps+1)), float64(in.H1)
	}
	if in.Kind < kindPart {
		share = 0
	}
	return h * share / partSteps, h
}

// TestPartsLieOnEachOther: at both ends of a tween the parts of a building have no gaps or overlaps, and have the correct total height.
func TestPartsLieOnEachOther(t *testing.T) {
	whole, _ := randomCity(700, 1, 0.4)
	for name, pair := range map[string][2]*scene.City{
		"still": {partsOf(whole, 1), partsOf(whole, 1)}, "step": {partsOf(whole, 1), partsOf(whole, 2)},
		"on": {whole, partsOf(whole, 3)}, "off": {partsOf(whole, 4), whole},
	} {
		from, to := pair[0], pair[1]
		var p packed
		p.pack(from, to, nil)
		tops := [2]map[[4]float32]float64{{}, {}} // current top, by base
		solid := [2]map[[4]float32]float64{{}, {}}
		for at := range p.instances {
			in := &p.instances[at]
			if in.Kind == kindSlab {
				continue
			}
			for end, base := range [][4]float32{in.Base0, in.Base1} {
				under, top := in.reach(end == 1)
				if math.Abs(under-tops[end][base]) > 1e-5*(1+top) {
					t.Fatalf("%s: a part begins at %v where %v is reached", name, under, tops[end][base])
				}
				tops[end][base] = max(top, under)
				if in.Color1 != withOpacity(gone, goneOpacity) {
					solid[end][base] = top
				}
			}
		}
		for end, c := range []*scene.City{from, to} {
			for i := range c.Buildings {
				b := &c.Buildings[i]
				if got := tops[end][corners(b.Base)]; math.Abs(got-b.Top()) > 1e-3*b.Top() {
					t.Fatalf("%s: building %d is %v high, want %v", name, i, got, b.Top())
				}
				if got := solid[end][corners(b.Base)]; math.Abs(got-b.Height) > 1e-3*b.Top() {
					t.Fatalf("%s: building %d is solid up to %v, want %v", name, i, got, b.Height)
				}
				body := p.whole(int32(i))
				if got := [2]float32{body.H0, body.H1}[end]; math.Abs(float64(got)-b.Top()) > 1e-5*b.Top() || body.Kind != kindBuilding {
					t.Fatalf("%s: the body of building %d is %+v", name, i, body)
				}
			}
		}
	}
}

// TestWithoutPartsNothingIsAdded: a city without a comparison is packed as usual, also after one with a comparison.
func TestWithoutPartsNothingIsAdded(t *testing.T) {
	c, _ := randomCity(300, 1, 0.4)
	var p packed
	p.pack(partsOf(c, 1), c, nil)
	if len(p.instances) <= len(c.Districts)+len(c.Buildings) || p.tops == nil {
		t.Fatalf("%d instances", len(p.instances))
	}
	p.pack(c, c, nil)
	if len(p.instances) != len(c.Districts)+len(c.Buildings) || p.tops != nil {
		t.Errorf("%d instances for %d things", len(p.instances), len(c.Districts)+len(c.Buildings))
	}
	for _, in := range p.instances {
		if in.Kind >= kindPart {
			t.Fatalf("%+v is a part", in)
		}
	}
}

// TestBlend: an interrupted tween continues from its visible state.
func TestBlend(t *testing.T) {
	whole, _ := randomCity(200, 1, 0.4)
	a, b := partsOf(whole, 1), partsOf(whole, 2)
	for _, end := range []struct {
		t    float32
		want *scene.City
	}{{0, a}, {1, b}} {
		got := blend(a, b, end.t)
		for i := range got.Buildings {
			g, w := &got.Buildings[i], &end.want.Buildings[i]
			if g.Color != w.Color || math.Abs(g.Height-w.Height)+math.Abs(g.Kept-w.Kept)+math.Abs(g.Gone-w.Gone) > 1e-9 {
				t.Fatalf("at %v: %+v, want %+v", end.t, g, w)
			}
		}
	}
	half := blend(a, b, 0.5)
	for i := range half.Buildings {
		if want := (a.Buildings[i].Gone + b.Buildings[i].Gone) / 2; math.Abs(half.Buildings[i].Gone-want) > 1e-9 {
			t.Fatalf("half way %v is gone, want %v", half.Buildings[i].Gone, want)
		}
	}
	if on := blend(a, whole, 0.3); on.Compared == nil {
		t.Error("parts are lost on the way to a city without")
	}
}

// TestMostChanged: tags go to the largest removed buildings and to the largest changes.
func TestMostChanged(t *testing.T) {
	whole, _ := randomCity(300, 1, 0.4)
	c := partsOf(whole, 5)
	list := mostChanged(c)
	if len(list) != vanishedTags+changedTags {
		t.Fatalf("%d buildings, want %d", len(list), vanishedTags+changedTags)
	}
	seen := map[int32]bool{}
	least := math.Inf(1)
	for at, i := range list {
		seen[i] = true
		if b := &c.Buildings[i]; (b.Height <= 0) != (at < vanishedTags) {
			t.Errorf("%d: %+v", at, b)
		}
		least = min(least, changedVolume(&c.Buildings[i]))
	}
	for i := range c.Buildings {
		if b := &c.Buildings[i]; !seen[int32(i)] && b.Height > 0 && changedVolume(b) > least {
			t.Errorf("building %d changed by %v and has no tag; another by %v", i, changedVolume(b), least)
		}
	}
}

// TestPartsOnThePicture views one building from the front: gray at the bottom, its color above, translucent blue on top.
func TestPartsOnThePicture(t *testing.T) {
	withScene(t, 1, 1, func(s *Scene, v View) {
		b := &s.to.Buildings[0]
		side := b.Height
		b.Base, b.Bottom = b.Plot, 0
		parted := *s.to
		parted.Compared = &scene.Comparison{}
		parted.Buildings = []scene.Building{*b}
		p := &parted.Buildings[0]
		p.Height, p.Kept, p.Gone, p.Opacity = side*2/3, side/3, side/3, 1
		p.Color = scene.RGB{R: 200, G: 40, B: 30}
		s.SetCity(nil, &parted)
		x, z := p.Base.Center()
		v.Camera = scene.Camera{Target: scene.Vec{X: x, Y: side / 2, Z: z}, Pitch: 0.05, Distance: side * 4}
		v.Labels, v.Tags = false, false
		gltest.Check(s.DrawFinal(v, 4))
		img := s.Image()
		at := func(height float64) scene.RGB {
			px, py, _, _ := v.Camera.Project(scene.Vec{X: x, Y: height, Z: p.Base.Z + p.Base.D}, v.aspect())
			c := img.RGBAAt(int((px+1)/2*float64(v.Width)), int((1-py)/2*float64(v.Height)))
			return scene.RGB{R: c.R, G: c.G, B: c.B}
		}
		low, middle, high := at(side/6), at(side/2), at(side*5/6)
		if spread := int(max(low.R, low.G, low.B)) - int(min(low.R, low.G, low.B)); spread > 60 {
			t.Errorf("the part at the bottom is %v, not gray", low)
		}
		if int(middle.R) < 2*int(middle.B) {
			t.Errorf("the part on it is %v, not red", middle)
		}
		if high.R >= high.B || high == low {
			t.Errorf("what is gone is %v, not blue", high)
		}
	})
}
