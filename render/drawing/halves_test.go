package drawing

import (
	"math/rand/v2"
	"testing"

	"memcity/city/scene"
	"memcity/city/trees"
)

// splitOf returns a city with randomly halved buildings: some new, some removed, some unchanged.
func splitOf(c *scene.City, seed uint64) *scene.City {
	rng := rand.New(rand.NewPCG(seed, 9))
	out := *c
	out.Compared = &scene.Comparison{Baseline: &trees.BaselineAmounts{}}
	out.Buildings = append([]scene.Building(nil), c.Buildings...)
	palette := scene.Settings{}.Palette()
	for i := range out.Buildings {
		b := &out.Buildings[i]
		b.Opacity, b.Shrunk, b.Halved, b.Solid = 1, 0, true, i%3 == 0
		b.Before, b.BeforeObjects = b.Height, b.Objects
		switch rng.IntN(5) {
		case 0:
			b.Height, b.Objects = 0, 0
		case 1:
			b.Before, b.BeforeObjects = 0, 0
		case 2:
			b.Height, b.Objects = b.Height*0.6, b.Objects*6/10
		case 3:
			b.Before, b.BeforeObjects = b.Before*0.4, b.Objects*4/10
		}
		b.Color = palette.Against(b.BeforeObjects, b.Objects)
	}
	return &out
}

// TestHalvesTouch: at both ends of a tween the two halves of a building tile its base, and each has its correct height. Only parts that
// exist solely in the other recording are translucent.
func TestHalvesTouch(t *testing.T) {
	whole, _ := randomCity(700, 1, 0.4)
	for name, pair := range map[string][2]*scene.City{
		"still": {splitOf(whole, 1), splitOf(whole, 1)}, "step": {splitOf(whole, 1), splitOf(whole, 2)}, "on": {whole, splitOf(whole, 3)},
	} {
		from, to := pair[0], pair[1]
		var p packed
		p.pack(from, to, nil)
		heights := [2]map[[4]float32]float32{{}, {}}
		ghosts := 0
		for at := range p.instances {
			in := &p.instances[at]
			if in.Kind == kindSlab {
				continue
			}
			heights[0][in.Base0], heights[1][in.Base1] = in.H0, in.H1
			if clear := in.Color0[3] < 255 || in.Color1[3] < 255; clear != (at >= p.solid) {
				t.Fatalf("%s: instance %d of %d solid ones has opacities %d and %d", name, at, p.solid, in.Color0[3], in.Color1[3])
			} else if clear {
				ghosts++
			}
		}
		if ghosts == 0 {
			t.Errorf("%s: nothing is gone", name)
		}
		for i := range to.Buildings {
			b := &to.Buildings[i]
			left, right := b.Halves()
			if heights[1][corners(left)] != float32(b.Before) || heights[1][corners(right)] != float32(b.Height) {
				t.Fatalf("%s: building %d has halves of %v and %v, want %v and %v", name, i, heights[1][corners(left)], heights[1][corners(right)],
					b.Before, b.Height)
			}
			if in := p.whole(int32(i)); in.Base1 != corners(b.Base) || in.H1 != float32(b.Top()) || in.H0 != float32(from.Buildings[i].Top()) {
				t.Fatalf("%s: the body of building %d is %+v, want %+v", name, i, in, b)
			}
			if in := &p.instances[p.place[i]]; b.Height > 0 && in.Base1 != corners(right) {
				t.Fatalf("%s: the place of building %d is %+v", name, i, in)
			}
		}
	}
}

// TestHalvesBecomeWhole: when the comparison ends, both halves grow into the building.
func TestHalvesBecomeWhole(t *testing.T) {
	whole, _ := randomCity(100, 1, 0.4)
	var p packed
	p.pack(splitOf(whole, 1), whole, nil)
	for at := p.slabs; at < len(p.instances); at++ {
		in := &p.instances[at]
		found := false
		for i := range whole.Buildings {
			b := &whole.Buildings[i]
			left, right := b.Halves()
			found = found || (in.Base1 == corners(left) || in.Base1 == corners(right)) && in.H1 == float32(b.Height) &&
				in.Color1 == withOpacity(b.Color, b.Opacity)
		}
		if !found {
			t.Fatalf("a half becomes %+v", in)
		}
	}
	p.pack(whole, whole, nil)
	if p.wholes != nil || p.tops != nil {
		t.Error("whole buildings are packed in halves")
	}
}

// TestSignsOfHalves: signs compare the right half with the left one.
func TestSignsOfHalves(t *testing.T) {
	for _, tt := range []struct {
		before, now int64
		want        change
	}{{5, 9, grew}, {9, 5, shrank}, {0, 5, appeared}, {5, 0, absent}, {5, 5, unchanged}, {0, 0, unchanged}} {
		b := scene.Building{Halved: true, BeforeObjects: tt.before, Objects: tt.now, FirstObjects: 7}
		if got := changeOf(&b, trees.Objects); got != tt.want {
			t.Errorf("%d next to %d: %v, want %v", tt.before, tt.now, got, tt.want)
		}
	}
}
