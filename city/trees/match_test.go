package trees_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
	"memcity/trace"
)

// nodesByPath returns the groups of a series by path.
func nodesByPath(s *trees.Series) map[string]int32 {
	out := map[string]int32{}
	for n := range int32(len(s.Nodes)) {
		out[citytest.PathText(s.Path(n))] = n
	}
	return out
}

// TestMatchingByPath: groups of another series, and of a tree with another dictionary, match groups with the same path.
func TestMatchingByPath(t *testing.T) {
	for _, spec := range citytest.RandomSpecs {
		for seed := range uint64(10) {
			points := citytest.RandomPoints(seed, spec)
			s, o := trees.NewSeries(points[len(points)/2:]), trees.NewSeries(points[:1])
			paths := nodesByPath(s)
			want := func(path []string) int32 {
				if n, ok := paths[citytest.PathText(path)]; ok {
					return n
				}
				return -1
			}
			got := s.Matching(o)
			if len(got) != len(o.Nodes) {
				t.Fatalf("%d of %d nodes are matched", len(got), len(o.Nodes))
			}
			for n, node := range got {
				if node != want(o.Path(int32(n))) {
					t.Fatalf("seed %d: %q matches %d, want %d", seed, o.Key(int32(n)), node, want(o.Path(int32(n))))
				}
			}
			tree := citytest.BaseOf(points[0], false).Tree
			nodes := s.NodesOf(tree.Names, len(tree.Nodes), func(i int) (trace.NameID, int32) {
				return tree.Nodes[i].Name, tree.Nodes[i].Parent
			})
			for i, node := range nodes {
				if path := points[0].Tree.Path(int32(i)); node != want(path) {
					t.Fatalf("seed %d: %q of the tree is %d, want %d", seed, path, node, want(path))
				}
			}
		}
	}
}

func TestMatchingNothing(t *testing.T) {
	full := trees.NewSeries(citytest.Points(citytest.Inner("Heap", citytest.Leaf("a", 1, 1), citytest.Leaf("b", 1, 1))))
	stranger := trees.NewSeries(citytest.Points(citytest.Inner("Heap", citytest.Leaf("a", 1, 1), citytest.Leaf("b", 1, 1))))
	empty := trees.NewSeries(nil)
	if got := full.Matching(stranger); !slices.Equal(got, []int32{-1, -1, -1}) {
		t.Errorf("a series with other names matches as %v", got)
	}
	if got := empty.Matching(full); !slices.Equal(got, []int32{-1, -1, -1}) {
		t.Errorf("nothing matches as %v", got)
	}
	if got := full.Matching(empty); len(got) != 0 {
		t.Errorf("in nothing %v match", got)
	}
	tree := citytest.Points(citytest.Inner("Top", citytest.Leaf("b", 1, 1), citytest.Inner("c", citytest.Leaf("Heap", 1, 1))))[0].Tree
	node := func(i int) (trace.NameID, int32) { return tree.Nodes[i].Name, tree.Nodes[i].Parent }
	if got := full.NodesOf(tree.Names, 4, node); !slices.Equal(got, []int32{0, 2, -1, -1}) {
		t.Errorf("below a root of another name there are %v", got)
	}
	if got := empty.NodesOf(tree.Names, 4, node); !slices.Equal(got, []int32{-1, -1, -1, -1}) {
		t.Errorf("an empty series has %v", got)
	}
}

// TestSeriesPoints: the GC points of a series are those that it was made from.
func TestSeriesPoints(t *testing.T) {
	points := citytest.Points(citytest.Inner("Heap", citytest.Leaf("a", 1, 1)), nil, citytest.Inner("Heap", citytest.Leaf("b", 2, 2)),
		citytest.Inner("Heap", citytest.Leaf("a", 2, 2)))
	for i := range points {
		points[i].Source = 10 * (i + 1)
	}
	points[2].Pointers = &trace.Pointers{}
	s := trees.NewSeries(points)
	for p := range points {
		if s.PointOf(s.Source(p)) != p || s.Source(p) != 10*(p+1) || s.Times[p] != points[p].Time || s.Size(p) != len(points[p].Tree.Nodes) {
			t.Errorf("point %d is %d of the recording, with %d groups", p, s.Source(p), s.Size(p))
		}
		if s.Pointers(p) != points[p].Pointers || s.HasPointers(p) != (p == 2) {
			t.Errorf("point %d has pointers: %v", p, s.HasPointers(p))
		}
		seen := map[int32]bool{}
		for i := range points[p].Tree.Nodes {
			n := s.NodeOf(p, int32(i))
			if seen[n] = true; s.IndexOf(p, n) != int32(i) || s.Key(n) != points[p].Tree.Key(int32(i)) {
				t.Errorf("node %d of point %d is %q", i, p, s.Key(n))
			}
		}
		for n := range int32(len(s.Nodes)) {
			if !seen[n] && s.IndexOf(p, n) != -1 {
				t.Errorf("%q is in point %d", s.Key(n), p)
			}
		}
	}
	if s.PointOf(15) != -1 {
		t.Error("a point that was left out is found")
	}
	if got := s.Sources([]int{3, -1, 0, 4, 3, 1, 0}); !slices.Equal(got, []int{10, 20, 40}) {
		t.Errorf("the points are %v of the recording", got)
	}
	if s.Path(-1) != nil || s.IsLeaf(0) || !s.IsLeaf(1) || !s.IsLeaf(2) {
		t.Error("the leaves are others")
	}
	if n, ok := s.Find("Heap#c"); n != 0 || ok {
		t.Errorf("a group that there is not is %d", n)
	}
}

// TestTypeGroups: types are found by full name. Of several groups, the one with most objects is found; the first if equal.
func TestTypeGroups(t *testing.T) {
	thread := citytest.Inner("main", citytest.Leaf("Loose", 5, 5))
	thread.Role = "Thread"
	s := trees.NewSeries(citytest.Points(citytest.Inner("Heap",
		thread,
		citytest.Inner("java", citytest.Inner("util", citytest.Leaf("List", 3, 3), citytest.Leaf("Map", 2, 2))),
		citytest.Inner("other", citytest.Inner("(default package)", citytest.Leaf("Main", 1, 1))),
		citytest.Inner("java.util", citytest.Leaf("List", 3, 3), citytest.Leaf("Map", 3, 3))),
		citytest.Inner("Heap", citytest.Inner("java.util", citytest.Leaf("List", 9, 9)))))
	want := func(point int, keys map[string]string) {
		t.Helper()
		got := map[string]string{}
		for name, n := range s.TypeGroups(point) {
			got[name] = s.Key(n)
		}
		if !maps.Equal(got, keys) {
			t.Errorf("at point %d the types are %v, want %v", point, got, keys)
		}
	}
	want(0, map[string]string{"Loose": "Heap#main#Loose", "java.util.List": "Heap#java#util#List", "java.util.Map": "Heap#java.util#Map",
		"Main": "Heap#other#(default package)#Main"})
	want(1, map[string]string{"Loose": "Heap#main#Loose", "java.util.List": "Heap#java.util#List", "java.util.Map": "Heap#java#util#Map",
		"Main": "Heap#other#(default package)#Main"})
}

// TestTypeGroupsOf: types of all runtimes are found by their full names.
func TestTypeGroupsOf(t *testing.T) {
	s := trees.NewSeries(citytest.Points(citytest.Inner("Heap",
		citytest.Inner("src/cart.js", citytest.Leaf("Item", 3, 3)), citytest.Inner("src", citytest.Leaf("cart.js", 1, 1)),
		citytest.Inner("main", citytest.Leaf("(*Shop).add", 3, 3)), citytest.Inner("Shop", citytest.Leaf("Order", 2, 2)),
		citytest.Inner("java", citytest.Inner("util", citytest.Leaf("Map[]", 3, 3))), citytest.Inner("(internals)", citytest.Leaf("(array)", 3, 3)))))
	groups := s.TypeGroups(0)
	for name, want := range map[string]string{"src/cart.js:Item": "Heap#src/cart.js#Item", "src/cart.js": "Heap#src#cart.js", "main:(*Shop).add": "Heap#main#(*Shop).add",
		"Shop::Order": "Heap#Shop#Order", "java.util.Map[]": "Heap#java#util#Map[]", "(array)": "Heap#(internals)#(array)"} {
		if n, ok := groups.Of(name); !ok || s.Key(n) != want {
			t.Errorf("%s: %v, want %s", name, ok, want)
		}
	}
	if _, ok := groups.Of("none:at.all"); ok {
		t.Error("a type that there is not has a group")
	}
}

// TestTreeSizes: the sizes of a tree are those of its groups; missing beyond the end of the list, or if negative.
func TestTreeSizes(t *testing.T) {
	points := citytest.Points(citytest.Inner("Heap", citytest.Leaf("a", 1, 1)),
		citytest.Inner("Heap", citytest.Leaf("b", 1, 1), citytest.Leaf("a", 1, 1), citytest.Leaf("c", 1, 1)), citytest.Leaf("Heap", 1, 1))
	points[1].Source = 7
	points[1].Tree.Deep, points[1].Tree.Retained = []int64{90, 0, -1, 30}, []int64{50, 40}
	points[2].Tree.Retained = []int64{6}
	s := trees.NewSeries(points)
	if trees.TreeSizes(s, 0) != nil {
		t.Error("a tree without sizes has some")
	}
	z := trees.TreeSizes(s, 1)
	if z.Series != s || z.Point != 7 || !z.Whole || len(z.Groups) != len(s.Nodes) {
		t.Errorf("the sizes are %+v", z)
	}
	known := func(bytes int64) trees.Amount { return trees.Amount{Objects: -1, Bytes: bytes} }
	for key, want := range map[string]trees.GroupSizes{
		"Heap":   {Deep: known(90), HasDeep: true, Retained: known(50), HasRetained: true},
		"Heap#b": {Deep: known(0), HasDeep: true, Retained: known(40), HasRetained: true},
		"Heap#a": {},
		"Heap#c": {Deep: known(30), HasDeep: true},
	} {
		n, _ := s.Find(key)
		if got := z.Groups[n]; got != want {
			t.Errorf("%s has %+v, want %+v", key, got, want)
		}
	}
	if z := trees.TreeSizes(s, 2); z == nil || !z.Groups[0].HasRetained || z.Groups[0].HasDeep || z.Groups[1].HasRetained {
		t.Errorf("with retained sizes alone: %+v", z)
	}
}

// TestSizesOver: sizes move to groups with the same path, such as in a growing recording.
func TestSizesOver(t *testing.T) {
	for seed := range uint64(20) {
		points := citytest.RandomPoints(seed, citytest.RandomSpecs[2])
		s := trees.NewSeries(points[:3])
		z := &trees.Sizes{Series: s, Point: 2, Groups: make([]trees.GroupSizes, len(s.Nodes)), Whole: seed%2 == 0}
		rng := rand.New(rand.NewPCG(seed, 7))
		for i := range z.Groups {
			z.Groups[i] = trees.GroupSizes{Deep: trees.Amount{Bytes: rng.Int64N(1000)}, HasDeep: rng.IntN(2) == 0}
		}
		if z.Over(s) != z {
			t.Error("sizes over their own series are copied")
		}
		old := nodesByPath(s)
		for _, to := range []*trees.Series{trees.NewSeries(points), trees.NewSeries(points[2:])} {
			got := z.Over(to)
			if got.Series != to || got.Point != 2 || got.Whole != z.Whole || len(got.Groups) != len(to.Nodes) {
				t.Fatalf("seed %d: the sizes are %+v", seed, got)
			}
			for n := range int32(len(to.Nodes)) {
				var want trees.GroupSizes
				if o, ok := old[citytest.PathText(to.Path(n))]; ok {
					want = z.Groups[o]
				}
				if got.Groups[n] != want {
					t.Fatalf("seed %d: %q has %+v, want %+v", seed, to.Key(n), got.Groups[n], want)
				}
			}
		}
	}
}

// TestMetaOfMetric: each unit has its own numbers.
func TestMetaOfMetric(t *testing.T) {
	m := trees.NewMeta(trees.NewSeries(citytest.Points(citytest.Leaf("Heap", 5, 50))), trees.Window{})
	if got := m.Of(trees.Objects)[0].Max; got != 5 {
		t.Errorf("%d objects", got)
	}
	if got := m.Of(trees.Bytes)[0].Max; got != 50 {
		t.Errorf("%d bytes", got)
	}
	if m := trees.NewMeta(trees.NewSeries(nil), trees.Window{From: 3, To: 4}); m.Window != (trees.Window{}) || len(m.Objects) != 0 {
		t.Errorf("of nothing there is %+v", m)
	}
}
