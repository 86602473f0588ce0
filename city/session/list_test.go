package session_test

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"memcity/city/recording"
	"memcity/city/resolve/objects"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/inspect"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// listed returns the numbers of listed objects.
func listed(l *inspect.Listing) (numbers []uint32) {
	for i := range l.Objects {
		numbers = append(numbers, l.Objects[i].Object)
	}
	return numbers
}

// TestListsOfRandomHeaps compares each order with sorting the objects of a group by the sizes in the report on each.
func TestListsOfRandomHeaps(t *testing.T) {
	for seed := range uint64(4) {
		h := tracetest.RandomHeap(seed, 60)
		h.Address = func(o trace.ObjectID) uint64 { return 8 * uint64(uint32(o)*2654435761%1024) }
		r := heapsOf(h)
		r.Knows = trace.KnowsObjects | trace.KnowsReferences | trace.KnowsRoots
		o := recording.New(r, recording.Options{})
		heap, key := trees.HeapState{By: byType}, ""
		var all []inspect.ObjectLine
		for id := range trace.ObjectID(h.Len()) {
			report, err := objects.Object(t.Context(), o, inspect.ObjectQuery{Heap: heap, Object: uint32(id)}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if key = cmp.Or(key, report.Key); report.Key == key {
				all = append(all, report.ObjectLine)
			}
		}
		for order, less := range map[inspect.Order]func(a, b *inspect.ObjectLine) int{
			inspect.ByRetained: func(a, b *inspect.ObjectLine) int { return cmp.Compare(b.Retains.Bytes, a.Retains.Bytes) },
			inspect.ByShallow:  func(a, b *inspect.ObjectLine) int { return cmp.Compare(b.Shallow, a.Shallow) },
			inspect.ByAddress: func(a, b *inspect.ObjectLine) int {
				return cmp.Compare(h.Address(trace.ObjectID(a.Object)), h.Address(trace.ObjectID(b.Object)))
			},
		} {
			slices.SortFunc(all, func(a, b inspect.ObjectLine) int { return cmp.Or(less(&a, &b), cmp.Compare(a.Object, b.Object)) })
			got, err := objects.Listed(t.Context(), o, inspect.ListQuery{Heap: heap, Keys: seq.Of(key), Order: order}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got.All != len(all) || !slices.Equal(listed(got), listed(&inspect.Listing{Objects: all})) {
				t.Errorf("seed %d by %s: %v, want %v", seed, order, listed(got), listed(&inspect.Listing{Objects: all}))
			}
		}
	}
}

// TestFind checks the objects that a text finds: strings, types, threads and classes, regardless of case, and an address.
func TestFind(t *testing.T) {
	b := tracetest.NewHeap()
	text, long := b.String("an Order of tea"), b.String(strings.Repeat("x", 70_000)+"order")
	node := b.Object(b.Type("app.OrderNode", 16))
	threads := b.Type("java.lang.Thread", 64)
	worker, other := b.Object(threads), b.Object(threads)
	b.Thread("order-worker", worker)
	b.Thread("main", other)
	class := b.Class(b.Type("app.ORDERS", 16), 100, trace.NoObject)
	for _, o := range []trace.ObjectID{text, long, node, class} {
		b.Root(o, trace.RootJNIGlobal, "")
	}
	h := b.Heap()
	h.Address = func(o trace.ObjectID) uint64 { return 0x1000 + 8*uint64(o) }
	r := heapsOf(h)
	r.Knows = trace.KnowsObjects | trace.KnowsReferences | trace.KnowsRoots | trace.KnowsFields | trace.KnowsTexts
	o := recording.New(r, recording.Options{})
	for find, want := range map[string][]trace.ObjectID{"order": {text, node, worker, class}, "ORDER OF": {text}, "main": {other}, "thread": {worker, other},
		fmt.Sprintf("0x%x", h.Address(node)): {node}, fmt.Sprintf("0X%X", h.Address(worker)): {worker}, "0x1": nil, "1000": nil, "nothing": nil} {
		got, err := objects.Listed(t.Context(), o, inspect.ListQuery{Heap: trees.HeapState{By: byType}, Find: find}, nil)
		slices.Sort(want)
		var numbers []trace.ObjectID
		if err == nil {
			for _, n := range listed(got) {
				numbers = append(numbers, trace.ObjectID(n))
			}
		}
		if err != nil || !slices.Equal(numbers, want) || got.All != len(want) {
			t.Errorf("%q: %v, %v, want %v", find, numbers, err, want)
		}
	}
}

// TestListLimits checks that a list has at most 200 objects, and that inputs without addresses have no order by address.
func TestListLimits(t *testing.T) {
	b := tracetest.NewHeap()
	first := b.Objects(b.Type("app.A", 16), 201)
	b.Root(first, trace.RootJNIGlobal, "")
	r := heapsOf(b.Heap())
	r.Knows = trace.KnowsObjects | trace.KnowsReferences | trace.KnowsRoots
	o := recording.New(r, recording.Options{})
	q := inspect.ListQuery{Heap: trees.HeapState{By: byType}, Order: inspect.ByShallow}
	got, err := objects.Listed(t.Context(), o, q, nil)
	if err != nil || got.All != 201 || len(got.Objects) != 200 || got.Objects[199].Object != 199 {
		t.Errorf("%d of %d, %v", len(got.Objects), got.All, err)
	}
	q.Order = inspect.ByAddress
	if _, err := objects.Listed(t.Context(), o, q, nil); !errors.Is(err, objects.ErrNoAddresses) {
		t.Errorf("without addresses: %v", err)
	}
}
