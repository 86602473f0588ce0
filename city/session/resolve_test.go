package session

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"memcity/city/budget"
	"memcity/city/exchange"
	"memcity/city/query"
	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/wait"
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
		rows = append(rows, handle(kind, func(_ *Recording, _ context.Context, q int, _ trace.Progress) (string, error) {
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
	}, Options{})
	defer s.Close()
	until := func(what string, done func(r exchange.Result) bool) {
		t.Helper()
		for late := wait.TooLate(t); !done(s.Result()); {
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
	filtered.Filters, deep.Measure = seq.Of("all"), trees.Deep
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

// TestHalving: every second kept GC point of the older half is dropped, except the ones to keep.
func TestHalving(t *testing.T) {
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(seed, 3))
		o := &Recording{growth: growth{gone: make([]bool, random.IntN(40))}}
		for i := range o.gone {
			if o.gone[i] = random.IntN(4) == 0; !o.gone[i] {
				o.left++
			}
		}
		var left, keep, want []int
		for i, gone := range o.gone {
			if !gone {
				left = append(left, i)
			}
			if random.IntN(5) == 0 {
				keep = append(keep, i)
			}
		}
		for n, i := range left {
			if n >= len(left)/2 || n%2 == 0 || slices.Contains(keep, i) {
				want = append(want, i)
			}
		}
		dropped := o.halve(keep)
		var got []int
		for i, gone := range o.gone {
			if !gone {
				got = append(got, i)
			}
		}
		if !slices.Equal(got, want) || o.left != len(want) || dropped != (len(want) < len(left)) {
			t.Errorf("seed %d: of %v are left %v, %d, want %v; dropped %v", seed, left, got, o.left, want, dropped)
		}
	}
}
