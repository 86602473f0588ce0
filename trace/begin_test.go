package trace_test

import (
	"context"
	"testing"

	"memcity/trace"
)

// TestBegin checks that the initial GC point is the last one with objects before the end of the program, or without objects the last one
// before its end.
func TestBegin(t *testing.T) {
	load := func(context.Context, trace.Progress) (*trace.Heap, []trace.Warning, error) { return nil, nil, nil }
	for kinds, want := range map[string]int{"": -1, "o": 0, "ooo": 2, "ooof": 2, "oof": 2, "ooocf": 2, "oooc": 2, "cccc": 3, "ccccf": 3, "cccF": 2} {
		r := &trace.Recording{}
		for _, kind := range kinds {
			p := trace.Point{Load: load, Final: kind == 'f' || kind == 'F'}
			if kind == 'c' || kind == 'F' {
				p.Load, p.Counts = nil, []trace.TypeCount{{}}
			}
			r.Points = append(r.Points, p)
		}
		if got := r.Initial(); got != want {
			t.Errorf("%q: %d, want %d", kinds, got, want)
		}
	}
}
