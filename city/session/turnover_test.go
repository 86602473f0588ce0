package session_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"memcity/analysis/structure"
	"memcity/city/recording"
	"memcity/city/resolve/history"
	"memcity/city/view/structures"
	"memcity/trace"
)

const ringText = "DS app.Ring { app.Node; }\napp.Node { app.Node; app.Value; }\n"

// turnoversOf returns the turnover of the ring's contents, or the reason that it is missing.
func turnoversOf(t *testing.T, r *trace.Recording, from, to int) (*structure.Turnover, string, error) {
	t.Helper()
	o := recording.New(r, recording.Options{Structures: library(t, ringText)})
	growth, err := o.StructuresGrowth(t.Context(), from, to, recording.StructuresQuery{Top: 10}, nil)
	if err != nil {
		t.Fatal(err)
	}
	with, err := history.WithTurnover(t.Context(), o, from, to, growth, nil)
	if err != nil {
		return nil, "", err
	}
	i := slices.IndexFunc(with.List, func(g structures.Grown) bool { return g.Type == "app.Ring" })
	if i < 0 {
		t.Fatalf("no ring in %+v", with.List)
	}
	if growth.List[i].Turnover != nil {
		t.Error("the growth that was given is changed, which others may be reading")
	}
	return with.List[i].Turnover, with.NoTurnover, nil
}

func TestTurnoverOverManyPoints(t *testing.T) {
	for _, points := range []int{2, 7, 8, 9, 30} {
		r := rings(points, 5)
		var read []int
		for i := range r.Points {
			load := r.Points[i].Load
			r.Points[i].Load = func(ctx context.Context, p trace.Progress) (*trace.Heap, []trace.Warning, error) {
				read = append(read, i)
				return load(ctx, p)
			}
		}
		got, why, err := turnoversOf(t, r, 0, points-1)
		if err != nil || why != "" {
			t.Fatalf("%d points: %v, %q", points, err, why)
		}
		want := structure.Turnover{Points: min(points, 8), First: 5, Last: int64(5 * points), Added: int64(5 * (points - 1)), Kept: 5, Age: got.Age}
		if *got != want {
			t.Errorf("%d points: %+v, expected %+v", points, *got, want)
		}
		slices.Sort(read)
		read = slices.Compact(read)
		if len(read) != min(points, 8) || read[0] != 0 || read[len(read)-1] != points-1 {
			t.Errorf("%d points: read %v", points, read)
		}
	}
}

// An intermediate GC point that cannot be read is omitted, but not the last one.
func TestTurnoverOfUnreadablePoints(t *testing.T) {
	gone := func(context.Context, trace.Progress) (*trace.Heap, []trace.Warning, error) {
		return nil, nil, errors.New("gone")
	}
	r := rings(4, 5)
	r.Points[1].Load = gone
	if got, _, err := turnoversOf(t, r, 0, 3); err != nil || got.Points != 3 || got.Added != 15 {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestTurnoverWithoutIdentities: objects are matched, and a ring that only grew lost nothing.
func TestTurnoverWithoutIdentities(t *testing.T) {
	r := rings(3, 5)
	r.Knows &^= trace.KnowsIdentity
	for i := range r.Points {
		load := r.Points[i].Load
		r.Points[i].Load = func(ctx context.Context, p trace.Progress) (*trace.Heap, []trace.Warning, error) {
			h, w, err := load(ctx, p)
			h.Identity = nil
			return h, w, err
		}
	}
	got, why, err := turnoversOf(t, r, 0, 2)
	if err != nil || why != "" || got.Added != 10 || got.Removed+got.Freed+got.Indistinct != 0 || got.Kept != 5 {
		t.Errorf("%+v, %q, %v", got, why, err)
	}
}
