package ui

import (
	"image"
	"strings"
	"testing"
	"time"

	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

// Hovering over a disabled control shows the reason, and pressing it does nothing.
func TestControlsThatCannotBeUsedSayWhy(t *testing.T) {
	tried := 0
	for name, m := range fixtures() {
		k := coreOf(t, m, image.Pt(1280, 720), 1)
		k.Layout()
		now := time.Duration(0)
		for _, it := range k.Seen() {
			if it.Off != (it.Why != "") || it.Off && it.Hint != it.Why {
				t.Errorf("%s: %s %q is off: %v, because %q, and its hint is %q", name, it.Kind, it.Text, it.Off, it.Why, it.Hint)
			}
			at := uitest.Middle(it.Rect)
			if !it.Off || it.Rect.Empty() || k.Hit(k.Rects, at) != it.Panel {
				continue
			}
			tried++
			now += time.Second
			k.Take(widget.Tick(now))
			k.Take(model.Pointer{Kind: model.PointerMove, At: at, Time: now})
			k.Take(widget.Tick(now + widget.HintDelay))
			if got := k.ShownHint.Text; !strings.HasSuffix(got, it.Why) {
				t.Errorf("%s: at %s %q the hint is %q, want %q", name, it.Kind, it.Text, got, it.Why)
			}
			if c := strings.TrimSpace(it.Why); c == "" || strings.HasSuffix(c, ".") || strings.ToUpper(c[:1]) != c[:1] {
				t.Errorf("%s: %s %q cannot be used, because %q", name, it.Kind, it.Text, it.Why)
			}
			before := len(uitest.Taken(k))
			k.Take(model.Pointer{Kind: model.PointerPress, At: at, Time: now, Buttons: model.Primary})
			k.Take(model.Pointer{Kind: model.PointerRelease, At: at, Time: now})
			for _, e := range uitest.Taken(k) {
				t.Errorf("%s: a press on %s %q, of %d before, emits %#v", name, it.Kind, it.Text, before, e)
			}
			if k.Menu.Name != "" {
				t.Fatalf("%s: a press on %s %q opens a menu", name, it.Kind, it.Text)
			}
		}
		k.Release()
	}
	if tried < 50 {
		t.Errorf("%d controls were tried", tried)
	}
}
