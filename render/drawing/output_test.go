package drawing

import (
	"image"
	"testing"

	"memcity/city/scene"
	"memcity/render/headless/gltest"
)

func TestTransparentBackground(t *testing.T) {
	withScene(t, 60, 1, func(s *Scene, v View) {
		v.Transparent, v.Tags = true, false
		gltest.Check(s.DrawFinal(v, 3))
		img := s.Image()
		if a := img.Pix[3]; a != 0 {
			t.Errorf("the corner has alpha %d", a)
		}
		if a := img.RGBAAt(160, 130).A; a != 255 {
			t.Errorf("the middle has alpha %d", a)
		}
	})
}

func TestPanelsLieOverThePicture(t *testing.T) {
	withScene(t, 60, 1, func(s *Scene, v View) {
		gltest.Check(s.Draw(v))
		picture := s.Image()
		red := image.NewRGBA(image.Rect(0, 0, 100, 60))
		for i := 0; i < len(red.Pix); i += 4 {
			copy(red.Pix[i:], []byte{200, 10, 20, 255})
		}
		panel := Panel{ID: "a", Version: 1, Image: red, X: 20, Y: 30, Radius: 10, Opacity: 1}
		img, err := s.Snapshot([]Panel{panel})
		gltest.Check(err)
		for _, p := range []struct {
			x, y int
			red  bool
		}{{70, 60, true}, {20, 30, false}, {119, 89, false}, {70, 30, true}, {70, 29, false}, {19, 60, false}, {20, 60, true},
			{119, 60, true}, {120, 60, false}, {70, 89, true}, {70, 90, false}} {
			got := img.RGBAAt(p.x, p.y)
			if (got.R == 200 && got.G == 10) != p.red || !p.red && got != picture.RGBAAt(p.x, p.y) {
				t.Errorf("pixel %d,%d is %v", p.x, p.y, got)
			}
		}
		s.d.Counters.Uploaded = 0
		_, err = s.Snapshot([]Panel{panel})
		gltest.Check(err)
		if n := s.d.Counters.Uploaded; n > 1000 {
			t.Errorf("an unchanged panel uploads %d bytes", n)
		}
		textures := s.d.Counters.Textures
		_, err = s.Snapshot(nil)
		gltest.Check(err)
		if s.d.Counters.Textures != textures-1 {
			t.Error("the texture of a closed panel is kept")
		}
	})
}

func TestSizesAndErrors(t *testing.T) {
	withScene(t, 60, 0.4, func(s *Scene, v View) {
		for _, size := range [][2]int{{0, 10}, {10, -1}, {maxPicture + 1, 10}} {
			bad := v
			bad.Width, bad.Height = size[0], size[1]
			if s.Draw(bad) == nil {
				t.Errorf("a picture of %v pixels was drawn", size)
			}
		}
		gltest.Check(s.Draw(v))
		alive := s.d.Counters
		for _, w := range []int{1, 200, 333, 320} {
			v.Width = w
			gltest.Check(s.DrawFinal(v, 2))
			gltest.Check(s.Draw(v))
			if got := s.Image().Rect.Dx(); got != w {
				t.Errorf("picture is %d wide, want %d", got, w)
			}
		}
		if s.d.Counters.Textures > alive.Textures+4 {
			t.Errorf("%d textures after resizing, %d before", s.d.Counters.Textures, alive.Textures)
		}
	})
	gltest.Run(t, func() {
		s, err := New()
		gltest.Check(err)
		defer s.Close()
		if s.Draw(View{Width: 10, Height: 10}) == nil || s.Overlay(View{Width: 10, Height: 10}) == nil {
			t.Error("a scene without a city was drawn")
		}
		s.SetCity(nil, &scene.City{})
		v := View{Width: 10, Height: 10, Camera: poseFor(scene.Box{})}
		gltest.Check(s.Draw(v))
		gltest.Check(s.d.Err("empty city"))
	})
}
