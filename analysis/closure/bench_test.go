package closure_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"memcity/analysis/closure"
	"memcity/analysis/closure/dominators"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// randomLive returns a random heap with so many GC roots that all but a few cycles are reachable.
func randomLive(objects int) *trace.Heap {
	h := tracetest.RandomHeap(1, objects)
	referred := make([]bool, objects)
	for _, to := range h.RefTo {
		referred[to] = true
	}
	for o, is := range referred {
		if !is {
			h.Roots = append(h.Roots, trace.Root{Kind: trace.RootLocal, Object: trace.ObjectID(o), Thread: -1, Frame: -1})
		}
	}
	return h
}

// records returns a heap such as programs have: maps of records, with texts of their own and shared data.
func records(objects int) *trace.Heap {
	rng := rand.New(rand.NewPCG(1, 2))
	b := tracetest.NewHeap()
	table := b.ArrayType("app.Node[]")
	node, record := b.Type("app.Node", 32, "key", "value", "next"), b.Type("app.Record", 32, "name", "owner", "kind")
	text, bytes, key := b.Type("java.lang.String", 24, "value"), b.PrimitiveType("byte[]", 1), b.Type("java.lang.Long", 24)
	kinds := b.Objects(text, 100)
	const perMap = 2000
	var last trace.ObjectID
	for m := range objects / perMap / 5 {
		t := b.Array(table, perMap)
		b.Root(t, trace.RootStaticField, fmt.Sprintf("app.Main.map%d", m))
		for i := range perMap {
			n, r, s := b.Object(node), b.Object(record), b.Object(text)
			b.Refer(n, "value", r)
			b.Refer(n, "key", b.Object(key))
			b.Refer(s, "value", b.Array(bytes, 5+rng.IntN(20)))
			b.Refer(r, "name", s)
			b.Refer(r, "kind", kinds+trace.ObjectID(rng.IntN(100)))
			if last != 0 && rng.IntN(3) == 0 {
				b.Refer(r, "owner", last-trace.ObjectID(5*rng.IntN(i+1)))
			}
			b.Element(t, rng.IntN(perMap), n)
			last = r
		}
	}
	return b.Heap()
}

// groupsOf puts the objects of h into 512 groups, much like grouping by type and allocation site. Neighbors are often in the same group.
func groupsOf(h *trace.Heap) closure.Groups {
	g := closure.Groups{Count: 512}
	for i := range int32(g.Count) {
		g.Sets = append(g.Sets, []int32{i})
	}
	g.Of = func(o trace.ObjectID) int32 {
		return (int32(h.TypeOf.At(o))*51 + int32(uint32(o/64)*2654435761>>16%51)) % 512
	}
	return g
}

// BenchmarkClosures compares each computation over a heap with one plain traversal of it. Run it with -cpu 1 to compare one core with one
// core.
func BenchmarkClosures(b *testing.B) {
	for _, heap := range []struct {
		name string
		make func(objects int) *trace.Heap
	}{{"random", randomLive}, {"records", records}} {
		h := heap.make(1_000_000)
		g, groups := graph(b, h), groupsOf(h)
		size := func(ctx context.Context, kinds ...closure.Kind) error {
			_, err := g.Sizes(ctx, groups, kinds, nil, nil)
			return err
		}
		for _, c := range []struct {
			name string
			pass func(ctx context.Context) error
		}{
			{"plain", func(ctx context.Context) error {
				_, err := closure.Reachable(ctx, h)
				return err
			}},
			{"graph", func(ctx context.Context) error {
				_, err := closure.NewGraph(ctx, h)
				return err
			}},
			{"dominators", func(ctx context.Context) error {
				_, err := dominators.Find(ctx, h)
				return err
			}},
			{"deep 512", func(ctx context.Context) error { return size(ctx, closure.Deep) }},
			{"retained 512", func(ctx context.Context) error { return size(ctx, closure.Retained) }},
			{"both 512", func(ctx context.Context) error { return size(ctx, closure.Deep, closure.Retained) }},
			{"closest roots", func(ctx context.Context) error {
				_, err := g.Roots().Closest(ctx, nil)
				return err
			}},
		} {
			b.Run(heap.name+"/"+c.name, func(b *testing.B) {
				for b.Loop() {
					if err := c.pass(b.Context()); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(h.Len())*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mobjects/s")
			})
		}
	}
}
