package contraction_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"memcity/analysis/closure/contraction"
)

// lists is a graph given by its edges. The last edge of a node with more than two is its additional edge.
type lists [][]uint32

func (l lists) Len() int { return len(l) }
func (l lists) Row(n uint32) []uint32 {
	return l[n][:min(2, len(l[n]))]
}
func (l lists) More(n uint32) uint32 {
	if len(l[n]) > 2 {
		return l[n][2]
	}
	return contraction.None
}

func (l lists) reach(from uint32) []bool {
	seen := make([]bool, len(l))
	seen[from] = true
	for queue := []uint32{from}; len(queue) > 0; queue = queue[1:] {
		for _, to := range l[queue[0]] {
			if !seen[to] {
				seen[to] = true
				queue = append(queue, to)
			}
		}
	}
	return seen
}

// TestComponents checks that two nodes share a part if and only if each leads to the other. Edges to other parts must lead to higher ones.
func TestComponents(t *testing.T) {
	parts := 0
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 1))
		g := make(lists, 1+rng.IntN(30))
		for n := range g {
			for range rng.IntN(4) {
				g[n] = append(g[n], uint32(rng.IntN(len(g))))
			}
		}
		c, err := contraction.FindComponents(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		for a := range g {
			from := g.reach(uint32(a))
			for b := range g {
				if same := c.Of[a] == c.Of[b]; same != (from[b] && g.reach(uint32(b))[a]) {
					t.Fatalf("seed %d: %d and %d in one part: %v, in %v", seed, a, b, same, g)
				}
			}
			for _, to := range g[a] {
				if c.Of[to] < c.Of[a] {
					t.Fatalf("seed %d: from part %d to %d", seed, c.Of[a], c.Of[to])
				}
			}
		}
		var all []uint32
		next := uint32(0)
		if err := c.Each(t.Context(), func(part uint32, members []uint32) {
			if part != next || slices.ContainsFunc(members, func(n uint32) bool { return c.Of[n] != part }) {
				t.Fatalf("seed %d: part %d, %v; expected part %d", seed, part, members, next)
			}
			next++
			all = append(all, members...)
		}); err != nil || next != c.Count {
			t.Fatal(err, next, c.Count)
		}
		slices.Sort(all)
		if all = slices.Compact(all); len(all) != len(g) {
			t.Fatalf("seed %d: %d of %d nodes are in parts", seed, len(all), len(g))
		}
		parts += int(c.Count)
	}
	if parts < 1000 {
		t.Errorf("only %d parts", parts)
	}
}

// TestLongComponents checks that a circle of a million nodes needs no deep stack.
func TestLongComponents(t *testing.T) {
	g := make(lists, 1_000_000)
	for n := range g {
		g[n] = []uint32{uint32((n + 1) % len(g))}
	}
	if c, err := contraction.FindComponents(t.Context(), g); err != nil || c.Count != 1 {
		t.Error(c.Count, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := contraction.FindComponents(ctx, g); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
}

// TestRows checks that every edge is there once, in rows by its start.
func TestRows(t *testing.T) {
	edges := [][2]uint32{{2, 1}, {0, 3}, {2, 0}, {2, 1}, {0, 3}, {3, 3}}
	first, to, err := contraction.Rows(t.Context(), 4, func(do func(from, to uint32)) error {
		for _, e := range edges {
			do(e[0], e[1])
		}
		return nil
	})
	if err != nil || !slices.Equal(first, []uint32{0, 1, 1, 3, 4}) || !slices.Equal(to, []uint32{3, 0, 1, 3}) {
		t.Error(first, to, err)
	}
	if _, _, err := contraction.Rows(t.Context(), 1, func(func(from, to uint32)) error { return context.Canceled }); err != context.Canceled {
		t.Error(err)
	}
}

// TestLongRows checks that a row of a hundred thousand edges is sorted like others, and that sorting it can be canceled.
func TestLongRows(t *testing.T) {
	const n = 100_000
	each := func(do func(from, to uint32)) error {
		for i := range uint32(n) {
			do(0, (i*7919)%n)
			do(0, i)
		}
		return nil
	}
	_, to, err := contraction.Rows(t.Context(), 1, each)
	if err != nil || len(to) != n || !slices.IsSorted(to) {
		t.Error(len(to), err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := contraction.Rows(ctx, 1, each); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
}

// TestMaker checks that siblings that bring in the same set share a node, and that sets are found on the nodes above.
func TestMaker(t *testing.T) {
	m := contraction.NewMaker()
	root := m.Add(contraction.None, 7, 0, 8)
	a := m.Below(root, 1)
	if b := m.Below(root, 1); b != a {
		t.Errorf("siblings have the nodes %d and %d", a, b)
	}
	if m.Below(root, 2) == a || m.Below(a, 1) == a {
		t.Error("what is no sibling shares a node")
	}
	for set, want := range []bool{false, true, false, false, false, false, false, true, true} {
		if got := m.HasAbove(a, uint32(set)); got != want {
			t.Errorf("set %d above: %v", set, got)
		}
	}
	below := 0
	m.EachBelow(func(up, node uint32) {
		if up >= node {
			t.Errorf("node %d is below %d", node, up)
		}
		below++
	})
	if below != 3 || m.Len() != 4 {
		t.Errorf("%d of %d nodes are below others", below, m.Len())
	}
}
