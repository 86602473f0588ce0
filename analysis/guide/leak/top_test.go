package leak_test

import (
	"testing"

	"memcity/analysis/guide/leak"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// mapOf makes a map in a static field with some entries, of which add makes key and value.
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

// What a pile is named after: types of the program and of libraries before those of the runtime, values before keys unless these
// are twice as large, and what owns the entry before what is in it.
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
		"lambdas have no name":            {"java.lang.String", "app.Main$$Lambda", 40, 40, "java.lang.String"},
	} {
		b := tracetest.NewHeap()
		key, value := b.Type(test.key, test.keySize), b.Type(test.value, test.valueSize)
		mapOf(b, "app.Main.all", n, func(int) (trace.ObjectID, trace.ObjectID) { return b.Object(key), b.Object(value) })
		if top := topOf(t, b.Heap()); top.Type != test.want || top.Objects != n {
			t.Errorf("%s: %d %s, expected %s", name, top.Objects, top.Type, test.want)
		}
	}
}

// A value that refers to its key holds what the key does, and says more.
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

// A type is the top if there is at least one for every second entry, and at most two for each.
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

// Scripts are compiled to classes whose names differ in numbers, each by a loader of its own.
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
