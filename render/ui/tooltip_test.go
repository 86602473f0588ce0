package ui

import (
	"image"
	"testing"

	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

// Hints of controls cover neither other panels nor controls of their own panel.
func TestHintsCoverNothing(t *testing.T) {
	full := uitest.Sample()
	full.SettingsOpen, full.CanSearch = true, true
	for i, m := range []model.Model{full, uitest.Several()} {
		for _, size := range [][]image.Point{{{640, 480}, {1280, 720}}, {{1280, 720}}}[i] {
			k := newTest(t, m, size, 1)
			shown, tried := 0, 0
			for i, it := range k.Seen() {
				if it.Hint == "" || it.Off {
					continue
				}
				tried++
				at := uitest.Middle(it.Rect)
				now := widget.TickTime(widget.Tick((i + 1) * 1e9))
				k.Take(model.Pointer{Kind: model.PointerMove, At: at, Time: now})
				k.Take(widget.Tick(now + widget.HintDelay))
				r, open := k.Rects[model.Hint]
				if !open {
					k.Take(model.Pointer{Kind: model.PointerLeave})
					continue
				}
				shown++
				checkHint(t, k, it, r)
				k.Take(model.Pointer{Kind: model.PointerLeave})
			}
			if least := tried * (size.X - 200) / 1600; shown < least { // some do not fit in a small window
				t.Errorf("%v: of %d hints only %d are shown", size, tried, shown)
			}
		}
	}
}

func checkHint(t *testing.T, k *widget.Core, it model.Item, r image.Rectangle) {
	t.Helper()
	for id, panel := range k.Rects {
		if id != model.Hint && id != it.Panel && r.Overlaps(panel) {
			t.Errorf("%v: the hint of %q at %v covers %s at %v", k.Size, it.Text, r, id, panel)
		}
	}
	for _, other := range k.Seen() {
		if other.IsControl() && other.Panel != model.Hint && r.Overlaps(other.Rect) {
			t.Errorf("%v: the hint of %q at %v covers %s %q at %v", k.Size, it.Text, r, other.Kind, other.Text, other.Rect)
		}
	}
}

// The tooltip covers neither panels nor the pointer, for any pointer position. It is left out if it does not fit.
func TestTooltipCoversNothing(t *testing.T) {
	for _, size := range []image.Point{{320, 240}, {640, 480}, {1280, 720}, {1920, 1080}} {
		drawn, tried := 0, 0
		k := newTest(t, uitest.Sample(), size, 1)
		for x := 0; x < size.X; x += size.X / 9 {
			for y := 0; y < size.Y; y += size.Y / 9 {
				m := uitest.Sample()
				m.Hover, m.HoverAt = m.Selection, image.Pt(x, y)
				k.Show(&widget.Shown{Model: m, Size: size, Scale: 1})
				k.Layout()
				if k.Hit(k.Rects, m.HoverAt) != "" {
					continue
				}
				tried++
				r, open := k.Rects[model.Tooltip]
				if !open {
					continue
				}
				drawn++
				if m.HoverAt.In(r) || !r.In(image.Rectangle{Max: size}) {
					t.Errorf("%v: at %v the tooltip is at %v", size, m.HoverAt, r)
				}
				for id, panel := range k.Rects {
					if id != model.Tooltip && r.Overlaps(panel) {
						t.Errorf("%v: at %v the tooltip at %v covers %s at %v", size, m.HoverAt, r, id, panel)
					}
				}
			}
		}
		if size.X >= 1280 && drawn < tried {
			t.Errorf("%v: at %d of %d places there is a tooltip", size, drawn, tried)
		}
	}
}

// A tooltip with less space shows fewer lines, but truncates none.
func TestLowTooltip(t *testing.T) {
	m := uitest.Sample()
	m.Selection = nil
	m.Hover, m.HoverAt = uitest.Sample().Selection, image.Pt(300, 130)
	k := newTest(t, m, image.Pt(640, 330), 1)
	r, open := k.Rects[model.Tooltip]
	if !open {
		t.Skip("no room for it at all")
	}
	for _, it := range k.Seen() {
		if it.Panel == model.Tooltip && !it.Rect.In(r) {
			t.Errorf("%q at %v is cut by %v", it.Text, it.Rect, r)
		}
	}
}
