package rows_test

import (
	"fmt"
	"strings"
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
	"memcity/city/view/rows"
	"memcity/trace/tracetest/golden"
)

// TestListing writes the rows of random trees by value and by name, with queries, with selected nodes, and expanded and collapsed.
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
		base := rows.Listing{Tree: s.Nodes, Name: s.Name, There: func(i int32) bool { return i%7 != 5 }}
		open := (rows.Expansion{}).With(inner, true)
		value := func(i int32) float64 { return float64(i * 5 % 4) }
		only := func(i int32) bool { return i%6 == 4 }
		for _, query := range []string{"", "  ", "n1", "n0.n1", "nothing", "n*", "[", "N2"} {
			for k, l := range []rows.Listing{{}, {Value: value, Open: open}, {Value: value, Upward: true, Open: open},
				{Upward: true, Open: open}, {Open: open}, {Only: only}, {Only: only, Open: open.With(inner[:1], false)},
				{Value: value, Then: func(i int32) float64 { return float64(i % 3) }, Open: open}} {
				l.Tree, l.Name, l.There = base.Tree, base.Name, base.There
				got, err := l.Rows(query)
				fmt.Fprintf(&w, "seed %d, query %q, listing %d: %d groups, %d left out, %v\n", seed, query, k, got.Groups, got.Left, err)
				for _, r := range got.Rows {
					fmt.Fprintf(&w, "  %d %d %s children %v open %v\n", r.Node, r.Level, s.Name(r.Node), r.Children, r.Open)
				}
			}
		}
	}
	golden.File(t, "listing.txt", w.String())
	if got, err := (&rows.Listing{Tree: trees.NewSeries(nil).Nodes}).Rows(""); len(got.Rows) != 0 || err != nil {
		t.Errorf("rows of nothing: %v, %v", got, err)
	}
}
