package trace_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"memcity/trace"
	"memcity/trace/tracetest"
)

// randomTree returns a tree of n nodes, each with a random parent, and the children and the path of each node.
func randomTree(seed uint64, n int) (tree *trace.Tree, children map[int32][]int32, paths [][]string) {
	rng := rand.New(rand.NewPCG(seed, 1))
	tree, children = &trace.Tree{Names: trace.NewNames()}, map[int32][]int32{}
	var grow func(parent int32, path []string)
	grow = func(parent int32, path []string) {
		at := int32(len(tree.Nodes))
		path = append(slices.Clone(path), fmt.Sprint("n", at))
		tree.Nodes = append(tree.Nodes,
			trace.Node{Name: tree.Names.ID(path[len(path)-1]), Place: trace.Place{Parent: parent}, Objects: int64(at), Bytes: 2 * int64(at)})
		paths = append(paths, path)
		if parent >= 0 {
			children[parent] = append(children[parent], at)
		}
		for len(tree.Nodes) < n && rng.IntN(3) > 0 {
			grow(at, path)
		}
		tree.Nodes[at].End = int32(len(tree.Nodes))
	}
	grow(-1, nil)
	return tree, children, paths
}

// TestTree compares a tree with the data that it was built from.
func TestTree(t *testing.T) {
	for seed := range uint64(50) {
		tree, children, paths := randomTree(seed, int(seed)+1)
		for i := range int32(len(tree.Nodes)) {
			var got []int32
			for c := range tree.Children(i) {
				got = append(got, c)
			}
			if !slices.Equal(got, children[i]) || tree.IsLeaf(i) != (len(children[i]) == 0) {
				t.Errorf("seed %d: node %d has children %v, want %v; leaf %v", seed, i, got, children[i], tree.IsLeaf(i))
			}
			for c := range tree.Children(i) {
				if c != children[i][0] {
					t.Errorf("seed %d: the children of %d begin with %d", seed, i, c)
				}
				break
			}
			if !slices.Equal(tree.Path(i), paths[i]) || tree.Key(i) != strings.Join(paths[i], "#") {
				t.Errorf("seed %d: the path of %d is %v, want %v", seed, i, tree.Path(i), paths[i])
			}
			if want := (trace.Amount{Objects: int64(i), Bytes: 2 * int64(i)}); tree.Nodes[i].Amount() != want {
				t.Errorf("node %d has %v", i, tree.Nodes[i].Amount())
			}
		}
	}
}

// TestNames checks that each text gets one number, regardless of which goroutine adds it first.
func TestNames(t *testing.T) {
	n := trace.NewNames()
	if n.ID("") != 0 || n.Text(0) != "" {
		t.Error("0 is not the empty text")
	}
	var all sync.WaitGroup
	for k := range 4 {
		all.Go(func() {
			for i := range 500 {
				text := fmt.Sprint((i + 37*k) % 100)
				if id := n.ID(text); n.Text(id) != text || n.ID(text) != id {
					t.Errorf("%s has number %d, which is %s", text, id, n.Text(id))
				}
			}
		})
	}
	all.Wait()
	if id := n.ID("new"); id != 101 {
		t.Errorf("after 101 texts the next has number %d", id)
	}
}

// TestPointerMap compares a pointer map with a table.
func TestPointerMap(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 2))
		const n = 7
		var table [n][n]int64
		m := &trace.PointerMap{Start: []uint32{0}}
		for i := range n {
			for k := range n {
				if table[i][k] = max(0, rng.Int64N(9)-4); table[i][k] > 0 {
					m.To, m.Counts = append(m.To, int32(k)), append(m.Counts, table[i][k])
				}
			}
			m.Start = append(m.Start, uint32(len(m.To)))
		}
		for i := range int32(n) {
			to, counts := m.Row(i)
			if len(to) != len(counts) || len(to) != int(m.Start[i+1]-m.Start[i]) {
				t.Errorf("seed %d: row %d is %v with %v", seed, i, to, counts)
			}
			for k := range int32(n) {
				if got := m.Count(i, k); got != table[i][k] {
					t.Errorf("seed %d: %d to %d is %d, want %d", seed, i, k, got, table[i][k])
				}
			}
		}
	}
}

func TestKnowledge(t *testing.T) {
	const all = trace.KnowsAllocations<<1 - 1
	want := "objects references fields roots sites threads identity times values texts spaces ages deaths allocations"
	names := all.Names()
	if got := strings.Join(names, " "); got != want {
		t.Errorf("all that can be known is %q, want %q", got, want)
	}
	for i, name := range names {
		k := trace.KnowledgeOf(name)
		if k != 1<<i || !slices.Equal(k.Names(), []string{name}) || !all.Has(k) || (all &^ k).Has(k) || !(k | 1).Has(k) || k > 1 && k.Has(k|1) {
			t.Errorf("%s is %b", name, k)
		}
	}
	if trace.KnowledgeOf("") != 0 || trace.KnowledgeOf("colour") != 0 || !trace.Knowledge(0).Has(0) || len(trace.Knowledge(0).Names()) != 0 {
		t.Error("nothing is known")
	}
}

func TestInputErrors(t *testing.T) {
	for _, test := range []struct {
		err  trace.InputError
		want string
	}{
		{trace.InputError{Source: "a", Offset: 5, Line: 3, Text: "no"}, "a: line 3: no"},
		{trace.InputError{Source: "a", Offset: 5, Line: 1, Text: "no"}, "a: line 1: no"},
		{trace.InputError{Source: "a", Offset: 5, Text: "no"}, "a: offset 5: no"}, {trace.InputError{Source: "a", Text: "no"}, "a: offset 0: no"},
		{trace.InputError{Source: "a", Offset: -1, Text: "no"}, "a: no"},
	} {
		if got := test.err.Error(); got != test.want {
			t.Errorf("%+v: %q, want %q", test.err, got, test.want)
		}
	}
	if got := (trace.Warning{Source: "a", Text: "b"}).String(); got != "a: b" {
		t.Errorf("warning %q", got)
	}
	if got := trace.Millis(1500).Duration(); got != 1500*time.Millisecond {
		t.Errorf("1500 ms are %v", got)
	}
	trace.Progress(nil).Report(1, 2, "nobody listens")
	said := ""
	trace.Progress(func(done, total int64, what string) { said = fmt.Sprint(done, total, what) }).Report(1, 2, "x")
	if said != "1 2x" {
		t.Errorf("progress %q", said)
	}
}

// TestNoStates checks that the error occurs only for a recording that has no GC points and will get none, and that it lists the content.
func TestNoStates(t *testing.T) {
	var fault *trace.InputError
	one := &trace.Recording{Name: "log", GCs: make([]trace.GC, 1)}
	two := &trace.Recording{Name: "log", GCs: make([]trace.GC, 2), Life: &trace.Life{}}
	if err := one.NoStates(); !errors.As(err, &fault) || fault.Source != "log" || fault.Offset != -1 ||
		!strings.Contains(fault.Text, "1 GC") ||
		strings.Contains(fault.Text, "allocations") {
		t.Errorf("one GC: %v", err)
	}
	if err := two.NoStates(); err == nil || !strings.Contains(err.Error(), "2 GCs") || !strings.Contains(err.Error(), "allocations") {
		t.Errorf("two GCs and allocations: %v", err)
	}
	if err := (&trace.Recording{Points: make([]trace.Point, 1)}).NoStates(); err != nil {
		t.Error(err)
	}
}

func TestFrames(t *testing.T) {
	for want, f := range map[string]trace.Frame{
		"?": {}, "a.B.c(B.java:12)": {Class: "a.B", Method: "c", File: "B.java", Line: 12},
		"a.B.c(B.java:1)": {Class: "a.B", Method: "c", File: "B.java", Line: 1},
		"a.B.c(B.java)":   {Class: "a.B", Method: "c", File: "B.java", Line: 0}, "c(Unknown Source)": {Method: "c"},
		"c(Native Method)":    {Method: "c", Native: true},
		"c(Unknown Source:3)": {Method: "c", Line: 3, Native: true}, "a.Old.main(Old.java:8)": {Class: "a.Old", Method: "main", Line: 8},
		"Old$In$1.run(Old.java:8)": {Class: "Old$In$1", Method: "run", Line: 8}, "a.MainKt.main(Main.kt:1)": {Class: "a.MainKt", Method: "main", Line: 1},
		"Kt.run(Kt.java:1)": {Class: "Kt", Method: "run", Line: 1}, "$.run($.java:1)": {Class: "$", Method: "run", Line: 1},
		"a.B.d(Unknown Source)": {Class: "a.B", Method: "d"}, "a..(Unknown Source:2)": {Class: "a.", Line: 2},
	} {
		if got := f.String(); got != want {
			t.Errorf("%+v is %q, want %q", f, got, want)
		}
	}
}

// TestHeapOfAll checks sizes, slots, loaders and roots of a heap with one of each kind.
func TestHeapOfAll(t *testing.T) {
	b := tracetest.NewHeap()
	node := b.Type("app.Node", 24, "next", "value")
	list, ints := b.ArrayType("app.Node[]"), b.PrimitiveType("int[]", 4)
	a, c := b.Object(node), b.Object(node)
	array, numbers := b.Array(list, 3), b.Array(ints, 3)
	loader := b.Object(b.Type("app.Loader", 16))
	class := b.Class(node, 100, loader)
	boot := b.Class(list, 50, trace.NoObject)
	b.Refer(a, "value", c)
	b.Element(array, 2, a)
	b.Refer(class, "first", c)
	thread := b.Thread("main", trace.NoObject, "app.Main.run(Main.java:3)", "app.Main.main(Main.java:1)")
	unknown := b.Thread("thread 7", trace.NoObject)
	h := b.Heap()
	for o, want := range map[trace.ObjectID]int64{a: 24, array: 32, numbers: 32, class: 100} { // arrays are aligned to 8
		if got := h.Size(o); got != want {
			t.Errorf("object %d has %d bytes, want %d", o, got, want)
		}
	}
	ty := &trace.Type{Base: 16, Element: 4}
	for length, want := range map[int64]int64{0: 16, 1: 24, 2: 24, 3: 32} {
		if got := ty.ArraySize(length, 8); got != want {
			t.Errorf("an array of %d has %d bytes, want %d", length, got, want)
		}
	}
	if h.Referent(a, "value") != c || h.Referent(a, "next") != trace.NoObject || h.Referent(array, "[2]") != a ||
		h.Referent(class, "first") != c {
		t.Error("referents")
	}
	for slot, want := range map[uint16]string{0: "next", 1: "value", 2: "?"} {
		if got := h.SlotName(a, slot); got != want {
			t.Errorf("slot %d is %s", slot, got)
		}
	}
	for slot, want := range map[uint16]string{0: "[0]", 65534: "[65534]", math.MaxUint16: "[65535 or later]"} {
		if got := h.SlotName(array, slot); got != want {
			t.Errorf("element %d is %s", slot, got)
		}
	}
	h.Types[list].References = []string{"[?]"} // elements whose indices are unknown
	if first, last := h.SlotName(array, 0), h.SlotName(array, math.MaxUint16); first != "[?]" || last != "[?]" {
		t.Errorf("elements are %s and %s", first, last)
	}
	if h.LoaderName(node) != "app.Loader" || h.LoaderName(list) != "boot" || h.ClassOf(class) != node || h.ClassOf(boot) != list ||
		h.ClassOf(a) != trace.NoType ||
		h.ClassOf(trace.NoObject) != trace.NoType {
		t.Error("classes")
	}
	for want, r := range map[string]trace.Root{
		"static field app.Main.x": {Kind: trace.RootStaticField, Thread: -1, Frame: -1, Detail: "app.Main.x"},
		"thread main":             {Kind: trace.RootThread, Thread: thread, Frame: -1},
		"local variable in app.Main.run(Main.java:3) of thread main":  {Kind: trace.RootLocal, Thread: thread, Frame: 0},
		"local variable in app.Main.main(Main.java:1) of thread main": {Kind: trace.RootLocal, Thread: thread, Frame: 1},
		"JNI local of thread 7": {Kind: trace.RootJNILocal, Thread: unknown, Frame: -1},
		"thread":                {Kind: trace.RootThread, Thread: -1, Frame: -1},
		"unknown":               {Kind: 200, Thread: -1, Frame: -1}, "VM internal": {Kind: trace.RootVMInternal, Thread: -1, Frame: -1},
	} {
		if got := h.RootText(&r); got != want {
			t.Errorf("%+v is %q, want %q", r, got, want)
		}
	}
}

// TestAllocatingThread checks that the thread of an object takes precedence over the thread of its site.
func TestAllocatingThread(t *testing.T) {
	h := &trace.Heap{TypeOf: trace.NewTypes(2, 1)}
	if got := h.AllocatingThread(1); got != trace.NoThread {
		t.Errorf("nothing is known: %d", got)
	}
	h.SiteOf, h.Sites = []trace.SiteID{0, trace.NoSite}, []trace.Site{{Thread: 5}}
	if a, b := h.AllocatingThread(0), h.AllocatingThread(1); a != 5 || b != trace.NoThread {
		t.Errorf("by site: %d, %d", a, b)
	}
	h.ThreadOf = []int32{3, 4}
	if a, b := h.AllocatingThread(0), h.AllocatingThread(1); a != 3 || b != 4 {
		t.Errorf("by object: %d, %d", a, b)
	}
}
