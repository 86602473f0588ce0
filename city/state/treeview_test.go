package state

import (
	"fmt"
	"slices"
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
	"memcity/city/view/treemap"
	"memcity/city/view/trends"
)

func orderingOf(points []trees.PointTree, order trends.Order) (*trees.Series, *treemap.Ordering) {
	s := trees.NewSeries(points)
	return s, treemap.NewTreeOrdering(s, trees.NewMeta(s, citytest.WholeWindow(s)), trees.Objects, order)
}

// below lists the names and values of the nodes of a level.
func below(p *treemap.Picture, level int) []string {
	var out []string
	for i := range p.Nodes {
		if n := &p.Nodes[i]; n.Level == level {
			out = append(out, fmt.Sprintf("%s %d", p.Name(n, false), n.Value))
		}
	}
	return out
}

func checkBelow(t *testing.T, p *treemap.Picture, want ...string) {
	t.Helper()
	if got := below(p, 1); !slices.Equal(got, want) {
		t.Errorf("at point %d there are %q, want %q", p.Point, got, want)
	}
}

// Siblings keep their order at every GC point, for any sizes.
func TestTreeOrderIsFixed(t *testing.T) {
	series := citytest.Points(
		citytest.Inner("Heap", citytest.Leaf("a", 50, 1), citytest.Leaf("b", 30, 1), citytest.Leaf("c", 20, 1)),
		citytest.Inner("Heap", citytest.Leaf("a", 10, 1), citytest.Leaf("b", 80, 1), citytest.Leaf("c", 25, 1)),
		citytest.Inner("Heap", citytest.Leaf("a", 50, 1), citytest.Leaf("b", 35, 1), citytest.Leaf("c", 60, 1)))
	for order, want := range map[trends.Order][][]string{
		trends.GrowthOrder: {{"c 20", "b 30", "a 50"}, {"c 25", "b 80", "a 10"}, {"c 60", "b 35", "a 50"}},
		trends.StartOrder:  {{"a 50", "b 30", "c 20"}, {"a 10", "b 80", "c 25"}, {"a 50", "b 35", "c 60"}},
		trends.EndOrder:    {{"c 20", "a 50", "b 30"}, {"c 25", "a 10", "b 80"}, {"c 60", "a 50", "b 35"}},
	} {
		_, o := orderingOf(series, order)
		for point := range 3 {
			checkBelow(t, o.Picture(treemap.ID{}, 2, point, 0), want[point]...)
		}
	}
}

// At most nine siblings are shown separately: the first by order until most is covered, and always the large ones. The rest can be drilled
// into until nothing is left.
func TestTreePruning(t *testing.T) {
	var before, after []*citytest.Group
	for i := range 30 {
		before, after = append(before, citytest.Leaf(fmt.Sprintf("t%02d", i), 10, 1)),
			append(after, citytest.Leaf(fmt.Sprintf("t%02d", i), int64(40-i), 1))
	}
	before, after = append(before, citytest.Leaf("large", 500, 1)), append(after, citytest.Leaf("large", 400, 1))
	s, o := orderingOf(citytest.Points(citytest.Inner("Heap", before...), citytest.Inner("Heap", after...)), trends.GrowthOrder)
	p := o.Picture(treemap.ID{}, 2, 1, 0)
	checkBelow(t, p, "t00 40", "t01 39", "t02 38", "t03 37", "t04 36", "t05 35", "t06 34", "t07 33", "large 400", "Other 473")
	rest := p.Nodes[len(p.Nodes)-1]
	if rest.Groups != 22 || rest.ID != (treemap.ID{Node: 0, Rest: 1}) {
		t.Fatalf("the rest is %+v", rest)
	}
	p = o.Picture(rest.ID, 2, 1, 0)
	checkBelow(t, p, "t08 32", "t09 31", "t10 30", "t11 29", "t12 28", "t13 27", "t14 26", "t15 25", "t16 24", "Other 221")
	if p.Nodes[0].Value != 473 || p.Name(&p.Nodes[0], false) != "Other" {
		t.Errorf("drilled into the rest, the root is %+v", p.Nodes[0])
	}
	last, ok := o.ID(treemap.Root{Rest: 1000})
	if want := (treemap.ID{Node: 0, Rest: 3}); !ok || last != want {
		t.Errorf("far down there is %v, want %v", last, want)
	}
	if up, _ := o.Root(last).Up(s); up != (treemap.Root{Rest: 2}) {
		t.Errorf("above %v is %v", last, up)
	}
}

// No more siblings are shown separately once most of the size is covered. A rest of one group is that group.
func TestTreeCover(t *testing.T) {
	heap := citytest.Inner("Heap", citytest.Leaf("a", 60, 1), citytest.Leaf("b", 31, 1), citytest.Leaf("c", 3, 1),
		citytest.Leaf("d", 3, 1), citytest.Leaf("e", 3, 1))
	_, o := orderingOf(citytest.Points(heap), trends.GrowthOrder)
	checkBelow(t, o.Picture(treemap.ID{}, 1, 0, 0), "a 60", "b 31", "Other 9")
	_, o = orderingOf(citytest.Points(citytest.Inner("Heap", citytest.Leaf("a", 60, 1), citytest.Leaf("b", 35, 1),
		citytest.Leaf("c", 5, 1))), trends.GrowthOrder)
	checkBelow(t, o.Picture(treemap.ID{}, 1, 0, 0), "a 60", "b 35", "c 5")
}

// For any recording, children and rests add up to their parent's groups, and the same siblings are in the same order at all GC points.
func TestTreeProperties(t *testing.T) {
	for seed := range uint64(60) {
		s, o := orderingOf(citytest.RandomPoints(seed, citytest.RandomSpec{Points: 4, Nodes: 150, Depth: 4, Width: 30, Hashes: true}),
			treemap.Orders()[seed%3])
		if s.Len() == 0 || len(s.Nodes) == 0 {
			continue
		}
		var first []treemap.ID
		for point := range s.Len() {
			p := o.Picture(treemap.ID{}, 20, point, 0)
			var ids []treemap.ID
			sums, children := make([]int64, len(p.Nodes)), make([]int, len(p.Nodes))
			for i, n := range p.Nodes {
				if ids = append(ids, n.ID); n.Parent >= 0 {
					sums[n.Parent] += n.Value
					children[n.Parent]++
				}
				if children[max(n.Parent, 0)] > treemap.MaxChildren+1 {
					t.Fatalf("seed %d: node %d has %d children", seed, n.Parent, children[n.Parent])
				}
				if at := p.Index(n.ID); at != i {
					t.Fatalf("seed %d: %v is at %d and %d", seed, n.ID, i, at)
				}
			}
			for i, n := range p.Nodes {
				want := int64(0)
				for c := range s.Nodes.Children(n.ID.Node) {
					want += s.Objects(point, c)
				}
				if n.ID.Rest == 0 && sums[i] != want {
					t.Fatalf("seed %d: below %s there are %d, want %d", seed, s.Key(n.ID.Node), sums[i], want)
				}
			}
			if first == nil {
				first = ids
			} else if !slices.Equal(ids, first) {
				t.Fatalf("seed %d: point %d has other nodes than the first", seed, point)
			}
		}
	}
}

func TestTreeScale(t *testing.T) {
	_, o := orderingOf(citytest.Points(citytest.Inner("Heap", citytest.Leaf("a", 25, 1)),
		citytest.Inner("Heap", citytest.Leaf("a", 100, 1)), citytest.Inner("Heap", citytest.Leaf("a", 50, 1))), trends.GrowthOrder)
	for point, want := range []float64{0.25, 1, 0.5} {
		if got := o.Picture(treemap.ID{}, 2, point, 0).Scale(true); got != want {
			t.Errorf("at point %d the scale is %v, want %v", point, got, want)
		}
	}
	if got := o.Picture(treemap.ID{}, 2, 0, 0).Scale(false); got != 1 {
		t.Errorf("unscaled it is %v", got)
	}
}

// Up follows parents, even if names contain the separator of keys.
func TestTreeRootPath(t *testing.T) {
	s := trees.NewSeries(citytest.Points(citytest.Inner("Heap", citytest.Inner("a#b", citytest.Inner("c", citytest.Leaf("d", 1, 1))))))
	path := treemap.Root{Key: "Heap#a#b#c", Rest: 1}.Path(s)
	want := []treemap.Root{{}, {Key: "Heap#a#b"}, {Key: "Heap#a#b#c"}, {Key: "Heap#a#b#c", Rest: 1}}
	if !slices.Equal(path, want) {
		t.Errorf("the path is %v, want %v", path, want)
	}
	if path := (treemap.Root{Key: "Heap#x#y"}).Path(s); !slices.Equal(path, []treemap.Root{{}, {Key: "Heap#x"}, {Key: "Heap#x#y"}}) {
		t.Errorf("the path of what is not there is %v", path)
	}
}

func TestParseTreeKind(t *testing.T) {
	for _, k := range []treemap.Kind{treemap.Sunburst, treemap.Icicle} {
		if got, err := treemap.ParseKind(k.String()); err != nil || got != k {
			t.Errorf("%v is read as %v, %v", k, got, err)
		}
	}
	if _, err := treemap.ParseKind("pie"); err == nil {
		t.Error("a pie is read")
	}
}
