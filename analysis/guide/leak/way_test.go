package leak

import (
	"testing"

	"memcity/trace"
)

// along returns a chain of the given places below a GC root. Each place has one object by default.
func along(root rootKey, nodes ...Node) *Holders {
	s := &Holders{Points: 1, Nodes: []Node{{Parent: NoPlace, Type: root.text, Own: root.own, root: &root, Objects: []int64{0}}}}
	for i, n := range nodes {
		n.Parent = Place(i)
		if n.Objects == nil {
			n.Objects = []int64{1}
		}
		s.Nodes = append(s.Nodes, n)
	}
	return s
}

// TestOwner checks the owner of the objects at the end of a path.
func TestOwner(t *testing.T) {
	own := rootKey{text: "static field app.Main.shop", own: true, class: "app.Main"}
	runtime := rootKey{text: "static field java.lang.Hooks.all", class: "java.lang.Hooks"}
	library := rootKey{text: "static field lib.Pool.all", class: "lib.Pool"}
	thread := rootKey{text: "thread main"}
	shop, list := Node{Type: "app.Shop", Own: true}, Node{Type: "java.util.ArrayList", Field: "orders"}
	array := Node{Type: "java.lang.Object[]", Field: "elementData"}
	pool := Node{Type: "lib.Pool"}
	for _, test := range []struct {
		name     string
		s        *Holders
		owner    string
		anchored bool
		kind     string
		at       Place
	}{
		{"a field of the program", along(own, shop, list, array), "field app.Shop.orders", false, "java.util.ArrayList", 2},
		{"a GC root itself", along(own, list, array), "static field app.Main.shop", true, "java.util.ArrayList", 1},
		{"only a GC root", along(own, shop), "static field app.Main.shop", true, "app.Shop", 1},
		{"elements of an array have no name", along(own, shop, array, Node{Type: "app.Order", Field: Element, Own: true}),
			"field app.Shop.elementData", false, "java.lang.Object[]", 2},
		{"a class has none", along(own, shop, Node{Type: "java.lang.Class", Field: Class}), "static field app.Main.shop", true, "app.Shop", 1},
		{"a library below a GC root of the runtime", along(runtime, pool, list), "field lib.Pool.orders", false, "java.util.ArrayList", 2},
		{"a library below a thread", along(thread, pool, list), "field lib.Pool.orders", false, "java.util.ArrayList", 2},
		{"a library below a GC root of the program", along(own, pool, list), "static field app.Main.shop", true, "java.util.ArrayList", 1},
		{"a library below one of its own", along(library, pool, list), "static field lib.Pool.all", true, "java.util.ArrayList", 1},
		{"the runtime below the runtime", along(runtime, Node{Type: "java.lang.Hook"}, list), "static field java.lang.Hooks.all", true,
			"java.util.ArrayList", 1},
		{"what extends a collection is one", along(own, Node{Type: "app.List", Own: true, kin: true}, list), "static field app.Main.shop",
			true, "java.util.ArrayList", 1},
		{"a tree of the program is passed over",
			along(own, shop, Node{Type: "app.Tree", Own: true, Field: "root", trunk: true}, Node{Type: "app.Tree", Own: true, Field: "left"}),
			"field app.Shop.root", false, "app.Tree", 2},
		{"but not the collection of a tree",
			along(own, Node{Type: "app.Tree", Own: true, trunk: true}, Node{Type: "java.util.ArrayList", Field: "children"}),
			"field app.Tree.children", false, "java.util.ArrayList", 2},
		{"a thread-local", along(thread, Node{Type: threadLocalEntry, Field: Element}, Node{Type: "app.Shop", Own: true, Field: "value"}),
			"thread-local of the thread main", false, "app.Shop", 2},
	} {
		h := test.s.Holding(Place(len(test.s.Nodes) - 1))
		if h.Owner != test.owner || h.Anchored != test.anchored || h.Kind != test.kind || h.At != test.at || h.Root != test.s.Nodes[0].Type {
			t.Errorf("%s: %+v", test.name, h)
		}
		if entry := map[bool]Place{true: 1, false: NoPlace}[test.name == "a thread-local"]; h.Entry != entry {
			t.Errorf("%s: the entry is at %d", test.name, h.Entry)
		}
	}
}

// TestNestedCollections checks the outermost and the innermost collection of a path, and whether there are more of the latter.
func TestNestedCollections(t *testing.T) {
	root := rootKey{text: "static field app.Main.shop", own: true}
	for _, test := range []struct {
		outer, inner int64
		many         bool
	}{{1, 5, true}, {2, 3, true}, {3, 3, false}, {5, 1, false}} {
		s := along(root, Node{Type: "java.util.HashMap", Objects: []int64{test.outer}}, Node{Type: "java.util.HashMap$Node", Objects: []int64{9}},
			Node{Type: "java.util.ArrayList", Objects: []int64{test.inner}}, Node{Type: "java.lang.Object[]"})
		h := s.Holding(4)
		if h.Kind != "java.util.HashMap" || h.Inner != "java.util.ArrayList" || h.Many != test.many {
			t.Errorf("%d and %d: %+v", test.outer, test.inner, h)
		}
	}
	if h := along(root, Node{Type: "app.A", Own: true}).Holding(1); h.Inner != "" || h.Many {
		t.Errorf("without a collection: %+v", h)
	}
}

func TestNamesOfWays(t *testing.T) {
	for _, test := range []struct {
		name                string
		collection, runtime bool
	}{
		{"java.util.ArrayList", true, true}, {"java.util.concurrent.ConcurrentHashMap", true, true},
		{"java.util.concurrent.atomic.AtomicLong", false, true},
		{"java.util.TaskQueue", true, true}, {"java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue", true, true},
		{"java.util.Timer", false, true}, {"java.util.TimerThread", false, true}, {"java.util.TimerTask", false, true},
		{"java.util.concurrent.ThreadPoolExecutor", false, true}, {"java.util.concurrent.ForkJoinPool", false, true},
		{"java.util.concurrent.locks.ReentrantLock", false, true}, {"java.util.zip.Inflater", false, true}, {"java.util.Date", false, true},
		{"java.util.HashMap$Node", false, true}, {"java.util.HashMap[]", false, true}, {"java.utility.List", false, true},
		{"app.List", false, false},
		{"javax.swing.JList", false, true}, {"jdk.internal.A", false, true}, {"sun.misc.A", false, true}, {"com.sun.A", false, true},
		{"com.sunny.A", false, false},
		{"app.List[]", false, true}, {"javafx.List", false, false},
	} {
		if isCollection(test.name) != test.collection || OfRuntime(test.name) != test.runtime {
			t.Errorf("%s: collection %v, runtime %v", test.name, isCollection(test.name), OfRuntime(test.name))
		}
	}
	if threadText("") != trace.RootThread.String() || threadText("worker 3") != trace.RootThread.String()+" worker N" {
		t.Errorf("threads are called %q and %q", threadText(""), threadText("worker 3"))
	}
}

// TestExtendsCollection follows supertypes to their end, including circular ones.
func TestExtendsCollection(t *testing.T) {
	h := &trace.Heap{Types: []trace.Type{
		{Name: "java.util.HashMap", Super: 9}, {Name: "app.Cache", Super: 0}, {Name: "app.Small", Super: 1}, {Name: "app.A", Super: 9},
		{Name: "app.Loop", Super: 5}, {Name: "app.Pool", Super: 4},
	}}
	for typ, want := range []bool{true, true, true, false, false, false} {
		if got := ExtendsCollection(h, trace.TypeID(typ)); got != want {
			t.Errorf("%s: %v", h.Types[typ].Name, got)
		}
	}
}
