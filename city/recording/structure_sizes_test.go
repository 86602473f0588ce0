package recording_test

import (
	"context"
	"strings"
	"testing"

	"memcity/analysis/structure"
	"memcity/city/recording"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// described are the types of [lists].
const described = `namespace java.util {
  DS ArrayList { java.lang.Object[]; }
  DS HashMap { HashMap$Node[]; }
  HashMap$Node { HashMap$Node; (*); }
  DS HashSet { HashMap; }
}`

// lists returns a recording of one heap state: a set of two strings, and two lists of three strings that share one of them.
func lists() *trace.Recording {
	b := tracetest.NewHeap()
	list, array, text := b.Type("java.util.ArrayList", 24, "elementData"), b.ArrayType("java.lang.Object[]"), b.Type("java.lang.String", 24)
	shared := b.Object(text)
	for range 2 {
		l, a := b.Object(list), b.Array(array, 3)
		b.Root(l, trace.RootStaticField, "app.Main.list")
		b.Refer(l, "elementData", a)
		b.Element(a, 0, shared)
		b.Element(a, 1, b.Object(text))
		b.Element(a, 2, b.Object(text))
	}
	set, hashMap := b.Object(b.Type("java.util.HashSet", 16, "map")), b.Object(b.Type("java.util.HashMap", 48, "table"))
	table, node := b.Array(b.ArrayType("java.util.HashMap$Node[]"), 1), b.Object(b.Type("java.util.HashMap$Node", 32, "key", "value", "next"))
	b.Root(set, trace.RootStaticField, "app.Main.set")
	b.Refer(set, "map", hashMap)
	b.Refer(hashMap, "table", table)
	b.Element(table, 0, node)
	b.Refer(node, "key", b.Object(text))
	heap := b.Heap()
	return &trace.Recording{Name: "lists", Names: trace.NewNames(), Knows: trace.KnowsObjects | trace.KnowsReferences | trace.KnowsRoots,
		Points: []trace.Point{{Source: "dump", Load: func(context.Context, trace.Progress) (*trace.Heap, []trace.Warning, error) {
			return heap, nil, nil
		}}}}
}

// Structure sizes count the members of the structures whose heads are in a group, each object once. They exclude contained structures. The
// same holds below transformers.
func TestStructureSizes(t *testing.T) {
	file, err := structure.Parse("jdk.ds", strings.NewReader(described))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		by   []string
		want map[string]int64
	}{
		{[]string{"type"}, map[string]int64{"Heap": 2 + 2 + 5 + 1 + 1 + 3, "Heap#java.util.ArrayList": 2 + 2 + 5, "Heap#java.util.HashSet": 2,
			"Heap#java.util.HashMap": 4, "Heap#java.lang.String": 0}},
		{[]string{"package", "type", "pointed-from", "type"},
			map[string]int64{"Heap#java.util": 2 + 2 + 5 + 1 + 1 + 3, "Heap#java.util#HashMap": 4,
				"Heap#java.util#HashMap#Pointed From#java.util.HashSet": 2}},
	} {
		o := recording.New(lists(), recording.Options{Structures: structure.Merge(file)})
		series, err := o.Series(t.Context(), trees.Grouping{By: seq.Of(test.by...), SizeKind: trees.Structural}, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		for key, want := range test.want {
			node, ok := series.Find(key)
			if !ok {
				t.Fatalf("by %v: no group %s", test.by, key)
			}
			if got := series.Objects(0, node); got != want {
				t.Errorf("by %v: %s has %d objects, want %d", test.by, key, got, want)
			}
		}
	}
}
