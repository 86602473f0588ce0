package group_test

import (
	"context"
	"testing"

	"memcity/analysis/closure"
	"memcity/analysis/group"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// BenchmarkHeap compares the passes over a heap with a plain pass over all its references.
func BenchmarkHeap(b *testing.B) {
	h := tracetest.RandomHeap(1, 1_000_000)
	ctx := context.Background()
	chain, err := group.ParseChain("package,type")
	if err != nil {
		b.Fatal(err)
	}
	g, err := group.New(ctx, h, trace.NewNames(), chain, nil)
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name string
		pass func() error
	}{
		{"plain", func() error { return plainPass(h) }},
		{"group", func() error {
			_, err := group.New(ctx, h, trace.NewNames(), chain, nil)
			return err
		}},
		{"reachable", func() error {
			_, err := closure.Reachable(ctx, h)
			return err
		}},
		{"pointers", func() error {
			_, err := g.Pointers(ctx)
			return err
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if err := c.pass(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(h.Len())*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mobjects/s")
		})
	}
}

var sink trace.TypeID

// plainPass looks at the type of every object that another refers to.
func plainPass(h *trace.Heap) error {
	for o := range h.Len() {
		for _, to := range h.References(trace.ObjectID(o)) {
			sink += h.TypeOf[to]
		}
	}
	return nil
}
