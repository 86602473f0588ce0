package structure_test

import (
	"context"
	"testing"

	"memcity/analysis/closure"
	"memcity/analysis/structure"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// manyMaps returns a heap of at least n objects: hash maps of 200 entries, and lists of them.
func manyMaps(n int) *trace.Heap {
	b := tracetest.NewHeap()
	hashMap, node := b.Type("java.util.HashMap", 48, "table"), b.Type("java.util.HashMap$Node", 32, "key", "value", "next")
	table, list, array := b.ArrayType("java.util.HashMap$Node[]"), b.Type("java.util.ArrayList", 24, "elementData"),
		b.ArrayType("java.lang.Object[]")
	key, value := b.Type("java.lang.Long", 24), b.Type("app.Value", 32)
	const entries = 200
	maps := n / (3*entries + 2)
	head, all := b.Object(list), b.Array(array, maps)
	b.Root(head, trace.RootStaticField, "app.Main.all")
	b.Refer(head, "elementData", all)
	for i := range maps {
		m, t := b.Object(hashMap), b.Array(table, 256)
		nodes, keys, values := b.Objects(node, entries), b.Objects(key, entries), b.Objects(value, entries)
		b.Element(all, i, m)
		b.Refer(m, "table", t)
		for j := range trace.ObjectID(entries) {
			if j%4 == 3 {
				b.Refer(nodes+j-1, "next", nodes+j)
			} else {
				b.Element(t, int(j), nodes+j)
			}
			b.Refer(nodes+j, "key", keys+j)
			b.Refer(nodes+j, "value", values+j)
		}
	}
	return b.Heap()
}

// BenchmarkDetect compares detection with a plain traversal from the GC roots. The target is less than three times as long.
func BenchmarkDetect(b *testing.B) {
	h, l := manyMaps(2_000_000), bundled(b)
	b.Run("traversal", func(b *testing.B) {
		for b.Loop() {
			if _, err := closure.Reachable(context.Background(), h); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("detect", func(b *testing.B) {
		for b.Loop() {
			if _, err := structure.Detect(context.Background(), h, l, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}
