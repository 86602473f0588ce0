package drawing

import (
	"bytes"
	"image"
	"math/rand/v2"
	"testing"

	"memcity/city/scene"
	"memcity/render/headless/gltest"
)

// someRoutes connects random buildings of a city. If selected is set, all routes start or end at it.
func someRoutes(c *scene.City, n int, selected int32) *scene.Routes {
	rng := rand.New(rand.NewPCG(5, 8))
	out := &scene.Routes{Settings: scene.RouteSettings{Strength: 0.85}, Selected: selected >= 0, Total: n}
	for i := range n {
		r := scene.Route{From: rng.Int32N(int32(len(c.Buildings))), To: rng.Int32N(int32(len(c.Buildings))), FromRadius: 0.6, ToRadius: 0.24}
		switch {
		case selected >= 0 && i%2 == 0:
			r.From, r.Direction = selected, scene.Outgoing
		case selected >= 0:
			r.To, r.Direction = selected, scene.Incoming
		}
		out.List = append(out.List, r)
	}
	for i, points := range c.Laid(out) {
		out.List[i].Points = points
	}
	return out
}

func TestRoutesMoveWithTheRoofs(t *testing.T) {
	withScene(t, 60, 1, func(s *Scene, v View) {
		v.Tags, v.Labels = false, false
		v.Routes = someRoutes(s.to, 12, -1)
		draw := func(mix float32) *image.RGBA {
			v.Mix = mix
			gltest.Check(s.Draw(v))
			return s.Image()
		}
		start, end := draw(0), draw(1)
		s.d.Counters.Uploaded = 0
		draw(0.5)
		if n := s.d.Counters.Uploaded; n != 0 {
			t.Errorf("%d bytes uploaded in a tween", n)
		}
		from, to := s.from, s.to
		routes := *v.Routes
		for mix, c := range map[float32]*scene.City{0: from, 1: to} {
			s.SetCity(nil, c)
			there := routes
			there.List = append([]scene.Route(nil), routes.List...)
			for i, points := range c.Laid(&there) {
				there.List[i].Points = points
			}
			v.Routes = &there
			want := map[float32]*image.RGBA{0: start, 1: end}[mix]
			// The chevron pattern follows the length of the route at the end.
			if n := differ(draw(1), want, 60); n > 400 {
				t.Errorf("at %g of a tween, %d pixels differ from the city there", mix, n)
			}
		}
	})
}

// Routes take one draw call, those of a selection two, and they do not change the city.
func TestRoutesAreOverlay(t *testing.T) {
	withScene(t, 700, 0.4, func(s *Scene, v View) {
		v.Tags = false
		gltest.Check(s.Draw(v))
		before, base := s.Image(), s.targets.base.Read()
		for selected, most := range map[int32]int{-1: 1, 4: 2} {
			s.d.Counters.Draws = 0
			gltest.Check(s.Overlay(v))
			without := s.d.Counters.Draws
			v2 := v
			v2.Routes = someRoutes(s.to, scene.MaxRoutes, selected)
			gltest.Check(s.Overlay(v2))
			if n := differ(before, s.Image(), 8); n < 2000 {
				t.Errorf("routes change %d pixels only", n)
			}
			if got := s.d.Counters.Draws - 2*without; got != most {
				t.Errorf("%d draw calls for routes, want %d", got, most)
			}
			plain := s.Image()
			v2.Pointed = 3
			gltest.Check(s.Overlay(v2))
			if n := differ(plain, s.Image(), 8); n < 20 || n > 4000 {
				t.Errorf("pointing at a route changes %d pixels", n)
			}
			for _, none := range []int{-5, scene.MaxRoutes + 1} {
				v2.Pointed = none
				gltest.Check(s.Overlay(v2))
			}
			if n := differ(plain, s.Image(), 0); n > 0 {
				t.Errorf("pointing at no route leaves %d pixels", n)
			}
		}
		if !bytes.Equal(base.Pix, s.targets.base.Read().Pix) {
			t.Error("the city under the routes changed")
		}
		gltest.Check(s.Overlay(v))
		if !bytes.Equal(before.Pix, s.Image().Pix) {
			t.Errorf("%d pixels keep traces of routes", differ(before, s.Image(), 0))
		}
	})
}

// BenchmarkRoutes draws the overlay of a city with 5,000 buildings at 1280x720.
func BenchmarkRoutes(b *testing.B) {
	for _, n := range []int{0, 200, scene.MaxRoutes} {
		b.Run(map[int]string{0: "none", 200: "200", scene.MaxRoutes: "most"}[n], func(b *testing.B) {
			benchScene(b, 5000, 1, func(s *Scene, v View) {
				v.Tags = false
				v.Routes = someRoutes(s.to, n, -1)
				fastest(b, func() { gltest.Check(s.Overlay(v)) }, s)
			})
		})
	}
}
