package guide

import (
	"slices"
	"strings"
	"testing"

	"memcity/analysis/closure"
	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// checkPaths checks that each step of the printed paths is a GC root or a reference of the heap, and that no path is circular. The
// references to clear must be in the heap, too.
func checkPaths(t *testing.T, name string, h *trace.Heap, placing *Placing, report *findings.Report) {
	t.Helper()
	check := func(title string, path []findings.PathStep) {
		t.Helper()
		if why := pathFault(h, placing.holders, path); why != "" {
			t.Errorf("%s, %q: %s\n%+v", name, title, why, path)
		}
	}
	have := referencesByType(h)
	for i := range report.Findings {
		f := &report.Findings[i]
		for _, pile := range []*findings.Pile{f.Growth, f.Pile} {
			if pile != nil {
				check(f.Title, pile.Path)
			}
		}
		for _, r := range f.References {
			if key := [3]string{r.From, r.Field, r.To}; r.From != "" && !have[key] {
				t.Errorf("%s, %q: the heap has no reference %q", name, f.Title, key)
			}
		}
	}
	for i := range report.Largest {
		check(report.Largest[i].Name, report.Largest[i].Path)
	}
}

// referencesByType returns the references that keep objects alive, each as the type of its holder, its field and the type of its object.
func referencesByType(h *trace.Heap) map[[3]string]bool {
	have, weak := map[[3]string]bool{}, closure.WeakByType(h, true)
	typeOf := func(o trace.ObjectID) string { return leak.Alike(h.Types[h.TypeOf.At(o)].Name) }
	for o := range trace.ObjectID(h.Len()) {
		each(h, weak, o, func(to trace.ObjectID, field string) { have[[3]string{typeOf(o), field, typeOf(to)}] = true })
	}
	return have
}

// pathFault returns what is wrong with a path; empty if all its steps exist. It follows objects from the GC root. Each step must reach
// objects of its type from those of the step before.
func pathFault(h *trace.Heap, holders *leak.Holders, path []findings.PathStep) string {
	if len(path) < 2 {
		return ""
	}
	root := holders.Find([]leak.Step{{Type: path[0].Type}})
	if root == leak.NoPlace {
		return "there is no such GC root"
	}
	from := map[trace.ObjectID]bool{}
	if path[0].Type == "headers of objects" { // these hold the classes of all objects
		for _, t := range h.TypeOf.All() {
			if class := h.Types[t].Class; class != trace.NoObject {
				from[class] = true
			}
		}
	}
	removal := holders.RootRemoval(root)
	for _, r := range removal.References {
		from[h.References(r.From)[r.Index]] = true
	}
	for _, i := range removal.Roots {
		from[h.Roots[i].Object] = true
	}
	isOf := func(o trace.ObjectID, step *findings.PathStep) bool {
		return leak.Alike(h.Types[h.TypeOf.At(o)].Name) == step.Type
	}
	for o := range from {
		if !isOf(o, &path[1]) {
			delete(from, o)
		}
	}
	weak := closure.WeakByType(h, true)
	for i := 2; i < len(path); i++ {
		if len(from) == 0 {
			return "no reference leads to " + path[i-1].Type
		}
		followAll(h, weak, from)
		to := map[trace.ObjectID]bool{}
		for o := range from {
			if !isOf(o, &path[i-1]) {
				continue
			}
			each(h, weak, o, func(target trace.ObjectID, field string) {
				if field == path[i].Field && isOf(target, &path[i]) {
					to[target] = true
				}
			})
		}
		from = to
	}
	if len(from) == 0 {
		return "no reference leads to " + path[len(path)-1].Type
	}
	return ""
}

// followAll adds everything that the given objects lead to. Objects of recurring types with others between share a step.
func followAll(h *trace.Heap, weak *closure.Weak, from map[trace.ObjectID]bool) {
	var stack []trace.ObjectID
	for o := range from {
		stack = append(stack, o)
	}
	for len(stack) > 0 {
		o := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		each(h, weak, o, func(target trace.ObjectID, _ string) {
			if !from[target] {
				from[target] = true
				stack = append(stack, target)
			}
		})
	}
}

// each calls do for the references that keep objects alive, named as in steps of paths.
func each(h *trace.Heap, weak *closure.Weak, o trace.ObjectID, do func(to trace.ObjectID, field string)) {
	t := h.TypeOf.At(o)
	for i, to := range h.References(o) {
		if weak.Special[t] && weak.Reference(o, i) {
			continue
		}
		field := h.FieldAt(o, i)
		if h.Types[t].Kind == trace.ObjectArray {
			field = leak.Element
		}
		do(to, field)
	}
	if class := h.Types[t].Class; class != trace.NoObject {
		do(class, leak.Class)
	}
}

// TestPathsOverHolders checks paths through a container to a place whose shortest path does not lead through it. That step has the
// container's field. A container below its own contents is left out of the path, which would otherwise be circular.
func TestPathsOverHolders(t *testing.T) {
	b := tracetest.NewHeap()
	first, second := b.Type("app.First", 16, "map"), b.Type("app.Second", 16, "rows", "sibling")
	table, row := b.Type("app.Table", 16, "head", "owner"), b.Type("app.Row", 16)
	one, two, three := b.Object(first), b.Object(second), b.Object(table)
	b.Root(one, trace.RootStaticField, "app.Main.first")
	b.Root(two, trace.RootStaticField, "app.Main.second")
	b.Refer(one, "map", three)
	b.Refer(two, "sibling", three)
	b.Refer(three, "head", b.Object(row))
	b.Refer(three, "owner", one)
	g, _ := placed(t, b.Heap())
	place := func(name string) leak.Place {
		return leak.Place(slices.IndexFunc(g.holders.Nodes, func(n leak.Node) bool { return n.Type == name }))
	}
	for _, test := range []struct {
		container, top string
		fields         []string
	}{
		{"app.First", "app.Table", []string{"", "", "map", "head"}},      // the parent
		{"app.Second", "app.Table", []string{"", "", "sibling", "head"}}, // another holder
		{"app.Table", "app.First", []string{"", "", "map", "head"}},      // below its own contents
		{"app.First", "app.Row", []string{"", "", "map", "head"}},        // only above it
		{"app.Second", "app.Row", []string{"", "", "map", "head"}},       // refers to none of it
		{"app.Table", "", []string{"", "", "map", "head"}},               // grows in size itself
	} {
		d := &detail{suspect: &leak.Suspect{}, counted: []leak.Place{place("app.Row")}}
		pile := leak.Pile{Container: place(test.container)}
		if test.top != "" {
			pile.Tops = []leak.Place{place(test.top)}
		}
		d.suspect.Parts = []leak.Pile{pile}
		d.leadOver(g, &pile)
		d.fields = g.fieldsAlong(d.path)
		var fields []string
		for _, step := range g.stepsOf(d) {
			fields = append(fields, step.Field)
		}
		if !slices.Equal(fields, test.fields) {
			t.Errorf("%s to %s: %q, want %q", test.container, test.top, fields, test.fields)
		}
		if why := pathFault(g.last.Heap(), g.holders, g.stepsOf(d)); why != "" {
			t.Errorf("%s to %s: %s", test.container, test.top, why)
		}
	}
}

// TestFieldsOfLargest checks that the path to a large holder names the field of the last GC point, not an earlier one.
func TestFieldsOfLargest(t *testing.T) {
	var states []*trace.Heap
	for _, field := range []string{"left", "right"} {
		b := tracetest.NewHeap()
		tree := b.Object(b.Type("app.Tree", 16, "left", "right"))
		node := b.Object(b.Type("app.Tree$Node", 16, "rows"))
		rows := b.Array(b.ArrayType("app.Row[]"), 1000)
		b.Root(tree, trace.RootStaticField, "app.Main.tree")
		b.Refer(tree, field, node)
		b.Refer(node, "rows", rows)
		for i := range 1000 {
			b.Element(rows, i, b.Object(b.Type("app.Row", 2000)))
		}
		states = append(states, b.Heap())
	}
	report, _ := explore(t, heaps("tree", states...))
	if len(report.Largest) != 1 {
		t.Fatalf("%+v", report.Largest)
	}
	var fields []string
	for _, step := range report.Largest[0].Path {
		fields = append(fields, step.Field)
	}
	if want := []string{"", "", "right", "rows", leak.Element}; !slices.Equal(fields, want) {
		t.Errorf("%q, want %q", fields, want)
	}
}

// TestDetours checks that a path continues from an object in a place that the chain reaches only through other places.
func TestDetours(t *testing.T) {
	b := tracetest.NewHeap()
	first, second := b.Type("app.First", 16, "second", "last"), b.Type("app.Second", 16, "first")
	last := b.Object(b.Type("app.Last", 16))
	var before trace.ObjectID
	for i := range 3 {
		one, two := b.Object(first), b.Object(second)
		if i == 0 {
			b.Root(one, trace.RootStaticField, "app.Main.first")
		} else {
			b.Refer(before, "first", one)
		}
		b.Refer(one, "second", two)
		if i == 2 {
			b.Refer(one, "last", last)
		}
		before = two
	}
	g, _ := placed(t, b.Heap())
	d := &detail{suspect: &leak.Suspect{}, path: g.holders.Path(g.places[last])}
	var fields []string
	for _, step := range g.stepsOf(d) {
		fields = append(fields, step.Field)
	}
	if want := []string{"", "", "second", "first", "last"}; !slices.Equal(fields, want) {
		t.Errorf("%q, want %q", fields, want)
	}
	if g.isChain(d.path) {
		t.Error("the path is said to be a chain")
	}
	if why := pathFault(g.last.Heap(), g.holders, g.stepsOf(d)); why != "" {
		t.Error(why)
	}
}

// TestPathToMost checks that a path leads to the place with most objects, which may be the top of the pile.
func TestPathToMost(t *testing.T) {
	for _, test := range []struct {
		rows, nested int
		want         string
	}{{3, 1, "app.Main.rows"}, {2, 2, "app.Main.rows"}, {1, 2, "app.Part"}} {
		b := tracetest.NewHeap()
		row, part := b.Type("app.Row", 16, "part", "next"), b.Type("app.Part", 16, "row")
		owner := b.Object(part)
		chain := func(n int, hold func(first trace.ObjectID)) (last trace.ObjectID) {
			for i := range n {
				o := b.Object(row)
				if i == 0 {
					hold(o)
				} else {
					b.Refer(last, "next", o)
				}
				last = o
			}
			return last
		}
		outer := chain(test.rows, func(first trace.ObjectID) { b.Root(first, trace.RootStaticField, "app.Main.rows") })
		b.Refer(outer, "part", owner)
		chain(test.nested, func(first trace.ObjectID) { b.Refer(owner, "row", first) })
		g, _ := placed(t, b.Heap())
		top := g.places[outer]
		suspect := leak.Suspect{Parts: []leak.Pile{{Container: g.holders.Nodes[top].Parent, Tops: []leak.Place{top}}}}
		suspect.From = leak.FromNothing
		d := g.begin(&suspect)
		last := d.path[len(d.path)-1]
		if parent := g.holders.Nodes[d.path[len(d.path)-2]].Type; d.kind != "app.Row" || g.holders.Nodes[last].Type != d.kind || !strings.HasSuffix(parent, test.want) {
			t.Errorf("%+v: the path leads to %s below %s", test, d.kind, parent)
		}
	}
}
