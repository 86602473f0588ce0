package city

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"memcity/trace"
)

// wideRecording has districts of equally many buildings; values walk at random from point to point.
func wideRecording(districts, each, moments int) []PointTree {
	rng := rand.New(rand.NewPCG(uint64(districts), uint64(each)))
	root := &group{name: "Heap"}
	for d := range districts {
		district := &group{name: fmt.Sprint("d", d), role: "Package"}
		for i := range each {
			district.kids = append(district.kids, leaf(fmt.Sprint("t", i), int64(1+rng.IntN(100_000)), int64(rng.IntN(9_000_000))))
		}
		root.kids = append(root.kids, district)
	}
	names := trace.NewNames()
	out := make([]PointTree, moments)
	for m := range out {
		for _, d := range root.kids {
			for _, b := range d.kids {
				b.objects += int64(rng.IntN(2000))
				b.bytes += int64(rng.IntN(90_000))
			}
		}
		out[m] = PointTree{Time: trace.Millis(m), Tree: root.tree(names)}
	}
	return out
}

// BenchmarkOpen is what happens between read trees and the first city: 20,000 groups at 100 points.
func BenchmarkOpen(b *testing.B) {
	points := wideRecording(200, 99, 100)
	settings := planSettings(Objects, Sqrt, AllChildren)
	b.Run("series", func(b *testing.B) {
		for b.Loop() {
			NewSeries(points)
		}
	})
	s := NewSeries(points)
	b.Run("meta", func(b *testing.B) {
		for b.Loop() {
			NewMeta(s, wholeWindow(s))
		}
	})
	m := NewMeta(s, wholeWindow(s))
	b.Run("plan", func(b *testing.B) {
		for b.Loop() {
			NewPlan(s, m, settings)
		}
	})
	b.Run("all", func(b *testing.B) {
		for b.Loop() {
			s := NewSeries(points)
			NewPlan(s, NewMeta(s, wholeWindow(s)), settings)
		}
	})
	p := NewPlan(s, m, settings)
	b.Run("at", func(b *testing.B) {
		for b.Loop() {
			p.At(50, settings)
		}
	})
}

// BenchmarkGrow takes one more GC point into a recording of 500 with 5,000 groups: into its series, the meta trees and the
// plan.
func BenchmarkGrow(b *testing.B) {
	points := wideRecording(50, 99, 501)
	s := NewSeries(points[:500])
	p := NewRoomyPlan(s, NewMeta(s, wholeWindow(s)), DefaultSettings())
	for b.Loop() {
		grown := s.With(points[500:])
		p.Next(grown, NewMeta(grown, wholeWindow(grown)))
	}
}
