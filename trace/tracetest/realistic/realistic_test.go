package realistic_test

import (
	"bytes"
	"testing"

	"memcity/trace"
	"memcity/trace/open"
	"memcity/trace/tracetest/realistic"
)

func load(t *testing.T, o realistic.Options) *trace.Heap {
	t.Helper()
	recording, err := open.Files(t.Context(), "", []trace.File{realistic.File(o)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(recording.Warnings) != 0 {
		t.Errorf("warnings when opened: %v", recording.Warnings)
	}
	heap, warnings, err := recording.Points[0].Load(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(warnings) != 0 {
		t.Errorf("warnings when loaded: %v", warnings)
	}
	return heap
}

// TestShape checks that dumps have the shape described in the package comment, for each size and each id size.
func TestShape(t *testing.T) {
	for _, o := range []realistic.Options{{Objects: 60_000}, {Objects: 200_000, Seed: 7, IDSize: 4}, {Objects: 200_000, Seed: 8}} {
		stats, err := realistic.Write(&bytes.Buffer{}, o)
		if err != nil {
			t.Fatal(err)
		}
		h := load(t, o)
		if got := int64(h.Len() - stats.Classes); got != stats.Objects {
			t.Errorf("%+v: %d objects are written, %d are read", o, stats.Objects, got)
		}
		few, used := rareTypes(h)
		within(t, o, "types with one to four objects", float64(few)/float64(used), 0.5, 0.75)
		within(t, o, "types", float64(used), float64(stats.Classes)*0.85, float64(stats.Classes)*1.05)
		within(t, o, "references per object", float64(stats.References)/float64(stats.Objects), 1.3, 2.2)
		within(t, o, "objects against the request", float64(stats.Objects)/float64(o.Objects), 1, 1.1)
		within(t, o, "share of objects that no root reaches", unreached(h), 0.001, 0.08)
	}
}

func within(t *testing.T, o realistic.Options, what string, got, low, high float64) {
	t.Helper()
	if got < low || got > high {
		t.Errorf("%+v: %s: %.3f, not from %.3f to %.3f", o, what, got, low, high)
	}
}

func rareTypes(h *trace.Heap) (few, used int) {
	counts := make([]int, len(h.Types))
	for _, t := range h.TypeOf.All() {
		counts[t]++
	}
	for _, n := range counts {
		if n > 0 {
			used++
		}
		if n > 0 && n <= 4 {
			few++
		}
	}
	return few, used
}

func unreached(h *trace.Heap) float64 {
	reached := make([]bool, h.Len())
	var open []trace.ObjectID
	reach := func(o trace.ObjectID) {
		if !reached[o] {
			reached[o] = true
			open = append(open, o)
		}
	}
	for _, r := range h.Roots {
		reach(r.Object)
	}
	n := 0
	for ; len(open) > 0; n++ {
		o := open[len(open)-1]
		open = open[:len(open)-1]
		for _, to := range h.References(o) {
			reach(to)
		}
	}
	return 1 - float64(n)/float64(h.Len())
}

// TestCollections checks that collections are readable as Java collections, with sizes that match their content.
func TestCollections(t *testing.T) {
	h := load(t, realistic.Options{Objects: 30_000, Seed: 3})
	lists := 0
	for o, typ := range h.TypeOf.All() {
		if h.Types[typ].Name != "java.util.ArrayList" {
			continue
		}
		lists++
		if h.Referent(trace.ObjectID(o), "elementData") == trace.NoObject {
			t.Fatalf("object %d is a list without an array", o)
		}
	}
	if lists < 100 {
		t.Errorf("%d lists", lists)
	}
}

// TestSame checks that the same options give the same bytes, and another seed or size gives others.
func TestSame(t *testing.T) {
	dump := func(o realistic.Options) string {
		var b bytes.Buffer
		if _, err := realistic.Write(&b, o); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	first := dump(realistic.Options{Objects: 20_000})
	if dump(realistic.Options{Objects: 20_000}) != first {
		t.Error("the same options give other bytes")
	}
	for _, o := range []realistic.Options{{Objects: 20_000, Seed: 1}, {Objects: 20_000, IDSize: 4}, {Objects: 40_000}} {
		if dump(o) == first {
			t.Errorf("%+v gives the bytes of other options", o)
		}
	}
	if _, err := realistic.Write(&bytes.Buffer{}, realistic.Options{Objects: 1, IDSize: 5}); err == nil {
		t.Error("ids of 5 bytes are accepted")
	}
}
