package scene

import (
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
	"memcity/layout"
)

func planOf(points []trees.PointTree, settings Settings) *Plan {
	s := trees.NewSeries(points)
	return NewPlan(s, trees.NewMeta(s, citytest.WholeWindow(s)), settings)
}

// planSettings returns the defaults with the given metric, area mode and child count.
func planSettings(unit trees.Unit, area Area, children int) Settings {
	s := DefaultSettings()
	s.Unit, s.Area, s.Children = unit, area, children
	return s
}

// allPlanSettings covers every kind of layout.
func allPlanSettings() []Settings {
	var all []Settings
	for _, unit := range []trees.Unit{trees.Objects, trees.Bytes} {
		for _, area := range []Area{Sqrt, Linear} {
			for _, children := range []int{AllChildren, 1, 3, 40} {
				all = append(all, planSettings(unit, area, children))
			}
		}
	}
	return all
}

func sameRect(a, b layout.Rect, eps float64) bool { return a.Contains(b, eps) && b.Contains(a, eps) }

func mustFind(t testing.TB, c *City, key string) Target {
	t.Helper()
	target := c.Plan.Find(key)
	if target.Kind == Nothing {
		t.Fatalf("%s is not in the plan", key)
	}
	return target
}
