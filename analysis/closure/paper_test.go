package closure_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure"
	"memcity/trace"
	"memcity/trace/open"
	"memcity/trace/tracetest"
)

// The examples come from "Utilizing Object Reference Graphs and Garbage Collection Roots to Detect Memory Leaks in Offline Memory
// Monitoring" (ManLang 2018).

// twoLists returns the object graph of figures 3 to 7. It has two singly linked lists with their own data, D1, D2 and D7, D8, and shared
// data, D3 to D5.
func twoLists() (*trace.Heap, map[string]trace.ObjectID) {
	b := tracetest.NewHeap()
	list := b.Type("app.List", 16, "head")
	node := b.Type("app.Node", 24, "next", "data")
	data := b.Type("app.Data", 32)
	o := map[string]trace.ObjectID{}
	for _, name := range []string{"D1", "D2", "D3", "D4", "D5", "D7", "D8"} {
		o[name] = b.Object(data)
	}
	chain := func(name string, from int, data ...string) {
		o[name] = b.Object(list)
		last, slot := o[name], "head"
		for i, d := range data {
			n := b.Object(node)
			o[fmt.Sprintf("N%d", from+i)] = n
			b.Refer(last, slot, n)
			b.Refer(n, "data", o[d])
			last, slot = n, "next"
		}
		b.Root(o[name], trace.RootStaticField, "app.Main."+name)
	}
	chain("L1", 1, "D1", "D2", "D3", "D4", "D5")
	chain("L2", 6, "D3", "D7", "D8", "D4", "D5")
	return b.Heap(), o
}

func TestFigures3To7(t *testing.T) {
	h, o := twoLists()
	d := dominatorsOf(t, h)
	for of, want := range map[string]string{"N1": "L1", "N5": "N4", "D2": "N2", "D8": "N8", "N10": "N9", "D3": "", "D4": "", "D5": "",
		"L1": ""} {
		by := trace.NoObject
		if want != "" {
			by = o[want]
		}
		if got := d.Of(o[of]); got != by {
			t.Errorf("%s is dominated by %d; expected %s", of, got, want)
		}
	}
	tests := []struct {
		group          []string
		deep, retained int64
	}{
		{[]string{"L1"}, 11, 8}, // itself and seven others
		{[]string{"L2"}, 11, 8},
		{[]string{"L1", "L2"}, 19, 19},
		{[]string{"N8"}, 6, 4},       // with D8, N9 and N10
		{[]string{"N4", "N9"}, 6, 6}, // with N5 and N10, but also D4 and D5
		{[]string{"D3"}, 1, 1},
	}
	var lists [][]trace.ObjectID
	for _, test := range tests {
		var list []trace.ObjectID
		for _, name := range test.group {
			list = append(list, o[name])
		}
		lists = append(lists, list)
	}
	deep, retained := sizes(t, graph(t, h), closure.ObjectGroups(h, lists...))
	for i, test := range tests {
		if deep[i].Objects != test.deep || retained[i].Objects != test.retained {
			t.Errorf("%v: %d deep, %d retained; expected %d and %d", test.group, deep[i].Objects, retained[i].Objects, test.deep, test.retained)
		}
	}
}

// scale is the factor by which the program of section 5.1 is made smaller here.
const scale = 64

// twoCaches returns the heap of section 5.1, with the objects and sizes of JDK 8 that figures 10 to 13 show. Two maps in static fields hold
// products; 127 keys are shared ones of the JDK. The rest makes up a heap of 273 MB.
func twoCaches() *trace.Heap {
	const products, table, sharedKeys = 1_000_000 / scale, 1 << 21 / scale, 127 / scale
	b := tracetest.NewHeap()
	mapType := b.Type("java.util.HashMap", 48, "table")
	tableType := b.ArrayType("java.util.HashMap$Node[]")
	node := b.Type("java.util.HashMap$Node", 32, "key", "value", "next")
	product := b.Type("app.Product", 48, "name", "stock", "sold")
	text, chars, ints := b.Type("java.lang.String", 24, "value"), b.PrimitiveType("char[]", 2), b.PrimitiveType("int[]", 4)
	long := b.Type("java.lang.Long", 24)
	longs := b.ArrayType("java.lang.Long[]")

	cache := b.Array(longs, 256)
	b.Root(cache, trace.RootStaticField, "java.lang.Long$LongCache.cache")
	byID, byName := b.Object(mapType), b.Object(mapType)
	b.Root(byID, trace.RootStaticField, "app.IdCache.idCache")
	b.Root(byName, trace.RootStaticField, "app.NameCache.nameCache")
	idTable, nameTable := b.Array(tableType, table), b.Array(tableType, table)
	b.Refer(byID, "table", idTable)
	b.Refer(byName, "table", nameTable)
	for i := range products {
		key, p := b.Object(long), b.Object(product)
		if i < sharedKeys {
			b.Element(cache, i, key)
		}
		name, value := b.Object(text), b.Array(chars, 16)
		b.Refer(name, "value", value)
		b.Refer(p, "name", name)
		b.Refer(p, "stock", b.Array(ints, 2))
		b.Refer(p, "sold", b.Array(ints, 2))
		for _, entry := range []struct{ table, key trace.ObjectID }{{idTable, key}, {nameTable, name}} {
			n := b.Object(node)
			b.Refer(n, "key", entry.key)
			b.Refer(n, "value", p)
			b.Element(entry.table, i, n)
		}
	}
	b.Root(b.Array(b.PrimitiveType("byte[]", 1), 260_000/scale), trace.RootInterned, "")
	return b.Heap()
}

func TestTwoCachesOfSection51(t *testing.T) {
	h := twoCaches()
	g := graph(t, h)
	var maps []trace.ObjectID
	for o := range trace.ObjectID(h.Len()) {
		if h.Types[h.TypeOf.At(o)].Name == "java.util.HashMap" {
			maps = append(maps, o)
		}
	}
	_, retained := sizes(t, g, closure.ObjectGroups(h, maps[:1], maps[1:], maps))
	total := dominatorsOf(t, h).Top.Bytes
	for i, want := range []float64{23.6, 14.8, 99.9} {
		if share := 100 * float64(retained[i].Bytes) / float64(total); math.Abs(share-want) > 0.05 {
			t.Errorf("group %d retains %.2f %% of %d bytes; expected %.1f %%", i, share, total, want)
		}
	}
	// The numbers are those of figure 10, apart from headers and keys, which do not shrink with the program.
	for i, want := range []int64{64_385_624, 40_388_672} {
		if got := scale * retained[i].Bytes; got < want-scale*128 || got > want+scale*128 {
			t.Errorf("map %d retains %d bytes times %d; expected %d", i, retained[i].Bytes, scale, want)
		}
	}
}

// TestTwoCachesDemo checks the recorded program of the same shape. Its heap is small, and the JDK's own objects are a large part of it. So
// the shares are relative to what both maps retain.
func TestTwoCachesDemo(t *testing.T) {
	rec, err := open.Paths(t.Context(), []string{"../../assets/demos/two-caches.tar.zst"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	h, _, err := rec.Points[len(rec.Points)-1].Load(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	r := graph(t, h).Roots()
	target := bitset.New(uint(h.Len()))
	for o := range trace.ObjectID(h.Len()) {
		target.SetTo(uint(o), h.Types[h.TypeOf.At(o)].Name == "com.example.shop.Product")
	}
	got := owners(t, r, closure.OwnersQuery{Roots: true, Target: target})
	if len(got.Smallest) != 2 || !got.Proven || got.SmallestSize != got.Target || got.Target.Objects != 7810 {
		t.Fatalf("%d groups retain %v of %v products, proven %v", len(got.Smallest), got.SmallestSize, got.Target, got.Proven)
	}
	for i, want := range []string{"static field com.example.shop.IdCache.idCache", "static field com.example.shop.NameCache.nameCache"} {
		if got := r.Names[got.Smallest[i]].String(); got != want {
			t.Errorf("owner %q; expected %q", got, want)
		}
	}
	var maps [][]trace.ObjectID
	for o := range trace.ObjectID(h.Len()) {
		if direct := r.Direct(o); len(direct) == 1 && slices.Contains(got.Smallest, int32(direct[0])) {
			maps = append(maps, []trace.ObjectID{o})
		}
	}
	if len(maps) != 2 {
		t.Fatalf("%d maps", len(maps))
	}
	_, retained := sizes(t, graph(t, h), closure.ObjectGroups(h, maps[0], maps[1], slices.Concat(maps...)))
	slices.SortFunc(retained, func(a, b trace.Amount) int { return int(b.Bytes - a.Bytes) })
	for i, want := range []float64{100, 23.5, 14.8} {
		if share := 100 * float64(retained[i].Bytes) / float64(retained[0].Bytes); math.Abs(share-want) > 0.05 {
			t.Errorf("%v retain %.2f %% of what both maps do; expected %.1f %%", retained[i], share, want)
		}
	}
}
