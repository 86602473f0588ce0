package scene

import (
	"math"
	"testing"

	"memcity/layout"
)

// TestGridUnit: the largest power of ten with eight squares along the ground, for both kinds of areas.
func TestGridUnit(t *testing.T) {
	for _, c := range []struct {
		area  Area
		width float64
		value int64
		ok    bool
	}{{Sqrt, 8, 1, true}, {Sqrt, 7.9, 0, false}, {Sqrt, 8 * math.Sqrt(math.Sqrt(10_000)), 10_000, true}, {Sqrt, 79.9, 1000, true},
		{Linear, 8 * math.Sqrt(1000), 1000, true}, {Linear, 8*math.Sqrt(1000) - 0.1, 100, true}, {Linear, 0, 0, false}} {
		p := &Plan{Ground: layout.Rect{W: c.width, D: c.width / 2}, settings: Settings{Area: c.area}}
		side, value, ok := p.GridUnit()
		if value != c.value || ok != c.ok || ok && math.Abs(side*side-c.area.weigh(value)) > 1e-9 {
			t.Errorf("%v, %v wide: %v squares of %d, %v; want %d, %v", c.area, c.width, side, value, ok, c.value, c.ok)
		}
	}
}
