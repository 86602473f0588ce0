package widget

import (
	"image"
	"slices"
	"strings"
	"testing"

	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/trace/guard"
)

// TestPanelPanics: a panel that panics in any phase shows the panic in its place, and other panels are not affected.
func TestPanelPanics(t *testing.T) {
	fall := false
	maybe := func() {
		if fall {
			panic("injected")
		}
	}
	bad := &Panel{ID: model.LegendP, Usual: place.Want{W: 300, H: 200},
		Prepare: func(*Core) { maybe() },
		Opens:   func(*Core) bool { return true },
		Draw: func(c *Canvas, b canvas.Box) {
			c.Text(b.CutTop(20), canvas.Body, canvas.Left, c.Theme.Text, "begun")
			maybe()
		}}
	good := &Panel{ID: model.Inspector, Usual: place.Want{W: 300, H: 200}, Opens: func(*Core) bool { return true },
		Draw: func(c *Canvas, b canvas.Box) {
			c.Text(b.CutTop(20), canvas.Body, canvas.Left, c.Theme.Text, "good")
		}}
	k, err := NewCore(Options{NoImages: true, Survive: true}, bad, good)
	if err != nil {
		t.Fatal(err)
	}
	k.Show(&Shown{Size: image.Pt(1280, 760), Scale: 1})
	texts := func() (list []string) {
		k.Layout()
		for _, it := range k.Seen() {
			list = append(list, it.Text)
		}
		return list
	}
	if got := texts(); !slices.Contains(got, "begun") || !slices.Contains(got, "good") {
		t.Fatalf("shown: %q", got)
	}
	fall = true
	for range 2 {
		if got := strings.Join(texts(), " "); !strings.Contains(got, "internal error") || !strings.Contains(got, "good") || strings.Contains(got, "begun") {
			t.Errorf("shown: %q", got)
		}
	}
	k.Survive = false
	if err := guard.Try(func() error { k.Layout(); return nil }); err == nil {
		t.Error("a fault is hidden where it is not to be survived")
	}
	k.Survive, fall = true, false
	if got := texts(); !slices.Contains(got, "begun") || !slices.Contains(got, "good") {
		t.Errorf("shown after it: %q", got)
	}
}
