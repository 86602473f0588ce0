package inspect

import (
	"testing"

	"memcity/analysis/window"
	"memcity/city/citytest"
	"memcity/city/query"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view"
)

// chosen are selected groups.
type chosen []string

func (c chosen) Selected() []string { return c }

func (c chosen) GCsOf(*window.Evolution, func(int) int) (from, to uint32) { return 0, 0 }

func TestObjectShown(t *testing.T) {
	for at, want := range map[int]uint32{-1: 0, 0: 5, 1: 6, 2: 0} {
		if got, ok := (State{Objects: []uint32{5, 6}, At: at}).Object(); got != want || ok != (want > 0) {
			t.Errorf("at %d: %d, %v", at, got, ok)
		}
	}
}

// TestQueries: groups are requested while they have objects, and a single object while it is shown. Neither outlives its GC point or
// selection.
func TestQueries(t *testing.T) {
	s := trees.NewSeries(citytest.Points(citytest.Inner("Heap", citytest.Leaf("a", 1, 1)), citytest.Inner("Heap", citytest.Leaf("b", 1, 1))))
	seen := &view.Seen{Series: s, Heap: trees.HeapState{By: trees.By("type"), Point: 3}, Keys: &seq.Keeper[string]{}}
	by := seq.Of("type")
	group := Kind.Of(Query{Heap: seen.Heap, Keys: seq.Of("Heap#a"), By: by})
	object := ObjectKind.Of(ObjectQuery{Heap: seen.Heap, Object: 6})
	for name, c := range map[string]struct {
		selected chosen
		objects  []uint32
		want     query.Request
	}{
		"nothing": {nil, nil, query.NewRequest()}, "a group": {chosen{"Heap#a"}, nil, query.NewRequest(group)},
		"a group without objects": {chosen{"Heap#b"}, nil, query.NewRequest()}, "an object": {nil, []uint32{5, 6}, query.NewRequest(object)},
		"both": {chosen{"Heap#a"}, []uint32{5, 6}, query.NewRequest(group, object)},
	} {
		seen.Chosen = c.selected
		states := View.With(view.States{}, State{By: by, Objects: c.objects, At: 1})
		if got := query.NewRequest(View.ID.Queries(seen, states)...); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
		for change, states := range map[string]view.States{"moved": states.Moved(), "reselected": states.Reselected()} {
			if got := View.Of(states); got.By != by || got.Objects != nil || got.At != 0 {
				t.Errorf("%s: %+v", change, got)
			}
		}
	}
}

// TestListQueries checks that objects are requested in an order or with a text to find, and that only another selection ends the search.
func TestListQueries(t *testing.T) {
	s := trees.NewSeries(citytest.Points(citytest.Inner("Heap", citytest.Leaf("a", 1, 1))))
	seen := &view.Seen{Series: s, Heap: trees.HeapState{By: trees.By("type")}, Keys: &seq.Keeper[string]{}, Chosen: chosen{"Heap#a"}}
	for _, state := range []State{{Order: ByRetained}, {Find: "x"}, {Order: ByAddress, Find: "0x10"}, {}} {
		states := View.With(view.States{}, state)
		want := []query.Query{Kind.Of(Query{Heap: seen.Heap, Keys: seq.Of("Heap#a")})}
		if state.Order != Spread || state.Find != "" {
			want = append(want, ListKind.Of(ListQuery{Heap: seen.Heap, Keys: seq.Of("Heap#a"), Order: state.Order, Find: state.Find}))
		}
		if got := query.NewRequest(View.ID.Queries(seen, states)...); got != query.NewRequest(want...) {
			t.Errorf("%+v: %v", state, got)
		}
		if got := View.Of(states.Moved()); got.Order != state.Order || got.Find != state.Find {
			t.Errorf("moved: %+v", got)
		}
		if got := View.Of(states.Reselected()); got.Order != state.Order || got.Find != "" {
			t.Errorf("reselected: %+v", got)
		}
	}
	seen.Chosen = chosen(nil)
	if got := View.ID.Queries(seen, View.With(view.States{}, State{Order: ByShallow})); len(got) > 0 {
		t.Errorf("without a selection: %v", got)
	}
}

func TestOrders(t *testing.T) {
	for o := Spread; o <= ByAddress; o++ {
		if got, err := ParseOrder(o.String()); got != o || err != nil {
			t.Errorf("%s: %v, %v", o, got, err)
		}
	}
	if _, err := ParseOrder("age"); err == nil {
		t.Error("there is an order by age")
	}
}
