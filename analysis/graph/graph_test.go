package graph_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"memcity/analysis/graph"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// Figure 13 of "Guided Exploration": objects of type A refer to 1, 2, 3, those of type B to 1, 4, 5.
func TestFigure13(t *testing.T) {
	b := tracetest.NewHeap()
	ta, tb := b.ArrayType("A"), b.ArrayType("B")
	tc := b.Type("C", 16)
	object0 := b.Array(ta, 3) // so that the numbers are those of the figure
	b.Objects(tc, 5)
	last := b.Array(tb, 3)
	for i, c := range []trace.ObjectID{1, 2, 3} {
		b.Element(object0, i, c)
	}
	for i, c := range []trace.ObjectID{1, 4, 5} {
		b.Element(last, i, c)
	}
	g := start(t, b.Heap(), graph.Options{}, object0, last)
	one := expand(t, g, "A", graph.PointsTo)
	if got, want := objectsOf(one, "C"), "[1 2 3]"; got != want {
		t.Errorf("A points to %s, want %s", got, want)
	}
	both := expand(t, one, "B", graph.PointsTo)
	if got, want := objectsOf(both, "C"), "[1] [2 3] [4 5]"; got != want {
		t.Errorf("A and B point to %s, want %s", got, want)
	}
	wantText(t, both, `
0 A: 1 keep 1 asked
1 B: 1 keep 1 asked
2 C: 2 keep 0
3 C: 2 keep 0
4 C: 1 keep 0
0>2: 1/2/2 keep 0 [elements]:2
0>4: 1/1/1 keep 0 [elements]:1
1>3: 1/2/2 keep 0 [elements]:2
1>4: 1/1/1 keep 0 [elements]:1
`)
	if again := expand(t, both, "B", graph.PointsTo); text(again) != text(both) {
		t.Errorf("expanding twice made\n%s", text(again))
	}
	if got, want := objectsOf(one, "C"), "[1 2 3]"; got != want {
		t.Errorf("a later step changed the graph to %s", got)
	}
	onceMore := expand(t, one, "B", graph.PointsTo)
	if !reflect.DeepEqual(onceMore.Dump(), both.Dump()) {
		t.Errorf("the same step gave\n%sand\n%s", text(both), text(onceMore))
	}
}

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

// The middle of a list: the node with the objects asked about is not taken apart, and the other entries are one node.
func TestPartOfList(t *testing.T) {
	h := persons(9)
	g := paths(t, start(t, h, graph.Options{}, ofType(h, "app.Person")[4]))
	wantWords(t, g, "1 Person is kept alive by 1 LinkedList$Node, this by 8 LinkedList$Node, these by 1 LinkedList, this by the static field Main.persons")
}

// easyTravel is the example of the paper, section 4.2.3, as its explanation tells it.
func easyTravel(dates, lists int) *trace.Heap {
	b := tracetest.NewHeap()
	reference := b.Type("java.util.concurrent.atomic.AtomicReference", 16, "value")
	cache := b.ArrayType("java.util.concurrent.ConcurrentHashMap")
	list := b.ArrayType("java.util.ArrayList")
	location := b.Type("com.dynatrace.easytravel.jpa.business.Location", 24, "created")
	date := b.Type("java.util.Date", 24)
	policy := b.Type("sun.misc.PolicySubject", 24, "expires")
	service := b.Class(b.Type("com.dynatrace.easytravel.business.JourneyService", 16), 100, trace.NoObject)
	r, m := b.Object(reference), b.Array(cache, lists)
	b.Root(service, trace.RootClass, "")
	b.Refer(service, "locationCache", r)
	b.Refer(r, "value", m)
	for i := range lists {
		n := dates * (i + 1) / lists
		n -= dates * i / lists
		l := b.Array(list, n)
		b.Element(m, i, l)
		for k := range n {
			place, d := b.Object(location), b.Object(date)
			b.Element(l, k, place)
			b.Refer(place, "created", d)
			if i == 0 && k < 3 {
				b.Refer(b.Object(policy), "expires", d)
			}
		}
	}
	return b.Heap()
}

func TestEasyTravel(t *testing.T) {
	h := easyTravel(135026, 1071)
	g := paths(t, start(t, h, graph.Options{}, ofType(h, "java.util.Date")...))
	wantWords(t, g, "135,026 Date are kept alive by 135,026 Location, these by 1,071 ArrayList, these by 1 ConcurrentHashMap, "+
		"this by 1 AtomicReference, this by the static field JourneyService.locationCache")
	wantText(t, g, `
0 java.util.concurrent.atomic.AtomicReference: 1 keep 135026
1 java.util.concurrent.ConcurrentHashMap: 1 keep 135026
2 java.util.ArrayList: 1071 keep 135026
3 com.dynatrace.easytravel.jpa.business.Location: 135026 keep 135026
4 sun.misc.PolicySubject: 3 keep 3
5 java.util.Date: 135026 keep 135026 asked
6 static field com.dynatrace.easytravel.business.JourneyService.locationCache: 1 keep 135026
0>1: 1/1/1 keep 135026 value:1 strongest
1>2: 1/1071/1071 keep 135026 [elements]:1071 strongest
2>3: 1071/135026/135026 keep 135026 [elements]:135026 strongest
3>5: 135026/135026/135026 keep 135026 created:135026 strongest
4>5: 3/3/3 keep 3 expires:3
6>0: 1/1/1 keep 135026 strongest
`)
}

// twoLists are the lists of "Utilizing Object Reference Graphs", figures 3 to 7: data of each, and shared data.
func twoLists() *trace.Heap {
	b := tracetest.NewHeap()
	list := b.Type("List", 16, "head")
	link := b.Type("Node", 24, "data", "next")
	data := b.Type("Data", 16)
	d := b.Objects(data, 6)
	for i, contents := range [][]trace.ObjectID{{d, d + 1, d + 2, d + 3}, {d + 2, d + 3, d + 4, d + 5}} {
		l := b.Object(list)
		b.Root(l, trace.RootStaticField, []string{"Main.a", "Main.b"}[i])
		from, slot := l, "head"
		for _, c := range contents {
			n := b.Object(link)
			b.Refer(from, slot, n)
			b.Refer(n, "data", c)
			from, slot = n, "next"
		}
	}
	return b.Heap()
}

func TestTwoLists(t *testing.T) {
	h := twoLists()
	g := paths(t, start(t, h, graph.Options{}, ofType(h, "Data")...))
	wantText(t, g, `
0 List: 2 keep 6
1 Node: 8 keep 6
2 Data: 6 keep 6 asked
3 static field Main.a: 1 keep 4
4 static field Main.b: 1 keep 4
0>1: 2/2/2 keep 6 head:2 strongest
1>1: 6/6/6 keep 5 next:6
1>2: 8/8/6 keep 6 data:8 strongest
3>0: 1/1/1 keep 4 strongest
4>0: 1/1/1 keep 4
`)
	wantWords(t, g, "4 of 6 Data are kept alive by 4 Node, these by 1 List, this by the static field Main.a; "+
		"4 also by the static field Main.b")
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
		"2 also by 2 GC roots of the kind static field; 1 also by the static field A.b")
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

// Weak references keep nothing alive, and static fields are GC roots, not references of the class object.
func TestWhatIsNotFollowed(t *testing.T) {
	b := tracetest.NewHeap()
	reference := b.Type("java.lang.ref.Reference", 32, "referent", "queue")
	weak := b.Subtype(reference, "java.lang.ref.WeakReference", 32)
	soft := b.Subtype(reference, "java.lang.ref.SoftReference", 32)
	entry := b.Subtype(weak, "java.util.WeakHashMap$Entry", 48, "value")
	asked := b.Object(b.Type("T", 16))
	class := b.Class(b.Type("app.Main", 16), 96, asked) // asked is its loader as well
	b.Root(class, trace.RootClass, "app.Main")
	b.Refer(class, "cache", asked)
	b.Refer(class, "other", b.Object(soft))
	for _, typ := range []trace.TypeID{weak, soft, entry} {
		b.Refer(b.Object(typ), "referent", asked)
	}
	b.Refer(b.Object(entry), "value", asked)
	g := expand(t, start(t, b.Heap(), graph.Options{}, asked), "T", graph.PointedFrom)
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

// Two objects of one type lead on from one GC root, but to different types: the path must not change over from one to
// the other, though that were shorter.
func TestStrongestIsAPathOfObjects(t *testing.T) {
	b := tracetest.NewHeap()
	middle := b.Type("M", 16, "a", "b")
	asked := b.Object(b.Type("T", 16, "t"))
	far, mid, near := b.Object(b.Type("Far", 16, "t")), b.Object(b.Type("Mid", 16, "t")), b.Object(b.Type("Near", 16, "t"))
	first, second := b.Object(middle), b.Object(middle)
	b.Root(first, trace.RootStaticField, "A.first")
	b.Refer(first, "a", far)
	b.Refer(far, "t", mid)
	b.Refer(mid, "t", asked)
	b.Refer(second, "b", near)
	b.Refer(near, "t", asked)
	g := paths(t, start(t, b.Heap(), graph.Options{}, asked))
	wantWords(t, g, "1 T is kept alive by 1 Mid, this by 1 Far, this by 1 M, this by the static field A.first")
}

// Objects of many types are asked about, each a small share of all: what holds them is one group nevertheless.
func TestManyTypesAsked(t *testing.T) {
	b := tracetest.NewHeap()
	list, holder := b.ArrayType("List"), b.Type("Holder", 16, "value")
	all := b.Array(list, 40)
	b.Root(all, trace.RootStaticField, "Main.all")
	var asked []trace.ObjectID
	for i := range 40 {
		h := b.Object(holder)
		b.Element(all, i, h)
		asked = append(asked, b.Object(b.Type("T"+string(rune('a'+i)), 16)))
		b.Refer(h, "value", asked[i])
	}
	g := paths(t, start(t, b.Heap(), graph.Options{}, asked...))
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
	asked := b.Object(b.Type("T", 16))
	for i := range 30 {
		typ := b.Type("holder."+string(rune('A'+i)), 16, "t")
		for range i + 1 {
			b.Refer(b.Object(typ), "t", asked)
		}
	}
	g := start(t, b.Heap(), graph.Options{New: 4}, asked)
	next := expand(t, g, "T", graph.PointedFrom)
	if len(next.Nodes) != 5 || next.Cut != 26 || len(next.Nodes[0].Objects) != 27 || !next.Nodes[4].CanIn {
		t.Errorf("%d nodes, %d cut:\n%s", len(next.Nodes), next.Cut, text(next))
	}
	g = paths(t, start(t, b.Heap(), graph.Options{Nodes: 10}, asked))
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
		asked []trace.ObjectID
		want  string
	}{
		{[]trace.ObjectID{3, 99}, "object 99: the heap state has only 9 objects"},
		{[]trace.ObjectID{3, 3}, "object 3: asked for out of order"},
		{[]trace.ObjectID{3, 1}, "object 1: asked for out of order"},
	} {
		if _, err := graph.New(ctx, s, test.asked, graph.Options{}); err == nil || err.Error() != test.want {
			t.Errorf("asking for %d: %v, want %s", test.asked, err, test.want)
		}
	}
	g := paths(t, start(t, h, graph.Options{}, ofType(h, "app.Person")...))
	root := g.Nodes[len(g.Nodes)-1].Key
	steps := map[string]func() (*graph.Graph, error){
		`node "x": the graph has no such node`:                         func() (*graph.Graph, error) { return g.Expand(ctx, "x", graph.PointsTo) },
		`node "y": the graph has no such node`:                         func() (*graph.Graph, error) { return g.Paths(ctx, "y", nil) },
		`node "z": the graph has no such node`:                         func() (*graph.Graph, error) { return g.Remove(ctx, "z") },
		`node "app.Person": the objects asked about cannot be removed`: func() (*graph.Graph, error) { return g.Remove(ctx, "app.Person") },
		`node "` + root + `": GC roots cannot be expanded`:             func() (*graph.Graph, error) { return g.Expand(ctx, root, graph.PointsTo) },
		`node "` + root + `": nothing leads from a GC root to others`:  func() (*graph.Graph, error) { return g.Paths(ctx, root, nil) },
	}
	for want, step := range steps {
		if _, err := step(); err == nil || err.Error() != want {
			t.Errorf("error is %v, want %s", err, want)
		}
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := g.Paths(cancelled, "", nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled paths: %v", err)
	}
	if empty := start(t, h, graph.Options{}); len(empty.Nodes) != 0 {
		t.Errorf("asked for nothing: %s", text(empty))
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

// TestUnreachableWords: nothing keeps alive what no GC root leads to; weakly held objects are not told to be so.
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
		asked []trace.ObjectID
		want  string
	}{
		{[]trace.ObjectID{lost}, "1 Value is kept alive by nothing: no GC root leads to it"},
		{[]trace.ObjectID{lost, lost + 1}, "2 Value are kept alive by nothing: no GC root leads to them"},
		{[]trace.ObjectID{lost, odd}, "2 objects are kept alive by nothing: no GC root leads to them"},
		{[]trace.ObjectID{held}, ""},
		{[]trace.ObjectID{held, lost}, ""},
	} {
		g := paths(t, start(t, h, graph.Options{}, test.asked...))
		if got := g.Words(); got != test.want || g.Unreachable() != (test.want != "") {
			t.Errorf("%v: %q, unreachable %v; want %q", test.asked, got, g.Unreachable(), test.want)
		}
	}
	b = tracetest.NewHeap()
	value = b.Type("app.Value", 16)
	alone := b.Object(value)
	if g := paths(t, start(t, b.Heap(), graph.Options{}, alone)); g.Words() != "" || g.Unreachable() {
		t.Errorf("without GC roots: %q", g.Words())
	}
}
