package view

import (
	"slices"
	"strings"
	"testing"

	"memcity/city/query"
	"memcity/city/view/rows"
)

type listing struct {
	Path  []string
	Order int
	Open  rows.Expansion
}

func (l *listing) same(o *listing) bool {
	return slices.Equal(l.Path, o.Path) && l.Order == o.Order && l.Open == o.Open
}

var (
	kind  = query.NewKind[int, *int]("a query of a test")
	lists = New("lists", Traits[listing]{
		Needs:   NeedsObjects,
		Queries: func(seen *Seen, l listing) []query.Query { return []query.Query{kind.Of(seen.From + l.Order)} },
		Same:    (*listing).same,
		Undone: func(now, then listing) listing {
			now.Order = then.Order
			return now
		},
		Returned: func(now, then listing) listing {
			now.Path = then.Path
			return now
		},
		Moved: func(l listing) listing {
			l.Path = nil
			return l
		},
		Reselected: func(l listing) listing {
			l.Order = 0
			return l
		},
		Reopened: func(l listing) listing { return listing{Order: l.Order} },
		Rows:     func(l *listing) *rows.Expansion { return &l.Open },
	})
	numbers = New("numbers", Traits[int]{Kept: func(seen *Seen, n int) []query.Query { return []query.Query{kind.Of(n)} }})
)

// States contain one state per view and are immutable, and a change to an equal state has no effect.
func TestStates(t *testing.T) {
	var none States
	if got := lists.Of(none); !got.same(&listing{}) || numbers.Of(none) != 0 || lists.With(none, listing{}) != none {
		t.Errorf("at first %+v and %d", got, numbers.Of(none))
	}
	a := lists.With(numbers.With(none, 3), listing{Order: 2})
	b := numbers.With(a, 4)
	if numbers.Of(a) != 3 || numbers.Of(b) != 4 || lists.Of(a).Order != 2 || lists.Of(b).Order != 2 || numbers.Of(none) != 0 {
		t.Errorf("%+v and %+v", *a.list, *b.list)
	}
	if a == b || numbers.With(b, 4) != b || lists.With(a, listing{Path: []string{}, Order: 2}) != a {
		t.Error("states are equal though they differ, or an equal state changes them")
	}
	numbers.Change(&b, func(n *int) { *n *= 2 })
	if numbers.Of(b) != 8 || numbers.Of(a) != 3 {
		t.Errorf("%d, and before it %d", numbers.Of(b), numbers.Of(a))
	}
}

// Each trait changes only its parts. States without the trait stay, except when another recording is opened.
func TestTraits(t *testing.T) {
	at := func(order, number int, path ...string) States {
		return numbers.With(lists.With(States{}, listing{Path: path, Order: order}), number)
	}
	now, then := at(1, 1, "now"), at(2, 2, "then")
	for _, c := range []struct {
		name      string
		got, want States
	}{
		{"undone", now.Undone(then), at(2, 1, "now")}, {"undone to none", now.Undone(States{}), at(0, 1, "now")},
		{"returned", now.Returned(then), at(1, 1, "then")}, {"moved", now.Moved(), at(1, 1)},
		{"reselected", now.Reselected(), at(0, 1, "now")}, {"reopened", now.Reopened(), at(1, 0)},
	} {
		if got := lists.Of(c.got); !got.same(new(lists.Of(c.want))) || numbers.Of(c.got) != numbers.Of(c.want) {
			t.Errorf("%s: %+v and %d, want %+v and %d", c.name, got, numbers.Of(c.got), lists.Of(c.want), numbers.Of(c.want))
		}
	}
	if now.Undone(at(1, 2, "then")) != now || now.Returned(at(2, 2, "now")) != now || (States{}).Moved() != (States{}) {
		t.Error("what changes nothing makes other states")
	}
}

// Rows are expanded in the view that has a table.
func TestOpened(t *testing.T) {
	s := States{}.Opened(lists.ID, []string{"a"}, true)
	if open, known := lists.Of(s).Open.Has([]byte("a")); !open || !known {
		t.Error("the row is not open")
	}
	if s.Opened(numbers.ID, []string{"a"}, true) != s || s.Opened(ID{}, []string{"a"}, true) != s {
		t.Error("rows are opened where there are none")
	}
}

// Views are found by name, and the zero ID is the city.
func TestNames(t *testing.T) {
	for _, v := range []ID{{}, lists.ID, numbers.ID} {
		if got, ok := Named(v.String()); !ok || got != v || !slices.Contains(All(), v) {
			t.Errorf("%v: found %v, %v", v, got, ok)
		}
	}
	if v, ok := Named("none"); ok || v != (ID{}) || (ID{}).String() != City || All()[0] != (ID{}) {
		t.Error("a view that nobody declared is found, or the city is not the first")
	}
}

// A view has its queries while it fills the window, and its kept queries otherwise.
func TestQueries(t *testing.T) {
	seen, states := &Seen{From: 5}, lists.With(States{}, listing{Order: 2})
	if got := lists.Queries(seen, states); !slices.Equal(got, []query.Query{kind.Of(7)}) ||
		len(numbers.Queries(seen, states))+len(ID{}.Queries(seen, states)) > 0 {
		t.Errorf("requests %v", got)
	}
	if got := lists.Kept(nil, seen, states); !slices.Equal(got, []query.Query{kind.Of(0)}) || numbers.Kept(nil, seen, states) != nil {
		t.Errorf("keeps %v", got)
	}
	if lists.Needs() != NeedsObjects || numbers.Needs() != NeedsEvents || (ID{}).Needs() != NeedsStates {
		t.Error("needs are mixed up")
	}
}

// Two views with one name, and states that cannot be compared, panic at program start.
func TestDeclarationsAreChecked(t *testing.T) {
	for want, declare := range map[string]func(){
		"two views are named lists": func() { New("lists", Traits[int]{}) },
		"two views are named city":  func() { New(City, Traits[int]{}) },
		"no Same":                   func() { New("slices", Traits[[]int]{}) },
	} {
		func() {
			defer func() {
				if said, _ := recover().(string); !strings.Contains(said, want) {
					t.Errorf("%q, want %q", said, want)
				}
			}()
			declare()
		}()
	}
}

// States are read for every frame.
func BenchmarkOf(b *testing.B) {
	b.ReportAllocs()
	s := numbers.With(lists.With(States{}, listing{Order: 2}), 3)
	for b.Loop() {
		if numbers.Of(s) != 3 {
			b.Fatal()
		}
	}
}
