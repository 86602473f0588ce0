//go:build !race

package graph_test

import (
	"context"
	"testing"

	"memcity/analysis/graph"
	"memcity/trace"
)

// TestLongChains checks recursion through one type, both ways and one way, and through two types. It must give one node per type in few
// rounds.
func TestLongChains(t *testing.T) {
	if testing.Short() {
		t.Skip("large shapes")
	}
	for name, test := range map[string]struct {
		n     int
		slots int // references per entry: next, or next and prev
		types int // alternating types
		want  string
	}{
		"singly linked": {100_000, 1, 1, "1 Value is kept alive by 1 T0, this by 99,999 T0, these by the static field Main.list"},
		"doubly linked": {1_000_000, 2, 1, "1 Value is kept alive by 1 T0, this by 999,999 T0, these by the static field Main.list"},
		"two types": {100_000, 1, 2, "1 Value is kept alive by 1 T1, this by 1 T0, this by 49,999 T1, these by 49,999 T0, " +
			"these by the static field Main.list"},
	} {
		h := chain(test.n, test.slots, test.types)
		rounds := 0
		g, err := start(t, h, graph.Options{}, trace.ObjectID(test.n)).Paths(context.Background(), "", func(r, _ int) { rounds = r })
		if err != nil {
			t.Fatal(err)
		}
		if g.Words() != test.want || rounds > 6 {
			t.Errorf("%s: %d rounds, %s", name, rounds, g.Words())
		}
	}
}
