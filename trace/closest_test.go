package trace_test

import (
	"context"
	"testing"

	"memcity/trace"
)

func TestClosestWalked(t *testing.T) {
	load := func(context.Context, trace.Progress) (*trace.Heap, []trace.Warning, error) { return nil, nil, nil }
	r := &trace.Recording{}
	for _, kind := range "w-cw-c-" {
		switch kind {
		case 'w':
			r.Points = append(r.Points, trace.Point{Load: load})
		case 'c':
			r.Points = append(r.Points, trace.Point{Counts: []trace.TypeCount{}})
		case '-':
			r.Points = append(r.Points, trace.Point{})
		}
	}
	for point, want := range []int{0, 0, 3, 3, 3, 3, 3} {
		if got, ok := r.ClosestWalked(point); !ok || got != want {
			t.Errorf("point %d: %d, %v, expected %d", point, got, ok, want)
		}
	}
	if got, ok := (&trace.Recording{Points: r.Points[4:]}).ClosestWalked(1); ok {
		t.Errorf("none has objects: %d", got)
	}
}
