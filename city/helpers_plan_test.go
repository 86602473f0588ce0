package city

import "testing"

// testPlan is the plan of GC points over all of them.
func testPlan(points []PointTree, settings Settings) *Plan {
	s := NewSeries(points)
	return NewPlan(s, NewMeta(s, Window{0, max(s.Len()-1, 0)}), settings)
}

// testSettings are defaults with the metric, area mode and child count that shape a plan.
func testSettings(metric Metric, area Area, children int) Settings {
	s := DefaultSettings()
	s.Metric, s.Area, s.Children = metric, area, children
	return s
}

// testFind finds what stands for a group in a city.
func testFind(t testing.TB, c *City, key string) Target {
	t.Helper()
	target := c.Plan.Find(key)
	if target.Kind == Nothing {
		t.Fatalf("%s is not in the plan", key)
	}
	return target
}
