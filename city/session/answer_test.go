package session_test

import (
	"context"
	"strings"
	"testing"

	"memcity/city/query"
	"memcity/city/seq"
	"memcity/city/session"
	"memcity/city/trees"
	"memcity/city/view/graphs"
	"memcity/city/view/inspect"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// caches is a recording of one heap state: two caches share their values, one of them has keys of its own.
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

// answers opens a recording and waits for the answers to a question.
func answers(t *testing.T, r *trace.Recording, ask query.Ask, ready func(query.Answers) bool) query.Answers {
	t.Helper()
	s, changed := start(t)
	s.Open(opens(r), wish("type"))
	await(t, s, changed, "open", func(r query.Result) bool { return r.Plan != nil && !r.Busy })
	s.Ask(ask)
	return await(t, s, changed, "answer", func(r query.Result) bool {
		if r.Answers.Err != nil {
			t.Fatal(r.Answers.Err)
		}
		return ready(r.Answers)
	}).Answers
}

func TestAskSizes(t *testing.T) {
	const n = 100
	a := answers(t, caches(n), query.Ask{Grouping: byType, Sizes: true}, func(a query.Answers) bool { return a.Sizes != nil && a.Sizes.Whole })
	for key, want := range map[string]trees.GroupSizes{
		"Heap":           {Deep: trees.Amount{Objects: 4*n + 2, Bytes: 112*n + 32}, Retained: trees.Amount{Objects: 4*n + 2, Bytes: 112*n + 32}},
		"Heap#app.Value": {Deep: trees.Amount{Objects: n, Bytes: 40 * n}, Retained: trees.Amount{Objects: n, Bytes: 40 * n}},
		"Heap#app.IdCache": {Deep: trees.Amount{Objects: 2*n + 1, Bytes: 64*n + 16},
			Retained: trees.Amount{Objects: n + 1, Bytes: 24*n + 16}},
		"Heap#app.NameCache": {Deep: trees.Amount{Objects: 3*n + 1, Bytes: 88*n + 16},
			Retained: trees.Amount{Objects: 2*n + 1, Bytes: 48*n + 16}},
	} {
		node, ok := a.Sizes.Series.Find(key)
		if !ok {
			t.Fatalf("no group %s", key)
		}
		want.HasDeep, want.HasRetained = true, true
		if got := a.Sizes.Groups[node]; got != want {
			t.Errorf("%s: %+v, want %+v", key, got, want)
		}
	}
}

func TestAskGroup(t *testing.T) {
	const n = 100
	ask := query.Ask{Grouping: byType, Group: &inspect.Query{Keys: []string{"Heap#app.Value"}}}
	r := answers(t, caches(n), ask, func(a query.Answers) bool { return a.Group != nil && a.Group.Whole }).Group
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
			if owner.Alone.Objects != 0 {
				t.Errorf("%s retains %d objects alone", owner.Name, owner.Alone.Objects)
			}
		}
	}
	if len(r.Samples) != n || r.Samples[0].Type != "app.Value" {
		t.Errorf("%d samples", len(r.Samples))
	}
}

func TestAskObject(t *testing.T) {
	ask := query.Ask{Grouping: byType, Object: &inspect.ObjectQuery{Object: 4}} // the first value
	r := answers(t, caches(3), ask, func(a query.Answers) bool { return a.Object != nil }).Object
	if r.Type != "app.Value" || r.Key != "Heap#app.Value" || r.InAll != 2 || len(r.In) != 2 || r.In[0].Field != "value" {
		t.Errorf("object %+v", r)
	}
	if r.Dominator != nil || len(r.Path) != 3 || !strings.HasPrefix(r.PathRoot, "static field app.Main.by") {
		t.Errorf("kept by %+v over %+v from %s", r.Dominator, r.Path, r.PathRoot)
	}
}

func TestAskGraph(t *testing.T) {
	steps := []graphs.Step{{Kind: graphs.PathsToRoot}}
	ask := query.Ask{Grouping: byType, Graph: &graphs.Query{Keys: []string{"Heap#app.Value"}, Steps: steps}}
	g := answers(t, caches(50), ask, func(a query.Answers) bool { return a.Graph != nil }).Graph
	if len(g.Nodes) < 5 || len(g.Edges) < 4 || g.Asked.Objects != 50 {
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

// TestNewerAsk checks that an answer belongs to the newest question, and that what is still wanted is kept.
func TestNewerAsk(t *testing.T) {
	s, changed := start(t)
	s.Open(opens(caches(20)), wish("type"))
	await(t, s, changed, "open", func(r query.Result) bool { return r.Plan != nil && !r.Busy })
	first := &inspect.Query{Keys: []string{"Heap#app.Value"}}
	s.Ask(query.Ask{Grouping: byType, Group: first})
	s.Ask(query.Ask{Grouping: byType, Group: first, Object: &inspect.ObjectQuery{Object: 1}})
	r := await(t, s, changed, "both", func(r query.Result) bool {
		return r.Answers.Object != nil && r.Answers.Group != nil && r.Answers.Group.Whole
	})
	group := r.Answers.Group
	s.Ask(query.Ask{Grouping: byType, Group: first, Object: &inspect.ObjectQuery{Object: 2}})
	r = await(t, s, changed, "the other object", func(r query.Result) bool { return r.Answers.Object != nil })
	if r.Answers.Group != group || r.Answers.Object.Object != 2 || r.Answers.Object.Type != "app.Entry" {
		t.Errorf("answers %+v", r.Answers)
	}
	s.Ask(query.Ask{Grouping: byType, Group: &inspect.Query{Keys: []string{"Heap#nowhere"}}})
	await(t, s, changed, "an error", func(r query.Result) bool { return r.Answers.Err != nil && !r.Answers.Busy })
	s.Ask(query.Ask{})
	if r := s.Result(); r.Answers.Group != nil || r.Answers.Err != nil || r.Answers.Busy {
		t.Errorf("nothing asked: %+v", r.Answers)
	}
}

func TestOwnersOfTheHeap(t *testing.T) {
	o := session.Wrap(caches(100), session.Options{})
	owners, err := o.Owners(context.Background(), byType, 0, session.OwnersAsk{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(owners.Owners) != 2 || len(owners.Smallest) != 2 || owners.All.Objects != 402 {
		t.Errorf("owners %+v", owners)
	}
}

// Owners have the keys of the groups with the same objects in the window's grouping, whatever they are grouped by.
func TestOwnersHaveKeysOfTheWindow(t *testing.T) {
	ask := query.Ask{Grouping: trees.By("package", "type"), Group: &inspect.Query{Keys: []string{"Heap#app#Value"}}}
	r := answers(t, caches(100), ask, func(a query.Answers) bool { return a.Group != nil && a.Group.Whole }).Group
	keys := map[string]string{}
	for _, o := range r.Owners.Owners {
		keys[o.Name] = o.Key
	}
	if keys["app.IdCache"] != "Heap#app#IdCache" || keys["app.NameEntry"] != "Heap#app#NameEntry" {
		t.Errorf("keys %v", keys)
	}
	ask.Grouping.By, ask.Group.Keys[0] = seq.Of("package"), "Heap#app"
	r = answers(t, caches(100), ask, func(a query.Answers) bool { return a.Group != nil && a.Group.Whole }).Group
	for _, o := range r.Owners.Owners {
		if o.Key != "" {
			t.Errorf("%s leads to %q, which has other objects", o.Name, o.Key)
		}
	}
}

// Without references nothing is told but the objects themselves; without GC roots, what is reached but not who owns.
func TestReportOfLess(t *testing.T) {
	for _, lacks := range []trace.Knowledge{trace.KnowsReferences, trace.KnowsRoots} {
		rec := caches(10)
		rec.Knows &^= lacks
		ask := query.Ask{Grouping: byType, Group: &inspect.Query{Keys: []string{"Heap#app.Entry"}}}
		r := answers(t, rec, ask, func(a query.Answers) bool { return a.Group != nil && a.Group.Whole }).Group
		if !r.NoRoots || r.RootOwners != nil || r.Owners != nil || r.Roots != nil || r.Retained != (trees.Amount{}) || len(r.Samples) != 10 {
			t.Errorf("without %v: %+v", lacks, r)
		}
		if without := lacks == trace.KnowsReferences; r.NoReferences != without || r.HasClosures == without || (r.Deep.Objects == 0) != without {
			t.Errorf("without %v: %+v", lacks, r)
		}
	}
}
