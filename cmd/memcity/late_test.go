package main

import (
	"bytes"
	"image"
	"testing"
	"time"

	"memcity/render/action"
)

// TestLatePictures: a window that draws late shows the same as one that always draws: after opening, during steps, even two at once, and
// at rest.
func TestLatePictures(t *testing.T) {
	var pictures [2][]*image.RGBA
	for i := range pictures {
		inNewWindow(t, testOptions(), func(w *screen) {
			if i == 1 {
				w.DrawLate()
			}
			take := func(d time.Duration) {
				w.check(w.Advance(d))
				w.flush()
				img, err := w.Picture()
				w.check(err)
				pictures[i] = append(pictures[i], img)
			}
			w.resize(320, 240, 1)
			w.open("demo:steady")
			w.settle()
			take(0)
			w.key("P", 0)
			take(100 * time.Millisecond)
			w.key("P", 0)
			w.check(w.Advance(100 * time.Millisecond))
			w.key("P", 0)
			take(100 * time.Millisecond)
			w.settle()
			take(0)
			w.key("Home", action.Shift)
			take(100 * time.Millisecond)
		})
	}
	for i, drawn := range pictures[0] {
		if late := pictures[1][i]; !bytes.Equal(drawn.Pix, late.Pix) {
			t.Errorf("picture %d is another one when it is drawn late", i)
		}
		if i > 0 && bytes.Equal(drawn.Pix, pictures[0][i-1].Pix) {
			t.Errorf("picture %d is the one before", i)
		}
	}
}
