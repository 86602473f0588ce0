package trace_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"memcity/trace"
	"memcity/trace/tracetest"
)

// TestHeads checks that an unreachable chain and an unreachable cycle have one head each, and that reachable objects have none.
func TestHeads(t *testing.T) {
	b := tracetest.NewHeap()
	link := b.Type("app.Link", 16, "next", "other")
	o := make([]trace.ObjectID, 8)
	for i := range o {
		o[i] = b.Object(link)
	}
	b.Root(o[0], trace.RootJNIGlobal, "")
	b.Refer(o[0], "next", o[1])
	b.Refer(o[3], "next", o[2]) // a chain of three; its head is the last
	b.Refer(o[4], "next", o[3])
	b.Refer(o[4], "other", o[1])
	b.Refer(o[5], "next", o[6]) // a cycle
	b.Refer(o[6], "next", o[5])
	b.Refer(o[7], "next", o[7])
	r := trace.NewReached(b.Heap())
	if !r.Has(o[1]) || r.Has(o[2]) || r.Has(o[7]) {
		t.Error("the roots lead to other objects than 0 and 1")
	}
	if got, want := r.Heads(), []trace.ObjectID{o[4], o[7], o[5]}; !slices.Equal(got, want) {
		t.Errorf("heads %v, want %v", got, want)
	}
	if got := r.Heads(); got != nil {
		t.Errorf("heads %v where all is reached", got)
	}
}

// TestHeadsReachAll checks that every object is reachable from the roots and the heads, and that no head is reachable from an earlier one.
func TestHeadsReachAll(t *testing.T) {
	rnd := rand.New(rand.NewPCG(4, 2))
	for range 300 {
		b := tracetest.NewHeap()
		n := 1 + rnd.IntN(30)
		link := b.Type("app.Link", 16, "a", "b")
		for range n {
			b.Object(link)
		}
		for range rnd.IntN(2 * n) {
			b.Refer(trace.ObjectID(rnd.IntN(n)), []string{"a", "b"}[rnd.IntN(2)], trace.ObjectID(rnd.IntN(n)))
		}
		for range rnd.IntN(3) {
			b.Root(trace.ObjectID(rnd.IntN(n)), trace.RootJNIGlobal, "")
		}
		h := b.Heap()
		heads := trace.NewReached(h).Heads()
		all := trace.NewReached(h)
		for _, o := range heads {
			if all.Has(o) {
				t.Fatalf("object %d is a head, and reached already: %v", o, heads)
			}
			all.From(o)
		}
		for o := range trace.ObjectID(h.Len()) {
			if !all.Has(o) {
				t.Fatalf("nothing leads to object %d: %v", o, heads)
			}
		}
	}
}
