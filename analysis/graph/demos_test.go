package graph_test

import (
	"slices"
	"testing"

	"memcity/analysis/graph"
	"memcity/trace"
	"memcity/trace/open"
)

// lastOf returns the last heap state of a bundled recording.
func lastOf(t *testing.T, demo string) *trace.Heap {
	t.Helper()
	rec, err := open.Paths(t.Context(), []string{"../../assets/demos/" + demo + ".tar.zst"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	h, _, err := rec.Points[len(rec.Points)-1].Load(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// TestDemos checks that recorded heaps tell the same stories as built ones, despite everything else that a virtual machine holds.
func TestDemos(t *testing.T) {
	tests := []struct {
		demo, typ, want string
		shorter         []string
	}{
		{"persons", "com.example.people.Person", "4,600 Person are kept alive by 4,600 LinkedList$Node, these by 1 LinkedList, " +
			"this by the static field Main.persons", []string{"4,600 Person are kept alive by the static field Main.persons, via 2 groups"}},
		{"persons", "java.lang.String", "9,200 of 12,477 String are kept alive by 4,600 Person, these by 4,600 LinkedList$Node, " +
			"these by 1 LinkedList, this by the static field Main.persons",
			[]string{"9,200 of 12,477 String are kept alive by the static field Main.persons, via 3 groups"}},
		{"two-caches", "com.example.shop.Product", "7,810 Product are kept alive by 7,810 HashMap$Node, these by 1 HashMap$Node[], " +
			"this by 1 HashMap, this by the static field IdCache.idCache; 7,810 also by the static field NameCache.nameCache", []string{
			"7,810 Product are kept alive by the static field IdCache.idCache, via 3 groups; 7,810 also by the static field NameCache.nameCache",
			"7,810 Product are kept alive by the static field IdCache.idCache, via 3 groups; 1 other GC root keeps at least half as many"}},
	}
	for _, test := range tests {
		h := lastOf(t, test.demo)
		g := paths(t, start(t, h, graph.Options{}, ofType(h, test.typ)...))
		wantWords(t, g, test.want)
		if got := g.Shorter(); !slices.Equal(got, test.shorter) {
			t.Errorf("shorter forms of the words are\n%q\nwant\n%q", got, test.shorter)
		}
		if len(g.Nodes) > 120 {
			t.Errorf("%s of %s: %d nodes are more than can be read", test.typ, test.demo, len(g.Nodes))
		}
	}
}

// TestTwoCaches checks that both caches hold all products, each with nodes of its own.
func TestTwoCaches(t *testing.T) {
	h := lastOf(t, "two-caches")
	wantText(t, paths(t, start(t, h, graph.Options{}, ofType(h, "com.example.shop.Product")...)), `
0 java.util.HashMap: 2 keep 7810
1 java.util.HashMap$Node[]: 2 keep 7810
2 java.util.HashMap$Node: 15620 keep 7810 out
3 com.example.shop.Product: 7810 keep 7810 asked out
4 static field com.example.shop.IdCache.idCache: 1 keep 7810
5 static field com.example.shop.NameCache.nameCache: 1 keep 7810
0>1: 2/2/2 keep 7810 table:2 strongest
1>2: 2/12803/12803 keep 7810 [elements]:12803 strongest
2>2: 2817/2817/2817 keep 2817 next:2817
2>3: 15620/15620/7810 keep 7810 value:15620 strongest
4>0: 1/1/1 keep 7810 strongest
5>0: 1/1/1 keep 7810
`)
}
