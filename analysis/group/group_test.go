package group_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure"
	"memcity/analysis/group"
	"memcity/trace"
	"memcity/trace/tracetest"
)

func chain(t *testing.T, text string) group.Chain {
	t.Helper()
	c, err := group.Builtin().Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

const everything = ^trace.Knowledge(0)

func subject(h *trace.Heap, reachable *bitset.BitSet) *group.Subject {
	return &group.Subject{Heap: h, Names: trace.NewNames(), Knows: everything, Reachable: reachable, Uses: func(context.Context) (*group.Uses, error) {
		return &group.Uses{Of: slices.Repeat([]int32{-1}, h.Len())}, nil
	}}
}

func grouped(t *testing.T, h *trace.Heap, by string, reachable *bitset.BitSet) *group.Grouping {
	t.Helper()
	g, err := group.New(context.Background(), subject(h, reachable), chain(t, by), group.Options{Objects: true})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// node returns the node with a given key. The test fails if there is none.
func node(t *testing.T, tree *trace.Tree, key string) int32 {
	t.Helper()
	for i := range tree.Nodes {
		if tree.Key(int32(i)) == key {
			return int32(i)
		}
	}
	t.Fatalf("no group %s", key)
	return 0
}

// persons returns the example of the Memory Cities paper: a list of persons with two names each.
func persons(t *testing.T, n int) *trace.Heap {
	t.Helper()
	b := tracetest.NewHeap()
	person := b.Type("app.Person", 24, "first", "last")
	text := b.Type("java.lang.String", 24, "value")
	bytes := b.PrimitiveType("byte[]", 1)
	all := b.LinkedList()
	b.Root(all.Head, trace.RootStaticField, "app.Main.persons")
	for range n {
		p := b.Object(person)
		all.Add(p)
		for _, field := range []string{"first", "last"} {
			s := b.Object(text)
			b.Refer(p, field, s)
			b.Refer(s, "value", b.Array(bytes, 8))
		}
	}
	return b.Heap()
}

func TestPersons(t *testing.T) {
	const n = 50
	g := grouped(t, persons(t, n), "package,type", nil)
	for key, want := range map[string]int64{
		"Heap": 1 + 6*n, "Heap#java.util": 1 + n, "Heap#java.util#LinkedList": 1, "Heap#java.util#LinkedList$Node": n,
		"Heap#app#Person": n, "Heap#java.lang#String": 2 * n, "Heap#(primitive arrays)#byte[]": 2 * n,
	} {
		if got := g.Tree.Nodes[node(t, g.Tree, key)].Objects; got != want {
			t.Errorf("%s: %d objects, want %d", key, got, want)
		}
	}
	p, err := g.Pointers(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		from, to       string
		pointed, froms int64 // objects in to that are referred to; objects in from that refer
	}{
		{"Heap#app#Person", "Heap#java.lang#String", 2 * n, n},
		{"Heap#java.lang#String", "Heap#(primitive arrays)#byte[]", 2 * n, 2 * n},
		{"Heap#java.util#LinkedList$Node", "Heap#app#Person", n, n},
		{"Heap#java.util#LinkedList", "Heap#java.util#LinkedList$Node", 2, 1}, // its first and its last
		{"Heap#java.util#LinkedList$Node", "Heap#java.util#LinkedList$Node", n, n},
	} {
		from, to := node(t, g.Tree, c.from), node(t, g.Tree, c.to)
		if got := p.PointsTo.Count(from, to); got != c.pointed {
			t.Errorf("%s → %s: %d objects are referred to, want %d", c.from, c.to, got, c.pointed)
		}
		if got := p.PointedFrom.Count(to, from); got != c.froms {
			t.Errorf("%s → %s: %d objects refer, want %d", c.from, c.to, got, c.froms)
		}
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string][2]string{
		"java.lang.String":                   {"java.lang", "String"},
		"java.util.HashMap$Node[]":           {"java.util", "HashMap$Node[]"},
		"byte[]":                             {group.PrimitiveArrays, "byte[]"},
		"int[][]":                            {group.PrimitiveArrays, "int[][]"},
		"Main":                               {group.DefaultPackage, "Main"},
		"Main[]":                             {group.DefaultPackage, "Main[]"},
		"app.Main$$Lambda/0x0000000800c03.1": {"app", "Main$$Lambda/0x0000000800c03.1"},
		"int":                                {group.DefaultPackage, "int"},
		"":                                   {group.DefaultPackage, ""},
		".x":                                 {group.DefaultPackage, ".x"},
	} {
		b := tracetest.NewHeap()
		b.Object(b.Type(name, 16))
		g := grouped(t, b.Heap(), "package,type", nil)
		if got := g.Tree.Path(2); got[1] != want[0] || got[2] != want[1] {
			t.Errorf("%s: grouped as %q", name, got)
		}
		full := grouped(t, b.Heap(), "type,package", nil)
		if got := full.Tree.Path(2); got[1] != name || got[2] != want[0] {
			t.Errorf("%s by type, package: grouped as %q", name, got)
		}
	}
}

func TestUnknownChains(t *testing.T) {
	for _, text := range []string{"", "colour", "type,", "type,type"} {
		if _, err := group.Builtin().Parse(text); err == nil {
			t.Errorf("chain %q: no error", text)
		}
	}
	if _, err := group.New(context.Background(), subject(persons(t, 1), nil), nil, group.Options{}); err == nil {
		t.Error("no chain: no error")
	}
}

// TestRandom compares trees and pointer maps with the definitions, on heaps with cycles, shared parts and unreachable parts.
func TestRandom(t *testing.T) {
	for seed := range uint64(60) {
		h := tracetest.RandomHeap(seed, 200)
		reachable, err := closure.Reachable(context.Background(), h)
		if err != nil {
			t.Fatal(err)
		}
		for _, by := range []string{"type", "package,type", "package", "type,package"} {
			g := grouped(t, h, by, reachable)
			checkTotals(t, g, h)
			checkPointers(t, g, h)
		}
	}
}

func leaf(g *group.Grouping, o trace.ObjectID) int32 { return g.Leaves(o)[0] }

func checkTotals(t *testing.T, g *group.Grouping, h *trace.Heap) {
	t.Helper()
	objects, bytes := make([]int64, len(g.Tree.Nodes)), make([]int64, len(g.Tree.Nodes))
	for o := range h.Len() {
		for n := leaf(g, trace.ObjectID(o)); n >= 0; n = g.Tree.Nodes[n].Parent {
			objects[n]++
			bytes[n] += h.Size(trace.ObjectID(o))
		}
	}
	for i := range g.Tree.Nodes {
		if n := &g.Tree.Nodes[i]; n.Objects != objects[i] || n.Bytes != bytes[i] {
			t.Fatalf("%s: %d objects, %d bytes, want %d, %d", g.Tree.Key(int32(i)), n.Objects, n.Bytes, objects[i], bytes[i])
		}
	}
}

// leaves returns the leaves that contain o. Inner nodes and groups below transformers have no part in pointer maps.
func leaves(g *group.Grouping, o trace.ObjectID) []int32 {
	var all []int32
	for _, n := range g.Leaves(o) {
		inner := false
		for c := range g.Tree.Children(n) {
			inner = inner || !g.Transformed(c)
		}
		if !inner {
			all = append(all, n)
		}
	}
	return all
}

type pair struct{ from, to int32 }

func checkPointers(t *testing.T, g *group.Grouping, h *trace.Heap) {
	t.Helper()
	p, err := g.Pointers(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	referred, referring := map[pair]map[trace.ObjectID]bool{}, map[pair]map[trace.ObjectID]bool{}
	put := func(m map[pair]map[trace.ObjectID]bool, k pair, o trace.ObjectID) {
		if m[k] == nil {
			m[k] = map[trace.ObjectID]bool{}
		}
		m[k][o] = true
	}
	for o := range h.Len() {
		from := trace.ObjectID(o)
		for _, to := range h.References(from) {
			for _, n := range leaves(g, from) {
				for _, m := range leaves(g, to) {
					put(referred, pair{from: n, to: m}, to)
					put(referring, pair{from: m, to: n}, from)
				}
			}
		}
	}
	for what, m := range map[string]struct {
		got  *trace.PointerMap
		want map[pair]map[trace.ObjectID]bool
	}{"points to": {&p.PointsTo, referred}, "pointed from": {&p.PointedFrom, referring}} {
		got, want := map[pair]int64{}, map[pair]int64{}
		for n := range g.Tree.Nodes {
			to, counts := m.got.Row(int32(n))
			if !slices.IsSorted(to) {
				t.Fatalf("%s: row %d is not ascending", what, n)
			}
			for i := range to {
				got[pair{from: int32(n), to: to[i]}] = counts[i]
			}
		}
		for k, objects := range m.want {
			want[k] = int64(len(objects))
		}
		if !maps.Equal(got, want) {
			t.Fatalf("%s: %v, want %v", what, got, want)
		}
	}
}

func TestUnreachable(t *testing.T) {
	b := tracetest.NewHeap()
	node := b.Type("app.Node", 16, "next")
	a, c, lost := b.Object(node), b.Object(node), b.Object(node)
	b.Refer(a, "next", c)
	b.Refer(c, "next", a)
	b.Refer(lost, "next", a)
	b.Root(a, trace.RootLocal, "")
	h := b.Heap()
	reachable, err := closure.Reachable(context.Background(), h)
	if err != nil {
		t.Fatal(err)
	}
	g := grouped(t, h, "type", reachable)
	want := map[string]int64{"Heap": 3, "Heap#app.Node": 2, "Heap#Unreachable": 1, "Heap#Unreachable#app.Node": 1}
	got := map[string]int64{}
	for i := range g.Tree.Nodes {
		got[g.Tree.Key(int32(i))] = g.Tree.Nodes[i].Objects
	}
	if !maps.Equal(got, want) {
		t.Errorf("groups %v, want %v", got, want)
	}
	if leaf(g, lost) == leaf(g, a) {
		t.Error("a lost object is in the group of a live one")
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	h := persons(t, 10)
	if _, err := group.New(ctx, subject(h, nil), chain(t, "type"), group.Options{}); err == nil {
		t.Error("grouping went on")
	}
	if _, err := closure.Reachable(ctx, h); err == nil {
		t.Error("walking went on")
	}
	if _, err := grouped(t, h, "type", nil).Pointers(ctx); err == nil {
		t.Error("counting references went on")
	}
}

// TestTooManyPairs checks that references between heavily overlapping groups are skipped instead of counted for hours.
func TestTooManyPairs(t *testing.T) {
	const objects, groups = 400, 200
	b := tracetest.NewHeap()
	node := b.Type("app.Node", 24, "a", "b")
	for range objects {
		b.Object(node)
	}
	for o := range trace.ObjectID(objects) {
		b.Refer(o, "a", (o+1)%objects)
		b.Refer(o, "b", (o+7)%objects)
	}
	paths := make([][]string, groups)
	for i := range paths {
		paths[i] = []string{fmt.Sprint("g", i)}
	}
	many := &group.Classifier{Name: "many", Role: "Many", Cardinality: group.Many,
		Prepare: func(ctx context.Context, s *group.Subject, _ group.Chain) (*group.Keys, error) {
			return pathKeys(s.Heap, func(trace.ObjectID) [][]string { return paths }), nil
		}}
	h := b.Heap()
	s := &group.Subject{Heap: h, Names: trace.NewNames(), Knows: trace.KnowsObjects | trace.KnowsReferences}
	g, err := group.New(context.Background(), s, group.Chain{many}, group.Options{Objects: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Pointers(context.Background()); !errors.Is(err, group.ErrTooManyPairs) {
		t.Errorf("error %v, want %v", err, group.ErrTooManyPairs)
	}
}
