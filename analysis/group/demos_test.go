//go:build !race

package group_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"memcity/analysis/closure"
	"memcity/analysis/group"
	"memcity/trace"
	"memcity/trace/open"
	"memcity/trace/tracetest/golden"
)

// TestDemos checks the larger groups of recorded programs by each classifier, and by types below it.
func TestDemos(t *testing.T) {
	ctx := context.Background()
	var w strings.Builder
	for _, demo := range []string{"gate", "catalog"} {
		rec, err := open.Paths(ctx, []string{"../../assets/demos/" + demo + ".tar.zst"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		h, _, err := rec.Points[len(rec.Points)-1].Load(ctx, nil)
		if err != nil {
			t.Fatal(err)
		}
		reachable, err := closure.Reachable(ctx, h)
		if err != nil {
			t.Fatal(err)
		}
		registry := group.Builtin()
		for _, c := range registry.All() {
			fmt.Fprintf(&w, "== %s by %s, %s, %s, lacks %q\n", demo, c.Name, c.Kind, c.Cardinality, c.Missing(rec.Knows))
			chain, err := registry.Parse(c.Name + ",type")
			if c.Name == "type" {
				chain, err = registry.Parse("type")
			}
			if err != nil || chain.Missing(rec.Knows) != "" {
				fmt.Fprintln(&w, chain, err)
				continue
			}
			g, err := group.New(ctx, &group.Subject{Heap: h, Names: trace.NewNames(), Knows: rec.Knows, Reachable: reachable}, chain,
				group.Options{Objects: true})
			if err != nil {
				fmt.Fprintln(&w, err)
				continue
			}
			all := g.Tree.Nodes[0]
			fmt.Fprintf(&w, "%d groups, %d objects, %d bytes\n", len(g.Tree.Nodes), all.Objects, all.Bytes)
			listed := 0
			for i, n := range g.Tree.Nodes {
				if i > 0 && n.Bytes*20 > all.Bytes && listed < 12 {
					listed++
					set, err := g.Objects(ctx, int32(i))
					if err != nil {
						t.Fatal(err)
					}
					fmt.Fprintf(&w, "  %s: %d objects, %d bytes, %d in the set, turned %v\n", g.Tree.Key(int32(i)), n.Objects, n.Bytes, set.Count(),
						g.Transformed(int32(i)))
				}
			}
		}
	}
	golden.File(t, "demos.txt", w.String())
}
