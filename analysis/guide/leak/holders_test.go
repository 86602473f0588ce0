package leak_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"memcity/analysis/closure"
	"memcity/analysis/guide/leak"
	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/golden"
)

// office returns a heap state with a static map of n orders, a static cache of 50 pages, and a thread with a queue of m jobs. A weak
// reference leads to the text of the first order.
func office(n, m int) *trace.Heap {
	b := tracetest.NewHeap()
	table := b.ArrayType("java.util.HashMap$Node[]")
	hashMap := b.Type("java.util.HashMap", 48, "table")
	node := b.Type("java.util.HashMap$Node", 32, "value", "next")
	order := b.Type("app.Order", 24, "text")
	text := b.Type("java.lang.String", 24, "value")
	weak := b.Type("java.lang.ref.WeakReference", 48, "referent")
	thread := b.Type("java.lang.Thread", 64, "queue")
	list := b.Type("app.Job", 2000, "next")

	fill := func(field string, count int, typ trace.TypeID) {
		m, t := b.Object(hashMap), b.Array(table, count)
		b.Root(m, trace.RootStaticField, field)
		b.Refer(m, "table", t)
		for i := range count {
			e, v := b.Object(node), b.Object(typ)
			b.Element(t, i, e)
			b.Refer(e, "value", v)
			if typ == order {
				s := b.Object(text)
				b.Refer(v, "text", s)
				if i == 0 {
					w := b.Object(weak)
					b.Refer(w, "referent", s)
					b.Root(w, trace.RootJNIGlobal, "")
				}
			}
		}
	}
	fill("app.Shop.orders", n, order)
	fill("app.Shop.pages", 50, b.Type("app.Page", 500))
	worker := b.Object(thread)
	b.Root(worker, trace.RootThread, "")
	last := worker
	for i := range m {
		j := b.Object(list)
		b.Refer(last, map[bool]string{true: "queue", false: "next"}[i == 0], j)
		last = j
	}
	return b.Heap()
}

// placed adds heap states one second apart, and returns the places of the last one.
func placed(t *testing.T, heaps ...*trace.Heap) (*leak.Holders, []leak.Place, []time.Duration) {
	t.Helper()
	s := leak.NewHolders()
	var places []leak.Place
	var times []time.Duration
	for i, h := range heaps {
		reachable, err := closure.Reachable(context.Background(), h)
		if err != nil {
			t.Fatal(err)
		}
		if places, err = s.Add(context.Background(), h, reachable, nil); err != nil {
			t.Fatal(err)
		}
		times = append(times, time.Duration(i)*time.Second)
	}
	return s, places, times
}

// holders is placed, and also compares places and suspects with a golden file.
func holders(t *testing.T, heaps ...*trace.Heap) (*leak.Holders, []leak.Place, []time.Duration) {
	t.Helper()
	s, places, times := placed(t, heaps...)
	golden.Collect(t, golden.Text(s.Nodes))
	if len(heaps) > 1 {
		golden.Collect(t, golden.Text(s.Suspects(times)))
		most, ok := s.MostGrown(times)
		golden.Collect(t, fmt.Sprint(golden.Text(most), ok))
	}
	return s, places, times
}

func TestSuspects(t *testing.T) {
	var heaps []*trace.Heap
	for i := range 6 {
		heaps = append(heaps, office(500*(i+1), 30))
	}
	s, places, times := holders(t, heaps...)
	suspects := s.Suspects(times)
	if len(suspects) != 1 {
		t.Fatalf("%d suspects: %+v", len(suspects), suspects)
	}
	x := &suspects[0]
	if x.Owner != "static field app.Shop.orders" || x.Kind != "java.util.HashMap" || !x.Anchored || x.GrowthObjects() != 2500 {
		t.Errorf("%+v", x)
	}
	groups := s.Groups(x.Tops(), x.From)
	if !slices.ContainsFunc(groups, func(g leak.Group) bool { return g.Type == "app.Order" && g.GrowthObjects == 2500 }) {
		t.Errorf("no group of orders in %+v", groups)
	}
	if got := len(leak.Objects(places, x.Tops())[x.Tops()[0]]); got != 3000 {
		t.Errorf("%d objects pile up, expected 3000", got)
	}
	if removal := s.RootRemoval(s.Path(x.At)[0]); len(removal.Roots) != 1 || heaps[5].Roots[removal.Roots[0]].Detail != "app.Shop.orders" {
		t.Errorf("the GC root is %+v", removal)
	}
}

// A chain has one place regardless of its length, and belongs to its thread.
func TestSuspectsOfChains(t *testing.T) {
	var heaps []*trace.Heap
	for i := range 5 {
		heaps = append(heaps, office(20, 40*(i+1)))
	}
	s, _, times := holders(t, heaps...)
	suspects := s.Suspects(times)
	if len(suspects) != 1 || suspects[0].Root != "thread" || len(s.Path(suspects[0].Tops()[0])) != 3 || suspects[0].Objects[4] != 200 {
		t.Fatalf("%+v", suspects)
	}
}

// A number that does not grow, or has levelled off, is no suspect.
func TestNoSuspects(t *testing.T) {
	for _, counts := range [][]int{{500, 500, 500, 500}, {100, 800, 1500, 1500, 1500, 1500}, {900, 100, 900, 100, 900, 100}, {500}, nil} {
		var heaps []*trace.Heap
		for _, n := range counts {
			heaps = append(heaps, office(n, 30))
		}
		s, _, times := holders(t, heaps...)
		if suspects := s.Suspects(times); len(suspects) > 0 {
			t.Errorf("%v: %+v", counts, suspects)
		}
	}
}

// Every reachable object is in one place, and the places' numbers add up to those of the objects.
func TestPlacesAddUp(t *testing.T) {
	for seed := range uint64(20) {
		h := tracetest.RandomHeap(seed, 400)
		s, places, _ := holders(t, h)
		reachable, err := closure.Reachable(context.Background(), h)
		if err != nil {
			t.Fatal(err)
		}
		count := map[leak.Place]int64{}
		for o, p := range places {
			if reachable.Test(uint(o)) != (p != leak.NoPlace) {
				t.Fatalf("seed %d: object %d is in place %d", seed, o, p)
			}
			if p != leak.NoPlace {
				count[p]++
				if want := h.Types[h.TypeOf.At(trace.ObjectID(o))].Name; s.Nodes[p].Type != want {
					t.Fatalf("seed %d: a %s in a place of %s", seed, want, s.Nodes[p].Type)
				}
			}
		}
		var sum int64
		for p := range s.Nodes {
			n := &s.Nodes[p]
			if n.Objects[0] != count[leak.Place(p)] {
				t.Errorf("seed %d: place %d has %d objects, not %d", seed, p, n.Objects[0], count[leak.Place(p)])
			}
			if n.Parent == leak.NoPlace {
				sum += n.AllBytes[0]
			}
		}
		if sum != s.Bytes[0] {
			t.Errorf("seed %d: the places below GC roots have %d bytes, the heap %d", seed, sum, s.Bytes[0])
		}
	}
}

func TestFindPath(t *testing.T) {
	h := office(3, 2)
	exact := func(want string) func(string) bool { return func(name string) bool { return name == want } }
	find := func(query leak.PathQuery) string {
		steps, err := leak.FindPath(context.Background(), h, nil, query)
		if err != nil {
			t.Fatal(err)
		}
		var text []string
		for _, s := range steps {
			text = append(text, fmt.Sprintf("%s:%s", s.Field, s.Name))
		}
		return fmt.Sprint(text)
	}
	want := "[:static field app.Shop.orders :java.util.HashMap table:java.util.HashMap$Node[] []:java.util.HashMap$Node value:app.Order]"
	if got := find(leak.PathQuery{Static: exact("app.Shop.orders"), To: exact("app.Order")}); got != want {
		t.Errorf("got %s", got)
	}
	for _, query := range []leak.PathQuery{
		{Static: exact("app.Shop.pages"), To: exact("app.Order")},
		{From: exact("app.Order"), To: exact("app.Page")},
		{From: exact("java.lang.ref.WeakReference"), To: exact("java.lang.String")}, // a weak reference keeps nothing alive
		{From: exact("app.Order"), To: exact("app.Order")},                          // the object itself is no path
	} {
		if got := find(query); got != "[]" {
			t.Errorf("%s", got)
		}
	}
	if got := find(leak.PathQuery{From: exact("app.Job"), To: exact("app.Job")}); got != "[:app.Job next:app.Job]" {
		t.Errorf("of a chain %s", got)
	}
}

// The results depend only on the heap states.
func TestDeterminism(t *testing.T) {
	describe := func() string {
		s, places, times := holders(t, office(100, 5), office(200, 5), office(300, 5), office(400, 5))
		return fmt.Sprint(s.Suspects(times), places, slices.Collect(func(yield func(string) bool) {
			for i := range s.Nodes {
				if !yield(s.Nodes[i].Field + s.Nodes[i].Type) {
					return
				}
			}
		}))
	}
	if first, second := describe(), describe(); first != second {
		t.Error("two runs differ")
	}
}
