package leak_test

import (
	"cmp"
	"strings"
	"testing"

	"memcity/analysis/guide/leak"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// series returns heap states with a growing number of objects.
func series(t *testing.T, build func(b *tracetest.HeapBuilder, n int)) (*leak.Holders, []leak.Place, []leak.Suspect) {
	t.Helper()
	var heaps []*trace.Heap
	for i := range 5 {
		b := tracetest.NewHeap()
		build(b, 100*(i+1))
		heaps = append(heaps, b.Heap())
	}
	s, places, times := holders(t, heaps...)
	return s, places, s.Suspects(times)
}

func only(t *testing.T, suspects []leak.Suspect) *leak.Suspect {
	t.Helper()
	if len(suspects) != 1 {
		t.Fatalf("%d suspects: %+v", len(suspects), suspects)
	}
	return &suspects[0]
}

// A chain of the program that is held at both ends is one suspect, although each end is closer to half of it.
func TestChainOfTwoEnds(t *testing.T) {
	_, _, suspects := series(t, func(b *tracetest.HeapBuilder, n int) {
		world := b.Object(b.Type("app.World", 24, "first", "last"))
		entity := b.Type("app.Entity", 1000, "next", "previous")
		b.Root(world, trace.RootStaticField, "app.Main.world")
		first := b.Objects(entity, n)
		for i := range n - 1 {
			b.Refer(first+trace.ObjectID(i), "next", first+trace.ObjectID(i)+1)
			b.Refer(first+trace.ObjectID(i)+1, "previous", first+trace.ObjectID(i))
		}
		b.Refer(world, "first", first)
		b.Refer(world, "last", first+trace.ObjectID(n)-1)
	})
	s := only(t, suspects)
	if !s.IsChain() || s.Owner != "field app.World.first" || s.End != "app.World.last" || len(s.Also) > 0 || s.Objects[4] != 500 {
		t.Errorf("%v of %+v", s.Objects, s)
	}
}

// The same applies to a list of the JDK, whose own code names its ends.
func TestListOfTwoEnds(t *testing.T) {
	_, _, suspects := series(t, func(b *tracetest.HeapBuilder, n int) {
		list := b.Object(b.Type("java.util.LinkedList", 32, "first", "last"))
		node := b.Type("java.util.LinkedList$Node", 24, "item", "next", "prev")
		item := b.Type("app.Person", 1000)
		b.Root(list, trace.RootStaticField, "app.Main.persons")
		first := b.Objects(node, n)
		for i := range n {
			b.Refer(first+trace.ObjectID(i), "item", b.Object(item))
			if i > 0 {
				b.Refer(first+trace.ObjectID(i)-1, "next", first+trace.ObjectID(i))
				b.Refer(first+trace.ObjectID(i), "prev", first+trace.ObjectID(i)-1)
			}
		}
		b.Refer(list, "first", first)
		b.Refer(list, "last", first+trace.ObjectID(n)-1)
	})
	if s := only(t, suspects); s.Owner != "static field app.Main.persons" || s.Kind != "java.util.LinkedList" || s.IsChain() ||
		s.Objects[4] != 500 || len(s.Tops()) != 1 {
		t.Errorf("%+v", s)
	}
}

// A field is named by the type that declares it, as in source code, unless that type belongs to the runtime.
func TestDeclaringTypes(t *testing.T) {
	for _, test := range []struct{ base, sub, want string }{
		{"org.apache.Local", "org.apache.Cache$1", "org.apache.Local.values"},
		{"app.Base", "app.Cache", "app.Base.values"},
		{"org.apache.Local", "app.Cache", "app.Cache.values"}, // the program's source code contains only the subtype
		{"java.lang.Base", "org.apache.Cache", "org.apache.Cache.values"},
	} {
		s, _, suspects := series(t, func(b *tracetest.HeapBuilder, n int) {
			base := b.Type(test.base, 24, "values")
			cache := b.Object(b.Subtype(b.Subtype(base, test.base+"Between", 24), test.sub, 32, "more"))
			array := b.Array(b.ArrayType("java.lang.Object[]"), n)
			b.Root(cache, trace.RootThread, "")
			b.Refer(cache, "values", array)
			item := b.Type("app.Item", 1000)
			for i := range n {
				b.Element(array, i, b.Object(item))
			}
		})
		found := only(t, suspects)
		if got := cmp.Or(found.Field, strings.TrimPrefix(found.Owner, "field ")); got != test.want || s.Declares(found.Parts[0].Container)+".values" != test.want {
			t.Errorf("%s below %s: %s", test.sub, test.base, got)
		}
	}
}

// The nodes of a tree hold each other, but source code shows their owner.
func TestOwnTree(t *testing.T) {
	_, _, suspects := series(t, func(b *tracetest.HeapBuilder, n int) {
		node := b.Type("app.Trie$Node", 1000, "next")
		array := b.ArrayType("app.Trie$Node[]")
		trie := b.Object(b.Type("app.Trie", 16, "root"))
		b.Root(trie, trace.RootStaticField, "app.Main.words")
		nodes := []trace.ObjectID{b.Object(node)}
		b.Refer(trie, "root", nodes[0])
		for i := 0; len(nodes) < n; i++ {
			a := b.Array(array, 3)
			b.Refer(nodes[i], "next", a)
			for k := range 3 {
				nodes = append(nodes, b.Object(node))
				b.Element(a, k, nodes[len(nodes)-1])
			}
		}
	})
	if s := only(t, suspects); s.Owner != "field app.Trie.root" || s.Kind != "app.Trie$Node" {
		t.Errorf("%+v", s)
	}
}

// An object in a thread-local belongs to its permanent holder.
func TestThreadLocalsComeLast(t *testing.T) {
	at := 0
	_, _, suspects := series(t, func(b *tracetest.HeapBuilder, n int) {
		thread := b.Object(b.Type("java.lang.Thread", 64, "target", "threadLocals"))
		b.Thread("worker", thread)
		b.Root(thread, trace.RootThread, "")
		server := b.Object(b.Type("app.Server", 16, "visits"))
		pool := b.Object(b.Type("app.Pool", 16, "task"))
		task := b.Object(b.Type("app.Task", 16, "server"))
		b.Refer(thread, "target", pool)
		b.Refer(pool, "task", task)
		b.Refer(task, "server", server)
		visits := b.Array(b.ArrayType("app.Visit[]"), n)
		b.Refer(server, "visits", visits)
		visit := b.Type("app.Visit", 1000)
		for i := range n {
			b.Element(visits, i, b.Object(visit))
		}
		entry := b.Object(b.Type("java.lang.ThreadLocal$ThreadLocalMap$Entry", 32, "referent", "value"))
		b.Refer(thread, "threadLocals", entry)
		if at++; at%2 == 0 { // a shorter path
			b.Refer(entry, "value", server)
		}
	})
	if s := only(t, suspects); s.Owner != "field app.Server.visits" || s.Entry != leak.NoPlace {
		t.Errorf("%+v", s)
	}
}

// Softly held objects are no leak, as they are freed before memory runs out, and are counted separately.
func TestSoftReferences(t *testing.T) {
	s, places, suspects := series(t, func(b *tracetest.HeapBuilder, n int) {
		soft := b.Type("java.lang.ref.SoftReference", 48, "referent")
		image := b.Type("app.Image", 10_000)
		table := b.Array(b.ArrayType("java.lang.Object[]"), n)
		b.Root(table, trace.RootStaticField, "app.Main.images")
		for i := range n {
			r := b.Object(soft)
			b.Element(table, i, r)
			b.Refer(r, "referent", b.Object(image))
		}
	})
	if len(suspects) > 0 {
		t.Errorf("%+v", suspects)
	}
	if s.Soft[4] != 500*10_000 || s.Bytes[4] >= s.Soft[4] {
		t.Errorf("soft references hold %d, others %d", s.Soft[4], s.Bytes[4])
	}
	if n := len(leak.Objects(places, []leak.Place{leak.NoPlace})[leak.NoPlace]); n != 500 {
		t.Errorf("%d objects have no place, expected 500", n)
	}
}

// A local variable is found at all GC points, regardless of the methods called in between.
func TestOutermostFrames(t *testing.T) {
	at := 0
	_, _, suspects := series(t, func(b *tracetest.HeapBuilder, n int) {
		list := b.Array(b.ArrayType("app.Page[]"), n)
		page := b.Type("app.Page", 1000)
		for i := range n {
			b.Element(list, i, b.Object(page))
		}
		frames := []string{"app.Main.main(Main.java:3)"}
		if at++; at == 3 {
			frames = []string{"app.Main.load(Main.java:9)", "app.Main.main(Main.java:3)"}
		}
		main := b.Thread("main", b.Object(b.Type("java.lang.Thread", 64)), frames...)
		for i := range frames {
			b.Local(list, main, int32(i))
		}
	})
	if s := only(t, suspects); s.Owner != "local variable in app.Main.main of the thread main" {
		t.Errorf("%+v", s)
	}
}

// TestCallsCloseBy checks that an object of a running call belongs to its permanent holder, even if that path is longer: to variables of
// main, and to older threads.
func TestCallsCloseBy(t *testing.T) {
	at := 0
	_, _, suspects := series(t, func(b *tracetest.HeapBuilder, n int) {
		shop, list := b.Object(b.Type("app.Shop", 24, "pages")), b.Array(b.ArrayType("app.Page[]"), n)
		page := b.Type("app.Page", 1000)
		for i := range n {
			b.Element(list, i, b.Object(page))
		}
		b.Refer(shop, "pages", list)
		thread := b.Type("java.lang.Thread", 64, "target")
		main := b.Thread("main", b.Object(thread), "app.Main.main(Main.java:3)")
		b.Local(shop, main, 0)
		switch at++; at {
		case 2:
			worker := b.Thread("worker", b.Object(thread), "app.Shop.load(Shop.java:9)", "app.Worker.run(Worker.java:3)")
			b.Local(list, worker, 0)
		case 4:
			cleaner := b.Object(thread)
			b.Refer(cleaner, "target", list)
			b.Thread("cleaner", cleaner)
		}
	})
	if s := only(t, suspects); s.Owner != "field app.Shop.pages" || s.Objects[1] != 200 || s.Objects[3] != 400 {
		t.Errorf("%+v", s)
	}
}

// If the path contains no type of the program, the library's field is named.
func TestLibrariesHold(t *testing.T) {
	_, _, suspects := series(t, func(b *tracetest.HeapBuilder, n int) {
		thread := b.Object(b.Type("java.lang.Thread", 64, "target"))
		b.Root(thread, trace.RootThread, "")
		list := b.Object(b.Type("java.util.ArrayList", 24, "elementData"))
		server := b.Object(b.Type("org.apache.shop.Server", 16, "visits"))
		b.Refer(thread, "target", server)
		b.Refer(server, "visits", list)
		array := b.Array(b.ArrayType("java.lang.Object[]"), n)
		b.Refer(list, "elementData", array)
		visit := b.Type("org.apache.shop.Server$Visit", 1000)
		for i := range n {
			b.Element(array, i, b.Object(visit))
		}
	})
	if s := only(t, suspects); s.Owner != "field org.apache.shop.Server.visits" || s.Anchored || s.Kind != "java.util.ArrayList" {
		t.Errorf("%+v", s)
	}
}

func TestAlike(t *testing.T) {
	for name, want := range map[string]string{
		"app.Bus$$Lambda$14/0x0000000800c03000": "app.Bus$$Lambda", "app.Bus$$Lambda/0x00007f1200c03000": "app.Bus$$Lambda",
		"app.Bus$$Lambda$3[]":                           "app.Bus$$Lambda[]",
		"jdk.proxy2.$Proxy12":                           "jdk.proxy2.$Proxy",
		"jdk.internal.reflect.GeneratedMethodAccessor7": "jdk.internal.reflect.GeneratedMethodAccessor",
		"app.Accessor2":                                 "app.Accessor2", "app.Order[][]": "app.Order[][]",
		"app.Hidden/0x0000000800c03400": "app.Hidden",
	} {
		if got := leak.Alike(name); got != want {
			t.Errorf("%s is %s, expected %s", name, got, want)
		}
	}
}
