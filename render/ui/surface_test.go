package ui

import (
	"image"
	"image/color"
	"testing"

	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/op/paint"

	"memcity/render/ui/canvas"
	"memcity/render/ui/uitest"
)

// TestSurfacesOutliveOthers: a surface stays usable after another one was resized or released. A reused surface contains nothing of its
// earlier contents.
func TestSurfacesOutliveOthers(t *testing.T) {
	uitest.NeedGraphics(t)
	var one, two canvas.Surface
	defer two.Release()
	check := func(s *canvas.Surface, size image.Point, fill color.NRGBA) {
		t.Helper()
		var ops op.Ops
		macro := op.Record(&ops)
		paint.FillShape(&ops, fill, clip.Rect{Max: size}.Op())
		img, err := s.Paint(macro.Stop(), size)
		if err != nil {
			t.Fatal(err)
		}
		want := color.RGBA{fill.R, fill.G, fill.B, 255}
		for _, at := range []image.Point{{}, size.Div(2), size.Sub(image.Pt(1, 1))} {
			if got := img.RGBAAt(at.X, at.Y); got != want {
				t.Errorf("size %v: %v at %v, want %v", size, got, at, want)
			}
		}
	}
	red, blue := color.NRGBA{255, 0, 0, 255}, color.NRGBA{0, 0, 255, 255}
	check(&one, image.Pt(40, 40), red)
	check(&two, image.Pt(40, 40), blue)
	check(&one, image.Pt(300, 500), red)
	check(&two, image.Pt(40, 40), blue)
	one.Release()
	check(&two, image.Pt(40, 40), blue)
	check(&two, image.Pt(290, 480), blue)
	check(&one, image.Pt(40, 40), red)
}
