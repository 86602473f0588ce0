package ui

import (
	"image"
	"math"
	"testing"
	"time"
)

// Drawers beside the city leave it room, are never too narrow, and none gets lost but for the other one.
func TestDrawersLeaveRoomForTheCity(t *testing.T) {
	widths := []float64{0, 1, 240, 500, 1e9, math.NaN(), -3}
	for _, width := range []int{1, 320, 640, 700, 800, 1024, 1280, 1920, 3840} {
		for _, scale := range []float64{1, 1.5, 2} {
			size := image.Pt(width, 720)
			for i, w := range widths {
				for _, front := range []ID{"", SettingsP, Inspector} {
					d := Drawers{SettingsWidth: w, InspectorWidth: widths[len(widths)-1-i], Front: front}
					for _, open := range [][2]bool{{true, false}, {false, true}, {true, true}, {false, false}} {
						s := d.Place(size, scale, open[0], open[1])
						checkSides(t, s, d, size, scale, open)
					}
				}
			}
		}
	}
}

func checkSides(t *testing.T, s Sides, d Drawers, size image.Point, scale float64, open [2]bool) {
	t.Helper()
	shown := 0
	for i, id := range []ID{SettingsP, Inspector} {
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
	case open[0] && open[1] && shown == 1 && !s.Shows(SettingsP) && d.Front != Inspector:
		t.Fatalf("%v at %v: %+v instead of the front %q", size, scale, s, d.Front)
	}
	if s.Over != "" {
		return
	}
	left := float64(size.X)/scale - 2*gapOf(size, scale)
	for _, w := range []float64{s.Settings, s.Inspector} {
		if w != 0 && (w < drawerLeast-1e-9 || w > drawerMost) {
			t.Fatalf("%v at %v: a drawer is %v wide", size, scale, w)
		}
		left -= w
	}
	if shown > 0 && left < cityLeast {
		t.Fatalf("%v at %v: %v are left for the city: %+v", size, scale, left, s)
	}
}

func TestDraggingAnEdge(t *testing.T) {
	m := sample()
	m.SettingsOpen = true
	for _, scale := range []float64{1, 2} {
		size := image.Pt(int(1600*scale), int(900*scale))
		by := func(dp int) image.Point { return image.Pt(int(float64(dp)*scale), 0) }
		k := newTest(t, m, size, scale)
		edge := middle(find(t, k, SettingsP, "slider", "Width of the settings").Rect)
		k.take(Pointer{Kind: PointerMove, At: edge})
		if got := k.cursor(); got != CursorColumn {
			t.Errorf("over the edge the cursor is %v", got)
		}
		drag(k, edge, edge.Add(by(40)), edge.Add(by(104)))
		wanted(t, k, Widen{SettingsP, 336}, Widen{SettingsP, 400})
		if got := float64(k.rects[SettingsP].Dx()) / scale; got != 400 {
			t.Errorf("the settings are %v wide", got)
		}
		edge = middle(find(t, k, Inspector, "slider", "Width of the inspector").Rect)
		drag(k, edge, edge.Sub(by(24)), edge.Add(by(3000)))
		wanted(t, k, Widen{Inspector, 320}, Widen{Inspector, drawerLeast})
	}
}

func TestDoubleClickOnAnEdge(t *testing.T) {
	m := sample()
	m.Drawers.InspectorWidth = 400
	k := newTest(t, m, image.Pt(1600, 900), 1)
	at := middle(find(t, k, Inspector, "slider", "Width of the inspector").Rect)
	for i := range 2 {
		now := time.Second + time.Duration(i)*100*time.Millisecond
		k.take(Pointer{Kind: PointerMove, At: at, Time: now})
		k.take(Pointer{Kind: PointerPress, At: at, Buttons: Primary, Time: now})
		k.take(Pointer{Kind: PointerRelease, At: at, Time: now})
	}
	wanted(t, k, Widen{Inspector, 0})
	if got := k.rects[Inspector].Dx(); got != drawerWidth {
		t.Errorf("the inspector is %d wide", got)
	}
}

func TestEdgeByKeys(t *testing.T) {
	m := sample()
	k := newTest(t, m, image.Pt(1600, 900), 1)
	focusOn(t, k, "Width of the inspector")
	taken(k)
	for _, key := range []string{KeyLeft, KeyLeft, KeyRight, KeyHome, KeyEnd, KeyReturn} {
		k.take(Key{Name: key})
	}
	wanted(t, k, Widen{Inspector, 312}, Widen{Inspector, 328}, Widen{Inspector, 312}, Widen{Inspector, drawerLeast}, Widen{Inspector, drawerMost}, Widen{Inspector, 0})
	k.take(Key{Name: KeyEscape})
	if it, ok := focusedItem(k); ok {
		t.Errorf("after Esc %q has the focus", it.Text)
	}
}

// In small windows one drawer lies over the whole body, with a control that closes it.
func TestDrawerOverTheBody(t *testing.T) {
	m := sample()
	m.SettingsOpen = true
	for _, c := range []struct {
		front ID
		size  image.Point
		scale float64
	}{{SettingsP, image.Pt(320, 240), 1}, {Inspector, image.Pt(320, 240), 1}, {Inspector, image.Pt(640, 480), 2}, {SettingsP, image.Pt(500, 700), 1}} {
		m.Drawers.Front = c.front
		k := newTest(t, m, c.size, c.scale)
		r := k.rects[c.front]
		gap := int(6 * c.scale)
		if c.size.X == 500 {
			gap = margin
		}
		if r.Min.X != gap || r.Max.X != c.size.X-gap || r.Min.Y != k.rects[Bar].Max.Y+gap || r.Max.Y != k.rects[TimeBar].Min.Y-gap {
			t.Errorf("%v: %s is at %v between %v and %v", c.size, c.front, r, k.rects[Bar], k.rects[TimeBar])
		}
		find(t, k, c.front, "button", "Close")
		for _, id := range []ID{SettingsP, Inspector, LegendP, MinimapP} {
			if _, open := k.rects[id]; open && id != c.front {
				t.Errorf("%v: %s is open beside %s", c.size, id, c.front)
			}
		}
	}
}

func TestHiddenInspector(t *testing.T) {
	m := sample()
	k := newTest(t, m, screen, 1)
	click(k, find(t, k, Inspector, "button", "Hide"))
	click(k, find(t, k, Bar, "button", "Inspector"))
	wanted(t, k, ToggleInspector, ToggleInspector)
	m.Drawers.InspectorHidden = true
	k.show(&shown{m, screen, 1})
	k.layout()
	if _, open := k.rects[Inspector]; open {
		t.Error("the hidden inspector is shown")
	}
	if it := find(t, k, Bar, "button", "Inspector"); it.Value != "" || it.Off {
		t.Errorf("the button is %q, off %v", it.Value, it.Off)
	}
}

func TestLegendIsTightBesideDrawers(t *testing.T) {
	both := Sides{Settings: drawerWidth, Inspector: drawerWidth}
	for _, c := range []struct {
		width int
		sides Sides
		want  bool
	}{{1280, Sides{}, false}, {1280, Sides{Inspector: drawerWidth}, false}, {1280, Sides{Settings: drawerWidth}, true}, {1280, both, true}, {1920, both, false}, {640, Sides{}, true},
		{1024, Sides{Inspector: drawerWidth}, false}, {1024, Sides{Inspector: 500}, true}} {
		for _, scale := range []float64{1, 2} {
			if got := LegendIsTight(image.Pt(int(float64(c.width)*scale), 720), scale, c.sides); got != c.want {
				t.Errorf("%d wide, %+v at %v: %v", c.width, c.sides, scale, got)
			}
		}
	}
}
