package identity

import (
	"slices"
	"testing"

	"memcity/trace"
)

// TestPlaceOf checks the verdicts by anchors next to a pair, at the limits of what they allow.
func TestPlaceOf(t *testing.T) {
	ids := func(ids ...trace.ObjectID) []trace.ObjectID { return ids }
	same := func(o trace.ObjectID) uint64 { return uint64(o) }
	between := func(p places) *places {
		p.xs, p.ys, p.local = ids(100, 200), ids(100, 200), true
		return &p
	}
	for _, test := range []struct {
		name string
		p    *places
		x, y trace.ObjectID
		want verdict
	}{
		{"nothing is where it was", &places{xs: ids(100, 200), ys: ids(100, 200)}, 150, 150, unknown},
		{"between the same two", between(places{}), 150, 199, fits},
		{"just behind the first", between(places{}), 150, 101, fits},
		{"where the first is", between(places{}), 150, 100, contradicts},
		{"where the second is", between(places{}), 150, 200, contradicts},
		{"before both", between(places{}), 150, 50, contradicts},
		{"outside of two that may have been torn apart", &places{xs: ids(100, 357), ys: ids(100, 357), local: true}, 150, 50, unknown},
		{"outside of two that just may not", &places{xs: ids(100, 356), ys: ids(100, 356), local: true}, 150, 50, contradicts},
		{"outside of distant ones where all is in order", &places{xs: ids(100, 357), ys: ids(100, 357), local: true, ordered: true}, 150, 50,
			contradicts},
		{"behind the last, as far as before", between(places{}), 210, 210, fits},
		{"behind the last, with new ones before it", between(places{}), 210, 226, fits},
		{"behind the last, with too many new ones", between(places{}), 210, 227, unknown},
		{"where the last is", between(places{}), 210, 200, unknown},
		{"before the first", between(places{}), 90, 90, fits},
		{"before the first, with new ones behind it", between(places{}), 90, 74, fits},
		{"before the first, with too many new ones", between(places{}), 90, 73, unknown},
		{"far behind the last where all is in order", between(places{ordered: true}), 210, 227, contradicts},
		{"far before the first where all is in order", between(places{ordered: true}), 90, 73, contradicts},
		{"no anchors", &places{local: true, ordered: true}, 150, 50, unknown},
		{"it did not move", &places{xs: ids(100, 200), ys: ids(300, 100), local: true, from: same, to: same}, 150, 150, fits},
		{"it moved up where nothing does", &places{local: true, from: same, to: same, down: true}, 150, 151, contradicts},
		{"it moved down", &places{local: true, from: same, to: same, down: true}, 150, 149, unknown},
		{"it moved up where things do", &places{local: true, from: same, to: same}, 150, 151, unknown},
		{"it moved up between torn anchors", &places{xs: ids(100, 357), ys: ids(100, 357), local: true, from: same, to: same, down: true},
			150, 400, contradicts},
	} {
		if got := test.p.of(test.x, test.y); got != test.want {
			t.Errorf("%s: %d, want %d", test.name, got, test.want)
		}
	}
}

// TestTornAnchors checks anchors that changed their order in a heap that otherwise keeps it. They show nothing about objects that are
// between them on both sides.
func TestTornAnchors(t *testing.T) {
	p := &places{xs: []trace.ObjectID{100, 200}, ys: []trace.ObjectID{100, 400}, local: true, ordered: true}
	for y, want := range map[trace.ObjectID]verdict{99: contradicts, 250: unknown, 401: contradicts, 160: fits, 116 + 50: fits,
		117 + 50: unknown, 334: fits, 333: unknown} {
		if got := p.of(150, y); got != want {
			t.Errorf("%d: %d, want %d", y, got, want)
		}
	}
}

// TestFollows checks that two neighbors keep their order, with at most sixteen objects between them.
func TestFollows(t *testing.T) {
	for _, test := range []struct {
		x1, x2, y1, y2 trace.ObjectID
		want           bool
	}{{10, 20, 5, 15, true}, {10, 20, 5, 6, true}, {10, 20, 5, 5, false}, {10, 20, 6, 5, false}, {10, 20, 5, 31, true},
		{10, 20, 5, 32, false}} {
		if got := follows(test.x1, test.x2, test.y1, test.y2); got != test.want {
			t.Errorf("%+v: %v", test, got)
		}
	}
}

// TestWeigh checks that objects move down if 99 of 100 do.
func TestWeigh(t *testing.T) {
	for _, test := range []struct {
		up, all int
		want    bool
	}{{0, 1, true}, {1, 1, false}, {1, 100, true}, {2, 100, false}, {1, 99, false}} {
		p := &places{}
		for i := range test.all {
			p.xs, p.ys = append(p.xs, trace.ObjectID(i)), append(p.ys, trace.ObjectID(i))
		}
		before := func(trace.ObjectID) uint64 { return 50 }
		after := func(o trace.ObjectID) uint64 {
			if int(o) < test.up {
				return 51
			}
			return 50
		}
		p.weigh(before, after)
		if p.down != test.want || p.from == nil || p.to == nil {
			t.Errorf("%d of %d move up: %v", test.up, test.all, p.down)
		}
	}
	for _, p := range []*places{{}, {xs: []trace.ObjectID{1}, ys: []trace.ObjectID{1}}} {
		p.weigh(nil, nil)
		if p.down || p.from != nil {
			t.Error("without addresses something moves")
		}
	}
}

// TestWindows checks that an object away from its neighbors is not good, in every window and at the ends.
func TestWindows(t *testing.T) {
	const n = 700
	for _, away := range []int{1, 100, 127, 128, 200, 255, 256, 300, 511, 600, n - 2} {
		var xs, ys []trace.ObjectID
		for i := range n {
			xs, ys = append(xs, trace.ObjectID(i)), append(ys, trace.ObjectID(10_000+i))
		}
		ys[away] = 5
		for i, good := range windows(t.Context(), xs, ys) {
			if good != (i != away) {
				t.Errorf("with %d away, %d is good: %v", away, i, good)
			}
		}
	}
	// A window of half the length shows nothing by itself.
	if got := windows(t.Context(), make([]trace.ObjectID, window/2), make([]trace.ObjectID, window/2)); slices.Contains(got, true) {
		t.Error("few anchors are compared")
	}
	if got := windows(t.Context(), make([]trace.ObjectID, window/2+1), make([]trace.ObjectID, window/2+1)); slices.Contains(got[1:], false) {
		t.Error("enough anchors are not")
	}
}

// TestEmbedding checks the only possible assignment of a row in another one.
func TestEmbedding(t *testing.T) {
	row := func(text string) (ids []trace.ObjectID) {
		for _, c := range text {
			ids = append(ids, trace.ObjectID(c))
		}
		return ids
	}
	same := func(x, y trace.ObjectID) bool { return x == y }
	for _, test := range []struct {
		xs, ys string
		want   []int
	}{
		{"abc", "abc", []int{0, 1, 2}},
		{"abc", "ac", []int{0, 2}},
		{"abc", "c", []int{2}},
		{"aab", "ab", []int{-1, 2}},
		{"abb", "ab", []int{0, -1}},
		{"aba", "a", []int{-1}},
		{"abc", "ca", nil},
		{"ab", "abb", nil},
		{"abc", "d", nil},
		{"", "a", nil},
	} {
		if got := embedding(row(test.xs), row(test.ys), same); !slices.Equal(got, test.want) || (got == nil) != (test.want == nil) {
			t.Errorf("%s in %s: got %v, want %v", test.ys, test.xs, got, test.want)
		}
	}
}
