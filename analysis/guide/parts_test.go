package guide

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure"
	"memcity/analysis/group"
	"memcity/analysis/guide/leak"
	"memcity/analysis/offheap"
	"memcity/analysis/site"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// TestLoadLimitAtItsEnds checks half to nine tenths of the length of an object array, if the length is a power of two.
func TestLoadLimitAtItsEnds(t *testing.T) {
	b := tracetest.NewHeap()
	table := b.Type("app.Table", 24, "array", "other")
	entries, other := b.ArrayType("app.Entry[]"), b.Type("app.Other", 16)
	holders := map[int]trace.ObjectID{}
	for _, length := range []int{16, 20, 0} { // without an array, the object refers only to another object
		o := b.Object(table)
		if length > 0 {
			b.Refer(o, "array", b.Array(entries, length))
		}
		b.Refer(o, "other", b.Object(other))
		holders[length] = o
	}
	holders[1] = b.Object(table) // a class object has a size in bytes, and no elements
	b.Refer(holders[1], "other", b.Class(other, 16, trace.NoObject))
	g := &guided{lookedAt: lookedAt{last: &heapState{subject: &group.Subject{Heap: b.Heap()}}}}
	for _, test := range []struct {
		length int
		n      int64
		want   bool
	}{{16, 7, false}, {16, 8, true}, {16, 14, true}, {16, 15, false}, {20, 12, false}, {0, 1, false}, {1, 8, false}} {
		if got := g.isLoadLimit(holders[test.length], test.n); got != test.want {
			t.Errorf("%d of %d elements: %v", test.n, test.length, got)
		}
	}
}

// TestSitesOf checks that the sites with most objects are reported, at most three, with their innermost 16 frames.
func TestSitesOf(t *testing.T) {
	b := tracetest.NewHeap()
	typ := b.Type("app.A", 16)
	var all []trace.ObjectID
	for i := range 5 {
		for range i + 1 {
			o := b.Object(typ)
			frames := []string{fmt.Sprintf("app.Site%d.run:1", i)}
			for k := range 2 * i * 16 / 3 {
				frames = append(frames, fmt.Sprintf("app.Main.call%d:2", k))
			}
			b.Site(o, -1, frames...)
			all = append(all, o)
		}
	}
	h := b.Heap()
	got := sitesOf(h, site.Of(h, all, func(s *trace.Site) string { return s.Frames[0].Class }))
	if len(got) != 3 {
		t.Fatalf("%d sites: %+v", len(got), got)
	}
	for i, s := range got {
		n := 4 - i
		if s.Name != fmt.Sprintf("app.Site%d", n) || s.Objects != int64(n+1) || s.Bytes != 16*s.Objects ||
			len(s.Frames) != min(16, 1+2*n*16/3) || !strings.HasPrefix(s.Frames[0], s.Name) {
			t.Errorf("site %d: %+v", i, s)
		}
	}
	if got := sitesOf(h, site.Of(h, nil, nil)); got != nil {
		t.Errorf("of no objects: %+v", got)
	}
}

// along returns a guide with nested places of the given types below a GC root.
func along(types ...string) *guided {
	g := &guided{lookedAt: lookedAt{Placing: Placing{holders: &leak.Holders{Points: 2, Nodes: []leak.Node{{Parent: leak.NoPlace, Type: "GC root"}}}}}}
	for i, t := range types {
		g.holders.Nodes = append(g.holders.Nodes, leak.Node{Parent: leak.Place(i), Type: t})
	}
	return g
}

func TestBuiltinLoaders(t *testing.T) {
	const app = "jdk.internal.loader.ClassLoaders$AppClassLoader"
	for _, test := range []struct {
		types string
		want  bool
	}{
		{app, true},
		{app + " java.util.HashMap java.util.HashMap$Node[]", true},
		{"sun.misc.Launcher$AppClassLoader java.util.Vector", true},
		{"jdk.internal.loader.URLClassPath java.util.ArrayList", false},
		{"app.PluginClassLoader java.util.HashMap", false},
		{"java.lang.ClassLoader java.util.HashMap", false},
		{app + " app.Main java.util.HashMap", false},
		{app + " app.Main", false},
		{"app.Main java.util.jar.JarFile java.util.zip.ZipFile$Source byte[]", true},
		{"app.Main java.util.jar.JarFile java.util.zip.ZipFile$Source", true},
		{"app.Main java.util.jar.JarFile java.util.zip.ZipFile$Source app.Main", false},
		{"app.Main java.util.jar.JarFile byte[]", false},
		{"", false},
	} {
		types := strings.Fields(test.types)
		if got := along(types...).isOfBuiltinLoader(leak.Place(len(types))); got != test.want {
			t.Errorf("%q: %v", test.types, got)
		}
	}
}

// TestHasGrown checks that up to a fifth more than at first is steady, and anything beyond has grown.
func TestHasGrown(t *testing.T) {
	for last, want := range map[int64]bool{10: false, 12: false, 13: true} {
		if got := (&detail{objects: []int64{10, 99, last}}).hasGrown(); got != want {
			t.Errorf("from 10 to %d: %v", last, got)
		}
		g := along("java.nio.DirectByteBuffer", "app.Other")
		g.holders.Nodes[1].Objects, g.holders.Nodes[2].Objects = []int64{10, last}, []int64{1, 100}
		g.places = []leak.Place{1, 1, 2, leak.NoPlace}
		g.outside = &offheap.Found{Owners: []offheap.Owner{{Object: 0}, {Object: 1}, {Object: 2}, {Object: 3}}}
		if got := g.ownersHaveGrown(bitset.New(4).Set(0).Set(1).Set(3)); got != want {
			t.Errorf("owners from 10 to %d: %v", last, got)
		}
	}
}

func TestNamesOfManyRoots(t *testing.T) {
	for root, want := range map[string]string{
		"thread":        "threads that never end and have no name",
		"thread worker": "threads that never end, named worker",
		"threads":       "more and more GC roots, threads",
		"JNI global":    "more and more GC roots, JNI global",
	} {
		if got := many(root); got != want {
			t.Errorf("%s: %q", root, got)
		}
	}
}

// TestDoubtsAtTheirLimits checks two doubts: one about fewer than five GC points, and one about other holders if clearing frees less than
// half of the objects.
func TestDoubtsAtTheirLimits(t *testing.T) {
	for _, test := range []struct {
		points int
		freed  int64
		also   []string
		few    bool
		others bool
	}{
		{5, 5, nil, false, false},
		{4, 5, nil, true, false},
		{5, 4, nil, false, true},
		{5, 4, []string{"field app.A.b"}, false, false}, // which the finding names
	} {
		d := &detail{suspect: &leak.Suspect{}, also: test.also, target: make([]trace.ObjectID, 10)}
		d.freed = closure.Freed{Target: trace.Amount{Objects: test.freed}}
		text := strings.Join(leakDoubts(d, test.points), "\n")
		if strings.Contains(text, "few GC points") != test.few || strings.Contains(text, "less than half") != test.others {
			t.Errorf("%+v: %s", test, text)
		}
	}
}

// TestWhereThreadsStand checks the innermost frame outside the runtime, and that of equally frequent ones the first by name is taken.
func TestWhereThreadsStand(t *testing.T) {
	h := &trace.Heap{}
	for _, frames := range []string{"", "java.lang.Object.wait", "java.lang.Object.wait lib.B.run app.Main.main", "lib.A.run(A.java:3)",
		"jdk.internal.Park.now sun.misc.X.y com.sun.Y.z javax.Z.a lib.A.run(A.java:9)", "lib.B.run"} {
		h.Threads = append(h.Threads, trace.Thread{Frames: strings.Fields(frames)})
	}
	for _, test := range []struct {
		numbers []int32
		most    int
		at      string
	}{
		{nil, 0, ""},
		{[]int32{0}, 0, ""},
		{[]int32{0, 1}, 1, "java.lang.Object.wait"},
		{[]int32{1, 2, 5}, 2, "lib.B.run"},
		{[]int32{2, 3, 4, 5}, 2, "lib.A.run"},
		{[]int32{5, 2, 4, 3}, 2, "lib.A.run"},
	} {
		if most, at := standing(h, test.numbers); most != test.most || at != test.at {
			t.Errorf("%v: %d in %q, want %d in %q", test.numbers, most, at, test.most, test.at)
		}
	}
}

// TestShownHolders checks that a field after the first is named if it holds at least five of a hundred objects, and at most three are.
func TestShownHolders(t *testing.T) {
	for _, test := range []struct {
		second, third, fourth int
		named                 int
	}{{5, 5, 0, 3}, {5, 4, 0, 2}, {4, 3, 0, 1}, {10, 9, 8, 3}} {
		b := tracetest.NewHeap()
		text := b.Type("app.Text", 16)
		objects := bitset.New(1000)
		for i, n := range []int{100 - test.second - test.third - test.fourth, test.second, test.third, test.fourth} {
			holder := b.Type(fmt.Sprintf("app.Holder%d", i), 16, "text")
			for range n {
				o, s := b.Object(holder), b.Object(text)
				b.Refer(o, "text", s)
				objects.Set(uint(s))
			}
		}
		h := b.Heap()
		g := &guided{lookedAt: lookedAt{last: &heapState{subject: &group.Subject{Heap: h}}, Placing: Placing{places: make([]leak.Place, h.Len())}}}
		said, err := g.heldBy(t.Context(), objects, "texts")
		if err != nil || len(said) != 1 || strings.Count(said[0], "are held by") != test.named {
			t.Errorf("%+v: %q, %v", test, said, err)
		}
	}
}

// TestIsPartly checks that disjoint sets have no part in common, and that the part must be large enough.
func TestIsPartly(t *testing.T) {
	objects := func(n ...uint) *bitset.BitSet {
		s := bitset.New(100)
		for _, o := range n {
			s.Set(o)
		}
		return s
	}
	all := objects(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
	for n := range uint(11) {
		of := bitset.New(100)
		for o := range n {
			of.Set(o)
		}
		if got, want := isPartly(all, of), n > 0 && float64(n) >= 8; got != want {
			t.Errorf("%d of 10: %v", n, got)
		}
	}
	if isPartly(objects(), all) || isPartly(objects(50), all) {
		t.Error("what has nothing in common is a part")
	}
}

// TestAlsoGrowing checks that one further type is also named.
func TestAlsoGrowing(t *testing.T) {
	for n, want := range map[int]string{1: "", 2: "Also growing: B (262 kB).", 3: "Also growing: B (262 kB) and C (229 kB)."} {
		growth := map[string]int64{}
		for i, name := range []string{"java.A", "java.B", "java.C"}[:n] {
			growth[name] = int64(9-i) << 15
		}
		c := rising(0, growth)
		g := &guided{Source: &recorded{Recording: c.r}}
		f := typesFinding(c, []string{"type"}, g.growing(c))
		text := strings.Join(f.Explain, " ")
		if strings.Contains(text, "Also growing") != (want != "") || !strings.Contains(text, want) {
			t.Errorf("%d types: %s", n, text)
		}
	}
}

// TestSoftPiles: a pile is soft if at least half of its entries have a soft reference.
func TestSoftPiles(t *testing.T) {
	for _, test := range []struct {
		entries, soft int
		want          bool
	}{{2, 0, false}, {2, 1, true}, {3, 1, false}, {1, 1, true}, {10, 4, false}, {10, 5, true}, {10, 10, true}} {
		b := tracetest.NewHeap()
		add, entry := fieldList(b, "app.Cache", "all", 20), b.Type("app.Entry", 24, "value")
		reference := b.Type("java.lang.ref.SoftReference", 48, "referent")
		for i := range test.entries {
			e := b.Object(entry)
			if i < test.soft {
				r := b.Object(reference)
				b.Refer(r, "referent", b.Object(b.Type("app.Value", 100)))
				b.Refer(e, "value", r)
			}
			add(e)
		}
		g, _ := placed(t, b.Heap())
		top := leak.Place(slices.IndexFunc(g.holders.Nodes, func(n leak.Node) bool { return n.Type == "app.Entry" }))
		d := g.begin(&leak.Suspect{Holding: g.holders.Holding(g.holders.Nodes[top].Parent), Verdict: leak.Verdict{From: leak.FromNothing},
			Parts:   []leak.Pile{{Container: g.holders.Nodes[top].Parent, Tops: []leak.Place{top}}},
			Objects: []int64{1}, Bytes: []int64{1}})
		if d.soft != test.want || g.holdsSoftly(d) != test.want {
			t.Errorf("%+v: %v", test, d.soft)
		}
	}
}
