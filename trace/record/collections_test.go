package record

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/process"
	"memcity/trace/record/usage"
	"memcity/trace/tracetest/jdk"
	usagelog "memcity/trace/usage"
)

// logOf returns the log of collections in a trace, and the list of products.
func logOf(t *testing.T, rec *trace.Recording) (l *usagelog.Log, products usagelog.CollectionID) {
	t.Helper()
	if rec.Usage == nil {
		t.Fatal("nothing is known of collections")
	}
	l, err := rec.Usage.Log(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Check(); err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(l.Collections, func(c usagelog.Collection) bool { return strings.HasPrefix(l.Strings[c.Site], "app.Shop.") })
	if i < 0 || len(l.Troubles) > 0 {
		t.Fatalf("the list is not among %d collections; troubles %q", len(l.Collections), l.Troubles)
	}
	return l, usagelog.CollectionID(i)
}

// checkUses compares the recorded operations on the products with the program, and with the heap at the last point.
func checkUses(t *testing.T, rec *trace.Recording, elements int) {
	t.Helper()
	l, products := logOf(t, rec)
	c := l.Collections[products]
	from, to := l.ElementsOf(products)
	if int(to-from) != elements || l.Strings[c.Type] != "java.util.ArrayList" || l.Strings[l.Elements.Type[from]] != product {
		t.Errorf("%d elements of %s in %s, expected %d", to-from, l.Strings[l.Elements.Type[from]], l.Label(products), elements)
	}
	last := len(rec.Points) - 1
	for last > 0 && rec.Points[last].Load == nil { // counts only, on a busy machine
		last--
	}
	heap, _, err := rec.Points[last].Load(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	at := slices.Index(heap.Identity, uint64(c.Object))
	if at < 0 || heap.Types[heap.TypeOf.At(trace.ObjectID(at))].Name != "java.util.ArrayList" {
		t.Errorf("the list is object %d, which is not in the heap or of another type", c.Object)
	}
	for _, o := range heap.TypeOf.All() {
		if name := heap.Types[o].Name; strings.HasPrefix(name, "memcity.") {
			t.Errorf("%s is in the heap, and is not the program's", name)
			break
		}
	}
}

// TestNoInstrument checks that a Java linked without the module is detected, because it would not start with a Java agent.
func TestNoInstrument(t *testing.T) {
	home := t.TempDir()
	java := filepath.Join(home, "bin", "java")
	make := func(names ...string) {
		for _, name := range names {
			if err := errors.Join(os.MkdirAll(filepath.Join(home, filepath.Dir(name)), 0o700),
				os.WriteFile(filepath.Join(home, name), nil, 0o700)); err != nil {
				t.Fatal(err)
			}
		}
	}
	says := func(want bool, argv ...string) {
		t.Helper()
		if why := noInstrument(process.User(argv)); (why != "") != want {
			t.Errorf("%v: %q", argv, why)
		}
	}
	make("bin/java")
	says(false, java, "-jar", "x.jar") // another layout
	make("lib/modules")
	says(true, java, "-jar", "x.jar")
	says(true, "env", "A=b", java)
	says(false, "mvn", "test")
	says(false, filepath.Join(home, "bin", "none", "java"))
	make("lib/libinstrument.so")
	says(false, java)
	make("jre/lib/rt.jar") // Java 8
	says(true, java)
}

func TestCollectionsOfProgram(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		o := options(t, Sampled)
		o.Collections = usage.Options{Classes: "own"}
		k, r := starts(t, command(t, home), o)
		k.do(t, "1000")
		k.do(t, "gc")
		until(t, r, "first point", points(1))
		k.do(t, "234")
		request(t, r)
		if _, err := k.in.Write([]byte("exit 7\n")); err != nil {
			t.Fatal(err)
		}
		if status := r.WaitProgram(); status != 7 {
			t.Errorf("the program ended with %d", status)
		}
		if err := r.Stop(); err != nil {
			t.Fatal(err)
		}
		checkUses(t, opened(t, o.Out), 1234)
	})
}

func TestCollectionsAfterAttach(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		k, cmd := launch(t, command(t, home))
		k.do(t, "50") // before recording
		o := options(t, Sampled)
		o.Collections = usage.Options{Classes: "app.*", Log: true}
		r := attached(t, cmd, o)
		k.do(t, "100") // the list is first seen with its content
		request(t, r)
		if err := r.Stop(); err != nil {
			t.Fatal(err)
		}
		checkUses(t, opened(t, o.Out), 150)
		k.do(t, "10") // the program continues, and nothing is recorded anymore
		o.Out += "2"
		r = attached(t, cmd, o)
		k.do(t, "5")
		request(t, r)
		if err := r.Stop(); err != nil {
			t.Fatal(err)
		}
		checkUses(t, opened(t, o.Out), 165)
	})
}
