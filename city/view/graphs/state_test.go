package graphs

import (
	"slices"
	"testing"

	"memcity/analysis/window"
	"memcity/city/citytest"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view"
)

// chosen are selected groups.
type chosen []string

func (c chosen) Selected() []string { return c }

func (c chosen) GCsOf(*window.Evolution, func(int) int) (from, to uint32) { return 0, 0 }

func TestGraphOfASelection(t *testing.T) {
	e := State{Keys: []string{"a", "b"}, Steps: []Step{{Kind: ExpandIn, Node: "n"}}, Undone: []Step{{Kind: ExpandOut}}}
	for _, keys := range [][]string{nil, {"a", "b"}} {
		if got := e.For(keys); !got.Same(&e) {
			t.Errorf("for %q it is %+v", keys, got)
		}
	}
	for _, keys := range [][]string{{"a"}, {"b", "a"}, {"a", "b", "c"}} {
		if got := e.For(keys); !slices.Equal(got.Keys, keys) || !slices.Equal(got.Steps, FirstSteps) || got.Undone != nil || got.Begun() || !got.Any() {
			t.Errorf("for %q it is %+v", keys, got)
		}
	}
	if !e.Begun() || (State{}).Any() || !(State{Objects: []uint32{1}}).Any() || !(State{Keys: []string{"a"}}).Any() || !(State{}).Begun() {
		t.Error("what there is to be seen is something else")
	}
	if w := e.Walk(); w.Objects.Keys != seq.Of("a", "b") || !w.Objects.Single.Empty() || w.Steps != seq.Of(e.Steps...) {
		t.Errorf("the walk is %+v", w)
	}
	e.Objects = []uint32{7}
	if w := e.Walk(); !w.Objects.Keys.Empty() || w.Objects.Single != seq.Of(uint32(7)) || w.Steps != seq.Of(e.Steps...) {
		t.Errorf("of an object the walk is %+v", w)
	}
}

func TestNodesOfThePicture(t *testing.T) {
	node := func(key string, queried bool, objects int64) Node {
		return Node{Key: key, Queried: queried, Amount: trees.Amount{Objects: objects}}
	}
	p := &Picture{Nodes: []Node{node("a", false, 9), node("b", true, 2), node("c", true, 5), node("d", true, 5), node("e", false, 6)}}
	for key, want := range map[string]int{"a": 0, "e": 4, "f": -1} {
		if got := p.Find(key); got != want {
			t.Errorf("%s is found at %d", key, got)
		}
	}
	if got := p.Main(); got != 2 {
		t.Errorf("most objects are in node %d", got)
	}
	if got := (&Picture{Nodes: p.Nodes[:1]}).Main(); got != -1 {
		t.Errorf("no objects are in node %d", got)
	}
}

// TestQueries: the view requests a graph of the selected groups with objects, or of single objects, which are missing at another GC point.
func TestQueries(t *testing.T) {
	s := trees.NewSeries(citytest.Points(citytest.Inner("Heap", citytest.Leaf("a", 1, 1)), citytest.Inner("Heap", citytest.Leaf("b", 1, 1))))
	seen := &view.Seen{Series: s, Point: 0, Heap: trees.HeapState{By: trees.By("type"), Point: 3}, Chosen: chosen{"Heap#a"}}
	requested := func(e State) (Walk, int) {
		var states view.States
		queries := View.ID.Queries(seen, View.With(states, e))
		if len(queries) == 0 {
			return Walk{}, 0
		}
		q, ok := Kind.Is(queries[0])
		if !ok || q.Heap != seen.Heap {
			t.Errorf("%+v is requested", queries[0])
		}
		return q.Walk, len(queries)
	}
	if w, n := requested(State{}); n != 1 || w.Objects.Keys != seq.Of("Heap#a") || w.Steps != seq.Of(FirstSteps...) {
		t.Errorf("%d queries for %+v", n, w)
	}
	seen.Chosen = chosen{"Heap#b"}
	if _, n := requested(State{}); n != 0 {
		t.Error("a group without objects is requested")
	}
	if w, n := requested(State{Keys: []string{"Heap#b"}, Objects: []uint32{4}}); n != 1 || w.Objects.Single != seq.Of(uint32(4)) {
		t.Errorf("%d queries for %+v", n, w)
	}
	states := View.With(view.States{}, State{Keys: []string{"a"}, Objects: []uint32{4}})
	if got := View.Of(states.Moved()); got.Any() {
		t.Errorf("at another GC point there is %+v", got)
	}
	states = View.With(view.States{}, State{Keys: []string{"a"}})
	if got := View.Of(states.Moved()); !slices.Equal(got.Keys, []string{"a"}) {
		t.Errorf("groups at another GC point: %+v", got)
	}
}
