package scene

import (
	"syscall"
	"testing"
	"time"

	"memcity/city"
	"memcity/render/headless/gltest"
)

func cpu() time.Duration {
	var r syscall.Rusage
	syscall.Getrusage(0, &r)
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

func TestParts(t *testing.T) {
	gltest.Run(t, func() {
		t0 := time.Now()
		c0 := cpu()
		s, _ := New()
		t.Log("New", time.Since(t0), cpu()-c0)
		c, names := randomCity(5000, 1, 1)
		s.names = names
		s.SetCity(nil, c)
		s.SetShade(nil, ComputeShade(c, ShadeSize))
		v := View{Width: 1280, Height: 720, Camera: city.Home(s.bounds, 16.0/9), Mix: 1, Labels: true, Tags: true}
		m := func(name string, f func()) {
			f()
			best := time.Hour
			for range 7 {
				t0 := cpu()
				f()
				s.d.Finish()
				best = min(best, cpu()-t0)
			}
			t.Log(name, best)
		}
		m("all", func() { s.Draw(v) })
		v.Tags = false
		m("-tags", func() { s.Draw(v) })
		v.Labels = false
		m("-labels", func() { s.Draw(v) })
		v.Transparent = true
		m("-sky", func() { s.Draw(v) })
		f := s.newFrame(&v, 0, 0)
		m("base only", func() { s.drawBase(&v, &f) })
		m("clear", func() { s.targets.base.Bind(); s.d.Clear(0, 0, 0, 0) })
		m("depthonly", func() {
			s.targets.base.Bind()
			s.d.Clear(0, 0, 0, 0)
			s.d.ColorWrites(false)
			s.drawBoxes(s.programs.depth, &f, 0, s.packed.solid)
			s.d.ColorWrites(true)
		})
		v.Quality = Full
		m("full base only", func() { s.drawBase(&v, &f) })
	})
}
