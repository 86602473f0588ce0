package leak_test

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure"
	"memcity/analysis/guide/leak"
	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/testrun"
)

// distance returns the length of a shortest path from the given objects to one of a type, by a slow search; -1 for none. Paths with fewer
// references than least do not count.
func distance(h *trace.Heap, from []trace.ObjectID, kind string, least int) int {
	seen, level := map[trace.ObjectID]bool{}, from
	for n := 0; len(level) > 0; n++ {
		var next []trace.ObjectID
		for _, o := range level {
			if n >= least && h.Types[h.TypeOf.At(o)].Name == kind {
				return n
			}
		}
		for _, o := range level {
			if !seen[o] {
				seen[o] = true
				next = append(next, h.References(o)...)
			}
		}
		level = next
	}
	return -1
}

// TestPathsAreShortest checks paths from objects of a type or from static fields to objects of each type in random heaps. Each step must be
// an existing reference.
func TestPathsAreShortest(t *testing.T) {
	for seed := range uint64(12) {
		h := tracetest.RandomHeap(seed, 40)
		if seed%2 == 0 { // more static fields
			for o := range trace.ObjectID(5) {
				h.Roots = append(h.Roots, trace.Root{Kind: trace.RootStaticField, Object: o * 7, Thread: -1, Frame: -1, Detail: "app.Main.f0"})
			}
		}
		for from := range h.Types {
			for to := range h.Types {
				name := fmt.Sprintf("seed %d, %s to %s", seed, h.Types[from].Name, h.Types[to].Name)
				var starts []trace.ObjectID
				for o, of := range h.TypeOf.All() {
					if of == trace.TypeID(from) {
						starts = append(starts, trace.ObjectID(o))
					}
				}
				query := leak.PathQuery{From: func(n string) bool { return n == h.Types[from].Name },
					To: func(n string) bool { return n == h.Types[to].Name }}
				checkPath(t, name, h, query, distance(h, starts, h.Types[to].Name, 1), 1)
			}
			var starts []trace.ObjectID
			for _, r := range h.Roots {
				if r.Detail == "app.Main.f0" {
					starts = append(starts, r.Object)
				}
			}
			query := leak.PathQuery{Static: func(n string) bool { return n == "app.Main.f0" },
				To: func(n string) bool { return n == h.Types[from].Name }}
			checkPath(t, fmt.Sprintf("seed %d, static field to %s", seed, h.Types[from].Name), h, query,
				distance(h, starts, h.Types[from].Name, 0), 2)
		}
	}
}

// checkPath checks that FindPath returns a valid path with the given number of references and further steps; none for -1.
func checkPath(t *testing.T, name string, h *trace.Heap, query leak.PathQuery, references, more int) {
	t.Helper()
	steps, err := leak.FindPath(t.Context(), h, nil, query)
	if err != nil {
		t.Fatal(err)
	}
	if references < 0 && steps != nil || references >= 0 && len(steps) != references+more {
		t.Errorf("%s: %+v, want %d references", name, steps, references)
		return
	}
	for i, s := range steps {
		if first := i < more; first != (s.Field == "") || i == 0 && more == 2 && s.Name != "static field app.Main.f0" {
			t.Errorf("%s: step %d is %+v", name, i, s)
		}
		if i >= more && !refers(h, steps[i-1].Name, s.Field, s.Name) {
			t.Errorf("%s: no reference is step %d: %+v", name, i, steps)
		}
	}
	if len(steps) > 0 && !query.To(steps[len(steps)-1].Name) {
		t.Errorf("%s: it ends at %s", name, steps[len(steps)-1].Name)
	}
}

func refers(h *trace.Heap, from, field, to string) bool {
	for o := range trace.ObjectID(h.Len()) {
		for i, x := range h.References(o) {
			slot := h.FieldAt(o, i)
			if strings.HasPrefix(slot, "[") {
				slot = leak.Element
			}
			if h.Types[h.TypeOf.At(o)].Name == from && h.Types[h.TypeOf.At(x)].Name == to && slot == field {
				return true
			}
		}
	}
	return false
}

// TestWorkOnHeapsIsCancelled checks that passes over all objects stop when canceled, and report it.
func TestWorkOnHeapsIsCancelled(t *testing.T) {
	h := office(3, 2)
	s, places, _ := holders(t, h)
	any := func(string) bool { return true }
	none := func(string) bool { return false }
	for name, work := range map[string]func(ctx context.Context) error{
		"places":    func(ctx context.Context) error { _, err := leak.NewHolders().Add(ctx, h, nil, nil); return err },
		"dominance": func(ctx context.Context) error { _, err := s.NewDominance(ctx, h, nil, places); return err },
		"path": func(ctx context.Context) error {
			_, err := leak.FindPath(ctx, h, nil, leak.PathQuery{From: any, To: none})
			return err
		},
	} {
		testrun.CancelEverywhere(t, name, work)
	}
}

// TestObjectsOfLoaders compares loaders, their classes and the objects of these with a pass over all objects.
func TestObjectsOfLoaders(t *testing.T) {
	for seed := range uint64(40) {
		random := rand.New(rand.NewPCG(seed, 2))
		b := tracetest.NewHeap()
		var loaders []trace.ObjectID
		for range 4 {
			loaders = append(loaders, b.Object(b.Type("app.Loader", 32)))
		}
		of := map[trace.ObjectID]trace.ObjectID{} // loader by class and object
		for i := range 12 {
			kind, loader := b.Type(fmt.Sprint("app.T", i), 16), trace.NoObject
			if i%4 > 0 {
				loader = loaders[random.IntN(4)]
			}
			if i%3 > 0 { // a type without a class object is known only by its objects
				of[b.Class(kind, 50, loader)] = loader
			}
			for range random.IntN(4) {
				o := b.Object(kind)
				if i%3 > 0 {
					of[o] = loader
				}
			}
		}
		h := b.Heap()
		for n := range 5 {
			some := slices.Sorted(slices.Values(loaders[:n]))
			want := slices.Clone(some)
			for o, loader := range of {
				if slices.Contains(some, loader) {
					want = append(want, o)
				}
			}
			slices.Sort(want)
			if got := leak.OfLoaders(h, some); !slices.Equal(got, want) {
				t.Errorf("seed %d, %d loaders: %v, want %v", seed, n, got, want)
			}
		}
	}
}

// TestClassesThatCount checks which classes count as loaded repeatedly: not those that the runtime generates, those with a dead loader, or
// those of loaders in every program. Types of loaders are sorted by number of loaders, then by name.
func TestClassesThatCount(t *testing.T) {
	b := tracetest.NewHeap()
	reachable := bitset.New(1000)
	load := func(loader, class string, times int, alive bool) {
		kind := b.Type(loader, 32)
		for i := range times {
			l := b.Object(kind)
			if alive {
				reachable.Set(uint(l))
			}
			b.Class(b.Type(strings.ReplaceAll(class, "#", fmt.Sprint(i)), 16), 100, l)
		}
	}
	load("app.B", "app.Plugin", 3, true)
	load("app.A", "app.Plugin#", 3, true)
	load("app.C", "app.Main", 5, true)
	load("app.Dead", "app.Plugin", 9, false)
	load("app.Lambda", "app.Main$$Lambda", 9, true)
	load("app.Proxy", "app.$Proxy#", 9, true)
	load("app.Hidden", "app.Main/0x12#", 9, true)
	load("sun.reflect.DelegatingClassLoader", "app.Accessor", 9, true)
	load("jdk.internal.loader.ClassLoaders$AppClassLoader", "app.Main", 9, true)
	load("app.Few", "app.Main", 2, true)
	h := b.Heap()
	for _, test := range []struct {
		reachable *bitset.BitSet
		least     int
		want      string
	}{
		{reachable, 3, "app.C app.Main 5, app.A app.PluginN 3, app.B app.Plugin 3"}, {reachable, 4, "app.C app.Main 5"}, {reachable, 6, ""},
		{nil, 5, "app.Dead app.Plugin 9, app.C app.Main 5"},
	} {
		var got []string
		for _, x := range leak.FindLoadedAgain(h, test.reachable, test.least) {
			got = append(got, fmt.Sprintf("%s %s %d", x.Type, x.Class, len(x.Loaders)))
			if !slices.IsSorted(x.Loaders) || x.Classes != len(x.Loaders) {
				t.Errorf("%+v", x)
			}
		}
		if strings.Join(got, ", ") != test.want {
			t.Errorf("at least %d: %q, want %q", test.least, got, test.want)
		}
	}
}

// TestPlacesOfObjects checks that places are sorted by number of objects and then by index, and that objects without a place are ignored.
func TestPlacesOfObjects(t *testing.T) {
	s := leak.NewHolders()
	for seed := range uint64(50) {
		random := rand.New(rand.NewPCG(seed, 4))
		places, count := make([]leak.Place, 60), map[leak.Place]int{}
		var objects []trace.ObjectID
		for o := range places {
			places[o] = leak.Place(random.IntN(6)) - 1
			if places[o] == 4 {
				places[o] = leak.NoPlace
			}
			if random.IntN(2) == 0 {
				objects = append(objects, trace.ObjectID(o))
				if places[o] != leak.NoPlace {
					count[places[o]]++
				}
			}
		}
		got := s.PlacesOf(places, objects)
		if len(got) != len(count) || !slices.IsSortedFunc(got, func(a, b leak.Place) int {
			return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b))
		}) {
			t.Errorf("seed %d: %v of %v", seed, got, count)
		}
	}
}

// TestRootsAreRemoved checks the removal of each kind of GC root: a static field by its reference, a listed root by its number, and a
// thread with everything that belongs to it.
func TestRootsAreRemoved(t *testing.T) {
	b := tracetest.NewHeap()
	kind := b.Type("app.A", 16)
	var objects []trace.ObjectID
	for range 6 {
		objects = append(objects, b.Object(kind))
	}
	main := b.Class(b.Type("app.Main", 16), 50, trace.NoObject)
	b.Refer(main, "first", objects[0])
	b.Refer(main, "second", objects[1])
	b.Root(main, trace.RootClass, "")
	b.Root(objects[2], trace.RootStaticField, "app.Other.field")
	n := b.Thread("worker-1", objects[3], "app.Worker.run(Worker.java:3)")
	b.Local(objects[4], n, 0)
	b.Root(objects[5], trace.RootJNIGlobal, "")
	h := b.Heap()
	s, places, _ := holders(t, h)
	for i, text := range []string{"static field app.Main.first", "static field app.Main.second", "static field app.Other.field",
		"thread worker-N"} {
		p := s.Find([]leak.Step{{Type: text}})
		if p == leak.NoPlace {
			t.Fatalf("%s has no place", text)
		}
		removal := s.RootRemoval(p)
		var held []trace.ObjectID
		for _, r := range removal.References {
			held = append(held, h.References(r.From)[r.Index])
		}
		for _, k := range removal.Roots {
			held = append(held, h.Roots[k].Object)
		}
		slices.Sort(held)
		want := objects[i : i+1]
		if i == 3 {
			want = objects[3:5]
		}
		if !slices.Equal(held, want) || len(removal.References) > 0 != (i < 2) ||
			!slices.Equal(removal.Objects, map[int][]trace.ObjectID{3: objects[3:4]}[i]) {
			t.Errorf("%s: %+v holds %v, want %v", text, removal, held, want)
		}
		if root := s.Path(places[objects[i]])[0]; root != p {
			t.Errorf("object %d is below %s, want %s", i, s.Nodes[root].Type, text)
		}
	}
	if r := s.RootRemoval(places[objects[0]]); len(r.Roots)+len(r.References)+len(r.Objects) > 0 {
		t.Errorf("what is no GC root: %+v", r)
	}
}

// TestEntriesOfOneContainer checks that types of at least a twentieth of a container are entries, if together they are half of it.
func TestEntriesOfOneContainer(t *testing.T) {
	for _, test := range []struct {
		second int64
		rest   int // bytes of other objects in it
		want   string
	}{
		{400, 0, "app.First app.Second app.Third"}, {48, 0, "app.First app.Second app.Third"}, {40, 0, "app.First app.Third"},
		{400, 23_000, "app.First app.Second app.Third"}, {400, 24_000, ""}, {40, 14_000, "app.First app.Third"}, {40, 16_000, ""},
	} {
		b := tracetest.NewHeap()
		first, second, third := b.Type("app.First", 400), b.Type("app.Second", test.second), b.Type("app.Third", 400)
		array := b.Array(b.ArrayType("java.lang.Object[]"), 61)
		b.Root(array, trace.RootStaticField, "app.Main.all")
		for i := range 20 {
			b.Element(array, i, b.Object(first))
			b.Element(array, 20+i, b.Object(second))
			b.Element(array, 40+i, b.Object(third))
		}
		b.Element(array, 60, b.Array(b.PrimitiveType("byte[]", 1), test.rest))
		s, d := dominance(t, b.Heap())
		var entries []string
		for _, x := range d.Accumulations(t.Context(), 1500) {
			for _, p := range x.Parts[0].Tops {
				entries = append(entries, s.Nodes[p].Type)
			}
		}
		slices.Sort(entries)
		if got := strings.Join(entries, " "); got != test.want {
			t.Errorf("%+v: %q", test, got)
		}
	}
}

// TestMostGrownAtItsEnds checks that growth counts from 32 KiB.
func TestMostGrownAtItsEnds(t *testing.T) {
	times := []time.Duration{0, time.Second, 2 * time.Second, 3 * time.Second}
	for growth, want := range map[int]bool{1<<15 - 8: false, 1 << 15: true} {
		s := leak.NewHolders()
		for _, size := range []int{0, 10_000, 20_000, growth} {
			b := tracetest.NewHeap()
			add := listOf(b, "app.Main.text", 1)
			add(b.Array(b.PrimitiveType("byte[]", 1), size))
			if _, err := s.Add(t.Context(), b.Heap(), nil, nil); err != nil {
				t.Fatal(err)
			}
		}
		found, ok := s.MostGrown(times)
		if ok != want || ok && (found.Owner != "static field app.Main.text" || !found.Uneven || found.GrowthBytes() != int64(growth)) {
			t.Errorf("by %d bytes: %v, %+v", growth, ok, found)
		}
	}
}

// TestRootsOfUnknownThreads checks that a local variable of an unlisted thread belongs to no thread.
func TestRootsOfUnknownThreads(t *testing.T) {
	for _, thread := range []int32{-1, 0, 1, 2, 100} {
		b := tracetest.NewHeap()
		kind := b.Type("app.A", 16)
		b.Thread("worker", b.Object(kind), "app.Worker.run(Worker.java:3)")
		local := b.Object(kind)
		b.Root(local, trace.RootLocal, "")
		h := b.Heap()
		h.Roots[len(h.Roots)-1].Thread = thread
		s, _, _ := holders(t, h)
		removal := s.RootRemoval(s.Find([]leak.Step{{Type: "thread worker"}}))
		held := slices.ContainsFunc(removal.Roots, func(i int) bool { return h.Roots[i].Object == local })
		if held != (thread == 0) {
			t.Errorf("thread %d of 1: removed with it %v", thread, held)
		}
	}
}

// TestWalkReachesWhatCanBeFreed checks that removing all GC roots frees exactly the objects with places, in number and bytes. Otherwise a
// share could exceed the whole. This includes class objects that only object headers hold, and everything that they hold.
func TestWalkReachesWhatCanBeFreed(t *testing.T) {
	hidden := 0
	for seed := range uint64(200) {
		h := randomClasses(seed)
		s, places, _ := holders(t, h)
		g, err := closure.NewGraph(t.Context(), h)
		if err != nil {
			t.Fatal(err)
		}
		var all closure.Removal
		for i := range h.Roots {
			all.Roots = append(all.Roots, i)
		}
		freed, err := g.WhatIf(t.Context(), []closure.Removal{all}, nil, closure.WeakByType(h, true))
		if err != nil {
			t.Fatal(err)
		}
		if freed[0].Objects != s.Objects[0] || freed[0].Bytes != s.Bytes[0] {
			t.Errorf("seed %d: %+v are freed of %d objects, %d bytes", seed, freed[0], s.Objects[0], s.Bytes[0])
		}
		for _, p := range places {
			if p != leak.NoPlace && s.Nodes[s.Path(p)[0]].Type == "headers of objects" {
				hidden++
			}
		}
	}
	if hidden < 100 {
		t.Errorf("%d objects are held by headers alone", hidden)
	}
}

// randomClasses returns a random heap with class objects, some of which refer to others and some of which are GC roots.
func randomClasses(seed uint64) *trace.Heap {
	random := rand.New(rand.NewPCG(seed, 17))
	b := tracetest.NewHeap()
	var types []trace.TypeID
	for i := range 12 {
		types = append(types, b.Type(fmt.Sprintf("app.T%d", i), int64(16+8*i), "a", "b"))
	}
	soft := b.Type("java.lang.ref.SoftReference", 48, "referent")
	objects := 30 + random.IntN(60)
	for range objects {
		b.Object(types[random.IntN(len(types))])
	}
	for _, t := range types {
		if random.IntN(4) > 0 {
			class := b.Class(t, 50+random.IntN(100), trace.NoObject)
			for i := range random.IntN(3) {
				b.Refer(class, []string{"<signers>", "<resolved_references>"}[i%2], trace.ObjectID(random.IntN(objects)))
			}
			if random.IntN(8) == 0 {
				b.Root(class, trace.RootClass, "")
			}
			if random.IntN(4) == 0 {
				b.Refer(class, "f", trace.ObjectID(random.IntN(objects)))
			}
		}
	}
	for o := range objects {
		for _, field := range []string{"a", "b"} {
			if random.IntN(3) == 0 {
				b.Refer(trace.ObjectID(o), field, trace.ObjectID(random.IntN(objects)))
			}
		}
	}
	b.Refer(b.Object(soft), "referent", trace.ObjectID(random.IntN(objects)))
	for i := range 1 + random.IntN(4) {
		b.Root(trace.ObjectID(random.IntN(objects)), trace.RootStaticField, fmt.Sprintf("app.Main.f%d", i))
	}
	return b.Heap()
}
