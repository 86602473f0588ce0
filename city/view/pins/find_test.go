package pins_test

import (
	"context"
	"errors"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/city/citytest"
	"memcity/city/trees"
	"memcity/city/view/pins"
	"memcity/city/view/whatif"
	"memcity/trace"
)

// looked is a recording with single objects only at the first GC point.
type looked struct{ asked int }

func (l *looked) Found(context.Context, int, findings.Window, trace.Progress) (*findings.Report, error) {
	key := findings.Highlight{Keys: []string{"Heap#app.Session"}}
	pile := &findings.Pile{Type: "app.Session", Owner: "static field Shop.BUS", Objects: []int64{5, 9}, Bytes: []int64{100, 200}}
	return &findings.Report{Findings: []findings.Finding{{Title: "Leak: sessions", Growth: pile, Highlight: key, References: []findings.Reference{{Text: "Shop.BUS"}}}}}, nil
}

func (l *looked) CanRemove(point int) bool { return point == 0 }

func (l *looked) WhatIf(_ context.Context, q whatif.Query, _ trace.Progress) (*whatif.Result, error) {
	if l.asked++; q.Heap.Point > 0 {
		return nil, errors.New("this GC point has none")
	}
	return &whatif.Result{}, nil
}

// TestCountedPoint: at points with only counts, findings have pins, but no objects.
func TestCountedPoint(t *testing.T) {
	for point, known := range []bool{true, false} {
		l := &looked{}
		r, err := pins.Find(t.Context(), l, pins.Query{Points: 2, Heap: trees.HeapState{Point: point}}, nil)
		if err != nil || len(r.Pins) != 1 || (r.Objects != nil) != known || l.asked != map[bool]int{true: 1}[known] {
			t.Errorf("GC point %d: %+v, %v, after %d requests", point+1, r, err, l.asked)
		}
	}
}

// TestBeginsAt: pictures begin at the point with the largest released growth if the series has it. Otherwise they begin at the default
// point.
func TestBeginsAt(t *testing.T) {
	points := citytest.SmallRecording()
	for i := range points {
		points[i].Source = i
	}
	s := trees.NewSeries(points)
	r := &trace.Recording{Points: make([]trace.Point, s.Len())}
	for at, want := range map[int]int{0: s.Len() - 1, 1: 0, s.Len() - 1: s.Len() - 2, s.Len() + 1: s.Len() - 1} {
		found := &findings.Report{Findings: []findings.Finding{{Rule: findings.RuleReleased, Grade: findings.Grows, Highlight: findings.Highlight{At: at}}}}
		if got := pins.Initial(found, s, r); got != want {
			t.Errorf("largest at GC point %d: begins at %d, want %d", at, got, want)
		}
	}
}
