package identity

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"memcity/trace"
)

// TestAllowed checks states that keep the order of all objects. An object contradicts its place if it is outside the allowed range and not
// at the address of x.
func TestAllowed(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	same := func(o trace.ObjectID) uint64 { return uint64(o) }
	outside := 0
	for range 300 {
		p := &places{local: true, ordered: true}
		if rng.IntN(2) == 0 {
			p.from, p.to = same, same
		}
		for x, y := rng.IntN(40), rng.IntN(40); len(p.xs) < rng.IntN(6); x, y = x+1+rng.IntN(60), y+1+rng.IntN(60) {
			p.xs, p.ys = append(p.xs, trace.ObjectID(x)), append(p.ys, trace.ObjectID(y))
		}
		for range 200 {
			x, y := trace.ObjectID(rng.IntN(300)), trace.ObjectID(rng.IntN(300))
			if slices.Contains(p.xs, x) {
				continue
			}
			if p.any(x, []trace.ObjectID{y}) {
				continue
			}
			outside++
			if got := p.of(x, y); got != contradicts {
				t.Fatalf("%+v: %d to %d is not allowed, and of says %d", p, x, y, got)
			}
		}
	}
	if outside < 1000 {
		t.Errorf("%d pairs are outside", outside)
	}
}

// TestProve checks that fifty anchors in order can prove something.
func TestProve(t *testing.T) {
	for anchors, want := range map[int]bool{0: false, 49: false, 50: true} {
		xs := make([]trace.ObjectID, anchors)
		if p := (&places{ordered: true, xs: xs}); p.prove() != want {
			t.Errorf("%d anchors: %v", anchors, !want)
		}
		if p := (&places{local: true, xs: xs}); p.prove() {
			t.Errorf("%d anchors out of order prove something", anchors)
		}
	}
}

// TestClasses checks that joined sets are one set, in any order of joining.
func TestClasses(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for range 100 {
		var c classes
		n := uint32(1 + rng.IntN(30))
		label := make([]uint32, n)
		for i := range n {
			label[i] = c.add()
		}
		for range rng.IntN(30) {
			a, b := rng.Uint32N(n), rng.Uint32N(n)
			c.join(a, b)
			from, to := label[a], label[b]
			for i := range label {
				if label[i] == from {
					label[i] = to
				}
			}
		}
		for a := range n {
			for b := range n {
				if (c.of(a) == c.of(b)) != (label[a] == label[b]) {
					t.Fatalf("%d and %d: %v, labels %v", a, b, c.above, label)
				}
			}
		}
	}
}

// TestJoinIndistinct checks that classes that meet in the state between two matchings are joined, and that a class without living members
// disappears.
func TestJoinIndistinct(t *testing.T) {
	no := trace.NoObject
	side := func(pairs ...uint32) (i Indistinct) {
		for k := 0; k < len(pairs); k += 2 {
			i.Objects, i.Class = append(i.Objects, trace.ObjectID(pairs[k])), append(i.Class, pairs[k+1])
		}
		return i
	}
	first := newMatching(Recovered, 4, 4)
	first.set(2, 2, certain)
	first.Earlier, first.After, first.Classes = side(0, 0, 1, 1), side(0, 0, 1, 1), 2
	second := newMatching(Recovered, 4, 3)
	second.set(0, 0, certain)
	second.Earlier, second.After, second.Classes = side(2, 0), side(1, 0), 1
	m, err := first.Then(second)
	if err != nil {
		t.Fatal(err)
	}
	// Object 0 was one of class 0, which is object 0 now. Object 1 was one of class 1, whose only member died. Object 2 is one of a class now.
	want := fmt.Sprint(side(0, 0, 2, 1), side(0, 0, 1, 1), 2)
	if got := fmt.Sprint(m.Earlier, m.After, m.Classes); got != want || !slices.Equal(m.To, []trace.ObjectID{no, no, no, no}) {
		t.Errorf("got %s, %v, want %s", got, m.To, want)
	}
}

// TestFixedTypes: the content of a type is fixed if there are five pairs or more, and none of them changed.
func TestFixedTypes(t *testing.T) {
	for _, test := range []struct {
		c    changedPairs
		want bool
	}{{changedPairs{0, 0}, false}, {changedPairs{leastLasting - 1, 0}, false}, {changedPairs{leastLasting, 0}, true}, {changedPairs{5000, 1}, false}} {
		if test.c.fixed() != test.want {
			t.Errorf("%+v: %v", test.c, !test.want)
		}
	}
}
