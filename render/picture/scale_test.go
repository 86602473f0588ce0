package picture

import (
	"testing"
)

// TestTextScale: above the usual size texts keep their share of the picture. Below it they keep their size.
func TestTextScale(t *testing.T) {
	for size, want := range map[[2]int]float64{
		{1280, 720}: 1, {1920, 1080}: 1.5, {2560, 1440}: 2, {640, 360}: 1, {64, 64}: 1, {1279, 719}: 1,
		{1280, 1440}: 1, {2560, 720}: 1, {1440, 1080}: 1.125, {3840, 2160}: 3, {16384, 16384}: 4,
	} {
		if got := TextScale(size[0], size[1]); got != want {
			t.Errorf("%v: %v, want %v", size, got, want)
		}
	}
}
