package trees_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
	"memcity/trace"
)

// oracle is a recording as a map: numbers by point and path, zero where a group is missing.
type oracle struct {
	numbers []map[string][2]int64
	paths   map[string]bool
}

func newOracle(points []trees.PointTree) oracle {
	o := oracle{paths: map[string]bool{}}
	for _, p := range points {
		m := map[string][2]int64{}
		for i := range p.Tree.Nodes {
			path := citytest.PathText(p.Tree.Path(int32(i)))
			m[path] = [2]int64{p.Tree.Nodes[i].Objects, p.Tree.Nodes[i].Bytes}
			o.paths[path] = true
		}
		o.numbers = append(o.numbers, m)
	}
	return o
}

func TestSeriesAgainstOracle(t *testing.T) {
	for _, spec := range citytest.RandomSpecs {
		for seed := range uint64(20) {
			points := citytest.RandomPoints(seed, spec)
			o, s := newOracle(points), trees.NewSeries(points)
			checkShape(t, s)
			if len(s.Nodes) != len(o.paths) {
				t.Fatalf("%+v, seed %d: %d groups, want %d", spec, seed, len(s.Nodes), len(o.paths))
			}
			for n := range s.Nodes {
				path := citytest.PathText(s.Path(int32(n)))
				if !o.paths[path] {
					t.Fatalf("%+v, seed %d: group %q is in no tree", spec, seed, path)
				}
				delete(o.paths, path)
				for p := range points {
					got := [2]int64{s.Objects(p, int32(n)), s.Bytes(p, int32(n))}
					if want := o.numbers[p][path]; got != want {
						t.Fatalf("%+v, seed %d, point %d: %q has %v, want %v", spec, seed, p, path, got, want)
					}
				}
			}
		}
	}
}

// checkShape checks that the nodes are a tree in pre-order whose siblings have different names.
func checkShape(t *testing.T, s *trees.Series) {
	t.Helper()
	for i := range s.Nodes {
		n := s.Nodes[i]
		if n.End <= int32(i) || n.End > int32(len(s.Nodes)) {
			t.Fatalf("node %d ends at %d of %d", i, n.End, len(s.Nodes))
		}
		if i == 0 {
			if n.Parent != -1 || n.Level != 0 || n.End != int32(len(s.Nodes)) {
				t.Fatalf("the root is %+v among %d nodes", n, len(s.Nodes))
			}
			continue
		}
		p := s.Nodes[n.Parent]
		if n.Parent >= int32(i) || n.End > p.End || n.Level != p.Level+1 {
			t.Fatalf("node %d is %+v, its parent %+v", i, n, p)
		}
	}
	for i := range s.Nodes {
		seen := map[trace.NameID]bool{}
		for c := int32(i) + 1; c < s.Nodes[i].End; c = s.Nodes[c].End {
			if s.Nodes[c].Parent != int32(i) || seen[s.Nodes[c].Name] {
				t.Fatalf("node %d has a wrong or doubled child %d", i, c)
			}
			seen[s.Nodes[c].Name] = true
		}
	}
}

func TestSeriesIsDeterministic(t *testing.T) {
	spec := citytest.RandomSpecs[3]
	a, b := trees.NewSeries(citytest.RandomPoints(4, spec)), trees.NewSeries(citytest.RandomPoints(4, spec))
	if !reflect.DeepEqual(a.Nodes, b.Nodes) {
		t.Error("same trees, different nodes")
	}
}

func TestSeriesKeys(t *testing.T) {
	for _, spec := range citytest.RandomSpecs {
		for seed := range uint64(10) {
			s := trees.NewSeries(citytest.RandomPoints(seed, spec))
			first := map[string]int32{}
			for n := range int32(len(s.Nodes)) {
				key := s.Key(n)
				if _, ok := first[key]; !ok {
					first[key] = n
				}
				if want := strings.Join(s.Path(n), "#"); key != want {
					t.Fatalf("key is %q, want %q", key, want)
				}
			}
			for key, want := range first {
				if got, ok := s.Find(key); !ok || got != want {
					t.Fatalf("seed %d: key %q finds %d, %v; want %d, the first with this key", seed, key, got, ok, want)
				}
				for _, wrong := range []string{key + "#", key + "x", "x" + key, "#" + key, key[1:], key + "#n99#n0"} {
					if got, ok := s.Find(wrong); ok && first[wrong] != got {
						t.Fatalf("seed %d: key %q finds %q", seed, wrong, s.Key(got))
					}
				}
			}
		}
	}
}

func TestSeriesFindsNamesWithSeparators(t *testing.T) {
	s := trees.NewSeries(citytest.Points(citytest.Inner("Heap", citytest.Inner("a", citytest.Leaf("x", 1, 1)),
		citytest.Inner("a#b", citytest.Leaf("c", 2, 2)), citytest.Leaf("", 3, 3), citytest.Leaf("#", 4, 4))))
	for _, tt := range []struct {
		key  string
		path []string
	}{
		{"Heap#a#x", []string{"Heap", "a", "x"}},
		{"Heap#a#b", []string{"Heap", "a#b"}},
		{"Heap#a#b#c", []string{"Heap", "a#b", "c"}},
		{"Heap#", []string{"Heap", ""}},
		{"Heap##", []string{"Heap", "#"}},
	} {
		if n, ok := s.Find(tt.key); !ok || !slices.Equal(s.Path(n), tt.path) {
			t.Errorf("%q finds %v, %v; want %q", tt.key, n, ok, tt.path)
		}
	}
	for _, key := range []string{"", "#", "Heap#a#", "Heap#b", "heap", "Heap###"} {
		if n, ok := s.Find(key); ok {
			t.Errorf("%q finds %q", key, s.Key(n))
		}
	}
}

func TestSeriesStartsEmpty(t *testing.T) {
	s := trees.NewSeries(citytest.Points(nil, citytest.Leaf("Heap", 7, 70)))
	if len(s.Nodes) != 1 || s.Objects(0, 0) != 0 || s.Objects(1, 0) != 7 {
		t.Errorf("nodes %v, objects %d and %d", s.Nodes, s.Objects(0, 0), s.Objects(1, 0))
	}
}

func TestMetaAgainstOracle(t *testing.T) {
	for _, spec := range citytest.RandomSpecs {
		for seed := range uint64(8) {
			points := citytest.RandomPoints(seed, spec)
			o, s := newOracle(points), trees.NewSeries(points)
			for from := range points {
				for to := from; to < len(points); to++ {
					m := trees.NewMeta(s, trees.Window{from, to})
					for n := range int32(len(s.Nodes)) {
						path := citytest.PathText(s.Path(n))
						for unit, got := range [2]trees.Change{m.Objects[n], m.Bytes[n]} {
							checkChange(t, m, got, from, to, func(p int) int64 { return o.numbers[p][path][unit] })
						}
					}
				}
			}
		}
	}
}

func checkChange(t *testing.T, m *trees.Meta, got trees.Change, from, to int, value func(point int) int64) {
	t.Helper()
	want := trees.Change{First: value(from), Last: value(to), Max: value(from), Min: value(from)}
	for p := from; p <= to; p++ {
		want.Max, want.Min = max(want.Max, value(p)), min(want.Min, value(p))
		for before := from; before < p; before++ {
			want.Fall, want.Climb = max(want.Fall, value(before)-value(p)), max(want.Climb, value(p)-value(before))
		}
	}
	if got != want {
		t.Fatalf("over %d..%d: %+v, want %+v", from, to, got, want)
	}
	if got.Growth() != want.Last-want.First {
		t.Fatalf("growth is %d", got.Growth())
	}
}

func TestMetaCutsTheWindow(t *testing.T) {
	s := trees.NewSeries(citytest.Points(citytest.Leaf("Heap", 5, 50), citytest.Leaf("Heap", 9, 20), citytest.Leaf("Heap", 7, 30)))
	for _, tt := range []struct{ given, want trees.Window }{
		{trees.Window{-3, 99}, trees.Window{0, 2}},
		{trees.Window{1, 99}, trees.Window{1, 2}},
		{trees.Window{99, 99}, trees.Window{2, 2}},
		{trees.Window{-9, -1}, trees.Window{0, 0}},
	} {
		got, want := trees.NewMeta(s, tt.given), trees.NewMeta(s, tt.want)
		if !reflect.DeepEqual(got, want) || got.Window != tt.want {
			t.Errorf("window %v gives %+v, want %+v", tt.given, got, want)
		}
	}
}

// TestWindowOf: GC points that are not in the series are replaced by the next ones outside.
func TestWindowOf(t *testing.T) {
	all := citytest.Points(citytest.Leaf("a", 1, 1), citytest.Leaf("a", 2, 2), citytest.Leaf("a", 3, 3))
	for i, source := range []int{1, 3, 6} {
		all[i].Source = source
	}
	s := trees.NewSeries(all)
	for _, test := range []struct {
		from, to int
		want     trees.Window
	}{
		{1, 6, trees.Window{From: 0, To: 2}}, {3, 6, trees.Window{From: 1, To: 2}}, {4, 5, trees.Window{From: 1, To: 2}},
		{2, 3, trees.Window{From: 0, To: 1}}, {3, 3, trees.Window{From: 1, To: 1}}, {0, 9, trees.Window{From: 0, To: 2}},
		{6, 9, trees.Window{From: 2, To: 2}},
	} {
		if got := s.WindowOf(test.from, test.to); got != test.want {
			t.Errorf("%d to %d: %v, want %v", test.from, test.to, got, test.want)
		}
	}
	if got := trees.NewSeries(nil).WindowOf(2, 3); got != (trees.Window{}) {
		t.Errorf("of no points: %v", got)
	}
}

// TestCounted: for points without references, the closest GC point with references is found; the earlier of two.
func TestCounted(t *testing.T) {
	for kinds, want := range map[string][]int{
		"w--w-": {-1, 0, 3, -1, 3}, "--w": {2, 2, -1}, "-w-w-": {1, -1, 1, -1, 3}, "---": {-1, -1, -1}, "w": {-1}, "-": {-1},
	} {
		points := citytest.RandomPoints(1, citytest.RandomSpec{Points: len(kinds), Nodes: 10, Depth: 2, Width: 3})
		for i := range points {
			if points[i].Pointers = nil; kinds[i] == 'w' {
				none := trace.PointerMap{Start: make([]uint32, len(points[i].Tree.Nodes)+1)}
				points[i].Pointers = &trace.Pointers{PointsTo: none, PointedFrom: none}
			}
		}
		s := trees.NewSeries(points)
		for point, closest := range want {
			if got, ok := s.Counted(point); ok != (closest >= 0) || ok && got != closest {
				t.Errorf("%s at %d: %d, %v, want %d", kinds, point, got, ok, closest)
			}
		}
	}
}
