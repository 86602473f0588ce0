package trace_test

import (
	"testing"

	"memcity/trace"
)

// TestExtends checks that a type extends itself and all its super types, also if the super types of a damaged file form a cycle.
func TestExtends(t *testing.T) {
	h := &trace.Heap{Types: []trace.Type{{Name: "A", Super: trace.NoType}, {Name: "B", Super: 0}, {Name: "C", Super: 1}, {Name: "D", Super: 4},
		{Name: "E", Super: 3}}}
	for id, want := range []string{"A", "AB", "ABC", "DE", "DE"} {
		got := ""
		for _, name := range []string{"A", "B", "C", "D", "E", "F"} {
			if h.Extends(trace.TypeID(id), name) {
				got += name
			}
		}
		if got != want {
			t.Errorf("%s extends %s, want %s", h.Types[id].Name, got, want)
		}
	}
	if h.Extends(trace.NoType, "A") {
		t.Error("no type extends one")
	}
}

// TestLongChains checks that the first 256 types of an endless chain of super types are used.
func TestLongChains(t *testing.T) {
	const n = 1000
	h := &trace.Heap{Types: make([]trace.Type, n)}
	for i := range h.Types {
		h.Types[i] = trace.Type{Name: "T", Super: trace.TypeID((i + 1) % n)}
	}
	h.Types[255].Name, h.Types[256].Name = "last", "beyond"
	for name, want := range map[string]bool{"T": true, "last": true, "beyond": false} {
		if got := h.Extends(0, name); got != want {
			t.Errorf("%s among the super types: %t, want %t", name, got, want)
		}
	}
}
