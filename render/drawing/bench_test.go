package drawing

import (
	"fmt"
	"math"
	"testing"
	"time"

	"memcity/city/scene"
	"memcity/render/headless/gltest"
)

// benchScene runs f with a scene of a city and a view of 1280x720 pixels.
func benchScene(b *testing.B, buildings int, opacity float64, f func(s *Scene, v View)) {
	b.Helper()
	gltest.Run(b, func() {
		s, err := New()
		gltest.Check(err)
		defer s.Close()
		c, names := randomCity(buildings, 1, opacity)
		s.names = names
		s.SetCity(nil, c)
		s.SetShade(nil, ComputeShade(c, ShadeSize))
		v := View{Width: 1280, Height: 720, Camera: poseFor(s.bounds), Mix: 1, Labels: true, Tags: true}
		gltest.Check(s.Draw(v))
		s.d.Finish()
		b.ResetTimer()
		f(s, v)
	})
}

// fastest draws b.N times and reports the fastest frame in addition to the mean, because hosts are shared.
func fastest(b *testing.B, draw func(), s *Scene) {
	best := time.Duration(math.MaxInt64)
	for range b.N {
		start := time.Now()
		draw()
		s.d.Finish()
		best = min(best, time.Since(start))
	}
	b.ReportMetric(float64(best.Microseconds())/1000, "fastest-ms")
}

// BenchmarkFrame draws full pictures at 1280x720: city, ground, sky, names and tags.
func BenchmarkFrame(b *testing.B) {
	b.Run("naive/5000", func(b *testing.B) { oneMeshPerBuilding(b, 5000) })
	for _, n := range []int{5000, 20000, 50000} {
		for _, q := range []Quality{Lean, Full} {
			b.Run(fmt.Sprintf("%s/%d", []string{"lean", "full"}[q], n), func(b *testing.B) {
				benchScene(b, n, 1, func(s *Scene, v View) {
					v.Quality = q
					fastest(b, func() { gltest.Check(s.Draw(v)) }, s)
				})
			})
		}
	}
}

func BenchmarkHover(b *testing.B) {
	for _, n := range []int{5000, 50000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			benchScene(b, n, 1, func(s *Scene, v View) {
				i := 0
				fastest(b, func() {
					i++
					v.Hover = scene.Target{Kind: scene.OnBuilding, Index: int32(i % n)}
					gltest.Check(s.Overlay(v))
				}, s)
			})
		})
	}
}

func BenchmarkStep(b *testing.B) {
	from, _ := randomCity(50000, 0.3, 1)
	to, _ := randomCity(50000, 1, 1)
	b.Run("pack", func(b *testing.B) {
		var p packed
		for range b.N {
			p.pack(from, to, nil)
		}
	})
	b.Run("shade", func(b *testing.B) {
		for range b.N {
			ComputeShade(to, ShadeSize)
		}
	})
}

func BenchmarkFrustums(b *testing.B) {
	for _, n := range []int{40, 4600} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			benchScene(b, 5000, 1, func(s *Scene, v View) {
				pick(s, &v, n)
				fastest(b, func() {
					s.kept = false
					gltest.Check(s.Overlay(v))
				}, s)
			})
		})
		b.Run(fmt.Sprintf("hover/%d", n), func(b *testing.B) {
			benchScene(b, 5000, 1, func(s *Scene, v View) {
				pick(s, &v, n)
				i := 0
				fastest(b, func() {
					i++
					v.Hover = scene.Target{Kind: scene.OnBuilding, Index: int32(i % 5000)}
					gltest.Check(s.Overlay(v))
				}, s)
			})
		})
	}
}
