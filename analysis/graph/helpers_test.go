package graph_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"memcity/analysis/closure"
	"memcity/analysis/graph"
	"memcity/trace"
	"memcity/trace/tracetest"
)

func source(t testing.TB, h *trace.Heap) *graph.Source {
	t.Helper()
	g, err := closure.NewGraph(context.Background(), h)
	if err != nil {
		t.Fatal(err)
	}
	s, err := graph.NewSource(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func start(t testing.TB, h *trace.Heap, o graph.Options, selected ...trace.ObjectID) *graph.Graph {
	t.Helper()
	g, err := graph.New(context.Background(), source(t, h), selected, o)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// ofType returns the objects of a type.
func ofType(h *trace.Heap, name string) (objects []trace.ObjectID) {
	for o, t := range h.TypeOf.All() {
		if h.Types[t].Name == name {
			objects = append(objects, trace.ObjectID(o))
		}
	}
	return objects
}

func expand(t testing.TB, g *graph.Graph, key string, d graph.Direction) *graph.Graph {
	t.Helper()
	next, err := g.Expand(context.Background(), key, d)
	if err != nil {
		t.Fatal(err)
	}
	return next
}

func paths(t testing.TB, g *graph.Graph) *graph.Graph {
	t.Helper()
	next, err := g.Paths(context.Background(), "", nil)
	if err != nil {
		t.Fatal(err)
	}
	return next
}

// text prints a graph with one line per node and edge. Nodes are numbered, as keys are long.
func text(g *graph.Graph) string {
	var b strings.Builder
	for i := range g.Nodes {
		n := &g.Nodes[i]
		fmt.Fprintf(&b, "%d %s: %d keep %d", i, n.Name, len(n.Objects), n.Alive)
		for _, mark := range []struct {
			on   bool
			word string
		}{{n.Selected, "asked"}, {n.CanIn, "in"}, {n.CanOut, "out"}} {
			if mark.on {
				b.WriteString(" " + mark.word)
			}
		}
		b.WriteByte('\n')
	}
	for i := range g.Edges {
		e := &g.Edges[i]
		fmt.Fprintf(&b, "%d>%d: %d/%d/%d keep %d", e.From, e.To, e.FromObjects, e.References, e.ToObjects, e.Alive)
		for _, f := range e.Fields {
			fmt.Fprintf(&b, " %s:%d", f.Name, f.References)
		}
		if g.OnPath(i) {
			b.WriteString(" strongest")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func wantText(t *testing.T, g *graph.Graph, want string) {
	t.Helper()
	if got := text(g); strings.TrimSpace(got) != strings.TrimSpace(want) {
		t.Errorf("graph is\n%swant\n%s", got, want)
	}
}

func wantWords(t *testing.T, g *graph.Graph, want string) {
	t.Helper()
	if got := g.Words(); got != want {
		t.Errorf("words are\n%s\nwant\n%s", got, want)
	}
}

// objectsOf returns the objects of all nodes with a given name, node by node, as text.
func objectsOf(g *graph.Graph, name string) string {
	var sets []string
	for i := range g.Nodes {
		if g.Nodes[i].Name == name {
			sets = append(sets, fmt.Sprint(g.Nodes[i].Objects))
		}
	}
	slices.Sort(sets)
	return strings.Join(sets, " ")
}

// persons returns a heap with a doubly linked list of n persons, each with a name.
func persons(n int) *trace.Heap {
	b := tracetest.NewHeap()
	person := b.Type("app.Person", 24, "name")
	str := b.Type("java.lang.String", 24, "value")
	bytes := b.PrimitiveType("byte[]", 1)
	all := b.LinkedList()
	b.Root(all.Head, trace.RootStaticField, "app.Main.persons")
	for range n {
		p, s := b.Object(person), b.Object(str)
		all.Add(p)
		b.Refer(p, "name", s)
		b.Refer(s, "value", b.Array(bytes, 8))
	}
	return b.Heap()
}
