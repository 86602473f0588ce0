package graph

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"memcity/analysis/closure"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// climbSlowly returns the targets and the objects that a climb should pass.
func climbSlowly(p *pathFinder, from []trace.ObjectID, before func(trace.ObjectID) trace.ObjectID) (targets []target, passed map[trace.ObjectID]bool) {
	of := func(o trace.ObjectID) target {
		if n := p.node.of(o); n >= 0 {
			return target{node: n}
		}
		return target{-1, p.groupOf(o)}
	}
	passed = map[trace.ObjectID]bool{}
	for now := from; ; {
		weight := map[target]int{}
		for _, o := range now {
			weight[of(o)]++
		}
		best := of(slices.MinFunc(now, func(a, b trace.ObjectID) int { return cmp.Compare(weight[of(b)], weight[of(a)]) }))
		targets = append(targets, best)
		var next []trace.ObjectID
		held := 0
		for _, o := range now {
			if of(o) != best {
				continue
			}
			passed[o] = true
			if o = before(o); o == trace.NoObject {
				held++
			} else {
				next = append(next, o)
			}
		}
		if held >= len(next) {
			return targets, passed
		}
		now = next
	}
}

// TestClimb compares the objects and nodes that a climb adds with a climb step by step. The climb starts to consider all paths at once, on
// the way, or never.
func TestClimb(t *testing.T) {
	t.Parallel()
	for _, steps := range []int{0, 20, 60, math.MaxInt} {
		t.Run(strconv.Itoa(steps), func(t *testing.T) { testClimb(t, steps) })
	}
}

func sourceOf(t *testing.T, h *trace.Heap) *Source {
	t.Helper()
	c, err := closure.NewGraph(t.Context(), h)
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSource(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func testClimb(t *testing.T, steps int) {
	long := 0
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 7))
		h := climbHeap(rng)
		s := sourceOf(t, h)
		paths, err := s.roots.ShortestPaths(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var selected []trace.ObjectID
		for o := range trace.ObjectID(h.Len()) {
			if s.roots.Held(o) && rng.IntN(3) == 0 {
				selected = append(selected, o)
			}
		}
		if len(selected) == 0 {
			continue
		}
		g, err := New(t.Context(), s, selected, Options{Sites: rng.IntN(4) == 0})
		if err != nil {
			t.Fatal(err)
		}
		p := &pathFinder{builder: newBuilder(g)}
		before := make([]int32, s.heap.Len())
		for o := range before {
			before[o] = p.node.of(trace.ObjectID(o))
		}
		targets, passed := climbSlowly(p, selected, paths.Before)
		long = max(long, len(targets))
		if err := p.climbWithin(t.Context(), selected, paths.Before, steps); err != nil {
			t.Fatal(err)
		}
		node := map[target]int32{}
		for i, want := range targets {
			n, known := node[want]
			if !known && want.node >= 0 {
				n = want.node
			} else if !known {
				n = int32(len(g.Nodes))
				for _, other := range targets[:i] {
					n = max(n, node[other]+1)
				}
			}
			node[want] = n
			if want.node < 0 && p.nodes[n].group != want.group {
				t.Fatalf("seed %d: node %d is %v, expected %v", seed, n, p.nodes[n].group, want.group)
			}
		}
		for o, want := range before {
			n := p.node.of(trace.ObjectID(o))
			if want < 0 && passed[trace.ObjectID(o)] {
				want = node[target{-1, p.groupOf(trace.ObjectID(o))}]
			}
			if n != want {
				t.Fatalf("seed %d: object %d is in node %d, expected %d", seed, o, n, want)
			}
		}
		if last := node[targets[len(targets)-1]]; !p.nodes[last].in {
			t.Fatalf("seed %d: node %d does not show its GC roots", seed, last)
		}
	}
	if long < 20 {
		t.Errorf("no path has more than %d nodes", long)
	}
}

// climbHeap returns a heap with some branching lists of objects of few types.
func climbHeap(rng *rand.Rand) *trace.Heap {
	b := tracetest.NewHeap()
	var types []trace.TypeID
	for _, name := range []string{"A", "B", "C", "D"}[:1+rng.IntN(4)] {
		types = append(types, b.Type(name, 16, "next", "other"))
	}
	back, period := 1+rng.IntN(6), 1+rng.IntN(len(types))
	var all []trace.ObjectID
	for i := range 1 + rng.IntN(120) {
		typ := types[i%period]
		if rng.IntN(6) == 0 {
			typ = types[rng.IntN(len(types))]
		}
		o := b.Object(typ)
		if i == 0 || rng.IntN(30) == 0 {
			b.Root(o, trace.RootJNIGlobal, "")
		} else {
			b.Refer(all[max(0, i-1-rng.IntN(back))], []string{"next", "other"}[rng.IntN(2)], o)
		}
		all = append(all, o)
	}
	return b.Heap()
}
