package closure_test

import (
	"slices"
	"testing"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure"
	"memcity/trace"
)

// manyHolders returns a heap with n GC roots, each of one object. The last two together hold a pile of 100 objects, and the one before them
// holds one more object. The others hold nothing.
func manyHolders(n int) (h *trace.Heap, target *bitset.BitSet) {
	s := shape{refs: make([][]trace.ObjectID, n+101)}
	target = bitset.New(uint(len(s.refs)))
	roots := make([]trace.ObjectID, n)
	for i := range roots {
		roots[i] = trace.ObjectID(i)
	}
	for i := range 100 {
		o := trace.ObjectID(n + i)
		s.refs[n-1], s.refs[n-2] = append(s.refs[n-1], o), append(s.refs[n-2], o)
		target.Set(uint(o))
	}
	last := trace.ObjectID(n + 100)
	s.refs[n-3] = []trace.ObjectID{last}
	target.Set(uint(last))
	return s.heap(roots...), target
}

// TestOwnersOfVeryMany checks that nothing is left out if all GC roots or groups can be sized. If there are more, those that lead to the
// objects must be sized.
func TestOwnersOfVeryMany(t *testing.T) {
	const most = 4096
	for _, roots := range []bool{true, false} {
		for _, n := range []int{most, most + 1, most + 900} {
			h, target := manyHolders(n)
			r := graph(t, h).Roots()
			query := closure.OwnersQuery{Roots: roots, Target: target, Share: 0.9}
			if !roots {
				lists := make([][]trace.ObjectID, n)
				for i := range lists {
					lists[i] = []trace.ObjectID{trace.ObjectID(i)}
				}
				query.Groups = closure.ObjectGroups(h, lists...)
			}
			found, err := r.Owners(t.Context(), query, nil)
			if err != nil {
				t.Fatal(err)
			}
			if want := max(n-most, 0); found.Unsized != want || found.Proven != (want == 0) {
				t.Errorf("%d, roots %v: %d were not looked at, proven %v", n, roots, found.Unsized, found.Proven)
			}
			objects := []int64{}
			for _, o := range found.Owners {
				objects = append(objects, o.Reaches.Objects)
			}
			slices.Sort(objects)
			if !slices.Equal(objects, []int64{1, 100, 100}) || len(found.Smallest) != 2 || found.SmallestSize.Objects != 100 {
				t.Errorf("%d, roots %v: owners that reach %v objects, smallest set of %d", n, roots, objects, len(found.Smallest))
			}
		}
	}
}
