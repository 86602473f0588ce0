package trace_test

import (
	"testing"

	"memcity/trace"
)

// TestExtends: a type extends itself and all super types, also where those of a broken file go in a circle.
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
