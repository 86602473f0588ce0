//go:build !race

package closure_test

import (
	"testing"

	"memcity/trace"
)

// TestDominatorsOfLongShapes checks shapes that make other algorithms quadratic or overflow a stack.
func TestDominatorsOfLongShapes(t *testing.T) {
	if testing.Short() {
		t.Skip("large shapes")
	}
	const n = 1_000_000
	t.Run("doubly linked list", func(t *testing.T) {
		h := linkedList(n)
		d := dominatorsOf(t, h)
		// Both ends are reachable from the list's head: no node dominates another.
		for o := trace.ObjectID(1); o <= n; o++ {
			if d.Of(o) != 0 {
				t.Fatalf("node %d is dominated by %d; expected the head", o, d.Of(o))
			}
		}
		if d.Retained(0).Objects != n+1 || d.Retained(n/2).Objects != 1 {
			t.Errorf("the head retains %d, a node %d", d.Retained(0).Objects, d.Retained(n/2).Objects)
		}
	})
	t.Run("deep list", func(t *testing.T) {
		b := shape{refs: make([][]trace.ObjectID, n)}
		for o := range n - 1 {
			b.refs[o] = append(b.refs[o], trace.ObjectID(o+1), trace.ObjectID(max(o-1, 0)))
		}
		d := dominatorsOf(t, b.heap(0))
		for o := trace.ObjectID(1); o < n; o++ {
			if d.Of(o) != o-1 || d.Retained(o).Objects != int64(n-o) {
				t.Fatalf("node %d is dominated by %d and retains %d", o, d.Of(o), d.Retained(o).Objects)
			}
		}
	})
	t.Run("wide array", func(t *testing.T) {
		const wide = 10_000_000
		b := shape{refs: make([][]trace.ObjectID, 1001)}
		for i := range wide {
			b.refs[0] = append(b.refs[0], trace.ObjectID(1+i%1000))
		}
		if d := dominatorsOf(t, b.heap(0)); d.Retained(0).Objects != 1001 || d.Of(1000) != 0 {
			t.Errorf("the array retains %d", d.Retained(0).Objects)
		}
	})
	t.Run("tree of combs", func(t *testing.T) {
		b := shape{refs: make([][]trace.ObjectID, n)}
		for o := 1; o < n; o++ {
			b.refs[(o-1)/2] = append(b.refs[(o-1)/2], trace.ObjectID(o))
			b.refs[o] = append(b.refs[o], 0)
		}
		d := dominatorsOf(t, b.heap(0))
		for o := trace.ObjectID(1); o < n; o++ {
			if d.Of(o) != (o-1)/2 {
				t.Fatalf("node %d is dominated by %d", o, d.Of(o))
			}
		}
	})
}
