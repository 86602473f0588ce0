package drawing

import (
	"bytes"
	"image"
	"runtime"
	"testing"

	"memcity/city/scene"
	"memcity/render/headless/gltest"
)

func init() { runtime.LockOSThread() }

func TestMain(m *testing.M) { gltest.Main(m) }

// withScene runs f with a scene of a random city and a view of the whole city.
func withScene(t testing.TB, buildings int, opacity float64, f func(s *Scene, v View)) {
	t.Helper()
	gltest.Run(t, func() {
		s, err := New()
		gltest.Check(err)
		from, names := randomCity(buildings, 0.3, opacity)
		to, _ := randomCity(buildings, 1, opacity)
		s.names = names
		s.SetCity(from, to)
		s.SetShade(nil, ComputeShade(to, 256))
		v := View{Width: 320, Height: 240, Camera: poseFor(s.bounds), Mix: 1, Quality: Full, Labels: true, Tags: true}
		f(s, v)
		gltest.Check(s.d.Err(t.Name()))
		s.Close()
		c := s.d.Counters
		if c.Programs+c.Buffers+c.Arrays+c.Textures+c.Framebuffers != 0 {
			t.Errorf("left alive: %+v", c)
		}
		gltest.Check(s.d.Err(t.Name() + ", closed"))
	})
}

// poseFor returns a camera that sees the whole city. Goldens do not depend on the window's initial camera.
func poseFor(b scene.Box) scene.Camera {
	return scene.Camera{Target: b.Center(), Yaw: 0.49, Pitch: 0.58, Distance: max(3.1*b.Radius(), 1)}
}

// pick selects the tallest building and connects it with others.
func pick(s *Scene, v *View, partners int) {
	best := int32(0)
	for i, b := range s.to.Buildings {
		if b.Height > s.to.Buildings[best].Height {
			best = int32(i)
		}
	}
	v.Selected = scene.Target{Kind: scene.OnBuilding, Index: best}
	n := int32(len(s.to.Buildings))
	for i := range int32(partners) {
		other := (best + 1 + i*max(n/int32(partners), 1)) % n
		width := s.to.Buildings[best].Base.W
		r := scene.Reference{From: best, To: other, FromRadius: width * 0.3 / float64(1+i%4), ToRadius: s.to.Buildings[other].Base.W * 0.3}
		if i%2 == 0 {
			r = scene.Reference{From: other, To: best, Incoming: true, FromRadius: r.ToRadius, ToRadius: r.FromRadius}
		}
		v.References = append(v.References, r)
	}
}

// bundleSome adds reference bundles of the selected building to every fourth district.
func bundleSome(s *Scene, v *View) {
	for i := 1; i < len(s.to.Districts); i += 4 {
		d := &s.to.Districts[i]
		r := scene.Reference{From: v.Selected.Index, To: -1, FromRadius: 0.2, ToRadius: 0.05 * d.Plot.W, Groups: 3 + i, District: int32(i)}
		if i%8 == 1 {
			r.From, r.To, r.Incoming, r.FromRadius, r.ToRadius = -1, r.From, true, r.ToRadius, r.FromRadius
		}
		v.References = append(v.References, r)
	}
}

// differ returns the number of pixels that differ by more than limit in a channel.
func differ(a, b *image.RGBA, limit int) int {
	n := 0
	for i := 0; i < len(a.Pix); i += 4 {
		for k := range 4 {
			if d := int(a.Pix[i+k]) - int(b.Pix[i+k]); d > limit || d < -limit {
				n++
				break
			}
		}
	}
	return n
}

func TestSamePictureTwice(t *testing.T) {
	var pictures [2]*image.RGBA
	for i := range pictures {
		withScene(t, 700, 0.4, func(s *Scene, v View) {
			pick(s, &v, 12)
			gltest.Check(s.DrawFinal(v, 5))
			pictures[i] = s.Image()
		})
	}
	if !bytes.Equal(pictures[0].Pix, pictures[1].Pix) {
		t.Errorf("%d pixels differ", differ(pictures[0], pictures[1], 0))
	}
}

func TestTweenUploadsNothing(t *testing.T) {
	withScene(t, 700, 0.4, func(s *Scene, v View) {
		pick(s, &v, 12)
		v.Tags = false
		v.Selected = scene.Target{}
		gltest.Check(s.Draw(v))
		first := s.Image()
		s.d.Counters.Uploaded = 0
		for _, mix := range []float32{0, 0.3, 0.7} {
			v.Mix = mix
			gltest.Check(s.Draw(v))
		}
		if n := s.d.Counters.Uploaded; n != 0 {
			t.Errorf("%d bytes uploaded in a tween", n)
		}
		if n := differ(first, s.Image(), 8); n < 50 {
			t.Errorf("the tween changes %d pixels only", n)
		}
	})
}

func TestDrawCallsDoNotGrowWithTheCity(t *testing.T) {
	for _, n := range []int{12, 700, 20000} {
		for _, opacity := range []float64{1, 0.4, 0} {
			withScene(t, n, opacity, func(s *Scene, v View) {
				changeSome(s)
				v.Labels, v.Tags, v.Quality = false, false, Lean
				s.d.Counters.Draws = 0
				gltest.Check(s.Draw(v))
				if got := s.d.Counters.Draws; got > 6+maxSwitches {
					t.Errorf("%d buildings at %v: %d draw calls for city, signs, ground and sky", n, opacity, got)
				}
				v.Labels, v.Tags = true, true
				pick(s, &v, 9)
				s.d.Counters.Draws = 0
				gltest.Check(s.Draw(v))
				if got := s.d.Counters.Draws; got > 17 {
					t.Errorf("%d buildings at %v: %d draw calls with everything", n, opacity, got)
				}
			})
		}
	}
}

func TestOverlayLeavesTheCityAlone(t *testing.T) {
	withScene(t, 700, 0.4, func(s *Scene, v View) {
		gltest.Check(s.Draw(v))
		before, base := s.Image(), s.targets.base.Read()
		v2 := v
		pick(s, &v2, 30)
		v2.Hover = scene.Target{Kind: scene.OnDistrict, Index: 1}
		gltest.Check(s.Overlay(v2))
		if n := differ(before, s.Image(), 8); n < 100 {
			t.Errorf("hover and selection change %d pixels only", n)
		}
		if !bytes.Equal(base.Pix, s.targets.base.Read().Pix) {
			t.Error("the city under the overlay changed")
		}
		gltest.Check(s.Overlay(v))
		if !bytes.Equal(before.Pix, s.Image().Pix) {
			t.Errorf("%d pixels keep traces of the overlay", differ(before, s.Image(), 0))
		}
	})
}

func TestOverlayDoesNotDrawTheCity(t *testing.T) {
	var draws [2]int
	for i, n := range []int{50, 5000} {
		withScene(t, n, 1, func(s *Scene, v View) {
			v.Tags = false
			gltest.Check(s.Draw(v))
			v.Hover = scene.Target{Kind: scene.OnBuilding, Index: 2}
			gltest.Check(s.Overlay(v)) // fills the atlas of the tags
			s.d.Counters.Draws, s.d.Counters.Uploaded = 0, 0
			v.Hover = scene.Target{Kind: scene.OnBuilding, Index: 3}
			gltest.Check(s.Overlay(v))
			draws[i] = s.d.Counters.Draws
			if s.d.Counters.Uploaded > 40_000 {
				t.Errorf("%d buildings: %d bytes uploaded for a hover", n, s.d.Counters.Uploaded)
			}
		})
	}
	if draws[0] != draws[1] || draws[0] > 6 {
		t.Errorf("a hover takes %v draw calls in a small and a large city", draws)
	}
}

func TestRefineEndsAndSmooths(t *testing.T) {
	withScene(t, 700, 1, func(s *Scene, v View) {
		v.Quality, v.Resolution = Lean, 0.5
		gltest.Check(s.Draw(v))
		steps := 0
		for more := true; more && steps < 100; steps++ {
			var err error
			more, err = s.Refine()
			gltest.Check(err)
		}
		if steps != RefineSamples {
			t.Errorf("refined in %d steps, want %d", steps, RefineSamples)
		}
		refined := s.Image()
		gltest.Check(s.DrawFinal(v, RefineSamples))
		if n := differ(refined, s.Image(), 0); n != 0 {
			t.Errorf("refined step by step and at once: %d pixels differ", n)
		}
		// A selection is refined again, to the same picture as a new drawing.
		pick(s, &v, 8)
		gltest.Check(s.Overlay(v))
		for more := true; more; {
			var err error
			more, err = s.Refine()
			gltest.Check(err)
		}
		later := s.Image()
		gltest.Check(s.DrawFinal(v, RefineSamples))
		if n := differ(later, s.Image(), 0); n != 0 {
			t.Errorf("selected later and from the start: %d pixels differ", n)
		}
	})
}

func TestEmptyBuildingsVanish(t *testing.T) {
	gltest.Run(t, func() {
		s, err := New()
		gltest.Check(err)
		defer s.Close()
		c, names := randomCity(60, 1, 1)
		s.names = names
		empty := *c
		empty.Buildings = append([]scene.Building(nil), c.Buildings...)
		for i := range empty.Buildings {
			b := &empty.Buildings[i]
			x, z := b.Plot.Center()
			b.Base.X, b.Base.Z, b.Base.W, b.Base.D, b.Height = x, z, 0, 0, 0
		}
		bare := empty
		bare.Buildings = empty.Buildings[:1]
		s.SetCity(nil, c)
		v := View{Width: 320, Height: 240, Camera: poseFor(s.bounds), Mix: 1, Quality: Full}
		s.SetCity(nil, &empty)
		gltest.Check(s.Draw(v))
		with := s.Image()
		s.SetCity(nil, &bare)
		gltest.Check(s.Draw(v))
		if n := differ(with, s.Image(), 2); n > 0 {
			t.Errorf("empty buildings leave %d pixels", n)
		}
	})
}

func TestOneThinFrustumAmongThousandsIsSeen(t *testing.T) {
	withScene(t, 700, 1, func(s *Scene, v View) {
		v.Tags = false
		gltest.Check(s.Draw(v))
		before := s.Image()
		v.References = []scene.Reference{{From: 3, To: 600, FromRadius: 1e-5, ToRadius: 1e-5}}
		gltest.Check(s.Overlay(v))
		if n := differ(before, s.Image(), 24); n < 40 {
			t.Errorf("a very thin frustum changes %d pixels only", n)
		}
		v.References = append(v.References, scene.Reference{From: -1, To: 9}, scene.Reference{From: 2, To: 1 << 30},
			scene.Reference{From: 5, To: 5, FromRadius: 1, ToRadius: 2})
		gltest.Check(s.Overlay(v))
	})
}

func TestRetargetStartsWhereTheTweenWas(t *testing.T) {
	withScene(t, 300, 1, func(s *Scene, v View) {
		v.Mix, v.Tags, v.Labels = 0.5, false, false
		gltest.Check(s.Draw(v))
		before := s.Image()
		next, _ := randomCity(300, 0.6, 1)
		s.Retarget(next, s.view.Mix)
		v.Mix = 0
		gltest.Check(s.Draw(v))
		if n := differ(before, s.Image(), 12); n > 100 {
			t.Errorf("%d pixels jump when a tween is interrupted", n)
		}
	})
}

func TestWarmIsClean(t *testing.T) {
	var pictures []*image.RGBA
	for _, make := range []func() (*Scene, error){NewWarm, New} {
		gltest.Run(t, func() {
			s, err := make()
			gltest.Check(err)
			if s.Draw(View{Width: 10, Height: 10}) == nil {
				t.Error("a new scene has a city")
			}
			c, names := randomCity(60, 1, 0.4)
			s.names = names
			s.SetCity(nil, c)
			v := View{Width: 100, Height: 80, Camera: poseFor(s.bounds), Mix: 1, Labels: true, Tags: true}
			gltest.Check(s.DrawFinal(v, 2))
			pictures = append(pictures, s.Image())
			s.Close()
			if c := s.d.Counters; c.Programs+c.Buffers+c.Arrays+c.Textures+c.Framebuffers != 0 {
				t.Errorf("left alive: %+v", c)
			}
		})
	}
	if n := differ(pictures[0], pictures[1], 0); n != 0 {
		t.Errorf("%d pixels keep traces of warming up", n)
	}
}

// A tween starts with the shade of its first city and ends with that of its second.
func TestShadeOfATweensEnds(t *testing.T) {
	withScene(t, 300, 1, func(s *Scene, v View) {
		v.Tags, v.Labels = false, false
		from, to := s.from, s.to
		a, b := ComputeShade(from, 200), ComputeShade(to, 256)
		draw := func(mix float32) *image.RGBA {
			v.Mix = mix
			gltest.Check(s.Draw(v))
			return s.Image()
		}
		s.SetShade(a, b)
		start, middle, end := draw(0), draw(0.5), draw(1)
		s.SetShade(nil, a)
		if n := differ(start, draw(0), 0); n != 0 {
			t.Errorf("start of the tween: %d pixels differ", n)
		}
		s.SetShade(nil, b)
		if n := differ(end, draw(1), 0); n != 0 {
			t.Errorf("end of the tween: %d pixels differ", n)
		}
		if n := differ(middle, draw(0.5), 4); n == 0 {
			t.Error("the light does not change in a tween")
		}
	})
}

// TestKeptChoice: the cached picture with references is used only while it is valid. After each change the picture equals that of a scene
// without a cache, bit for bit.
func TestKeptChoice(t *testing.T) {
	withScene(t, 700, 0.4, func(s *Scene, v View) {
		pick(s, &v, 60)
		gltest.Check(s.Draw(v))
		other := v
		pick(s, &other, 30)
		step := func(what string, keeps bool, change func()) {
			t.Helper()
			change()
			if s.kept != keeps {
				t.Errorf("%s: kept is %v", what, s.kept)
			}
			got := s.Image()
			s.kept = false
			gltest.Check(s.compose())
			if n := differ(got, s.Image(), 0); n != 0 {
				t.Errorf("%s: %d pixels are not those drawn anew", what, n)
			}
		}
		overlay := func() { gltest.Check(s.Overlay(v)) }
		hover := func(i int32) func() {
			return func() { v.Hover = scene.Target{Kind: scene.OnBuilding, Index: i}; overlay() }
		}
		step("hover", true, hover(3))
		step("another hover", true, hover(9))
		step("no tags", true, func() { v.Tags = false; overlay() })
		step("other references", true, func() { v.References = other.References; overlay() })
		step("another selection", true, func() { v.Selected = scene.Target{Kind: scene.OnBuilding, Index: 5}; overlay() })
		step("no references", false, func() { v.References = nil; overlay() })
		step("references again", true, func() { v.References = other.References; overlay() })
		step("another theme", true, func() { v.Dark = true; gltest.Check(s.Draw(v)) })
		step("another size", true, func() { v.Width, v.Height = v.Width-7, v.Height-3; gltest.Check(s.Draw(v)) })
		step("another pose", true, func() { v.Camera.Yaw += 0.2; gltest.Check(s.Draw(v)) })
		step("lower resolution", true, func() { v.Resolution = 0.5; gltest.Check(s.Draw(v)) })
		step("hover in it", true, hover(11))
		step("another mix", true, func() { v.Resolution, v.Mix = 1, 0.5; gltest.Check(s.Draw(v)) })
		step("marks", true, func() { s.SetMarks(map[int32]scene.RGB{2: {R: 200}}); overlay() })
		step("refined", false, func() {
			for range 3 {
				_, err := s.Refine()
				gltest.Check(err)
			}
		})
		step("hover when refined", false, hover(4))
	})
}
