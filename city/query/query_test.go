package query_test

import (
	"errors"
	"testing"

	"memcity/city/query"
	"memcity/city/seq"
)

type person struct {
	Names seq.Seq[string]
	Age   int
}

var (
	people = query.NewKind[person, *string]("people")
	more   = query.NewKind[person, *string]("more people")
	sums   = query.NewKind[int, int]("sums")
)

func named(age int, names ...string) person { return person{seq.Of(names...), age} }

// Requests are equal if they contain the same queries, in any order of construction.
func TestRequests(t *testing.T) {
	a := query.NewRequest(people.Of(named(1, "a")), query.Query{}, sums.Of(3))
	if b := query.NewRequest(sums.Of(3), people.Of(named(7)), people.Of(named(1, "a"))); a != b || a.With(sums.Of(3)) != a {
		t.Error("equal requests differ")
	}
	for name, b := range map[string]query.Request{
		"nothing": {}, "less": query.NewRequest(sums.Of(3)), "other numbers": a.With(sums.Of(4)), "other names": a.With(people.Of(named(1, "b"))),
		"another kind": query.NewRequest(more.Of(named(1, "a")), sums.Of(3)), "more": a.With(more.Of(named(1, "a"))),
	} {
		if a == b {
			t.Errorf("%s: equal", name)
		}
	}
	if q, ok := people.In(a); !ok || q != named(1, "a") || !people.Wanted(a) || !a.Wants(people.Of(q)) || a.Wants(people.Of(named(2))) {
		t.Errorf("requests %v, %v", q, ok)
	}
	if q, ok := more.In(a); ok || more.Wanted(a) || q != (person{}) || a.Of(more.Any()) != (query.Query{}) {
		t.Errorf("requests %v of a kind that is not wanted", q)
	}
	if got, want := a.String(), "[people {Names:[a] Age:1} sums 3]"; got != want || (query.Query{}).String() != "nothing" {
		t.Errorf("written %s, want %s", got, want)
	}
	if query.NewRequest() != (query.Request{}) || query.NewRequest(query.Query{}) != (query.Request{}) {
		t.Error("a request without queries is not the zero one")
	}
}

// Results are read with their types, and results of other kinds stay when one changes.
func TestResults(t *testing.T) {
	text, other := "one", "two"
	q := people.Of(named(1, "a"))
	part := query.Results{}.Put(q, &text, false)
	if got, whole := people.Result(&part), people.Whole(&part); got != &text || whole || more.Result(&part) != nil || sums.Result(&part) != 0 {
		t.Errorf("a part: %v, whole %v", got, whole)
	}
	r := sums.With(people.With(part, named(2), &other), 3, 6)
	if people.Result(&part) != &text {
		t.Error("results were written to")
	}
	if of, ok := people.QueryOf(&r); !ok || of != named(2) || people.Result(&r) != &other || !people.Whole(&r) || sums.Result(&r) != 6 {
		t.Errorf("results %+v", r)
	}
	if people.For(&r, named(2)) != &other || people.For(&r, named(1, "a")) != nil || more.For(&r, person{}) != nil {
		t.Error("the result is of another query")
	}
	if known, result, whole := r.Known(people.Any()); known != people.Of(named(2)) || result != &other || !whole {
		t.Errorf("known is %v, %v, %v", known, result, whole)
	}
	dropped := r.Drop(people.Any())
	if _, ok := people.QueryOf(&dropped); ok || people.Whole(&dropped) || sums.Result(&dropped) != 6 || people.Result(&r) != &other {
		t.Error("dropping one is not dropping it alone")
	}
}

// Results compare without comparing their contents, and errors that are not comparable cause no panic.
func TestResultsCompare(t *testing.T) {
	text := "one"
	r := people.With(query.Results{}, named(1), &text)
	if same := r; same != r || r == people.With(r, named(1), &text) || r.Drop(more.Any()) != r {
		t.Error("results that were not changed differ, or others are equal")
	}
	err := incomparable{"x"}
	a, b := r.Failed(err), r.Failed(err)
	if a == b || !errors.As(a.Err, &err) || a.Err.Error() != "x" {
		t.Errorf("error %v", a.Err)
	}
}

type incomparable []string

func (i incomparable) Error() string { return i[0] }

// An unchanged request is cheap in every frame.
func BenchmarkRequest(b *testing.B) {
	b.ReportAllocs()
	last := query.NewRequest(people.Of(named(1, "a")), sums.Of(3))
	for b.Loop() {
		if query.NewRequest(people.Of(named(1, "a")), sums.Of(3)) != last {
			b.Fatal()
		}
	}
}
