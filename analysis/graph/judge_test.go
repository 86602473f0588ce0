package graph

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"memcity/trace"
	"memcity/trace/tracetest"
)

// TestParts checks that parts have all nodes in order. The first parts have one node each, or all if there are few nodes.
func TestParts(t *testing.T) {
	for _, n := range []int{1, 2, 63, 64, 65, 66, 95, 96, 97, 200, 5000} {
		open := make([]int32, n)
		for i := range open {
			open[i] = int32(n - i)
		}
		got := parts(open)
		if len(got) > 64 || !slices.Equal(slices.Concat(got...), open) {
			t.Errorf("%d nodes: %d parts", n, len(got))
		}
		for i, part := range got {
			if len(part) == 0 || len(part) > 1 && (n <= 64 || i < 32) {
				t.Errorf("%d nodes: part %d has %d", n, i, len(part))
			}
		}
	}
}

// holders returns a heap with selected objects of one type. Objects of many other types refer to them or to each other.
func holders(rng *rand.Rand) (h *trace.Heap, selected []trace.ObjectID) {
	b := tracetest.NewHeap()
	types := 1 + rng.IntN(400)
	base := b.Type("Base", 16, "next")
	var all []trace.ObjectID
	for range 1 + rng.IntN(300) {
		o := b.Object(base)
		selected, all = append(selected, o), append(all, o)
	}
	of := map[int]trace.TypeID{}
	for range 600 {
		i := int(float64(types) * rng.Float64() * rng.Float64())
		if _, ok := of[i]; !ok {
			of[i] = b.Type(fmt.Sprintf("Holder%d", i), 16, "a", "b")
		}
		o := b.Object(of[i])
		b.Refer(o, "a", all[rng.IntN(len(all))])
		if rng.IntN(3) == 0 {
			b.Refer(o, "b", all[rng.IntN(min(len(all), 10))])
		}
		if rng.IntN(4) == 0 {
			all = append(all, o)
		}
	}
	return b.Heap(), selected
}

// TestJudge checks that nodes are judged together as they would be one by one. This covers nodes that keep enough alive and those that may
// be shown.
func TestJudge(t *testing.T) {
	together, decided := 0, 0
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 3))
		h, selected := holders(rng)
		s := sourceOf(t, h)
		g, err := New(t.Context(), s, selected, Options{})
		if err != nil {
			t.Fatal(err)
		}
		p := &pathFinder{builder: newBuilder(g), base: selected, need: int64(1 + rng.IntN(len(selected)))}
		p.nodes[0].judged = true
		x := p.expansion(PointedFrom)
		x.paths, x.together = true, map[groupKey]int32{}
		x.start(0)
		if err := x.run(t.Context()); err != nil {
			t.Fatal(err)
		}
		first, fresh := rng.IntN(2) == 0, min(len(p.nodes), 1+rng.IntN(3))
		reach, err := p.judge(t.Context(), first, fresh)
		if err != nil {
			t.Fatal(err)
		}
		want := map[int32]int64{}
		for n := 1; n < len(p.nodes); n++ {
			want[int32(n)] = p.reached(int32(n))
		}
		if len(reach) != len(want) {
			t.Fatalf("seed %d: %d nodes, expected %d", seed, len(reach), len(want))
		}
		for n, r := range reach {
			if w := want[n]; r < w || r != w && r >= p.need {
				t.Fatalf("seed %d: node %d keeps %d alive, expected %d", seed, n, r, w)
			}
			if r != want[n] {
				together++
			}
		}
		if got, want := leaders(reach, p.need, fresh), leaders(want, p.need, fresh); first && !slices.Equal(got, want) {
			t.Fatalf("seed %d: shown are %v, expected %v", seed, got, want)
		} else if first && len(want) == rejectedShown && len(reach) > 100 {
			decided++
		}
	}
	if together < 1000 || decided < 20 {
		t.Errorf("%d nodes were judged with others, and those shown are some of many in %d heaps", together, decided)
	}
}

// leaders returns the nodes, from fresh on, that keep most alive among the nodes below need. It returns at most as many as are shown.
func leaders(reach map[int32]int64, need int64, fresh int) (nodes []int32) {
	for n, r := range reach {
		if r < need && int(n) >= fresh {
			nodes = append(nodes, n)
		}
	}
	slices.SortFunc(nodes, func(a, b int32) int { return cmp.Or(cmp.Compare(reach[b], reach[a]), cmp.Compare(a, b)) })
	return nodes[:min(len(nodes), rejectedShown)]
}

// reached counts the start objects that can be reached within the graph from the objects of a node.
func (p *pathFinder) reached(n int32) (count int64) {
	seen := map[trace.ObjectID]bool{}
	stack := slices.Clone(p.nodes[n].Objects)
	for len(stack) > 0 {
		o := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[o] {
			continue
		}
		seen[o] = true
		if slices.Contains(p.base, o) {
			count++
		}
		for to := range p.source.targets(o) {
			if p.node.of(to) >= 0 {
				stack = append(stack, to)
			}
		}
	}
	return count
}
