package request

import (
	"testing"

	"memcity/analysis/window"
	"memcity/city/citytest"
	"memcity/city/exchange"
	"memcity/city/query"
	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/churns"
	"memcity/city/view/diffs"
	"memcity/city/view/drafts"
	"memcity/city/view/graphs"
	"memcity/city/view/inspect"
	"memcity/city/view/overview"
	"memcity/city/view/structures"
	"memcity/city/view/table"
	"memcity/city/view/treemap"
	"memcity/city/view/trends"
	"memcity/city/view/whatif"
	"memcity/trace"
)

// inputs returns inputs at the second of three GC points of a recording with heap states.
func inputs(view state.View) Inputs {
	points := citytest.RandomPoints(3, citytest.RandomSpec{Points: 3, Nodes: 40, Depth: 4, Width: 6})
	for i := range points {
		points[i].Source = i
	}
	series := trees.NewSeries(points)
	s := state.Step(state.NewState(series.Len(), scene.DefaultSettings()), state.GoTo{Point: 1})
	s.View = view
	return Inputs{State: &s, Result: &exchange.Result{Grouping: trees.By("type")}, Series: series, Point: 1, Keys: &seq.Keeper[string]{}}
}

func (a Inputs) request() query.Request { return query.NewRequest(a.Queries()...) }

// firstPresent returns the key of a group with objects at the current GC point.
func (a Inputs) firstPresent(t *testing.T) string {
	for node := range a.Series.Nodes {
		if key := a.Series.Key(int32(node)); node > 0 && present(a, key) {
			return key
		}
	}
	t.Fatal("no group has objects")
	return ""
}

func present(a Inputs, key string) bool {
	seen := a.seen()
	return seen.Present([]string{key})
}

// Each view requests only the data that it shows.
func TestViews(t *testing.T) {
	by := trees.By("type")
	whole := overview.Query{Points: 3, Limits: overview.DefaultLimits()}
	for view, want := range map[state.View]query.Request{
		state.CityView: {}, inspect.View.ID: {}, graphs.View.ID: {}, treemap.View.ID: {}, structures.View.ID: {},
		table.View.ID:    query.NewRequest(table.SizesKind.Of(table.SizesQuery{Heap: trees.HeapState{By: by, Point: 1}})),
		overview.View.ID: query.NewRequest(overview.Kind.Of(whole)), churns.View.ID: query.NewRequest(overview.Kind.Of(whole)),
		diffs.View.ID: query.NewRequest(diffs.Kind.Of(diffs.Query{By: by, From: 0, To: 2})),
	} {
		if got := inputs(view).request(); got != want {
			t.Errorf("%v requests %v, want %v", view, got, want)
		}
	}
	if a := inputs(trends.View.ID); !trends.Kind.Wanted(a.request()) {
		t.Error("the trends view requests no trends")
	}
}

// Queries about groups need objects in the groups, and single objects in the heap state.
func TestHeap(t *testing.T) {
	heap := func(a Inputs) trees.HeapState {
		return trees.HeapState{By: a.Result.Grouping, Point: a.Series.Source(1)}
	}
	for _, view := range []state.View{inspect.View.ID, graphs.View.ID, state.CityView} {
		a := inputs(view)
		key := a.firstPresent(t)
		*a.State = state.Step(*a.State, state.Select{Key: key})
		a.State.View = view
		want := inspect.Kind.Of(inspect.Query{Heap: heap(a), Keys: seq.Of(key)})
		switch view {
		case graphs.View.ID:
			e := a.State.Explored()
			want = graphs.Kind.Of(graphs.Query{Heap: heap(a), Walk: e.Walk()})
		case state.CityView:
			cut := whatif.GroupRemoval(a.Result.Grouping, key)
			a.State.Removals = []whatif.Removal{cut}
			want = whatif.Kind.Of(whatif.Query{Heap: heap(a), Removals: seq.Of(cut)})
		}
		if got := a.request(); got != query.NewRequest(want) {
			t.Errorf("%v requests %v, want %v", view, got, want)
		}
		a.Result.Grouped = true
		if got := a.request(); got != (query.Request{}) {
			t.Errorf("without single objects %v requests %v", view, got)
		}
	}
	a := inputs(table.View.ID)
	a.State.Views = table.View.With(a.State.Views, table.State{Columns: []table.Column{table.ColumnName}})
	if got := a.request(); got != (query.Request{}) {
		t.Errorf("a table without sizes requests %v", got)
	}
	a.State.Views = table.View.With(a.State.Views, table.State{Columns: []table.Column{table.ColumnDeepObjects}})
	if want := query.NewRequest(table.SizesKind.Of(table.SizesQuery{Heap: heap(a)})); a.request() != want {
		t.Errorf("the table requests %v, want %v", a.request(), want)
	}
	if a.Point = -1; a.request() != (query.Request{}) {
		t.Error("without heap states sizes are requested")
	}
	for _, view := range []state.View{state.CityView, treemap.View.ID} {
		a := inputs(view)
		*a.State = state.Step(*a.State, state.SetDraft{To: trees.By("kind")})
		want := drafts.Kind.Of(drafts.Query{Heap: trees.HeapState{By: trees.By("kind"), Point: a.Series.Source(1)}})
		if got := a.request(); got != query.NewRequest(want) {
			t.Errorf("%v with a draft requests %v", view, got)
		}
		if a.Result.Grouped = true; a.request() != (query.Request{}) {
			t.Error("a draft is requested of ready-made trees")
		}
	}
}

// At points with only counts, nothing is requested about single objects.
func TestCountedPoint(t *testing.T) {
	points := citytest.RandomPoints(3, citytest.RandomSpec{Points: 3, Nodes: 40, Depth: 4, Width: 6})
	for i := range points {
		none := trace.PointerMap{Start: make([]uint32, len(points[i].Tree.Nodes)+1)}
		if points[i].Source = i; i != 1 {
			points[i].Pointers = &trace.Pointers{PointsTo: none, PointedFrom: none}
		}
	}
	for _, view := range []state.View{inspect.View.ID, graphs.View.ID, table.View.ID} {
		a := inputs(view)
		a.Series = trees.NewSeries(points)
		*a.State = state.Step(*a.State, state.Select{Key: a.firstPresent(t)})
		a.State.View = view
		if got := a.request(); got != (query.Request{}) {
			t.Errorf("%v requests %v", view, got)
		}
		if a.Point = 2; a.request() == (query.Request{}) {
			t.Errorf("%v requests nothing where there are objects", view)
		}
	}
}

// Churn is requested once the GCs of the window are available.
func TestChurnAfterOverview(t *testing.T) {
	a := inputs(churns.View.ID)
	a.Result.Results = overview.Kind.With(query.Results{}, overview.Query{}, &overview.Overview{Evolution: &window.Evolution{}})
	if got := a.request(); !churns.Kind.Wanted(got) || !overview.Kind.Wanted(got) {
		t.Errorf("requests %v", got)
	}
}

// Results on data structures stay while another view is open, but are not computed there.
func TestStructuresAreKept(t *testing.T) {
	a := inputs(diffs.View.ID)
	q := structures.State{}.Query(0, 2)
	for _, whole := range []bool{false, true} {
		a.Result.Results = query.Results{}.Put(structures.Kind.Of(q), &structures.Report{Query: q}, whole)
		if got := structures.Kind.Wanted(a.request()); got != whole {
			t.Errorf("whole %v: kept %v", whole, got)
		}
	}
	a.Described++
	if structures.Kind.Wanted(a.request()) {
		t.Error("what other descriptions found is kept")
	}
}
