package city

import (
	"fmt"
	"slices"
	"testing"
)

func orderingOf(points []PointTree, order TrendOrder) (*Series, *TreeOrdering) {
	s := NewSeries(points)
	return s, NewTreeOrdering(s, NewMeta(s, wholeWindow(s)), Objects, order)
}

// below lists the names of the nodes of a level with their values.
func below(p *TreePicture, level int) []string {
	var out []string
	for i := range p.Nodes {
		if n := &p.Nodes[i]; n.Level == level {
			out = append(out, fmt.Sprintf("%s %d", p.Name(n, false), n.Value))
		}
	}
	return out
}

func checkBelow(t *testing.T, p *TreePicture, want ...string) {
	t.Helper()
	if got := below(p, 1); !slices.Equal(got, want) {
		t.Errorf("at point %d there are %q, want %q", p.Point, got, want)
	}
}

// Siblings keep their order at every GC point, whatever their sizes are there.
func TestTreeOrderIsFixed(t *testing.T) {
	series := points(
		inner("Heap", leaf("a", 50, 1), leaf("b", 30, 1), leaf("c", 20, 1)),
		inner("Heap", leaf("a", 10, 1), leaf("b", 80, 1), leaf("c", 25, 1)),
		inner("Heap", leaf("a", 50, 1), leaf("b", 35, 1), leaf("c", 60, 1)))
	for order, want := range map[TrendOrder][][]string{
		GrowthOrder: {{"c 20", "b 30", "a 50"}, {"c 25", "b 80", "a 10"}, {"c 60", "b 35", "a 50"}},
		StartOrder:  {{"a 50", "b 30", "c 20"}, {"a 10", "b 80", "c 25"}, {"a 50", "b 35", "c 60"}},
		EndOrder:    {{"c 20", "a 50", "b 30"}, {"c 25", "a 10", "b 80"}, {"c 60", "a 50", "b 35"}},
	} {
		_, o := orderingOf(series, order)
		for point := range 3 {
			checkBelow(t, o.Picture(TreeID{}, 2, point, 0), want[point]...)
		}
	}
}

// Of many siblings nine at most are told apart, the first by the order until most is covered; large ones always are, and
// the rest can be drilled into until nothing is left.
func TestTreePruning(t *testing.T) {
	var before, after []*group
	for i := range 30 {
		before, after = append(before, leaf(fmt.Sprintf("t%02d", i), 10, 1)), append(after, leaf(fmt.Sprintf("t%02d", i), int64(40-i), 1))
	}
	before, after = append(before, leaf("large", 500, 1)), append(after, leaf("large", 400, 1))
	s, o := orderingOf(points(inner("Heap", before...), inner("Heap", after...)), GrowthOrder)
	p := o.Picture(TreeID{}, 2, 1, 0)
	checkBelow(t, p, "t00 40", "t01 39", "t02 38", "t03 37", "t04 36", "t05 35", "t06 34", "t07 33", "large 400", "Other 473")
	rest := p.Nodes[len(p.Nodes)-1]
	if rest.Groups != 22 || rest.ID != (TreeID{0, 1}) {
		t.Fatalf("the rest is %+v", rest)
	}
	p = o.Picture(rest.ID, 2, 1, 0)
	checkBelow(t, p, "t08 32", "t09 31", "t10 30", "t11 29", "t12 28", "t13 27", "t14 26", "t15 25", "t16 24", "Other 221")
	if p.Nodes[0].Value != 473 || p.Name(&p.Nodes[0], false) != "Other" {
		t.Errorf("drilled into the rest, the root is %+v", p.Nodes[0])
	}
	last, ok := o.ID(TreeRoot{Rest: 1000})
	if want := (TreeID{0, 3}); !ok || last != want {
		t.Errorf("far down there is %v, want %v", last, want)
	}
	if up, _ := o.Root(last).Up(s); up != (TreeRoot{Rest: 2}) {
		t.Errorf("above %v is %v", last, up)
	}
}

// Nothing more is told apart once most of the size is covered; a rest of one group is that group.
func TestTreeCover(t *testing.T) {
	heap := inner("Heap", leaf("a", 60, 1), leaf("b", 31, 1), leaf("c", 3, 1), leaf("d", 3, 1), leaf("e", 3, 1))
	_, o := orderingOf(points(heap), GrowthOrder)
	checkBelow(t, o.Picture(TreeID{}, 1, 0, 0), "a 60", "b 31", "Other 9")
	_, o = orderingOf(points(inner("Heap", leaf("a", 60, 1), leaf("b", 35, 1), leaf("c", 5, 1))), GrowthOrder)
	checkBelow(t, o.Picture(TreeID{}, 1, 0, 0), "a 60", "b 35", "c 5")
}

// Whatever the recording, children and rests have what their parent has in its groups, and the same siblings are there in
// the same order at all GC points.
func TestTreeProperties(t *testing.T) {
	for seed := range uint64(60) {
		s, o := orderingOf(randomPoints(seed, randomSpec{points: 4, nodes: 150, depth: 4, width: 30, hashes: true}), TreeOrders()[seed%3])
		if s.Len() == 0 || len(s.Nodes) == 0 {
			continue
		}
		var first []TreeID
		for point := range s.Len() {
			p := o.Picture(TreeID{}, 20, point, 0)
			var ids []TreeID
			sums, children := make([]int64, len(p.Nodes)), make([]int, len(p.Nodes))
			for i, n := range p.Nodes {
				if ids = append(ids, n.ID); n.Parent >= 0 {
					sums[n.Parent] += n.Value
					children[n.Parent]++
				}
				if children[max(n.Parent, 0)] > maxTreeChildren+1 {
					t.Fatalf("seed %d: node %d has %d children", seed, n.Parent, children[n.Parent])
				}
				if at := p.Index(n.ID); at != i {
					t.Fatalf("seed %d: %v is at %d and %d", seed, n.ID, i, at)
				}
			}
			for i, n := range p.Nodes {
				want := int64(0)
				for c := n.ID.Node + 1; c < s.Nodes[n.ID.Node].End; c = s.Nodes[c].End {
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
	_, o := orderingOf(points(inner("Heap", leaf("a", 25, 1)), inner("Heap", leaf("a", 100, 1)), inner("Heap", leaf("a", 50, 1))), GrowthOrder)
	for point, want := range []float64{0.25, 1, 0.5} {
		if got := o.Picture(TreeID{}, 2, point, 0).Scale(true); got != want {
			t.Errorf("at point %d the scale is %v, want %v", point, got, want)
		}
	}
	if got := o.Picture(TreeID{}, 2, 0, 0).Scale(false); got != 1 {
		t.Errorf("unscaled it is %v", got)
	}
}

// Drilling selects the group and can be gone back from; what is drawn can be taken back.
func TestDrill(t *testing.T) {
	s := NewState(10, DefaultSettings())
	s = Step(s, Drill{TreeRoot{Key: "Heap#a"}})
	if s.Selection != "Heap#a" || s.Treeing.Root.Key != "Heap#a" {
		t.Fatalf("drilled to %+v with %q selected", s.Treeing.Root, s.Selection)
	}
	s = Step(s, Drill{TreeRoot{Key: "Heap#a", Rest: 1}})
	if s.Selection != "Heap#a" || s.Treeing.Root.Rest != 1 {
		t.Fatalf("drilled to %+v with %q selected", s.Treeing.Root, s.Selection)
	}
	to := s.Treeing
	to.Kind, to.Scaled, to.Root = Icicle, true, TreeRoot{}
	s = Step(s, SetTreeing{to})
	if s.Treeing.Kind != Icicle || s.Treeing.Root.Rest != 1 {
		t.Fatalf("settings lead to %+v", s.Treeing)
	}
	s = Step(s, Back{})
	if s.Treeing.Root != (TreeRoot{Key: "Heap#a"}) || s.Treeing.Kind != Icicle {
		t.Errorf("back leads to %+v", s.Treeing)
	}
	if s = Step(s, Undo{}); s.Treeing.Kind != Sunburst || s.Treeing.Scaled || s.Treeing.Root.Key != "Heap#a" {
		t.Errorf("undo leads to %+v", s.Treeing)
	}
	s = Step(Step(s, Back{}), Forward{})
	if s.Treeing.Root.Key != "Heap#a" {
		t.Errorf("back and forward lead to %+v", s.Treeing.Root)
	}
}

// Trees side by side are six at most; of too many, the one next to the new one gives way.
func TestTreePoints(t *testing.T) {
	s := NewState(21, DefaultSettings())
	check := func(after string, want ...int) {
		t.Helper()
		if got := s.BesidePoints(); !slices.Equal(got, want) {
			t.Fatalf("after %s there are %v, want %v", after, got, want)
		}
	}
	check("opening", 0, 10, 20)
	for _, p := range []int{5, 3, 15} {
		s = Step(s, ToggleTreePoint{p})
	}
	check("choosing three", 0, 3, 5, 10, 15, 20)
	s = Step(s, ToggleTreePoint{16})
	check("one too many", 0, 3, 5, 10, 16, 20)
	s = Step(s, ToggleTreePoint{3})
	check("taking one away", 0, 5, 10, 16, 20)
	s = Step(Step(s, ToggleTreePoint{99}), ToggleTreePoint{-1})
	check("points that are not there", 0, 5, 10, 16, 20)
	s = Step(s, Undo{})
	check("undo", 0, 3, 5, 10, 16, 20)
	for _, p := range []int{0, 3, 5, 10, 16, 20} {
		s = Step(s, ToggleTreePoint{p})
	}
	check("taking all away", 20)
}

// The way up leads over parents, even where names hold the sign that joins keys.
func TestTreeRootPath(t *testing.T) {
	s := NewSeries(points(inner("Heap", inner("a#b", inner("c", leaf("d", 1, 1))))))
	path := TreeRoot{Key: "Heap#a#b#c", Rest: 1}.Path(s)
	want := []TreeRoot{{}, {Key: "Heap#a#b"}, {Key: "Heap#a#b#c"}, {Key: "Heap#a#b#c", Rest: 1}}
	if !slices.Equal(path, want) {
		t.Errorf("the path is %v, want %v", path, want)
	}
	if path := (TreeRoot{Key: "Heap#x#y"}).Path(s); !slices.Equal(path, []TreeRoot{{}, {Key: "Heap#x"}, {Key: "Heap#x#y"}}) {
		t.Errorf("the path of what is not there is %v", path)
	}
}

func TestParseTreeKind(t *testing.T) {
	for _, k := range []TreeKind{Sunburst, Icicle} {
		if got, err := ParseTreeKind(k.String()); err != nil || got != k {
			t.Errorf("%v is read as %v, %v", k, got, err)
		}
	}
	if _, err := ParseTreeKind("pie"); err == nil {
		t.Error("a pie is read")
	}
}
