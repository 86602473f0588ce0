package guide

import (
	"strings"
	"testing"

	"memcity/analysis/closure"
	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/trace"
	"memcity/words"
)

// pileIn returns a pile of the given number of app.Entry objects in a holding.
func pileIn(h leak.Holding, objects int) *detail {
	s := &leak.Suspect{Holding: h, Parts: []leak.Pile{{Container: 1, Tops: []leak.Place{5}}}}
	return &detail{suspect: s, kind: "app.Entry", owner: h.Owner, target: make([]trace.ObjectID, objects)}
}

// TestContainerAndHolder checks that the closest field names the holder of a pile, next to the owner that leads there.
func TestContainerAndHolder(t *testing.T) {
	const owned, library = "field app.Main.all", "field Pool.free"
	field := leak.Holding{Root: "static field app.Main.main", Owner: owned, Kind: "java.util.HashMap", Inner: "java.util.ArrayList", At: 9}
	change := func(of func(h *leak.Holding)) leak.Holding {
		h := field
		of(&h)
		return h
	}
	for _, test := range []struct {
		holding           leak.Holding
		objects           int
		change            func(d *detail)
		container, holder string
	}{
		{leak.Holding{Root: "thread worker-N", Owner: "x"}, 1, nil, "the thread worker-N", "in the thread worker-N"},
		{leak.Holding{Root: "thread worker-N", Owner: "x"}, 2, nil, "threads that never end, named worker-N",
			"with threads that never end, named worker-N"},
		{leak.Holding{Root: "thread", Owner: "x"}, 0, nil, "threads that never end and have no name",
			"with threads that never end and have no name"},
		{field, 2, nil, "the HashMap of the " + owned, "in the HashMap of the " + owned},
		{field, 2, func(d *detail) { d.suspect.Parts[0].Tops = nil }, "the " + owned, "in the " + owned},
		{field, 2, func(d *detail) { d.suspect.At = 5 }, "the chain that begins at the " + owned, "in the chain that begins at the " + owned},
		{field, 2, func(d *detail) { d.kind = field.Kind }, "the tree that begins at the " + owned, "in the tree that begins at the " + owned},
		{change(func(h *leak.Holding) { h.Locals = true }), 2, nil, "the thread-locals of the " + owned, "in the thread-locals of the " + owned},
		{change(func(h *leak.Holding) { h.Many = true }), 2, nil, "every ArrayList of the HashMap of the " + owned,
			"in every ArrayList of the HashMap of the " + owned},
		{change(func(h *leak.Holding) { h.Field = "lib.Pool.free" }), 2, nil, "the HashMap of the " + library,
			"in the HashMap of the " + library + " (reached from the " + owned + ")"},
		{change(func(h *leak.Holding) { h.Field = "app.Main.all" }), 2, nil, "the HashMap of the " + owned, "in the HashMap of the " + owned},
		{change(func(h *leak.Holding) { h.Field, h.Owner = "app.Main.all", "static field app.Main.all" }), 2, nil,
			"the HashMap of the static field app.Main.all", "in the HashMap of the static field app.Main.all"},
		{field, 2, func(d *detail) { d.near = "field app.Near.it" }, "the HashMap of the field app.Near.it",
			"in the HashMap of the field app.Near.it (kept alive by the static field app.Main.main)"},
		{field, 2, func(d *detail) { d.also = []string{"field app.x.Other.more", "thread y"} }, "the HashMap of the " + owned,
			"in the HashMap of the " + owned + ", and in the field Other.more and the thread y"},
		{change(func(h *leak.Holding) { h.Owner = "thread" }), 2, nil, "the HashMap of the threads without a name",
			"in the HashMap of the threads without a name"},
	} {
		d := pileIn(test.holding, test.objects)
		if test.change != nil {
			test.change(d)
		}
		if got := containerText(d); got != test.container {
			t.Errorf("%+v: in %q, want %q", test.holding, got, test.container)
		}
		if got := holderText(d); got != test.holder {
			t.Errorf("%+v: held %q, want %q", test.holding, got, test.holder)
		}
	}
}

// TestFieldsByShortNames checks that class names lose their package, and that names without a class stay.
func TestFieldsByShortNames(t *testing.T) {
	for field, want := range map[string]string{"": "", "free": "free", ".free": ".free", "Pool.free": "Pool.free",
		"lib.a.Pool.free": "Pool.free"} {
		if got := words.FieldName(field); got != want {
			t.Errorf("%q: %q, want %q", field, got, want)
		}
		if got := fieldText(field); got != "field "+want && (field != "" || got != "") {
			t.Errorf("text of %q: %q", field, got)
		}
	}
	for owner, want := range map[string]string{"field a.B.c": "field B.c", "static field a.B.c": "static field a.B.c",
		"thread a.b.c": "thread a.b.c"} {
		if got := shortOwner(owner); got != want {
			t.Errorf("owner %q: %q, want %q", owner, got, want)
		}
	}
	for _, test := range []struct{ from, field, to, want string }{
		{"java.lang.Object[]", leak.Element, "app.A", "the elements of Object[] that are A"},
		{"app.A", leak.Class, "java.lang.Class", "the class of A"},
		{"app.A", "next", "app.B", "A.next"},
	} {
		if got := referenceText(test.from, test.field, test.to); got != test.want {
			t.Errorf("%+v: %q", test, got)
		}
	}
}

// TestTitlesOfLeaks checks titles for growth in size, in bytes without more objects, and in number.
func TestTitlesOfLeaks(t *testing.T) {
	holding := leak.Holding{Owner: "field app.Main.all", Kind: "java.util.List", At: 9}
	const in = "in the List of the field app.Main.all"
	for _, test := range []struct {
		objects, bytes []int64
		from           int
		uneven, itself bool
		want           string
	}{
		{[]int64{5, 10}, []int64{1000, 3000}, 0, false, false, "X: app.Entry objects pile up " + in + ": from 5 to 10 (+2.0 kB)"},
		{[]int64{5, 9, 10}, []int64{1000, 2000, 9000}, 1, false, false,
			"X: app.Entry objects pile up " + in + ": from 9 to 10 (+7.0 kB)"},
		{[]int64{5, 5}, []int64{1000, 3000}, 0, false, false,
			"X: app.Entry objects " + in + " take more and more: 3.0 kB at the end (+2.0 kB since the growth started)"},
		{[]int64{5, 4}, []int64{1000, 900, 3000}, 0, false, false,
			"X: app.Entry objects " + in + " take 3.0 kB at the end (+2.0 kB since the growth started)"},
		{[]int64{5, 50}, []int64{1000, 3000}, 0, true, false,
			"X: app.Entry objects " + in + " take more and more: 3.0 kB at the end (+2.0 kB since the growth started)"},
		{[]int64{5, 50}, []int64{1000, 3000}, 0, false, true, "X: Entry keeps growing in the field app.Main.all: 3.0 kB at the end (+2.0 kB since the growth started)"},
		{[]int64{5, 50}, []int64{1000, 500, 3000}, 0, false, true, "X: Entry has grown in the field app.Main.all: 3.0 kB at the end (+2.0 kB since the growth started)"},
		{[]int64{5, 5, 50}, []int64{1000, 500, 3000}, 1, false, true, "X: Entry keeps growing in the field app.Main.all: 3.0 kB at the end (+2.5 kB since the growth started)"},
	} {
		d := pileIn(holding, 2)
		d.objects, d.suspect.Bytes, d.suspect.From, d.suspect.Uneven = test.objects, test.bytes, test.from, test.uneven
		if test.itself {
			d.suspect.Parts[0].Tops = nil
		}
		if got := leakTitle(d, "X"); got != test.want {
			t.Errorf("%+v: %q", test, got)
		}
	}
}

// TestSharesInWords checks shares at their limits.
func TestSharesInWords(t *testing.T) {
	for _, test := range []struct {
		part, whole    int64
		share, percent string
	}{
		{1, 4, "25 % of that growth", "25 %"}, {99, 100, "99 % of that growth", "99 %"}, {100, 100, "all of that growth", "100 %"},
		{105, 100, "all of that growth", "105 %"}, {106, 100, "more than all of that growth, because other parts shrank", "106 %"},
		{0, 0, "all of that growth", "all"}, {1, 0, "more than all of that growth, because other parts shrank", "all"},
		{1, 1, "all of that growth", "100 %"},
	} {
		if got := share(test.part, test.whole); got != test.share {
			t.Errorf("share %d of %d: %q", test.part, test.whole, got)
		}
		if got := percent(test.part, test.whole); got != test.percent {
			t.Errorf("%d of %d: %q", test.part, test.whole, got)
		}
	}
}

// TestPartsOfPiles checks that up to four types are listed by amount or growth, and none for a single type.
func TestPartsOfPiles(t *testing.T) {
	groups := []leak.Group{{Type: "a.A", Objects: 9, Bytes: 90, GrowthObjects: 5, GrowthBytes: 50},
		{Type: "B", Objects: 8, Bytes: 80, GrowthObjects: 4, GrowthBytes: 40},
		{Type: "C", Objects: 7, Bytes: 70}, {Type: "D", Objects: 6, Bytes: 60}, {Type: "E", Objects: 5, Bytes: 50}}
	if got := partsText(groups[:1], whole); got != "" {
		t.Errorf("of one: %q", got)
	}
	if got, want := partsText(groups[:2], grown), "Main types: 5 more A (50 bytes) and 4 more B (40 bytes)."; got != want {
		t.Errorf("more: %q, want %q", got, want)
	}
	want := "Main types: 9 A (90 bytes), 8 B (80 bytes), 7 C (70 bytes) and 6 D (60 bytes)."
	for n := 4; n <= 5; n++ {
		if got := partsText(groups[:n], whole); got != want {
			t.Errorf("of %d: %q, want %q", n, got, want)
		}
	}
}

// TestHoldersAlone checks that the text needs two holders that keep objects alive.
func TestHoldersAlone(t *testing.T) {
	held := []findings.Held{{Owner: "a", Objects: 3}, {Owner: "b"}, {Owner: "c", Objects: 1}}
	for n, want := range []string{"", "", "", "Each holder alone keeps things alive: the a keeps 3 and the c keeps 1."} {
		if got := (&detail{held: held[:n]}).heldText("thing"); got != want {
			t.Errorf("%d holders: %q, want %q", n, got, want)
		}
	}
	d := pileIn(leak.Holding{Owner: "field a.B.c"}, 1)
	d.also = []string{"thread x", "field d.E.f"}
	if got := loaderHolderText(d); got != "by the field a.B.c, the thread x and the field d.E.f" {
		t.Errorf("loaders are held %q", got)
	}
	d.suspect.Field = "lib.G.h"
	if got := loaderHolderText(d); !strings.HasPrefix(got, "by the field lib.G.h, ") {
		t.Errorf("loaders of a library are held %q", got)
	}
}

// TestReferencesInWords checks the reference to clear, with number and size, and the advice if no reference frees much.
func TestReferencesInWords(t *testing.T) {
	g := &guided{lookedAt: lookedAt{Placing: Placing{holders: &leak.Holders{Points: 1, Bytes: []int64{4000}}}}}
	one := findings.Reference{Text: "the one", Objects: 1, Bytes: 1000}
	two := findings.Reference{Text: "the two", Objects: 2, Bytes: 2000, Recommended: true}
	const alone = "These holders share the same objects. Clearing only one of them frees at most 70 bytes."
	for _, test := range []struct {
		kind, root string
		references []findings.Reference
		also       []string
		want       []string
	}{
		{"List", "static field a.B.c", nil, nil, nil},
		{"List", "static field a.B.c", []findings.Reference{one}, []string{"x"},
			[]string{"Clearing one reference frees almost nothing, because others hold the same objects. See which owners together keep them alive."}},
		{"List", "static field a.B.c", []findings.Reference{one, two}, nil,
			[]string{"Reference to clear: removing the two would free 2 objects (2.0 kB, 50 % of the reachable heap)."}},
		{"", "thread x", []findings.Reference{two, one}, []string{"x"},
			[]string{"Reference to clear: ending the two would free 2 objects (2.0 kB, 50 % of the reachable heap).", alone}},
		{"", leak.JNIGlobals, []findings.Reference{two}, nil,
			[]string{"Reference to clear: deleting the two would free 2 objects (2.0 kB, 50 % of the reachable heap)."}},
		{"", "local variable in a.B.c", []findings.Reference{two}, nil,
			[]string{"Reference to clear: removing the two would free 2 objects (2.0 kB, 50 % of the reachable heap)."}},
		{"List", "static field a.B.c", []findings.Reference{{Text: "x", Objects: 1, Bytes: 1000, Recommended: true}}, nil,
			[]string{"Reference to clear: removing x would free 1 object (1.0 kB, 25 % of the reachable heap)."}},
	} {
		d := pileIn(leak.Holding{Root: test.root, Kind: test.kind}, 1)
		d.references, d.also, d.alone = test.references, test.also, 70
		if got := g.referenceLines(d); strings.Join(got, "\n") != strings.Join(test.want, "\n") {
			t.Errorf("%+v: %q", test, got)
		}
	}
}

// TestReferenceTexts checks that internal types of a collection are called entries, and that the pile's type is named.
func TestReferenceTexts(t *testing.T) {
	const list = "the List of the field app.Main.all"
	holding := leak.Holding{Owner: "field app.Main.all", Kind: "java.util.List", At: 9}
	for _, test := range []struct {
		what               string
		internal, isLoader bool
		change             func(d *detail)
		want               string
	}{
		{"Entry", false, false, nil, "the Entry objects from " + list}, {"Entry", true, false, nil, "the Entry objects from " + list},
		{"Node", true, false, nil, "the entries from " + list}, {"Node", false, false, nil, "the entries from " + list},
		{"Node", false, true, nil, "the Node objects from " + list}, {"Node", true, true, nil, "the entries from " + list},
		{"Node", false, false, func(d *detail) { d.kind = "java.util.List" }, "the Node objects of the tree that begins at the field app.Main.all"},
		{"Node", false, false, func(d *detail) { d.suspect.At = 5 }, "the chain that begins at the field app.Main.all"},
	} {
		d := pileIn(holding, 3)
		if test.isLoader {
			d.loaders = &loadedAgain{}
		}
		if test.change != nil {
			test.change(d)
		}
		if got := d.referenceText(test.what, test.internal); got != test.want {
			t.Errorf("%+v: %q", test, got)
		}
	}
}

// TestLimitsInWords checks that slots take precedence over a limit, and a set limit over an unset one.
func TestLimitsInWords(t *testing.T) {
	d := pileIn(leak.Holding{}, 1)
	for i, want := range []string{"", "B.max is -1, which means no limit.", "A.max is 2,000, a limit that has not been reached.",
		"The 1,500 Cell objects hold at most one object each, and their number does not grow."} {
		switch i {
		case 1:
			d.unset = &limit{"B.max", -1}
		case 2:
			d.limit = &limit{"A.max", 2000}
		case 3:
			d.suspect.Slots, d.slots = 1500, "app.Cell"
		}
		if got := d.limitText(); got != want {
			t.Errorf("%d: %q, want %q", i, got, want)
		}
		if got := d.isLimited(); got != (i > 1) {
			t.Errorf("%d: limited %v", i, got)
		}
	}
}

// TestCountsOfPiles checks that a pile counts its own objects, or those of a type that a reader knows.
func TestCountsOfPiles(t *testing.T) {
	for _, test := range []struct {
		top    leak.Top
		kind   string
		target int
		n      int64
		want   string
	}{
		{leak.Top{}, "app.A", 4, 4, ""},
		{leak.Top{Type: "app.A", Depth: 1}, "app.A", 4, 4, ", each with one app.A,"},
		{leak.Top{Type: "app.A"}, "app.A", 4, 4, ", each with one app.A,"},
		{leak.Top{Type: "app.A", Depth: 1}, "app.A", 4, 5, ""},
		{leak.Top{Type: "java.lang.Thread"}, "java.lang.Thread", 4, 4, ""},
		{leak.Top{Type: "java.lang.Thread", Depth: 1}, "java.lang.Thread", 4, 4, ", each with one java.lang.Thread,"},
	} {
		d := pileIn(leak.Holding{}, test.target)
		d.top, d.kind = test.top, test.kind
		if got := d.eachText(test.n); got != test.want {
			t.Errorf("%+v: %q", test, got)
		}
		for top, want := range map[int64]int64{0: 4, 3: 4, 4: 4, 5: 5} {
			if d.top.Objects = top; d.count() != want {
				t.Errorf("%d of %d: %d", top, test.target, d.count())
			}
		}
	}
}

// TestSharedPiles checks that a pile is shared if clearing frees less than half of its bytes or objects.
func TestSharedPiles(t *testing.T) {
	for _, test := range []struct {
		bytes, objects int64
		want           bool
	}{{500, 5, false}, {499, 5, true}, {500, 4, true}, {1000, 10, false}} {
		d := pileIn(leak.Holding{}, 10)
		d.suspect.Bytes = []int64{1, 1000}
		d.freed = closure.Freed{Amount: trace.Amount{Bytes: test.bytes}, Target: trace.Amount{Objects: test.objects}}
		if got := d.isShared(); got != test.want {
			t.Errorf("%+v: %v", test, got)
		}
	}
}
