package ui

import (
	"image"
	"testing"
)

// Hints of all controls leave other panels and the controls of their own free.
func TestHintsCoverNothing(t *testing.T) {
	full := sample()
	full.SettingsOpen, full.CanSearch = true, true
	for i, m := range []Model{full, several()} {
		for _, size := range [][]image.Point{{{640, 480}, {1280, 720}}, {{1280, 720}}}[i] {
			k := newTest(t, m, size, 1)
			shown, tried := 0, 0
			for i, it := range k.seen() {
				if it.Hint == "" || it.Off {
					continue
				}
				tried++
				at := middle(it.Rect)
				now := tickTime(tick((i + 1) * 1e9))
				k.take(Pointer{Kind: PointerMove, At: at, Time: now})
				k.take(tick(now + hintDelay))
				r, open := k.rects[Hint]
				if !open {
					k.take(Pointer{Kind: PointerLeave})
					continue
				}
				shown++
				checkHint(t, k, it, r)
				k.take(Pointer{Kind: PointerLeave})
			}
			if least := tried * (size.X - 200) / 1600; shown < least { // a small window has no room for some
				t.Errorf("%v: of %d hints only %d are shown", size, tried, shown)
			}
		}
	}
}

func checkHint(t *testing.T, k *core, it Item, r image.Rectangle) {
	t.Helper()
	for id, panel := range k.rects {
		if id != Hint && id != it.Panel && r.Overlaps(panel) {
			t.Errorf("%v: the hint of %q at %v covers %s at %v", k.size, it.Text, r, id, panel)
		}
	}
	for _, other := range k.seen() {
		if other.isControl() && other.Panel != Hint && r.Overlaps(other.Rect) {
			t.Errorf("%v: the hint of %q at %v covers %s %q at %v", k.size, it.Text, r, other.Kind, other.Text, other.Rect)
		}
	}
}

// The tooltip leaves all panels and the pointer free, wherever the pointer is, and is left out rather than in the way.
func TestTooltipCoversNothing(t *testing.T) {
	for _, size := range []image.Point{{320, 240}, {640, 480}, {1280, 720}, {1920, 1080}} {
		drawn, tried := 0, 0
		k := newTest(t, sample(), size, 1)
		for x := 0; x < size.X; x += size.X / 9 {
			for y := 0; y < size.Y; y += size.Y / 9 {
				m := sample()
				m.Hover, m.HoverAt = m.Selection, image.Pt(x, y)
				k.show(&shown{m, size, 1})
				k.layout()
				if hit(k.rects, m.HoverAt) != "" {
					continue
				}
				tried++
				r, open := k.rects[Tooltip]
				if !open {
					continue
				}
				drawn++
				if m.HoverAt.In(r) || !r.In(image.Rectangle{Max: size}) {
					t.Errorf("%v: at %v the tooltip is at %v", size, m.HoverAt, r)
				}
				for id, panel := range k.rects {
					if id != Tooltip && r.Overlaps(panel) {
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

// A tooltip with less room tells less, but cuts no line.
func TestLowTooltip(t *testing.T) {
	m := sample()
	m.Selection = nil
	m.Hover, m.HoverAt = sample().Selection, image.Pt(300, 130)
	k := newTest(t, m, image.Pt(640, 330), 1)
	r, open := k.rects[Tooltip]
	if !open {
		t.Skip("no room for it at all")
	}
	for _, it := range k.seen() {
		if it.Panel == Tooltip && !it.Rect.In(r) {
			t.Errorf("%q at %v is cut by %v", it.Text, it.Rect, r)
		}
	}
}
