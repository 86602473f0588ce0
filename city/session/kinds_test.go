package session_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/city/budget"
	"memcity/city/recording"
	"memcity/city/resolve/guided"
	"memcity/city/resolve/history"
	"memcity/city/resolve/objects"
	"memcity/city/session"
	"memcity/city/trees"
	"memcity/city/view/diffs"
	"memcity/city/view/inspect"
	"memcity/city/view/structures"
	"memcity/city/view/whatif"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// TestEvolutionOfAllKinds: every kind of GC point is counted: a tree, totals, counts by type, or objects. Two points suffice. With a single
// point, the heap after GCs is used if there are two GCs.
func TestEvolutionOfAllKinds(t *testing.T) {
	names := trace.NewNames()
	kinds := []trace.Point{readyPoint(names, 5),
		{Totals: func(context.Context, trace.Progress) (objects, bytes int64, _ []trace.Warning, err error) {
			return 5, 80, nil, nil
		}},
		{Counts: []trace.TypeCount{{Name: "app.A", Objects: 2, Bytes: 30}, {Name: "app.B", Objects: 3, Bytes: 50}}},
		{Load: func(context.Context, trace.Progress) (*trace.Heap, []trace.Warning, error) {
			b := tracetest.NewHeap()
			b.Objects(b.Type("app.A", 16), 5)
			return b.Heap(), nil, nil
		}}}
	for k, kind := range kinds {
		for points := range 4 {
			for gcs := range 4 {
				r := &trace.Recording{Name: "kinds", Names: names, Knows: trace.KnowsObjects | trace.KnowsTimes}
				for i := range points {
					p := kind
					p.Time = trace.Millis(1000 * i)
					r.Points = append(r.Points, p)
				}
				for i := range gcs {
					r.GCs = append(r.GCs, trace.GC{Number: uint32(i + 1), End: time.Duration(i) * time.Second, After: int64(100 + i)})
				}
				e, err := history.Evolution(t.Context(), recording.New(r, recording.Options{}), nil)
				name := fmt.Sprintf("kind %d, %d GC points, %d GCs", k, points, gcs)
				if known := points > 1 || gcs > 1; known != (err == nil) || !known && !errors.Is(err, history.ErrNoEvolution) {
					t.Errorf("%s: %v", name, err)
				}
				want := points
				if points < 2 && gcs > 1 {
					want = gcs
				}
				if len(e.Points) != want || len(e.Times) != points || (len(e.Sources) > 0) != (want == points && points > 0) {
					t.Errorf("%s: %+v", name, e)
				}
				for i, p := range e.Points {
					if e.Sources != nil && (p.Objects != 5 || p.Bytes != 80 || e.Sources[i] != i || p.Time != time.Duration(i)*time.Second) ||
						e.Sources == nil && (p.Objects != 0 || p.Bytes != int64(100+i) || p.GC != uint32(i+1)) {
						t.Errorf("%s: point %d is %+v", name, i, p)
					}
				}
			}
		}
	}
}

// TestTrendsOfReadyTrees: trends have the sizes that ready-made trees contain. Sizes that one number or tree lacks are 0; sizes that all
// trees lack are an error.
func TestTrendsOfReadyTrees(t *testing.T) {
	names := trace.NewNames()
	r := &trace.Recording{Name: "trees", Names: names}
	for i := range 4 {
		p := readyPoint(names, int64(i+1))
		p.Time = trace.Millis(1000 * i)
		if i != 2 {
			p.Tree.Deep = []int64{int64(1000 * i), -1}
		}
		if i == 3 {
			p.Tree.Deep[1] = 77
		}
		r.Points = append(r.Points, p)
	}
	for _, test := range []struct {
		measure     trees.SizeKind
		leaf, whole []int64
	}{
		{trees.Shallow, []int64{16, 32, 48, 64}, []int64{16, 32, 48, 64}},
		{trees.Deep, []int64{0, 0, 0, 77}, []int64{0, 1000, 0, 3000}},
		{trees.Retained, nil, nil},
	} {
		o := recording.New(r, recording.Options{})
		q := history.TrendQuery{By: trees.Grouping{SizeKind: test.measure}, To: 3}
		found, err := history.Trend(t.Context(), o, q, nil)
		if test.leaf == nil {
			if !errors.Is(err, recording.ErrNoSizes) {
				t.Errorf("%v: %v", test.measure, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		s := found.Series
		for i := range s.Len() {
			objects := int64(i + 1)
			if test.measure != trees.Shallow {
				objects = 0
			}
			if s.Bytes(i, 0) != test.whole[i] || s.Bytes(i, 1) != test.leaf[i] || s.Objects(i, 1) != objects {
				t.Errorf("%v, point %d: %d and %d bytes, %d objects", test.measure, i, s.Bytes(i, 0), s.Bytes(i, 1), s.Objects(i, 1))
			}
		}
	}
	if r.Points[1].Tree.Nodes[1].Bytes != 32 {
		t.Error("the tree itself has been changed")
	}
}

// TestThroughAll: a diff reads the heap states in between only if it follows objects through them.
func TestThroughAll(t *testing.T) {
	for _, through := range []bool{false, true} {
		r := replacing(5, false)
		loads := counted(r)
		o := recording.New(r, recording.Options{})
		if _, err := history.Diff(t.Context(), o, diffs.Query{By: byType, From: 0, To: 4, Through: through}, nil); err != nil {
			t.Fatal(err)
		}
		if want := map[bool]int{false: 2, true: 5}[through]; int(loads.Load()) != want {
			t.Errorf("through %v: %d heap states are read, want %d", through, int(loads.Load()), want)
		}
	}
	o := recording.New(replacing(3, true), recording.Options{})
	for _, points := range [][2]int{{1, 1}, {2, 1}} {
		_, err := history.Diff(t.Context(), o, diffs.Query{By: byType, From: points[0], To: points[1]}, nil)
		if want := fmt.Sprintf("GC points %d and %d: expected an earlier and a later one", points[0]+1, points[1]+1); errorText(err) != want {
			t.Errorf("%v: %v, want %s", points, err, want)
		}
	}
}

// TestFieldsThatAreRemoved: a removal with a field removes only the references in this field; without one, all of them. The number of
// references does not matter.
func TestFieldsThatAreRemoved(t *testing.T) {
	for owners := range 3 {
		b := tracetest.NewHeap()
		owner, value := b.Type("app.Owner", 16, "left", "right"), b.Type("app.Value", 40)
		b.Root(b.Object(b.Type("app.Value", 40)), trace.RootStaticField, "app.Main.value")
		b.Root(b.Object(owner), trace.RootStaticField, "app.Main.empty")
		for range owners {
			o, l := b.Object(owner), b.Object(value)
			b.Root(o, trace.RootStaticField, "app.Main.owner")
			b.Refer(o, "left", l)
			b.Refer(o, "right", b.Object(value))
		}
		o := recording.New(heapsOf(b.Heap()), recording.Options{})
		for field, freed := range map[string]int{"left": owners, "right": owners, "": 2 * owners, "middle": 0} {
			removal := whatif.ReferenceRemoval(byType, "Heap#app.Owner", "Heap#app.Value")
			removal.Field = field
			w, err := guided.WhatIf(t.Context(), o, without(byType, 0, removal), nil)
			if err != nil {
				t.Fatal(err)
			}
			missing := field != "" && freed == 0
			if w.Freed.Objects != int64(freed) || w.Each[0].Objects != int64(freed) || (w.Each[0].Missing != "") != missing {
				t.Errorf("%d owners, field %q: %+v, %+v", owners, field, w.Freed, w.Each)
			}
		}
	}
}

// TestNewestResultsAreKept: 24 results of a what-if are cached; the oldest are evicted first.
func TestNewestResultsAreKept(t *testing.T) {
	o := recording.New(caches(30), recording.Options{})
	var results []*whatif.Result
	get := func(i int) *whatif.Result {
		w, err := guided.WhatIf(t.Context(), o, without(byType, 0, whatif.Removal{Kind: whatif.CutRoot, Key: fmt.Sprint(i)}), nil)
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	for i := range 27 {
		results = append(results, get(i))
	}
	for i := 26; i >= 0; i-- {
		if kept := get(i) == results[i]; kept != (i >= 3) {
			t.Fatalf("result %d: kept %v", i, kept)
		}
	}
	if get(6) != results[6] || get(5) == results[5] { // 0, 1 and 2 were computed again
		t.Error("others than the 24 newest are kept")
	}
}

// TestAddresses are shown in hexadecimal.
func TestAddresses(t *testing.T) {
	b := tracetest.NewHeap()
	b.Objects(b.Type("app.A", 16), 2)
	h := b.Heap()
	h.Address = func(o trace.ObjectID) uint64 { return 0x7fff_0000 + 16*uint64(o) }
	o := recording.New(heapsOf(h), recording.Options{})
	r, err := objects.Object(t.Context(), o, inspect.ObjectQuery{Heap: trees.HeapState{By: byType}, Object: 1}, nil)
	if err != nil || r.Address != "0x7fff0010" {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestWatchKeepsPoints: a watch keeps at most the requested number of GC points, at least 8, and 500 by default.
func TestWatchKeepsPoints(t *testing.T) {
	for limit, most := range map[int]int{0: 30, -1: 30, 1: 8, 8: 8, 9: 9, 20: 20, 50: 30} {
		source := newSource()
		w := session.NewWatch(recording.New(source.recording(), recording.Options{MaxPoints: limit}),
			[]budget.Rule{rule(t, "objects of app.A above 99")}, nil)
		for range 30 {
			source.add(map[string]int{"app.A": 1})
			if _, err := w.Look(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		kept := 0
		for _, p := range source.recording().Points {
			if p.Load != nil {
				kept++
			}
		}
		if kept > most || 2*kept < most || most == 30 && kept != 30 {
			t.Errorf("limit %d: %d GC points are kept, want %d at most", limit, kept, most)
		}
	}
}

// TestTicks: a growing recording is checked at the requested interval; one second by default.
func TestTicks(t *testing.T) {
	for every, want := range map[time.Duration]time.Duration{0: time.Second, -1: time.Second, 1: 1, time.Minute: time.Minute} {
		got := make(chan time.Duration, 1)
		ended := make(chan bool, 1)
		s := session.New(func() {}, recording.Options{Every: every, Ticker: func(d time.Duration) (<-chan time.Time, func()) {
			got <- d
			return nil, func() { ended <- true }
		}})
		source := newSource()
		source.add(map[string]int{"app.A": 1})
		s.Open(func(context.Context, trace.Progress) (*trace.Recording, error) { return source.recording(), nil }, request("type"))
		if d := <-got; d != want {
			t.Errorf("every %v: a tick every %v", every, d)
		}
		s.Close()
		<-ended
	}
}

// TestTypesOfStructures: live structures are counted by type, with any garbage between them.
func TestTypesOfStructures(t *testing.T) {
	b := tracetest.NewHeap()
	list, other, objects := b.Type("app.List", 24, "items"), b.Type("app.Other", 40, "items"), b.ArrayType("java.lang.Object[]")
	want := map[string]int{}
	for i := range 24 {
		kind, name := list, "app.List"
		if i%4 == 1 {
			kind, name = other, "app.Other"
		}
		o := b.Object(kind)
		b.Refer(o, "items", b.Array(objects, i))
		if i%3 != 0 {
			b.Root(o, trace.RootStaticField, fmt.Sprint("app.Main.f", i))
			want[name]++
		}
	}
	o := recording.New(heapsOf(b.Heap()), recording.Options{Structures: library(t,
		"DS app.List { java.lang.Object[]; }\nDS app.Other { java.lang.Object[]; }\n")})
	s, err := o.Structures(t.Context(), 0, recording.StructuresQuery{Top: 50, Contained: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Types) != 2 || s.Heads != want["app.List"]+want["app.Other"] || len(s.List) != s.Heads || s.Contained != 0 {
		t.Fatalf("%+v", s)
	}
	if !slices.IsSortedFunc(s.Types, func(a, b structures.Type) int { return int(b.Own.Bytes - a.Own.Bytes) }) {
		t.Errorf("out of order: %+v", s.Types)
	}
	for _, kind := range s.Types {
		sum := int64(0)
		for _, x := range s.List {
			if x.Type == kind.Type {
				sum += x.Sizes.Own.Bytes
			}
		}
		if kind.Heads != want[kind.Type] || kind.Own.Bytes != sum || kind.Retained == nil || kind.Retained.Bytes != sum {
			t.Errorf("%+v: want %d of %d bytes", kind, want[kind.Type], sum)
		}
	}
}

// TestWithoutByTurnedGroups: freed objects are also counted in groups below transformers, each object once per node.
func TestWithoutByTurnedGroups(t *testing.T) {
	for seed := range uint64(4) {
		h := tracetest.RandomHeap(seed, 80)
		o := recording.New(heapsOf(h), recording.Options{})
		removed := whatif.GroupRemoval(byType, "Heap#"+h.Types[h.TypeOf.At(h.Roots[0].Object)].Name)
		gone := reached(h, func(x trace.ObjectID) bool { return h.TypeOf.At(x) == h.TypeOf.At(h.Roots[0].Object) },
			func(trace.ObjectID, string, trace.ObjectID) bool { return false }, func(*trace.Root) bool { return false })
		alive := reachedWithout(h, trace.NoObject)
		for _, chain := range []string{"type", "type,pointed-from,type", "package,points-to,type", "type,points-to,type,pointed-from,type"} {
			by := trees.By(strings.Split(chain, ",")...)
			w, err := guided.WhatIf(t.Context(), o, without(by, 0, removed), nil)
			if err != nil {
				t.Fatal(err)
			}
			g, err := o.Groups(t.Context(), by, 0, nil)
			if err != nil {
				t.Fatal(err)
			}
			for n := range g.Tree.Nodes {
				set, err := g.Objects(t.Context(), int32(n))
				if err != nil {
					t.Fatal(err)
				}
				want := trees.Amount{}
				for x := range set.EachSet() {
					if id := trace.ObjectID(x); alive[id] && !gone[id] {
						want.Objects, want.Bytes = want.Objects+1, want.Bytes+h.Size(id)
					}
				}
				if got := w.Groups[w.Series.NodeOf(0, int32(n))]; got != want {
					t.Errorf("seed %d, %s: of %s %+v is freed, want %+v", seed, chain, g.Tree.Key(int32(n)), got, want)
				}
			}
		}
	}
}
