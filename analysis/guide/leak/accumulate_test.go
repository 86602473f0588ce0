package leak_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/golden"
)

// accumulations describes the accumulations of at least the given size in a heap: owner, type of the pile, number of objects, and bytes.
func accumulations(t *testing.T, h *trace.Heap, least int64) (all []string) {
	t.Helper()
	s, d := dominance(t, h)
	golden.Collect(t, golden.Text(d.Accumulations(t.Context(), least)))
	for _, x := range d.Accumulations(t.Context(), least) {
		last := s.Points - 1
		all = append(all, fmt.Sprintf("%s: %d %s, %d bytes", x.Owner, x.Objects[last], s.Nodes[x.Tops()[0]].Type, x.Bytes[last]))
	}
	return all
}

// listOf adds an array list in a static field, and returns a function that appends to it.
func listOf(b *tracetest.HeapBuilder, field string, length int) func(o trace.ObjectID) {
	list := b.Object(b.Type("java.util.ArrayList", 24, "elementData"))
	array := b.Array(b.ArrayType("java.lang.Object[]"), length)
	b.Refer(list, "elementData", array)
	b.Root(list, trace.RootStaticField, field)
	i := 0
	return func(o trace.ObjectID) {
		b.Element(array, i, o)
		i++
	}
}

func TestAccumulationOfEntries(t *testing.T) {
	b := tracetest.NewHeap()
	order, line := b.Type("app.Order", 100, "line"), b.Type("app.Line", 50)
	add := listOf(b, "app.Shop.orders", 100)
	for range 100 {
		o, l := b.Object(order), b.Object(line)
		b.Refer(o, "line", l)
		add(o)
	}
	h := b.Heap()
	want := []string{"static field app.Shop.orders: 100 app.Order, 15000 bytes"}
	if got := accumulations(t, h, 10_000); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	s, d := dominance(t, h)
	held := d.Retained(s.Path(d.Accumulations(t.Context(), 1)[0].Parts[0].Container)[0]).Bytes
	if got := accumulations(t, h, held); len(got) != 1 {
		t.Errorf("of exactly as many bytes as are wanted: %q", got)
	}
	if got := accumulations(t, h, held+1); len(got) != 0 {
		t.Errorf("of a byte less than wanted: %q", got)
	}
}

// Few objects are no entries: the search descends into them, or reports their container.
func TestLeastEntries(t *testing.T) {
	for n, want := range map[int]string{15: "static field app.Main.parts: 1 java.lang.Object[], 1500",
		16: "static field app.Main.parts: 16 app.Part, 1600"} {
		b := tracetest.NewHeap()
		part := b.Type("app.Part", 100)
		add := listOf(b, "app.Main.parts", n)
		for range n {
			add(b.Object(part))
		}
		if got := accumulations(t, b.Heap(), 1000); len(got) != 1 || !strings.HasPrefix(got[0], want[:len("static field app.Main.parts: 1")]) {
			t.Errorf("of %d parts: %q", n, got)
		}
	}
}

func TestAccumulationOfOneLargeObject(t *testing.T) {
	b := tracetest.NewHeap()
	text := b.Object(b.Type("app.Log", 24, "text"))
	b.Refer(text, "text", b.Array(b.PrimitiveType("byte[]", 1), 50_000))
	b.Root(text, trace.RootStaticField, "app.Main.log")
	got := accumulations(t, b.Heap(), 10_000)
	if len(got) != 1 || !strings.HasPrefix(got[0], "field app.Log.text: 1 byte[]") {
		t.Errorf("%q", got)
	}
}

// The segments of a concurrent map do not pile up in it.
func TestStripes(t *testing.T) {
	b := tracetest.NewHeap()
	segments := b.Array(b.ArrayType("com.google.common.cache.Map$Segment[]"), 32)
	m := b.Object(b.Type("com.google.common.cache.Map", 24, "segments"))
	b.Refer(m, "segments", segments)
	b.Root(m, trace.RootStaticField, "app.Main.plans")
	segment, array, entry, plan := b.Type("com.google.common.cache.Map$Segment", 24, "table"),
		b.ArrayType("com.google.common.cache.Map$Entry[]"), b.Type("com.google.common.cache.Map$Entry", 32, "value"), b.Type("app.Plan", 500)
	for i := range 32 {
		s, table := b.Object(segment), b.Array(array, 20)
		b.Element(segments, i, s)
		b.Refer(s, "table", table)
		for k := range 20 {
			e := b.Object(entry)
			b.Element(table, k, e)
			b.Refer(e, "value", b.Object(plan))
		}
	}
	if got := accumulations(t, b.Heap(), 10_000); !slices.Equal(got,
		[]string{"static field app.Main.plans: 640 com.google.common.cache.Map$Entry, 340480 bytes"}) {
		t.Errorf("%q", got)
	}
}

// A pool's list holds connections, a database's set holds their sessions, and both hold the results.
func TestHoldersOfOneThingEach(t *testing.T) {
	b := tracetest.NewHeap()
	connection, session, result := b.Type("lib.Connection", 40, "session", "result"), b.Type("db.Session", 40, "result"),
		b.Type("db.Result", 1000)
	pool, sessions := listOf(b, "app.Main.pool", 200), listOf(b, "db.Engine.sessions", 200)
	request := b.Object(b.Type("app.Request", 16, "connection"))
	b.Root(request, trace.RootStaticField, "app.Main.now")
	for i := range 200 {
		c, s, r := b.Object(connection), b.Object(session), b.Object(result)
		b.Refer(c, "session", s)
		b.Refer(c, "result", r)
		b.Refer(s, "result", r)
		pool(c)
		sessions(s)
		if i == 7 {
			b.Refer(request, "connection", c) // one of many is no holder, but has its own place
		}
	}
	s, d := dominance(t, b.Heap())
	found := d.Accumulations(t.Context(), 50_000)
	if len(found) != 1 || s.Nodes[found[0].Tops()[0]].Type != "db.Result" || found[0].Bytes[0] != 199_000 {
		t.Fatalf("%+v", found)
	}
	var owners []string
	for _, h := range d.HoldersOf(found[0].Tops(), nil) {
		owners = append(owners, h.Owner)
	}
	slices.Sort(owners)
	if want := []string{"static field app.Main.pool", "static field db.Engine.sessions"}; !slices.Equal(owners, want) {
		t.Errorf("the holders are %q, expected %q", owners, want)
	}
}

// A pile in two containers retains objects that neither retains alone, and is found once.
func TestSharedEntriesAreFoundOnce(t *testing.T) {
	b := tracetest.NewHeap()
	item := b.Type("app.Item", 100)
	listeners, all := listOf(b, "app.Main.listeners", 300), listOf(b, "app.Main.all", 300)
	for range 300 {
		o := b.Object(item)
		listeners(o)
		all(o)
	}
	if got := accumulations(t, b.Heap(), 10_000); len(got) != 1 || !strings.HasSuffix(got[0], ": 300 app.Item, 30000 bytes") {
		t.Errorf("%q", got)
	}
}

func TestNothingAccumulates(t *testing.T) {
	if got := accumulations(t, tracetest.NewHeap().Heap(), 1); len(got) != 0 {
		t.Errorf("an empty heap: %q", got)
	}
}
