package graph

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// followSlowly is [trails.follow], label by label.
func (t *trails) followSlowly(ends []traveler) (labels, passed []int32) {
	passed = make([]int32, len(t.labels))
	now := slices.Clone(ends)
	for i := range now {
		now[i].next = now[i].trail
	}
	for {
		weight := map[int32]int64{}
		var order []int32
		held, all := int64(0), int64(0)
		for _, w := range now {
			if all += w.weight; w.next == 0 {
				held += w.weight
			} else {
				weight[t.labels[w.next]] += w.weight
				order = append(order, t.labels[w.next])
			}
		}
		if held*2 >= all {
			break
		}
		best := slices.MinFunc(order, func(a, b int32) int { return cmp.Compare(weight[b], weight[a]) })
		labels = append(labels, best)
		var kept []traveler
		for _, w := range now {
			if t.labels[w.next] == best {
				passed[w.trail]++
				kept = append(kept, traveler{w.trail, t.parents[w.next], w.weight})
			}
		}
		now = kept
	}
	return labels, passed
}

// TestFollow compares jumps with steps: on bushes, lists, branching lists, and alternating labels.
func TestFollow(t *testing.T) {
	longest, empty := 0, map[bool]int{}
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(seed, 1))
		trail, back, kinds, period := newTrails(), 1+rng.IntN(5), 1+rng.Int32N(3), 1+rng.Int32N(4)
		if rng.IntN(2) == 0 {
			back = 1000
		}
		for i := range int32(rng.IntN(200)) {
			label := i % period
			if rng.IntN(8) == 0 {
				label = rng.Int32N(kinds)
			}
			parent := max(0, len(trail.labels)-1-rng.IntN(back))
			trail.child(int32(min(parent, len(trail.labels)-1)), label)
		}
		var ends []traveler
		for _, at := range rng.Perm(len(trail.labels)) {
			if at > 0 && rng.IntN(3) > 0 {
				ends = append(ends, traveler{trail: int32(at), weight: 1 + rng.Int64N(1+rng.Int64N(20))})
			}
		}
		wantLabels, wantPassed := trail.followSlowly(ends)
		labels, passed := trail.follow(ends)
		if !slices.Equal(labels, wantLabels) || !slices.Equal(passed, wantPassed) {
			t.Fatalf("seed %d: labels %v, passed %v; expected %v and %v", seed, labels, passed, wantLabels, wantPassed)
		}
		longest = max(longest, len(labels))
		empty[len(labels) == 0]++
	}
	if longest < 50 || empty[true] == 0 || empty[false] < 2000 {
		t.Errorf("the longest has %d labels; %d are empty, %d not", longest, empty[true], empty[false])
	}
}

// TestFollowLists checks that trails of all lengths up to that of a list take linear time, not quadratic time.
func TestFollowLists(t *testing.T) {
	for _, period := range []int32{1, 2, 7} {
		trail := newTrails()
		var ends []traveler
		at := int32(0)
		for i := range int32(100_000) {
			at = trail.child(at, i%period)
			ends = append(ends, traveler{trail: at, weight: 1})
		}
		labels, _ := trail.follow(slices.Clone(ends))
		// Trails that have ended are half of the rest only at the end of the longest.
		if got := len(labels); got > len(ends) || got < len(ends)-10*int(period) {
			t.Errorf("of %d labels that repeat after %d, %d are followed", len(ends), period, got)
		}
	}
}

// TestLines checks that two sequences of labels are told apart wherever they differ, and that predecessors are found on all lines.
func TestLines(t *testing.T) {
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 2))
		trail := newTrails()
		for range 100 {
			trail.child(rng.Int32N(int32(len(trail.labels))), rng.Int32N(2))
		}
		l := trail.lines()
		sequence := func(at int32) (labels, numbers []int32) {
			for ; at >= 0; at = trail.parents[at] {
				labels, numbers = append(labels, trail.labels[at]), append(numbers, l.number[at])
			}
			return labels[:len(labels)-1], numbers
		}
		for a := range int32(len(trail.labels)) {
			labels, numbers := sequence(a)
			for i, want := range numbers {
				if got := l.above(l.number[a], int32(i)); got != want {
					t.Fatalf("seed %d: %d before %d is %d, expected %d", seed, i, a, got, want)
				}
			}
			for b := range int32(len(trail.labels)) {
				others, _ := sequence(b)
				want := 0
				for want < min(len(labels), len(others)) && labels[want] == others[want] {
					want++
				}
				for steps := range int32(len(labels) + 2) {
					if got := l.same(l.number[a], l.number[b], steps); got != min(steps, int32(want)) {
						t.Fatalf("seed %d: %d of %d labels of %v and %v are the same, expected %d", seed, got, steps, labels, others, want)
					}
				}
			}
		}
	}
}
