package structure

import (
	"slices"
	"strings"
	"testing"

	"memcity/trace"
)

// grew returns a data structure whose sizes grew from nothing by the given numbers of bytes.
func grew(name trace.Amount, retained, deep, reachable, own int64) Growth {
	size := func(n int64) trace.Amount { return trace.Amount{Objects: n, Bytes: n} }
	g := Growth{Pattern: SingleContainer}
	g.After.Sizes = Sizes{Retained: size(retained), Deep: size(deep), Reachable: size(reachable), Own: size(own)}
	g.After.ID = ID(name.Bytes)
	return g
}

func named(letter byte) trace.Amount { return trace.Amount{Bytes: int64(letter)} }

func order(c *Comparison) string {
	var b strings.Builder
	for _, g := range c.List {
		b.WriteByte(byte(g.After.ID))
	}
	return b.String()
}

// TestRankAtTheTie checks that retained sizes count as equal if they differ by at most 10, in a heap that grew by 10000.
func TestRankAtTheTie(t *testing.T) {
	for _, test := range []struct {
		name string
		list []Growth
		want string
	}{
		{"by retained size", []Growth{grew(named('a'), 100, 9, 9, 9), grew(named('b'), 200, 1, 1, 1)}, "ba"},
		{"as far apart as ties go", []Growth{grew(named('a'), 200, 1, 9, 9), grew(named('b'), 190, 20, 1, 1)}, "ba"},
		{"one further", []Growth{grew(named('a'), 200, 1, 1, 1), grew(named('b'), 189, 20, 9, 9)}, "ab"},
		{"from the strongest, not from the last",
			[]Growth{grew(named('a'), 200, 1, 1, 1), grew(named('b'), 192, 20, 1, 1), grew(named('c'), 184, 900, 9, 9)}, "bac"},
		{"then by deep size", []Growth{grew(named('a'), 200, 100, 1, 1), grew(named('b'), 200, 300, 1, 1), grew(named('c'), 200, 200, 1, 1)},
			"bca"},
		{"then by reachable size", []Growth{grew(named('a'), 200, 100, 1, 90), grew(named('b'), 200, 100, 50, 1)}, "ba"},
		{"then by the own size", []Growth{grew(named('a'), 200, 100, 5, 1), grew(named('b'), 200, 100, 5, 2)}, "ba"},
		{"then as they were", []Growth{grew(named('a'), 200, 100, 5, 1), grew(named('b'), 200, 100, 5, 1)}, "ab"},
	} {
		c := &Comparison{HeapAfter: trace.Amount{Bytes: 10_000, Objects: 10_000}, List: test.list}
		c.rank()
		if got := order(c); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

// TestRankAside checks that data structures without a part in the growth come last, ranked among themselves.
func TestRankAside(t *testing.T) {
	list := []Growth{grew(named('a'), 900, 0, 0, 0), grew(named('b'), 100, 0, 0, 0), grew(named('c'), 950, 0, 0, 0),
		grew(named('d'), 300, 0, 0, 0)}
	list[0].Pattern, list[2].Pattern = NonGrowth, NonGrowth
	c := &Comparison{HeapAfter: trace.Amount{Bytes: 10_000}, List: list}
	c.rank()
	if got := order(c); got != "dbca" {
		t.Errorf("got %s", got)
	}
}

// TestSortWithoutTies checks that sizes are compared as they are if the heap did not grow.
func TestSortWithoutTies(t *testing.T) {
	c := &Comparison{List: []Growth{grew(named('a'), 5, 1, 0, 0), grew(named('b'), 5, 2, 0, 0), grew(named('c'), 6, 0, 0, 0),
		grew(named('d'), 5, 1, 0, 7), grew(named('e'), 5, 1, 0, 8)}}
	c.sort()
	if got := order(c); got != "cbeda" {
		t.Errorf("got %s", got)
	}
	unknown := grew(named('a'), 0, 0, 0, 0)
	unknown.After.Retained = Unknown
	if got := c.grown(&unknown, retainedOf); got != 0 {
		t.Errorf("an unknown size grew by %d", got)
	}
	unknown = grew(named('a'), 7, 0, 0, 0)
	unknown.Before.Retained = Unknown
	if got := c.grown(&unknown, retainedOf); got != 0 {
		t.Errorf("from an unknown size it grew by %d", got)
	}
}

// TestStrongest checks that the strongest are the first of the list and, with each, those whose other sizes grew most.
func TestStrongest(t *testing.T) {
	c := &Comparison{List: []Growth{
		grew(named('a'), 90, 0, 0, 0), grew(named('b'), 80, 50, 0, 0), grew(named('c'), 70, 0, 50, 0), grew(named('d'), 60, 0, 0, 50),
		grew(named('e'), 50, 0, 0, 0),
	}}
	for _, test := range []struct {
		top  int
		each bool
		want []int
	}{
		{0, true, []int{0, 1, 2, 3, 4}}, {-1, true, []int{0, 1, 2, 3, 4}}, {5, true, []int{0, 1, 2, 3, 4}}, {6, false, []int{0, 1, 2, 3, 4}},
		{1, false, []int{0}}, {4, false, []int{0, 1, 2, 3}}, {1, true, []int{0, 1, 2, 3}},
	} {
		if got := c.Strongest(test.top, test.each); !slices.Equal(got, test.want) {
			t.Errorf("%d, %v: got %v, want %v", test.top, test.each, got, test.want)
		}
	}
}
