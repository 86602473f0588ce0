package group_test

import (
	"context"
	"fmt"
	"testing"

	"memcity/analysis/group"
	"memcity/trace"
	"memcity/trace/tracetest"
)

func TestAge(t *testing.T) {
	b := tracetest.NewHeap()
	thing := b.Type("app.Thing", 16)
	b.GCs(40)
	for _, age := range []uint32{0, 0, 1, 3, 4, 7, 8, 15, 16, 31, 32, 40} {
		b.Born(b.Object(thing), 40-age)
	}
	b.Born(b.Object(thing), 41) // as if born after the heap state
	b.Object(thing)
	h := b.Heap()
	wantCounts(t, grouped(t, h, "age", nil), map[string]int64{"Heap": 14, "Heap#0 GCs survived": 3, "Heap#1 GC survived": 1,
		"Heap#3 GCs survived": 1, "Heap#4 to 7 GCs survived": 2, "Heap#8 to 15 GCs survived": 2, "Heap#16 to 31 GCs survived": 2,
		"Heap#32 to 63 GCs survived": 2, "Heap#" + group.BornBefore: 1})
	for least, want := range map[uint32]int64{0: 10, 3: 8, 7: 6, 39: 1, 40: 0, 4294967293: 0} {
		g, err := group.New(context.Background(), subject(h, nil), chain(t, "type"),
			group.Options{Filters: chain(t, fmt.Sprintf("older-than(%d)", least))})
		if err != nil {
			t.Fatal(err)
		}
		if got := g.Tree.Nodes[0].Objects; got != want {
			t.Errorf("%d objects are older than %d GCs, want %d", got, least, want)
		}
	}
	if got := counts(grouped(t, tracetest.RandomHeap(1, 10), "age", nil)); got["Heap#"+group.BornBefore] != 10 {
		t.Errorf("ages of objects without births: %v", got)
	}
}

// TestSampled checks objects whose allocation was not sampled, in every classifier of sites. They go where the samples of similar objects
// are. Nothing is known about other types.
func TestSampled(t *testing.T) {
	b := tracetest.NewHeap()
	thing, other := b.Type("app.Thing", 16<<10), b.Type("app.Other", 16)
	main := b.Thread("main", trace.NoObject)
	seen := b.Object(thing)
	b.Objects(thing, 9)
	b.Objects(other, 5)
	b.Site(seen, -1, "app.Main.run:12", "app.Main.main:3")
	b.AllocatedBy(seen, main)
	b.Sampled(64 << 10)
	h := b.Heap()
	for by, key := range map[string]string{"site": "app.Main.run(Main.java:12)", "domain-site": "app.Main.run(Main.java:12)",
		"call-sites": "app.Main.main(Main.java:3)", "thread": "main"} {
		g := grouped(t, h, by, nil)
		wantCounts(t, g, map[string]int64{"Heap": 15, "Heap#" + key: 10, "Heap#" + group.NotSampled: 5})
		if got, want := estimatesOf(g), "Heap#"+key+": 1 sample, [2 10] [33841 163840]\n"; got != want {
			t.Errorf("%s: %s, want %s", by, got, want)
		}
	}
	h.SiteOf, h.Sites, h.ThreadOf = nil, nil, nil // at a point where none of them lives
	for _, by := range []string{"site", "domain-site", "call-sites", "thread"} {
		wantCounts(t, grouped(t, h, by, nil), map[string]int64{"Heap": 15, "Heap#" + group.NotSampled: 15})
	}
}

// TestAgesInPoints checks objects that are followed across GC points: without births in the heap state, ages count points, not GCs.
func TestAgesInPoints(t *testing.T) {
	b := tracetest.NewHeap()
	b.Objects(b.Type("app.Thing", 16), 6)
	for births, want := range map[bool]map[string]int64{
		false: {"Heap": 6, "Heap#0 GC points survived": 1, "Heap#1 GC point survived": 1, "Heap#4 to 7 GC points survived": 1,
			"Heap#" + group.ThereBefore: 2, "Heap#" + group.NotToldApart: 1},
		true: {"Heap": 6, "Heap#0 GCs survived": 1, "Heap#1 GC survived": 1, "Heap#4 to 7 GCs survived": 1, "Heap#" + group.BornBefore: 2,
			"Heap#" + group.NotToldApart: 1},
	} {
		h := b.Heap()
		if births {
			h.BirthOf = make([]uint32, h.Len())
		}
		s := subject(h, nil)
		s.Survived = func(context.Context) (func(trace.ObjectID) (int, bool), error) {
			return func(o trace.ObjectID) (int, bool) {
				return []int{0, 1, 5, group.Indistinct, 0, 9}[o], o < 3
			}, nil
		}
		g, err := group.New(t.Context(), s, chain(t, "age"), group.Options{Objects: true})
		if err != nil {
			t.Fatal(err)
		}
		wantCounts(t, g, want)
	}
}
