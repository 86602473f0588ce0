package scenetest

import (
	"testing"

	"memcity/city/scene"
	"memcity/city/trees"
)

// Plan returns the plan over all given GC points.
func Plan(points []trees.PointTree, settings scene.Settings) *scene.Plan {
	s := trees.NewSeries(points)
	return scene.NewPlan(s, trees.NewMeta(s, trees.Window{From: 0, To: max(s.Len()-1, 0)}), settings)
}

// Settings returns the default settings with the given unit, area mode and child count.
func Settings(unit trees.Unit, area scene.Area, children int) scene.Settings {
	s := scene.DefaultSettings()
	s.Unit, s.Area, s.Children = unit, area, children
	return s
}

// Find returns the target of a group in a city. It fails the test if there is none.
func Find(t testing.TB, c *scene.City, key string) scene.Target {
	t.Helper()
	target := c.Plan.Find(key)
	if target.Kind == scene.Nothing {
		t.Fatalf("%s is not in the plan", key)
	}
	return target
}
