package structure_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"memcity/analysis/structure"
	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/testrun"
)

func library(t testing.TB, texts ...string) *structure.Library {
	t.Helper()
	var files []*structure.File
	for _, text := range texts {
		files = append(files, parse(t, text))
	}
	return structure.Merge(files...)
}

func ids(objects ...trace.ObjectID) []trace.ObjectID { return objects }

// sorted returns a copy of list in ascending order.
func sorted[T ~uint32](list []T) []T {
	list = slices.Clone(list)
	slices.Sort(list)
	return list
}

func checkMembers(t *testing.T, d *structure.Detection, head trace.ObjectID, parts, leaves, nested []trace.ObjectID) {
	t.Helper()
	id := d.Of(head)
	if id == structure.None {
		t.Errorf("object %d: no head", head)
		return
	}
	for _, test := range []struct {
		what      string
		got, want []trace.ObjectID
	}{{"parts", d.Parts(id), parts}, {"leaves", d.Leaves(id), leaves}, {"nested", d.Nested(id), nested}} {
		if !slices.Equal(sorted(test.got), sorted(test.want)) {
			t.Errorf("head %d: %s %v, want %v", head, test.what, test.got, test.want)
		}
	}
}

// TestFigure6 checks that a HashSet consists of its head and that of its HashMap.
func TestFigure6(t *testing.T) {
	b := tracetest.NewHeap()
	set := b.Object(b.Type("java.util.HashSet", 16, "map"))
	hashMap := b.Object(b.Type("java.util.HashMap", 48, "table", "keySet"))
	table := b.Array(b.ArrayType("java.util.HashMap$Node[]"), 4)
	node := b.Object(b.Type("java.util.HashMap$Node", 32, "key", "value", "next"))
	element := b.Object(b.Type("app.Element", 24))
	view := b.Object(b.Type("java.util.HashMap$KeySet", 16, "this$0"))
	b.Refer(set, "map", hashMap)
	b.Refer(hashMap, "table", table)
	b.Refer(hashMap, "keySet", view)
	b.Refer(view, "this$0", hashMap)
	b.Element(table, 2, node)
	b.Refer(node, "key", element)
	b.Root(set, trace.RootStaticField, "app.Main.set")
	d := detect(t, b.Heap(), bundled(t))
	checkMembers(t, d, set, nil, nil, ids(hashMap))
	checkMembers(t, d, hashMap, ids(table, node), ids(element), nil)
	if !d.IsTop(d.Of(set)) || d.IsTop(d.Of(hashMap)) {
		t.Error("the set is top-level, the map is not")
	}
	if got, want := d.Size(d.Of(set)), (trace.Amount{Objects: 2, Bytes: 16 + 48}); got != want {
		t.Errorf("data structure closure of the set is %v, want %v", got, want)
	}
	deep, err := d.Closures().Deep(context.Background(), d.Of(set))
	if want := (trace.Amount{Objects: 5, Bytes: 16 + 48 + 32 + 32 + 24}); err != nil || deep != want {
		t.Errorf("deep data structure closure of the set is %v, %v, want %v", deep, err, want)
	}
}

// TestFigure7 checks a LinkedList with two nodes. Their contents refer to other objects, which are not part of the list.
func TestFigure7(t *testing.T) {
	for _, text := range []string{"DS java.util.LinkedList { java.util.LinkedList$Node; } java.util.LinkedList$Node { java.util.LinkedList$Node; (*); }",
		"namespace java.util { DS LinkedList { *; } LinkedList$Node { LinkedList$Node; (*); } }"} {
		b := tracetest.NewHeap()
		data := b.Type("Data", 16, "x")
		d1, d2, x := b.Object(data), b.Object(data), b.Object(b.Type("X", 16))
		list := b.LinkedList()
		n1, n2 := list.Add(d1), list.Add(d2)
		b.Refer(d1, "x", x)
		b.Refer(d2, "x", x)
		checkMembers(t, detect(t, b.Heap(), library(t, text)), list.Head, ids(n1, n2), ids(d1, d2), nil)
	}
}

// TestMeaning checks the meaning of names: subtypes, arrays, wildcards, class objects, exclusions.
func TestMeaning(t *testing.T) {
	b := tracetest.NewHeap()
	base := b.Type("app.Base", 16, "a", "b", "c", "d")
	types := map[string]trace.TypeID{"app.Base": base, "app.Sub": b.Subtype(base, "app.Sub", 16), "app.SubSub": 0,
		"other.Node": b.Type("other.Node", 16),
		"Bare":       b.Type("Bare", 16), "app.Base[]": b.ArrayType("app.Base[]"), "app.Sub[]": b.ArrayType("app.Sub[]"),
		"int[]":       b.PrimitiveType("int[]", 4),
		"app.Sub[][]": b.ArrayType("app.Sub[][]"), "int[][]": b.ArrayType("int[][]"), "java.lang.Object[]": b.ArrayType("java.lang.Object[]")}
	types["app.SubSub"] = b.Subtype(types["app.Sub"], "app.SubSub", 16)
	names := []string{}
	for name := range types {
		names = append(names, name)
	}
	slices.Sort(names)
	objects := map[trace.ObjectID]string{}
	head := b.Object(b.Type("app.Head", 100, names...))
	for _, name := range names {
		o := b.Object(types[name])
		objects[o] = name
		b.Refer(head, name, o)
	}
	h := b.Heap()
	tests := []struct{ refs, parts, leaves string }{
		{"app.Base;", "", "app.Base app.Sub app.SubSub"},
		{"app.Sub;", "", "app.Sub app.SubSub"},
		{"(app.SubSub);", "", "app.SubSub"},
		{"Base; Bare;", "", "Bare app.Base app.Sub app.SubSub"},
		{"app.Base[];", "app.Base[] app.Sub[]", ""},
		{"(app.Sub[]);", "", "app.Sub[]"},
		{"java.lang.Object[];", "app.Base[] app.Sub[] app.Sub[][] int[][] java.lang.Object[]", ""},
		{"int[];", "int[]", ""},
		{"int[][]; java.lang.Object[][];", "app.Sub[][] int[][]", ""},
		{"*;", "app.Base[] app.Sub[] app.Sub[][] int[][] java.lang.Object[]", "Bare app.Base app.Sub app.SubSub int[] other.Node"},
		{"java.lang.Object;", "app.Base[] app.Sub[] app.Sub[][] int[][] java.lang.Object[]", "Bare app.Base app.Sub app.SubSub int[] other.Node"},
		{"(*);", "", "Bare app.Base app.Base[] app.Sub app.SubSub app.Sub[] app.Sub[][] int[] int[][] java.lang.Object[] other.Node"},
		{"*Node;", "", "other.Node"},
		{"a*b;", "", "app.Sub app.SubSub"},
		{"p*b;", "", ""},
		{"a*.*b;", "", "app.Sub app.SubSub"},
		{"app.S*;", "", "app.Sub app.SubSub"},
		{"*.S*[];", "app.Sub[]", ""},
		{"app.Base; !app.Sub;", "", "app.Base"},
		{"*; !*; ", "", ""},
		{"(*); app.Base[]; !java.lang.Object[]; ", "", "Bare app.Base app.Sub app.SubSub int[] other.Node"},
		{"*; (app.Base[]); !int[][]; !app.*;", "app.Sub[][] java.lang.Object[]", "Bare app.Base[] app.Sub[] int[] other.Node"},
	}
	for _, test := range tests {
		d := detect(t, h, library(t, "ns app { DS Head { "+test.refs+" } }"))
		list := func(objectIDs []trace.ObjectID) string {
			var all []string
			for _, o := range objectIDs {
				all = append(all, objects[o])
			}
			slices.Sort(all)
			return strings.Join(all, " ")
		}
		want := strings.Fields(test.leaves)
		slices.Sort(want)
		if parts, leaves := list(d.Parts(0)), list(d.Leaves(0)); parts != test.parts || leaves != strings.Join(want, " ") {
			t.Errorf("%s\nparts %s, want %s\nleaves %s, want %s", test.refs, parts, test.parts, leaves, test.leaves)
		}
	}
}

// TestClassObjects describes the static fields of a class as a data structure, and subtypes of described types.
func TestClassObjects(t *testing.T) {
	b := tracetest.NewHeap()
	list := b.Type("java.util.ArrayList", 24, "elementData")
	own := b.Subtype(list, "app.OwnList", 24, "name")
	registry := b.Type("app.Registry", 16)
	class := b.Class(registry, 100, trace.NoObject)
	other := b.Class(list, 100, trace.NoObject)
	o := b.Object(own)
	array := b.Array(b.ArrayType("java.lang.Object[]"), 2)
	b.Refer(class, "list", o)
	b.Refer(o, "elementData", array)
	b.Element(array, 0, class)
	b.Element(array, 1, other)
	d := detect(t, b.Heap(), library(t, "DS java.util.ArrayList { java.lang.Object[]; !java.lang.Class<java.util.ArrayList>; }",
		"DS java.lang.Class<app.Registry> { java.util.ArrayList; }"))
	checkMembers(t, d, class, nil, nil, ids(o))
	checkMembers(t, d, o, ids(array), ids(other), ids(class))
	if d.Of(other) != structure.None || !d.IsTop(0) || !d.IsTop(1) || d.Description(d.Of(o)).Type != "java.util.ArrayList" {
		t.Error("wrong data structures")
	}
}

// TestVariablesOfModule checks that a dictionary with the variables of a module is no data structure, which would contain all of the program's.
func TestVariablesOfModule(t *testing.T) {
	b := tracetest.NewHeap()
	dict := b.Type("builtins.dict", 64, "entries")
	module := b.Class(b.Type("__main__", 16), 100, trace.NoObject)
	sessions := b.Object(dict)
	b.Refer(module, "SESSIONS", sessions)
	h := b.Heap()
	h.Types[h.TypeOf.At(module)].Name = "builtins.dict"
	d := detect(t, h, library(t, "DS builtins.dict { (*); }"))
	if d.Of(module) != structure.None || len(d.Heads) != 1 || !d.IsTop(d.Of(sessions)) {
		t.Errorf("heads %v", d.Heads)
	}
}

// model finds members as the specification defines them, one reference at a time.
type model struct {
	heap    *trace.Heap
	library *structure.Library
}

func (m *model) supers(t trace.TypeID) (names []string) {
	for ; t != trace.NoType; t = m.heap.Types[t].Super {
		names = append(names, m.heap.Types[t].Name)
	}
	return names
}

func (m *model) description(t trace.TypeID) *structure.Description {
	if m.heap.Types[t].Kind == trace.ObjectArray {
		return &structure.Description{Refs: []structure.Ref{{Text: "*"}}}
	}
	for _, name := range m.supers(t) {
		if d := m.library.Find(name); d != nil {
			return d
		}
	}
	return nil
}

// use returns what becomes of a target: Follow, Leaf or Never. Names are those of plain types, without wildcards except *.
func (m *model) use(d *structure.Description, t trace.TypeID) structure.Use {
	found := structure.Never
	for _, wild := range []bool{true, false} {
		for _, use := range []structure.Use{structure.Leaf, structure.Follow} {
			for i := range d.Refs {
				r := &d.Refs[i]
				if r.Use == use && (wild && r.Text == "*" || !wild && slices.Contains(m.supers(t), r.Text)) {
					found = use
				}
			}
		}
	}
	for i := range d.Refs {
		if r := &d.Refs[i]; r.Use == structure.Never && slices.Contains(m.supers(t), r.Text) {
			return structure.Never
		}
	}
	return found
}

// members returns the role of every object in the data structure of a head.
func (m *model) members(head trace.ObjectID) map[trace.ObjectID]string {
	role := map[trace.ObjectID]string{head: "head"}
	var visit func(o trace.ObjectID)
	visit = func(o trace.ObjectID) {
		d := m.description(m.heap.TypeOf.At(o))
		if d == nil {
			return
		}
		for _, to := range m.heap.References(o) {
			target := m.description(m.heap.TypeOf.At(to))
			use := m.use(d, m.heap.TypeOf.At(to))
			switch {
			case use == structure.Never || to == head:
			case target != nil && target.Head:
				role[to] = "nested"
			case use == structure.Follow && target != nil:
				if role[to] != "part" {
					role[to] = "part"
					visit(to)
				}
			case role[to] == "":
				role[to] = "leaf"
			}
		}
	}
	visit(head)
	return role
}

// randomHeap returns objects of a few types that refer to each other at random, and descriptions of random types.
func randomHeap(rng *rand.Rand, objects int) (*trace.Heap, string) {
	b := tracetest.NewHeap()
	var types []trace.TypeID
	names := []string{"*"}
	for i := range 8 {
		name := fmt.Sprintf("T%d", i)
		if i > 4 {
			types = append(types, b.Subtype(types[i-3], name, 16))
		} else {
			types = append(types, b.Type(name, int64(16+8*i), "a", "b", "c"))
		}
		names = append(names, name)
	}
	array := b.ArrayType("java.lang.Object[]")
	for range objects {
		if rng.IntN(6) == 0 {
			b.Array(array, 4)
		} else {
			b.Object(types[rng.IntN(len(types))])
		}
	}
	h := b.Heap()
	for o := range trace.ObjectID(objects) {
		for i := range rng.IntN(4) {
			to := trace.ObjectID(rng.IntN(objects))
			if h.TypeOf.At(o) == array {
				b.Element(o, i, to)
			} else {
				b.Refer(o, string(rune('a'+i)), to)
			}
		}
	}
	b.Root(0, trace.RootStaticField, "root")
	var text strings.Builder
	for i := range types {
		if rng.IntN(3) == 0 {
			continue
		}
		if rng.IntN(2) == 0 {
			text.WriteString("DS ")
		}
		fmt.Fprintf(&text, "T%d { ", i)
		for range rng.IntN(4) {
			name := names[rng.IntN(len(names))]
			fmt.Fprintf(&text, []string{"%s; ", "(%s); ", "!%s; "}[rng.IntN(map[bool]int{true: 2, false: 3}[name == "*"])], name)
		}
		text.WriteString("}\n")
	}
	return b.Heap(), text.String()
}

// TestOracle compares detection, containment and closures with slow ones on random heaps.
func TestOracle(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 11))
	structures := 0
	for round := range 400 {
		h, text := randomHeap(rng, 5+rng.IntN(60))
		l := library(t, text)
		d := detect(t, h, l)
		structures += d.Len()
		m := model{heap: h, library: l}
		contains := map[structure.ID]map[structure.ID]bool{} // over any number of others
		all := map[structure.ID]map[trace.ObjectID]string{}
		for o := range trace.ObjectID(h.Len()) {
			description := m.description(h.TypeOf.At(o))
			if head := description != nil && description.Head; head != (d.Of(o) != structure.None) {
				t.Fatalf("round %d: object %d is a head: %v\n%s", round, o, head, text)
			}
		}
		for id, head := range d.Heads {
			got := map[trace.ObjectID]string{head: "head"}
			for role, list := range map[string][]trace.ObjectID{"part": d.Parts(structure.ID(id)), "leaf": d.Leaves(structure.ID(id)),
				"nested": d.Nested(structure.ID(id))} {
				for _, o := range list {
					got[o] += role
				}
			}
			want := m.members(head)
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("round %d: head %d has %v, want %v\n%s", round, head, got, want, text)
			}
			all[structure.ID(id)] = want
			contains[structure.ID(id)] = map[structure.ID]bool{}
			for o, role := range want {
				if role == "nested" {
					contains[structure.ID(id)][d.Of(o)] = true
				}
			}
		}
		closeOver(contains)
		checkContainment(t, d, contains)
		checkClosures(t, h, d, contains, all)
	}
	if structures < 2000 {
		t.Errorf("only %d data structures", structures)
	}
}

func closeOver(contains map[structure.ID]map[structure.ID]bool) {
	for changed := true; changed; {
		changed = false
		for _, in := range contains {
			for b := range in {
				for c := range contains[b] {
					changed = changed || !in[c]
					in[c] = true
				}
			}
		}
	}
}

func checkContainment(t *testing.T, d *structure.Detection, contains map[structure.ID]map[structure.ID]bool) {
	t.Helper()
	for id := range contains {
		top := true
		for other, in := range contains {
			top = top && (!in[id] || contains[id][other])
		}
		if d.IsTop(id) != top {
			t.Fatalf("data structure %d is top-level: %v, want %v", id, d.IsTop(id), top)
		}
		want := []structure.ID{id}
		for other := range contains[id] {
			if other != id {
				want = append(want, other)
			}
		}
		if got := within(d, id); !slices.Equal(sorted(got), sorted(want)) {
			t.Fatalf("within %d: %v, want %v", id, got, want)
		}
	}
}

func checkClosures(t *testing.T, h *trace.Heap, d *structure.Detection, contains map[structure.ID]map[structure.ID]bool,
	all map[structure.ID]map[trace.ObjectID]string) {
	t.Helper()
	ctx := context.Background()
	c := d.Closures()
	var queried []structure.ID
	for id := range structure.ID(d.Len()) {
		queried = append(queried, id)
	}
	sizes, err := d.Deeps(ctx, queried, nil)
	if err != nil {
		t.Fatal(err)
	}
	containers := d.Containers()
	in := make([][]structure.ID, h.Len())
	for _, id := range queried {
		var own, deep trace.Amount
		leaves := map[trace.ObjectID]bool{}
		reached := map[trace.ObjectID]bool{}
		for other := range all {
			if other != id && !contains[id][other] {
				continue
			}
			for o, role := range all[other] {
				if role == "leaf" {
					leaves[o] = true
				}
				if !reached[o] {
					reached[o] = true
					deep.Objects++
					deep.Bytes += h.Size(o)
				}
			}
		}
		for o := range all[id] {
			own.Objects++
			own.Bytes += h.Size(o)
			in[o] = append(in[o], id)
		}
		if d.Size(id) != own || sizes[id] != deep {
			t.Fatalf("data structure %d: own %v, want %v; deep %v, want %v", id, d.Size(id), own, sizes[id], deep)
		}
		got, err := c.Leaves(ctx, []structure.ID{id}, true)
		if err != nil || len(got) != len(leaves) || slices.ContainsFunc(got, func(o trace.ObjectID) bool { return !leaves[o] }) {
			t.Fatalf("data structure %d: leaves %v, %v, want %v", id, got, err, leaves)
		}
		objects, err := c.Objects(ctx, []structure.ID{id}, true)
		if err != nil || int64(len(objects)) != deep.Objects || slices.ContainsFunc(objects, func(o trace.ObjectID) bool { return !reached[o] }) {
			t.Fatalf("data structure %d: objects %v, %v, want %v", id, objects, err, reached)
		}
	}
	for o := range in {
		if got := containers.Of(trace.ObjectID(o)); !slices.Equal(got, in[o]) {
			t.Fatalf("object %d is in %v, want %v", o, got, in[o])
		}
	}
}

// TestShared checks that many heads with a long shared backbone do not cause quadratic work. Excess work is cut and reported.
func TestShared(t *testing.T) {
	b := tracetest.NewHeap()
	node := b.Type("Node", 16, "next")
	first := b.Objects(node, 40_000)
	for i := range trace.ObjectID(40_000 - 1) {
		b.Refer(first+i, "next", first+i+1)
	}
	head := b.Type("Head", 16, "first")
	for range 1000 {
		b.Refer(b.Object(head), "first", first)
	}
	d := detect(t, b.Heap(), library(t, "DS Head { Node; } Node { Node; }"))
	if d.Unfinished == 0 || d.Unfinished >= 1000 {
		t.Fatalf("%d data structures cut", d.Unfinished)
	}
	if got := d.Size(0).Objects; got != 40_001 {
		t.Errorf("the first has %d objects", got)
	}
	last := structure.ID(d.Len() - 1)
	if got := d.Size(last); got != (trace.Amount{Objects: 1, Bytes: 16}) || len(d.Members(last)) != 0 {
		t.Errorf("the last has %v, members %d", got, len(d.Members(last)))
	}
}

// TestLong checks that a list of a million nodes, and a hundred thousand nested data structures, need no deep stack.
func TestLong(t *testing.T) {
	if testing.Short() {
		t.Skip("large shapes")
	}
	b := tracetest.NewHeap()
	node := b.Type("Node", 16, "next")
	first := b.Objects(node, 1_000_000)
	for i := range trace.ObjectID(999_999) {
		b.Refer(first+i, "next", first+i+1)
	}
	box := b.Type("Box", 16, "in")
	boxes := b.Objects(box, 100_000)
	for i := range trace.ObjectID(99_999) {
		b.Refer(boxes+i, "in", boxes+i+1)
	}
	head := b.Object(b.Type("Head", 16, "first"))
	b.Refer(head, "first", first)
	d := detect(t, b.Heap(), library(t, "DS Head { Node; } Node { Node; } DS Box { Box; }"))
	if got := d.Size(d.Of(head)).Objects; got != 1_000_001 || !d.IsTop(d.Of(head)) {
		t.Errorf("%d objects", got)
	}
	if !d.IsTop(d.Of(boxes)) || d.IsTop(d.Of(boxes+1)) {
		t.Error("only the first box is top-level")
	}
	sizes, err := d.Deeps(context.Background(), []structure.ID{d.Of(boxes), d.Of(boxes + 1)}, nil)
	if err != nil || sizes[0].Objects != 100_000 || sizes[1].Objects != 99_999 {
		t.Errorf("sizes %v, %v", sizes, err)
	}
}

func TestCancel(t *testing.T) {
	h, text := randomHeap(rand.New(rand.NewPCG(1, 2)), 50)
	l := library(t, text)
	s := state(t, h, l)
	var all []structure.ID
	for i := range s.Detection.Heads {
		all = append(all, structure.ID(i))
	}
	for name, work := range map[string]func(context.Context) error{
		"detect":  func(ctx context.Context) error { _, err := structure.Detect(ctx, h, l, nil); return err },
		"propose": func(ctx context.Context) error { _, err := structure.Propose(ctx, h, l, nil); return err },
		"deeps":   func(ctx context.Context) error { _, err := s.Detection.Deeps(ctx, all, nil); return err },
		"state":   func(ctx context.Context) error { _, err := structure.NewState(ctx, subject(t, h), l, nil); return err },
		"largest": func(ctx context.Context) error {
			_, _, err := state(t, h, l).Largest(ctx, 10, true, nil)
			return err
		},
		"compare": func(ctx context.Context) error {
			same := func(o trace.ObjectID) trace.ObjectID { return o }
			_, err := structure.Compare(ctx, s, s, same, structure.CompareOptions{}, nil)
			return err
		},
	} {
		testrun.CancelEverywhere(t, name, work)
	}
}

// within returns the given data structures and all that they contain, directly or over others, each once. The given ones come first. The
// order depends only on ids.
func within(d *structure.Detection, ids ...structure.ID) []structure.ID {
	seen := map[structure.ID]bool{}
	var all []structure.ID
	add := func(id structure.ID) {
		if !seen[id] {
			seen[id] = true
			all = append(all, id)
		}
	}
	for _, id := range ids {
		add(id)
	}
	for at := 0; at < len(all); at++ {
		for _, head := range d.Nested(all[at]) {
			add(d.Of(head))
		}
	}
	return all
}
