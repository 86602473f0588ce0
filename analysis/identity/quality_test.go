package identity_test

import (
	"fmt"
	"strings"
	"testing"

	"memcity/analysis/identity"
	"memcity/trace"
	"memcity/trace/tracetest/golden"
)

// TestQuality records how well objects are followed in each kind of program, one line each: of the objects alive at both points, those
// matched rightly, wrongly and not at all, and the pairs by evidence. Counted pairs join equal objects, so they need not be right one by one.
// A change of the algorithm is better if fewer certain pairs are wrong, then if fewer objects are missed.
func TestQuality(t *testing.T) {
	var w strings.Builder
	w.WriteString("program: alive = right + wrong + missed (wrong also counts dead objects); pairs certain, probable, counted; died, indistinct, born\n")
	line := func(name string, a, b *trace.Heap, before, after map[int]trace.ObjectID) {
		m := match(t, a, b)
		s, f := compare(m, before, after), check(t, m, before, after)
		fmt.Fprintf(&w, "%s: %d = %d + %d + %d; %d, %d, %d; %d, %d, %d\n", name, s.alive, s.right, s.wrong, s.missed, m.Pairs.Certain,
			m.Pairs.Probable, m.Pairs.Counted, f.died, f.indistinct, f.born)
	}
	for seed, share := range []float64{0, 0.1, 0.5, 0.9} {
		m := newModel(uint64(seed))
		first := m.people(800, nil)
		a, before := m.heap()
		m.people(300, m.leave(first, share))
		b, after := m.heap()
		line(fmt.Sprintf("people in order, %.0f %% leave", 100*share), a, b, before, after)
		m.shuffle()
		b, after = m.heap()
		line(fmt.Sprintf("people in any order, %.0f %% leave", 100*share), a, b, before, after)
	}
	for _, behind := range []int{100, 0} {
		m := newModel(1)
		first := m.people(100, nil)
		list := m.add("List", 0)
		for range 1000 {
			list.list = append(list.list, m.add("Item", 0))
		}
		first = m.people(behind, first)
		a, before := m.heap()
		m.people(100, first)
		m.overwrite(list, 100)
		b, after := m.heap()
		line(fmt.Sprintf("a stack with a tenth overwritten, %d people behind it", behind), a, b, before, after)
	}
	for seed := range uint64(12) {
		linked, shuffled, texts := seed%2 == 0, seed%4 < 2, []int{1, 5, 5000}[seed%3]
		c := newCollections(seed, texts)
		for i := range c.lists {
			c.add(i, 200)
		}
		a, before := c.heap(linked, shuffled)
		for i := range c.lists {
			c.remove(i, 40*i)
			c.add(i, 60)
		}
		b, after := c.heap(linked, shuffled)
		line(fmt.Sprintf("%s of %d texts, %s", map[bool]string{true: "linked lists", false: "arrays"}[linked], texts,
			map[bool]string{true: "moved", false: "in order"}[shuffled]), a, b, before, after)
	}
	golden.File(t, "quality.txt", w.String())
}

// TestEvidenceOfPairs checks that the verdict on each pair agrees with its evidence: probable, counted, or else certain.
func TestEvidenceOfPairs(t *testing.T) {
	m := newModel(3)
	first := m.people(400, nil)
	a, _ := m.heap()
	m.people(100, m.leave(first, 0.3))
	b, _ := m.heap()
	found := match(t, a, b)
	var counts identity.Counts
	for x, y := range found.To {
		switch o := trace.ObjectID(x); {
		case y == trace.NoObject:
		case found.Probable(o):
			counts.Probable++
			if found.Of(o, false) != trace.NoObject {
				t.Errorf("object %d: a probable pair is followed", x)
			}
		case found.Counted(o):
			counts.Counted++
		default:
			counts.Certain++
		}
	}
	if counts != found.Pairs {
		t.Errorf("%+v, want %+v", counts, found.Pairs)
	}
}

// TestComposedEvidence checks that a composed pair is as certain as the weaker one of its parts: certain, then counted, then probable.
func TestComposedEvidence(t *testing.T) {
	rank := func(m *identity.Matching, o trace.ObjectID) int {
		switch {
		case m.Probable(o):
			return 2
		case m.Counted(o):
			return 1
		}
		return 0
	}
	seen := map[[2]int]int{}
	for seed := range uint64(12) {
		c := newCollections(seed, []int{1, 3, 400}[seed%3])
		var states []*trace.Heap
		for point := range 3 {
			for i := range c.lists {
				if seed%4 == 3 {
					c.remove(i, 20)
				}
				c.add(i, 40+40*point)
			}
			h, _ := c.heap(seed%2 == 0, seed%4 < 2)
			states = append(states, h)
		}
		ab, bc := match(t, states[0], states[1]), match(t, states[1], states[2])
		all, err := identity.Compose(ab, bc)
		if err != nil {
			t.Fatal(err)
		}
		checkMatching(t, all)
		for x := range all.To {
			x := trace.ObjectID(x)
			y := ab.Of(x, true)
			if all.Of(x, true) == trace.NoObject {
				continue
			}
			parts := [2]int{rank(ab, x), rank(bc, y)}
			seen[parts]++
			if got := rank(all, x); got != max(parts[0], parts[1]) {
				t.Fatalf("seed %d, object %d: parts %v give %d", seed, x, parts, got)
			}
		}
	}
	if seen[[2]int{0, 0}] == 0 || seen[[2]int{1, 1}] == 0 || seen[[2]int{0, 1}]+seen[[2]int{1, 0}] == 0 {
		t.Errorf("pairs by evidence of their parts: %v", seen)
	}
}
