package ui

import (
	"image"
	"testing"

	"memcity/city"
)

func TestMinimapPointsAtTheGround(t *testing.T) {
	m := sample()
	m.Selection = nil // its panel would take the room
	k := newTest(t, m, screen, 1)
	r := find(t, k, MinimapP, "map", "Map of the city").Rect
	drag(k, image.Pt(r.Min.X, r.Min.Y), image.Pt(r.Min.X+r.Dx()/2, r.Min.Y+r.Dy()/4), image.Pt(r.Max.X+50, r.Max.Y+50))
	var got []MapTo
	for _, e := range taken(k) {
		got = append(got, e.(MapTo))
	}
	if len(got) != 3 || got[0] != (MapTo{}) || got[2] != (MapTo{1, 1}) {
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
	}{{image.Pt(1280, 720), true}, {image.Pt(900, 560), true}, {image.Pt(890, 720), false}, {image.Pt(1280, 550), false}} {
		m := sample()
		m.Selection = nil
		k := newTest(t, m, c.size, 1)
		if _, open := k.rects[MinimapP]; open != c.want {
			t.Errorf("%v: shown is %v", c.size, open)
		}
	}
	m := sample()
	m.Minimap = &Minimap{}
	k := newTest(t, m, screen, 1)
	if _, open := k.rects[MinimapP]; open {
		t.Error("a map without ground is shown")
	}
}

func TestPlanPicture(t *testing.T) {
	m := sampleMap()
	img := paintPlan(m, image.Pt(120, 80))
	for at, want := range map[image.Point]city.RGB{{1, 1}: m.Ground.Color, {6, 5}: m.Rects[0].Color, {27, 14}: m.Rects[2].Color, {119, 79}: m.Ground.Color} {
		c := img.RGBAAt(at.X, at.Y)
		if got := (city.RGB{R: c.R, G: c.G, B: c.B}); got != want {
			t.Errorf("at %v is %v, want %v", at, got, want)
		}
	}
	nan := float32(0)
	nan /= nan
	m.Rects = []MapRect{{nan, 0, 1, 1, city.RGB{}}, {0, 0, -5, 1, city.RGB{}}, {1e30, 0, 1e30, 1, city.RGB{}}, {-1e30, -1e30, 2e30, 2e30, city.RGB{G: 9}}, {3, 3, 0, 0, city.RGB{B: 7}}}
	img = paintPlan(m, image.Pt(120, 80))
	if got := img.RGBAAt(50, 10).G; got != 9 {
		t.Errorf("a huge rectangle does not cover the ground")
	}
	if got := img.RGBAAt(63, 43).B; got != 7 {
		t.Errorf("a tiny rectangle cannot be seen")
	}
}

// The plan is painted again only when it is another one, not when the camera has moved.
func TestPlanIsKept(t *testing.T) {
	m := sample()
	m.Selection = nil
	k := newTest(t, m, screen, 1)
	serial := k.plan.serial
	next := *sampleMap()
	next.View = []float32{0, 0, 10, 0, 10, 10}
	m.Minimap = &next
	k.show(&shown{m, screen, 1})
	k.layout()
	if k.plan.serial != serial {
		t.Error("the plan was painted again for another view")
	}
	third := *sampleMap()
	third.Rects = third.Rects[1:]
	m.Minimap = &third
	k.show(&shown{m, screen, 1})
	k.layout()
	if k.plan.serial == serial {
		t.Error("another plan is not painted")
	}
}

// What the camera sees is framed in light and dark, so that it stands out on any ground.
func TestTheFrameOfTheMinimapIsSeen(t *testing.T) {
	for _, theme := range []city.Theme{city.Light, city.Dark} {
		m := sample()
		m.Selection = nil
		m.State.Settings.Theme = theme
		m.Minimap = sampleMap()
		m.Minimap.Selected = nil
		frames, err := Render(m, screen, 1, MinimapP)
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
