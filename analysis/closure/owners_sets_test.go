package closure

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"memcity/analysis/closure/internal/rows"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// TestRootSets compares what sets of GC roots tell with sweeps, for more GC roots than fit in one sweep. Some GC roots are no candidates.
func TestRootSets(t *testing.T) {
	known, reached := 0, 0
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 4))
		h := tracetest.RandomHeap(seed, 400+int(seed)*50)
		for i := range 30 + rng.IntN(200) {
			h.Roots = append(h.Roots, trace.Root{Kind: trace.RootInterned, Object: trace.ObjectID(rng.IntN(h.Len())), Thread: -1, Frame: -1,
				Detail: fmt.Sprint("r", i)})
		}
		g, err := NewGraph(t.Context(), h)
		if err != nil {
			t.Fatal(err)
		}
		r := g.Roots()
		var candidates []int32
		for _, root := range r.all() {
			if rng.IntN(5) > 0 {
				candidates = append(candidates, root)
			}
		}
		j := &jobs{graph: g, roots: r, class: r.headers(), target: r.targetBits(nil)}
		for word := range j.target {
			j.target[word] &= rng.Uint64()
		}
		if err := j.findSets(t.Context(), candidates, nil); err != nil {
			t.Fatal(err)
		}
		for _, kind := range []Kind{Deep, Retained} {
			if j.sets[kind] == nil {
				continue
			}
			known++
			one := job{kind: kind, both: make([]trace.Amount, 64*64)}
			for range 1 + rng.IntN(21) {
				var a, b []int32
				for _, root := range candidates {
					switch rng.IntN(1 + rng.IntN(12)) {
					case 0:
						a = append(a, root)
					case 1:
						b = append(b, root)
					}
				}
				one.unions = append(one.unions, slices.Concat(a, b), a, b)
			}
			other := one
			other.both = make([]trace.Amount, 64*64)
			got, want := j.sets[kind].do(&one), j.doNodes(t.Context(), j.graphs[kind].sweep(), &other)
			if !slices.Equal(got, want) || !slices.Equal(one.both, other.both) {
				t.Fatalf("seed %d: %v, expected %v", seed, got, want)
			}
			for _, size := range want {
				reached += int(min(size.Objects, 1))
			}
		}
	}
	if known < 30 || reached < 500 {
		t.Errorf("only %d times sets were known, and %d sizes were above 0", known, reached)
	}
}

// TestLeading checks that everything that leads to a target is found despite cycles, and nothing that is not held.
func TestLeading(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 6))
		g, err := NewGraph(t.Context(), tracetest.RandomHeap(seed, 30+int(seed)*5))
		if err != nil {
			t.Fatal(err)
		}
		r := g.Roots()
		j := &jobs{graph: g, roots: r, class: r.headers(), target: r.targetBits(nil)}
		for word := range j.target {
			j.target[word] &= rng.Uint64() & rng.Uint64() & rng.Uint64()
		}
		l, err := j.leading(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		leads := rows.Marks(slices.Clone(j.target))
		for changed := true; changed; {
			changed = false
			for p := g.live; int(p) < len(g.order); p++ {
				if leads.Has(p) || !r.held.Has(p) {
					continue
				}
				r.eachHeld(p, func(to uint32) {
					if leads.Has(to) {
						changed = true
						leads.Set(p)
					}
				})
			}
		}
		for p := range uint32(len(g.order)) {
			in := rows.Marks(l.in.Words).Has(p)
			if leads.Has(p) && !in {
				t.Fatalf("seed %d: the object at %d leads to the target, which is not known", seed, p)
			}
			if in && !r.held.Has(p) {
				t.Fatalf("seed %d: nothing holds the object at %d", seed, p)
			}
		}
	}
}
