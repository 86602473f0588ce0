//go:build !race

package guide

import (
	"testing"

	"memcity/assets"
)

// TestDemos compares all bundled recordings. Under the race detector they take a minute: TestDemosRaces does some there.
func TestDemos(t *testing.T) {
	for _, demo := range assets.Demos() {
		if testing.Short() && demo.Kind != assets.Exercise {
			continue // the examples are large
		}
		t.Run(demo.Name, func(t *testing.T) {
			t.Parallel()
			compareDemo(t, demo)
		})
	}
}
