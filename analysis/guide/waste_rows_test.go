package guide

import (
	"slices"
	"strings"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// TestWasteIsListed checks that waste too small for a finding is listed, each kind once with objects and bytes, most bytes first.
// Unreachable objects do not count, and kinds without objects are not listed.
func TestWasteIsListed(t *testing.T) {
	b := tracetest.NewHeap()
	add := fieldList(b, "app.Shop", "all", 100)
	boxed, long := b.Type("java.lang.Integer", 16), b.Type("java.lang.Long", 24)
	for range 4 {
		add(b.Object(boxed))
	}
	for range 3 {
		add(b.Object(long))
		add(b.String("twice"))
	}
	add(b.String("once"))
	for range 50 { // garbage
		b.Object(boxed)
		b.String("twice")
	}
	h := b.Heap()
	report, _ := explore(t, heaps("little", h))
	if len(report.Findings) > 0 && report.Findings[0].Rule == findings.RuleDuplicates {
		t.Fatalf("a finding: %+v", report.Findings[0])
	}
	types := h.TypeOf.List()
	twice := h.Size(trace.ObjectID(slices.Index(types, typeNamed(h, "java.lang.String"))))
	twice += h.Size(trace.ObjectID(slices.Index(types, typeNamed(h, "byte[]"))))
	want := map[string]trace.Amount{findings.RuleBoxes: {Objects: 7, Bytes: 4*16 + 3*24}, findings.RuleDuplicates: {Objects: 2, Bytes: 2 * twice}}
	before := int64(1) << 62
	for _, w := range report.Waste {
		if w.Bytes > before || w.Text == "" || w.Fix == "" || w.Type == "" {
			t.Errorf("%+v after %d bytes", w, before)
		}
		before = w.Bytes
		if n, ok := want[w.Rule]; ok {
			if w.Objects != n.Objects || w.Bytes != n.Bytes {
				t.Errorf("%s: %d objects, %d bytes; want %+v", w.Rule, w.Objects, w.Bytes, n)
			}
			delete(want, w.Rule)
		}
		if w.Rule == findings.RuleSlices {
			t.Errorf("there are no slices: %+v", w)
		}
		if w.Rule == findings.RuleBoxes && (w.Type != "java.lang.Long" || !strings.HasPrefix(w.Text, "7 boxed numbers and booleans take 136 bytes")) {
			t.Errorf("%+v", w)
		}
	}
	if len(want) > 0 {
		t.Errorf("not listed: %v of %+v", want, report.Waste)
	}
}

func typeNamed(h *trace.Heap, name string) trace.TypeID {
	return trace.TypeID(slices.IndexFunc(h.Types, func(t trace.Type) bool { return t.Name == name }))
}
