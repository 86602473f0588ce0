package session_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"memcity/city/recording"
	"memcity/city/resolve/guided"
	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/whatif"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// heapsOf returns a recording of some heap states.
func heapsOf(heaps ...*trace.Heap) *trace.Recording {
	r := &trace.Recording{Name: "heaps", Format: "test", Names: trace.NewNames(),
		Knows: trace.KnowsObjects | trace.KnowsReferences | trace.KnowsRoots | trace.KnowsFields}
	for i, h := range heaps {
		r.Points = append(r.Points, trace.Point{Time: trace.Millis(1000 * i), Source: fmt.Sprint("dump", i),
			Load: func(ctx context.Context, _ trace.Progress) (*trace.Heap, []trace.Warning, error) {
				return h, nil, ctx.Err()
			}})
	}
	return r
}

// reached returns the objects that GC roots keep alive over the remaining references, by definition.
func reached(h *trace.Heap, outObject func(trace.ObjectID) bool,
	outReference func(from trace.ObjectID, slot string, to trace.ObjectID) bool, outRoot func(*trace.Root) bool) map[trace.ObjectID]bool {
	seen := map[trace.ObjectID]bool{}
	var visit func(o trace.ObjectID)
	visit = func(o trace.ObjectID) {
		if seen[o] || outObject(o) {
			return
		}
		seen[o] = true
		for i, to := range h.References(o) {
			if !outReference(o, h.FieldAt(o, i), to) {
				visit(to)
			}
		}
	}
	for i := range h.Roots {
		if !outRoot(&h.Roots[i]) {
			visit(h.Roots[i].Object)
		}
	}
	return seen
}

// randomRemovals returns random removals of groups, references between groups, fields and GC roots, for a heap with the types of
// [tracetest.RandomHeap].
func randomRemovals(random *rand.Rand, h *trace.Heap) (list []whatif.Removal) {
	key := func() string { return "Heap#" + h.Types[random.IntN(len(h.Types))].Name }
	for range 1 + random.IntN(3) {
		switch random.IntN(4) {
		case 0:
			list = append(list, whatif.GroupRemoval(byType, key()))
		case 1:
			list = append(list, whatif.ReferenceRemoval(byType, key(), key()))
		case 2:
			c := whatif.ReferenceRemoval(byType, key(), key())
			c.Field = string(rune('a' + random.IntN(4)))
			list = append(list, c)
		default:
			list = append(list, whatif.RootRemoval(fmt.Sprintf("static field app.Main.f%d", random.IntN(3))))
		}
	}
	return list
}

// freedByDefinition returns the objects that all removals together free, by definition.
func freedByDefinition(h *trace.Heap, removals []whatif.Removal) map[trace.ObjectID]bool {
	is := func(o trace.ObjectID, key string) bool { return "Heap#"+h.Types[h.TypeOf.At(o)].Name == key }
	never := func(trace.ObjectID) bool { return false }
	freed := reached(h, never, func(trace.ObjectID, string, trace.ObjectID) bool { return false }, func(*trace.Root) bool { return false })
	left := reached(h, func(o trace.ObjectID) bool {
		return slices.ContainsFunc(removals, func(c whatif.Removal) bool { return c.Kind == whatif.CutGroup && is(o, c.Key) })
	}, func(from trace.ObjectID, slot string, to trace.ObjectID) bool {
		return slices.ContainsFunc(removals, func(c whatif.Removal) bool {
			return c.Kind == whatif.CutReferences && is(from, c.Key) && is(to, c.To) && (c.Field == "" || c.Field == slot)
		})
	}, func(r *trace.Root) bool {
		return slices.ContainsFunc(removals, func(c whatif.Removal) bool { return c.Kind == whatif.CutRoot && "static field "+r.Detail == c.Key })
	})
	for o := range left {
		delete(freed, o)
	}
	return freed
}

// The freed amounts, in total, by each removal alone and by group, equal those of brute force, also with other groupings than that of the
// removals.
func TestWithoutIsBruteForce(t *testing.T) {
	groupings := []trees.Grouping{byType, trees.By("package", "type")}
	for seed := range uint64(30) {
		random := rand.New(rand.NewPCG(seed, 11))
		h := tracetest.RandomHeap(seed, 30+random.IntN(200))
		o := recording.New(heapsOf(h), recording.Options{})
		for range 4 {
			removals, by := randomRemovals(random, h), groupings[random.IntN(2)]
			w, err := guided.WhatIf(context.Background(), o, without(by, 0, removals...), nil)
			if err != nil {
				t.Fatal(err)
			}
			sum := func(freed map[trace.ObjectID]bool) (a trees.Amount) {
				for object := range freed {
					a.Objects, a.Bytes = a.Objects+1, a.Bytes+h.Size(object)
				}
				return a
			}
			freed := freedByDefinition(h, removals)
			if w.Freed != sum(freed) {
				t.Fatalf("seed %d, %v: freed %v, expected %v", seed, removals, w.Freed, sum(freed))
			}
			for i, c := range removals {
				if alone := sum(freedByDefinition(h, removals[i:i+1])); w.Each[i].Amount != alone {
					t.Fatalf("seed %d, %v: alone %v, expected %v", seed, c, w.Each[i], alone)
				}
			}
			checkGroups(t, o, by, w, h, freed)
		}
	}
}

// checkGroups compares the freed amount of each group with its objects.
func checkGroups(t *testing.T, o *recording.Recording, by trees.Grouping, w *whatif.Result, h *trace.Heap, freed map[trace.ObjectID]bool) {
	t.Helper()
	g, err := o.Groups(context.Background(), by, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	for n := range g.Tree.Nodes {
		set, err := g.Objects(context.Background(), int32(n))
		if err != nil {
			t.Fatal(err)
		}
		var want trees.Amount
		for object := range freed {
			if set.Test(uint(object)) {
				want.Objects, want.Bytes = want.Objects+1, want.Bytes+h.Size(object)
			}
		}
		if got := w.Groups[w.Series.NodeOf(0, int32(n))]; got != want {
			t.Fatalf("%s: freed %v, expected %v", g.Tree.Key(int32(n)), got, want)
		}
	}
	k := scene.NewCutComparison(w.Series, 0, w)
	for n := range w.Series.Nodes {
		f := k.Fate(int32(n))
		if f.Permanent.Objects+f.Died.Objects != w.Series.Objects(0, int32(n)) || f.Died != w.Groups[n] || f.Permanent.Objects < 0 ||
			f.Born != (trees.Amount{}) {
			t.Fatalf("%s: %+v of %d objects", w.Series.Key(int32(n)), f, w.Series.Objects(0, int32(n)))
		}
	}
}

// Removals whose target is missing at a GC point free nothing, and the result says so.
func TestWithoutWhatIsMissing(t *testing.T) {
	small, large := caches(3), caches(9)
	o := recording.New(&trace.Recording{Name: "two", Format: "test", Names: trace.NewNames(), Knows: small.Knows,
		Points: append(small.Points, large.Points...)}, recording.Options{})
	removals := []whatif.Removal{whatif.GroupRemoval(byType, "Heap#app.Nothing"), whatif.RootRemoval("static field app.Main.other"),
		whatif.ReferenceRemoval(byType, "Heap#app.Entry", "Heap#app.Value"),
		whatif.ReferenceRemoval(byType, "Heap#app.NameEntry", "Heap#app.Value")}
	for point, n := range []int64{3, 9} {
		w, err := guided.WhatIf(context.Background(), o, without(byType, point, removals...), nil)
		if err != nil {
			t.Fatal(err)
		}
		if w.Each[0].Missing == "" || w.Each[1].Missing == "" || w.Each[2].Missing != "" || w.Each[2].Objects != 0 {
			t.Errorf("each: %+v", w.Each)
		}
		if want := (trees.Amount{Objects: n, Bytes: 40 * n}); w.Freed != want || w.Heap.Objects != 4*n+2 {
			t.Errorf("freed %v of %v, want %v", w.Freed, w.Heap, want)
		}
	}
}

// Without references or GC roots there is no result.
func TestWithoutKnowing(t *testing.T) {
	for _, lacks := range []trace.Knowledge{trace.KnowsReferences, trace.KnowsRoots} {
		r := caches(3)
		r.Knows &^= lacks
		o := recording.New(r, recording.Options{})
		if _, err := guided.WhatIf(context.Background(), o, without(byType, 0, whatif.GroupRemoval(byType, "Heap#app.Value")), nil); err == nil ||
			o.Catalog().NoRemovals == "" {
			t.Errorf("without %v: %v", lacks, err)
		}
	}
}

// growingList returns a series of heap states in which a static field holds a growing list of persons, and another one a short list.
func growingList(counts ...int) *trace.Recording {
	var heaps []*trace.Heap
	for _, n := range counts {
		b := tracetest.NewHeap()
		list, array := b.Type("java.util.ArrayList", 24, "elementData"), b.ArrayType("java.lang.Object[]")
		person, name := b.Type("app.Person", 24, "name"), b.Type("java.lang.String", 24)
		holds := func(field string, n int) {
			l, a := b.Object(list), b.Array(array, n)
			b.Root(l, trace.RootStaticField, field)
			b.Refer(l, "elementData", a)
			for i := range n {
				p, s := b.Object(person), b.Object(name)
				b.Refer(p, "name", s)
				b.Element(a, i, p)
			}
		}
		holds("app.Main.persons", n)
		holds("app.Main.admins", 3)
		heaps = append(heaps, b.Heap())
	}
	return heapsOf(heaps...)
}

// Clearing the references that the guide reports frees the reported amounts, at the GC point of the report, also after reopening.
func TestWithoutSuggestedCuts(t *testing.T) {
	for name, r := range map[string]*trace.Recording{
		"caches": growingCaches(10, 400, 800, 1200, 1600, 2000), "list": growingList(20, 500, 1000, 1500, 2000),
	} {
		o := recording.New(r, recording.Options{})
		last := len(r.Points) - 1
		var before []whatif.Result
		for round := range 2 {
			g, err := guided.Explore(context.Background(), o, nil)
			if err != nil {
				t.Fatal(err)
			}
			cuts := 0
			for i := range g.Findings {
				for j, c := range g.Findings[i].References {
					cuts++
					w, err := guided.WhatIf(context.Background(), o, without(byType, last, state.GuideRemoval(g, i, j)), nil)
					if err != nil {
						t.Fatal(err)
					}
					if w.Freed.Objects != c.Objects || w.Freed.Bytes != c.Bytes || w.Each[0].Amount != w.Freed || w.Each[0].Missing != "" {
						t.Errorf("%s: %s frees %v, the guide says %d objects, %d bytes", name, c.Text, w.Freed, c.Objects, c.Bytes)
					}
					if round == 0 {
						before = append(before, *w)
					}
				}
			}
			if cuts == 0 || cuts != len(before) {
				t.Fatalf("%s: %d cuts, %d before", name, cuts, len(before))
			}
		}
		other := whatif.Removal{Kind: whatif.CutGuide, Text: "something else"}
		if _, err := guided.WhatIf(context.Background(), o, without(byType, last, other), nil); err == nil || !strings.Contains(err.Error(), "guide") {
			t.Errorf("%s: a cut of another guide: %v", name, err)
		}
	}
}

// Nodes and edges of a heap graph remove their objects or references.
func TestWithoutGraph(t *testing.T) {
	const n = 50
	o := recording.New(caches(n), recording.Options{})
	q := paths()
	g, err := o.Graph(context.Background(), q, nil)
	if err != nil {
		t.Fatal(err)
	}
	freed := func(removals ...whatif.Removal) int64 {
		t.Helper()
		w, err := guided.WhatIf(context.Background(), o, without(byType, 0, removals...), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range w.Each {
			if e.Missing != "" {
				t.Fatal(e.Missing)
			}
		}
		return w.Freed.Objects
	}
	node := func(key string) whatif.Removal {
		return whatif.Removal{Kind: whatif.CutNode, By: byType.By, Key: key, Graph: q.Walk}
	}
	var roots, edges []whatif.Removal
	for i := range g.Nodes {
		if x := &g.Nodes[i]; x.IsRoot() {
			roots = append(roots, node(x.Key))
		} else if x.Selected && freed(node(x.Key)) != n {
			t.Errorf("without the values: %d objects", freed(node(x.Key)))
		}
	}
	for _, e := range g.Edges {
		if g.Nodes[e.To].Selected {
			edges = append(edges, whatif.Removal{Kind: whatif.CutEdge, By: byType.By, Key: g.Nodes[e.From].Key, To: g.Nodes[e.To].Key, Graph: q.Walk})
		}
	}
	if len(roots) != 2 || len(edges) < 2 {
		t.Fatalf("%d GC roots, %d edges", len(roots), len(edges))
	}
	if got := freed(roots...); got != 4*n+2 {
		t.Errorf("without both GC roots: %d objects", got)
	}
	if got := freed(edges...); got != n {
		t.Errorf("without all references to the values: %d objects", got)
	}
	if got := freed(edges[0]); got != 0 {
		t.Errorf("without one of the references to the values: %d objects", got)
	}
}

// without returns a what-if query for a GC point.
func without(by trees.Grouping, point int, removals ...whatif.Removal) whatif.Query {
	return whatif.Query{Heap: trees.HeapState{By: by, Point: point}, Removals: seq.Of(removals...)}
}

func TestQueryWithout(t *testing.T) {
	q := without(byType, 0, whatif.GroupRemoval(byType, "Heap#app.NameCache"))
	if w := resolved(t, caches(10), whatif.Kind, q); w.Freed.Objects != 21 || w.Query != q {
		t.Errorf("freed %+v", w.Freed)
	}
}
