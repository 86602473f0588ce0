package closure_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/testrun"
)

// TestPart compares the rows of a part with what its objects hold by definition.
func TestPart(t *testing.T) {
	rows := 0
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 5))
		h := tracetest.RandomHeap(seed, 50+int(seed)*7)
		r := graph(t, h).Roots()
		var some, more []trace.ObjectID
		for o := range trace.ObjectID(h.Len()) {
			switch rng.IntN(4) {
			case 0:
				some = append(some, o)
			case 1:
				more = append(more, o)
			case 2:
				some, more = append(some, o), append(more, o)
			}
		}
		p, err := r.Part(t.Context(), some, more)
		if err != nil {
			t.Fatal(err)
		}
		in := map[trace.ObjectID]bool{}
		for _, o := range slices.Concat(some, more) {
			in[o] = true
		}
		object := make([]trace.ObjectID, p.Len())
		for o := range in {
			object[p.Number(o)] = o
		}
		if len(in) != p.Len() {
			t.Fatalf("seed %d: %d objects, expected %d", seed, p.Len(), len(in))
		}
		for n, o := range object {
			if int(p.Number(o)) != n {
				t.Fatalf("seed %d: two objects have the same number as %d", seed, o)
			}
			var got, want []trace.ObjectID
			for _, to := range p.Row(uint32(n)) {
				got = append(got, object[to])
			}
			for i, to := range h.References(o) {
				if in[to] && r.Holds(o, i) {
					want = append(want, to)
				}
			}
			if class := r.HeldClass(o); class != trace.NoObject && in[class] {
				want = append(want, class)
			}
			if !slices.Equal(got, want) {
				t.Fatalf("seed %d: object %d holds %v, expected %v", seed, o, got, want)
			}
			rows += min(len(want), 1)
		}
	}
	if rows < 500 {
		t.Errorf("only %d objects hold something", rows)
	}
	r := graph(t, tracetest.RandomHeap(1, 300)).Roots()
	testrun.CancelEverywhere(t, "part", func(ctx context.Context) error {
		_, err := r.Part(ctx, []trace.ObjectID{1, 2, 3})
		return err
	})
}
