package waste

import (
	"testing"

	"github.com/bits-and-blooms/bitset"

	"memcity/trace"
	"memcity/trace/tracetest"
)

// TestSlices checks which slices are waste: together they show less than a quarter of their array, and nothing else refers to it.
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

// TestHolders checks that an object counts for one field, and for an array only if there is no field.
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
