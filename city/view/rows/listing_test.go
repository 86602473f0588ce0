package rows_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
	"memcity/city/view/rows"
	"memcity/trace/tracetest/golden"
)

// TestListing: the rows of random trees by value and by name, with queries, with some nodes alone, and opened and closed.
func TestListing(t *testing.T) {
	var w strings.Builder
	for seed := range uint64(3) {
		s := trees.NewSeries(citytest.RandomPoints(seed+20, citytest.RandomSpec{Points: 1, Nodes: 16, Depth: 3, Width: 4}))
		var inner []string
		for i := range s.Nodes {
			if !s.IsLeaf(int32(i)) {
				inner = append(inner, s.Key(int32(i)))
			}
		}
		base := rows.Listing{Nodes: len(s.Nodes), Parent: func(i int32) int32 { return s.Nodes[i].Parent }, End: func(i int32) int32 { return s.Nodes[i].End },
			Name: s.Name, There: func(i int32) bool { return i%7 != 5 }}
		open := (rows.Opened{}).With(inner, true)
		value := func(i int32) float64 { return float64(i * 5 % 4) }
		only := func(i int32) bool { return i%6 == 4 }
		for _, query := range []string{"", "  ", "n1", "n0.n1", "nothing", "n*", "[", "N2"} {
			for k, l := range []rows.Listing{{}, {Value: value, Open: open}, {Value: value, Upward: true, Open: open}, {Upward: true, Open: open}, {Open: open}, {Only: only}, {Only: only, Open: open.With(inner[:1], false)}} {
				l.Nodes, l.Parent, l.End, l.Name, l.There = base.Nodes, base.Parent, base.End, base.Name, base.There
				got, err := l.Rows(query)
				fmt.Fprintf(&w, "seed %d, query %q, listing %d: %d groups, %d left out, %v\n", seed, query, k, got.Groups, got.Left, err)
				for _, r := range got.Rows {
					fmt.Fprintf(&w, "  %d %d %s children %v open %v\n", r.Node, r.Level, s.Name(r.Node), r.Children, r.Open)
				}
			}
		}
		for i := range int32(len(s.Nodes)) {
			if got := base.Find(s.Key(i)); got != i {
				t.Errorf("seed %d: %s is node %d, want %d", seed, s.Key(i), got, i)
			}
			for _, none := range []string{s.Key(i) + "#none", s.Key(i) + "x", "x" + s.Key(i), s.Key(i) + "#"} {
				if got := base.Find(none); got != -1 {
					t.Errorf("seed %d: %s is node %d", seed, none, got)
				}
			}
		}
	}
	golden.File(t, "listing.txt", w.String())
	if got := (&rows.Listing{}).Find(""); got != -1 {
		t.Errorf("nothing has node %d", got)
	}
	if got, err := (&rows.Listing{}).Rows(""); len(got.Rows) != 0 || err != nil {
		t.Errorf("rows of nothing: %v, %v", got, err)
	}
}

// TestFindHashes: names may hold the sign that joins them; the longest that fits as a whole counts.
func TestFindHashes(t *testing.T) {
	names := []string{"Heap", "a", "b", "a#b", "c"}
	parents, ends := []int32{-1, 0, 1, 0, 3}, []int32{5, 3, 3, 5, 5}
	l := rows.Listing{Nodes: 5, Parent: func(i int32) int32 { return parents[i] }, End: func(i int32) int32 { return ends[i] }, Name: func(i int32) string { return names[i] }}
	for key, want := range map[string]int32{"Heap": 0, "Heap#a": 1, "Heap#a#b": 3, "Heap#a#b#c": 4, "Heap#b": -1, "a": -1} {
		if got := l.Find(key); got != want {
			t.Errorf("%s is node %d, want %d", key, got, want)
		}
	}
	if !slices.Equal(names, []string{"Heap", "a", "b", "a#b", "c"}) {
		t.Error("names were changed")
	}
}
