package closure_test

import (
	"slices"
	"testing"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// holding is a heap with data that one static field holds. Something else may hold the data as well.
type holding struct {
	*tracetest.HeapBuilder
	data, holder trace.ObjectID
	node         trace.TypeID
}

func newHolding() *holding {
	x := &holding{HeapBuilder: tracetest.NewHeap()}
	x.node = x.Type("app.Node", 24, "next")
	main := x.Type("app.Main", 16)
	class := x.Class(main, 100, trace.NoObject)
	x.Root(class, trace.RootClass, "")
	x.holder, x.data = x.Object(x.node), x.Object(x.node)
	x.Refer(class, "cache", x.holder)
	x.Refer(x.holder, "next", x.data)
	x.Refer(x.data, "next", x.Object(x.node))
	return x
}

// reference creates a reference object of a JDK type that a static field holds. Its referent is o.
func (x *holding) reference(name string, o trace.ObjectID) trace.ObjectID {
	t := x.Type(name, 48, "referent")
	class := x.Class(x.Type("app.Keeper", 16), 100, trace.NoObject)
	x.Root(class, trace.RootClass, "")
	ref := x.Object(t)
	x.Refer(ref, "referent", o)
	x.Refer(class, "kept", ref)
	return ref
}

// TestWhatHoldsNothing checks that one static field alone owns the data, whatever else refers to it without holding it. The walk, the
// owners, the closest and all GC roots, and the what-if must agree.
func TestWhatHoldsNothing(t *testing.T) {
	for name, refer := range map[string]func(x *holding){
		"weak reference":    func(x *holding) { x.reference("java.lang.ref.WeakReference", x.data) },
		"phantom reference": func(x *holding) { x.reference("java.lang.ref.PhantomReference", x.data) },
		"soft reference":    func(x *holding) { x.reference("java.lang.ref.SoftReference", x.data) },
		"behind a soft reference": func(x *holding) {
			between := x.Object(x.node)
			x.Refer(between, "next", x.data)
			x.reference("java.lang.ref.SoftReference", between)
		},
		"unreachable object": func(x *holding) { x.Refer(x.Object(x.node), "next", x.data) },
		"unfinalized": func(x *holding) {
			finalizer := x.Type("java.lang.ref.Finalizer", 64, "referent", "next", "prev")
			class := x.Class(finalizer, 100, trace.NoObject)
			first, second := x.Object(finalizer), x.Object(finalizer)
			x.Root(class, trace.RootClass, "")
			x.Refer(class, "unfinalized", first)
			x.Refer(first, "next", second)
			x.Refer(second, "prev", first)
			x.Refer(second, "referent", x.data)
		},
	} {
		t.Run(name, func(t *testing.T) {
			x := newHolding()
			refer(x)
			h := x.Heap()
			r := graph(t, h).Roots()
			checkOnlyOwner(t, r, x.data, "static field app.Main.cache")
			root := slices.IndexFunc(r.Names, func(n closure.RootName) bool { return n.Member == "cache" })
			cut := r.Removal(func(n closure.RootName) bool { return n == r.Names[root] })
			freed, err := graph(t, h).WhatIf(t.Context(), []closure.Removal{cut}, nil, r.Weak())
			if err != nil {
				t.Fatal(err)
			}
			if freed[0].Objects != 3 {
				t.Errorf("without the static field %d objects are freed; expected 3", freed[0].Objects)
			}
		})
	}
}

// checkOnlyOwner checks that only the GC root named want holds o.
func checkOnlyOwner(t *testing.T, r *closure.Roots, o trace.ObjectID, want string) {
	t.Helper()
	closest, err := r.Closest(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	all, err := r.Indirect(t.Context(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	target := bitset.New(8).Set(uint(o))
	got := owners(t, r, closure.OwnersQuery{Roots: true, Target: target})
	if len(got.Owners) != 1 || r.Names[got.Owners[0].Group].String() != want || got.Owners[0].Exclusive.Objects != 1 {
		t.Errorf("owners %v of %v; expected %s alone", got.Owners, r.Names, want)
	}
	for what, roots := range map[string][]closure.RootID{"closest": closest.Of(o), "all": all.Of(o)} {
		if len(roots) != 1 || r.Names[roots[0]].String() != want {
			t.Errorf("%s roots %v of %v; expected %s", what, roots, r.Names, want)
		}
	}
}

// TestHeldOnlySoftly checks that an object held only by a soft reference belongs to the owner of the reference and is reported as such. An
// object that only a weak reference refers to has no owner.
func TestHeldOnlySoftly(t *testing.T) {
	x := newHolding()
	cached, gone := x.Object(x.node), x.Object(x.node)
	x.Refer(cached, "next", x.Object(x.node))
	x.reference("java.lang.ref.SoftReference", cached)
	weak := x.Object(x.Type("java.lang.ref.WeakReference", 48, "referent"))
	x.Refer(weak, "referent", gone)
	x.Root(weak, trace.RootInterned, "weak")
	h := x.Heap()
	r := graph(t, h).Roots()
	checkOnlyOwner(t, r, cached, "static field app.Keeper.kept")
	if r.Held(gone) || !r.Held(cached) {
		t.Errorf("held: gone %v, cached %v", r.Held(gone), r.Held(cached))
	}
	got := owners(t, r, closure.OwnersQuery{Roots: true, Target: bitset.New(8).Set(uint(cached)).Set(uint(gone)).Set(uint(x.data))})
	if got.Target.Objects != 2 || got.SoftlyReachable.Objects != 1 || got.All.Objects != 2 {
		t.Errorf("target %v, softly %v, all %v; expected 2, 1 and 2 objects", got.Target, got.SoftlyReachable, got.All)
	}
}

// TestThreadOwnsItself checks that a running thread owns its data, although its frames, its group and a static field refer to the thread.
func TestThreadOwnsItself(t *testing.T) {
	x := newHolding()
	thread := x.Object(x.Type("java.lang.Thread", 64, "locals"))
	own := x.Object(x.node)
	x.Refer(thread, "locals", own)
	n := x.Thread("worker", thread, "app.Main.run(Main.java:7)")
	x.Local(thread, n, 0)
	group := x.Object(x.Type("java.lang.ThreadGroup", 48, "threads"))
	threads := x.Array(x.ArrayType("java.lang.Thread[]"), 1)
	x.Refer(group, "threads", threads)
	x.Element(threads, 0, thread)
	x.Root(group, trace.RootInterned, "group")
	class := x.Class(x.Type("app.Pool", 16), 100, trace.NoObject)
	x.Root(class, trace.RootClass, "")
	x.Refer(class, "first", thread)
	checkOnlyOwner(t, graph(t, x.Heap()).Roots(), own, "thread worker")
}

// redeployed returns a heap with data in the static field of app.Driver, for each of some loaders. The loaders share a type, and each
// loaded its own class of that name. A registry holds an object of each class.
func redeployed(loaders int) (h *trace.Heap, data []trace.ObjectID) {
	b := tracetest.NewHeap()
	loader, entry := b.Type("app.Loader", 16), b.Type("app.Entry", 16, "next")
	driver := []trace.TypeID{b.Type("app.Driver", 16), b.Type("app.Driver", 16)}
	registry := b.Array(b.ArrayType("java.lang.Object[]"), 2)
	keeper := b.Class(b.Type("java.sql.DriverManager", 16), 100, trace.NoObject)
	b.Root(keeper, trace.RootClass, "")
	b.Refer(keeper, "drivers", registry)
	for i := range loaders {
		class := b.Class(driver[i], 100, b.Object(loader))
		data = append(data, b.Object(entry))
		b.Refer(class, "ALL", data[i])
		b.Element(registry, i, b.Object(driver[i]))
	}
	return b.Heap(), data
}

// TestStaticFieldsOfLoaders checks static fields of classes that one of several loaders of the program loaded. They are fields of the
// class, which an object of the class holds. The static fields of the only loader are GC roots.
func TestStaticFieldsOfLoaders(t *testing.T) {
	h, data := redeployed(2)
	for _, o := range data {
		checkOnlyOwner(t, graph(t, h).Roots(), o, "static field java.sql.DriverManager.drivers")
	}
	h, data = redeployed(1)
	checkOnlyOwner(t, graph(t, h).Roots(), data[0], "static field app.Driver.ALL")
}
