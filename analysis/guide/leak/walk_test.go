package leak_test

import (
	"testing"

	"memcity/analysis/guide/leak"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// TestStaticsOfLoaders: the static fields of the classes of one loader are GC roots, as those of a program that a launcher loads
// are; those of several loaders of one type are fields, so that what keeps the loaders alive is found.
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
