package collection_test

import (
	"fmt"
	"testing"

	"memcity/analysis/collection"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// lab builds heaps with collections as the JDK lays them out.
type lab struct {
	*tracetest.HeapBuilder
	array, object, table, list, maps, node, linked, linkedNode, long, set trace.TypeID
	present                                                               trace.ObjectID
}

func newLab() *lab {
	b := tracetest.NewHeap()
	l := &lab{HeapBuilder: b, array: b.ArrayType("java.lang.Object[]"), object: b.Type("app.Item", 16),
		table: b.ArrayType("java.util.HashMap$Node[]")}
	super := b.Subtype(b.Type("java.util.AbstractCollection", 16), "java.util.AbstractList", 16)
	l.list = b.Subtype(super, "java.util.ArrayList", 24, "elementData")
	l.maps = b.Subtype(b.Type("java.util.AbstractMap", 16, "keySet", "values"), "java.util.HashMap", 48, "table", "entrySet")
	l.node = b.Type("java.util.HashMap$Node", 32, "key", "value", "next")
	l.linked = b.Subtype(super, "java.util.LinkedList", 32, "first", "last")
	l.linkedNode = b.Type("java.util.LinkedList$Node", 24, "item", "next", "prev")
	l.set = b.Type("java.util.HashSet", 16, "map")
	l.long = b.Type("java.lang.Long", 16)
	l.present = b.Object(b.Type("java.lang.Object", 16))
	return l
}

// listOf adds an ArrayList with room elements of capacity and n elements of a type.
func (l *lab) listOf(room, n int, of trace.TypeID) trace.ObjectID {
	o := l.Object(l.list)
	a := l.Array(l.array, room)
	l.Refer(o, "elementData", a)
	for i := range n {
		l.Element(a, i, l.Object(of))
	}
	return o
}

// mapOf adds a HashMap with a table of room slots and the given keys and values.
func (l *lab) mapOf(room int, entries ...[2]trace.ObjectID) trace.ObjectID {
	o := l.Object(l.maps)
	if room == 0 {
		return o
	}
	table := l.Array(l.table, room)
	l.Refer(o, "table", table)
	last := map[int]trace.ObjectID{}
	for i, e := range entries {
		n := l.Object(l.node)
		l.Refer(n, "key", e[0])
		l.Refer(n, "value", e[1])
		if slot := i % max(1, room/2); i >= max(1, room/2) {
			l.Refer(last[slot], "next", n)
			last[slot] = n
		} else {
			l.Element(table, slot, n)
			last[slot] = n
		}
	}
	return o
}

// linkedOf adds a LinkedList.
func (l *lab) linkedOf(n int) trace.ObjectID {
	o, last := l.Object(l.linked), trace.NoObject
	for range n {
		node := l.Object(l.linkedNode)
		l.Refer(node, "item", l.Object(l.object))
		if last == trace.NoObject {
			l.Refer(o, "first", node)
		} else {
			l.Refer(last, "next", node)
			l.Refer(node, "prev", last)
		}
		l.Refer(o, "last", node)
		last = node
	}
	return o
}

// entries returns n new keys and values.
func (l *lab) entries(n int) (all [][2]trace.ObjectID) {
	for range n {
		all = append(all, [2]trace.ObjectID{l.Object(l.object), l.Object(l.object)})
	}
	return all
}

func measure(t *testing.T, h *trace.Heap) *collection.Measured {
	t.Helper()
	m, err := collection.Measure(t.Context(), h, alive)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// heapBytes is the size of the heap in these tests; one percent is 96 bytes.
const heapBytes = 9_600

func find(t *testing.T, m *collection.Measured, history *collection.History) *collection.Found {
	t.Helper()
	f, err := collection.Find(t.Context(), m, history, heapBytes, alive)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// patternOf returns the pattern of one collection as text, or "none".
func patternOf(t *testing.T, f *collection.Found, o trace.ObjectID) string {
	t.Helper()
	text := "none"
	for p := range collection.Patterns {
		if f.Of[p].Objects.Test(uint(o)) {
			if text != "none" {
				t.Errorf("object %d is %s and %s", o, text, p)
			}
			text = p.String()
		}
	}
	return text
}

// TestMoment checks the patterns of a single moment at their limits, with the savings of a fix.
func TestMoment(t *testing.T) {
	for name, test := range map[string]struct {
		make  func(l *lab) trace.ObjectID
		want  string
		saved int64
	}{
		"empty list with room":       {func(l *lab) trace.ObjectID { return l.listOf(10, 0, l.object) }, "empty", 24 + 56},
		"empty list":                 {func(l *lab) trace.ObjectID { return l.listOf(0, 0, l.object) }, "empty", 24},
		"empty map":                  {func(l *lab) trace.ObjectID { return l.mapOf(0) }, "empty", 48},
		"empty linked list":          {func(l *lab) trace.ObjectID { return l.linkedOf(0) }, "empty", 32},
		"3 of 16":                    {func(l *lab) trace.ObjectID { return l.listOf(16, 3, l.object) }, "sparse", 80 - 32},
		"4 of 16, a quarter":         {func(l *lab) trace.ObjectID { return l.listOf(16, 4, l.object) }, "small", 24 + 80 - 24 - 32},
		"3 of 15":                    {func(l *lab) trace.ObjectID { return l.listOf(15, 3, l.object) }, "small", 24 + 80 - 24 - 32},
		"25 of 100":                  {func(l *lab) trace.ObjectID { return l.listOf(100, 25, l.object) }, "none", 0},
		"24 of 100":                  {func(l *lab) trace.ObjectID { return l.listOf(100, 24, l.object) }, "sparse", 416 - 112},
		"map of 15 of 64":            {func(l *lab) trace.ObjectID { return l.mapOf(64, l.entries(15)...) }, "sparse", 272 - (16 + 4*32)},
		"map of 12 of 64":            {func(l *lab) trace.ObjectID { return l.mapOf(64, l.entries(12)...) }, "sparse", 272 - (16 + 4*16)},
		"map of 16 of 64":            {func(l *lab) trace.ObjectID { return l.mapOf(64, l.entries(16)...) }, "none", 0},
		"8 elements":                 {func(l *lab) trace.ObjectID { return l.listOf(10, 8, l.object) }, "small", 80 - 24 - 48},
		"8 that need half":           {func(l *lab) trace.ObjectID { return l.listOf(8, 8, l.object) }, "none", 0}, // saves nothing
		"9 elements":                 {func(l *lab) trace.ObjectID { return l.listOf(15, 9, l.object) }, "none", 0},
		"map of one":                 {func(l *lab) trace.ObjectID { return l.mapOf(2, l.entries(1)...) }, "small", 48 + 24 + 32 - 24},
		"map of 8":                   {func(l *lab) trace.ObjectID { return l.mapOf(16, l.entries(8)...) }, "small", 48 + 80 + 256 - 24 - (16 + 32*4)},
		"map of 9":                   {func(l *lab) trace.ObjectID { return l.mapOf(16, l.entries(9)...) }, "none", 0},
		"linked list of 2":           {func(l *lab) trace.ObjectID { return l.linkedOf(2) }, "small", 32 + 48 - 24},
		"longs":                      {func(l *lab) trace.ObjectID { return l.listOf(100, 100, l.long) }, "boxed", 24 + 416 + 1600 - 24 - 816},
		"9 of 10 longs":              {func(l *lab) trace.ObjectID { return l.mixed(100, 90) }, "boxed", 24 + 416 + 1440 - 24 - 16 - 720 - 40},
		"89 of 100 longs":            {func(l *lab) trace.ObjectID { return l.mixed(100, 89) }, "none", 0},
		"longs with room":            {func(l *lab) trace.ObjectID { return l.listOf(100, 50, l.long) }, "boxed", 24 + 416 - 200 + 800 - 24 - 416},
		"longs that save enough":     {func(l *lab) trace.ObjectID { return l.listOf(8, 8, l.long) }, "boxed", 24 + 48 + 128 - 24 - 80},
		"longs that save too little": {func(l *lab) trace.ObjectID { return l.listOf(7, 7, l.long) }, "none", 0}, // 88 bytes
	} {
		l := newLab()
		o := test.make(l)
		f := find(t, measure(t, l.Heap()), nil)
		if got := patternOf(t, f, o); got != test.want || saved(f) != test.saved {
			t.Errorf("%s: %s saves %d, want %s with %d", name, got, saved(f), test.want, test.saved)
		}
		if f.Points != 1 || f.Why == "" {
			t.Errorf("%s: %d points, %q", name, f.Points, f.Why)
		}
	}
}

// mixed adds a full list of n elements, some of which are longs.
func (l *lab) mixed(n, longs int) trace.ObjectID {
	o := l.listOf(n, 0, l.object)
	a := l.Heap().Referent(o, "elementData")
	for i := range n {
		of := l.object
		if i < longs {
			of = l.long
		}
		l.Element(a, i, l.Object(of))
	}
	return o
}

// TestBoxesOnce checks that a box in two lists saves its bytes only once. Boxes of the JDK's cache are as real as others.
func TestBoxesOnce(t *testing.T) {
	l := newLab()
	box := l.Object(l.long)
	for range 2 {
		o := l.listOf(100, 0, l.object)
		a := l.Heap().Referent(o, "elementData")
		for i := range 100 {
			l.Element(a, i, box)
		}
	}
	m := measure(t, l.Heap())
	if a, b := m.Collections[0], m.Collections[1]; a.Boxes != 16 || b.Boxes != 0 || a.Boxed != 100 || b.Boxed != 100 {
		t.Errorf("%+v, %+v", a, b)
	}
	if f := find(t, m, nil); saved(f) != 0 {
		t.Errorf("plain numbers take more, and are said to save %d", saved(f))
	}
}

// TestNested checks when maps in a map are inverted: from ten maps on for each key in them, with at most four entries each.
func TestNested(t *testing.T) {
	for _, test := range []struct {
		maps, keys, entries int
		want                string
	}{{20, 2, 2, "nested"}, {19, 2, 2, "small"}, {9, 1, 1, "small"}, {10, 1, 1, "nested"}, {50, 4, 4, "nested"}, {50, 5, 5, "small"},
		{50, 6, 4, "small"}} {
		l := newLab()
		keys := l.Objects(l.object, test.keys)
		var all [][2]trace.ObjectID
		first := trace.NoObject
		for i := range test.maps {
			var entries [][2]trace.ObjectID
			for j := range test.entries {
				entries = append(entries, [2]trace.ObjectID{keys + trace.ObjectID((i+j)%test.keys), l.Object(l.object)})
			}
			inner := l.mapOf(8, entries...)
			first = min(first, inner)
			all = append(all, [2]trace.ObjectID{l.Object(l.object), inner})
		}
		l.mapOf(32, all...)
		m := measure(t, l.Heap())
		f := find(t, m, nil)
		if got := patternOf(t, f, first); got != test.want {
			t.Errorf("%+v: %s", test, got)
		}
		if i, _ := m.Find(first); saved(f) >= int64(test.maps)*m.Collections[i].Own {
			t.Errorf("%+v: saves %d of %d each", test, saved(f), m.Collections[i].Own)
		}
	}
}

// at is a recorded collection at a point: its number, capacity and number of elements.
type at struct{ id, room, n int }

// follow builds a heap state of lists at each point and judges the lists at the last. Collections with number 0 have no identity.
func follow(t *testing.T, points ...[]at) (*collection.Found, map[int]trace.ObjectID, *collection.Measured) {
	t.Helper()
	history := &collection.History{}
	for i, point := range points {
		l := newLab()
		objects := map[int]trace.ObjectID{}
		holder := l.Type("app.Holder", 24, "lists")
		l.Identify(l.present, 1<<40)
		for _, x := range point {
			o := l.listOf(x.room, x.n, l.object)
			if x.id > 0 {
				l.Identify(o, uint64(x.id))
			}
			l.Refer(l.Object(holder), "lists", o)
			objects[x.id] = o
		}
		m := measure(t, l.Heap())
		history.Add(m)
		if i == len(points)-1 {
			return find(t, m, history), objects, m
		}
	}
	return nil, nil, nil
}

// TestOverTime checks that the past of a list decides, from three points on.
func TestOverTime(t *testing.T) {
	for name, test := range map[string]struct {
		points []at // of one list; room -1 before it existed
		want   string
		cause  collection.Cause
	}{
		"empty for three points":          {[]at{{1, 10, 0}, {1, 10, 0}, {1, 10, 0}}, "empty", 0},
		"empty for two points":            {[]at{{1, -1, 0}, {1, 10, 0}, {1, 10, 0}}, "none", 0},
		"emptied":                         {[]at{{1, 10, 1}, {1, 10, 0}, {1, 10, 0}, {1, 10, 0}}, "none", 0},
		"sparse from the start":           {[]at{{1, 100, 5}, {1, 100, 6}, {1, 100, 7}}, "sparse", collection.Initial},
		"sparse at three of four":         {[]at{{1, 100, 25}, {1, 100, 6}, {1, 100, 6}, {1, 100, 6}}, "sparse", collection.NotTrimmed},
		"sparse at two of three":          {[]at{{1, 100, 25}, {1, 100, 9}, {1, 100, 9}}, "none", 0},
		"sparse at one":                   {[]at{{1, -1, 0}, {1, -1, 0}, {1, 100, 9}}, "none", 0},
		"sparse at two":                   {[]at{{1, -1, 0}, {1, 100, 9}, {1, 100, 9}}, "sparse", collection.Initial},
		"room grew":                       {[]at{{1, 40, 9}, {1, 100, 9}, {1, 200, 9}}, "sparse", collection.Grown},
		"had been full in a smaller room": {[]at{{1, 16, 8}, {1, 100, 9}, {1, 100, 9}, {1, 100, 9}}, "sparse", collection.Grown},
		"small at three":                  {[]at{{1, 10, 2}, {1, 10, 3}, {1, 10, 4}}, "small", 0},
		"small only now":                  {[]at{{1, 100, 50}, {1, 100, 50}, {1, 10, 4}}, "none", 0},
		"two points":                      {[]at{{1, 10, 0}, {1, 10, 0}}, "empty", 0}, // at this moment
	} {
		var points [][]at
		for _, p := range test.points {
			if p.room < 0 {
				points = append(points, nil)
			} else {
				points = append(points, []at{p})
			}
		}
		f, objects, _ := follow(t, points...)
		if got := patternOf(t, f, objects[1]); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
		if test.want == "sparse" && f.Of[collection.Sparse].Causes[test.cause] != 1 {
			t.Errorf("%s: causes %v, want %d", name, f.Of[collection.Sparse].Causes, test.cause)
		}
		if wantPoints := len(points); wantPoints >= 3 && (f.Points != wantPoints || f.Why != "") {
			t.Errorf("%s: %d points, %q", name, f.Points, f.Why)
		}
	}
}

// TestScore checks that the score is the bytes times the share of points that show the pattern.
func TestScore(t *testing.T) {
	f, _, _ := follow(t, []at{{1, 100, 25}}, []at{{1, 100, 6}}, []at{{1, 100, 6}}, []at{{1, 100, 6}})
	if p := f.Of[collection.Sparse]; p.Score != 0.75*float64(p.Bytes) || p.Bytes != 416-40 {
		t.Errorf("%+v", p)
	}
}

// TestFixed checks for a hundred lists of one field whose sizes do not change from the second point on. No list may change its size.
func TestFixed(t *testing.T) {
	for name, test := range map[string]struct {
		lists, size, changes int
		want                 string
	}{
		"a hundred":         {100, 12, -1, "fixed"},
		"99":                {99, 12, -1, "none"},
		"of 16":             {100, 16, -1, "fixed"},
		"of 17":             {100, 17, -1, "none"},
		"changed at first":  {100, 12, 0, "fixed"},
		"one changes later": {101, 12, 1, "none"},
		"of 3":              {100, 3, -1, "fixed"},
		"99 of 3":           {99, 3, -1, "small"},
	} {
		var points [][]at
		for p := range 3 {
			var lists []at
			for id := range test.lists {
				x := at{id + 1, 40, test.size}
				if test.size == 3 {
					x.room = 10
				}
				if id == 0 && p <= test.changes {
					x.n--
				}
				lists = append(lists, x)
			}
			points = append(points, lists)
		}
		f, objects, _ := follow(t, points...)
		if got := patternOf(t, f, objects[5]); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
		if g := f.Of[collection.Fixed].Groups; test.want == "fixed" && (len(g) != 1 || g[0].Place != "app.Holder.lists" || g[0].IsSite ||
			g[0].Type != "java.util.ArrayList" || g[0].Objects != int64(test.lists)) {
			t.Errorf("%s: groups %+v", name, g)
		}
	}
}

// TestNotFollowed checks that the moment counts if there are no numbers, and that the reason is given.
func TestNotFollowed(t *testing.T) {
	l := newLab()
	o := l.listOf(10, 0, l.object)
	h := l.Heap()
	history := &collection.History{}
	for range 3 {
		history.Add(measure(t, h))
	}
	f := find(t, measure(t, h), history)
	if patternOf(t, f, o) != "empty" || f.Why == "" || f.Points != 1 {
		t.Errorf("%+v", f)
	}
}

// TestFollowedLimit checks that collections are judged at the moment if there are too many to follow. From then on this holds for all
// points.
func TestFollowedLimit(t *testing.T) {
	for most, want := range map[int]string{3: "", 2: "there are more than 2 collections"} {
		history := &collection.History{Max: most}
		var m *collection.Measured
		for point := range 4 {
			l := newLab()
			for i := range 2 + point%2 { // three at the second and the last point
				o := l.listOf(10, 0, l.object)
				l.Identify(o, uint64(i+1))
			}
			m = measure(t, l.Heap())
			history.Add(m)
		}
		if f := find(t, m, history); f.Why != want || f.Points == 1 != (want != "") {
			t.Errorf("%d of 3: %q, %d points", most, f.Why, f.Points)
		}
	}
}

// TestSameNumber checks that only one of two collections with the same number is followed, as in a damaged file.
func TestSameNumber(t *testing.T) {
	history := &collection.History{}
	var m *collection.Measured
	for range 3 {
		l := newLab()
		for range 2 {
			l.Identify(l.listOf(10, 0, l.object), 5)
		}
		m = measure(t, l.Heap())
		history.Add(m)
	}
	if f := find(t, m, history); f.Of[collection.Empty].Amount.Objects != 2 || f.Points != 3 {
		t.Errorf("%+v", f.Of[collection.Empty])
	}
}

// TestAge checks that births decide how old an empty list is, where they are known.
func TestAge(t *testing.T) {
	for gcs, want := range map[uint32]string{3: "none", 4: "empty"} {
		history := &collection.History{}
		var m *collection.Measured
		var o trace.ObjectID
		for i := range 3 {
			l := newLab()
			if o = l.listOf(10, 0, l.object); i > 1 {
				l.Born(o, 2)
			}
			l.Identify(o, 7)
			l.GCs(gcs)
			m = measure(t, l.Heap())
			history.Add(m)
		}
		if got := patternOf(t, find(t, m, history), o); got != want {
			t.Errorf("after %d GCs: %s, want %s", gcs, got, want)
		}
	}
}

// TestPlaces checks that collections are grouped by their sites if all sites are known. Otherwise they are grouped by the fields that hold
// them, before nodes and arrays.
func TestPlaces(t *testing.T) {
	l := newLab()
	in := l.listOf(1, 0, l.object)
	byArray, byField, byBoth := l.listOf(10, 0, l.object), l.listOf(10, 0, l.object), l.listOf(10, 0, l.object)
	all := l.Heap().Referent(in, "elementData")
	l.Element(all, 0, byBoth)
	others := l.Array(l.array, 2)
	l.Element(others, 0, byArray)
	l.Refer(l.Object(l.Type("app.Holder", 24, "first", "second")), "second", byField)
	l.Refer(l.Object(l.Type("app.Owner", 24, "list")), "list", byBoth)
	static := l.Class(l.Type("app.Main", 16), 100, trace.NoObject)
	byStatic := l.listOf(10, 0, l.object)
	l.Refer(static, "known", byStatic)
	l.listOf(10, 0, l.object) // nothing holds it
	text := func(sites bool) string {
		h := l.Heap()
		s := ""
		for _, g := range find(t, measure(t, h), nil).Of[collection.Empty].Groups {
			s += fmt.Sprintf("%s %v %d; ", g.Place, g.IsSite, g.Objects)
		}
		return s
	}
	if got, want := text(false), " false 1; app.Holder.second false 1; app.Main.known false 1; app.Owner.list false 1; "+
		"elements of java.lang.Object[] false 1; "; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	l.Site(byArray, -1, "app.Main.run:12")
	l.Site(byField, -1, "app.Main.run:12")
	if got, want := text(true), "app.Main.run(Main.java:12) true 2;  false 1; app.Main.known false 1; app.Owner.list false 1; "; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// saved returns the bytes that fixing all patterns saves.
func saved(f *collection.Found) (bytes int64) {
	for i := range f.Of {
		bytes += f.Of[i].Bytes
	}
	return bytes
}
