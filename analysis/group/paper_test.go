package group_test

import (
	"context"
	"maps"
	"testing"

	"memcity/analysis/closure"
	"memcity/analysis/group"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// counts returns the objects of every group by key.
func counts(g *group.Grouping) map[string]int64 {
	all := map[string]int64{}
	for i := range g.Tree.Nodes {
		all[g.Tree.Key(int32(i))] = g.Tree.Nodes[i].Objects
	}
	return all
}

func wantCounts(t *testing.T, g *group.Grouping, want map[string]int64) {
	t.Helper()
	got := counts(g)
	for key, n := range want {
		if got[key] != n {
			t.Errorf("%s: %d objects, want %d", key, got[key], n)
		}
	}
	if len(want) != len(got) {
		t.Errorf("groups %v, want %v", got, want)
	}
}

func wantBytes(t *testing.T, g *group.Grouping, want map[string]int64) {
	t.Helper()
	for i := range g.Tree.Nodes {
		key := g.Tree.Key(int32(i))
		if got := g.Tree.Nodes[i].Bytes; got != want[key] {
			t.Errorf("%s: %d bytes, want %d", key, got, want[key])
		}
	}
}

// TestClassificationTree checks table 1 with figure 7 of "User-defined Classification and Multi-level Grouping of Objects in Memory
// Monitoring". Six objects are grouped by age (one key), feature (many) and allocation site (hierarchy).
func TestClassificationTree(t *testing.T) {
	table := []struct {
		age      string
		features []string
		site     []string
	}{
		{"1", []string{"F1", "F2"}, []string{"add", "A"}},
		{"1", []string{"F1", "F2"}, []string{"add", "B", "D"}},
		{"3", []string{"F1"}, []string{"main", "C", "A"}},
		{"3", []string{"F1"}, []string{"clone", "D"}},
		{"3", []string{"F1"}, []string{"main", "C", "A"}},
		{"1", []string{"F1", "F2"}, []string{"add", "A"}},
	}
	b := tracetest.NewHeap()
	b.Objects(b.Type("app.Thing", 16), len(table))
	classifier := func(name string, cardinality group.Cardinality, paths func(i int) [][]string) *group.Classifier {
		return &group.Classifier{Name: name, Role: name, Cardinality: cardinality,
			Prepare: func(_ context.Context, s *group.Subject, _ group.Chain) (*group.Keys, error) {
				return pathKeys(s.Heap, func(o trace.ObjectID) [][]string { return paths(int(o)) }), nil
			}}
	}
	r, err := group.Builtin().With(
		classifier("survived", group.One, func(i int) [][]string { return one(table[i].age) }),
		classifier("feature", group.Many, func(i int) (keys [][]string) {
			for _, f := range table[i].features {
				keys = append(keys, []string{f})
			}
			return keys
		}),
		classifier("as", group.Hierarchy, func(i int) [][]string { return [][]string{table[i].site} }))
	if err != nil {
		t.Fatal(err)
	}
	chain, err := r.Parse("survived,feature,as")
	if err != nil {
		t.Fatal(err)
	}
	g, err := group.New(context.Background(), subject(b.Heap(), nil), chain, group.Options{Objects: true})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int64{"Heap": 6, "Heap#1": 3, "Heap#3": 3, "Heap#3#F1": 3, "Heap#3#F1#main": 2, "Heap#3#F1#main#C": 2,
		"Heap#3#F1#main#C#A": 2, "Heap#3#F1#clone": 1, "Heap#3#F1#clone#D": 1}
	for _, f := range []string{"Heap#1#F1", "Heap#1#F2"} {
		maps.Copy(want, map[string]int64{f: 3, f + "#add": 3, f + "#add#A": 2, f + "#add#B": 1, f + "#add#B#D": 1})
	}
	wantCounts(t, g, want)
	if held := g.Leaves(0); len(held) != 2 || g.Tree.Key(held[0]) != "Heap#1#F1#add#A" || g.Tree.Key(held[1]) != "Heap#1#F2#add#A" {
		t.Errorf("the first object is held by %v", held)
	}
}

// TestPointerAnalysis checks figure 15: a stack that keeps what was popped. Its array holds the test objects, and the stack holds the
// array.
func TestPointerAnalysis(t *testing.T) {
	const n = 900
	b := tracetest.NewHeap()
	object := b.Type("at.jku.data.TestObject", 16)
	array := b.Array(b.ArrayType("java.lang.Object[]"), n+100)
	stack := b.Object(b.Type("at.jku.BuggyStack", 24, "elements"))
	b.Refer(stack, "elements", array)
	for i := range n {
		b.Element(array, i, b.Object(object))
	}
	b.Root(stack, trace.RootLocal, "")
	h := b.Heap()
	g := grouped(t, h, "type,pointed-from,type,pointed-from,type", nil)
	const from = "#Pointed From"
	objects, arrays := "Heap#at.jku.data.TestObject", "Heap#java.lang.Object[]"
	wantCounts(t, g, map[string]int64{
		"Heap": n + 2, "Heap#at.jku.BuggyStack": 1, arrays: 1, objects: n,
		arrays + from: 1, arrays + from + "#at.jku.BuggyStack": 1,
		objects + from: 1, objects + from + "#java.lang.Object[]": 1, objects + from + "#java.lang.Object[]" + from: 1,
		objects + from + "#java.lang.Object[]" + from + "#at.jku.BuggyStack": 1,
	})
	forth := grouped(t, h, "type,points-to,type", nil)
	if got := counts(forth)["Heap#java.lang.Object[]#Points To#at.jku.data.TestObject"]; got != n {
		t.Errorf("the array refers to %d test objects, want %d", got, n)
	}
}

// TestCallSites checks figure 6: allocation sites with their callers, where foreign callers are one.
func TestCallSites(t *testing.T) {
	b := tracetest.NewHeap()
	main := b.Thread("main", trace.NoObject)
	other := b.Thread("worker-1", trace.NoObject)
	chars := b.Type("java.nio.HeapCharBuffer", 48)
	alloc := func(n int, thread int32, frames ...string) {
		for range n {
			b.Site(b.Object(chars), thread, frames...)
		}
	}
	// Builders take frames as class.method:line.
	const wrapped, saved, ran = "java.nio.CharBuffer.wrap:373", "app.Store.save:12", "app.Store.run:5"
	const wrap, save, run = "java.nio.CharBuffer.wrap(CharBuffer.java:373)", "app.Store.save(Store.java:12)", "app.Store.run(Store.java:5)"
	const write, flush, task = "sun.nio.cs.StreamEncoder.write:125", "java.io.Writer.write:157", "app.Task.run(Task.java:8)"
	alloc(5, main, wrapped, write, flush, saved, ran)
	alloc(3, main, wrapped, write, saved, ran)
	alloc(2, other, wrapped, write, "java.lang.Thread.run:833")
	alloc(1, -1, saved, "app.Task.run:8")
	b.Object(chars)
	h := b.Heap()

	wantCounts(t, grouped(t, h, "site,call-sites", nil), map[string]int64{
		"Heap":                                   12,
		"Heap#" + wrap:                           10,
		"Heap#" + wrap + "#" + group.HiddenSites: 10,
		"Heap#" + wrap + "#" + group.HiddenSites + "#" + save:             8,
		"Heap#" + wrap + "#" + group.HiddenSites + "#" + save + "#" + run: 8,
		"Heap#" + save:              1,
		"Heap#" + save + "#" + task: 1,
		"Heap#" + group.NotKnown:    1,
	})
	wantCounts(t, grouped(t, h, "domain-site", nil), map[string]int64{
		"Heap": 12, "Heap#" + save: 9, "Heap#" + group.NoDomainSite: 2, "Heap#" + group.NotKnown: 1})
	wantCounts(t, grouped(t, h, "thread,type", nil), map[string]int64{
		"Heap": 12, "Heap#main": 8, "Heap#main#java.nio.HeapCharBuffer": 8, "Heap#worker-1": 2, "Heap#worker-1#java.nio.HeapCharBuffer": 2,
		"Heap#" + group.NotKnown: 2, "Heap#" + group.NotKnown + "#java.nio.HeapCharBuffer": 2})
}

// service returns the program of figures 8 and 9 of "Utilizing Object Reference Graphs and Garbage Collection Roots to Detect Memory Leaks
// in Offline Memory Monitoring". It has a list of names and a map, both in static fields of one class.
func service(names int) *trace.Heap {
	b := tracetest.NewHeap()
	list := b.Object(b.Type("java.util.ArrayList", 24, "elementData"))
	table := b.Object(b.Type("java.util.HashMap", 48, "table"))
	text := b.Type("java.lang.String", 24)
	array := b.Array(b.ArrayType("java.lang.Object[]"), names)
	b.Refer(list, "elementData", array)
	for i := range names {
		b.Element(array, i, b.Object(text))
	}
	nodes := b.Array(b.ArrayType("java.util.HashMap$Node[]"), 16)
	b.Refer(table, "table", nodes)
	b.Element(nodes, 0, trace.ObjectID(int(array)+1)) // the first name
	b.Object(text)                                    // garbage
	b.Root(list, trace.RootStaticField, "app.Service.names")
	b.Root(table, trace.RootStaticField, "app.Service.map")
	b.Local(list, b.Thread("main", trace.NoObject, "app.Main.run(Main.java:7)"), 0)
	return b.Heap()
}

func TestRoots(t *testing.T) {
	h := service(20)
	const field, names, maps = "Heap#static field", "Heap#static field#app.Service#names", "Heap#static field#app.Service#map"
	const local = "Heap#local variable"
	wantCounts(t, grouped(t, h, "roots-direct", nil), map[string]int64{
		"Heap": 25, "Heap#" + group.NoDirectRoot: 23, field: 2, field + "#app.Service": 2, names: 1, maps: 1,
		local: 1, local + "#main": 1, local + "#main#app.Main.run(Main.java:7)": 1})
	wantCounts(t, grouped(t, h, "roots-indirect", nil), map[string]int64{
		"Heap": 25, "Heap#" + group.NoRoot: 1, field: 24, field + "#app.Service": 24, names: 22, maps: 3,
		local: 22, local + "#main": 22, local + "#main#app.Main.run(Main.java:7)": 22})
	byType := counts(grouped(t, h, "type,roots-indirect", nil))
	for key, n := range map[string]int64{"": 21, "#static field": 20, "#static field#app.Service#names": 20,
		"#static field#app.Service#map": 1, "#" + group.NoRoot: 1} {
		if got := byType["Heap#java.lang.String"+key]; got != n {
			t.Errorf("strings%s: %d, want %d", key, got, n)
		}
	}
	closest := counts(grouped(t, h, "roots-closest", nil))
	if closest[maps] != 3 || closest[names] != 22 { // one name is as close to both
		t.Errorf("closest to the map %d, to the names %d", closest[maps], closest[names])
	}
	paths := counts(grouped(t, h, "roots-path", nil))
	for _, root := range []string{names, local + "#main#app.Main.run(Main.java:7)"} {
		if got := paths[root+"#java.util.ArrayList#java.lang.Object[]#java.lang.String"]; got != 20 {
			t.Errorf("%d strings over the list of %s", got, root)
		}
	}
	if got := paths["Heap#"+group.NoRoot]; got != 1 {
		t.Errorf("%d objects without a way, want 1", got)
	}
}

// TestLongWay checks that an overlong path from a root is reported up to the limit, and marked.
func TestLongWay(t *testing.T) {
	b := tracetest.NewHeap()
	link := b.Type("app.Link", 16, "next")
	first := b.Objects(link, 1000)
	for i := range trace.ObjectID(999) {
		b.Refer(first+i, "next", first+i+1)
	}
	b.Root(first, trace.RootStaticField, "app.Main.list")
	g := grouped(t, b.Heap(), "roots-path", nil)
	deepest, depth := int32(0), 0
	for i := range g.Tree.Nodes {
		if d := len(g.Tree.Path(int32(i))); d > depth {
			deepest, depth = int32(i), d
		}
	}
	path := g.Tree.Path(deepest)
	if depth != 1+group.MaxPath || g.Tree.Nodes[deepest].Objects != 1000-(group.MaxPath-4) || path[depth-1] != group.Deeper ||
		path[depth-2] != "app.Link" {
		t.Errorf("the deepest group, %q of depth %d, has %d objects", path[depth-1], depth, g.Tree.Nodes[deepest].Objects)
	}
}

// TestLongestWay checks ways around the limit: the longest one that is listed to its end has maxPath objects.
func TestLongestWay(t *testing.T) {
	const most = group.MaxPath - 4
	for n, marked := range map[int]int64{most - 1: 0, most: 0, most + 1: 1, most + 2: 2} {
		b := tracetest.NewHeap()
		first := b.Objects(b.Type("app.Link", 16, "next"), n)
		for i := range trace.ObjectID(n - 1) {
			b.Refer(first+i, "next", first+i+1)
		}
		b.Root(first, trace.RootStaticField, "app.Main.list")
		g := grouped(t, b.Heap(), "roots-path", nil)
		deeper := int64(0)
		for i := range g.Tree.Nodes {
			if path := g.Tree.Path(int32(i)); path[len(path)-1] == group.Deeper {
				deeper += g.Tree.Nodes[i].Objects
			}
		}
		if deeper != marked {
			t.Errorf("%d objects on the way: %d are deeper, want %d", n, deeper, marked)
		}
	}
}

// TestHealth checks section 5.3.2 of the paper: what hash maps consist of.
func TestHealth(t *testing.T) {
	b := tracetest.NewHeap()
	table := b.Object(b.Type("java.util.HashMap", 48, "table"))
	nodes := b.Array(b.ArrayType("java.util.HashMap$Node[]"), 16)
	node := b.Type("java.util.HashMap$Node", 32, "key", "next")
	b.Field(node, "hash", trace.IntValue)
	one, two := b.Object(node), b.Object(node)
	key := b.Object(b.Type("app.Key", 16))
	text := b.Object(b.Type("java.lang.String", 24, "value"))
	b.Refer(table, "table", nodes)
	b.Element(nodes, 3, one)
	b.Refer(one, "next", two)
	b.Refer(two, "key", key)
	b.Refer(one, "key", text)
	b.Refer(text, "value", b.Array(b.PrimitiveType("byte[]", 1), 40))
	h := b.Heap()
	wantCounts(t, grouped(t, h, "collection-health,type", nil), map[string]int64{"Heap": 7,
		"Heap#Array": 1, "Heap#Array#java.util.HashMap$Node[]": 1,
		"Heap#Entry": 1, "Heap#Entry#java.util.HashMap$Node": 1,
		"Heap#Head": 2, "Heap#Head#java.util.HashMap": 1, "Heap#Head#java.lang.String": 1,
		"Heap#Contained": 3, "Heap#Contained#java.util.HashMap$Node": 1, "Heap#Contained#app.Key": 1, "Heap#Contained#byte[]": 1})
	parts := grouped(t, h, "health", nil)
	wantCounts(t, parts, map[string]int64{"Heap": 7, "Heap#Primitive": 3, "Heap#Header": 7, "Heap#Pointer": 5, "Heap#Null": 2})
	// Primitive: hash of two nodes, and 40 bytes. Pointer: table of the map, one element, next and two keys, value of the text. Null: 15
	// elements, and next of one node. The rest of 288 bytes is in headers.
	wantBytes(t, parts, map[string]int64{"Heap": 288, "Heap#Primitive": 48, "Heap#Pointer": 24, "Heap#Null": 64, "Heap#Header": 152})
}

// TestHealthBytes checks that the parts of each type sum to its bytes, for chains with other classifiers before and after health.
func TestHealthBytes(t *testing.T) {
	for seed := range uint64(30) {
		h := tracetest.RandomHeap(seed, 200)
		types := grouped(t, h, "type", nil)
		for _, chain := range []string{"type,health", "type,health,array-length", "health,type"} {
			g := grouped(t, h, chain, nil)
			for i := range g.Tree.Nodes {
				sum := int64(0)
				for c := range g.Tree.Children(int32(i)) {
					sum += g.Tree.Nodes[c].Bytes
				}
				if bytes := g.Tree.Nodes[i].Bytes; sum != 0 && sum != bytes {
					t.Errorf("seed %d, %s: %d bytes in the groups below %q, want %d", seed, chain, sum, g.Tree.Path(int32(i)), bytes)
				}
			}
			if g.Tree.Nodes[0].Bytes != types.Tree.Nodes[0].Bytes {
				t.Errorf("seed %d, %s: %d bytes in all, want %d", seed, chain, g.Tree.Nodes[0].Bytes, types.Tree.Nodes[0].Bytes)
			}
		}
	}
}

// TestClosures compares the groups below closures with the sizes that closures compute themselves.
func TestClosures(t *testing.T) {
	for seed := range uint64(30) {
		h := tracetest.RandomHeap(seed, 150)
		graph, err := closure.NewGraph(context.Background(), h)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			by   string
			kind closure.Kind
		}{{"type,closure,overall", closure.Deep}, {"type,gc-closure,overall", closure.Retained}} {
			g := grouped(t, h, c.by, nil)
			sizes, err := graph.Sizes(context.Background(), g.Groups(), []closure.Kind{c.kind}, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range sizes {
				if g.Tree.Nodes[r.Group].Parent != 0 || g.Transformed(r.Group) {
					continue
				}
				if got := g.Tree.Nodes[r.Group+1]; got.Objects != r.Objects || got.Bytes != r.Bytes {
					t.Errorf("seed %d: %s of %s: %+v, want %+v", seed, c.kind, g.Tree.Key(r.Group), got, r.Amount)
				}
			}
		}
	}
}
