package drawing

import (
	"image"
	"slices"
	"testing"

	"memcity/city/scene"
	"memcity/layout"
	"memcity/render/headless/gltest"
)

// oneBuilding returns a city with one building of 10 by 10 on a slab, and a pole of the same height that keeps the bounds constant.
func oneBuilding(b scene.Building) *scene.City {
	plot := layout.Rect{X: 5, Z: 5, W: 10, D: 10}
	b.Plot, b.Bottom = plot, 1
	if b.Objects > 0 {
		b.Base, b.Height = plot, 8
	} else {
		b.Base = plot.Scaled(0)
	}
	if b.Color == (scene.RGB{}) {
		b.Color = scene.Settings{}.Palette().Growth(0.4)
	}
	if b.Opacity == 0 {
		b.Opacity = 1
	}
	b.MaxObjects = 4
	pole := scene.Building{Base: layout.Rect{X: 0.5, Z: 0.5, W: 1, D: 1}, Bottom: 1, Height: 8, Opacity: 1, Objects: 1, FirstObjects: 1}
	pole.Plot = pole.Base
	ground := scene.District{Parent: -1, Plot: layout.Rect{W: 20, D: 20}, Color: scene.RGB{R: 0x17, G: 0x33, B: 0x5c}, End: 2}
	return &scene.City{Districts: []scene.District{ground}, Buildings: []scene.Building{b, pole}}
}

// withSmallScene runs f with an empty scene and a view for cities from [oneBuilding].
func withSmallScene(t *testing.T, f func(s *Scene, v View)) {
	t.Helper()
	gltest.Run(t, func() {
		s, err := New()
		gltest.Check(err)
		defer s.Close()
		s.names = func(int32) string { return "a" }
		s.SetCity(nil, oneBuilding(scene.Building{Objects: 2}))
		f(s, View{Width: 240, Height: 200, Camera: poseFor(s.bounds), Mix: 1, Quality: Full})
		gltest.Check(s.d.Err(t.Name()))
	})
}

// pictureOf draws a tween between two cities.
func pictureOf(s *Scene, v View, from, to *scene.City) *image.RGBA {
	s.SetCity(from, to)
	gltest.Check(s.Draw(v))
	return s.Image()
}

func TestRoofsAndEdgesShowChanges(t *testing.T) {
	withSmallScene(t, func(s *Scene, v View) {
		for _, quality := range []Quality{Lean, Full} {
			for _, opacity := range []float64{0, 0.4, 1} {
				v.Quality = quality
				draw := func(first int64, solid bool) *image.RGBA {
					return pictureOf(s, v, nil, oneBuilding(scene.Building{Objects: 2, FirstObjects: first, Opacity: opacity, Solid: solid}))
				}
				plain := draw(2, false)
				for _, first := range []int64{1, 3} {
					if n := differ(plain, draw(first, false), 0); n != 0 {
						t.Errorf("opacity %v: %d pixels show a change of a building that is not solid", opacity, n)
					}
				}
				if n := differ(plain, draw(0, false), 16); n < 60 {
					t.Errorf("opacity %v: dashes of a new building change %d pixels only", opacity, n)
				}
				if opacity < 1 {
					continue
				}
				pictures := []*image.RGBA{plain, draw(1, true), draw(3, true), draw(0, true)}
				for i, a := range pictures {
					for k, b := range pictures[:i] {
						if n := differ(a, b, 24); n < 40 {
							t.Errorf("signs %d and %d differ in %d pixels only", i, k, n)
						}
					}
				}
			}
		}
	})
}

// Signs are upright in the picture for every camera direction.
func TestArrowsPointUpFromEverySide(t *testing.T) {
	withSmallScene(t, func(s *Scene, v View) {
		v.Camera.Pitch = 1.3
		for _, yaw := range []float64{0, 0.8, 1.6, 3.1, 4.7} {
			v.Camera.Yaw = yaw
			plain := pictureOf(s, v, nil, oneBuilding(scene.Building{Objects: 2, FirstObjects: 2, Solid: true}))
			arrow := pictureOf(s, v, nil, oneBuilding(scene.Building{Objects: 2, FirstObjects: 1, Solid: true}))
			widths := map[int]int{}
			top, bottom := 1<<30, 0
			for y := range v.Height {
				for x := range v.Width {
					if a, b := plain.RGBAAt(x, y), arrow.RGBAAt(x, y); int(a.R)-int(b.R) > 30 || int(b.R)-int(a.R) > 30 {
						widths[y]++
						top, bottom = min(top, y), max(bottom, y)
					}
				}
			}
			if bottom-top < 10 {
				t.Fatalf("yaw %v: the arrow is %d pixels high", yaw, bottom-top)
			}
			head, stem := 0, 0 // widest rows of both halves
			for y, n := range widths {
				if y < (top+bottom+1)/2+1 {
					head = max(head, n)
				} else if y > (top+2*bottom)/3+1 {
					stem = max(stem, n)
				}
			}
			if head < 2*stem-2 || stem == 0 {
				t.Errorf("yaw %v: the upper half is %d wide, the stem %d", yaw, head, stem)
			}
		}
	})
}

func TestSmallRoofsHaveNoSign(t *testing.T) {
	withSmallScene(t, func(s *Scene, v View) {
		plain, changed := oneBuilding(scene.Building{Objects: 2, FirstObjects: 2, Solid: true}),
			oneBuilding(scene.Building{Objects: 2, FirstObjects: 1, Solid: true})
		near := v.Camera.Distance
		for _, c := range []struct {
			zoom  float64
			shown bool
		}{{1, true}, {1.6, true}, {8, false}, {30, false}} {
			v.Camera.Distance = near * c.zoom
			n := differ(pictureOf(s, v, nil, plain), pictureOf(s, v, nil, changed), 8)
			if (n > 0) != c.shown {
				t.Errorf("%v times as far: the sign changes %d pixels", c.zoom, n)
			}
		}
	})
}

func TestEmptyPlotsAreOutlined(t *testing.T) {
	withSmallScene(t, func(s *Scene, v View) {
		full, gone := oneBuilding(scene.Building{Objects: 2, FirstObjects: 2}), oneBuilding(scene.Building{FirstObjects: 2})
		never := oneBuilding(scene.Building{})
		never.Buildings[0].MaxObjects = 0
		bare := pictureOf(s, v, nil, never)
		if n := differ(bare, pictureOf(s, v, nil, gone), 24); n < 60 {
			t.Errorf("the plot of a vanished building changes %d pixels only", n)
		}
		// A tween shows the outline at one end only and uploads nothing while it runs.
		for _, order := range [][2]*scene.City{{full, gone}, {gone, full}} {
			s.SetCity(order[0], order[1])
			v.Mix = 0
			gltest.Check(s.Draw(v))
			first := s.Image()
			s.d.Counters.Uploaded = 0
			v.Mix = 1
			gltest.Check(s.Draw(v))
			if s.d.Counters.Uploaded != 0 {
				t.Errorf("%d bytes uploaded in a tween", s.d.Counters.Uploaded)
			}
			last := s.Image()
			if n := differ(first, pictureOf(s, v, nil, order[0]), 0); n != 0 {
				t.Errorf("start of a tween: %d pixels are not those of the first city", n)
			}
			if n := differ(last, pictureOf(s, v, nil, order[1]), 0); n != 0 {
				t.Errorf("end of a tween: %d pixels are not those of the second city", n)
			}
		}
	})
}

func TestCollectKeepsToThePackedCity(t *testing.T) {
	c, _ := randomCity(300, 1, 0.4)
	s := &Scene{}
	s.packed.pack(c, c, nil)
	s.signs.collect(&s.packed, c)
	if n := len(s.signs.list); n != 0 {
		t.Errorf("a city without changes has %d signs", n)
	}
	old := slices.Clone(c.Buildings)
	for i := range c.Buildings {
		c.Buildings[i].FirstObjects = 1
	}
	s.packed.pack(c, c, map[int32]scene.RGB{})
	s.signs.collect(&s.packed, c)
	if n := countKind(s.signs.list, grew); n != 10 || len(s.signs.list) != n {
		t.Errorf("%d arrows of %d signs, want those of ten solid buildings", n, len(s.signs.list))
	}
	copy(c.Buildings, old)
	for i := range c.Buildings[:40] {
		b := &c.Buildings[i]
		b.Objects, b.Base, b.Height = 0, b.Plot.Scaled(0), 0
	}
	s.packed.pack(c, c, nil)
	s.signs.collect(&s.packed, c)
	if n := countKind(s.signs.list, absent); n != 40 || len(s.signs.list) != n {
		t.Errorf("%d plots of %d signs, want 40", n, len(s.signs.list))
	}
}
