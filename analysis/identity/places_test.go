package identity

import (
	"context"
	"math/rand/v2"
	"testing"

	"memcity/trace"
)

// TestRising compares the length of the nondecreasing subsequence with a search over all pairs.
func TestRising(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		ys := make([]trace.ObjectID, rng.IntN(40))
		for i := range ys {
			ys[i] = trace.ObjectID(rng.IntN(60))
		}
		best := make([]int, len(ys))
		most := 0
		for i := range ys {
			best[i] = 1
			for j := range i {
				if ys[j] <= ys[i] {
					best[i] = max(best[i], best[j]+1)
				}
			}
			most = max(most, best[i])
		}
		got, last := 0, -1
		for i, in := range rising(t.Context(), ys) {
			if in {
				if got++; int(ys[i]) < last {
					t.Fatalf("%v does not rise", ys)
				}
				last = int(ys[i])
			}
		}
		if got != most {
			t.Fatalf("%v: %d rise, want %d", ys, got, most)
		}
	}
}

// TestEmbed compares the pairs with those that all possible assignments of ys to xs share.
func TestEmbed(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for range 500 {
		n := 1 + rng.IntN(7)
		m := tinyMatcher(n)
		var xs, ys []trace.ObjectID
		for i := range n {
			m.a.own[i] = uint64(rng.IntN(3))
			xs = append(xs, trace.ObjectID(i))
			if rng.IntN(3) > 0 {
				m.b.own[len(ys)] = m.a.own[i]
				ys = append(ys, trace.ObjectID(len(ys)))
			}
		}
		ways := make([]map[trace.ObjectID]bool, len(ys))
		for i := range ways {
			ways[i] = map[trace.ObjectID]bool{}
		}
		chosen := make([]trace.ObjectID, len(ys))
		var try func(i, j int)
		try = func(i, j int) {
			if j == len(ys) {
				for k, x := range chosen {
					ways[k][x] = true
				}
				return
			}
			for ; i < len(xs); i++ {
				if m.a.own[xs[i]] == m.b.own[ys[j]] {
					chosen[j] = xs[i]
					try(i+1, j+1)
				}
			}
		}
		try(0, 0)
		m.embed(xs, ys)
		for j, w := range ways {
			x := m.b.pair[ys[j]]
			if forced := len(w) == 1; forced != (x != trace.NoObject) || forced && !w[x] {
				t.Fatalf("%v in %v: object %d is %d, of %v", m.b.own[:len(ys)], m.a.own, j, x, w)
			}
		}
	}
}

// tinyMatcher returns a matcher with n objects of one type on either side.
func tinyMatcher(n int) *matcher {
	state := func() *State {
		h := &trace.Heap{Types: []trace.Type{{Name: "app.Thing"}}, TypeOf: trace.NewTypes(n, 1), Extent: trace.NewExtents(n),
			RefStart: trace.RowsOf(make([]uint32, n+1))}
		return &State{Heap: h, types: []uint64{1}, own: make([]uint64, n)}
	}
	m := &matcher{ctx: context.Background(), a: newSide(state(), false), b: newSide(state(), true), by: make([]evidence, n), places: &places{}}
	m.numberFields()
	return m
}
