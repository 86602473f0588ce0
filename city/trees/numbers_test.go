package trees_test

import (
	"math"
	"slices"
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
)

// TestNumbersAtTheirLimits: counts are preserved below and above 32 bits, and are 0 beyond the end of an older point's column.
func TestNumbersAtTheirLimits(t *testing.T) {
	for _, test := range []struct {
		objects int64
		narrow  bool
	}{{0, true}, {1, true}, {math.MaxUint32, true}, {math.MaxUint32 + 1, false}, {math.MaxInt64, false}, {-1, false}} {
		root := citytest.Inner("Heap", citytest.Leaf("A", test.objects, 16))
		later := citytest.Inner("Heap", citytest.Leaf("A", 1, 16), citytest.Leaf("B", 7, 8))
		s := trees.NewSeries(citytest.Points(root, later))
		if got := s.Objects(0, 1); got != test.objects || trees.Narrow(s, 0) != test.narrow {
			t.Errorf("%d objects are %d, narrow: %v", test.objects, got, trees.Narrow(s, 0))
		}
		grown := trees.NewSeries(citytest.Points(root)).With(citytest.Points(root, later)[1:])
		if got := grown.Objects(0, 2); got != 0 {
			t.Errorf("a group that comes later had %d objects", got)
		}
	}
}

// TestTreeOf: the tree that a series rebuilds for a point equals the original, with the roles of the series.
func TestTreeOf(t *testing.T) {
	for _, spec := range citytest.RandomSpecs {
		for seed := range uint64(5) {
			points := citytest.RandomPoints(seed, spec)
			s := trees.NewSeries(points)
			for i, p := range points {
				want := slices.Clone(p.Tree.Nodes)
				for n := range want {
					want[n].Role = s.Nodes[s.NodeOf(i, int32(n))].Role
				}
				if got := trees.TreeOf(s, i); !slices.Equal(got.Nodes, want) {
					t.Fatalf("%+v, seed %d, point %d: %v, want %v", spec, seed, i, got.Nodes, want)
				}
			}
		}
	}
}

func TestColumnsAreShared(t *testing.T) {
	a := citytest.Inner("Heap", citytest.Leaf("A", 1, 16), citytest.Leaf("B", 2, 16))
	b := citytest.Inner("Heap", citytest.Leaf("A", 3, 16), citytest.Leaf("B", 4, 16))
	c := citytest.Inner("Heap", citytest.Leaf("B", 4, 16), citytest.Leaf("A", 3, 16))
	s := trees.NewSeries(citytest.Points(a, b, c))
	if !trees.SharesColumns(s, 0, 1) || trees.SharesColumns(s, 1, 2) {
		t.Error("points with the same groups in the same order share them, and only these")
	}
}
