package ui

import (
	"image"
	"slices"
	"strings"
	"testing"
)

// newTest lays out a model without painting.
func newTest(t testing.TB, m Model, size image.Point, scale float64) *core {
	t.Helper()
	k, err := newCore(Options{})
	if err != nil {
		t.Fatal(err)
	}
	k.show(&shown{m, size, scale})
	k.layout()
	return k
}

// find returns the visible control or text with the given words.
func find(t testing.TB, k *core, panel ID, kind, words string) Item {
	t.Helper()
	for _, it := range k.seen() {
		if it.Panel == panel && it.Kind == kind && it.Text == words {
			return it
		}
	}
	t.Fatalf("no %s %q in %s; there are:\n%s", kind, words, panel, describe(k.seen()))
	return Item{}
}

func middle(r image.Rectangle) image.Point { return r.Min.Add(r.Size().Div(2)) }

// drag presses at one place, moves to others and releases at the last.
func drag(k *core, way ...image.Point) {
	k.take(Pointer{Kind: PointerMove, At: way[0]})
	k.take(Pointer{Kind: PointerPress, At: way[0], Buttons: Primary})
	for _, at := range way[1:] {
		k.take(Pointer{Kind: PointerMove, At: at, Buttons: Primary})
	}
	k.take(Pointer{Kind: PointerRelease, At: way[len(way)-1]})
}

func click(k *core, it Item) { drag(k, middle(it.Rect)) }

// taken returns the events so far and forgets them.
func taken(k *core) []Event {
	events := k.events
	k.events = nil
	return events
}

// describe writes items one a line.
func describe(items []Item) string {
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

func focusedItem(k *core) (Item, bool) {
	items := k.seen()
	if i := slices.IndexFunc(items, func(it Item) bool { return it.Focused }); i >= 0 {
		return items[i], true
	}
	return Item{}, false
}
