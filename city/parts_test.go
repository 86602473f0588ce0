package city_test

import (
	"slices"
	"testing"

	"memcity/city/trees"
	"memcity/city/view/inspect"
	"memcity/trace"
)

// TestParts: the largest groups of each level come first, up to a limit, and the last one has the number of omitted groups.
func TestParts(t *testing.T) {
	n := trace.NewNames()
	tree := &trace.Tree{Names: n, Nodes: []trace.Node{
		{Name: n.ID("Heap"), Place: trace.Place{Parent: -1, End: 7}},
		{Name: n.ID("a"), Role: n.ID("Type"), Place: trace.Place{Parent: 0, End: 2}, Objects: 1, Bytes: 10},
		{Name: n.ID("b"), Place: trace.Place{Parent: 0, End: 5}, Objects: 2, Bytes: 30},
		{Name: n.ID("x"), Place: trace.Place{Parent: 2, End: 4}, Objects: 1, Bytes: 15},
		{Name: n.ID("y"), Place: trace.Place{Parent: 2, End: 5}, Objects: 2, Bytes: 15},
		{Name: n.ID("c"), Place: trace.Place{Parent: 0, End: 6}, Objects: 3, Bytes: 20},
		{Name: n.ID("d"), Place: trace.Place{Parent: 0, End: 7}, Objects: 3, Bytes: 20},
	}}
	part := func(name string, level int, objects, bytes int64, smaller int) inspect.PartOf {
		return inspect.PartOf{Name: name, Level: level, Amount: trees.Amount{Objects: objects, Bytes: bytes}, Smaller: smaller}
	}
	a := part("a", 0, 1, 10, 0)
	a.Role = "Type"
	for limit, want := range map[int][]inspect.PartOf{
		0: nil,
		1: {part("b", 0, 2, 30, 3), part("y", 1, 2, 15, 1)},
		2: {part("b", 0, 2, 30, 0), part("y", 1, 2, 15, 0), part("x", 1, 1, 15, 0), part("c", 0, 3, 20, 2)},
		4: {part("b", 0, 2, 30, 0), part("y", 1, 2, 15, 0), part("x", 1, 1, 15, 0), part("c", 0, 3, 20, 0), part("d", 0, 3, 20, 0), a},
		9: {part("b", 0, 2, 30, 0), part("y", 1, 2, 15, 0), part("x", 1, 1, 15, 0), part("c", 0, 3, 20, 0), part("d", 0, 3, 20, 0), a},
	} {
		if got := inspect.Parts(tree, limit); !slices.Equal(got, want) {
			t.Errorf("%d of each: got %+v, want %+v", limit, got, want)
		}
	}
	if got := inspect.Parts(&trace.Tree{}, 5); got != nil {
		t.Errorf("of no tree: %+v", got)
	}
}
