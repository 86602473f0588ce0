package pins_test

import (
	"context"
	"errors"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/city/trees"
	"memcity/city/view/pins"
	"memcity/city/view/whatif"
	"memcity/trace"
)

// looked is a recording whose first GC point alone has single objects.
type looked struct{ asked int }

func (l *looked) Found(context.Context, int, findings.Window, trace.Progress) (*findings.Report, error) {
	key := findings.Highlight{Keys: []string{"Heap#app.Session"}}
	pile := &findings.Pile{Type: "app.Session", Owner: "static field Shop.BUS", Objects: []int64{5, 9}, Bytes: []int64{100, 200}}
	return &findings.Report{Findings: []findings.Finding{{Title: "Leak: sessions", Growth: pile, Highlight: key, References: []findings.Reference{{Text: "Shop.BUS"}}}}}, nil
}

func (l *looked) CanRemove(point int) bool { return point == 0 }

func (l *looked) Without(_ context.Context, q whatif.Query, _ trace.Progress) (*whatif.Without, error) {
	if l.asked++; q.Heap.Point > 0 {
		return nil, errors.New("this GC point has none")
	}
	return &whatif.Without{}, nil
}

// TestCountedPoint: where objects are only counted, findings are pinned all the same, without what belongs to them.
func TestCountedPoint(t *testing.T) {
	for point, known := range []bool{true, false} {
		l := &looked{}
		r, err := pins.Find(t.Context(), l, pins.Query{Points: 2, Heap: trees.HeapState{Point: point}}, nil)
		if err != nil || len(r.Pins) != 1 || (r.Objects != nil) != known || l.asked != map[bool]int{true: 1}[known] {
			t.Errorf("GC point %d: %+v, %v, after %d requests", point+1, r, err, l.asked)
		}
	}
}
