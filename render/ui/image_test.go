package ui

import (
	"bytes"
	"image"
	"os"
	"testing"

	"memcity/city"
)

// needGraphics skips where nothing can be painted off screen, unless the environment demands it.
func needGraphics(t testing.TB) {
	t.Helper()
	var s surface
	if err := s.resize(image.Pt(1, 1)); err != nil {
		if os.Getenv("MEMCITY_GL_REQUIRED") == "1" {
			t.Fatalf("graphics: %v", err)
		}
		t.Skipf("graphics: %v", err)
	}
	s.release()
}

// Painting only the bands that changed gives the same images as painting all, but for rounding: a glyph that is cut at
// the edge of a band is rasterised at another place of Gio's atlas.
func TestPartialPaintingEqualsWhole(t *testing.T) {
	needGraphics(t)
	m := sample()
	m.SettingsOpen = true
	k := newTest(t, m, screen, 1)
	defer k.release()
	if err := k.paint(); err != nil {
		t.Fatal(err)
	}
	chart := find(t, k, TimeBar, "slider", "GC point").Rect
	settings := middle(k.rects[SettingsP])
	for i, e := range []any{
		Pointer{Kind: PointerMove, At: middle(find(t, k, SettingsP, "switch", "Height from bytes").Rect)},
		Pointer{Kind: PointerMove, At: middle(find(t, k, SettingsP, "choice", "Area: Linear").Rect)},
		Pointer{Kind: PointerPress, At: middle(find(t, k, SettingsP, "choice", "Area: Linear").Rect), Buttons: Primary},
		Pointer{Kind: PointerRelease, At: middle(find(t, k, SettingsP, "choice", "Area: Linear").Rect)},
		Pointer{Kind: PointerWheel, At: settings, Wheel: 1},
		Pointer{Kind: PointerMove, At: middle(chart)},
		Key{Name: KeyTab}, Key{Name: KeyTab}, Key{Name: KeyTab}, Key{Name: KeyTab},
		Pointer{Kind: PointerMove, At: middle(find(t, k, Inspector, "text", "java.util.LinkedList").Rect)},
		Pointer{Kind: PointerLeave},
	} {
		k.take(e)
		if err := k.paint(); err != nil {
			t.Fatal(err)
		}
		for id := range k.rects {
			p := k.panels[id]
			whole, err := p.surface.paint(p.call, p.sized, nil, 0, p.sized.Y)
			if err != nil {
				t.Fatal(err)
			}
			if d := difference(whole, p.image); d > 2 {
				t.Fatalf("after event %d, %s differs by %d when painted as a whole", i, id, d)
			}
		}
	}
}

// difference returns the largest difference of any channel of any pixel.
func difference(a, b *image.RGBA) int {
	if a.Bounds() != b.Bounds() {
		return 255
	}
	largest := 0
	for i, v := range a.Pix {
		largest = max(largest, int(v)-int(b.Pix[i]), int(b.Pix[i])-int(v))
	}
	return largest
}

func TestOnlyWhatChangedIsPainted(t *testing.T) {
	needGraphics(t)
	k := newTest(t, sample(), screen, 1)
	defer k.release()
	if err := k.paint(); err != nil {
		t.Fatal(err)
	}
	versions := func() map[ID]uint64 {
		v := map[ID]uint64{}
		for _, f := range k.frames() {
			v[f.ID] = f.Version
		}
		return v
	}
	before := versions()
	m := sample()
	m.State.Camera.Yaw = 1
	k.show(&shown{m, screen, 1})
	k.take(Pointer{Kind: PointerMove, At: middle(find(t, k, TimeBar, "button", "Next").Rect)})
	if err := k.paint(); err != nil {
		t.Fatal(err)
	}
	for id, v := range versions() {
		if changed := v != before[id]; changed != (id == TimeBar) {
			t.Errorf("%s: painted again: %v", id, changed)
		}
	}
}

func TestImagesAreOpaqueAndSized(t *testing.T) {
	needGraphics(t)
	for _, scale := range []float64{1, 1.25, 2} {
		for _, theme := range []city.Theme{city.Light, city.Dark} {
			m := sample()
			m.State.Settings.Theme = theme
			m.Hover, m.HoverAt = m.Selection, image.Pt(300, 300)
			m.Toasts = []string{"Copied"}
			frames, err := Render(m, image.Pt(int(1280*scale), int(720*scale)), scale, Bar, LegendP, Inspector, TimeBar, Tooltip, ToastP)
			if err != nil {
				t.Fatal(err)
			}
			if len(frames) != 6 {
				t.Fatalf("%d frames, want 6", len(frames))
			}
			for _, f := range frames {
				if !f.Image.Opaque() {
					t.Errorf("%s is see-through", f.ID)
				}
				card := themeOf(theme).card
				got := f.Image.RGBAAt(1, f.Image.Bounds().Dy()-1)
				if got.R != card.R || got.G != card.G || got.B != card.B {
					t.Errorf("%s: the lower corner is %v, want the card's colour %v", f.ID, got, card)
				}
			}
		}
	}
}

func TestRenderIsDeterministic(t *testing.T) {
	needGraphics(t)
	m := sample()
	m.Caption = "persons, GC point 17 of 23"
	var first []Frame
	for range 2 {
		frames, err := Render(m, screen, 1, LegendP, Caption)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = frames
			continue
		}
		for i, f := range frames {
			if f.At != first[i].At || !bytes.Equal(f.Image.Pix, first[i].Image.Pix) {
				t.Errorf("%s differs from run to run", f.ID)
			}
		}
	}
}

func BenchmarkPaint(b *testing.B) {
	needGraphics(b)
	m := sample()
	m.SettingsOpen = true
	k := newTest(b, m, image.Pt(1600, 1000), 1)
	defer k.release()
	if err := k.paint(); err != nil {
		b.Fatal(err)
	}
	for _, id := range []ID{Bar, TimeBar, SettingsP, Inspector, LegendP} {
		p := k.panels[id]
		b.Run(string(id), func(b *testing.B) {
			for b.Loop() {
				if _, err := p.surface.paint(p.call, p.sized, nil, 0, p.sized.Y); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("one band of settings", func(b *testing.B) {
		p := k.panels[SettingsP]
		for b.Loop() {
			if _, err := p.surface.paint(p.call, p.sized, p.image, 2*bandHeight, 3*bandHeight); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("layout of all", func(b *testing.B) {
		for b.Loop() {
			k.layoutOnce()
		}
	})
}
