package definition

import (
	"context"
	"testing"

	"memcity/analysis/group"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// BenchmarkRun compares definitions on a heap of a million objects with a plain pass. The pass numbers the texts that a Go function gives
// for "by object".
func BenchmarkRun(b *testing.B) {
	h := tracetest.RandomHeap(1, 1_000_000)
	s := &group.Subject{Heap: h, Names: trace.NewNames(), Knows: trace.KnowsObjects | trace.KnowsReferences | trace.KnowsRoots}
	perObject := func(b *testing.B) {
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(h.Len()), "ns/object")
	}
	b.Run("plain pass", func(b *testing.B) {
		for b.Loop() {
			column, ids := make([]uint32, h.Len()), map[string]uint32{}
			for o := range column {
				text := h.Types[h.TypeOf.At(trace.ObjectID(o))].Name
				if len(h.References(trace.ObjectID(o))) > 2 {
					text = "many"
				}
				id, known := ids[text]
				if !known {
					id = uint32(len(ids))
					ids[text] = id
				}
				column[o] = id
			}
		}
		perObject(b)
	})
	for _, c := range []struct{ name, expression string }{
		{"by type", `object.package + "." + object.name`},
		{"by type or array", `object.length > 3 ? "long" : object.name`},
		{"by object", `object.outDegree > 2 ? "many" : object.type`},
		{"never remembered", `object.isRoot ? "root" : object.type`},
		{"number", `object.inDegree`},
		{"joined", `object.name + " " + string(object.outDegree)`},
		{"matches", `object.outDegree > 0 and object.type matches "T[0-3]$" ? "a" : "b"`},
		{"list", `[object.name, object.outDegree > 2 ? "many" : "few"]`},
		{"predicate", `filter([object.outDegree > 2 ? "many" : "", object.size > 30 ? "large" : ""], # != "")`},
	} {
		b.Run(c.name, func(b *testing.B) {
			d := load(b, entry("classifier", "expression", c.expression)).Definitions[0]
			b.ReportAllocs()
			for b.Loop() {
				if _, err := d.run(context.Background(), s, nil); err != nil {
					b.Fatal(err)
				}
			}
			perObject(b)
		})
	}
}

// BenchmarkFields evaluates definitions that read values and texts, and one that reads none. The heap dump has 79,180 objects, in an
// archive that is unpacked to memory.
func BenchmarkFields(b *testing.B) {
	s := demo(b)
	for _, c := range []struct{ name, expression string }{
		{"none", `object.outDegree`},
		{"number", `object.fields["size"]`},
		{"path", `object.fields["map.size"]`},
		{"text of a field", `object.fields["name"]`},
		{"text", `object.text`},
	} {
		b.Run(c.name, func(b *testing.B) {
			d := load(b, entry("classifier", "expression", c.expression)).Definitions[0]
			b.ReportAllocs()
			for b.Loop() {
				if _, err := d.run(context.Background(), s, nil); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(s.Heap.Len()), "ns/object")
		})
	}
}
