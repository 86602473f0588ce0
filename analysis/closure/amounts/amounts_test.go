package amounts_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"memcity/analysis/closure/amounts"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// arrays returns a heap of byte arrays without references.
func arrays(lengths ...uint32) *trace.Heap {
	return &trace.Heap{Types: []trace.Type{{Name: "byte[]", Kind: trace.PrimitiveArray, Element: 1, Base: 16}},
		TypeOf: trace.NewTypes(len(lengths), 1), Extent: tracetest.Extents(lengths), RefStart: trace.RowsOf(make([]uint32, len(lengths)+1)), Align: 8}
}

func TestSumsAreThoseOfIntegers(t *testing.T) {
	for name, most := range map[string]uint32{"small": 100, "4 GiB and more": 1 << 31, "1 TiB and more": 1<<32 - 1} {
		t.Run(name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, uint64(most)))
			lengths := make([]uint32, 600)
			for i := range lengths {
				lengths[i] = most - random.Uint32N(most/2)
			}
			h := arrays(lengths...)
			c, err := amounts.Shallow(t.Context(), h)
			if err != nil {
				t.Fatal(err)
			}
			want := make([]trace.Amount, h.Len())
			for o := range want {
				want[o] = trace.Amount{Objects: 1, Bytes: h.Size(trace.ObjectID(o))}
			}
			for o := h.Len() - 1; o > 0; o-- { // as dominators are summed: each once, to an earlier one
				to := random.IntN(o)
				c.Add(trace.ObjectID(to), trace.ObjectID(o))
				want[to].Objects += want[o].Objects
				want[to].Bytes += want[o].Bytes
			}
			for o := range want {
				if got := c.Of(trace.ObjectID(o)); got != want[o] {
					t.Fatalf("object %d: %v; expected %v", o, got, want[o])
				}
			}
		})
	}
}

// TestEndsOfRange checks sums of 2³² and 2⁴⁰ bytes, and those one step of the alignment below and above.
func TestEndsOfRange(t *testing.T) {
	for _, bits := range []int{32, 40} {
		for step := int64(-8); step <= 8; step += 8 {
			total := int64(1)<<bits + step
			var lengths []uint32
			for left := total; left > 0; {
				size := min(left, 1<<31)
				lengths = append(lengths, uint32(size-16))
				left -= size
			}
			if last := len(lengths) - 1; int32(lengths[last]) < 0 { // too little for an array's header
				lengths[last-1] += lengths[last] + 16
				lengths = lengths[:last]
			}
			h := arrays(lengths...)
			c, err := amounts.Shallow(t.Context(), h)
			if err != nil {
				t.Fatal(err)
			}
			for o := h.Len() - 1; o > 0; o-- {
				c.Add(trace.ObjectID(o-1), trace.ObjectID(o))
			}
			if got, want := c.Of(0), (trace.Amount{Objects: int64(h.Len()), Bytes: total}); got != want {
				t.Errorf("2^%d%+d: %v; expected %v", bits, step, got, want)
			}
		}
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := amounts.Shallow(ctx, arrays(1)); err == nil {
		t.Error("no error")
	}
}
