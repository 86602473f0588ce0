package minimap

import (
	"image"
	"testing"

	"memcity/city/scene"
	"memcity/render/ui/card/bar"
	"memcity/render/ui/card/timeline"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

func TestMinimapPointsAtTheGround(t *testing.T) {
	m := uitest.Sample()
	m.Selection = nil // its panel would take the space
	k := newTest(t, m, uitest.Screen, 1)
	r := uitest.Find(t, k, model.MinimapP, "map", "Map of the city").Rect
	uitest.Drag(k, image.Pt(r.Min.X, r.Min.Y), image.Pt(r.Min.X+r.Dx()/2, r.Min.Y+r.Dy()/4), image.Pt(r.Max.X+50, r.Max.Y+50))
	var got []model.MapTo
	for _, e := range uitest.Taken(k) {
		got = append(got, e.(model.MapTo))
	}
	if len(got) != 3 || got[0] != (model.MapTo{}) || got[2] != (model.MapTo{X: 1, Z: 1}) {
		t.Fatalf("events are %v", got)
	}
	if d := got[1]; d.X < 0.49 || d.X > 0.51 || d.Z < 0.24 || d.Z > 0.26 {
		t.Errorf("the middle of the upper half is %v", d)
	}
}

func TestMinimapNeedsRoom(t *testing.T) {
	for _, c := range []struct {
		size image.Point
		want bool
	}{{image.Pt(1280, 720), true}, {image.Pt(1000, 640), true}, {image.Pt(999, 640), false}, {image.Pt(1000, 639), false}} {
		m := uitest.Sample()
		m.Selection = nil
		k := newTest(t, m, c.size, 1)
		if _, open := k.Rects[model.MinimapP]; open != c.want {
			t.Errorf("%v: shown is %v", c.size, open)
		}
	}
	m := uitest.Sample()
	m.Minimap = &model.Minimap{}
	k := newTest(t, m, uitest.Screen, 1)
	if _, open := k.Rects[model.MinimapP]; open {
		t.Error("a map without ground is shown")
	}
}

func TestPlanPicture(t *testing.T) {
	m := uitest.SampleMap()
	img := paintPlan(m, image.Pt(120, 80))
	for at, want := range map[image.Point]scene.RGB{{1, 1}: m.Ground.Color, {6, 5}: m.Rects[0].Color, {27, 14}: m.Rects[2].Color,
		{119, 79}: m.Ground.Color} {
		c := img.RGBAAt(at.X, at.Y)
		if got := (scene.RGB{R: c.R, G: c.G, B: c.B}); got != want {
			t.Errorf("at %v is %v, want %v", at, got, want)
		}
	}
	nan := float32(0)
	nan /= nan
	m.Rects = []model.MapRect{{X: nan, Z: 0, W: 1, D: 1, Color: scene.RGB{}}, {X: 0, Z: 0, W: -5, D: 1, Color: scene.RGB{}},
		{X: 1e30, Z: 0, W: 1e30, D: 1, Color: scene.RGB{}}, {X: -1e30, Z: -1e30, W: 2e30, D: 2e30, Color: scene.RGB{G: 9}},
		{X: 3, Z: 3, W: 0, D: 0, Color: scene.RGB{B: 7}}}
	img = paintPlan(m, image.Pt(120, 80))
	if got := img.RGBAAt(50, 10).G; got != 9 {
		t.Errorf("a huge rectangle does not cover the ground")
	}
	if got := img.RGBAAt(63, 43).B; got != 7 {
		t.Errorf("a tiny rectangle cannot be seen")
	}
}

// The plan is painted again only if it changes, not if the camera moves.
func TestPlanIsKept(t *testing.T) {
	m := uitest.Sample()
	m.Selection = nil
	k := newTest(t, m, uitest.Screen, 1)
	painted := widget.Keep[state](k).plan.image
	next := *uitest.SampleMap()
	next.View = []float32{0, 0, 10, 0, 10, 10}
	m.Minimap = &next
	k.Show(&widget.Shown{Model: m, Size: uitest.Screen, Scale: 1})
	k.Layout()
	if widget.Keep[state](k).plan.image != painted {
		t.Error("the plan was painted again for another view")
	}
	third := *uitest.SampleMap()
	third.Rects = third.Rects[1:]
	m.Minimap = &third
	k.Show(&widget.Shown{Model: m, Size: uitest.Screen, Scale: 1})
	k.Layout()
	if widget.Keep[state](k).plan.image == painted {
		t.Error("another plan is not painted")
	}
}

// The camera's view is framed in a light and a dark color, so that the frame stands out on any background.
func TestTheFrameOfTheMinimapIsSeen(t *testing.T) {
	for _, theme := range []scene.Theme{scene.Light, scene.Dark} {
		m := uitest.Sample()
		m.Selection = nil
		m.State.Settings.Theme = theme
		m.Minimap = uitest.SampleMap()
		m.Minimap.Selected = nil
		frames, err := widget.Render(m, uitest.Screen, 1, []*widget.Panel{bar.New(), New(), timeline.New()}, model.MinimapP)
		if err != nil {
			t.Fatal(err)
		}
		white := 0
		img := frames[0].Image
		inner := img.Rect.Inset(mapBorder + 2)
		for y := inner.Min.Y; y < inner.Max.Y; y++ {
			for x := inner.Min.X; x < inner.Max.X; x++ {
				if c := img.RGBAAt(x, y); c.R > 250 && c.G > 250 && c.B > 250 {
					white++
				}
			}
		}
		if white < 150 {
			t.Errorf("theme %v: %d pixels of the frame", theme, white)
		}
	}
}
