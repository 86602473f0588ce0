package group_test

import (
	"context"
	"fmt"
	"testing"

	"memcity/analysis/closure"
	"memcity/analysis/group"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// BenchmarkHeap compares grouping with a plain pass over the objects, and counting references with a plain pass over all references. Heaps
// have 10 types. Those named "many" have 2,000, so that nothing about them stays in the first-level cache.
func BenchmarkHeap(b *testing.B) {
	few := tracetest.RandomHeap(1, 1_000_000)
	many := manyTypes(few, 200)
	live, err := closure.Reachable(context.Background(), few)
	if err != nil {
		b.Fatal(err)
	}
	byType, err := group.Builtin().Parse("type")
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name string
		heap *trace.Heap
		pass func(h *trace.Heap) error
	}{
		{"plain/objects", few, plainObjects},
		{"group/type", few, groups("type", false)},
		{"group/package,type", few, groups("package,type", false)},
		{"group/type/unreachable", few, func(h *trace.Heap) error {
			s := subject(h, live)
			_, err := group.New(context.Background(), s, byType, group.Options{})
			return err
		}},
		{"group/type/many", many, groups("type", false)},
		{"group/type,kind,size", few, groups("type,kind,size", false)},
		{"group/type,kind,size/many", many, groups("type,kind,size", false)},
		{"group/type,out-degree,array-length", few, groups("type,out-degree,array-length", false)},
		{"group/type,out-degree,array-length/many", many, groups("type,out-degree,array-length", false)},
		{"group/objects/type,kind,size", few, groups("type,kind,size", true)},
		{"group/type,pointed-from,type", few, groups("type,pointed-from,type", false)},
		{"plain/references", few, plainReferences},
		{"reachable", few, func(h *trace.Heap) error {
			_, err := closure.Reachable(context.Background(), h)
			return err
		}},
		{"pointers/type", few, pointers("type")},
		{"pointers/type,kind,size", few, pointers("type,kind,size")},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if err := c.pass(c.heap); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(c.heap.Len())*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mobjects/s")
		})
	}
}

func groups(by string, objects bool) func(h *trace.Heap) error {
	return func(h *trace.Heap) error {
		_, err := groupAgain(h, by, objects)
		return err
	}
}

func groupAgain(h *trace.Heap, by string, objects bool) (*group.Grouping, error) {
	chain, err := group.Builtin().Parse(by)
	if err != nil {
		return nil, err
	}
	return group.New(context.Background(), subject(h, nil), chain, group.Options{Objects: objects})
}

func pointers(by string) func(h *trace.Heap) error {
	return func(h *trace.Heap) error {
		g, err := groupAgain(h, by, true)
		if err != nil {
			return err
		}
		_, err = g.Pointers(context.Background())
		return err
	}
}

// manyTypes returns h with each type split into n.
func manyTypes(h *trace.Heap, n int) *trace.Heap {
	many := *h
	many.Types = nil
	for i := range n {
		for _, t := range h.Types {
			t.Name = fmt.Sprintf("%s_%d", t.Name, i)
			many.Types = append(many.Types, t)
		}
	}
	many.TypeOf = trace.NewTypes(h.Len(), len(many.Types))
	for o, t := range h.TypeOf.All() {
		many.TypeOf.Set(o, t+trace.TypeID(len(h.Types)*(int(o)*7919%n)))
	}
	return &many
}

var sink int64

// plainObjects adds up the sizes of all objects.
func plainObjects(h *trace.Heap) error {
	for o := range h.Len() {
		sink += h.Size(trace.ObjectID(o))
	}
	return nil
}

// plainReferences reads the type of every object that another refers to.
func plainReferences(h *trace.Heap) error {
	for o := range h.Len() {
		for _, to := range h.References(trace.ObjectID(o)) {
			sink += int64(h.TypeOf.At(to))
		}
	}
	return nil
}
