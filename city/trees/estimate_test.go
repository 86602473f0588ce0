package trees_test

import (
	"testing"

	"memcity/city/trees"
	"memcity/trace"
	"memcity/trace/preorder"
)

// TestEstimate: the series has the errors of the trees of its GC points, by its own nodes.
func TestEstimate(t *testing.T) {
	names := trace.NewNames()
	tree := func(last string, estimates map[int32]trace.Estimate) *trace.Tree {
		return &trace.Tree{Names: names, Estimates: estimates, Nodes: []trace.Node{
			{Name: names.ID("Heap"), Place: preorder.Place{Parent: -1, End: 3}, Objects: 3},
			{Name: names.ID("a"), Place: preorder.Place{Parent: 0, End: 2}, Objects: 1},
			{Name: names.ID(last), Place: preorder.Place{Parent: 0, End: 3}, Objects: 2}}}
	}
	want := trace.Estimate{Samples: 1, Objects: trace.Range{Low: 1, High: 3}}
	s := trees.NewSeries([]trees.PointTree{{Tree: tree("b", nil)}, {Source: 1, Tree: tree("c", map[int32]trace.Estimate{2: want})}})
	for _, test := range []struct {
		point int
		key   string
		ok    bool
	}{{0, "Heap#b", false}, {1, "Heap#a", false}, {1, "Heap#b", false}, {1, "Heap#c", true}, {0, "Heap#c", false}} {
		node, found := s.Find(test.key)
		got, ok := s.Estimate(test.point, node)
		if !found || ok != test.ok || ok && got != want {
			t.Errorf("%s at %d: %v %v", test.key, test.point, got, ok)
		}
	}
}
