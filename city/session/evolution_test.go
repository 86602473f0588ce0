package session_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"memcity/analysis/churn"
	"memcity/analysis/trend"
	"memcity/analysis/window"
	"memcity/city/recording"
	"memcity/city/resolve/history"
	"memcity/city/trees"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// growingHeaps returns a recording with one point per second, with 10, 20, … objects of type app.Leak, and a GC before each. Loaded
// receives the points whose heap states were read.
func growingHeaps(points int, loaded *[]int) *trace.Recording { return growingBy(points, 16, loaded) }

// growingBy is growingHeaps with objects of the given size.
func growingBy(points int, size int64, loaded *[]int) *trace.Recording {
	var mu sync.Mutex // heap states may be read side by side
	r := &trace.Recording{Name: "growing", Knows: trace.KnowsObjects | trace.KnowsAges, Names: trace.NewNames()}
	for i := range points {
		at := time.Duration(i+1) * time.Second
		r.GCs = append(r.GCs, trace.GC{Number: uint32(i + 1), Start: at - time.Millisecond, End: at, Before: 2000, After: 1000})
		r.Points = append(r.Points, trace.Point{Time: trace.Millis(at.Milliseconds()), GC: uint32(i + 1), Source: fmt.Sprint(i),
			Load: func(context.Context, trace.Progress) (*trace.Heap, []trace.Warning, error) {
				mu.Lock()
				*loaded = append(*loaded, i)
				mu.Unlock()
				b := tracetest.NewHeap()
				b.Objects(b.Type("app.Leak", size), 10*(i+1))
				h := b.Heap()
				h.GCs, h.BirthOf, h.ThreadOf = uint32(i+1), make([]uint32, h.Len()), make([]int32, h.Len())
				for o := range h.BirthOf {
					h.BirthOf[o] = uint32(o / 10)
				}
				return h, nil, nil
			}})
	}
	return r
}

func TestEvolution(t *testing.T) {
	var loaded []int
	o := recording.New(growingHeaps(12, &loaded), recording.Options{})
	e, err := history.Evolution(t.Context(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range e.Points {
		if p != (window.Point{Time: time.Duration(i+1) * time.Second, Bytes: int64(160 * (i + 1)), Objects: int64(10 * (i + 1)),
			GC: uint32(i + 1)}) || e.Sources[i] != i {
			t.Errorf("point %d: %+v of %d", i, p, e.Sources[i])
		}
	}
	for _, test := range []struct {
		w              window.Window
		from, to       int
		firstGC, final uint32
	}{
		{window.Window{Kind: window.Leak, From: 2, To: 5, Start: 3 * time.Second, End: 6 * time.Second}, 2, 5, 4, 6},
		{window.Window{Kind: window.Churn, From: 3, To: 7, Start: 3 * time.Second, End: 8 * time.Second}, 2, 7, 4, 8},
		{window.Window{Kind: window.Overhead, From: 3, To: 4, Start: 3999 * time.Millisecond, End: 4500 * time.Millisecond}, 2, 4, 4, 5},
		{window.Window{Kind: window.Churn, From: 11, To: 11, Start: 12 * time.Second, End: 12 * time.Second}, 10, 11, 12, 12},
		{window.Window{Kind: window.Churn, To: 0, End: time.Second}, 0, 1, 1, 1},
	} {
		from, to := e.PointsOf(test.w)
		a, b := e.GCsOf(test.w)
		if from != test.from || to != test.to || a != test.firstGC || b != test.final {
			t.Errorf("%+v: points %d to %d, GCs %d to %d; want %+v", test.w, from, to, a, b, test)
		}
	}
}

// TestEvolutionOfGCs: without GC points, the evolution shows the heap after GCs.
func TestEvolutionOfGCs(t *testing.T) {
	var loaded []int
	r := growingHeaps(5, &loaded)
	r.Points = nil
	r.GCs[2].After = 0 // missing
	e, err := history.Evolution(t.Context(), recording.New(r, recording.Options{}), nil)
	if err != nil || e.Sources != nil || len(e.Points) != 4 || e.Points[2].GC != 4 || e.Points[2].Bytes != 1000 {
		t.Errorf("%+v, %v", e, err)
	}
	if from, to := e.PointsOf(window.Window{Kind: window.Leak, To: 3, End: time.Minute}); from <= to {
		t.Errorf("points %d to %d of none", from, to)
	}
	r.GCs = nil
	if _, err := history.Evolution(t.Context(), recording.New(r, recording.Options{}), nil); !errors.Is(err, history.ErrNoEvolution) {
		t.Errorf("error %v", err)
	}
}

// TestTrendReadsWhatIsChosen: heap states that were not chosen are not read.
func TestTrendReadsWhatIsChosen(t *testing.T) {
	var loaded []int
	o := recording.New(growingHeaps(12, &loaded), recording.Options{})
	q := history.TrendQuery{By: trees.By("type"), From: 1, To: 9, Choice: trend.Choice{Every: 3}}
	found, err := history.Trend(t.Context(), o, q, nil)
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(loaded)
	if want := []int{1, 4, 7, 9}; !slices.Equal(loaded, want) {
		t.Errorf("read %v, want %v", loaded, want)
	}
	leak := found.Trend.Series[0]
	if !slices.Equal(leak.Values, []int64{20, 50, 80, 100}) || found.Key(&leak) != "Heap#app.Leak" || !found.Additive ||
		found.Series.Source(1) != 4 {
		t.Errorf("%+v", leak)
	}
	q.Key = "Heap#nobody"
	if _, err := history.Trend(t.Context(), o, q, nil); !errors.Is(err, history.ErrNoGroup) {
		t.Errorf("error %v", err)
	}
	empty := &trace.Recording{Name: "none"}
	for range 2 {
		if _, err := history.Trend(t.Context(), recording.New(empty, recording.Options{}), q, nil); err == nil {
			t.Error("a trend of no points")
		}
		empty.More = func(context.Context) (*trace.Recording, error) { return nil, nil } // some may come
	}
}

// TestChurnReadsTheHeapBehind: only the first heap state after the window is read, and only if needed.
func TestChurnReadsTheHeapBehind(t *testing.T) {
	var loaded []int
	r := growingHeaps(12, &loaded)
	r.Points[5].GC = 0
	kinds := []trace.Type{{Name: "app.Leak", Base: 16}}
	r.Life = &trace.Life{Types: kinds, Deaths: func(context.Context, func(trace.Death)) error { return nil }}
	o := recording.New(r, recording.Options{})
	if _, err := history.Churn(t.Context(), o, churn.Options{From: 1, To: churn.LastGC}, nil); err != nil || len(loaded) != 0 {
		t.Errorf("read %v, %v", loaded, err)
	}
	r.Life.Allocations = func(_ context.Context, visit func(trace.Allocation)) error {
		for gc := range uint32(12) {
			visit(trace.Allocation{After: gc, Until: gc + 1, Site: trace.NoSite, Objects: 15, Bytes: 240})
		}
		return &trace.InputError{Source: "a.mct", Offset: 5, Text: "damaged"}
	}
	report, err := history.Churn(t.Context(), o, churn.Options{From: 2, To: 6}, nil)
	if err != nil || !slices.Equal(loaded, []int{6}) || report.Young.Objects != 5*5 {
		t.Errorf("read %v, %v, %+v", loaded, err, report)
	}
	if w := o.Warnings(); len(w) != 1 || !strings.Contains(w[0].Text, "damaged") {
		t.Errorf("warnings %v", w)
	}
	r.Points[6].Load = func(context.Context, trace.Progress) (*trace.Heap, []trace.Warning, error) {
		return nil, nil, &trace.InputError{Source: "a.mct", Offset: 9, Text: "cut"}
	}
	loaded = nil
	o = recording.New(r, recording.Options{})
	report, err = history.Churn(t.Context(), o, churn.Options{From: 2, To: 6}, nil)
	if err != nil || !slices.Equal(loaded, []int{7}) || report.Young.Objects != 5*5 || len(o.Warnings()) != 2 {
		t.Errorf("instead of one that is damaged: read %v, %v, %+v, %v", loaded, err, report, o.Warnings())
	}
}

// TestFinalPoint: the heap at the end of the program is shown, and the leak window ends before it.
func TestFinalPoint(t *testing.T) {
	var loaded []int
	r := growingBy(6, 1<<10, &loaded)
	r.Points[5].Load = r.Points[0].Load
	o := recording.New(r, recording.Options{})
	if w, ok, err := history.LeakWindow(t.Context(), o, nil); ok || err != nil {
		t.Errorf("not marked: %v, %v", w, err)
	}
	r.Points[5].Final = true
	e, err := history.Evolution(t.Context(), o, nil)
	if err != nil || len(e.Points) != 6 || !e.Final {
		t.Errorf("%+v, %v", e, err)
	}
	if w, ok, err := history.LeakWindow(t.Context(), o, nil); !ok || w != (trees.Window{To: 4}) || err != nil {
		t.Errorf("marked: %v, %v, %v", w, ok, err)
	}
}
