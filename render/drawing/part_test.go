package drawing

import (
	"image"
	"image/color"
	"testing"

	"memcity/city/scene"
	"memcity/render/headless/gltest"
)

// Adjacent tiles equal the picture drawn at once, except for the dithering noise.
func TestTilesFitTogether(t *testing.T) {
	withScene(t, 60, 0.5, func(s *Scene, v View) {
		v.Selected = scene.Target{Kind: scene.OnBuilding, Index: 3}
		panel := Panel{ID: "a", Version: 1, Image: image.NewRGBA(image.Rect(0, 0, 90, 60)), X: 100, Y: 70, Radius: 8, Shadow: 12, Opacity: 1}
		for _, transparent := range []bool{false, true} {
			v.Transparent = transparent
			gltest.Check(s.DrawFinal(v, 4))
			want, err := s.Snapshot([]Panel{panel})
			gltest.Check(err)
			got := image.NewRGBA(want.Rect)
			const side = 130
			for y := 0; y < v.Height; y += side {
				for x := 0; x < v.Width; x += side {
					tile := v
					tile.Part = Part{Of: image.Pt(v.Width, v.Height), At: image.Pt(x, y)}
					tile.Width, tile.Height = min(side, v.Width-x), min(side, v.Height-y)
					gltest.Check(s.DrawFinal(tile, 4))
					img, err := s.Snapshot([]Panel{panel})
					gltest.Check(err)
					for row := range tile.Height {
						copy(got.Pix[got.PixOffset(x, y+row):], img.Pix[row*img.Stride:row*img.Stride+4*tile.Width])
					}
				}
			}
			differ := 0
			for i := range want.Pix {
				if d := int(want.Pix[i]) - int(got.Pix[i]); d < -4 || d > 4 {
					differ++
				}
			}
			if differ > len(want.Pix)/1000 { // edges barely missed by a sample
				t.Errorf("transparent %v: %d of %d values differ", transparent, differ, len(want.Pix))
			}
		}
	})
}

// Without a ground there is still its shadow: black and partly opaque, beside the city.
func TestShadeWithoutGround(t *testing.T) {
	withScene(t, 60, 1, func(s *Scene, v View) {
		v.Transparent, v.Tags, v.Labels = true, false, false
		v.Camera.Yaw, v.Camera.Distance = -2, 1.5*v.Camera.Distance
		gltest.Check(s.DrawFinal(v, 1))
		img := s.Image()
		shade := 0
		for y := range v.Height {
			for x := range v.Width {
				if c := img.RGBAAt(x, y); c.A > 10 && c.A < 200 && (c == color.RGBA{A: c.A}) {
					shade++
				}
			}
		}
		if shade < 100 {
			t.Errorf("%d pixels of shade", shade)
		}
	})
}
