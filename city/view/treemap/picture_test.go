package treemap_test

import (
	"fmt"
	"strings"
	"testing"

	"memcity/city/citytest"
	"memcity/city/scene"
	"memcity/city/scene/scenetest"
	"memcity/city/trees"
	"memcity/city/view/treemap"
	"memcity/trace/tracetest/golden"
)

// TestPictures writes trees of random recordings in each order, from each root, to several depths.
func TestPictures(t *testing.T) {
	var w strings.Builder
	for seed, spec := range []citytest.RandomSpec{{Points: 3, Nodes: 40, Depth: 2, Width: 30}, {Points: 3, Nodes: 30, Depth: 4, Width: 5}} {
		p := scenetest.Plan(citytest.RandomPoints(uint64(seed), spec), scenetest.Settings(trees.Bytes, 0, 50))
		s := p.Series
		for _, unit := range []trees.Unit{trees.Bytes, trees.Objects} {
			for _, order := range treemap.Orders() {
				o := treemap.NewTreeOrdering(s, p.Meta, unit, order)
				roots := []treemap.Root{{}, {Rest: 1}, {Rest: 2}, {Rest: 99}, {Key: s.Key(int32(len(s.Nodes) / 2))}, {Key: "none"}}
				for _, root := range roots {
					id, ok := o.ID(root)
					fmt.Fprintf(&w, "seed %d, %s, order %d, root %v: %v %v, back %v, keeps %v\n", seed, unit, order, root, id, ok, o.Root(id),
						o.Kept(id))
					if !ok || root.Rest > 0 && order != treemap.Orders()[0] {
						continue
					}
					for _, levels := range []int{1, 3} {
						picture := o.Picture(id, levels, 2, 0.05)
						fmt.Fprintf(&w, "%d levels: %d, most %d, heap %d, scale %.4f %.4f\n", levels, picture.Levels, picture.Max, picture.Heap,
							picture.Scale(true), picture.Scale(false))
						for i := range picture.Nodes {
							n := &picture.Nodes[i]
							key, isGroup := picture.Key(n)
							if picture.Index(n.ID) != i {
								t.Errorf("node %d is found at %d", i, picture.Index(n.ID))
							}
							fmt.Fprintf(&w, "  %s %.4f %s %s %s %v %v\n", golden.Text(*n), picture.Spans[i], picture.Name(n, true), picture.Name(n, false),
								key, isGroup,
								treemap.GrowthColor(p, n, scene.DefaultSettings()))
						}
						if picture.Index(treemap.ID{Node: -1}) != -1 {
							t.Error("a node that is not there is found")
						}
					}
				}
			}
		}
		for i := range int32(len(s.Nodes)) {
			r := treemap.Root{Key: s.Key(i), Rest: int(i % 2)}
			up, ok := r.Up(s)
			fmt.Fprintln(&w, r, up, ok, r.Path(s))
		}
		for _, r := range []treemap.Root{{}, {Key: "Heap#other"}, {Key: "Heap#other#below"}, {Key: "other"}} {
			up, ok := r.Up(s)
			fmt.Fprintln(&w, r, up, ok, r.Path(s))
		}
	}
	golden.File(t, "pictures.txt", w.String())
}

// TestPruning: a limited number of groups is shown separately, large ones always, and all others are left.
func TestPruning(t *testing.T) {
	for _, test := range []struct {
		sizes []int64
		kept  int
	}{
		{[]int64{100}, 1}, {[]int64{50, 50}, 2}, {[]int64{90, 10}, 2}, {[]int64{95, 5}, 2}, {[]int64{95, 3, 2}, 1}, {[]int64{90, 5, 5}, 1},
		{[]int64{89, 6, 5}, 3},
		{[]int64{10, 10, 10, 10, 10, 10, 10, 10, 10, 10}, 9}, {[]int64{1, 1, 1, 1, 1, 1, 1, 1, 1}, 9},
		{[]int64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, 9},
	} {
		root := &citytest.Group{Name: "Heap"}
		for i, n := range test.sizes {
			leaf := citytest.Leaf(fmt.Sprint("g", i), n, n)
			root.Kids = append(root.Kids, leaf)
			root.Objects, root.Bytes = root.Objects+n, root.Bytes+n
		}
		s := trees.NewSeries(citytest.Points(root))
		o := treemap.NewTreeOrdering(s, trees.NewMeta(s, citytest.WholeWindow(s)), trees.Bytes, treemap.Orders()[2])
		if got := len(o.Kept(treemap.ID{})); got != test.kept {
			t.Errorf("%v: %d are shown separately, want %d", test.sizes, got, test.kept)
		}
	}
	o := treemap.NewTreeOrdering(&trees.Series{}, &trees.Meta{}, trees.Bytes, treemap.Orders()[0])
	if id, ok := o.ID(treemap.Root{}); ok {
		t.Errorf("a tree of nothing has root %v", id)
	}
	for _, k := range []treemap.Kind{treemap.Sunburst, treemap.Icicle} {
		if got, err := treemap.ParseKind(k.String()); got != k || err != nil {
			t.Errorf("%s is read as %s, %v", k, got, err)
		}
	}
}
