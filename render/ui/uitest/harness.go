// Package uitest lays out panels for tests, finds their texts and controls, and clicks on them.
package uitest

import (
	"flag"
	"image"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// NeedGraphics skips the test if offscreen painting does not work, or fails it if MEMCITY_GL_REQUIRED is 1.
func NeedGraphics(t testing.TB) {
	t.Helper()
	var s canvas.Surface
	if err := s.Resize(image.Pt(1, 1)); err != nil {
		if os.Getenv("MEMCITY_GL_REQUIRED") == "1" {
			t.Fatalf("graphics: %v", err)
		}
		t.Skipf("graphics: %v", err)
	}
	s.Release()
}

var Update = flag.Bool("update", false, "rewrite the goldens in testdata")

func CheckTexts(t *testing.T, k *widget.Core, size image.Point) {
	t.Helper()
	items := k.Seen()
	for i, a := range items {
		if !a.Rect.In(k.Rects[a.Panel]) {
			t.Errorf("%v: %s %q at %v leaves %s at %v", size, a.Kind, a.Text, a.Rect, a.Panel, k.Rects[a.Panel])
		}
		for _, b := range items[:i] {
			if apart(a, b) && a.Panel == b.Panel && a.Rect.Inset(2).Overlaps(b.Rect.Inset(2)) {
				t.Errorf("%v: in %s, %q at %v overlaps %q at %v", size, a.Panel, a.Text, a.Rect, b.Text, b.Rect)
			}
		}
	}
}

// apart reports whether two items must not overlap: two texts, or a text and a button that does not contain it.
func apart(a, b model.Item) bool {
	if a.Kind == "button" {
		a, b = b, a
	}
	return a.Kind == "text" && (b.Kind == "text" || b.Kind == "button" && !a.Rect.In(b.Rect))
}

var Overlays = map[model.ID]bool{model.Help: true, model.PictureP: true, model.ChainP: true, model.RecordP: true, model.RulesP: true,
	model.BudgetsP: true, model.OutputP: true, model.ClosingP: true, model.SteerP: true, model.FilesP: true, model.Menu: true, model.Tooltip: true, model.Hint: true}

// Wanted checks that exactly these events were emitted.
func Wanted(t *testing.T, k *widget.Core, want ...model.Event) {
	t.Helper()
	if got := Taken(k); !reflect.DeepEqual(got, want) && len(got)+len(want) > 0 {
		t.Errorf("events are %v, want %v", got, want)
	}
}

func FocusOn(t *testing.T, k *widget.Core, text string) {
	t.Helper()
	for range 200 {
		k.Take(model.Key{Name: model.KeyTab})
		if it, ok := FocusedItem(k); ok && it.Text == text {
			return
		}
	}
	t.Fatalf("Tab does not reach %q", text)
}

// New lays out a model without painting.
func New(t testing.TB, m model.Model, size image.Point, scale float64, panels ...*widget.Panel) *widget.Core {
	t.Helper()
	k, err := widget.NewCore(widget.Options{}, panels...)
	if err != nil {
		t.Fatal(err)
	}
	k.Show(&widget.Shown{Model: m, Size: size, Scale: scale})
	k.Layout()
	return k
}

// Find returns the visible control or text with the given words.
func Find(t testing.TB, k *widget.Core, panel model.ID, kind, words string) model.Item {
	t.Helper()
	for _, it := range k.Seen() {
		if it.Panel == panel && it.Kind == kind && it.Text == words {
			return it
		}
	}
	t.Fatalf("no %s %q in %s; there are:\n%s", kind, words, panel, Describe(k.Seen()))
	return model.Item{}
}

func Middle(r image.Rectangle) image.Point { return r.Min.Add(r.Size().Div(2)) }

// Drag presses at the first place, moves through the others and releases at the last.
func Drag(k *widget.Core, way ...image.Point) {
	k.Take(model.Pointer{Kind: model.PointerMove, At: way[0]})
	k.Take(model.Pointer{Kind: model.PointerPress, At: way[0], Buttons: model.Primary})
	for _, at := range way[1:] {
		k.Take(model.Pointer{Kind: model.PointerMove, At: at, Buttons: model.Primary})
	}
	k.Take(model.Pointer{Kind: model.PointerRelease, At: way[len(way)-1]})
}

func Click(k *widget.Core, it model.Item) { Drag(k, Middle(it.Rect)) }

// Choose opens a menu by its button and clicks a row.
func Choose(t testing.TB, k *widget.Core, panel model.ID, button, row string) {
	t.Helper()
	Click(k, Find(t, k, panel, "button", button))
	Click(k, Find(t, k, model.Menu, "button", row))
}

// Taken returns and clears the events so far.
func Taken(k *widget.Core) []model.Event {
	events := k.Events
	k.Events = nil
	return events
}

// Describe formats items, one per line.
func Describe(items []model.Item) string {
	var b strings.Builder
	for _, it := range items {
		b.WriteString(string(it.Panel) + ": " + it.Kind + " " + it.Text)
		if it.Value != "" {
			b.WriteString(" = " + it.Value)
		}
		if it.Off {
			b.WriteString(" (off)")
		}
		if it.Focused {
			b.WriteString(" (focused)")
		}
		b.WriteString("\n")
	}
	return b.String()
}

func FocusedItem(k *widget.Core) (model.Item, bool) {
	items := k.Seen()
	if i := slices.IndexFunc(items, func(it model.Item) bool { return it.Focused }); i >= 0 {
		return items[i], true
	}
	return model.Item{}, false
}

func CheckSelected(t *testing.T, k *widget.Core, after string, want ...string) {
	t.Helper()
	if got := SelectedIn(k); !slices.Equal(got, want) {
		t.Fatalf("after %s %q is selected, want %q", after, got, want)
	}
}

func Press(k *widget.Core, keys ...string) {
	for _, name := range keys {
		k.Take(model.Key{Name: name})
	}
}

// ClickWith clicks with a button and modifiers, long after the previous click.
func ClickWith(k *widget.Core, at image.Point, button model.Buttons, mods action.Mods) {
	k.Take(model.Pointer{Kind: model.PointerMove, At: at, Time: k.Now + time.Second})
	k.Take(model.Pointer{Kind: model.PointerPress, At: at, Buttons: button, Mods: mods, Time: k.Now})
	k.Take(model.Pointer{Kind: model.PointerRelease, At: at, Mods: mods, Time: k.Now})
}

// CheckGolden compares the items of a panel with a file in testdata.
func CheckGolden(t *testing.T, k *widget.Core, panel model.ID, name string) {
	t.Helper()
	var of []model.Item
	for _, it := range k.Seen() {
		if it.Panel == panel {
			of = append(of, it)
		}
	}
	got := Describe(of)
	path := filepath.Join("testdata", name+".golden")
	if *Update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(path); err != nil || got != string(want) {
		t.Errorf("%s is not as in the golden (%v):\n%s", name, err, got)
	}
}

// SelectedIn returns the keys selected in a table.
func SelectedIn(k *widget.Core) []string { return k.Model.State.Selected() }
