//go:build race

package guide

import (
	"slices"
	"testing"

	"memcity/assets"
)

// TestDemosRaces compares an example and two exercises, for the race detector.
func TestDemosRaces(t *testing.T) {
	names := []string{"two-caches-fixed", "chat", "plugins"}
	for _, demo := range assets.Demos() {
		if !slices.Contains(names, demo.Name) {
			continue
		}
		names = slices.DeleteFunc(names, func(name string) bool { return name == demo.Name })
		t.Run(demo.Name, func(t *testing.T) {
			t.Parallel()
			compareDemo(t, demo)
		})
	}
	if len(names) > 0 {
		t.Errorf("no such demos: %q", names)
	}
}
