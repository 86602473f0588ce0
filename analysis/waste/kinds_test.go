package waste

import (
	"testing"

	"github.com/bits-and-blooms/bitset"

	"memcity/trace"
	"memcity/trace/tracetest"
)

// chain makes objects that refer to each other by fields: each is "type.field" of the next one; the last has no field.
func chain(b *tracetest.HeapBuilder, types map[string]trace.TypeID, first trace.ObjectID, steps ...[2]string) {
	for _, s := range steps {
		if _, ok := types[s[1]]; !ok {
			types[s[1]] = b.Type(s[1], 24, "next", "item", "node")
		}
		next := b.Object(types[s[1]])
		b.Refer(first, s[0], next)
		first = next
	}
}

// TestEmptyKinds: each kind of collection is known to be empty, and to have elements, by what it keeps.
func TestEmptyKinds(t *testing.T) {
	const array = "java.lang.Object[]"
	for _, test := range []struct {
		name          string
		numbers       []string // fields
		empty, filled []int32
		head          [][2]string // of the empty one
		more          [][2]string // of the filled one
		length        int         // of the array; -1 for none
		field         string
		bytes         int64 // of the empty one with all that it has
	}{
		{name: "java.util.LinkedList", numbers: []string{"size"}, empty: []int32{0}, filled: []int32{1}, length: -1, bytes: 40},
		{name: "java.util.TreeMap", numbers: []string{"size"}, empty: []int32{0}, filled: []int32{1}, length: -1, bytes: 40},
		{name: "java.util.concurrent.LinkedBlockingDeque", numbers: []string{"count"}, empty: []int32{0}, filled: []int32{1}, length: -1,
			bytes: 40},
		{name: "java.util.ArrayDeque", numbers: []string{"head", "tail"}, empty: []int32{3, 3}, filled: []int32{15, 2}, length: 16,
			field: "elements", bytes: 120},
		{name: "java.util.IdentityHashMap", numbers: []string{"size"}, empty: []int32{0}, filled: []int32{3}, length: 20, field: "table",
			bytes: 136},
		{name: "java.util.EnumMap", numbers: []string{"size"}, empty: []int32{0}, filled: []int32{3}, length: 10, field: "vals", bytes: 96},
		{name: "java.util.concurrent.ConcurrentHashMap", numbers: []string{"baseCount"}, empty: []int32{0}, filled: []int32{1}, length: -1,
			bytes: 40},
		{name: "java.util.concurrent.CopyOnWriteArrayList", length: 0, field: "array", bytes: 56},
		{name: "java.util.concurrent.ConcurrentLinkedQueue", head: [][2]string{{"head", "Node"}},
			more: [][2]string{{"head", "Node"}, {"next", "Node"}, {"item", "app.A"}}, length: -1, bytes: 64},
		{name: "java.util.concurrent.ConcurrentLinkedDeque", head: [][2]string{{"head", "Node"}},
			more: [][2]string{{"head", "Node"}, {"item", "app.A"}}, length: -1, bytes: 64},
		{name: "java.util.concurrent.LinkedTransferQueue", more: [][2]string{{"head", "Node"}, {"item", "app.A"}}, length: -1, bytes: 40},
		{name: "java.util.concurrent.LinkedBlockingQueue", head: [][2]string{{"head", "Node"}},
			more: [][2]string{{"head", "Node"}, {"next", "Node"}}, length: -1, bytes: 64},
		{name: "java.util.concurrent.ConcurrentSkipListMap", head: [][2]string{{"head", "Index"}, {"node", "Node"}},
			more: [][2]string{{"head", "Index"}, {"node", "Node"}, {"next", "Node"}}, length: -1, bytes: 64},
	} {
		b := tracetest.NewHeap()
		b.String("values")
		fields := []string{test.field}
		if test.more != nil {
			fields = append(fields, "head")
		}
		kind := b.Type(test.name, 40, fields...)
		for _, name := range test.numbers {
			b.Field(kind, name, trace.IntValue)
		}
		types := map[string]trace.TypeID{}
		empty, filled := b.Object(kind), b.Object(kind)
		for i, name := range test.numbers {
			b.Set(empty, name, tracetest.IntValue(test.empty[i]))
			b.Set(filled, name, tracetest.IntValue(test.filled[i]))
		}
		chain(b, types, empty, test.head...)
		chain(b, types, filled, test.more...)
		if test.length >= 0 {
			b.Refer(empty, test.field, b.Array(b.ArrayType(array), test.length))
			b.Refer(filled, test.field, b.Array(b.ArrayType(array), max(1, test.length)))
		}
		got, err := Collections(t.Context(), b.Heap(), alive)
		want := Unused{Empty: trace.Amount{Objects: 1, Bytes: test.bytes}, Most: test.name}
		if err != nil || *got != want {
			t.Errorf("%s: %+v, %v; want %+v", test.name, got, err, want)
		}
	}
}

// TestUncounted: a concurrent map that several threads counted at once may have elements, and a class with a number that is no
// collection has none.
func TestUncounted(t *testing.T) {
	b := tracetest.NewHeap()
	kind := b.Type("java.util.concurrent.ConcurrentHashMap", 64, "counterCells")
	b.Field(kind, "baseCount", trace.LongValue)
	b.Refer(b.Object(kind), "counterCells", b.Array(b.ArrayType("java.lang.Object[]"), 2))
	barrier := b.Type("java.util.concurrent.CyclicBarrier", 40)
	b.Field(barrier, "count", trace.IntValue)
	b.Object(barrier)
	if got, err := Collections(t.Context(), b.Heap(), alive); err != nil || *got != (Unused{}) {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestSets: a set is counted with the map that it is made of, once.
func TestSets(t *testing.T) {
	b := tracetest.NewHeap()
	m := b.Type("java.util.HashMap", 48, "table")
	b.Field(m, "size", trace.IntValue)
	set := b.Type("java.util.HashSet", 16, "map")
	for size := range int32(2) {
		o, of := b.Object(m), b.Object(set)
		b.Set(o, "size", tracetest.IntValue(size))
		b.Refer(of, "map", o)
	}
	got, err := Collections(t.Context(), b.Heap(), alive)
	if want := (Unused{Empty: trace.Amount{Objects: 1, Bytes: 64}, Most: "java.util.HashMap"}); err != nil || *got != want {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
}

// TestSlices: slices count if those of an array show less than a quarter of it together, and nothing else refers to it.
func TestSlices(t *testing.T) {
	const length = 4096 - 16 // with its header 4,096 bytes
	for name, test := range map[string]struct {
		shown  []int32
		others int
		length int
		want   int64
	}{
		"one":         {[]int32{16}, 0, length, 1},
		"nothing":     {[]int32{0}, 0, length, 1},
		"several":     {[]int32{500, 523}, 0, length, 2},
		"a quarter":   {[]int32{500, 524}, 0, length, 0},
		"another":     {[]int32{16}, 1, length, 0},
		"small array": {[]int32{1}, 0, 1<<10 - 25, 0},
	} {
		b := tracetest.NewHeap()
		kind := b.Type("java.nio.HeapByteBuffer", 48, "hb")
		b.Field(kind, "capacity", trace.IntValue)
		readOnly := b.Subtype(kind, "java.nio.HeapByteBufferR", 48)
		bytes := b.PrimitiveType("byte[]", 1)
		array := b.Array(bytes, test.length)
		used := int64(0)
		for i, n := range test.shown {
			o := b.Object([]trace.TypeID{readOnly, kind}[i])
			b.Set(o, "capacity", tracetest.IntValue(n))
			b.Refer(o, "hb", array)
			used += int64(n)
		}
		for range test.others {
			b.Refer(b.Object(b.Type("app.Pool", 16, "array")), "array", array)
		}
		h := b.Heap()
		got, err := Slices(t.Context(), h, alive)
		if err != nil || got.All.Objects != test.want || int64(got.Slices.Count()) != test.want {
			t.Errorf("%s: %+v, %v; want %d", name, got, err, test.want)
			continue
		}
		if test.want > 0 && (got.All.Bytes != h.Size(array) || got.Used != used || got.Wasted() != h.Size(array)-used ||
			got.Type != "java.nio.HeapByteBuffer") {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestHolders: an object counts for one field, and for an array only if there is no field.
func TestHolders(t *testing.T) {
	b := tracetest.NewHeap()
	order, array := b.Type("app.Order", 24, "currency", "country"), b.Array(b.ArrayType("java.lang.Object[]"), 8)
	objects := bitset.New(100)
	for i := range 6 {
		text := b.String("EUR")
		objects.Set(uint(text))
		b.Element(array, i, text)
		if i < 5 {
			b.Refer(b.Object(order), []string{"currency", "country"}[i/3], text)
		}
		if i == 0 {
			b.Refer(b.Object(order), "country", text)
		}
	}
	got, err := Holders(t.Context(), b.Heap(), objects, alive)
	want := []Holder{{"app.Order", "currency", 3}, {"app.Order", "country", 2}, {"java.lang.Object[]", "", 1}}
	if err != nil || len(got) != len(want) || got[0] != want[0] || got[1] != want[1] || got[2] != want[2] {
		t.Errorf("%v, %v; want %v", got, err, want)
	}
}
