package ui

import (
	"bytes"
	"image"
	"testing"

	"memcity/city/scene"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

// Painting only the changes gives the same images as painting all.
func TestPartialPaintingEqualsWhole(t *testing.T) {
	m := uitest.Sample()
	m.SettingsOpen = true
	k := newTest(t, m, uitest.Screen, 1)
	defer k.Release()
	k.Paint()
	chart := uitest.Find(t, k, model.TimeBar, "slider", "GC point").Rect
	settings := uitest.Middle(k.Rects[model.SettingsP])
	for i, e := range []any{
		model.Pointer{Kind: model.PointerMove, At: uitest.Middle(uitest.Find(t, k, model.SettingsP, "switch", "Height from objects").Rect)},
		model.Pointer{Kind: model.PointerMove, At: uitest.Middle(uitest.Find(t, k, model.SettingsP, "choice", "Area: Linear").Rect)},
		model.Pointer{Kind: model.PointerPress, At: uitest.Middle(uitest.Find(t, k, model.SettingsP, "choice", "Area: Linear").Rect),
			Buttons: model.Primary},
		model.Pointer{Kind: model.PointerRelease, At: uitest.Middle(uitest.Find(t, k, model.SettingsP, "choice", "Area: Linear").Rect)},
		model.Pointer{Kind: model.PointerWheel, At: settings, Wheel: 1},
		model.Pointer{Kind: model.PointerMove, At: uitest.Middle(chart)},
		model.Key{Name: model.KeyTab}, model.Key{Name: model.KeyTab}, model.Key{Name: model.KeyTab}, model.Key{Name: model.KeyTab},
		model.Pointer{Kind: model.PointerMove, At: uitest.Middle(uitest.Find(t, k, model.Inspector, "text", "java.util.LinkedList").Rect)},
		model.Pointer{Kind: model.PointerLeave},
	} {
		k.Take(e)
		k.Paint()
		for id := range k.Rects {
			if whole, image := k.RepaintPanel(id), k.PaintPanel(id); !bytes.Equal(whole.Pix, image.Pix) {
				t.Fatalf("after event %d, %s differs when painted as a whole", i, id)
			}
		}
	}
}

func TestOnlyWhatChangedIsPainted(t *testing.T) {
	k := newTest(t, uitest.Sample(), uitest.Screen, 1)
	defer k.Release()
	k.Paint()
	versions := func() map[model.ID]uint64 {
		v := map[model.ID]uint64{}
		for _, f := range k.Frames() {
			v[f.ID] = f.Version
		}
		return v
	}
	before := versions()
	m := uitest.Sample()
	m.State.Camera.Yaw = 1
	k.Show(&widget.Shown{Model: m, Size: uitest.Screen, Scale: 1})
	k.Take(model.Pointer{Kind: model.PointerMove, At: uitest.Middle(uitest.Find(t, k, model.TimeBar, "button", "Next").Rect)})
	k.Paint()
	for id, v := range versions() {
		if changed := v != before[id]; changed != (id == model.TimeBar) {
			t.Errorf("%s: painted again: %v", id, changed)
		}
	}
}

func TestImagesAreOpaqueAndSized(t *testing.T) {
	for _, scale := range []float64{1, 1.25, 2} {
		for _, theme := range []scene.Theme{scene.Light, scene.Dark} {
			m := uitest.Sample()
			m.State.Settings.Theme = theme
			m.Hover, m.HoverAt = m.Selection, image.Pt(300, 300)
			m.Toasts = []string{"Copied"}
			frames, err := Render(m, image.Pt(int(1280*scale), int(720*scale)), scale, model.Bar, model.LegendP, model.Inspector, model.TimeBar,
				model.Tooltip, model.ToastP)
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
				card := canvas.ThemeOf(theme).Card
				if place.LiesOver(f.ID) {
					card = canvas.ThemeOver(theme).Card
				}
				got := f.Image.RGBAAt(1, f.Image.Bounds().Dy()-1)
				if got.R != card.R || got.G != card.G || got.B != card.B {
					t.Errorf("%s: the lower corner is %v, want the card's color %v", f.ID, got, card)
				}
			}
		}
	}
}

func TestRenderIsDeterministic(t *testing.T) {
	m := uitest.Sample()
	m.Caption = "persons, GC point 17 of 23"
	var first []model.Frame
	for range 2 {
		frames, err := Render(m, uitest.Screen, 1, model.LegendP, model.Caption)
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
	m := uitest.Sample()
	m.SettingsOpen = true
	k := newTest(b, m, image.Pt(1600, 1000), 1)
	defer k.Release()
	k.Paint()
	for _, id := range []model.ID{model.Bar, model.TimeBar, model.SettingsP, model.Inspector, model.LegendP} {
		b.Run(string(id), func(b *testing.B) {
			for b.Loop() {
				k.RepaintPanel(id)
			}
		})
	}
	b.Run("layout of all", func(b *testing.B) {
		for b.Loop() {
			k.LayoutOnce()
		}
	})
}
