package trees_test

import (
	"math"
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
	"memcity/trace"
)

// TestBaseAgainstOracle: a series with a baseline has the groups of both, each with the numbers of its own side.
func TestBaseAgainstOracle(t *testing.T) {
	for _, spec := range citytest.RandomSpecs {
		for seed := range uint64(10) {
			points, other := citytest.RandomPoints(seed, spec), citytest.RandomPoints(seed+1, spec)[:1]
			base := citytest.BaseOf(other[0], seed%2 == 0)
			s := trees.NewSeries(points).WithBaseline(base)
			checkShape(t, s)
			here, there := newOracle(points), newOracle(other)
			whole := there.numbers[0]["Heap"]
			for n := range int32(len(s.Nodes)) {
				path := citytest.PathText(s.Path(n))
				if !here.paths[path] && !there.paths[path] {
					t.Fatalf("seed %d: %q is in neither", seed, path)
				}
				delete(here.paths, path)
				want := there.numbers[0][path]
				if got := s.Baseline().Amount(n); got != (trees.Amount{Objects: want[0], Bytes: want[1]}) {
					t.Fatalf("seed %d: the base has %v of %q, want %v", seed, got, path, want)
				}
				for p := range points {
					if got, want := [2]int64{s.Objects(p, n), s.Bytes(p, n)}, here.numbers[p][path]; got != want {
						t.Fatalf("seed %d: point %d has %v of %q, want %v", seed, p, got, path, want)
					}
					before := want
					if base.Shares {
						heap := here.numbers[p]["Heap"]
						before = [2]int64{share(want[0], heap[0], whole[0]), share(want[1], heap[1], whole[1])}
					}
					if got := s.Before(p, n); got != (trees.Amount{Objects: before[0], Bytes: before[1]}) {
						t.Fatalf("seed %d: before point %d %q was %v, want %v", seed, p, path, got, before)
					}
				}
				delete(there.paths, path)
			}
			if len(here.paths)+len(there.paths) > 0 {
				t.Fatalf("seed %d: missing are %v and %v", seed, here.paths, there.paths)
			}
		}
	}
}

func share(value, to, from int64) int64 {
	if from == 0 {
		return 0
	}
	return int64(math.Round(float64(value) / float64(from) * float64(to)))
}

func TestScaledBase(t *testing.T) {
	tree := citytest.Points(citytest.Inner("Heap", citytest.Leaf("a", 1, 5), citytest.Leaf("b", 3, 15)))[0]
	s := trees.NewSeries(citytest.Points(nil)).WithBaseline(citytest.BaseOf(tree, true))
	if got := s.Baseline().Scaled(1, 10, 100); got != (trees.Amount{Objects: 3, Bytes: 25}) {
		t.Errorf("a quarter of 10 objects and of 100 bytes is %v", got)
	}
	if got := s.Baseline().ScaleName(); got != "total" {
		t.Errorf("shares are scaled by %q", got)
	}
	s = trees.NewSeries(citytest.Points(nil)).WithBaseline(citytest.BaseOf(tree, false))
	if got := s.Baseline().Scaled(1, 10, 100); got != (trees.Amount{Objects: 1, Bytes: 5}) {
		t.Errorf("numbers are scaled to %v", got)
	}
	if got := s.Baseline().ScaleName(); got != "none" {
		t.Errorf("numbers are scaled by %q", got)
	}
	one := citytest.Points(citytest.Leaf("Heap", 1, 0))[0]
	s = trees.NewSeries(citytest.Points(nil)).WithBaseline(citytest.BaseOf(one, true))
	if got := s.Baseline().Scaled(0, 10, 100); got != (trees.Amount{Objects: 10}) {
		t.Errorf("a base of one object without bytes is scaled to %v", got)
	}
}

// TestBaseOfNothing: either side may be empty.
func TestBaseOfNothing(t *testing.T) {
	full := citytest.Points(citytest.Inner("Heap", citytest.Leaf("a$$Lambda$1/0x1", 1, 5)))
	if s := trees.NewSeries(full); s.Baseline() != nil || s.Before(0, 1) != (trees.Amount{}) {
		t.Error("a series without a base has one")
	}
	for _, empty := range []*trees.Series{trees.NewSeries(nil), trees.NewSeries(citytest.Points(nil))} {
		s := empty.WithBaseline(citytest.BaseOf(full[0], false))
		if n, ok := s.Find("Heap#a$$Lambda$1/0x1"); !ok || s.Baseline().Amount(n) != (trees.Amount{Objects: 1, Bytes: 5}) || s.Role(n) != "Type" {
			t.Errorf("an empty series with a base has %v", s.Nodes)
		}
		if len(empty.Nodes) != 0 {
			t.Error("the empty series has changed")
		}
	}
	s := trees.NewSeries(full).WithBaseline(citytest.BaseOf(citytest.Points(nil)[0], false))
	if len(s.Nodes) != 2 || s.Objects(0, 1) != 1 || s.Baseline().Amount(1) != (trees.Amount{}) {
		t.Errorf("with an empty base the groups are %v", s.Nodes)
	}
}

// TestBaseWithMadeUpNumbersAtTheEnd: groups of a series are paired by size at its last GC point, where a group that is gone has size zero,
// and then by name.
func TestBaseWithMadeUpNumbersAtTheEnd(t *testing.T) {
	const a, b, c = "app.A$$Lambda$1/0x01", "app.A$$Lambda$2/0x02", "app.A$$Lambda$3/0x03"
	other := citytest.Points(citytest.Inner("Heap", citytest.Leaf("app.A$$Lambda$7/0x07", 5, 50), citytest.Leaf("app.A$$Lambda$8/0x08", 5, 60),
		citytest.Leaf("app.A$$Lambda$9/0x09", 4, 70)))[0]
	for _, tt := range []struct {
		what   string
		points []trees.PointTree
		want   [3]int64 // bytes of the base in a, b and c
	}{
		{"the last point decides", citytest.Points(
			citytest.Inner("Heap", citytest.Leaf(a, 9, 9), citytest.Leaf(b, 2, 2), citytest.Leaf(c, 3, 3)),
			citytest.Inner("Heap", citytest.Leaf(a, 1, 1), citytest.Leaf(b, 2, 2), citytest.Leaf(c, 3, 3))), [3]int64{70, 60, 50}},
		{"the name decides", citytest.Points(
			citytest.Inner("Heap", citytest.Leaf(c, 2, 1), citytest.Leaf(b, 2, 2), citytest.Leaf(a, 2, 3))), [3]int64{50, 60, 70}},
		{"two have gone", citytest.Points(
			citytest.Inner("Heap", citytest.Leaf(a, 2, 1), citytest.Leaf(b, 2, 2)),
			citytest.Inner("Heap", citytest.Leaf(c, 1, 1))), [3]int64{60, 70, 50}},
	} {
		s := trees.NewSeries(tt.points).WithBaseline(citytest.BaseOf(other, false))
		if len(s.Nodes) != 4 {
			t.Errorf("%s: %d groups", tt.what, len(s.Nodes))
		}
		for i, name := range []string{a, b, c} {
			n, ok := s.Find("Heap#" + name)
			if got := s.Baseline().Amount(n).Bytes; !ok || got != tt.want[i] {
				t.Errorf("%s: the base has %d bytes of %s, want %d", tt.what, got, name, tt.want[i])
			}
		}
	}
}

func TestTranslated(t *testing.T) {
	tree := citytest.Points(citytest.Inner("Heap", citytest.Leaf("a", 1, 5), citytest.Inner("b", citytest.Leaf("a", 3, 15))))[0].Tree
	if trees.Translated(tree, tree.Names) != tree {
		t.Error("a tree that has the names already is copied")
	}
	names := trace.NewNames()
	names.ID("a")
	got := trees.Translated(tree, names)
	if got.Names != names || len(got.Nodes) != len(tree.Nodes) {
		t.Fatalf("translated, the tree has %d nodes", len(got.Nodes))
	}
	for i, n := range got.Nodes {
		old := tree.Nodes[i]
		if names.Text(n.Name) != tree.Names.Text(old.Name) || names.Text(n.Role) != tree.Names.Text(old.Role) {
			t.Errorf("node %d is %q of %q", i, names.Text(n.Name), names.Text(n.Role))
		}
		if n.Name, n.Role = old.Name, old.Role; n != old {
			t.Errorf("node %d is %+v, was %+v", i, n, old)
		}
	}
}
