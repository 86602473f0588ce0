//go:build race

package session_test

import "testing"

// TestGalleryRaces compares every eighth program, for the race detector.
func TestGalleryRaces(t *testing.T) {
	for i, p := range programs(t) {
		if i%8 == 0 {
			t.Run(p["program"], func(t *testing.T) {
				t.Parallel()
				p.compare(t)
			})
		}
	}
}
