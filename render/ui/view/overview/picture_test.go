package overview

import (
	"image"
	"testing"

	"memcity/city/view/overview"
	"memcity/render/ui/uitest"
)

// TestPicture checks that a picture of a recording without heap states has the requested size, and shows the pauses.
func TestPicture(t *testing.T) {
	m := uitest.EventsModel()
	o := *overview.Kind.Result(&m.Results)
	draw := func() *image.RGBA {
		img, err := Picture(m, &o, image.Pt(640, 360), 1)
		if err != nil {
			t.Fatal(err)
		}
		if img.Rect.Size() != image.Pt(640, 360) {
			t.Fatalf("the picture has %v", img.Rect)
		}
		return img
	}
	with := draw()
	e := *o.Evolution
	e.GCs = append([]overview.GC(nil), e.GCs...)
	for i := range e.GCs {
		e.GCs[i].Pause, e.GCs[i].Start = 0, e.GCs[i].End
	}
	o.Evolution = &e
	without, differ := draw(), 0
	for i := range with.Pix {
		if with.Pix[i] != without.Pix[i] {
			differ++
		}
	}
	if differ < 100 {
		t.Errorf("%d bytes of the pictures with and without pauses differ", differ)
	}
}
