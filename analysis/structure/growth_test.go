package structure_test

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"memcity/analysis/closure"
	"memcity/analysis/group"
	"memcity/analysis/structure"
	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/jdk"
)

func state(t testing.TB, h *trace.Heap, l *structure.Library) *structure.State {
	t.Helper()
	s, err := structure.NewState(t.Context(), subject(t, h), l, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func subject(t testing.TB, h *trace.Heap) *group.Subject {
	t.Helper()
	reachable, err := closure.Reachable(t.Context(), h)
	if err != nil {
		t.Fatal(err)
	}
	return &group.Subject{Heap: h, Reachable: reachable}
}

// TestPatternOf checks the table of figure 12, which tells which portions are strong.
func TestPatternOf(t *testing.T) {
	tests := []struct {
		retained, deep, reachable float64
		want                      structure.Pattern
	}{
		{10, 10, 0, structure.SingleContainer},
		{115, 80, 115, structure.SingleContainer},
		{9.9, 10, 90, structure.SharedContainer},
		{-50, 10, 0, structure.SharedContainer},
		{10, 9.9, 0, structure.SingleData},
		{10, -3, 100, structure.SingleData},
		{9.9, 9.9, 10, structure.SharedData},
		{9.9, 9.9, 9.9, structure.NonGrowth},
		{0, 0, 0, structure.NonGrowth},
	}
	for _, test := range tests {
		p := structure.Portions{Retained: test.retained, Deep: test.deep, Reachable: test.reachable, Own: 100}
		if got := structure.PatternOf(p, structure.DefaultStrong); got != test.want {
			t.Errorf("%+v: %v, want %v", p, got, test.want)
		}
	}
	seen := map[string]bool{}
	for p := structure.NoPattern; p <= structure.NonGrowth; p++ {
		if p.Meaning() == "" || p.Next() == "" || seen[p.String()] || (p == structure.NoPattern) != (p.String() == "") {
			t.Errorf("pattern %d: %q, %q, %q", p, p, p.Meaning(), p.Next())
		}
		seen[p.String()] = true
	}
}

// growing is a heap with one data structure for each pattern, like the program testdata/java/com/example/structures/Growth.java.
type growing struct {
	*tracetest.HeapBuilder
	list, array, data, bytes trace.TypeID
	holder                   trace.ObjectID
	heads                    map[string]trace.ObjectID
}

const growingText = "DS List { Object[]; }"

func newGrowing() *growing {
	b := tracetest.NewHeap()
	g := &growing{HeapBuilder: b, list: b.Type("List", 24, "elements"), array: b.ArrayType("Object[]"), data: b.Type("Data", 16, "text"),
		bytes: b.PrimitiveType("byte[]", 1), heads: map[string]trace.ObjectID{}}
	holder := b.Type("Holder", 100, "texts", "single container", "shared container", "shared container too", "single data", "shared data",
		"non-growth", "nested")
	g.holder = b.Object(holder)
	b.Root(g.holder, trace.RootStaticField, "app.Main.holder")
	return g
}

// fill adds the list with a given name, with some contents.
func (g *growing) fill(name string, contents ...trace.ObjectID) {
	o, array := g.Object(g.list), g.Array(g.array, 64)
	g.heads[name] = o
	g.Refer(g.holder, name, o)
	g.Refer(o, "elements", array)
	for i, c := range contents {
		g.Element(array, i, c)
	}
}

// datas returns n contents with texts of a given length.
func (g *growing) datas(n, length int) (all []trace.ObjectID) {
	for range n {
		o := g.Object(g.data)
		g.Refer(o, "text", g.Array(g.bytes, length))
		all = append(all, o)
	}
	return all
}

func (g *growing) build(grown bool) *trace.Heap {
	n, length := 2, 8
	if grown {
		n, length = 40, 2000
	}
	g.fill("single container", g.datas(n, 500)...)
	both := g.datas(n, 500)
	g.fill("shared container", both...)
	g.fill("shared container too", both...)
	g.fill("single data", g.datas(10, 2*length)...)
	shared := g.datas(10, 2*length)
	g.fill("shared data", shared...)
	texts := g.Array(g.array, 64)
	g.Refer(g.holder, "texts", texts)
	for i, d := range shared {
		g.Element(texts, i, d+1) // the text of each
	}
	g.fill("non-growth", g.datas(10, 8)...)
	return g.Heap()
}

var wantPatterns = map[string]structure.Pattern{"single container": structure.SingleContainer,
	"shared container":     structure.SharedContainer,
	"shared container too": structure.SharedContainer, "single data": structure.SingleData, "shared data": structure.SharedData,
	"non-growth": structure.NonGrowth}

// TestPatterns builds a data structure for each pattern, and compares sizes with their definitions.
func TestPatterns(t *testing.T) {
	first, second := newGrowing(), newGrowing()
	l := library(t, growingText)
	before, after := state(t, first.build(false), l), state(t, second.build(true), l)
	follow := func(o trace.ObjectID) trace.ObjectID {
		if name := nameOf(first.heads, o); name != "" {
			return second.heads[name]
		}
		return trace.NoObject
	}
	c, err := structure.Compare(context.Background(), before, after, follow, structure.CompareOptions{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.List) != len(wantPatterns) || c.Gone != 0 || c.New != 0 || c.Unsized != 0 || !c.Grown() {
		t.Errorf("compared %d, gone %d, new %d", len(c.List), c.Gone, c.New)
	}
	for i := range c.List {
		checkPattern(t, c, &c.List[i], before, after, second.heads, wantPatterns)
		if i > 0 && c.List[i].Portions.Retained > c.List[i-1].Portions.Retained {
			t.Error("not in order of growth of the retained size")
		}
	}
}

func nameOf(heads map[string]trace.ObjectID, o trace.ObjectID) string {
	for name, head := range heads {
		if head == o {
			return name
		}
	}
	return ""
}

// checkPattern compares the pattern, and the sizes with those that closure computes for the head as a group.
func checkPattern(t *testing.T, c *structure.Comparison, g *structure.Growth, before, after *structure.State,
	heads map[string]trace.ObjectID, want map[string]structure.Pattern) {
	t.Helper()
	name := nameOf(heads, after.Heads[g.After.ID])
	if g.Pattern != want[name] {
		t.Errorf("%s: %v with %+v, want %v", name, g.Pattern, g.Portions, want[name])
	}
	for _, test := range []struct {
		s *structure.State
		e *structure.Entry
	}{{before, &g.Before}, {after, &g.After}} {
		groups := closure.ObjectGroups(test.s.Heap, []trace.ObjectID{test.s.Heads[test.e.ID]})
		sizes, err := test.s.Graph.Sizes(context.Background(), groups, []closure.Kind{closure.Deep, closure.Retained}, nil, nil)
		if err != nil || sizes[0].Amount != test.e.Reachable || sizes[1].Amount != test.e.Retained {
			t.Errorf("%s: reachable %v, retained %v, want %v, %v", name, test.e.Reachable, test.e.Retained, sizes, err)
		}
	}
	heap := float64(c.HeapAfter.Bytes - c.HeapBefore.Bytes)
	if got, want := g.Portions.Deep, float64(g.After.Deep.Bytes-g.Before.Deep.Bytes)/heap*100; got != want {
		t.Errorf("%s: deep portion %v, want %v", name, got, want)
	}
}

// TestFigure14 checks the leaves of a list by type and site, 5,000 before and 20,000 after. Of these, 15,000 come from three new sites.
// With 40 bytes each, the list's leaves grow by 600 kB.
func TestFigure14(t *testing.T) {
	const example = "DataStructureDevelopmentExample"
	site := func(line string) string { return example + ".main(" + example + ".java:" + line + ")" }
	build := func(sites []string) (*trace.Heap, trace.ObjectID) {
		b := tracetest.NewHeap()
		list, flat := b.LinkedList(), b.Type("FlatData", 40)
		b.Root(list.Head, trace.RootLocal, "")
		for _, site := range sites {
			for range 5000 {
				data := b.Object(flat)
				b.Site(data, -1, example+".main:"+site)
				list.Add(data)
			}
		}
		return b.Heap(), list.Head
	}
	first, was := build([]string{"91"})
	second, is := build([]string{"91", "175", "255", "303"})
	l := bundled(t)
	before, after := state(t, first, l), state(t, second, l)
	c, err := structure.Compare(context.Background(), before, after, func(o trace.ObjectID) trace.ObjectID {
		if o == was {
			return is
		}
		return trace.NoObject
	}, structure.CompareOptions{}, nil)
	if err != nil || len(c.List) != 1 {
		t.Fatal(c, err)
	}
	g := c.List[0]
	if grown := g.After.Retained.Bytes - g.Before.Retained.Bytes; grown != 960_000 || g.Pattern != structure.SingleContainer {
		t.Errorf("retained size grew by %d, %v; in the figure by 960 kB", grown, g.Pattern)
	}
	groups, err := structure.NewLeafFinder(before.Detection, after.Detection).Groups(context.Background(), g.Before.ID, g.After.ID,
		structure.Bytes)
	if err != nil || len(groups) != 4 {
		t.Fatal(groups, err)
	}
	none, full := trace.Amount{}, trace.Amount{Objects: 5000, Bytes: 200_000}
	for i, line := range []string{"175", "255", "303", "91"} {
		want := structure.LeafGroup{Type: "FlatData", Site: site(line), Before: none, After: full}
		if line == "91" {
			want.Before = full
		}
		if groups[i] != want {
			t.Errorf("group %d is %+v, want %+v", i, groups[i], want)
		}
	}
}

// TestBornInTheWindow: a list that was not there at the first GC point counts from zero. One that is not told apart from an earlier list does
// not, and is neither gone nor new.
func TestBornInTheWindow(t *testing.T) {
	build := func(lists, elements int) (*trace.Heap, []trace.ObjectID) {
		b := tracetest.NewHeap()
		var heads []trace.ObjectID
		for range lists {
			list, flat := b.LinkedList(), b.Type("FlatData", 40)
			b.Root(list.Head, trace.RootLocal, "")
			for range elements {
				list.Add(b.Object(flat))
			}
			heads = append(heads, list.Head)
		}
		return b.Heap(), heads
	}
	first, was := build(2, 5)
	second, is := build(3, 50)
	l := bundled(t)
	follow := func(o trace.ObjectID) trace.ObjectID {
		if o == was[0] {
			return is[0]
		}
		return trace.NoObject
	}
	for _, test := range []struct {
		name                          string
		options                       structure.CompareOptions
		gone, fresh, indistinct, list int
	}{
		{"as in the paper", structure.CompareOptions{}, 1, 2, 0, 1},
		{"born ones too", structure.CompareOptions{Born: true}, 1, 2, 0, 3},
		{"one not told apart", structure.CompareOptions{Born: true, Class: func(o trace.ObjectID, later bool) (uint32, bool) {
			return 0, later && o == is[1] || !later && o == was[1]
		}}, 0, 1, 1, 2},
	} {
		c, err := structure.Compare(t.Context(), state(t, first, l), state(t, second, l), follow, test.options, nil)
		if err != nil {
			t.Fatal(err)
		}
		if c.Alive != 1 || c.Gone != test.gone || c.New != test.fresh || c.Indistinct != test.indistinct || len(c.List) != test.list {
			t.Errorf("%s: %+v", test.name, c)
		}
		for i := range c.List {
			g := &c.List[i]
			if zero := g.Before.Retained.Bytes == 0 && g.Before.Deep.Objects == 0 && g.Before.Own.Objects == 0; g.IsBorn() != zero {
				t.Errorf("%s: born %v, before %+v", test.name, g.IsBorn(), g.Before)
			}
		}
	}
}

// TestNoGrowth: without GC roots nothing is retained, and there is no pattern; with a heap that shrank there is none either.
func TestNoGrowth(t *testing.T) {
	l := library(t, growingText)
	a, b := newGrowing(), newGrowing()
	small, large := a.build(false), b.build(true)
	follow := func(o trace.ObjectID) trace.ObjectID { return a.heads[nameOf(b.heads, o)] }
	c, err := structure.Compare(context.Background(), state(t, large, l), state(t, small, l), follow, structure.CompareOptions{}, nil)
	if err != nil || c.Grown() || c.List[0].Pattern != structure.NoPattern || c.List[0].Portions != (structure.Portions{}) {
		t.Errorf("a heap that shrank: %v, %v", c, err)
	}
	small.Roots, large.Roots = nil, nil
	follow = func(o trace.ObjectID) trace.ObjectID { return b.heads[nameOf(a.heads, o)] }
	c, err = structure.Compare(context.Background(), state(t, small, l), state(t, large, l), follow,
		structure.CompareOptions{Unit: structure.Objects}, nil)
	if err != nil || !c.Grown() || len(c.List) != 6 {
		t.Fatal(c, err)
	}
	for i := range c.List {
		if g := &c.List[i]; g.Before.Retained != structure.Unknown || g.Pattern != structure.NoPattern || i > 0 &&
			c.List[i-1].After.Deep.Objects-c.List[i-1].Before.Deep.Objects < g.After.Deep.Objects-g.Before.Deep.Objects {
			t.Errorf("without GC roots: %+v", g)
		}
	}
}

// TestContainedHeads checks that contained data structures are left out and counted, unless they are requested.
func TestContainedHeads(t *testing.T) {
	b := tracetest.NewHeap()
	b.Root(b.Object(b.Type("Outer", 16, "in", "also")), trace.RootStaticField, "x")
	inner := b.Object(b.Type("Inner", 16))
	b.Refer(0, "in", inner)
	dead := b.Object(b.Type("Dead", 16))
	small := b.Heap()
	young := b.Object(b.Type("Young", 16))
	b.Refer(0, "also", young)
	large := b.Heap()
	l := library(t, "DS Outer { *; } DS Inner { } DS Young { } DS Dead { }")
	same := func(o trace.ObjectID) trace.ObjectID { return o }
	for _, contained := range []bool{false, true} {
		c, err := structure.Compare(context.Background(), state(t, small, l), state(t, large, l), same,
			structure.CompareOptions{Contained: contained}, nil)
		want := map[bool]int{false: 1, true: 2}[contained]
		if err != nil || len(c.List) != want || c.Contained != 2-want || c.Gone != 0 || c.New != 1 {
			t.Errorf("contained %v: %+v, %v", contained, c, err)
		}
	}
	s := state(t, large, l)
	list, all, err := s.Largest(context.Background(), 1, true, nil)
	if err != nil || all != 3 || len(list) != 1 || s.Heads[list[0].ID] != 0 || list[0].Retained != (trace.Amount{Objects: 3, Bytes: 48}) ||
		list[0].Reachable != list[0].Retained || list[0].Own != (trace.Amount{Objects: 3, Bytes: 48}) {
		t.Errorf("largest %+v of %d, %v", list, all, err)
	}
	if s.IsLive(s.Of(dead)) {
		t.Error("what no GC root reaches is live")
	}
}

// TestGrowthOfPrograms records a program with a data structure for each pattern, with every installed JDK.
func TestGrowthOfPrograms(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		folder := record(t, home, "Growth")
		l := bundled(t)
		before := state(t, openHeap(t, filepath.Join(folder, "1.hprof"), 0), l)
		checkProgram(t, before, state(t, openHeap(t, filepath.Join(folder, "2.hprof"), 0), l))
	})
}

func checkProgram(t *testing.T, before, after *structure.State) {
	was, is := statics(before.Heap, "Growth"), statics(after.Heap, "Growth")
	follow := func(o trace.ObjectID) trace.ObjectID {
		if name := nameOf(was, o); name != "" {
			return is[name]
		}
		return trace.NoObject
	}
	c, err := structure.Compare(context.Background(), before, after, follow, structure.CompareOptions{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for i := range c.List {
		g := &c.List[i]
		name := strings.ToLower(strings.ReplaceAll(nameOf(is, after.Heads[g.After.ID]), "_", " "))
		if name == "no growth" {
			name = "non-growth"
		}
		found = append(found, name)
		if g.Pattern != wantPatterns[name] {
			t.Errorf("%s: %v with %+v, want %v", name, g.Pattern, g.Portions, wantPatterns[name])
		}
	}
	if slices.Sort(found); len(found) != len(wantPatterns) {
		t.Errorf("found %v", found)
	}
}

// statics returns the static fields of a class of the test programs.
func statics(h *trace.Heap, class string) map[string]trace.ObjectID {
	fields := map[string]trace.ObjectID{}
	for t := range h.Types {
		if o := h.Types[t].Class; h.Types[t].Name == programPackage+class && o != trace.NoObject {
			for i, to := range h.References(o) {
				fields[h.FieldAt(o, i)] = to
			}
		}
	}
	return fields
}

// TestGoneHeads checks that heads that died are counted, wherever they are among others, and that the others are compared. A head that is not
// told apart counts as gone only if the later GC point has fewer heads of its class.
func TestGoneHeads(t *testing.T) {
	build := func(n int) *trace.Heap {
		b := tracetest.NewHeap()
		outer, list := b.Type("Root", 64, "a", "b", "c", "d"), b.Type("List", 16)
		b.Root(b.Object(outer), trace.RootStaticField, "x")
		for i := range n {
			b.Refer(0, string(rune('a'+i)), b.Object(list))
		}
		return b.Heap()
	}
	l := library(t, "DS List { }")
	for _, test := range []struct {
		follow                        string // by list: y followed, n dead, ? not told apart
		later                         int    // lists at the later GC point
		alive, gone, born, indistinct int
	}{
		{"yyy", 3, 3, 0, 0, 0}, {"nyy", 3, 2, 1, 1, 0}, {"yny", 3, 2, 1, 1, 0}, {"yyn", 2, 2, 1, 0, 0}, {"nnn", 0, 0, 3, 0, 0}, {"yyy", 4, 3, 0, 1, 0},
		{"?yy", 3, 2, 0, 0, 1}, {"??y", 2, 1, 1, 0, 1}, {"y??", 4, 1, 0, 1, 2}, {"???", 3, 0, 0, 0, 3},
	} {
		before, after := state(t, build(3), l), state(t, build(test.later), l)
		next := trace.ObjectID(0) // followed lists are the first later ones
		to := []trace.ObjectID{trace.NoObject, trace.NoObject, trace.NoObject, trace.NoObject}
		for i, how := range test.follow {
			if how == 'y' {
				next++
				to[i+1] = next
			}
		}
		o := structure.CompareOptions{Class: func(o trace.ObjectID, later bool) (uint32, bool) {
			if later {
				return 7, o > next && strings.Contains(test.follow, "?")
			}
			return 7, o > 0 && test.follow[o-1] == '?'
		}}
		c, err := structure.Compare(t.Context(), before, after, func(o trace.ObjectID) trace.ObjectID { return to[o] }, o, nil)
		if err != nil || c.Alive != test.alive || c.Gone != test.gone || c.New != test.born || c.Indistinct != test.indistinct ||
			len(c.List) != test.alive {
			t.Errorf("%s, %d later: %+v, %v; want %d alive, %d gone, %d new, %d indistinct", test.follow, test.later, c, err, test.alive, test.gone,
				test.born, test.indistinct)
		}
	}
}
