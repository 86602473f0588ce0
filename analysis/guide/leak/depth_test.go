package leak

import (
	"fmt"
	"testing"

	"memcity/analysis/closure"
	"memcity/analysis/group"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// TestDepth checks a list of slightly more types than a path may have places. The surplus types share the last place. Creating the places
// once took time quadratic in the length.
func TestDepth(t *testing.T) {
	for _, n := range []int{maxDepth - 1, maxDepth, maxDepth + 1, maxDepth + 500} {
		b := tracetest.NewHeap()
		before := b.Object(b.Type("app.Type0", 16, "next"))
		b.Root(before, trace.RootStaticField, "app.World.first")
		for i := 1; i < n; i++ {
			o := b.Object(b.Type(fmt.Sprintf("app.Type%d", i), 16, "next"))
			b.Refer(before, "next", o)
			before = o
		}
		h := b.Heap()
		s := NewHolders()
		reachable, err := closure.Reachable(t.Context(), h)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Add(t.Context(), h, reachable, group.OwnDomain(h)); err != nil {
			t.Fatal(err)
		}
		deepest, objects := 0, int64(0)
		for p := range s.Nodes {
			deepest = max(deepest, len(s.Path(Place(p)))-1)
			objects += s.Nodes[p].Objects[0]
		}
		if deepest != min(n, maxDepth) || objects < int64(n) {
			t.Errorf("%d types: %d places deep, %d objects", n, deepest, objects)
		}
	}
}
