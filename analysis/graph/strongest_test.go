package graph_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"memcity/analysis/closure"
	"memcity/analysis/graph"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// heldBy returns a heap with one selected object, type T, that each of the given roots holds over a separate chain of objects.
func heldBy(roots ...root) *trace.Heap {
	b := tracetest.NewHeap()
	selected := b.Object(b.Type("T", 16))
	for i, r := range roots {
		at := selected
		for step := range r.steps - 1 {
			holder := b.Object(b.Type(fmt.Sprintf("Holder%d%c", i, 'A'+step), 16, "next"))
			b.Refer(holder, "next", at)
			at = holder
		}
		b.Root(at, r.kind, r.name)
	}
	return b.Heap()
}

type root struct {
	kind  trace.RootKind
	name  string
	steps int // from the root to the selected object
}

// TestPreferredRoots checks which of several GC roots the strongest path begins at. Each keeps the object alive. Fewest steps win. A thread
// counts as one step more, and any other root but a variable as two. On a tie, variables come before threads, and these before others.
func TestPreferredRoots(t *testing.T) {
	static, local, thread, jni := trace.RootStaticField, trace.RootLocal, trace.RootThread, trace.RootJNIGlobal
	for _, test := range []struct {
		roots []root
		want  string
	}{
		{[]root{{static, "A.far", 2}, {static, "A.near", 1}}, "A.near"},
		{[]root{{static, "A.near", 1}, {static, "A.far", 2}}, "A.near"},
		{[]root{{static, "A.a", 1}, {jni, "jni", 1}}, "A.a"},
		{[]root{{static, "A.a", 2}, {jni, "jni", 1}}, "A.a"},
		{[]root{{static, "A.a", 4}, {jni, "jni", 1}}, "jni"},
		{[]root{{static, "A.a", 2}, {thread, "main", 2}}, "A.a"},
		{[]root{{static, "A.a", 3}, {thread, "main", 2}}, "A.a"},
		{[]root{{static, "A.a", 4}, {thread, "main", 2}}, "main"},
		{[]root{{thread, "main", 2}, {jni, "jni", 2}}, "main"},
		{[]root{{thread, "main", 2}, {jni, "jni", 1}}, "main"},
		{[]root{{thread, "main", 3}, {jni, "jni", 1}}, "jni"},
		{[]root{{local, "x", 2}, {thread, "main", 2}, {jni, "jni", 1}}, "x"},
	} {
		h := heldBy(test.roots...)
		g := paths(t, start(t, h, graph.Options{}, 0))
		if g.Strongest == nil {
			t.Fatalf("%v: no path:\n%s", test.roots, text(g))
		}
		first := &g.Nodes[g.Strongest.Nodes[0]]
		if !strings.Contains(first.Name, test.want) || len(g.Strongest.Edges) != stepsOf(test.roots, test.want) || g.Strongest.Alive != 1 {
			t.Errorf("%v: the path begins at %s and has %d steps, want %s %s", test.roots, first.Name, len(g.Strongest.Edges), test.want, text(g))
		}
	}
}

func stepsOf(roots []root, name string) int {
	return roots[slices.IndexFunc(roots, func(r root) bool { return r.name == name })].steps
}

// TestSeparateRoots checks how many GC roots of a kind get a node of their own: at most Options.Roots, and only roots that keep alive at
// least the share. The others of the kind share a node, unless there is only one.
func TestSeparateRoots(t *testing.T) {
	for _, test := range []struct {
		name   string
		o      graph.Options
		holds  []int // number of selected objects by root, of 100
		alone  int
		shared int // roots of the shared node
	}{
		{"eight by default", graph.Options{}, []int{10, 10, 10, 10, 10, 10, 10, 10, 10, 10}, 8, 2},
		{"a single other", graph.Options{}, []int{10, 10, 10, 10, 10, 10, 10, 10, 20}, 9, 0},
		{"as many as allowed", graph.Options{Roots: 3}, []int{30, 30, 40}, 3, 0},
		{"exactly the share", graph.Options{Share: 0.1}, []int{70, 10, 10, 10}, 4, 0},
		{"less than the share", graph.Options{Share: 0.1}, []int{73, 9, 9, 9}, 1, 3},
		{"one reaches it", graph.Options{Share: 0.1}, []int{71, 10, 10, 9}, 4, 0},
		{"two do not", graph.Options{Share: 0.1}, []int{73, 10, 9, 8}, 2, 2},
		{"none reaches it", graph.Options{Share: 0.5}, []int{25, 25, 25, 25}, 1, 3},
		{"negative options are defaults", graph.Options{Roots: -1, Nodes: -1, New: -1, Levels: -1, Share: -1}, []int{4, 4, 92}, 1, 2},
	} {
		b := tracetest.NewHeap()
		typ := b.Type("T", 16)
		var selected []trace.ObjectID
		for i, n := range test.holds {
			for range n {
				o := b.Object(typ)
				selected = append(selected, o)
				b.Root(o, trace.RootStaticField, fmt.Sprintf("A.f%02d", i))
			}
		}
		g := paths(t, start(t, b.Heap(), test.o, selected...))
		alone, shared := 0, 0
		for i := range g.Nodes {
			switch n := &g.Nodes[i]; {
			case n.Roots == 1:
				alone++
				if n.Alive != n.Bytes/16 || n.Key != "root "+n.Name {
					t.Errorf("%s: %s keeps %d of its %d bytes alive, key %q", test.name, n.Name, n.Alive, n.Bytes, n.Key)
				}
			case n.Roots > 1:
				shared += n.Roots
				if n.Key != "other roots "+trace.RootStaticField.String() || !strings.HasPrefix(n.Name, fmt.Sprint(n.Roots, " other ")) {
					t.Errorf("%s: node %q, %q", test.name, n.Key, n.Name)
				}
			}
		}
		if alone != test.alone || shared != test.shared {
			t.Errorf("%s: %d roots have a node, %d share one; want %d and %d\n%s", test.name, alone, shared, test.alone, test.shared, text(g))
		}
	}
}

// TestRootsOf checks that every name of a GC root belongs to exactly one node: a separate one, or the shared node of its kind.
func TestRootsOf(t *testing.T) {
	b := tracetest.NewHeap()
	typ, other := b.Type("T", 16), b.Type("Other", 16)
	var selected []trace.ObjectID
	for i := range 6 {
		o := b.Object(typ)
		selected = append(selected, o)
		b.Root(o, trace.RootStaticField, fmt.Sprintf("A.f%d", i))
		b.Root(o, trace.RootJNIGlobal, fmt.Sprintf("jni %d", i))
	}
	b.Root(b.Object(other), trace.RootStaticField, "A.foreign")
	g := paths(t, start(t, b.Heap(), graph.Options{Roots: 2}, selected...))
	names := []closure.RootName{{Kind: trace.RootStaticField, Owner: "A", Member: "foreign"}}
	for i := range 6 {
		names = append(names, closure.RootName{Kind: trace.RootStaticField, Owner: "A", Member: fmt.Sprintf("f%d", i)},
			closure.RootName{Kind: trace.RootJNIGlobal, Owner: fmt.Sprintf("jni %d", i)})
	}
	count := map[int]int{} // by number of names: nodes
	for at, name := range names {
		in := 0
		for n := range g.Nodes {
			if g.Nodes[n].IsRoot() && g.RootsOf(n)(name) {
				in++
				if g.Nodes[n].Root.Kind != name.Kind {
					t.Errorf("%v is in node %s", name, g.Nodes[n].Name)
				}
			}
		}
		if want := min(at, 1); in != want {
			t.Errorf("%v is in %d nodes, want %d", name, in, want)
		}
	}
	for n := range g.Nodes {
		if g.Nodes[n].IsRoot() {
			of := 0
			for _, name := range names {
				if g.RootsOf(n)(name) {
					of++
				}
			}
			if of != g.Nodes[n].Roots {
				t.Errorf("%s: %d names, want %d", g.Nodes[n].Name, of, g.Nodes[n].Roots)
			}
			count[of]++
		}
	}
	if count[1] != len(names)-1-4*(count[4]) || count[4] == 0 {
		t.Errorf("nodes by number of names: %v", count)
	}
}

// TestManyNodes checks the objects kept alive by more nodes than are traced at a time.
func TestManyNodes(t *testing.T) {
	const n = 150
	h := persons(n)
	g := expand(t, start(t, h, graph.Options{Singles: n, Nodes: 2 * n, New: 2 * n}, ofType(h, "app.Person")...), "app.Person",
		graph.PointedFrom)
	of := owners(t, h, g)
	if len(g.Nodes) != n+1 {
		t.Fatalf("%d nodes", len(g.Nodes))
	}
	for i := range g.Nodes {
		if alive := bruteAlive(h, g, of, g.Nodes[i].Objects, -1); g.Nodes[i].Alive != alive {
			t.Errorf("node %d keeps %d alive, want %d", i, g.Nodes[i].Alive, alive)
		}
	}
}

// TestMostNew checks that an expansion stops at the maximum number of new nodes, and counts the groups that it leaves out.
func TestMostNew(t *testing.T) {
	for _, holders := range []int{39, 40, 41, 60} {
		b := tracetest.NewHeap()
		selected := b.Object(b.Type("T", 16))
		for i := range holders {
			b.Refer(b.Object(b.Type(fmt.Sprintf("Holder%02d", i), 16, "t")), "t", selected)
		}
		g := expand(t, start(t, b.Heap(), graph.Options{}, selected), "T", graph.PointedFrom)
		if shown := min(holders, 40); len(g.Nodes) != 1+shown || g.Cut != holders-shown {
			t.Errorf("%d holders: %d nodes, %d cut", holders, len(g.Nodes), g.Cut)
		}
	}
}
