package drawing

import (
	"math"
	"slices"
	"testing"

	"memcity/city/scene"
	"memcity/layout"
)

// unhalf is the inverse of half for nonnegative values.
func unhalf(h uint16) float64 {
	if h&0x7c00 == 0 {
		return 0
	}
	return math.Float64frombits((uint64(h>>10&31)-15+1023)<<52 | uint64(h&0x3ff)<<42)
}

func (s *Shade) at(x, z float64) (shadow, mean float64) {
	i := min(max(int((x-s.X)/s.Texel), 0), s.Width-1) + s.Width*min(max(int((z-s.Z)/s.Texel), 0), s.Height-1)
	return unhalf(s.Half[2*i]), unhalf(s.Half[2*i+1])
}

// tower returns a city with one building of 10 x 10 at the center of a square district of 100 x 100.
func tower(height, opacity float64) *scene.City {
	return &scene.City{
		Districts: []scene.District{{Plot: layout.Rect{W: 100, D: 100}, Parent: -1, End: 1}},
		Buildings: []scene.Building{{Plot: layout.Rect{X: 45, Z: 45, W: 10, D: 10}, Base: layout.Rect{X: 45, Z: 45, W: 10, D: 10},
			Bottom: 1, Height: height, Opacity: opacity}},
	}
}

func TestShadowOfATower(t *testing.T) {
	s := ComputeShade(tower(20, 1), 512)
	flat := math.Hypot(sun.X, sun.Z)
	// Along the line through the center away from the sun, the shadow falls with the slope of the sun.
	for _, away := range []float64{10, 15, 20} {
		got, _ := s.at(50-sun.X/flat*away, 50-sun.Z/flat*away)
		edge := 5 * flat / math.Max(sun.X, sun.Z) // distance from the center to the wall along the line
		want := 21 - (away-edge)*sun.Y/flat
		low := 21 - (away+edge)*sun.Y/flat
		if got < low-1 || got > want+1 {
			t.Errorf("%v away: shadow up to %.2f, want %.2f to %.2f", away, got, low, want)
		}
	}
	if got, _ := s.at(50+sun.X/flat*12, 50+sun.Z/flat*12); got > 1.01 {
		t.Errorf("toward the sun: shadow up to %v", got)
	}
	if got, _ := s.at(50, 50); got > 21 {
		t.Errorf("on the roof: shadow up to %v", got)
	}
}

func TestMeanHeightIsHighestAtTheTower(t *testing.T) {
	s := ComputeShade(tower(20, 1), 512)
	_, inside := s.at(50, 50)
	_, lit := s.at(56, 50)
	_, far := s.at(80, 80)
	if !(inside > lit && lit > far) || far > 1.01 {
		t.Errorf("mean heights inside %v, beside %v, far %v", inside, lit, far)
	}
}

func TestSeeThroughAndEmptyBuildingsCastNoShadow(t *testing.T) {
	bare := ComputeShade(tower(0, 1), 256)
	for name, c := range map[string]*scene.City{"see-through": tower(20, 0.4), "outline": tower(20, 0)} {
		if s := ComputeShade(c, 256); !slices.Equal(s.Half, bare.Half) {
			t.Errorf("%s building changes the shade", name)
		}
	}
}

func TestShadeIsTheSameTwice(t *testing.T) {
	c, _ := randomCity(500, 1, 1)
	if a, b := ComputeShade(c, 300), ComputeShade(c, 300); !slices.Equal(a.Half, b.Half) {
		t.Error("two maps of one city differ")
	}
}

// The map must cover all shadows within half a city around the city.
func TestShadeCoversTheCity(t *testing.T) {
	for _, n := range []int{1, 12, 700} {
		c, _ := randomCity(n, 1, 1)
		s := ComputeShade(c, 256)
		g := groundOf(c)
		if s.X > g.X || s.Z > g.Z || s.X+s.Texel*float64(s.Width) < g.X+g.W-1e-6 ||
			s.Z+s.Texel*float64(s.Height) < g.Z+g.D-1e-6 {
			t.Errorf("%d buildings: map from %v,%v with %dx%d texels of %v does not cover %+v", n, s.X, s.Z, s.Width,
				s.Height, s.Texel, g)
		}
		if s.Width > 256 || s.Height > 256 {
			t.Errorf("%d buildings: %dx%d texels", n, s.Width, s.Height)
		}
	}
}

func TestShadeOfNothing(t *testing.T) {
	s := ComputeShade(&scene.City{}, 64)
	if len(s.Half) != 2*s.Width*s.Height {
		t.Errorf("%d values for %dx%d", len(s.Half), s.Width, s.Height)
	}
}

func TestHalf(t *testing.T) {
	for _, v := range []float64{0, 0.25, 1, 3.5, 1000, 65504} {
		if got := unhalf(half(float32(v))); got != v {
			t.Errorf("%v becomes %v", v, got)
		}
	}
	if got := unhalf(half(1e9)); got != 65504 {
		t.Errorf("too large a value becomes %v", got)
	}
	for v := float32(0.01); v < 3e4; v *= 1.37 {
		if got := unhalf(half(v)); math.Abs(got-float64(v)) > float64(v)/2048 {
			t.Errorf("%v becomes %v", v, got)
		}
	}
}

func TestBoxBlurKeepsTheSum(t *testing.T) {
	const w, h = 40, 30
	src, dst, back := make([]float32, w*h), make([]float32, w*h), make([]float32, w*h)
	src[15*w+20] = 100
	boxBlur(dst, src, w, h, 4)
	boxBlurAcross(back, dst, w, h, 4)
	sum := float32(0)
	for _, v := range back {
		sum += v
	}
	if sum < 99.9 || sum > 100.1 || math.Abs(float64(back[15*w+20]-100.0/81)) > 1e-3 {
		t.Errorf("sum %v, middle %v", sum, back[15*w+20])
	}
}
