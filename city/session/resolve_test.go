package session

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"memcity/city/exchange"
	"memcity/city/query"
	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/wait"
)

// There may be any number of kinds: the query of the last of them is resolved, or fails once, like all others.
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
