package leak_test

import (
	"strings"
	"testing"

	"memcity/analysis/guide/leak"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// mapOf adds a map in a static field with some entries. add creates their keys and values.
func mapOf(b *tracetest.HeapBuilder, field string, entries int, add func(i int) (key, value trace.ObjectID)) {
	m, table := b.Object(b.Type("java.util.HashMap", 48, "table")), b.Array(b.ArrayType("java.util.HashMap$Node[]"), entries)
	node := b.Type("java.util.HashMap$Node", 32, "key", "value")
	b.Root(m, trace.RootStaticField, field)
	b.Refer(m, "table", table)
	for i := range entries {
		n := b.Object(node)
		b.Element(table, i, n)
		key, value := add(i)
		b.Refer(n, "key", key)
		b.Refer(n, "value", value)
	}
}

func topOf(t *testing.T, h *trace.Heap) leak.Top {
	t.Helper()
	_, d := dominance(t, h)
	found := d.Accumulations(t.Context(), 1000)
	if len(found) == 0 {
		t.Fatal("nothing accumulates")
	}
	return d.TopOf(found[0].Tops())
}

// Names of piles: types of the program and of libraries precede those of the runtime, values precede keys unless the keys are twice as
// large, and the owner of an entry precedes the objects in it.
func TestTopOf(t *testing.T) {
	const n = 100
	for name, test := range map[string]struct {
		key, value string
		keySize    int64
		valueSize  int64
		want       string
	}{
		"a value of the program":         {"java.lang.String", "app.Session", 100, 100, "app.Session"},
		"a small value of the program":   {"java.lang.String", "app.Session", 1000, 16, "app.Session"},
		"values say more than keys":      {"app.Query", "app.Page", 199, 100, "app.Page"},
		"unless keys are twice as large": {"app.Query", "app.Page", 202, 100, "app.Query"},
		"a value of the runtime": {"java.lang.String", "java.util.concurrent.locks.ReentrantLock", 40, 40,
			"java.util.concurrent.locks.ReentrantLock"},
		"a nested type of a library": {"java.lang.String", "org.apache.commons.httpclient.Manager$Pool", 40, 40,
			"org.apache.commons.httpclient.Manager$Pool"},
		"not the entry type of a library": {"java.lang.String", "org.apache.commons.collections.Map$Entry", 40, 40, "java.lang.String"},
		"an entry type of the program":    {"java.lang.String", "app.Document$Entry", 40, 40, "app.Document$Entry"},
		"a lambda that was registered":    {"java.lang.String", "app.Main$$Lambda", 40, 40, "app.Main$$Lambda"},
		"arrays have no name":             {"java.lang.String", "app.Main[]", 40, 40, "java.lang.String"},
		"neither have generated classes":  {"java.lang.String", "app.Invoice$HibernateAccessOptimizer$X1", 40, 40, "java.lang.String"},
	} {
		b := tracetest.NewHeap()
		key, value := b.Type(test.key, test.keySize), b.Type(test.value, test.valueSize)
		mapOf(b, "app.Main.all", n, func(int) (trace.ObjectID, trace.ObjectID) { return b.Object(key), b.Object(value) })
		if top := topOf(t, b.Heap()); top.Type != test.want || top.Objects != n {
			t.Errorf("%s: %d %s, expected %s", name, top.Objects, top.Type, test.want)
		}
	}
}

// A value that refers to its key also holds what the key holds, and says more.
func TestTopOfValuesThatReferToTheirKeys(t *testing.T) {
	for _, test := range []struct {
		keySize int64
		refers  bool
		want    string
	}{{1000, false, "app.Id"}, {1000, true, "app.Counter"}} {
		b := tracetest.NewHeap()
		id, counter := b.Type("app.Id", test.keySize), b.Type("app.Counter", 24, "id")
		mapOf(b, "app.Main.counters", 100, func(int) (trace.ObjectID, trace.ObjectID) {
			key, value := b.Object(id), b.Object(counter)
			if test.refers {
				b.Refer(value, "id", key)
			}
			return key, value
		})
		if top := topOf(t, b.Heap()); top.Type != test.want || top.Objects != 100 {
			t.Errorf("values refer to their keys %v: %d %s", test.refers, top.Objects, top.Type)
		}
	}
}

// A type is the top if it has at least one object for every second entry, and at most two for each entry.
func TestTopOfParts(t *testing.T) {
	for parts, want := range map[int]string{49: "java.lang.String", 50: "app.Part"} {
		b := tracetest.NewHeap()
		text, part := b.Type("java.lang.String", 24), b.Type("app.Part", 24)
		mapOf(b, "app.Main.all", 100, func(i int) (trace.ObjectID, trace.ObjectID) {
			if i < parts {
				return b.Object(text), b.Object(part)
			}
			return b.Object(text), b.Object(text)
		})
		if top := topOf(t, b.Heap()); top.Type != want {
			t.Errorf("%d parts: %s, expected %s", parts, top.Type, want)
		}
	}
}

func TestLoadedAgain(t *testing.T) {
	b := tracetest.NewHeap()
	loader := b.Type("app.Loader", 32)
	for _, names := range [][]string{{"app.Plugin", "app.Helper"}, {"app.Plugin"}, {"app.Plugin", "app.Other"}, {"app.Other"}} {
		l := b.Object(loader)
		b.Root(l, trace.RootJNIGlobal, "")
		for _, name := range names {
			b.Class(b.Type(name, 16), 100, l)
		}
	}
	h := b.Heap()
	found := leak.FindLoadedAgain(h, nil, 3)
	if len(found) != 1 || found[0].Class != "app.Plugin" || found[0].Type != "app.Loader" || len(found[0].Loaders) != 3 ||
		found[0].Classes != 5 {
		t.Fatalf("%+v", found)
	}
	if found := leak.FindLoadedAgain(h, nil, 4); len(found) != 0 {
		t.Errorf("of four: %+v", found)
	}
}

// Scripts are compiled to classes whose names differ only in numbers, each with its own loader.
func TestLoadedScripts(t *testing.T) {
	b := tracetest.NewHeap()
	loader := b.Type("groovy.lang.Loader", 32)
	for _, name := range []string{"Script1", "Script2", "Script17"} {
		l := b.Object(loader)
		b.Root(l, trace.RootJNIGlobal, "")
		b.Class(b.Type(name, 16), 100, l)
	}
	if found := leak.FindLoadedAgain(b.Heap(), nil, 3); len(found) != 1 || found[0].Class != "ScriptN" || len(found[0].Loaders) != 3 {
		t.Errorf("%+v", found)
	}
}

// A pile of the program's entries in a list of the runtime is named after them, regardless of the type that declares them. An entry of the
// program's own map only holds the map's contents.
func TestTopOfOwnEntries(t *testing.T) {
	for name, test := range map[string]struct {
		owner string // type that declares the entries
		list  bool   // true if a list holds the entries
		want  string
	}{
		"a list in another type": {"app.Log$Trail", true, "app.Log$Entry"},
		"a list in their type":   {"app.Log", true, "app.Log$Entry"},
		"an array in their type": {"app.Log", false, "com.fasterxml.Tree"},
	} {
		b := tracetest.NewHeap()
		list, elements := b.Object(b.Type(test.owner, 16, "list", "table")), b.Array(b.ArrayType("app.Log$Entry[]"), 100)
		b.Root(list, trace.RootStaticField, "app.Main.log")
		if test.list {
			elements = b.Array(b.ArrayType("java.lang.Object[]"), 100)
			items := b.Object(b.Type("java.util.ArrayList", 24, "elementData"))
			b.Refer(list, "list", items)
			b.Refer(items, "elementData", elements)
		} else {
			b.Refer(list, "table", elements)
		}
		entry, body := b.Type("app.Log$Entry", 24, "body"), b.Type("com.fasterxml.Tree", 1000)
		for i := range 100 {
			e := b.Object(entry)
			b.Element(elements, i, e)
			b.Refer(e, "body", b.Object(body))
		}
		if top := topOf(t, b.Heap()); top.Type != test.want || top.Objects != 100 {
			t.Errorf("%s: %d %s, expected %s", name, top.Objects, top.Type, test.want)
		}
	}
}

// A library may keep its own objects for each object of the program. If none of them holds nearly all of the pile, the program's type names
// the pile. Otherwise the library's object names it, unless others also hold that object.
func TestTopOfWhatLibrariesKeepWithIt(t *testing.T) {
	for name, test := range map[string]struct {
		own           string
		extra, shared bool // the library keeps more than one object with it; another map also holds it
		want          string
	}{
		"a part of the pile each":       {"app.Invoice", true, false, "app.Invoice"},
		"the library's holds it all":    {"app.Invoice", false, false, "org.hibernate.Held"},
		"held by others too":            {"app.Invoice", false, true, "app.Invoice"},
		"without a type of the program": {"org.hibernate.Proxy", true, false, "org.hibernate.Held"},
	} {
		b := tracetest.NewHeap()
		holder, extra, own := b.Type("org.hibernate.Holder", 300), b.Type("org.hibernate.Extra", 200), b.Type(test.own, 40)
		reference, text := b.Type("org.hibernate.Held", 16, "entity", "holder"), b.Type("java.lang.String", 24)
		var holders []trace.ObjectID
		mapOf(b, "app.Main.session", 100, func(int) (trace.ObjectID, trace.ObjectID) {
			h, r, key := b.Object(holder), b.Object(reference), b.Object(text)
			holders = append(holders, h)
			b.Refer(r, "entity", b.Object(own))
			b.Refer(r, "holder", h)
			if test.extra {
				key = b.Object(extra)
			}
			return key, r
		})
		if test.shared {
			mapOf(b, "app.Main.other", 100, func(i int) (trace.ObjectID, trace.ObjectID) { return b.Object(text), holders[i] })
		}
		s, d := dominance(t, b.Heap())
		var entries []leak.Place
		for p := range s.Nodes {
			if s.Nodes[p].Type == "java.util.HashMap$Node" && strings.Contains(s.Nodes[s.Path(leak.Place(p))[0]].Type, "session") {
				entries = append(entries, leak.Place(p))
			}
		}
		if top := d.TopOf(entries); top.Type != test.want || top.Objects != 100 {
			t.Errorf("%s: %d %s, expected %s", name, top.Objects, top.Type, test.want)
		}
	}
}

// Entries may only hold objects for others, such as the rows of a table. Then a type with several objects per entry names the pile, if it
// is at least a tenth of the pile.
func TestTopOfRows(t *testing.T) {
	const n = 100
	for _, test := range []struct {
		each int
		size int64
		want string
	}{
		{2, 1000, "app.Reading"}, // about one for each entry
		{3, 1000, "app.Reading"},
		{3, 24, "java.lang.String"}, // less than a tenth
	} {
		b := tracetest.NewHeap()
		text, row, reading := b.Type("java.lang.String", 700), b.ArrayType("java.lang.Object[]"), b.Type("app.Reading", test.size)
		mapOf(b, "app.Main.all", n, func(int) (key, value trace.ObjectID) {
			value = b.Array(row, test.each)
			for i := range test.each {
				b.Element(value, i, b.Object(reading))
			}
			return b.Object(text), value
		})
		top := topOf(t, b.Heap())
		if top.Type != test.want || top.Type == "app.Reading" && top.Objects != int64(n*test.each) {
			t.Errorf("%d of %d bytes: %d %s, expected %s", test.each, test.size, top.Objects, top.Type, test.want)
		}
	}
}

// A type of the program with half of what a library's entry retains is named before the entry.
func TestTopOfEntriesOfLibraries(t *testing.T) {
	for size, want := range map[int64]string{490: "org.springframework.ChildStats", 510: "app.Actor"} {
		b := tracetest.NewHeap()
		key, stats, actor, data := b.Type("java.lang.Long", 8), b.Type("org.springframework.ChildStats", 24, "actor", "data"), b.Type("app.Actor", size), b.Type("org.springframework.Data", 436)
		mapOf(b, "app.Main.all", 100, func(int) (trace.ObjectID, trace.ObjectID) {
			o := b.Object(stats)
			b.Refer(o, "actor", b.Object(actor))
			b.Refer(o, "data", b.Object(data))
			return b.Object(key), o
		})
		if top := topOf(t, b.Heap()); top.Type != want {
			t.Errorf("%d bytes: %s, expected %s", size, top.Type, want)
		}
	}
}

// Up to 15 objects of a library are named after the program's many objects in them; from 16, after themselves.
func TestTopOfFewOfLibrary(t *testing.T) {
	for n, want := range map[int]string{15: "app.Item", 16: "org.springframework.Context"} {
		b := tracetest.NewHeap()
		list, context, item := b.Array(b.ArrayType("java.lang.Object[]"), n), b.Type("org.springframework.Context", 24, "items"), b.Type("app.Item", 100)
		b.Root(list, trace.RootStaticField, "app.Main.all")
		for i := range n {
			c, items := b.Object(context), b.Array(b.ArrayType("java.lang.Object[]"), 3)
			b.Element(list, i, c)
			b.Refer(c, "items", items)
			for k := range 3 {
				b.Element(items, k, b.Object(item))
			}
		}
		holders, d := dominance(t, b.Heap())
		for p := range holders.Nodes {
			if holders.Nodes[p].Type != "org.springframework.Context" {
				continue
			}
			if top := d.TopOf([]leak.Place{leak.Place(p)}); top.Type != want {
				t.Errorf("%d: %s, expected %s", n, top.Type, want)
			}
		}
	}
}

// Entries of a library are named after the objects that the program registers, however small, if each entry leads to one through single
// objects. In a map of the program, the library's objects are the contents.
func TestTopOfRegistered(t *testing.T) {
	for name, test := range map[string]struct {
		holder string // holder of the map
		listed bool   // true if a list is on the path
		actors int    // out of 100
		want   string
	}{
		"in a map of a library":   {"org.springframework.Children", false, 100, "app.Actor"},
		"nearly all":              {"org.springframework.Children", false, 80, "app.Actor"},
		"not all":                 {"org.springframework.Children", false, 79, "org.springframework.ChildStats"},
		"in a list each":          {"org.springframework.Children", true, 100, "org.springframework.ChildStats"},
		"in a map of a program's": {"app.Children", false, 100, "org.springframework.ChildStats"},
	} {
		b := tracetest.NewHeap()
		key, stats := b.Type("java.lang.Long", 8), b.Type("org.springframework.ChildStats", 600, "cell")
		cell, actor, list := b.Type("org.springframework.Cell", 40, "actor"), b.Type("app.Actor", 24), b.ArrayType("java.lang.Object[]")
		table := b.Array(b.ArrayType("java.util.HashMap$Node[]"), 100)
		children, m := b.Object(b.Type(test.holder, 16, "map")), b.Object(b.Type("java.util.HashMap", 48, "table"))
		node := b.Type("java.util.HashMap$Node", 32, "key", "value")
		b.Root(children, trace.RootStaticField, "app.Main.system")
		b.Refer(children, "map", m)
		b.Refer(m, "table", table)
		for i := range 100 {
			n, s, c := b.Object(node), b.Object(stats), b.Object(cell)
			b.Element(table, i, n)
			b.Refer(n, "key", b.Object(key))
			b.Refer(n, "value", s)
			b.Refer(s, "cell", c)
			if i >= test.actors {
				continue
			}
			a := b.Object(actor)
			if test.listed {
				l := b.Array(list, 1)
				b.Refer(c, "actor", l)
				b.Element(l, 0, a)
				continue
			}
			b.Refer(c, "actor", a)
		}
		if top := topOf(t, b.Heap()); top.Type != test.want {
			t.Errorf("%s: %s, expected %s", name, top.Type, test.want)
		}
	}
}

// TestTopOfTheHoldersType checks that a pile is named by its objects if one of the same type leads to it, and if others hold them too. A
// database's sessions pile up, not the stamps that only sessions hold.
func TestTopOfTheHoldersType(t *testing.T) {
	const n = 100
	b := tracetest.NewHeap()
	session, database := b.Type("org.lib.Session", 400, "database", "start"), b.Type("org.lib.Database", 64, "sessions")
	stamp, node := b.Type("org.lib.Stamp", 32), b.Type("java.util.HashMap$Node", 32, "key")
	first, db, table := b.Object(session), b.Object(database), b.Array(b.ArrayType("java.util.HashMap$Node[]"), n)
	others := b.Array(b.ArrayType("app.Watcher[]"), n)
	watcher := b.Type("app.Watcher", 32, "session")
	b.Root(first, trace.RootStaticField, "app.Main.session")
	b.Root(others, trace.RootStaticField, "app.Main.watchers")
	b.Refer(first, "database", db)
	b.Refer(db, "sessions", table)
	for i := range n {
		s, e, w := b.Object(session), b.Object(node), b.Object(watcher)
		b.Refer(s, "database", db)
		b.Refer(s, "start", b.Object(stamp))
		b.Refer(e, "key", s)
		b.Refer(w, "session", s)
		b.Element(table, i, e)
		b.Element(others, i, w)
	}
	holders, d := dominance(t, b.Heap())
	for p := range holders.Nodes {
		if holders.Nodes[p].Type != "java.util.HashMap$Node" {
			continue
		}
		if top := d.TopOf([]leak.Place{leak.Place(p)}); top.Type != "org.lib.Session" || top.Objects != n {
			t.Errorf("%d %s", top.Objects, top.Type)
		}
		return
	}
	t.Error("the map has no entries")
}
