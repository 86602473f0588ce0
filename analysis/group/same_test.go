package group_test

import (
	"maps"
	"slices"
	"testing"

	"memcity/analysis/group"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// objectsBy returns the objects of each group of a grouping, by its index.
func objectsBy(t *testing.T, g *group.Grouping) [][]trace.ObjectID {
	t.Helper()
	sets := make([][]trace.ObjectID, len(g.Tree.Nodes))
	for i := range g.Tree.Nodes {
		set, err := g.Objects(t.Context(), int32(i))
		if err != nil {
			t.Fatal(err)
		}
		for o := range set.EachSet() {
			sets[i] = append(sets[i], trace.ObjectID(o))
		}
	}
	return sets
}

// smallest returns the smallest group with all given objects, the lowest of equal ones; 0 if there is only the whole heap.
func smallest(sets [][]trace.ObjectID, objects []trace.ObjectID) int32 {
	best := int32(0)
	for i := range sets {
		has := func(o trace.ObjectID) bool { _, ok := slices.BinarySearch(sets[i], o); return ok }
		if i > 0 && len(sets[i]) <= max(len(sets[best]), 1) && !slices.ContainsFunc(objects, func(o trace.ObjectID) bool { return !has(o) }) {
			best = int32(i)
		}
	}
	return best
}

// TestSameAgainstSets compares groups of two chains as sets of objects, in which every object has one group of each level.
func TestSameAgainstSets(t *testing.T) {
	chains := []string{"type", "package,type", "kind,type", "size", "size,type", "array-length", "type,size", "kind"}
	found := 0
	for seed := range uint64(6) {
		h := tracetest.RandomHeap(seed, 60)
		for _, a := range chains {
			for _, b := range chains {
				g, other := grouped(t, h, a, nil), grouped(t, h, b, nil)
				sets, others := objectsBy(t, g), objectsBy(t, other)
				want := map[int32]string{}
				for i := range g.Tree.Nodes {
					if !g.Tree.IsLeaf(int32(i)) {
						continue
					}
					at := smallest(others, sets[i])
					if got := other.With(sets[i]); got != at {
						t.Fatalf("seed %d, %s with the objects of %s in %s: %s, want %s", seed, b, g.Tree.Key(int32(i)), a, other.Tree.Key(got),
							other.Tree.Key(at))
					}
					if at > 0 && len(others[at]) == len(sets[i]) {
						want[int32(i)] = other.Tree.Key(at)
						found++
					}
				}
				got, err := g.Same(t.Context(), other, h.Len())
				if err != nil || !maps.Equal(got, want) {
					t.Fatalf("seed %d, groups of %s in %s: %v, want %v, error %v", seed, a, b, got, want, err)
				}
			}
		}
	}
	if found < 100 {
		t.Errorf("only %d groups are the same", found)
	}
}

// TestWithFiltered checks objects that a filter excludes: they are only in the whole heap. No objects are in no group.
func TestWithFiltered(t *testing.T) {
	h := tracetest.RandomHeap(1, 60)
	g, err := group.New(t.Context(), subject(h, nil), chain(t, "type"), group.Options{Objects: true, Filters: chain(t, "with-references")})
	if err != nil {
		t.Fatal(err)
	}
	excluded := 0
	if got := g.With(nil); got != -1 {
		t.Errorf("no objects are in group %d", got)
	}
	for o := range trace.ObjectID(h.Len()) {
		want := int32(0)
		if leaves := g.Leaves(o); len(leaves) > 0 {
			want = leaves[0]
		} else {
			excluded++
		}
		if got := g.With([]trace.ObjectID{o}); got != want {
			t.Errorf("object %d of %d bytes is in group %d, want %d", o, h.Size(o), got, want)
		}
	}
	if excluded == 0 || excluded == h.Len() {
		t.Errorf("%d of %d objects are excluded", excluded, h.Len())
	}
}
