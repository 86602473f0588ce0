package ui

import (
	"fmt"
	"image"
	"testing"
	"time"

	"memcity/city"
	"memcity/trace"
)

// packagesSeries has GC points some milliseconds apart, of packages p0 and so on with types T0.0 and so on, of each as many
// objects of 24 bytes as count tells.
func packagesSeries(points, apart, packages, types int, count func(point, pack, kind int) int) *city.Series {
	names := trace.NewNames()
	var list []city.PointTree
	for p := range points {
		t := &trace.Tree{Names: names}
		add := func(name, role string, parent int32) int {
			t.Nodes = append(t.Nodes, trace.Node{Name: names.ID(name), Role: names.ID(role), Parent: parent})
			return len(t.Nodes) - 1
		}
		add("Heap", "", -1)
		for i := range packages {
			pack := add(fmt.Sprintf("p%d", i), "Package", 0)
			for j := range types {
				leaf := add(fmt.Sprintf("T%d.%d", i, j), "Type", int32(pack))
				n := int64(count(p, i, j))
				for _, at := range []int{0, pack, leaf} {
					t.Nodes[at].Objects += n
					t.Nodes[at].Bytes += 24 * n
				}
				t.Nodes[leaf].End = int32(leaf + 1)
			}
			t.Nodes[pack].End = int32(len(t.Nodes))
		}
		t.Nodes[0].End = int32(len(t.Nodes))
		list = append(list, city.PointTree{Time: trace.Millis(apart * p), Source: p, Tree: t})
	}
	return city.NewSeries(list)
}

// heapModel is the heap view of a recording of two GC points: packages of types, the first package and type the largest.
// At the second point every number is twice as large. Deep sizes are five times the shallow ones, retained ones three times.
func heapModel(packages, types int) Model {
	series := packagesSeries(2, 100, packages, types, func(p, i, j int) int { return (packages - i) * (types - j) * (p + 1) })
	settings := city.DefaultSettings()
	m := Model{State: city.NewState(2, settings), Name: "table", At: 1, CanSearch: true, Groups: len(series.Nodes),
		Catalog: &city.Catalog{}, Plan: city.NewPlan(series, city.NewMeta(series, city.Window{From: 0, To: 1}), settings)}
	for p := range 2 {
		m.Points = append(m.Points, Point{city.Millis(100 * p), series.Objects(p, 0), series.Bytes(p, 0)})
	}
	m.State.View = city.HeapView
	m.Answers.Sizes = sizesOf(series, true)
	return m
}

func sizesOf(series *city.Series, roots bool) *city.Sizes {
	s := &city.Sizes{Series: series, Point: 1, Whole: true, Groups: make([]city.GroupSizes, len(series.Nodes))}
	for i := range s.Groups {
		shallow := city.Amount{Objects: series.Objects(1, int32(i)), Bytes: series.Bytes(1, int32(i))}
		s.Groups[i] = city.GroupSizes{HasDeep: true, Deep: city.Amount{Objects: 5 * shallow.Objects, Bytes: 5 * shallow.Bytes}}
		if roots {
			s.Groups[i].HasRetained, s.Groups[i].Retained = true, city.Amount{Objects: 3 * shallow.Objects, Bytes: 3 * shallow.Bytes}
		}
	}
	return s
}

// shownRows lists the names of the rows that can be seen, from top to bottom.
func shownRows(k *core) []string {
	var names []string
	for _, it := range k.seen() {
		if it.Panel == HeapP && it.Kind == "row" {
			names = append(names, it.Text)
		}
	}
	return names
}

// selectedIn tells what a table has selected.
func selectedIn(k *core) []string { return k.model.State.Selected() }

func press(k *core, keys ...string) {
	for _, name := range keys {
		k.take(Key{Name: name})
	}
}

// clickWith clicks with buttons and modifiers, long after the click before.
func clickWith(k *core, at image.Point, button Buttons, mods Modifiers) {
	k.take(Pointer{Kind: PointerMove, At: at, Time: k.now + time.Second})
	k.take(Pointer{Kind: PointerPress, At: at, Buttons: button, Modifiers: mods, Time: k.now})
	k.take(Pointer{Kind: PointerRelease, At: at, Modifiers: mods, Time: k.now})
}

func rowAt(t testing.TB, k *core, name string) image.Point {
	t.Helper()
	return middle(find(t, k, HeapP, "row", name).Rect)
}
