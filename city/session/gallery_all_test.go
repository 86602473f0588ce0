//go:build !race

package session_test

import "testing"

// TestGallery compares every program of the collection. Each takes almost a second, and ten times that under the race detector, where
// TestGalleryRaces covers some.
func TestGallery(t *testing.T) {
	for i, p := range programs(t) {
		if testing.Short() && i > 2 {
			break
		}
		t.Run(p["program"], func(t *testing.T) {
			t.Parallel()
			p.compare(t)
		})
	}
}
