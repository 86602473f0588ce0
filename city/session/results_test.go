package session_test

import (
	"context"
	"strings"
	"testing"

	"memcity/city/exchange"
	"memcity/city/query"
	"memcity/city/recording"
	"memcity/city/resolve/objects"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/graphs"
	"memcity/city/view/inspect"
	"memcity/city/view/table"
	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/golden"
)

// caches returns a recording of one heap state. Two caches share their values, and one of them has its own keys.
func caches(n int) *trace.Recording {
	b := tracetest.NewHeap()
	ids, names := b.Type("app.IdCache", 16, "entries"), b.Type("app.NameCache", 16, "entries")
	entry := b.Type("app.Entry", 24, "next", "value")
	nameEntry, name := b.Type("app.NameEntry", 24, "next", "value", "name"), b.Type("java.lang.String", 24)
	value := b.Type("app.Value", 40)
	byID, byName := b.Object(ids), b.Object(names)
	b.Root(byID, trace.RootStaticField, "app.Main.byId")
	b.Root(byName, trace.RootStaticField, "app.Main.byName")
	last, lastName := byID, byName
	for i := range n {
		e, ne, v, s := b.Object(entry), b.Object(nameEntry), b.Object(value), b.Object(name)
		b.Refer(e, "value", v)
		b.Refer(ne, "value", v)
		b.Refer(ne, "name", s)
		field := "next"
		if i == 0 {
			field = "entries"
		}
		b.Refer(last, field, e)
		b.Refer(lastName, field, ne)
		last, lastName = e, ne
	}
	heap := b.Heap()
	return &trace.Recording{Name: "caches", Format: "test", Names: trace.NewNames(),
		Knows: trace.KnowsObjects | trace.KnowsReferences | trace.KnowsRoots | trace.KnowsFields,
		Points: []trace.Point{{Source: "dump", Load: func(context.Context, trace.Progress) (*trace.Heap, []trace.Warning, error) {
			return heap, nil, nil
		}}}}
}

var byType = trees.By("type")

// heap is the first GC point, by type.
var heap = trees.HeapState{By: byType}

// resultOf reads the result of a kind.
func resultOf[Q comparable, R any](kind query.Kind[Q, R], r exchange.Result) R {
	return kind.Result(&r.Results)
}

// resolved opens a recording and waits for the result of a query.
func resolved[Q comparable, R any](t *testing.T, r *trace.Recording, kind query.Kind[Q, R], q Q) R {
	t.Helper()
	s, changed := start(t)
	s.Open(opens(r), request("type"))
	await(t, s, changed, "open", func(r exchange.Result) bool { return r.Plan != nil && !r.Busy })
	s.Request(query.NewRequest(kind.Of(q)))
	result := resultOf(kind, await(t, s, changed, "result", func(r exchange.Result) bool {
		if r.Results.Err != nil {
			t.Fatal(r.Results.Err)
		}
		return kind.Whole(&r.Results)
	}))
	golden.Collect(t, golden.Text(result, (*trees.Series)(nil), (*trace.Names)(nil), (*trace.Heap)(nil)))
	return result
}

func TestQuerySizes(t *testing.T) {
	const n = 100
	sizes := resolved(t, caches(n), table.SizesKind, table.SizesQuery{Heap: heap})
	for key, want := range map[string]trees.GroupSizes{
		"Heap":           {Deep: trees.Amount{Objects: 4*n + 2, Bytes: 112*n + 32}, Retained: trees.Amount{Objects: 4*n + 2, Bytes: 112*n + 32}},
		"Heap#app.Value": {Deep: trees.Amount{Objects: n, Bytes: 40 * n}, Retained: trees.Amount{Objects: n, Bytes: 40 * n}},
		"Heap#app.IdCache": {Deep: trees.Amount{Objects: 2*n + 1, Bytes: 64*n + 16},
			Retained: trees.Amount{Objects: n + 1, Bytes: 24*n + 16}},
		"Heap#app.NameCache": {Deep: trees.Amount{Objects: 3*n + 1, Bytes: 88*n + 16},
			Retained: trees.Amount{Objects: 2*n + 1, Bytes: 48*n + 16}},
	} {
		node, ok := sizes.Series.Find(key)
		if !ok {
			t.Fatalf("no group %s", key)
		}
		want.HasDeep, want.HasRetained = true, true
		if got := sizes.Groups[node]; got != want {
			t.Errorf("%s: %+v, want %+v", key, got, want)
		}
	}
}

func TestQueryGroup(t *testing.T) {
	const n = 100
	r := resolved(t, caches(n), inspect.Kind, inspect.Query{Heap: heap, Keys: seq.Of("Heap#app.Value")})
	if want := (trees.Amount{Objects: n, Bytes: 40 * n}); r.Shallow != want || r.Deep != want || r.Retained != want {
		t.Errorf("shallow %v, deep %v, retained %v; want %v", r.Shallow, r.Deep, r.Retained, want)
	}
	if len(r.Roots) != 2 || r.Roots[0].Indirect.Objects != n || !strings.HasPrefix(r.Roots[0].Text, "static field app.Main.by") {
		t.Errorf("GC roots %+v", r.Roots)
	}
	for _, o := range []*inspect.Ownership{r.RootOwners, r.Owners} {
		if len(o.Smallest) != 2 || o.SmallestSize.Objects != n || !o.Proven || len(o.Pairs) == 0 || o.Pairs[0].Shared.Objects != n {
			t.Errorf("owners by %v: %+v", o.By, o)
		}
		for _, owner := range o.Owners {
			if owner.Exclusive.Objects != 0 {
				t.Errorf("%s retains %d objects alone", owner.Name, owner.Exclusive.Objects)
			}
		}
	}
	if len(r.Samples) != n || r.Samples[0].Type != "app.Value" {
		t.Errorf("%d samples", len(r.Samples))
	}
}

func TestQueryObject(t *testing.T) {
	r := resolved(t, caches(3), inspect.ObjectKind, inspect.ObjectQuery{Heap: heap, Object: 4}) // the first value
	if r.Type != "app.Value" || r.Key != "Heap#app.Value" || r.InAll != 2 || len(r.In) != 2 || r.In[0].Field != "value" {
		t.Errorf("object %+v", r)
	}
	if r.Dominator != nil || len(r.Path) != 3 || !strings.HasPrefix(r.PathRoot, "static field app.Main.by") {
		t.Errorf("kept by %+v over %+v from %s", r.Dominator, r.Path, r.PathRoot)
	}
}

func TestQueryGraph(t *testing.T) {
	g := resolved(t, caches(50), graphs.Kind, paths())
	if len(g.Nodes) < 5 || len(g.Edges) < 4 || g.Queried.Objects != 50 {
		t.Fatalf("graph %+v", g)
	}
	if !strings.HasPrefix(g.Words, "50 Value are kept alive by 50 ") || !strings.Contains(g.Words, "the static field Main.by") {
		t.Errorf("words: %s", g.Words)
	}
	for _, e := range g.Edges {
		if len(e.Points) < 2 {
			t.Errorf("an edge without a way: %+v", e)
		}
	}
}

// TestNewerQuery checks that a result is for the newest query, and that results still requested are kept.
func TestNewerQuery(t *testing.T) {
	s, changed := start(t)
	s.Open(opens(caches(20)), request("type"))
	await(t, s, changed, "open", func(r exchange.Result) bool { return r.Plan != nil && !r.Busy })
	first := inspect.Kind.Of(inspect.Query{Heap: heap, Keys: seq.Of("Heap#app.Value")})
	object := func(id uint32) query.Query {
		return inspect.ObjectKind.Of(inspect.ObjectQuery{Heap: heap, Object: id})
	}
	s.Request(query.NewRequest(first))
	s.Request(query.NewRequest(first, object(1)))
	r := await(t, s, changed, "both", func(r exchange.Result) bool {
		return inspect.ObjectKind.Result(&r.Results) != nil && inspect.Kind.Result(&r.Results) != nil && inspect.Kind.Result(&r.Results).Whole
	})
	group := inspect.Kind.Result(&r.Results)
	s.Request(query.NewRequest(first, object(2)))
	r = await(t, s, changed, "the other object", func(r exchange.Result) bool { return inspect.ObjectKind.Result(&r.Results) != nil })
	if inspect.Kind.Result(&r.Results) != group || inspect.ObjectKind.Result(&r.Results).Object != 2 ||
		inspect.ObjectKind.Result(&r.Results).Type != "app.Entry" {
		t.Errorf("results %+v", r.Results)
	}
	s.Request(query.NewRequest(inspect.Kind.Of(inspect.Query{Heap: heap, Keys: seq.Of("Heap#nowhere")})))
	await(t, s, changed, "an error", func(r exchange.Result) bool { return r.Results.Err != nil && !r.Results.Busy })
	s.Request(query.Request{})
	if r := s.Result(); inspect.Kind.Result(&r.Results) != nil || r.Results.Err != nil || r.Results.Busy {
		t.Errorf("nothing requested: %+v", r.Results)
	}
}

func TestOwnersOfTheHeap(t *testing.T) {
	o := recording.New(caches(100), recording.Options{})
	owners, err := objects.Owners(context.Background(), o, byType, 0, objects.OwnersQuery{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(owners.Owners) != 2 || len(owners.Smallest) != 2 || owners.All.Objects != 402 {
		t.Errorf("owners %+v", owners)
	}
}

// Owners have the keys of the groups with the same objects in the window's grouping, for any grouping of the owners.
func TestOwnersHaveKeysOfTheWindow(t *testing.T) {
	q := inspect.Query{Heap: trees.HeapState{By: trees.By("package", "type")}, Keys: seq.Of("Heap#app#Value")}
	r := resolved(t, caches(100), inspect.Kind, q)
	keys := map[string]string{}
	for _, o := range r.Owners.Owners {
		keys[o.Name] = o.Key
	}
	if keys["app.IdCache"] != "Heap#app#IdCache" || keys["app.NameEntry"] != "Heap#app#NameEntry" {
		t.Errorf("keys %v", keys)
	}
	q.Heap.By, q.Keys = trees.By("package"), seq.Of("Heap#app")
	r = resolved(t, caches(100), inspect.Kind, q)
	for _, o := range r.Owners.Owners {
		if o.Key != "" {
			t.Errorf("%s leads to %q, which has other objects", o.Name, o.Key)
		}
	}
}

// Without references, the report has only the objects themselves. Without GC roots, it has reachable objects but no owners.
func TestReportOfLess(t *testing.T) {
	for _, lacks := range []trace.Knowledge{trace.KnowsReferences, trace.KnowsRoots} {
		rec := caches(10)
		rec.Knows &^= lacks
		r := resolved(t, rec, inspect.Kind, inspect.Query{Heap: heap, Keys: seq.Of("Heap#app.Entry")})
		if !r.NoRoots || r.RootOwners != nil || r.Owners != nil || r.Roots != nil || r.Retained != (trees.Amount{}) || len(r.Samples) != 10 {
			t.Errorf("without %v: %+v", lacks, r)
		}
		if without := lacks == trace.KnowsReferences; r.NoReferences != without || r.HasClosures == without || (r.Deep.Objects == 0) != without {
			t.Errorf("without %v: %+v", lacks, r)
		}
	}
}
