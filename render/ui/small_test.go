package ui

import (
	"image"
	"testing"

	"memcity/render/ui/canvas"
)

// No text is too small to read at 100 %.
func TestNoTextIsTooSmall(t *testing.T) {
	shaped := 0
	for name, m := range fixtures() {
		for _, size := range []image.Point{{640, 480}, {1280, 720}, {1920, 1080}} {
			k := coreOf(t, m, size, 1)
			clear(k.Faces.Lines)
			k.Layout()
			for key := range k.Faces.Lines {
				shaped++
				if float64(key.Px)/64 < canvas.LeastSize-0.01 {
					t.Errorf("%s at %v: %q has %v pixels", name, size, key.Text, float64(key.Px)/64)
				}
			}
			k.Release()
		}
	}
	if shaped < 10_000 {
		t.Errorf("%d texts were looked at", shaped)
	}
}
