package widget

import (
	"testing"

	"memcity/city/trees"
	"memcity/render/ui/model"
)

// TestPlace: moments between the points shown have a place, others and those of points without times have none.
func TestPlace(t *testing.T) {
	a := NewAxis([]model.Point{{Time: 100}, {Time: 150}, {Time: 300}})
	for at, want := range map[trees.Millis]float64{99: -1, 100: 0, 150: 0.25, 200: 0.5, 300: 1, 301: -1} {
		if got, ok := a.Place(at); ok != (want >= 0) || ok && got != want {
			t.Errorf("%d: %v, %v; want %v", at, got, ok, want)
		}
	}
	for _, points := range [][]model.Point{nil, {{Time: 100}}, {{Time: 100}, {Time: 100}}} {
		b := NewAxis(points)
		if _, ok := b.Place(100); ok {
			t.Errorf("%d points without a length have a place", len(points))
		}
	}
}
