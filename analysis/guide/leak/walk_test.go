package leak_test

import (
	"testing"

	"memcity/analysis/guide/leak"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// TestStaticsOfLoaders checks that static fields of the classes of one loader are GC roots, such as those of a program that a launcher
// loads. Those of several loaders of one type are fields, so that the holders of the loaders are found.
func TestStaticsOfLoaders(t *testing.T) {
	for loaders, want := range map[int]string{1: "static field Leak.list", 2: "thread main"} {
		b := tracetest.NewHeap()
		loader, list := b.Type("launcher.MemoryClassLoader", 16, "classes"), b.Type("java.util.ArrayList", 24)
		main := b.Object(b.Type("java.lang.Thread", 16, "first", "second"))
		b.Root(main, trace.RootThread, "")
		b.Thread("main", main)
		var held trace.ObjectID
		for i := range loaders {
			l := b.Object(loader)
			b.Refer(main, []string{"first", "second"}[i], l)
			class := b.Class(b.Type("Leak", 16), 16, l)
			b.Refer(l, "classes", class)
			held = b.Object(list)
			b.Refer(class, "list", held)
		}
		h := b.Heap()
		for i := range h.Roots {
			h.Roots[i].Thread = 0
		}
		s := leak.NewHolders()
		places, err := s.Add(t.Context(), h, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Holding(places[held]).Root; got != want {
			t.Errorf("%d loaders: the list is held by the %s, want the %s", loaders, got, want)
		}
	}
}

// TestLateReferences checks that objects in lists of cleaners and in thread-locals belong to any other holder, even if the path to it is
// longer.
func TestLateReferences(t *testing.T) {
	for _, test := range []struct{ base, of, field string }{
		{"jdk.internal.ref.PhantomCleanable", "jdk.internal.ref.CleanerImpl$PhantomCleanableRef", "next"},
		{"jdk.internal.ref.PhantomCleanable", "jdk.internal.ref.CleanerImpl$PhantomCleanableRef", "prev"},
		{"jdk.internal.ref.WeakCleanable", "java.io.Cleanable", "list"},
		{"jdk.internal.ref.SoftCleanable", "java.io.Cleanable", "node"},
		{"java.lang.ref.PhantomReference", "sun.misc.Cleaner", "next"},
		{"java.lang.ref.PhantomReference", "jdk.internal.ref.Cleaner", "prev"},
		{"java.lang.ref.WeakReference", "java.lang.ThreadLocal$ThreadLocalMap$Entry", "value"},
		{"jdk.internal.ref.PhantomCleanable[]", "", ""},
	} {
		b := tracetest.NewHeap()
		file := b.Type("app.File", 24, "cleanup")
		held := b.Object(b.Type("app.Cleanup", 24))
		b.Root(b.Object(b.Type("java.lang.Object", 16)), trace.RootThread, "")
		if test.of == "" {
			array := b.Array(b.ArrayType(test.base), 1)
			b.Element(array, 0, held)
			b.Root(array, trace.RootStaticField, "app.Main.list")
		} else {
			first := b.Object(b.Subtype(b.Type(test.base, 16), test.of, 32, "list", "next", "node", "prev", "value"))
			b.Refer(first, test.field, held)
			b.Root(first, trace.RootStaticField, "app.Main.list")
		}
		owner := b.Object(file)
		b.Refer(owner, "cleanup", held)
		array := b.Array(b.ArrayType("app.File[]"), 1)
		b.Element(array, 0, owner)
		b.Root(array, trace.RootJNIGlobal, "")
		s, places, _ := holders(t, b.Heap())
		if got := s.Holding(places[held]).Owner; got != "field app.File.cleanup" {
			t.Errorf("%s.%s: held by the %s", test.of, test.field, got)
		}
	}
}

// TestLateReferencesAreFollowed checks that objects with no other holder have a place, through any number of late references.
func TestLateReferencesAreFollowed(t *testing.T) {
	b := tracetest.NewHeap()
	cleanable := b.Type("jdk.internal.ref.PhantomCleanable", 32, "next", "action")
	first := b.Object(cleanable)
	b.Root(first, trace.RootStaticField, "app.Main.list")
	var action trace.ObjectID
	for range 3 {
		next := b.Object(cleanable)
		action = b.Object(b.Type("app.Action", 16))
		b.Refer(first, "next", next)
		b.Refer(next, "action", action)
		first = next
	}
	s, places, _ := holders(t, b.Heap())
	if got := s.Holding(places[action]).Root; got != "static field app.Main.list" || s.Objects[0] != 7 {
		t.Errorf("the action is held by the %s, of %d objects", got, s.Objects[0])
	}
}
