//go:build !race

package guide

import (
	"testing"

	"memcity/assets"
)

// TestDemos compares all bundled recordings. That takes a minute under the race detector, where TestDemosRaces compares some of them.
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
