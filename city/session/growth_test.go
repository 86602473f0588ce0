package session_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"memcity/analysis/check"
	"memcity/city/budget"
	"memcity/city/recording"
	"memcity/city/resolve/guided"
	"memcity/trace"
)

// TestGrowthSkipsGarbage: counts by type include garbage, so growth is not measured from them to a walk over the heap.
func TestGrowthSkipsGarbage(t *testing.T) {
	f := rulesFileOf(t, "growth of heap at most 0 bytes", "growth of type app.Node at most 0 bytes")
	for _, test := range []struct {
		points string // o for objects, c for counts with garbage
		from   []int  // by point: start of growth; -1 for missing data
		status string
	}{
		{"ooo", []int{-1, 0, 0}, "broken"},
		{"coo", []int{-1, -1, 1}, "broken"},
		{"oco", []int{-1, -1, 0}, "broken"},
		{"co", []int{-1, -1}, "unknown"},
		{"oc", []int{-1, -1}, "unknown"},
		{"o", []int{-1}, "unknown"},
		{"cc", []int{-1, 0}, "kept"},
		{"ccoo", []int{-1, 0, -1, 2}, "broken"},
	} {
		r := growing(len(test.points), 5)
		for i, kind := range test.points {
			if kind == 'c' {
				r.Points[i].Load, r.Points[i].Totals, r.Points[i].Count = nil, nil, nil
				r.Points[i].Counts = []trace.TypeCount{{Name: "app.Node", Objects: 1_000_000, Bytes: 24_000_000}}
			}
		}
		o := recording.New(r, recording.Options{})
		report, err := guided.Budgets(context.Background(), o, budget.Query{Rules: f}, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, from := range test.from {
			if v := report.Rules[0].Values[i]; math.IsNaN(v) != (from < 0) || math.Abs(v) > 1e6 {
				t.Errorf("%s: growth to GC point %d is %v, expected from %d", test.points, i+1, v, from+1)
			}
		}
		found, err := check.Run(context.Background(), f.Rules(), guided.Checks(o, nil), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, outcome := range found {
			if outcome.Status.String() != test.status {
				t.Errorf("%s: %s is %s, expected %s: %s", test.points, outcome.Rule.Name, outcome.Status, test.status, outcome.Text)
			}
		}
	}
}

// TestGrowthAfterGCs: without GC points, heap growth is measured between full GCs.
func TestGrowthAfterGCs(t *testing.T) {
	f := rulesFileOf(t, "growth of heap at most 20 bytes", "growth of type app.Node at most 20 bytes")
	for _, test := range []struct {
		after []int64 // full GCs between young ones
		want  string
	}{{nil, "unknown unknown"}, {[]int64{10}, "unknown unknown"}, {[]int64{10, 30}, "kept unknown"}, {[]int64{10, 90, 31}, "broken unknown"}} {
		r := &trace.Recording{GCs: []trace.GC{{Number: 1, Kind: "Pause Young", After: 1}}}
		for _, n := range test.after {
			r.GCs = append(r.GCs, trace.GC{Kind: "Pause Full", After: n}, trace.GC{Kind: "Pause Young", After: 1000})
		}
		found, err := check.Run(context.Background(), f.Rules(), guided.Checks(recording.New(r, recording.Options{}), nil), nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := found[0].Status.String() + " " + found[1].Status.String(); got != test.want {
			t.Errorf("full GCs that leave %v: %s, expected %s", test.after, got, test.want)
		}
	}
}

// TestFullHeapIsNotKnownToLeak: a full heap does not satisfy a rule against leaks.
func TestFullHeapIsNotKnownToLeak(t *testing.T) {
	r := &trace.Recording{}
	for i := range 30 {
		r.GCs = append(r.GCs, trace.GC{Number: uint32(i + 1), Kind: "Pause Full", Before: 1 << 20, After: 1<<20 - 10, Capacity: 1 << 20})
	}
	f := rulesFileOf(t, "no leak", "no heap-full")
	found, err := check.Run(context.Background(), f.Rules(), guided.Checks(recording.New(r, recording.Options{}), nil), nil)
	if err != nil {
		t.Fatal(err)
	}
	if found[0].Status != check.NotKnown || !strings.Contains(found[0].Text, "a full heap cannot grow") || found[1].Status != check.Broken {
		t.Errorf("%+v", found)
	}
}
