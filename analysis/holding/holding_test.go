package holding_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"memcity/analysis/closure"
	"memcity/analysis/closure/dominators"
	"memcity/analysis/group"
	"memcity/analysis/holding"
	"memcity/analysis/staleness"
	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/usage"
)

// world is a heap with lists whose use is known.
type world struct {
	*tracetest.HeapBuilder
	list, array, item trace.TypeID
	log               *usage.Builder
	number            map[trace.ObjectID]usage.CollectionID
	arrays            map[trace.ObjectID]trace.ObjectID // by list
	elements          map[trace.ObjectID][]trace.ObjectID
}

func newWorld() *world {
	b := tracetest.NewHeap()
	w := &world{HeapBuilder: b, log: usage.NewBuilder(usage.Options{}), number: map[trace.ObjectID]usage.CollectionID{},
		arrays: map[trace.ObjectID]trace.ObjectID{}, elements: map[trace.ObjectID][]trace.ObjectID{}}
	w.list, w.array = b.Type("java.util.ArrayList", 24, "elementData"), b.ArrayType("java.lang.Object[]")
	w.item = b.Type("app.Item", 16, "a", "b")
	return w
}

// listOf adds a list. In the log, its elements are added at 0; each is read once at its time in reads, up to 100.
func (w *world) listOf(reads []int, elements ...trace.ObjectID) trace.ObjectID {
	list, array := w.Object(w.list), w.Array(w.array, len(elements))
	w.Refer(list, "elementData", array)
	id := uint64(len(w.number)) + 1
	w.log.Alloc(id, 0, w.log.String("Main.java:5"), w.log.String("java.util.ArrayList"), 0)
	for i, e := range elements {
		w.Element(array, i, e)
		w.log.Add(id, uint64(i)+1, i+1, w.log.String("Main.java:6"), w.log.String("app.Item"), 0)
		if i < len(reads) && reads[i] > 0 {
			w.log.Get(id, uint64(i)+1, len(elements), w.log.String("Main.java:7"), usage.Millis(reads[i]), 1)
		}
	}
	w.number[list], w.arrays[list], w.elements[list] = usage.CollectionID(id-1), array, elements
	return list
}

func (w *world) find(t *testing.T) (*trace.Heap, *holding.Column) {
	t.Helper()
	h := w.Heap()
	v, err := staleness.Whole(w.log.Build(100))
	if err != nil {
		t.Fatal(err)
	}
	g, err := closure.NewGraph(t.Context(), h)
	if err != nil {
		t.Fatal(err)
	}
	d, err := dominators.Find(t.Context(), h)
	if err != nil {
		t.Fatal(err)
	}
	column, err := holding.Find(t.Context(), &holding.Input{Heap: h, Alive: g.IsLive, Graph: g, Dominators: d, View: v, Threshold: 0.5,
		Number: func(o trace.ObjectID) (usage.CollectionID, bool) {
			c, ok := w.number[o]
			return c, ok
		}})
	if err != nil {
		t.Fatal(err)
	}
	return h, column
}

// TestFind checks that a list holds its elements and what only they keep alive. Of two lists, the one that is read counts.
func TestFind(t *testing.T) {
	w := newWorld()
	both, own, below, service, behind := w.Object(w.item), w.Object(w.item), w.Object(w.item), w.Object(w.item), w.Object(w.item)
	w.Refer(own, "a", below)
	w.Refer(below, "a", own) // a way back does not make it shared
	w.Refer(service, "a", behind)
	pair := w.Object(w.item)
	w.Refer(both, "a", pair)
	w.Refer(own, "b", both)
	stale := w.listOf(nil, both, own, service)
	read := w.listOf([]int{90}, both)
	empty := w.listOf(nil)
	for _, o := range []trace.ObjectID{stale, read, empty, service} {
		w.Root(o, trace.RootStaticField, "app.Main.field")
	}
	_, c := w.find(t)
	if len(c.Holders) != 2 || c.Holders[0].Object != read || math.Abs(c.Holders[0].Staleness-0.1) > 1e-9 || c.Holders[1].Staleness != 1 ||
		c.Holders[0].Above != 0 || c.Holders[1].Above != 1 || c.Holders[0].LastRead != 90 || c.Holders[1].LastRead != usage.Never {
		t.Fatalf("%+v", c.Holders)
	}
	for o, want := range map[trace.ObjectID]int32{stale: 1, w.arrays[stale]: 1, own: 1, below: 1, service: 1, behind: holding.None, read: 0,
		both: 0, pair: 0, empty: holding.None} {
		if c.Of[o] != want {
			t.Errorf("object %d: %d, want %d", o, c.Of[o], want)
		}
	}
}

// TestOracle compares with the definition on random heaps.
func TestOracle(t *testing.T) {
	for seed := range uint64(150) {
		rng := rand.New(rand.NewPCG(seed, 7))
		w := newWorld()
		items := make([]trace.ObjectID, 30)
		for i := range items {
			items[i] = w.Object(w.item)
		}
		for _, o := range items {
			for _, field := range []string{"a", "b"} {
				if rng.IntN(3) > 0 {
					w.Refer(o, field, items[rng.IntN(len(items))])
				}
			}
		}
		var lists []trace.ObjectID
		for range 1 + rng.IntN(4) {
			var elements []trace.ObjectID
			var reads []int
			for range rng.IntN(6) {
				elements, reads = append(elements, items[rng.IntN(len(items))]), append(reads, rng.IntN(100))
			}
			lists = append(lists, w.listOf(reads, elements...))
		}
		for _, o := range append(lists, items[:2]...) {
			if rng.IntN(4) > 0 {
				w.Root(o, trace.RootStaticField, "app.Main.field")
			}
		}
		h, c := w.find(t)
		checkOracle(t, seed, w, h, c)
	}
}

func checkOracle(t *testing.T, seed uint64, w *world, h *trace.Heap, c *holding.Column) {
	t.Helper()
	reach := func(without func(trace.ObjectID) bool) map[trace.ObjectID]bool {
		seen := map[trace.ObjectID]bool{}
		var visit func(o trace.ObjectID)
		visit = func(o trace.ObjectID) {
			if seen[o] || without(o) {
				return
			}
			seen[o] = true
			for _, to := range h.References(o) {
				visit(to)
			}
		}
		for _, r := range h.Roots {
			visit(r.Object)
		}
		return seen
	}
	want := map[trace.ObjectID]int32{}
	fixed := map[trace.ObjectID]bool{}
	for i := range c.Holders {
		list := c.Holders[i].Object
		for _, o := range []trace.ObjectID{list, w.arrays[list]} {
			want[o], fixed[o] = int32(i), true
		}
		for _, e := range w.elements[list] {
			if _, known := want[e]; !known {
				want[e] = int32(i)
			}
		}
	}
	alive := reach(func(trace.ObjectID) bool { return false })
	otherwise := reach(func(o trace.ObjectID) bool { return fixed[o] })
	assigned := map[trace.ObjectID]map[trace.ObjectID]bool{} // what is alive without each object
	for o := range want {
		assigned[o] = reach(func(x trace.ObjectID) bool { return x == o })
	}
	for i := range h.TypeOf.All() {
		o := trace.ObjectID(i)
		expected, known := want[o]
		if !known {
			expected = holding.None
			if alive[o] && !otherwise[o] {
				closest := trace.NoObject
				for d := range want {
					if !assigned[d][o] && (closest == trace.NoObject || !assigned[closest][d]) {
						closest = d
					}
				}
				if closest != trace.NoObject {
					expected = want[closest]
				}
			}
		}
		if c.Of[o] != expected {
			t.Fatalf("seed %d, object %d: %d, want %d", seed, o, c.Of[o], expected)
		}
	}
}

// TestCount checks that groups have the means over what is held, and the holder with most.
func TestCount(t *testing.T) {
	w := newWorld()
	a, b := w.Object(w.item), w.Object(w.item)
	stale, read := w.listOf(nil, a), w.listOf([]int{100}, b)
	w.Root(stale, trace.RootStaticField, "app.Main.a")
	w.Root(read, trace.RootStaticField, "app.Main.b")
	w.Root(w.Object(w.item), trace.RootStaticField, "app.Main.c")
	h, c := w.find(t)
	chain, err := group.Builtin().Parse("type")
	if err != nil {
		t.Fatal(err)
	}
	g, err := group.New(t.Context(), &group.Subject{Heap: h, Names: trace.NewNames(), Knows: trace.KnowsObjects}, chain, group.Options{Objects: true})
	if err != nil {
		t.Fatal(err)
	}
	counts, err := c.Count(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	for n := range g.Tree.Nodes {
		k := counts[n]
		held := map[string]int64{"app.Item": 2, "java.util.ArrayList": 2, "java.lang.Object[]": 2}[g.Tree.Name(int32(n))]
		if n == 0 {
			held = 6
		}
		if !k.Known || k.Held.Objects != held || k.Stale.Objects != 0.5 || k.Stale.Bytes != 0.5 || k.Above != k.Stale || k.Largest == holding.None ||
			2*k.LargestPart.Objects != held {
			t.Errorf("%s: %+v", g.Tree.Name(int32(n)), k)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Count(ctx, g); err == nil {
		t.Error("counting goes on when cancelled")
	}
	short := &holding.Column{}
	if _, err := short.Count(t.Context(), g); err == nil {
		t.Error("a column of another heap is counted")
	}
}
