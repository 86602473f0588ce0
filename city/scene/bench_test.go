package scene

import (
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
)

// BenchmarkOpen covers the work between read trees and the first city: 20,000 groups at 100 points.
func BenchmarkOpen(b *testing.B) {
	points := citytest.WideRecording(200, 99, 100)
	settings := planSettings(trees.Objects, Sqrt, AllChildren)
	b.Run("series", func(b *testing.B) {
		for b.Loop() {
			trees.NewSeries(points)
		}
	})
	s := trees.NewSeries(points)
	b.Run("meta", func(b *testing.B) {
		for b.Loop() {
			trees.NewMeta(s, citytest.WholeWindow(s))
		}
	})
	m := trees.NewMeta(s, citytest.WholeWindow(s))
	b.Run("plan", func(b *testing.B) {
		for b.Loop() {
			NewPlan(s, m, settings)
		}
	})
	b.Run("all", func(b *testing.B) {
		for b.Loop() {
			s := trees.NewSeries(points)
			NewPlan(s, trees.NewMeta(s, citytest.WholeWindow(s)), settings)
		}
	})
	p := NewPlan(s, m, settings)
	b.Run("at", func(b *testing.B) {
		for b.Loop() {
			p.At(50, settings)
		}
	})
}

// BenchmarkGrow adds one GC point to a recording of 500 with 5,000 groups: to its series, the meta trees and the plan.
func BenchmarkGrow(b *testing.B) {
	points := citytest.WideRecording(50, 99, 501)
	s := trees.NewSeries(points[:500])
	p := NewRoomyPlan(s, trees.NewMeta(s, citytest.WholeWindow(s)), DefaultSettings())
	for b.Loop() {
		grown := s.With(points[500:])
		p.Next(grown, p.Meta.Next(grown, citytest.WholeWindow(grown)))
	}
}
