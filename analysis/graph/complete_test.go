package graph_test

import (
	"fmt"
	"testing"

	"memcity/analysis/graph"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// tokens returns a heap with a token that a static field refers to, and tokens at the ends of chains. A chain has ten holders of different
// types. chains gives the number of each kind of chain.
func tokens(chains ...int) *trace.Heap {
	b := tracetest.NewHeap()
	token := b.Type("app.Token", 24)
	b.Root(b.Object(token), trace.RootStaticField, "app.Token.INVALID")
	for c, n := range chains {
		last := trace.NoObject
		for i := range 10 {
			holder := b.Type(fmt.Sprintf("app.Holder%d%c", i, 'A'+c), 16, "next")
			if i == 9 {
				holder = b.ArrayType(fmt.Sprintf("app.Holder9%c[]", 'A'+c))
			}
			o := trace.NoObject
			if i == 9 {
				o = b.Array(holder, n)
			} else {
				o = b.Object(holder)
			}
			if last == trace.NoObject {
				b.Root(o, trace.RootStaticField, fmt.Sprintf("app.Main.units%c", 'A'+c))
			} else {
				b.Refer(last, "next", o)
			}
			last = o
		}
		for i := range n {
			b.Element(last, i, b.Object(token))
		}
	}
	return b.Heap()
}

// TestComplete checks graphs limited to few nodes. The GC root found first holds only one object of many. The whole path to the most
// frequent GC root is added.
func TestComplete(t *testing.T) {
	chain := func(c byte) (words string) {
		words = "1 Holder9" + string(c) + "[]"
		for i := 8; i >= 0; i-- {
			words += fmt.Sprintf(", this by 1 Holder%d%c", i, c)
		}
		return words + ", this by the static field Main.units" + string(c)
	}
	for _, test := range []struct {
		chains []int
		nodes  int
		want   string
	}{
		{[]int{99}, 3, "99 of 100 Token are kept alive by " + chain('A')},
		{[]int{99}, 80, "99 of 100 Token are kept alive by " + chain('A')},
		{[]int{40, 59}, 3, "59 of 100 Token are kept alive by " + chain('B')},
		{[]int{59, 40}, 3, "59 of 100 Token are kept alive by " + chain('A')},
		{[]int{2}, 3, "2 of 3 Token are kept alive by " + chain('A') + "; 1 also by the static field Token.INVALID"},
		{[]int{1}, 3, "1 of 2 Token is kept alive by the static field Token.INVALID"}, // as many
	} {
		h := tokens(test.chains...)
		g := paths(t, start(t, h, graph.Options{Nodes: test.nodes}, ofType(h, "app.Token")...))
		wantWords(t, g, test.want)
		if types := 2 + 10*len(test.chains); len(g.Nodes) > types+3 {
			t.Errorf("%v: %d nodes", test.chains, len(g.Nodes))
		}
	}
}
