package ui

import (
	"image"
	"math"
	"testing"
	"time"

	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

// Drawers beside the city leave space for it, are never too narrow, and are hidden only in favor of the other drawer.
func TestDrawersLeaveRoomForTheCity(t *testing.T) {
	widths := []float64{0, 1, 240, 500, 1e9, math.NaN(), -3}
	for _, width := range []int{1, 320, 640, 700, 800, 1024, 1280, 1920, 3840} {
		for _, scale := range []float64{1, 1.5, 2} {
			size := image.Pt(width, 720)
			for i, w := range widths {
				for _, front := range []model.ID{"", model.SettingsP, model.Inspector} {
					d := model.Drawers{SettingsWidth: w, InspectorWidth: widths[len(widths)-1-i], Front: front}
					for _, open := range [][2]bool{{true, false}, {false, true}, {true, true}, {false, false}} {
						s := place.Place(d, size, scale, open[0], open[1])
						checkSides(t, s, d, size, scale, open)
					}
				}
			}
		}
	}
}

func checkSides(t *testing.T, s place.Sides, d model.Drawers, size image.Point, scale float64, open [2]bool) {
	t.Helper()
	shown := 0
	for i, id := range []model.ID{model.SettingsP, model.Inspector} {
		if s.Shows(id) {
			shown++
			if !open[i] {
				t.Fatalf("%v: %s is shown though it is closed", size, id)
			}
		}
	}
	switch {
	case (open[0] || open[1]) && shown == 0:
		t.Fatalf("%v at %v, open %v: nothing is shown: %+v", size, scale, open, s)
	case open[0] && open[1] && shown == 1 && !s.Shows(model.SettingsP) && d.Front != model.Inspector:
		t.Fatalf("%v at %v: %+v instead of the front %q", size, scale, s, d.Front)
	}
	if s.Over != "" {
		return
	}
	left := float64(size.X)/scale - 2*place.GapOf(size, scale)
	for _, w := range []float64{s.Settings, s.Inspector} {
		if w != 0 && (w < place.DrawerLeast-1e-9 || w > place.DrawerMost) {
			t.Fatalf("%v at %v: a drawer is %v wide", size, scale, w)
		}
		left -= w
	}
	if shown > 0 && left < place.CityLeast {
		t.Fatalf("%v at %v: %v are left for the city: %+v", size, scale, left, s)
	}
}

func TestDraggingAnEdge(t *testing.T) {
	m := uitest.Sample()
	m.SettingsOpen = true
	for _, scale := range []float64{1, 2} {
		size := image.Pt(int(1600*scale), int(900*scale))
		by := func(dp int) image.Point { return image.Pt(int(float64(dp)*scale), 0) }
		k := newTest(t, m, size, scale)
		edge := uitest.Middle(uitest.Find(t, k, model.SettingsP, "slider", "Width of the settings").Rect)
		k.Take(model.Pointer{Kind: model.PointerMove, At: edge})
		if got := k.Cursor(); got != model.CursorColumn {
			t.Errorf("over the edge the cursor is %v", got)
		}
		uitest.Drag(k, edge, edge.Add(by(40)), edge.Add(by(104)))
		uitest.Wanted(t, k, model.Widen{Panel: model.SettingsP, Width: 336}, model.Widen{Panel: model.SettingsP, Width: 400})
		if got := float64(k.Rects[model.SettingsP].Dx()) / scale; got != 400 {
			t.Errorf("the settings are %v wide", got)
		}
		edge = uitest.Middle(uitest.Find(t, k, model.Inspector, "slider", "Width of the inspector").Rect)
		uitest.Drag(k, edge, edge.Sub(by(24)), edge.Add(by(3000)))
		uitest.Wanted(t, k, model.Widen{Panel: model.Inspector, Width: 320}, model.Widen{Panel: model.Inspector, Width: place.DrawerLeast})
	}
}

func TestDoubleClickOnAnEdge(t *testing.T) {
	m := uitest.Sample()
	m.Drawers.InspectorWidth = 400
	k := newTest(t, m, image.Pt(1600, 900), 1)
	at := uitest.Middle(uitest.Find(t, k, model.Inspector, "slider", "Width of the inspector").Rect)
	for i := range 2 {
		now := time.Second + time.Duration(i)*100*time.Millisecond
		k.Take(model.Pointer{Kind: model.PointerMove, At: at, Time: now})
		k.Take(model.Pointer{Kind: model.PointerPress, At: at, Buttons: model.Primary, Time: now})
		k.Take(model.Pointer{Kind: model.PointerRelease, At: at, Time: now})
	}
	uitest.Wanted(t, k, model.Widen{Panel: model.Inspector, Width: 0})
	if got := k.Rects[model.Inspector].Dx(); got != place.DrawerWidth {
		t.Errorf("the inspector is %d wide", got)
	}
}

func TestEdgeByKeys(t *testing.T) {
	m := uitest.Sample()
	k := newTest(t, m, image.Pt(1600, 900), 1)
	uitest.FocusOn(t, k, "Width of the inspector")
	uitest.Taken(k)
	for _, key := range []string{model.KeyLeft, model.KeyLeft, model.KeyRight, model.KeyHome, model.KeyEnd, model.KeyReturn} {
		k.Take(model.Key{Name: key})
	}
	uitest.Wanted(t, k, model.Widen{Panel: model.Inspector, Width: 312}, model.Widen{Panel: model.Inspector, Width: 328},
		model.Widen{Panel: model.Inspector, Width: 312}, model.Widen{Panel: model.Inspector, Width: place.DrawerLeast},
		model.Widen{Panel: model.Inspector, Width: place.DrawerMost}, model.Widen{Panel: model.Inspector, Width: 0})
	k.Take(model.Key{Name: model.KeyEscape})
	if it, ok := uitest.FocusedItem(k); ok {
		t.Errorf("after Esc %q has the focus", it.Text)
	}
}

// In small windows one drawer covers the whole body, with a close button.
func TestDrawerOverTheBody(t *testing.T) {
	m := uitest.Sample()
	m.SettingsOpen = true
	for _, c := range []struct {
		front model.ID
		size  image.Point
		scale float64
	}{{model.SettingsP, image.Pt(320, 240), 1}, {model.Inspector, image.Pt(320, 240), 1}, {model.Inspector, image.Pt(640, 480), 2},
		{model.SettingsP, image.Pt(500, 700), 1}} {
		m.Drawers.Front = c.front
		k := newTest(t, m, c.size, c.scale)
		r := k.Rects[c.front]
		gap := int(6 * c.scale)
		if c.size.X == 500 {
			gap = place.Margin
		}
		if r.Min.X != gap || r.Max.X != c.size.X-gap || r.Min.Y != k.Rects[model.Bar].Max.Y+gap || r.Max.Y != k.Rects[model.TimeBar].Min.Y-gap {
			t.Errorf("%v: %s is at %v between %v and %v", c.size, c.front, r, k.Rects[model.Bar], k.Rects[model.TimeBar])
		}
		uitest.Find(t, k, c.front, "button", "Close")
		for _, id := range []model.ID{model.SettingsP, model.Inspector, model.LegendP, model.MinimapP} {
			if _, open := k.Rects[id]; open && id != c.front {
				t.Errorf("%v: %s is open beside %s", c.size, id, c.front)
			}
		}
	}
}

func TestHiddenInspector(t *testing.T) {
	m := uitest.Sample()
	k := newTest(t, m, uitest.Screen, 1)
	uitest.Choose(t, k, model.Inspector, "More", "Hide the inspector and keep the selection")
	uitest.Click(k, uitest.Find(t, k, model.Bar, "button", "Inspector"))
	uitest.Wanted(t, k, model.Run(action.PanelInspector), model.Run(action.PanelInspector))
	m.Drawers.InspectorHidden = true
	k.Show(&widget.Shown{Model: m, Size: uitest.Screen, Scale: 1})
	k.Layout()
	if _, open := k.Rects[model.Inspector]; open {
		t.Error("the hidden inspector is shown")
	}
	if it := uitest.Find(t, k, model.Bar, "button", "Inspector"); it.Value != "" || it.Off {
		t.Errorf("the button is %q, off %v", it.Value, it.Off)
	}
}

func TestLegendIsTightNextToDrawers(t *testing.T) {
	both := place.Sides{Settings: place.DrawerWidth, Inspector: place.DrawerWidth}
	for _, c := range []struct {
		width int
		sides place.Sides
		want  bool
	}{{1280, place.Sides{}, false}, {1280, place.Sides{Inspector: place.DrawerWidth}, false},
		{1280, place.Sides{Settings: place.DrawerWidth}, true}, {1280, both, true}, {1920, both, false}, {640, place.Sides{}, true},
		{1024, place.Sides{Inspector: place.DrawerWidth}, false}, {1024, place.Sides{Inspector: 500}, true}, {1000, place.Sides{}, false}, {999, place.Sides{}, true}} {
		for _, scale := range []float64{1, 2} {
			if got := place.LegendIsTight(image.Pt(int(float64(c.width)*scale), int(720*scale)), scale, c.sides); got != c.want {
				t.Errorf("%d wide, %+v at %v: %v", c.width, c.sides, scale, got)
			}
		}
	}
	for height, want := range map[int]bool{640: false, 639: true} {
		if got := place.LegendIsTight(image.Pt(1280, height), 1, place.Sides{}); got != want {
			t.Errorf("%d high: %v", height, got)
		}
	}
}
