package scenetest

import (
	"testing"

	"memcity/city/scene"
	"memcity/city/trees"
)

// Plan is the plan of GC points over all of them.
func Plan(points []trees.PointTree, settings scene.Settings) *scene.Plan {
	s := trees.NewSeries(points)
	return scene.NewPlan(s, trees.NewMeta(s, trees.Window{From: 0, To: max(s.Len()-1, 0)}), settings)
}

// Settings are defaults with the metric, area mode and child count that shape a plan.
func Settings(metric trees.Metric, area scene.Area, children int) scene.Settings {
	s := scene.DefaultSettings()
	s.Metric, s.Area, s.Children = metric, area, children
	return s
}

// Find finds what stands for a group in a city.
func Find(t testing.TB, c *scene.City, key string) scene.Target {
	t.Helper()
	target := c.Plan.Find(key)
	if target.Kind == scene.Nothing {
		t.Fatalf("%s is not in the plan", key)
	}
	return target
}
