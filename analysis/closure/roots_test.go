package closure_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// distances returns how far each reachable object is from the objects that a root name holds, in references.
func distances(h *trace.Heap, r *closure.Roots, root closure.RootID) map[trace.ObjectID]int {
	far := map[trace.ObjectID]int{}
	var queue []trace.ObjectID
	for o := range trace.ObjectID(h.Len()) {
		if slices.Contains(r.Direct(o), root) {
			far[o] = 0
			queue = append(queue, o)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, to := range h.References(queue[0]) {
			if _, seen := far[to]; !seen {
				far[to] = far[queue[0]] + 1
				queue = append(queue, to)
			}
		}
	}
	return far
}

// TestRootsByDefinition compares root sets with one traversal per root. The heaps have no class objects.
func TestRootsByDefinition(t *testing.T) {
	ties := 0
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 3))
		h := tracetest.RandomHeap(seed, 100+int(seed)*17)
		for i := range 3 + 6*int(seed) {
			h.Roots = append(h.Roots, trace.Root{Kind: trace.RootInterned, Object: trace.ObjectID(rng.IntN(h.Len())), Thread: -1, Frame: -1,
				Detail: fmt.Sprint("r", i)})
		}
		r := graph(t, h).Roots()
		keep := func(n closure.RootName) bool { return n.Owner != "r1" }
		closest, err := r.Closest(t.Context(), keep)
		if err != nil {
			t.Fatal(err)
		}
		indirect, err := r.Indirect(t.Context(), keep, nil)
		if err != nil {
			t.Fatal(err)
		}
		far := make([]map[trace.ObjectID]int, len(r.Names))
		for i, name := range r.Names {
			if keep(name) {
				far[i] = distances(h, r, closure.RootID(i))
			}
		}
		for o := range trace.ObjectID(h.Len()) {
			var all, near []closure.RootID
			least := h.Len()
			for i := range far {
				d, reaches := far[i][o]
				if !reaches {
					continue
				}
				all = append(all, closure.RootID(i))
				if d < least {
					least, near = d, nil
				}
				if d == least {
					near = append(near, closure.RootID(i))
				}
			}
			if !slices.Equal(closest.Of(o), near) || !slices.Equal(indirect.Of(o), all) {
				t.Fatalf("seed %d: object %d has closest %v, indirect %v; expected %v and %v", seed, o, closest.Of(o), indirect.Of(o), near, all)
			}
			if len(near) > 1 {
				ties++
			}
			path := closest.Path(o)
			checkPath(t, h, r, path, near, o, least)
			before := trace.NoObject
			if len(path) > 1 {
				before = path[len(path)-2]
			}
			if got := closest.Before(o); got != before {
				t.Fatalf("object %d comes after %d on path %v", o, got, path)
			}
		}
	}
	if ties < 20 {
		t.Errorf("only %d objects have several closest roots", ties)
	}
}

// TestShortestPaths checks paths built from predecessors. They must be as short as those of [closure.Closest] and end in the same GC roots.
func TestShortestPaths(t *testing.T) {
	for seed := range uint64(20) {
		h := tracetest.RandomHeap(seed, 100+int(seed)*17)
		r := graph(t, h).Roots()
		closest, err := r.Closest(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		paths, err := r.ShortestPaths(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for o := range trace.ObjectID(h.Len()) {
			want := closest.Path(o)
			if want == nil {
				if paths.Before(o) != trace.NoObject {
					t.Fatalf("seed %d: object %d, which nothing holds, comes after %d", seed, o, paths.Before(o))
				}
				continue
			}
			var path []trace.ObjectID
			for at := o; at != trace.NoObject; at = paths.Before(at) {
				path = append(path, at)
			}
			slices.Reverse(path)
			checkPath(t, h, r, path, closest.Of(o), o, len(want)-1)
		}
	}
}

func checkPath(t *testing.T, h *trace.Heap, r *closure.Roots, path []trace.ObjectID, near []closure.RootID, o trace.ObjectID, least int) {
	t.Helper()
	if len(near) == 0 {
		if path != nil {
			t.Fatalf("object %d has path %v; expected none", o, path)
		}
		return
	}
	held := slices.ContainsFunc(r.Direct(path[0]), func(root closure.RootID) bool { return slices.Contains(near, root) })
	if len(path) != least+1 || !held || path[least] != o {
		t.Fatalf("object %d has path %v; expected %d references from roots %v", o, path, least, near)
	}
	for i := 1; i < len(path); i++ {
		if !slices.Contains(h.References(path[i-1]), path[i]) {
			t.Fatalf("path %v: %d does not refer to %d", path, path[i-1], path[i])
		}
	}
}

// program returns what a heap dump has for a program with two classes. It has their class objects and the loader that holds them, a thread
// that holds the loader, a static field, and a local variable.
func program() (h *trace.Heap, o map[string]trace.ObjectID) {
	b := tracetest.NewHeap()
	loader := b.Type("app.Loader", 32, "classes", "parent")
	classes := b.ArrayType("java.lang.Class[]")
	thread := b.Type("java.lang.Thread", 64, "contextClassLoader")
	main, data := b.Type("app.Main", 16), b.Type("app.Data", 24, "next")
	o = map[string]trace.ObjectID{
		"loader": b.Object(loader), "classes": b.Array(classes, 1), "thread": b.Object(thread),
		"cached": b.Object(data), "next": b.Object(data), "local": b.Object(data),
	}
	o["Main"] = b.Class(main, 100, o["loader"])
	o["Data"] = b.Class(data, 80, o["loader"])
	b.Refer(o["thread"], "contextClassLoader", o["loader"])
	b.Refer(o["loader"], "classes", o["classes"])
	b.Element(o["classes"], 0, o["Main"]) // only the headers of its instances keep Data alive
	b.Refer(o["Main"], "cache", o["cached"])
	b.Refer(o["cached"], "next", o["next"])
	b.Local(o["local"], b.Thread("worker", o["thread"], "app.Main.run(Main.java:7)"), 0)
	return b.Heap(), o
}

func TestRootsOfStaticFields(t *testing.T) {
	h, o := program()
	r := graph(t, h).Roots()
	closest, err := r.Closest(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	indirect, err := r.Indirect(t.Context(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	texts := func(set []closure.RootID) []string {
		texts := []string{}
		for _, root := range set {
			texts = append(texts, r.Names[root].String())
		}
		return texts
	}
	const cache, local, thread = "static field app.Main.cache", "local variable worker, app.Main.run(Main.java:7)", "thread worker"
	for _, test := range []struct {
		of                        string
		direct, closest, indirect []string
	}{
		{"cached", []string{cache}, []string{cache}, []string{cache}}, // not the thread, though its loader has the class
		{"next", nil, []string{cache}, []string{cache}},
		{"local", []string{local}, []string{local}, []string{local}},
		{"thread", []string{thread}, []string{thread}, []string{thread}},
		{"Main", nil, []string{thread}, []string{cache, local, thread}},
		{"Data", nil, []string{cache, local}, []string{cache, local}}, // over headers alone
		{"loader", nil, []string{thread}, []string{cache, local, thread}},
	} {
		got := [][]string{texts(r.Direct(o[test.of])), texts(closest.Of(o[test.of])), texts(indirect.Of(o[test.of]))}
		for i, want := range [][]string{test.direct, test.closest, test.indirect} {
			if !slices.Equal(got[i], want) {
				t.Errorf("%s: %s roots %q; expected %q", test.of, []string{"direct", "closest", "indirect"}[i], got[i], want)
			}
		}
	}
	for _, name := range r.Names {
		if want := name.Kind != trace.RootThread; name.IsVariable() != want {
			t.Errorf("%s is a variable: %v", name, !want)
		}
	}
}

// TestHeadersKeepClasses checks a class object that only its instances hold.
func TestHeadersKeepClasses(t *testing.T) {
	h, o := program()
	g := graph(t, h)
	if g.Live() != h.Len() || !g.IsLive(o["Data"]) {
		t.Errorf("%d of %d objects live", g.Live(), h.Len())
	}
	instances := []trace.ObjectID{o["cached"], o["next"], o["local"]}
	deep, retained := sizes(t, g, closure.ObjectGroups(h, instances, instances[:1], []trace.ObjectID{o["thread"]}))
	want := trace.Amount{Objects: 4, Bytes: 3*24 + 80}
	if retained[0] != want {
		t.Errorf("the instances retain %v; expected their class, too: %v", retained[0], want)
	}
	if deep[1].Objects != 6 || retained[1].Objects != 2 {
		t.Errorf("the cached one reaches %d objects and retains %d", deep[1].Objects, retained[1].Objects)
	}
	if retained[2].Objects != 1 {
		t.Errorf("the thread retains %d objects: its loader is also held by the class of the local variable", retained[2].Objects)
	}
}

func TestHolders(t *testing.T) {
	h, o := program()
	r := graph(t, h).Roots()
	got, err := r.Holders(t.Context(), bitset.New(0).Set(uint(o["cached"])).Set(uint(o["next"])).Set(uint(o["local"])), nil)
	if err != nil {
		t.Fatal(err)
	}
	one, two := trace.Amount{Objects: 1, Bytes: 24}, trace.Amount{Objects: 2, Bytes: 48}
	want := []closure.Holder{{Root: 0, Direct: one, Closest: two, Indirect: two}, {Root: 1, Direct: one, Closest: one, Indirect: one}}
	if !slices.Equal(got, want) {
		t.Errorf("holders %v; expected %v", got, want)
	}
}

func TestReferrers(t *testing.T) {
	h := tracetest.RandomHeap(4, 70000)
	back, err := graph(t, h).Referrers(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := make([][]trace.ObjectID, h.Len())
	for o := range trace.ObjectID(h.Len()) {
		for _, to := range h.References(o) {
			want[to] = append(want[to], o)
		}
	}
	for o := range trace.ObjectID(h.Len()) {
		if !slices.Equal(back.Of(o), want[o]) {
			t.Fatalf("object %d is referred to by %v; expected %v", o, back.Of(o), want[o])
		}
	}
}

// TestReferrersOfSome checks references to some objects against the references to all, for any number of objects anywhere in the heap.
func TestReferrersOfSome(t *testing.T) {
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(seed, 4))
		h := tracetest.RandomHeap(seed, []int{64, 63, 65, 20 + random.IntN(200)}[seed%4])
		some := bitset.New(uint(h.Len()))
		for o := range h.Len() {
			some.SetTo(uint(o), random.IntN(3) == 0)
		}
		if seed%5 == 0 {
			some = bitset.New(uint(h.Len())).Complement()
		}
		back, err := graph(t, h).ReferrersOf(t.Context(), some)
		if err != nil {
			t.Fatal(err)
		}
		g := graph(t, h)
		all, err := g.Referrers(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		kept, err := g.ReferrersOf(t.Context(), some)
		if err != nil || kept != all {
			t.Errorf("seed %d: all are known, and not used: %v", seed, err)
		}
		for o := range trace.ObjectID(h.Len()) {
			want := all.Of(o)
			if !some.Test(uint(o)) {
				want = nil
			}
			if got := back.Of(o); !slices.Equal(got, want) {
				t.Fatalf("seed %d, object %d: %v, want %v", seed, o, got, want)
			}
		}
	}
}
