package session

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"memcity/city/budget"
	"memcity/city/exchange"
	"memcity/city/query"
	"memcity/city/recording"
	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/testrun"
)

// For any number of kinds, the query of the last one is resolved, or fails once, like all others.
func TestManyKinds(t *testing.T) {
	usual := rows
	defer func() { rows = usual }()
	calls := make(chan int, 1000)
	rows = nil
	const many = 40
	errNone := errors.New("none")
	var queries []query.Query
	for i := range many {
		kind := query.NewKind[int, string](fmt.Sprint(i))
		queries = append(queries, kind.Of(i))
		rows = append(rows, handle(kind, func(_ context.Context, _ *recording.Recording, q int, _ trace.Progress) (string, error) {
			calls <- q
			return "", fmt.Errorf("query %d: %w", q, errNone)
		}))
	}
	changed := make(chan struct{}, 1)
	s := New(func() {
		select {
		case changed <- struct{}{}:
		default:
		}
	}, recording.Options{})
	defer s.Close()
	until := func(what string, done func(r exchange.Result) bool) {
		t.Helper()
		for late := testrun.TooLate(t); !done(s.Result()); {
			select {
			case <-changed:
			case <-late:
				t.Fatalf("%s: %+v", what, s.Result())
			}
		}
	}
	s.Open(func(context.Context, trace.Progress) (*trace.Recording, error) {
		b := tracetest.NewHeap()
		b.Root(b.Object(b.Type("app.A", 16)), trace.RootStaticField, "app.Main.a")
		heap := b.Heap()
		return &trace.Recording{Name: "one", Format: "test", Names: trace.NewNames(), Knows: trace.KnowsObjects,
			Points: []trace.Point{{Load: func(context.Context, trace.Progress) (*trace.Heap, []trace.Warning, error) {
				return heap, nil, nil
			}}}}, nil
	}, exchange.Request{})
	until("the recording is not opened", func(r exchange.Result) bool { return r.Whole })
	for range 2 { // forgotten in between, they are requested again
		s.Request(query.NewRequest(queries...))
		until("queries are left", func(r exchange.Result) bool { return !r.Results.Busy && r.Results.Err != nil })
		for want := range many {
			if got := <-calls; got != want {
				t.Fatalf("query %d is resolved, want %d", got, want)
			}
		}
		if err := s.Result().Results.Err; !errors.Is(err, errNone) || len(calls) > 0 {
			t.Errorf("error %v, %d queries are resolved again", err, len(calls))
		}
		s.Request(query.Request{})
	}
}

// TestGroupingsOfRules: leak rules use the current grouping if it has all objects in shallow sizes. A key has its own chain, and type names
// use the grouping by type.
func TestGroupingsOfRules(t *testing.T) {
	shown := trees.By("package", "type")
	filtered, deep := shown, shown
	filtered.Filters, deep.SizeKind = seq.Of("all"), trees.Deep
	usual := trees.Grouping{By: scene.DefaultSettings().By}
	for _, test := range []struct {
		rule        string
		shown, want trees.Grouping
	}{
		{"leak window found", trees.Grouping{}, trees.By("type")}, {"leak window found", shown, shown},
		{"leak window found", filtered, trees.By("type")}, {"leak window found", deep, trees.By("type")},
		{"objects of app.A above 1", shown, trees.By("type")}, {"objects of Heap#app above 1", shown, usual},
		{"objects of Heap above 1", shown, usual}, {"growth of app.* above 1 %", shown, trees.By("type")},
	} {
		rule, err := budget.ParseRule(test.rule)
		if err != nil {
			t.Fatal(err)
		}
		s := &Session{}
		s.shown.by = test.shown
		if got := s.groupingFor(rule); got != test.want {
			t.Errorf("%s with %v: %v, want %v", test.rule, test.shown, got, test.want)
		}
		rule.By = "site,type"
		want := test.want
		if rule.IsKey() {
			want = trees.By("site", "type")
		}
		if got := s.groupingFor(rule); got != want {
			t.Errorf("%s by a chain: %v, want %v", test.rule, got, want)
		}
	}
}
