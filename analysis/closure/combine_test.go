package closure

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/bits-and-blooms/bitset"

	"memcity/trace"
	"memcity/trace/tracetest"
)

// someRemovals returns removals of all kinds, by lists and by kinds of objects. Several name the same objects.
func someRemovals(random *rand.Rand, h *trace.Heap, n int) (removals []Removal) {
	kinds := make([]int32, h.Len())
	for o := range kinds {
		kinds[o] = int32(random.IntN(8)) - 1
	}
	by := &Kinds{Of: func(o trace.ObjectID) int32 { return kinds[o] }, Count: 7}
	some := func(n int) (list []trace.ObjectID) {
		for range random.IntN(n) {
			list = append(list, trace.ObjectID(random.IntN(h.Len())))
		}
		return list
	}
	ofKinds := func() (list []int32) {
		for range random.IntN(3) {
			list = append(list, int32(random.IntN(by.Count)))
		}
		return list
	}
	other := &Kinds{Of: func(o trace.ObjectID) int32 { return by.Of(trace.ObjectID(h.Len()-1) - o) }, Count: by.Count}
	for i := range n {
		r := Removal{By: by}
		if i%4 == 3 {
			r.By = other
		}
		switch random.IntN(5) {
		case 0:
			r.From, r.To = some(h.Len()), some(h.Len())
		case 1:
			for _, o := range some(9) {
				if n := len(h.References(o)); n > 0 {
					r.References = append(r.References, Reference{From: o, Index: random.IntN(n)})
				}
			}
		case 2:
			r.Objects = some(4)
		default:
			r.FromKinds, r.ToKinds = ofKinds(), ofKinds()
			if random.IntN(3) == 0 {
				r.To = some(5)
			}
		}
		for range random.IntN(3) - 1 {
			if len(h.Roots) > 0 {
				r.Roots = append(r.Roots, random.IntN(len(h.Roots)))
			}
		}
		removals = append(removals, r)
	}
	return removals
}

// listed returns the removals with the objects of their kinds in their lists.
func listed(h *trace.Heap, removals []Removal) []Removal {
	removals = slices.Clone(removals)
	for i := range removals {
		r := &removals[i]
		for o := range trace.ObjectID(h.Len()) {
			if slices.Contains(r.FromKinds, r.By.Of(o)) {
				r.From = append(slices.Clip(r.From), o)
			}
			if slices.Contains(r.ToKinds, r.By.Of(o)) {
				r.To = append(slices.Clip(r.To), o)
			}
		}
		r.FromKinds, r.ToKinds, r.By = nil, nil, nil
	}
	return removals
}

// randomCase returns a random heap with removals, a target and weak references.
func randomCase(t *testing.T, seed uint64) (random *rand.Rand, g *Graph, removals []Removal, target *bitset.BitSet, weak *Weak) {
	t.Helper()
	random = rand.New(rand.NewPCG(seed, 8))
	h := tracetest.RandomHeap(seed, 20+random.IntN(80))
	g, err := NewGraph(t.Context(), h)
	if err != nil {
		t.Fatal(err)
	}
	weak = &Weak{Special: make([]bool, len(h.Types)), Reference: func(o trace.ObjectID, i int) bool {
		return seed%2 == 1 && h.TypeOf.At(o)%3 == 0 && i == 0
	}}
	for i := range weak.Special {
		weak.Special[i] = i%3 == 0
	}
	target = bitset.New(uint(h.Len()))
	for o := range h.Len() {
		target.SetTo(uint(o), random.IntN(2) == 0)
	}
	return random, g, someRemovals(random, h, random.IntN(11)), target, weak
}

// TestCombined checks that combinations of removals free the same as one removal with all their lists. Conditions may be few, or too many
// to keep.
func TestCombined(t *testing.T) {
	kept, notKept := 0, 0
	for seed := range uint64(400) {
		random, g, removals, target, weak := randomCase(t, seed)
		most := []int{maxConditions, 1 + random.IntN(12)}[seed%2]
		c, err := g.combine(t.Context(), removals, target, weak, most)
		if err != nil {
			t.Fatal(err)
		}
		if c.of != nil {
			kept++
		} else {
			notKept++
		}
		sets := [][]int{nil}
		for range 40 {
			var set []int
			for i := range removals {
				if random.IntN(2) == 0 {
					set = append(set, i)
				}
			}
			sets = append(sets, set)
		}
		lists := listed(g.heap, removals)
		joined := make([]Removal, len(sets))
		for i, set := range sets {
			for _, k := range set {
				joined[i].Parts = append(joined[i].Parts, &lists[k])
			}
		}
		got, err := c.Freed(t.Context(), sets)
		if err != nil {
			t.Fatal(err)
		}
		want, err := g.WhatIf(t.Context(), joined, target, weak)
		if err != nil {
			t.Fatal(err)
		}
		for i := range sets {
			if got[i] != want[i] {
				t.Fatalf("seed %d: %v of %+v free %+v, want %+v", seed, sets[i], removals, got[i], want[i])
			}
		}
		for i := range sets[:5] {
			got, err := c.FreedBy(t.Context(), sets[i])
			if err != nil {
				t.Fatal(err)
			}
			want, err := g.FreedBy(t.Context(), joined[i:i+1], weak)
			if err != nil {
				t.Fatal(err)
			}
			if !got.Equal(want) {
				t.Fatalf("seed %d: %v of %+v free %v, want %v", seed, sets[i], removals, got, want)
			}
		}
	}
	if kept < 100 || notKept < 20 {
		t.Errorf("%d times the conditions are kept, %d times not", kept, notKept)
	}
}

// TestKinds checks that removals by kinds of objects free the same as removals by lists, for WhatIf and FreedBy.
func TestKinds(t *testing.T) {
	for seed := range uint64(100) {
		_, g, removals, target, weak := randomCase(t, seed)
		lists := listed(g.heap, removals)
		got, err := g.WhatIf(t.Context(), removals, target, weak)
		if err != nil {
			t.Fatal(err)
		}
		want, err := g.WhatIf(t.Context(), lists, target, weak)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: %+v free %+v, want %+v", seed, removals, got, want)
		}
		gone, err := g.FreedBy(t.Context(), removals, weak)
		if err != nil {
			t.Fatal(err)
		}
		wanted, err := g.FreedBy(t.Context(), lists, weak)
		if err != nil {
			t.Fatal(err)
		}
		if !gone.Equal(wanted) {
			t.Fatalf("seed %d: %+v free %v, want %v", seed, removals, gone, wanted)
		}
	}
}

// TestConditions checks that numbers stand for monotone functions of sets of removals. Their operations must be those of the functions, and
// equal functions must have equal numbers. Beyond the bounds there are no more numbers.
func TestConditions(t *testing.T) {
	const n = 4 // removals
	c := newConditions(maxConditions)
	table := func(number uint16) (f uint32) {
		for removed := range uint64(1 << n) {
			if c.meets(number, removed) {
				f |= 1 << removed
			}
		}
		return f
	}
	for i := range uint64(1 << n) {
		c.avoiding(i)
	}
	for a := uint16(0); int(a) < len(c.terms); a++ { // until no operation makes another one
		for b := range a + 1 {
			or, and := c.either(a, b), c.both(b, a)
			if table(or) != table(a)|table(b) || table(and) != table(a)&table(b) {
				t.Fatalf("%v, %v: either %v, both %v", c.terms[a], c.terms[b], c.terms[or], c.terms[and])
			}
		}
	}
	known := map[uint32]uint16{}
	for i := range c.terms {
		f := table(uint16(i))
		if other, ok := known[f]; ok {
			t.Errorf("%v and %v are the same", c.terms[i], c.terms[other])
		}
		known[f] = uint16(i)
	}
	if len(c.terms) != 168 || c.full { // the Dedekind number of 4
		t.Errorf("%d conditions of %d removals, full %v", len(c.terms), n, c.full)
	}
	few := newConditions(3) // numbers 0 to 3
	few.avoiding(1)
	if few.avoiding(2); few.full || few.avoiding(2) != 3 {
		t.Error("full with the highest number")
	}
	if few.avoiding(3); !few.full {
		t.Error("not full beyond the highest number")
	}
}

// TestManyTerms checks the limit on the terms of a condition.
func TestManyTerms(t *testing.T) {
	for _, test := range []struct {
		terms int
		full  bool
	}{{maxTerms, false}, {maxTerms + 1, true}} {
		c := newConditions(maxConditions)
		terms := make([]uint64, test.terms)
		for i := range terms {
			terms[i] = uint64(1)<<60 | uint64(i) // each with the same number of terms
		}
		if c.number(terms); c.full != test.full {
			t.Errorf("%d terms: full %v", test.terms, c.full)
		}
	}
}

// TestStopsOfManyKinds checks that more different stops than fit in 16 bits are kept, including the earlier ones.
func TestStopsOfManyKinds(t *testing.T) {
	b := tracetest.NewHeap()
	node := b.Type("app.Node", 16)
	n := 1<<16 + 10
	for range n {
		b.Object(node)
	}
	h := b.Heap()
	g, err := NewGraph(t.Context(), h)
	if err != nil {
		t.Fatal(err)
	}
	removals, bits := make([]*Removal, 17), make([]uint64, 17)
	by := &Kinds{Of: func(o trace.ObjectID) int32 { return int32(o) - 1 }, Count: h.Len()}
	for i := range removals {
		removals[i], bits[i] = &Removal{By: by}, 1<<i
		for k := range int32(n) {
			if k>>i&1 != 0 {
				removals[i].FromKinds = append(removals[i].FromKinds, k)
			}
		}
	}
	removals[0].To = []trace.ObjectID{5}
	s, err := newStops(t.Context(), g, removals, bits)
	if err != nil {
		t.Fatal(err)
	}
	for o := range trace.ObjectID(n) {
		want := stop{}
		if o > 0 {
			want.from = uint64(o - 1)
		}
		if o == 5 {
			want.to = 1
		}
		if got := s.of(g.rank[o]); got != want {
			t.Fatalf("object %d: %+v, want %+v", o, got, want)
		}
	}
	if s.wide == nil {
		t.Error("numbers of 16 bits are enough")
	}
}
