package structure_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"memcity/analysis/group"
	"memcity/analysis/structure"
	"memcity/trace"
	"memcity/trace/tracetest"
)

func registry(t testing.TB, l *structure.Library) *group.Registry {
	t.Helper()
	r, err := group.Builtin().With(structure.Classifiers(l)...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// grouped returns the groups of a chain as "name: objects", indented and sorted.
func grouped(t *testing.T, s *group.Subject, r *group.Registry, chain, filter string) string {
	t.Helper()
	parsed, err := r.Parse(chain)
	if err != nil {
		t.Fatal(err)
	}
	var o group.Options
	if filter != "" {
		if o.Filters, err = r.Parse(filter); err != nil {
			t.Fatal(err)
		}
	}
	g, err := group.New(context.Background(), s, parsed, o)
	if err != nil {
		t.Fatal(err)
	}
	var write func(n int32) string
	write = func(n int32) string {
		node := g.Tree.Nodes[n]
		var below []string
		for c := range g.Tree.Children(n) {
			below = append(below, write(c))
		}
		slices.Sort(below)
		text := fmt.Sprintf("%s %d", g.Tree.Names.Text(node.Name), node.Objects)
		if len(below) > 0 {
			text += " (" + strings.Join(below, ", ") + ")"
		}
		return text
	}
	return write(0)
}

func TestClassifiers(t *testing.T) {
	b := tracetest.NewHeap()
	b.Root(b.Object(b.Type("Root", 16, "set", "list", "loose")), trace.RootStaticField, "x")
	set, list, loose := b.Object(b.Type("Set", 16, "map")), b.Object(b.Type("List", 16, "first")), b.Object(b.Type("Loose", 16))
	hashMap := b.Object(b.Type("Map", 16, "node"))
	b.Site(hashMap, -1, "app.Main.run:5")
	nodeType, dataType := b.Type("Node", 16, "data", "next"), b.Type("Data", 16, "text")
	n1, n2, n3 := b.Object(nodeType), b.Object(nodeType), b.Object(nodeType)
	shared, own := b.Object(dataType), b.Object(dataType)
	text := b.Object(b.Type("Text", 16))
	for _, r := range []struct {
		from trace.ObjectID
		slot string
		to   trace.ObjectID
	}{{0, "set", set}, {0, "list", list}, {0, "loose", loose}, {set, "map", hashMap}, {hashMap, "node", n1}, {n1, "next", n2},
		{n1, "data", shared},
		{n2, "data", own}, {list, "first", n3}, {n3, "data", shared}, {own, "text", text}} {
		b.Refer(r.from, r.slot, r.to)
	}
	h := b.Heap()
	r := registry(t, library(t, "DS Set { Map; } DS Map { Node; } DS List { Node; } Node { Node; (*); }"))
	s := &group.Subject{Heap: h, Names: trace.NewNames(), Knows: trace.KnowsObjects | trace.KnowsReferences}
	tests := []struct{ chain, filter, want string }{
		{"structure-role", "", "Heap 11 ((none) 3, contained head 1, head 2, internal 3, leaf 2)"},
		{"structure", "", "Heap 11 ((none) 3, List 3, Map 5, Set 2)"},
		{"containing-structure,type", "", "Heap 11 ((in no data structure) 5 (List 1, Loose 1, Root 1, Set 1, Text 1), " +
			"(in several data structures) 1 (Data 1), List 1 (Node 1), Map (allocated in app.Main.run(Main.java:5)) 3 (Data 1, Node 2), Set 1 (Map 1))"},
		{"in-structure,type", "", "Heap 11 (directly 8 (Data 2, List 1, Map 1, Node 3, Set 1), indirectly 1 (Text 1), not 2 (Loose 1, Root 1))"},
		{"type", "only-heads", "Heap 2 (List 1, Set 1)"},
		{"type", "only-all-heads", "Heap 3 (List 1, Map 1, Set 1)"},
		{"type", "no-heads", "Heap 8 (Data 2, Loose 1, Node 3, Root 1, Text 1)"},
		{"type", "only-leaves", "Heap 2 (Data 2)"},
		{"type,structure-leaves,type", "only-heads",
			"Heap 2 (List 1 (Data Structure Leaves 1 (Data 1)), Set 1 (Data Structure Leaves 2 (Data 2)))"},
		{"type,structure-own-leaves,type", "only-heads", "Heap 2 (List 1 (Own Leaves 1 (Data 1)), Set 1 (Own Leaves 1 (Map 1)))"},
		{"type,structure-closure,type", "only-heads",
			"Heap 2 (List 1 (Data Structure Closure 3 (Data 1, List 1, Node 1)), Set 1 (Data Structure Closure 2 (Map 1, Set 1)))"},
		{"overall,structure-deep-closure,type", "only-heads",
			"Heap 2 (Overall 2 (Deep Data Structure Closure 8 (Data 2, List 1, Map 1, Node 3, Set 1)))"},
		{"type,containing-structures,type", "only-leaves", "Heap 2 (Data 2 (Containing Data Structures 2 (List 1, Map 1)))"},
		{"type,top-structures,type", "only-leaves", "Heap 2 (Data 2 (Top Data Structures 2 (List 1, Set 1)))"},
		{"type,containing-structures,type", "only-all-heads", "Heap 3 (List 1, Map 1 (Containing Data Structures 1 (Set 1)), Set 1)"},
	}
	for _, test := range tests {
		if got := grouped(t, s, r, test.chain, test.filter); got != test.want {
			t.Errorf("%s --filter %s\ngot  %s\nwant %s", test.chain, test.filter, got, test.want)
		}
	}
	for _, c := range r.All() {
		if strings.HasPrefix(c.Lacks, "descriptions") {
			t.Errorf("%s cannot be used", c.Name)
		}
	}
}

func TestExplain(t *testing.T) {
	b := tracetest.NewHeap()
	list := b.Type("a.List", 16, "next")
	b.Objects(list, 2)
	b.Object(b.Subtype(list, "a.SubList", 16))
	b.Object(b.Type("a.Other", 16))
	explained := structure.Explain(b.Heap(), library(t, "ns a { DS List { *List; (b.Nothing); !Other; *; } Missing { List; } }"))
	if len(explained) != 2 {
		t.Fatal(explained)
	}
	e := explained[0]
	if !e.Head || e.Objects != 3 || !slices.Equal(e.Types, []string{"a.List", "a.SubList"}) {
		t.Errorf("%+v", e)
	}
	want := [][]string{{"a.List", "a.SubList"}, nil, {"a.Other"}, nil}
	for i, r := range e.Refs {
		if !slices.Equal(r.Types, want[i]) || r.Any != (i == 3) {
			t.Errorf("%s: %v, want %v", r.Text, r.Types, want[i])
		}
	}
	if m := explained[1]; m.Objects != 0 || m.Types != nil || !slices.Equal(m.Refs[0].Types, want[0]) {
		t.Errorf("%+v", m)
	}
}
