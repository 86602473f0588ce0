package widget

import (
	"slices"
	"testing"

	"memcity/city/trees"
	"memcity/render/ui/model"
)

// TestPlace: times between the points have a position. Times outside, and times of points without times, have none.
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

// TestClockLabels: clock labels are at full hours, and at midnight show the date.
func TestClockLabels(t *testing.T) {
	const midnight = 1_790_035_200_000
	a := NewAxis([]model.Point{{Time: 0}, {Time: 3_600_000}, {Time: 5 * 3_600_000}})
	a.Clock = midnight - 2*3_600_000 - 1_800_000 // half past nine
	var got []string
	for _, l := range a.Labels(600, func(string) float32 { return 30 }) {
		got = append(got, l.Text)
	}
	if want := []string{"22:00", "23:00", "22 Sep", "01:00", "02:00"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
