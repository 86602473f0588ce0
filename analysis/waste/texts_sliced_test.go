package waste_test

import (
	"testing"

	"memcity/analysis/waste"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// TestTextSlices checks the limits: the size of the whole string, other references to it, and the number of its slices.
func TestTextSlices(t *testing.T) {
	for _, test := range []struct {
		name       string
		size       int64
		slices     int
		referenced bool
		want       trace.Amount
	}{
		{"one slice", 1024, 1, false, trace.Amount{Objects: 1, Bytes: 1024}},
		{"short string", 1023, 1, false, trace.Amount{}},
		{"most slices", 4096, 8, false, trace.Amount{Objects: 8, Bytes: 4096}},
		{"too many slices", 4096, 9, false, trace.Amount{}},
		{"used otherwise", 4096, 1, true, trace.Amount{}},
	} {
		b := tracetest.NewHeap()
		slice, holder := b.Type("(sliced string)", 32, "<parent>"), b.Type("src/a.js:Item", 32, "text")
		whole := b.Object(b.Type("(string)", test.size))
		for range test.slices {
			o := b.Object(slice)
			b.Refer(o, "<parent>", whole)
			b.Refer(b.Object(holder), "text", o)
		}
		if test.referenced {
			b.Refer(b.Object(holder), "text", whole)
		}
		h := b.Heap()
		h.Runtime = trace.V8
		all := func(trace.ObjectID) bool { return true }
		found, err := waste.TextSlices(t.Context(), h, all)
		if err != nil || found.All != test.want || int64(found.Slices.Count()) != test.want.Objects {
			t.Errorf("%s: %+v with %d slices, %v; want %+v", test.name, found.All, found.Slices.Count(), err, test.want)
		}
		if h.Runtime = trace.JVM; test.want.Objects > 0 {
			if found, err := waste.TextSlices(t.Context(), h, all); err != nil || found.All != (trace.Amount{}) {
				t.Errorf("%s: of the JVM %+v, %v", test.name, found.All, err)
			}
		}
	}
}
