package graph_test

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"memcity/analysis/graph"
	"memcity/trace"
	"memcity/trace/tracetest"
)

func TestPersons(t *testing.T) {
	h := persons(3)
	g := start(t, h, graph.Options{}, ofType(h, "java.lang.String")...)
	wantText(t, g, "0 java.lang.String: 3 keep 3 asked in out")
	wantWords(t, g, "")
	g = paths(t, expand(t, g, "java.lang.String", graph.PointsTo))
	wantText(t, g, `
0 java.util.LinkedList: 1 keep 3
1 java.util.LinkedList$Node: 3 keep 3
2 app.Person: 3 keep 3
3 java.lang.String: 3 keep 3 asked
4 byte[]: 3 keep 0
5 static field app.Main.persons: 1 keep 3
0>1: 1/2/2 keep 3 first:1 last:1 strongest
1>1: 3/4/3 keep 3 next:2 prev:2
1>2: 3/3/3 keep 3 item:3 strongest
2>3: 3/3/3 keep 3 name:3 strongest
3>4: 3/3/3 keep 0 value:3
5>0: 1/1/1 keep 3 strongest
`)
	wantWords(t, g, "3 String are kept alive by 3 Person, these by 3 LinkedList$Node, these by 1 LinkedList, this by the static field Main.persons")
	if got, want := g.Strongest.Objects, []int64{1, 1, 3, 3, 3}; !reflect.DeepEqual(got, want) {
		t.Errorf("objects on the path: %d, want %d", got, want)
	}
}

// TestPartOfList checks the middle of a list. The node with the selected objects is not split, and the other entries are one node.
func TestPartOfList(t *testing.T) {
	h := persons(9)
	g := paths(t, start(t, h, graph.Options{}, ofType(h, "app.Person")[4]))
	wantWords(t, g, "1 Person is kept alive by 1 LinkedList$Node, this by 8 LinkedList$Node, these by 1 LinkedList, this by the static field Main.persons")
}

func TestRootsOfOneKindShareANode(t *testing.T) {
	b := tracetest.NewHeap()
	typ := b.Type("T", 16)
	for _, name := range []string{"A.a", "A.b", "A.c", "A.d"} {
		b.Root(b.Object(typ), trace.RootStaticField, name)
	}
	b.Root(3, trace.RootStaticField, "A.a")
	thread := b.Thread("main", trace.NoObject, "A.run(A.java:3)")
	b.Local(2, thread, 0)
	g := expand(t, start(t, b.Heap(), graph.Options{Roots: 2}, 0, 1, 2, 3), "T", graph.PointedFrom)
	wantText(t, g, `
0 T: 4 keep 4 asked
1 static field A.a: 2 keep 2
2 static field A.b: 1 keep 1
3 2 other static field: 2 keep 2
4 local variable main, A.run(A.java:3): 1 keep 1
1>0: 1/2/2 keep 2 strongest
2>0: 1/1/1 keep 1
3>0: 2/2/2 keep 2
4>0: 1/1/1 keep 1
`)
	wantWords(t, g, "2 of 4 T are kept alive by the static field A.a; "+
		"2 also by 2 GC roots of kind static field; 1 also by the static field A.b")
}

func TestWordsOfRoots(t *testing.T) {
	tests := []struct {
		root func(b *tracetest.HeapBuilder, o trace.ObjectID)
		want string
	}{
		{func(b *tracetest.HeapBuilder, o trace.ObjectID) {
			b.Local(o, b.Thread("worker", trace.NoObject, "A.run(A.java:3)"), 0)
		}, "a local variable in A.run(A.java:3) of the thread worker"},
		{func(b *tracetest.HeapBuilder, o trace.ObjectID) { b.Thread("worker", o) }, "the thread worker"},
		{func(b *tracetest.HeapBuilder, o trace.ObjectID) { b.Root(o, trace.RootJNIGlobal, "") }, "the GC root JNI global"},
		{func(b *tracetest.HeapBuilder, o trace.ObjectID) {
			b.Root(o, trace.RootStaticField, "com.example.Shop$Cache.all")
		}, "the static field Shop$Cache.all"},
	}
	for _, test := range tests {
		b := tracetest.NewHeap()
		o := b.Object(b.Type("a.b.T", 16))
		test.root(b, o)
		g := paths(t, start(t, b.Heap(), graph.Options{}, o))
		wantWords(t, g, "1 T is kept alive by "+test.want)
	}
}

// TestWhatIsNotFollowed checks that weak references keep nothing alive. Static fields are GC roots, not references of the class object.
func TestWhatIsNotFollowed(t *testing.T) {
	b := tracetest.NewHeap()
	reference := b.Type("java.lang.ref.Reference", 32, "referent", "queue")
	weak := b.Subtype(reference, "java.lang.ref.WeakReference", 32)
	soft := b.Subtype(reference, "java.lang.ref.SoftReference", 32)
	entry := b.Subtype(weak, "java.util.WeakHashMap$Entry", 48, "value")
	selected := b.Object(b.Type("T", 16))
	class := b.Class(b.Type("app.Main", 16), 96, selected) // the selected object is also the loader
	b.Root(class, trace.RootClass, "app.Main")
	b.Refer(class, "cache", selected)
	b.Refer(class, "other", b.Object(soft))
	for _, typ := range []trace.TypeID{weak, soft, entry} {
		b.Refer(b.Object(typ), "referent", selected)
	}
	b.Refer(b.Object(entry), "value", selected)
	g := expand(t, start(t, b.Heap(), graph.Options{}, selected), "T", graph.PointedFrom)
	wantText(t, g, `
0 java.lang.Class: 1 keep 1 in
1 java.lang.ref.SoftReference: 1 keep 1
2 java.util.WeakHashMap$Entry: 1 keep 1
3 T: 1 keep 1 asked
4 static field app.Main.cache: 1 keep 1
0>3: 1/1/1 keep 1 <loader>:1
1>3: 1/1/1 keep 1 referent:1
2>3: 1/1/1 keep 1 value:1
4>3: 1/1/1 keep 1 strongest
`)
	g = expand(t, g, g.Nodes[0].Key, graph.PointsTo)
	if g.Nodes[0].CanOut || len(g.Nodes) != 5 {
		t.Errorf("a static field was followed:\n%s", text(g))
	}
}

// TestStrongestIsAPathOfObjects checks two objects of one type that lead from one GC root to different types. The path must not switch from
// one to the other, though this would be shorter.
func TestStrongestIsAPathOfObjects(t *testing.T) {
	b := tracetest.NewHeap()
	middle := b.Type("M", 16, "a", "b")
	selected := b.Object(b.Type("T", 16, "t"))
	far, mid, near := b.Object(b.Type("Far", 16, "t")), b.Object(b.Type("Mid", 16, "t")), b.Object(b.Type("Near", 16, "t"))
	first, second := b.Object(middle), b.Object(middle)
	b.Root(first, trace.RootStaticField, "A.first")
	b.Refer(first, "a", far)
	b.Refer(far, "t", mid)
	b.Refer(mid, "t", selected)
	b.Refer(second, "b", near)
	b.Refer(near, "t", selected)
	g := paths(t, start(t, b.Heap(), graph.Options{}, selected))
	wantWords(t, g, "1 T is kept alive by 1 Mid, this by 1 Far, this by 1 M, this by the static field A.first")
}

// TestManyTypesQueried queries objects of many types, each a small share of all. Their holders must form one group nevertheless.
func TestManyTypesQueried(t *testing.T) {
	b := tracetest.NewHeap()
	list, holder := b.ArrayType("List"), b.Type("Holder", 16, "value")
	all := b.Array(list, 40)
	b.Root(all, trace.RootStaticField, "Main.all")
	var selected []trace.ObjectID
	for i := range 40 {
		h := b.Object(holder)
		b.Element(all, i, h)
		selected = append(selected, b.Object(b.Type("T"+string(rune('a'+i)), 16)))
		b.Refer(h, "value", selected[i])
	}
	g := paths(t, start(t, b.Heap(), graph.Options{}, selected...))
	if len(g.Nodes) != 43 || g.Nodes[1].Name != "Holder" || g.Nodes[1].Alive != 40 || g.Nodes[42].Alive != 40 {
		t.Errorf("graph is\n%s", text(g))
	}
	wantWords(t, g, "40 objects are kept alive by 40 Holder, these by 1 List, this by the static field Main.all")
}

func TestRemove(t *testing.T) {
	ctx := context.Background()
	h := persons(3)
	full := paths(t, start(t, h, graph.Options{}, ofType(h, "java.lang.String")...))
	before := text(full)
	g, err := full.Remove(ctx, full.Nodes[1].Key)
	if err != nil {
		t.Fatal(err)
	}
	wantText(t, g, `
0 app.Person: 3 keep 3 in
1 java.lang.String: 3 keep 3 asked out
0>1: 3/3/3 keep 3 name:3
`)
	again := paths(t, g)
	if text(again) != before {
		t.Errorf("paths after a removal:\n%s", text(again))
	}
	if text(full) != before {
		t.Error("the removal changed the graph that it started from")
	}
	root := full.Nodes[len(full.Nodes)-1].Key
	g, err = full.Remove(ctx, root)
	if err != nil {
		t.Fatal(err)
	}
	if g.Find(root) >= 0 || !g.Nodes[0].CanIn {
		t.Errorf("after the removal of the GC root:\n%s", text(g))
	}
	if g = expand(t, g, g.Nodes[0].Key, graph.PointedFrom); text(g) != before {
		t.Errorf("after another expansion:\n%s", text(g))
	}
}

func TestLimits(t *testing.T) {
	b := tracetest.NewHeap()
	selected := b.Object(b.Type("T", 16))
	for i := range 30 {
		typ := b.Type("holder."+string(rune('A'+i)), 16, "t")
		for range i + 1 {
			b.Refer(b.Object(typ), "t", selected)
		}
	}
	g := start(t, b.Heap(), graph.Options{New: 4}, selected)
	next := expand(t, g, "T", graph.PointedFrom)
	if len(next.Nodes) != 5 || next.Cut != 26 || len(next.Nodes[0].Objects) != 27 || !next.Nodes[4].CanIn {
		t.Errorf("%d nodes, %d cut:\n%s", len(next.Nodes), next.Cut, text(next))
	}
	g = paths(t, start(t, b.Heap(), graph.Options{Nodes: 10}, selected))
	if len(g.Nodes) != 10 || g.Cut != 21 {
		t.Errorf("%d nodes, %d cut", len(g.Nodes), g.Cut)
	}
}

func TestSinglesAndSites(t *testing.T) {
	h := persons(3)
	h.Address = func(o trace.ObjectID) uint64 { return 0x1000 + uint64(o)*16 }
	g := expand(t, start(t, h, graph.Options{Singles: 3}, ofType(h, "app.Person")...), "app.Person", graph.PointedFrom)
	if got, want := len(g.Nodes), 4; got != want {
		t.Fatalf("%d nodes, want %d:\n%s", got, want, text(g))
	}
	if got, want := g.Nodes[0].Name, "java.util.LinkedList$Node at 0x1030"; got != want {
		t.Errorf("first entry is %q, want %q", got, want)
	}
	h.SiteOf = make([]trace.SiteID, h.Len())
	for o := range h.SiteOf {
		h.SiteOf[o] = trace.SiteID(o / 5)
	}
	fill, caller := trace.Frame{Class: "app.Main", Method: "fill", File: "Main.java", Line: 3}, trace.Frame{Class: "app.Main", Method: "main"}
	h.Sites = []trace.Site{{Frames: []trace.Frame{fill}}, {Frames: []trace.Frame{fill, caller}}, {Frames: []trace.Frame{caller}}}
	h.SiteOf[9] = trace.NoSite
	g = start(t, h, graph.Options{Sites: true}, ofType(h, "app.Person")...)
	wantText(t, g, "0 app.Person of app.Main.fill(Main.java:3): 2 keep 2 asked in out\n1 app.Person: 1 keep 1 asked in out")
}

func TestErrors(t *testing.T) {
	ctx := context.Background()
	h := persons(2)
	s := source(t, h)
	for _, test := range []struct {
		queried []trace.ObjectID
		want    string
	}{
		{[]trace.ObjectID{3, 99}, "object 99: the heap state has only 9 objects"},
		{[]trace.ObjectID{3, 3}, "object 3: requested out of order"},
		{[]trace.ObjectID{3, 1}, "object 1: requested out of order"},
	} {
		if _, err := graph.New(ctx, s, test.queried, graph.Options{}); err == nil || err.Error() != test.want {
			t.Errorf("asking for %d: %v, want %s", test.queried, err, test.want)
		}
	}
	g := paths(t, start(t, h, graph.Options{}, ofType(h, "app.Person")...))
	root := g.Nodes[len(g.Nodes)-1].Key
	steps := map[string]func() (*graph.Graph, error){
		`node "x": the graph has no such node`:                      func() (*graph.Graph, error) { return g.Expand(ctx, "x", graph.PointsTo) },
		`node "y": the graph has no such node`:                      func() (*graph.Graph, error) { return g.Paths(ctx, "y", nil) },
		`node "z": the graph has no such node`:                      func() (*graph.Graph, error) { return g.Remove(ctx, "z") },
		`node "app.Person": the selected objects cannot be removed`: func() (*graph.Graph, error) { return g.Remove(ctx, "app.Person") },
		`node "` + root + `": GC roots cannot be expanded`: func() (*graph.Graph,
			error) {
			return g.Expand(ctx, root, graph.PointsTo)
		},
		`node "` + root + `": a GC root has no paths to other roots`: func() (*graph.Graph, error) { return g.Paths(ctx, root, nil) },
	}
	for want, step := range steps {
		if _, err := step(); err == nil || err.Error() != want {
			t.Errorf("error is %v, want %s", err, want)
		}
	}
	if empty := start(t, h, graph.Options{}); len(empty.Nodes) != 0 {
		t.Errorf("nothing requested: %s", text(empty))
	}
	if empty := paths(t, start(t, h, graph.Options{})); len(empty.Nodes) != 0 || empty.Words() != "" {
		t.Errorf("paths of nothing: %s", text(empty))
	}
}

func TestKeysAreUnique(t *testing.T) {
	for seed := range uint64(20) {
		g := explored(t, tracetest.RandomHeap(seed, 300), seed, graph.Options{})
		seen := map[string]bool{}
		for i := range g.Nodes {
			if k := g.Nodes[i].Key; seen[k] || strings.TrimSpace(k) == "" {
				t.Fatalf("seed %d: key %q twice", seed, k)
			} else {
				seen[k] = true
			}
		}
	}
}

// TestUnreachableWords checks that nothing keeps alive what no GC root leads to. The words do not mention weakly held objects.
func TestUnreachableWords(t *testing.T) {
	b := tracetest.NewHeap()
	ref := b.Type("java.lang.ref.WeakReference", 16, "referent")
	value, other := b.Type("app.Value", 16), b.Type("app.Other", 16)
	weak := b.Object(ref)
	held, lost := b.Object(value), b.Objects(value, 2)
	odd := b.Object(other)
	b.Refer(weak, "referent", held)
	b.Root(weak, trace.RootThread, "main")
	h := b.Heap()
	for _, test := range []struct {
		queried []trace.ObjectID
		want    string
	}{
		{[]trace.ObjectID{lost}, "1 Value is not kept alive: no GC root leads to it"},
		{[]trace.ObjectID{lost, lost + 1}, "2 Value are not kept alive: no GC root leads to them"},
		{[]trace.ObjectID{lost, odd}, "2 objects are not kept alive: no GC root leads to them"},
		{[]trace.ObjectID{held}, ""},
		{[]trace.ObjectID{held, lost}, ""},
	} {
		g := paths(t, start(t, h, graph.Options{}, test.queried...))
		if got := g.Words(); got != test.want || g.Unreachable() != (test.want != "") {
			t.Errorf("%v: %q, unreachable %v; want %q", test.queried, got, g.Unreachable(), test.want)
		}
	}
	b = tracetest.NewHeap()
	value = b.Type("app.Value", 16)
	alone := b.Object(value)
	if g := paths(t, start(t, b.Heap(), graph.Options{}, alone)); g.Words() != "" || g.Unreachable() {
		t.Errorf("without GC roots: %q", g.Words())
	}
}

// TestPathThroughSelected checks entries of maps, most of which are in a map held by an entry of another map. The first sentence counts
// these, as its GC root keeps them alive.
func TestPathThroughSelected(t *testing.T) {
	for _, test := range []struct {
		inner int
		want  string
	}{
		{1, "1 of 2 Entry is kept alive by 1 Entry[], this by 1 Map, this by the static field Main.open"},
		{2, "3 Entry are kept alive by 2 Entry[], these by 2 Map, these by the static field Main.open"},
		{100, "101 Entry are kept alive by 2 Entry[], these by 2 Map, these by the static field Main.open"},
	} {
		b := tracetest.NewHeap()
		m, entry, table := b.Type("app.Map", 16, "table"), b.Type("app.Entry", 16, "value"), b.ArrayType("app.Entry[]")
		mapOf := func(n int) (of, first trace.ObjectID) {
			of, entries := b.Object(m), b.Array(table, n)
			b.Refer(of, "table", entries)
			first = b.Objects(entry, n)
			for i := range n {
				b.Element(entries, i, first+trace.ObjectID(i))
			}
			return of, first
		}
		open, first := mapOf(1)
		b.Root(open, trace.RootStaticField, "app.Main.open")
		reader := b.Object(b.Type("app.Reader", 16, "nodes"))
		b.Refer(first, "value", reader)
		nodes, _ := mapOf(test.inner)
		b.Refer(reader, "nodes", nodes)
		h := b.Heap()
		if got := paths(t, start(t, h, graph.Options{}, ofType(h, "app.Entry")...)).Words(); got != test.want {
			t.Errorf("%d inside: %q, want %q", test.inner, got, test.want)
		}
	}
}

// TestPathsOverLoaders checks a static field of a class that one of two loaders of the same type loaded. The class holds the field, and its
// objects in a registry hold the class. Classes of the same name share a node.
func TestPathsOverLoaders(t *testing.T) {
	b := tracetest.NewHeap()
	loader, entry := b.Type("app.Loader", 16), b.Type("app.Entry", 16)
	registry := b.Array(b.ArrayType("java.lang.Object[]"), 2)
	keeper := b.Class(b.Type("java.sql.DriverManager", 16), 100, trace.NoObject)
	b.Root(keeper, trace.RootClass, "")
	b.Refer(keeper, "drivers", registry)
	var data []trace.ObjectID
	for i := range 2 {
		driver := b.Type("app.Driver", 16)
		class := b.Class(driver, 100, b.Object(loader))
		data = append(data, b.Object(entry))
		b.Refer(class, "ALL", data[i])
		b.Element(registry, i, b.Object(driver))
	}
	g := paths(t, start(t, b.Heap(), graph.Options{}, data...))
	const want = "are kept alive by 2 Class, these by 2 Driver, these by 1 Object[], this by the static field DriverManager.drivers"
	if got := g.Words(); !strings.Contains(got, want) {
		t.Errorf("%s; expected %s", got, want)
	}
}
