package graph

import (
	"testing"

	"memcity/render/ui/canvas"
	"memcity/render/ui/uitest"
)

// TestDistinctFirst: the words that differ come first.
func TestDistinctFirst(t *testing.T) {
	const one, two = "WebShop.work(WebShop.java:20) of the thread worker-1", "WebShop.work(WebShop.java:20) of the thread worker-2"
	for _, c := range []struct {
		name   string
		others []string
		want   string
	}{{two, []string{one}, "worker-2 · WebShop.work(WebShop.java:20) of the thread"}, {two, nil, two}, {two, []string{two}, two},
		{"Main.a", []string{"Main.b"}, "Main.a"}, {two, []string{one, "main"}, two}, {"", []string{"x"}, ""}} {
		if got := distinctFirst(c.name, c.others); got != c.want {
			t.Errorf("%q among %q is %q, want %q", c.name, c.others, got, c.want)
		}
	}
}

// The names of GC roots above the visible part are at its top edge, and do not overlap.
func TestRootsArePinned(t *testing.T) {
	p := uitest.GraphOf(4, 3)
	for i := range 3 {
		p.Nodes[i].Root, p.Nodes[i].Kind = true, "static field"
	}
	k, view := newTest(t, uitest.GraphModel(p), uitest.Screen, 1)
	pinned := func() (list []canvas.Box) {
		for _, it := range k.Seen() {
			for i := range 3 {
				if it.Kind == "text" && it.Text == p.Nodes[i].Title {
					list = append(list, canvas.Rect(float32(it.Rect.Min.X), float32(it.Rect.Min.Y), float32(it.Rect.Dx()), float32(it.Rect.Dy())))
				}
			}
		}
		return list
	}
	if list := pinned(); len(list) > 0 {
		t.Errorf("%v are pinned although the roots are visible", list)
	}
	view.view.scale(1.5/view.view.zoom, middlePoint(view.view.area))
	view.view.move(0, -3000, p)
	k.Layout()
	list := pinned()
	if len(list) == 0 {
		t.Fatalf("no root is pinned:\n%s", uitest.Describe(k.Seen()))
	}
	for i, a := range list {
		for _, b := range list[:i] {
			if !a.Intersect(b).Empty() {
				t.Errorf("%v and %v overlap", a, b)
			}
		}
	}
}
