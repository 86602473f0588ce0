package v8_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/hostile"
	"memcity/trace/v8"
)

// forms are all forms of snapshots.
var forms = []tracetest.SnapshotForm{tracetest.Node18, tracetest.Node26, tracetest.Chromium, tracetest.Timeline}

// load loads the only point of a file.
func load(t testing.TB, name string, data []byte) (*trace.Heap, []trace.Warning) {
	t.Helper()
	rec, err := v8.Open(t.Context(), []trace.File{trace.MemoryFile(name, data)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if rec.Runtime != trace.V8 {
		t.Errorf("runtime %v", rec.Runtime)
	}
	h, warnings, err := rec.Points[0].Load(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	tracetest.Check(t, h)
	objects, bytes, _, err := rec.Points[0].Totals(t.Context(), nil)
	if total := int64(0); true {
		for o := range trace.ObjectID(h.Len()) {
			total += h.Size(o)
		}
		if err != nil || int(objects) != h.Len() || bytes != total {
			t.Errorf("totals %d, %d, %v; the heap has %d, %d", objects, bytes, err, h.Len(), total)
		}
	}
	return h, warnings
}

// sound loads a snapshot without warnings.
func sound(t testing.TB, s *tracetest.SnapshotBuilder) *view {
	t.Helper()
	h, warnings := load(t, "a.heapsnapshot", s.Bytes())
	if len(warnings) > 0 {
		t.Errorf("warnings %v", warnings)
	}
	return &view{t, s, h}
}

// view relates a heap to the snapshot that it was read from.
type view struct {
	testing.TB
	*tracetest.SnapshotBuilder
	heap *trace.Heap
}

// object returns the object of a node.
func (v *view) object(n tracetest.SnapshotNode) trace.ObjectID {
	o := slices.Index(v.heap.Identity, v.Nodes[n].ID)
	if o < 0 {
		v.Fatalf("no object for node %d", n)
	}
	return trace.ObjectID(o)
}

func (v *view) typeName(n tracetest.SnapshotNode) string {
	return v.heap.Types[v.heap.TypeOf.At(v.object(n))].Name
}

// references returns the references of a node in file order: names of slots with the ids of the targets, and w for weak ones.
func (v *view) references(n tracetest.SnapshotNode) string {
	o, list := v.object(n), []string{}
	for i, to := range v.heap.References(o) {
		text := fmt.Sprintf("%s=%d", v.heap.FieldAt(o, i), v.heap.Identity[to])
		if v.heap.Types[v.heap.TypeOf.At(o)].IsWeak(v.heap.Slot(o, i)) {
			text += "w"
		}
		list = append(list, text)
	}
	return strings.Join(list, " ")
}

// refs returns the expected references, from pairs of names and nodes. A name ends in ~ for a weak reference.
func (v *view) refs(pairs ...any) string {
	var list []string
	for i := 0; i < len(pairs); i += 2 {
		name, weak := strings.CutSuffix(pairs[i].(string), "~")
		text := fmt.Sprintf("%s=%d", name, v.Nodes[pairs[i+1].(tracetest.SnapshotNode)].ID)
		if weak {
			text += "w"
		}
		list = append(list, text)
	}
	return strings.Join(list, " ")
}

func (v *view) expect(n tracetest.SnapshotNode, typeName string, pairs ...any) {
	v.Helper()
	if got := v.typeName(n); got != typeName {
		v.Errorf("node %d has type %q, want %q", n, got, typeName)
	}
	if got, want := v.references(n), v.refs(pairs...); got != want {
		v.Errorf("%s refers to\n%s, want\n%s", typeName, got, want)
	}
}

// statics returns the variables of the types that stand for modules: "FILE NAME=ID".
func (v *view) statics() (list []string) {
	for i := range v.heap.Types {
		t := &v.heap.Types[i]
		if t.Class == trace.NoObject {
			continue
		}
		for j, to := range v.heap.References(t.Class) {
			if name := v.heap.FieldAt(t.Class, j); !strings.HasPrefix(name, "<") {
				list = append(list, fmt.Sprintf("%s %s=%d", t.Name, name, v.heap.Identity[to]))
			}
		}
	}
	slices.Sort(list)
	return list
}

func (v *view) roots() (list []string) {
	for _, r := range v.heap.Roots {
		list = append(list, fmt.Sprintf("%v %s %d", r.Kind, r.Detail, v.heap.Identity[r.Object]))
	}
	return list
}

func TestObjects(t *testing.T) {
	for _, form := range forms {
		s := tracetest.NewSnapshot(form)
		script := s.Script("/app/src/cart.js")
		other := s.Script("/app/node_modules/a/node_modules/bus/index.js")
		inner := s.Script("node:internal/url")
		item, bus, url := s.Class("Item", script, s.Realm), s.Class("Bus", other, s.Realm), s.Class("URL", inner, s.Realm)
		o, text := s.Object(item), s.Text("text")
		s.Set(o, "map", text) // like V8's own edge
		s.Edge(o, "element", 3, text)
		s.Edge(o, "weak", "7", text)
		s.Edge(o, "internal", "16388", text)
		s.Edge(o, "internal", "9 / IdentityMapBase", text)
		s.Edge(o, "hidden", 70000, text)
		b, u := s.Object(bus), s.Object(url)
		s.Edge(b, "shortcut", "bound_this", o)
		slice := s.Node("sliced string", "part", 24)
		s.Edge(slice, "internal", "parent", text)
		m := s.Node("object", "Map", 32)
		f, named := s.Function("", script, s.Realm, 12), s.Function("onTick", script, s.Realm, 14)
		for _, n := range []tracetest.SnapshotNode{o, b, u, slice, m, f, named} {
			s.Root("(Stack roots)", n)
		}
		v := sound(t, s)
		hidden, proto := s.Nodes[o].Edges[0].To, s.Nodes[o].Edges[1].To
		v.expect(o, "cart.js:Item", "<map>", hidden, "__proto__", proto, "map", text, "[3]", text, "<weak>~", text, "[16388]", text, "[9]", text, "[65535 or later]", text)
		v.expect(b, "node_modules/bus/index.js:Bus", "<map>", s.Nodes[b].Edges[0].To, "__proto__", s.Nodes[b].Edges[1].To, "<bound_this>~", o)
		v.expect(slice, "(sliced string)", "<parent>", text)
		v.expect(m, "js:Map")
		for n, want := range map[tracetest.SnapshotNode]string{u: "node:internal/url:URL", text: "(string)", f: "cart.js:function at line 12",
			named: "cart.js:onTick()", hidden: "(system / Map)", script: "(compiled code)"} {
			if got := v.typeName(n); got != want {
				t.Errorf("form %d: node %d has type %q, want %q", form, n, got, want)
			}
		}
		if size := v.heap.Size(v.object(text)); size != 20 {
			t.Errorf("size %d", size)
		}
		if t.Failed() {
			t.Fatalf("form %d", form)
		}
	}
}

// TestRoots checks roots, the global object and the realm. Every function refers to the realm, weakly.
func TestRoots(t *testing.T) {
	for _, form := range forms {
		s := tracetest.NewSnapshot(form)
		f := s.Function("tick", s.Script("/app/a.js"), s.Realm, 0)
		own := s.Node("object", "Array", 16)
		s.Set(s.Global, "tick", f)
		s.Set(f, "window", s.Global)
		s.Set(f, "page", own)
		debugger := s.Node("object", "Set", 16)
		s.Set(debugger, "watched", own)
		s.Root("(Global handles)", own) // the page holds it
		s.Root("(Stack roots)", debugger)
		s.Root("(Strong roots)", debugger)
		v := sound(t, s)
		root := "VM internal (root) " + fmt.Sprint(s.Nodes[s.Realm].ID)
		if form == tracetest.Node18 {
			root = "VM internal (root) " + fmt.Sprint(s.Nodes[s.Global].ID)
		}
		want := []string{root, "VM internal (Global handles) " + fmt.Sprint(s.Nodes[s.Realm].ID),
			"native stack (Stack roots) " + fmt.Sprint(s.Nodes[debugger].ID), "VM internal (Strong roots) " + fmt.Sprint(s.Nodes[debugger].ID)}
		if got := v.roots(); !slices.Equal(got, want) {
			t.Errorf("form %d: roots\n%s, want\n%s", form, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		v.expect(f, "a.js:tick()", "<shared>", s.Shared(f), "<context>~", s.Realm, "window~", s.Global, "page", own)
		v.expect(debugger, "js:Set", "watched~", own)
		if got := v.statics(); !slices.Equal(got, []string{fmt.Sprintf("global tick=%d", s.Nodes[f].ID)}) {
			t.Errorf("form %d: statics %v", form, got)
		}
	}
}

// TestModules checks that contexts of modules, and nothing else, are presented as types with variables.
func TestModules(t *testing.T) {
	for _, form := range forms {
		s := tracetest.NewSnapshot(form)
		script := s.Script("/app/cart.js")
		module := s.Context(s.Scope(), s.Realm)
		cart := s.Node("object", "Map", 16)
		s.Variable(module, "cart", cart)
		s.Variable(module, "map", cart)
		add := s.Function("add", script, module, 3)
		s.Variable(module, "add", add)
		changes := s.Node("regexp", "/x/", 16)
		s.VariableCell(module, "changes", changes)
		// calls of functions, with and without an outer context
		body := s.Scope()
		s.Edge(s.Shared(add), "internal", "name_or_scope_info", body)
		call := s.Context(body, module)
		s.Variable(call, "item", cart)
		s.Variable(module, "listener", s.Function("onEvent", script, call, 4))
		loose := s.Scope()
		for range 2 {
			c := s.Context(loose, s.Realm)
			s.Variable(c, "x", cart)
			s.Variable(module, "f", s.Function("f", script, c, 5))
		}
		named := s.Scope()
		start := s.Function("start", script, s.Realm, 6)
		s.Edge(s.Shared(start), "internal", "name_or_scope_info", named)
		once := s.Context(named, s.Realm)
		s.Variable(once, "y", cart)
		s.Set(s.Global, "tick", s.Function("tick", script, once, 7))
		// an ES module
		esm := s.Context(s.Scope(), s.Realm)
		total := s.Node("object", "Set", 16)
		s.Exports(esm, "total", total)
		s.Set(s.Global, "sum", s.Function("sum", s.Script("/app/lib/sum.mjs"), esm, 1))
		s.Set(s.Global, "add", add)
		v := sound(t, s)
		got := slices.DeleteFunc(v.statics(), func(line string) bool { return strings.HasPrefix(line, "global ") })
		want := []string{fmt.Sprintf("cart.js add=%d", s.Nodes[add].ID), fmt.Sprintf("cart.js changes=%d", s.Nodes[changes].ID), fmt.Sprintf("cart.js cart=%d", s.Nodes[cart].ID)}
		for _, e := range s.Nodes[module].Edges[2:] {
			if e.Name == "f" || e.Name == "listener" || e.Name == "map" {
				want = append(want, fmt.Sprintf("cart.js %s=%d", e.Name, s.Nodes[e.To].ID))
			}
		}
		want = append(want, fmt.Sprintf("lib/sum.mjs total=%d", s.Nodes[total].ID))
		if slices.Sort(want); !slices.Equal(got, want) {
			t.Errorf("form %d: statics\n%s, want\n%s", form, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		v.expect(call, "cart.js:context of add()", "<scope_info>", body, "<previous>", module, "item", cart)
		if got := v.typeName(once); got != "cart.js:context of start()" {
			t.Errorf("context of a single call has type %q", got)
		}
	}
}

// TestPassingRoots checks that roots that exist only while V8 works with an object are left out if a variable refers to the object.
func TestPassingRoots(t *testing.T) {
	for _, form := range forms {
		s := tracetest.NewSnapshot(form)
		script := s.Script("/app/cart.js")
		module := s.Context(s.Scope(), s.Realm)
		s.Root("(Global handles)", s.Function("add", script, module, 3))
		carts, changes, other := s.Node("object", "Map", 16), s.Node("object", "Set", 16), s.Node("object", "Array", 16)
		s.Variable(module, "carts", carts)
		s.VariableCell(module, "changes", changes)
		for _, group := range []string{"(Stack roots)", "(Handle scope)", "(Strong roots)", "(Builtins)"} {
			s.Root(group, carts)
			s.Root(group, changes)
			s.Root(group, other)
		}
		v := sound(t, s)
		roots := strings.Join(v.roots(), "\n")
		for n, want := range map[tracetest.SnapshotNode]int{carts: 1, changes: 1, other: 4} {
			if got := strings.Count(roots+"\n", fmt.Sprintf(" %d\n", s.Nodes[n].ID)); got != want {
				t.Errorf("form %d: %s has %d roots, want %d:\n%s", form, s.Nodes[n].Name, got, want, roots)
			}
		}
	}
}

// TestEphemeron checks that the key of an entry holds its value, and that the table of the WeakMap refers to both weakly.
func TestEphemeron(t *testing.T) {
	s := tracetest.NewSnapshot(tracetest.Node26)
	table, key, value := s.Node("array", "", 40), s.Node("object", "Key", 16), s.Node("object", "Value", 16)
	s.Ephemeron(table, key, value)
	s.Root("(Stack roots)", table)
	s.Root("(Stack roots)", key)
	v := sound(t, s)
	v.expect(table, "(array)", "<weak>~", key, "<value in WeakMap>~", value)
	v.expect(key, "js:Key", "<value in WeakMap>", value)
}

func TestShapes(t *testing.T) {
	s := tracetest.NewSnapshot(tracetest.Node26)
	value := s.Text("x")
	plain := func(names ...string) tracetest.SnapshotNode {
		o := s.Node("object", "Object", 24)
		for _, name := range names {
			s.Set(o, name, value)
		}
		s.Root("(Stack roots)", o)
		return o
	}
	want := map[tracetest.SnapshotNode]string{}
	for range 2 {
		want[plain("id", "__proto__", "name")] = "{id, name}"
		want[plain("a", "b", "c", "d", "e", "f", "g")] = "{a, b, c, d, e, f, …}"
		want[plain("a", "b:c", "d e", "1")] = "{a, …}"
		want[plain("x-y")] = "js:Object"
		want[plain()] = "js:Object"
	}
	want[plain("single")] = "js:Object"
	var keys []string
	for i := range 300 {
		keys = append(keys, fmt.Sprintf("key%d", i))
	}
	dictionary := plain(keys...)
	want[dictionary] = "js:Object"
	v := sound(t, s)
	for n, name := range want {
		if got := v.typeName(n); got != name {
			t.Errorf("node %d has type %q, want %q", n, got, name)
		}
	}
	o := v.object(dictionary)
	if v.heap.FieldAt(o, 299) != "[299]" || !v.heap.Types[v.heap.TypeOf.At(o)].IsElement(v.heap.Slot(o, 7)) {
		t.Errorf("property 299 of a dictionary is %s", v.heap.FieldAt(o, 299))
	}
}

// TestManyNames checks that slots beyond the limit become elements.
func TestManyNames(t *testing.T) {
	s := tracetest.NewSnapshot(tracetest.Node26)
	class := s.Class("Bag", s.Script("/app/a.js"), s.Realm)
	target := s.Node("regexp", "/x/", 16)
	var last tracetest.SnapshotNode
	for i := range 30 {
		last = s.Object(class)
		s.Root("(Stack roots)", last)
		for j := range 200 {
			s.Set(last, fmt.Sprintf("p%d_%d", i, j), target)
		}
	}
	v := sound(t, s)
	o := v.object(last)
	kind := v.heap.Types[v.heap.TypeOf.At(o)]
	if len(kind.References) != 4000 || !kind.Elements || v.heap.FieldAt(o, 0) != "<map>" || v.heap.FieldAt(o, 201) != "[65535 or later]" {
		t.Errorf("%d names, first %s, last %s", len(kind.References), v.heap.FieldAt(o, 0), v.heap.FieldAt(o, 201))
	}
}

// TestPageHubs checks that nodes of the DOM refer weakly to their document and window, which the global object keeps alive.
func TestPageHubs(t *testing.T) {
	s := tracetest.NewSnapshot(tracetest.Chromium)
	window, document := s.Node("native", "Window / https://example.org", 900), s.Node("native", "HTMLDocument", 3000)
	s.Edge(s.Realm, "internal", "global_object", s.Global)
	s.Edge(s.Realm, "internal", "global_proxy_object", window)
	s.Edge(s.Global, "internal", "global_proxy", window)
	s.Edge(window, "element", 5, document)
	s.Edge(document, "element", 1, window)
	removed := s.Node("native", "<section>", 80)
	other := s.Node("native", "HTMLDocument", 3000) // of a frame that was removed
	s.Edge(removed, "element", 1, document)
	s.Edge(removed, "element", 2, window)
	s.Edge(removed, "element", 3, other)
	s.Root("(Stack roots)", removed)
	v := sound(t, s)
	v.expect(removed, "<section>", "<weak>~", document, "<weak>~", window, "[3]", other)
	v.expect(window, "(Window)", "[5]", document)
	v.expect(document, "(HTMLDocument)", "[1]", window)
}

func TestDetached(t *testing.T) {
	s := tracetest.NewSnapshot(tracetest.Chromium)
	node := func(name string, state int, parents ...tracetest.SnapshotNode) tracetest.SnapshotNode {
		n := s.Node("native", name, 80)
		s.Nodes[n].Detachedness = state
		for _, p := range parents {
			s.Edge(p, "internal", "1", n)
		}
		s.Root("(Traced handles)", n)
		return n
	}
	body, tree := node("<body>", 1), node(`<section class="card">`, 2)
	wrapper := s.Node("object", "HTMLElement", 16)
	s.Edge(tree, "internal", "2", wrapper)
	below := node("<b>", 0, wrapper)
	want := map[tracetest.SnapshotNode]string{body: "<body>", tree: "Detached <section>", node(`<h2 id="x">`, 0, tree): "Detached <h2>",
		node("<p>", 0, body, tree): "<p>", below: "<b>", node("system / JSArrayBufferData", 0): "(system / JSArrayBufferData)",
		node("blink::HeapVector<cppgc::Member<blink::Event>, 1>", 0): "(blink HeapVector)", node("Window / https://example.org", 0): "(Window)",
		node("Node / std::basic_string", 0): "(Node std basic_string)", node("", 0): "(native)"}
	v := sound(t, s)
	for n, name := range want {
		if got := v.typeName(n); got != name {
			t.Errorf("node %q has type %q, want %q", s.Nodes[n].Name, got, name)
		}
	}
}

func TestSites(t *testing.T) {
	s := tracetest.NewSnapshot(tracetest.Timeline)
	s.Functions = []tracetest.SnapshotFunction{{Name: "(root)"}, {Name: "main", Script: "/app/a.js", Line: 9}, {Script: "/app/b.js", Line: 4}}
	s.Calls = []tracetest.SnapshotCall{{ID: 1, Calls: []tracetest.SnapshotCall{{ID: 2, Function: 1, Calls: []tracetest.SnapshotCall{{ID: 3, Function: 2}}}}}}
	a, b := s.Node("object", "A", 16), s.Node("object", "B", 16)
	s.Nodes[a].Call, s.Nodes[b].Call = 3, 77
	v := sound(t, s)
	site := v.heap.SiteOf[v.object(a)]
	if site == trace.NoSite || v.heap.SiteOf[v.object(b)] != trace.NoSite {
		t.Fatalf("sites %v", v.heap.SiteOf)
	}
	var got []string
	for _, f := range v.heap.Sites[site].Frames {
		got = append(got, f.String())
	}
	if want := []string{"(anonymous)(/app/b.js:4)", "main(/app/a.js:9)"}; !slices.Equal(got, want) {
		t.Errorf("frames %v, want %v", got, want)
	}
	rec, err := v8.Open(t.Context(), []trace.File{trace.MemoryFile("a", s.Bytes())}, nil)
	if err != nil || !rec.Knows.Has(trace.KnowsSites) {
		t.Errorf("knows %v, %v", rec.Knows.Names(), err)
	}
}

// TestSeries checks the order and the times of points.
func TestSeries(t *testing.T) {
	at := time.UnixMilli(1_700_000_000_000)
	data := tracetest.NewSnapshot(tracetest.Node26).Bytes()
	for _, c := range []struct {
		names []string
		want  string
	}{
		{[]string{"Heap.20261201.105015.7.0.002.heapsnapshot", "Heap.20261201.105014.7.0.001.heapsnapshot"}, "2 1 0 1000 times"},
		{[]string{"Heap-20261201T105014.heapsnapshot", "Heap-20261201T115014.heapsnapshot"}, "1 2 0 3600000 times"},
		{[]string{"10.heapsnapshot", "9.heapsnapshot"}, "2 1 0 1"}, // written in the other order
		{[]string{"9.heapsnapshot", "10.heapsnapshot"}, "1 2 0 5000 times"},
	} {
		var files []trace.File
		for i, name := range c.names {
			f := trace.MemoryFile(name, data)
			f.Modified = at.Add(time.Duration(5*i) * time.Second)
			files = append(files, f)
		}
		rec, err := v8.Open(t.Context(), files, nil)
		if err != nil {
			t.Fatal(err)
		}
		var order, times []string
		for _, p := range rec.Points {
			order = append(order, fmt.Sprint(slices.Index(c.names, p.Source)+1))
			times = append(times, fmt.Sprint(int64(p.Time)))
		}
		got := strings.Join(append(order, times...), " ")
		if rec.Knows.Has(trace.KnowsTimes) {
			got += " times"
		}
		if got != c.want {
			t.Errorf("%v: %s, want %s", c.names, got, c.want)
		}
	}
	mixed := []trace.File{trace.MemoryFile("Heap.20261201.105014.7.0.001.heapsnapshot", data), trace.MemoryFile("Heap.20261201.105015.7.1.001.heapsnapshot", data)}
	if rec, err := v8.Open(t.Context(), mixed, nil); err != nil || len(rec.Warnings) != 1 || !strings.HasPrefix(rec.Warnings[0].Text, "another process or thread") {
		t.Errorf("snapshots of two threads: %v, %v", rec.Warnings, err)
	}
	rec, err := v8.Open(t.Context(), []trace.File{trace.MemoryFile("bad", []byte("{}")), trace.MemoryFile("good", data)}, nil)
	if err != nil || len(rec.Points) != 1 || len(rec.Warnings) != 1 {
		t.Errorf("with a bad file: %+v, %v", rec, err)
	}
	if _, err := v8.Open(t.Context(), nil, nil); err == nil {
		t.Error("no files were opened")
	}
}

// TestTruncated truncates a snapshot at every byte. Within the strings, the rest is read with a warning; before them, nothing is.
func TestTruncated(t *testing.T) {
	data := hostile.SoundSnapshot()
	strings_ := strings.Index(string(data), `"strings":[`) + len(`"strings":`)
	for n := range data {
		rec, err := v8.Open(t.Context(), []trace.File{trace.MemoryFile("cut", data[:n])}, nil)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "cut: offset ") {
				t.Fatalf("cut after %d bytes: %v", n, err)
			}
			continue
		}
		h, warnings, err := rec.Points[0].Load(t.Context(), nil)
		if (err == nil) != (n >= strings_) {
			t.Fatalf("cut after %d bytes: %v", n, err)
		}
		if err != nil {
			if !strings.HasPrefix(err.Error(), "cut: offset ") || !strings.Contains(err.Error(), "ends within its") {
				t.Fatalf("cut after %d bytes: %v", n, err)
			}
			continue
		}
		tracetest.Check(t, h)
		if n < len(data)-1 && (len(warnings) != 1 || !warnings[0].Lost || !strings.Contains(warnings[0].Text, "names of types and fields are missing")) {
			t.Fatalf("cut after %d bytes: warnings %v", n, warnings)
		}
	}
}

func TestFaults(t *testing.T) {
	good := string(hostile.SoundSnapshot())
	for want, data := range map[string]string{
		"which is no node":                       strings.Replace(good, "\"edges\":[1,", "\"edges\":[1,1,7\n,1,", 1),
		"more edges than the":                    strings.Replace(good, "\"edges\":[", "\"edges\":[1,1,6\n,", 1),
		"edges, but the nodes have":              strings.Replace(good, "\"nodes\":[9,0,1,0,2", "\"nodes\":[9,0,1,0,9", 1),
		"more than 4,294,967,295 nodes or edges": strings.Replace(good, "\"nodes\":[9,0,1,0,2", "\"nodes\":[9,0,1,0,4294967296", 1),
		"edges or strings are missing":           strings.Replace(good, "\"strings\"", "\"other\"", 1),
		"edges come before nodes":                strings.Replace(good, "\"nodes\"", "\"other\"", 1),
		"strings come before edges":              strings.Replace(good, "\"edges\":[", "\"strings\":[],\"edges\":[", 1),
		"has no nodes":                           good[:strings.Index(good, "\"nodes\"")] + "\"nodes\":[],\"edges\":[],\"strings\":[]}",
	} {
		if data == good {
			t.Fatalf("%s: nothing was changed", want)
		}
		rec, err := v8.Open(t.Context(), []trace.File{trace.MemoryFile("bad", []byte(data))}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := rec.Points[0].Load(t.Context(), nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	for want, data := range map[string]string{
		"are larger than 4 GiB":            strings.Replace(good, "\"nodes\":[9,0,1,0", "\"nodes\":[9,0,1,4294967296", 1),
		"are not among the strings of the": strings.Replace(good, "\"nodes\":[9,0", "\"nodes\":[9,4294967296", 1),
		"1 objects have the id of another": twice(),
	} {
		if _, warnings := load(t, "odd", []byte(data)); len(warnings) != 1 || !strings.Contains(warnings[0].Text, want) {
			t.Errorf("%s: %v", want, warnings)
		}
	}
}

// twice returns a snapshot with two objects of one id.
func twice() string {
	s := tracetest.NewSnapshot(tracetest.Node26)
	a, b := s.Text("a"), s.Text("b")
	s.Nodes[b].ID = s.Nodes[a].ID
	return string(s.Bytes())
}

func TestHints(t *testing.T) {
	good := string(hostile.SoundSnapshot())
	for _, counts := range []string{`"edge_count":0,`, `"edge_count":9007199254740992,`, `"edge_count":-5,`} {
		i := strings.Index(good, `"edge_count":`)
		j := i + strings.Index(good[i:], ",") + 1
		load(t, "hint", []byte(good[:i]+counts+good[j:]))
	}
}

func TestAdmission(t *testing.T) {
	refused := fmt.Errorf("too much")
	ctx := trace.WithAdmission(t.Context(), func(_ context.Context, v trace.Volume) error {
		if v.Objects < 30 || v.References < 30 {
			t.Errorf("volume %+v", v)
		}
		return refused
	})
	rec, err := v8.Open(ctx, []trace.File{trace.MemoryFile("a", hostile.SoundSnapshot())}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := rec.Points[0].Load(ctx, nil); trace.RefusedBy(err) == nil {
		t.Errorf("error %v", err)
	}
}

func TestCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	files := []trace.File{trace.MemoryFile("a", hostile.SoundSnapshot())}
	rec, err := v8.Open(ctx, files, nil)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, _, err := rec.Points[0].Load(ctx, nil); err != context.Canceled {
		t.Errorf("load: %v", err)
	}
	if _, _, _, err := rec.Points[0].Totals(ctx, nil); err != context.Canceled {
		t.Errorf("totals: %v", err)
	}
	if _, err := v8.Open(ctx, files, nil); err != context.Canceled {
		t.Errorf("open: %v", err)
	}
}

// FuzzLoad loads snapshots of arbitrary bytes, and snapshots with well-formed but wrong tables.
func FuzzLoad(f *testing.F) {
	f.Add(hostile.SoundSnapshot())
	for form := range byte(4) {
		f.Add([]byte{form})
	}
	f.Add([]byte("\x03a script of changes to the nodes of a snapshot, their edges and numbers"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, data := range [][]byte{data, hostile.Snapshot(data)} {
			rec, err := v8.Open(t.Context(), []trace.File{trace.MemoryFile("fuzz", data)}, nil)
			if err != nil {
				continue
			}
			h, _, err := rec.Points[0].Load(t.Context(), nil)
			if err != nil {
				continue
			}
			tracetest.Check(t, h)
			strings := make([]trace.ObjectID, h.Len())
			for o := range strings {
				strings[o] = trace.ObjectID(o)
			}
			if err := h.Values.Texts(t.Context(), strings, 99, func(o trace.ObjectID, _ []byte) {
				if !h.IsString(h.TypeOf.At(o)) {
					t.Errorf("object %d is no string, but has a text", o)
				}
			}); err != nil {
				t.Errorf("texts of a snapshot that was loaded: %v", err)
			}
		}
	})
}
