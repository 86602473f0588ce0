package identity_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"memcity/analysis/identity"
	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/testrun"
)

func prepare(t testing.TB, h *trace.Heap, o identity.Options) *identity.State {
	t.Helper()
	s, err := identity.Prepare(context.Background(), h, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func match(t testing.TB, a, b *trace.Heap) *identity.Matching {
	t.Helper()
	m, err := identity.Match(context.Background(), prepare(t, a, identity.Options{}), prepare(t, b, identity.Options{}), nil)
	if err != nil {
		t.Fatal(err)
	}
	checkMatching(t, m)
	return m
}

// checkMatching checks the invariants of a matching.
func checkMatching(t testing.TB, m *identity.Matching) {
	t.Helper()
	var counts identity.Counts
	taken := make([]bool, m.Later)
	for o, y := range m.To {
		if y == trace.NoObject {
			continue
		}
		if taken[y] {
			t.Fatalf("object %d is in two pairs", y)
		}
		taken[y] = true
		if m.Counted(trace.ObjectID(o)) {
			counts.Counted++
		} else if m.Probable(trace.ObjectID(o)) {
			counts.Probable++
			if got := m.Of(trace.ObjectID(o), false); got != trace.NoObject {
				t.Fatalf("object %d: a probable pair is shown as certain", o)
			}
		} else {
			counts.Certain++
		}
		if got := m.Of(trace.ObjectID(o), true); got != y {
			t.Fatalf("object %d: Of says %d, To %d", o, got, y)
		}
	}
	if counts != m.Pairs {
		t.Fatalf("pairs: %+v, want %+v", m.Pairs, counts)
	}
}

// score compares a matching with the truth.
type score struct{ alive, right, wrong, missed int }

func compare(m *identity.Matching, before, after map[int]trace.ObjectID) (s score) {
	for number, x := range before {
		y, alive := after[number]
		got := m.Of(x, false)
		switch {
		case got == trace.NoObject && alive:
			s.missed++
		case got == trace.NoObject:
		case alive && got == y:
			s.right++
		default:
			s.wrong++
		}
		if alive {
			s.alive++
		}
	}
	return s
}

// TestSliding checks a collector that keeps the order, while a tenth of all persons die and others are born.
func TestSliding(t *testing.T) {
	var all score
	for seed := range uint64(8) {
		m := newModel(seed)
		first := m.people(1500, nil)
		a, before := m.heap()
		first = m.leave(first, 0.1)
		m.people(700, first)
		b, after := m.heap()
		s := compare(match(t, a, b), before, after)
		all = score{alive: all.alive + s.alive, right: all.right + s.right, wrong: all.wrong + s.wrong, missed: all.missed + s.missed}
	}
	if 2000*all.wrong > all.right || 200*all.missed > all.alive {
		t.Errorf("%+v: expected at most 0.05 %% wrong and 0.5 %% missed", all)
	}
}

// TestOracle checks matchings of heap states that differ only in their order. It records the content of each object. Unique content must be
// found, and no certain pair of unique content may be wrong.
func TestOracle(t *testing.T) {
	for seed := range uint64(20) {
		m := newModel(seed)
		m.people(5+m.rng.IntN(200), nil)
		a, before := m.heap()
		m.shuffle()
		b, after := m.heap()
		found := match(t, a, b)
		const depth = 3
		texts := map[string]int{}
		for _, o := range m.objects {
			texts[o.text(depth)]++
		}
		for _, o := range m.objects {
			x, y := before[o.number], after[o.number]
			if got := found.Of(x, false); texts[o.text(depth)] == 1 && got != y {
				t.Errorf("seed %d: %s: found %d, want %d", seed, o.text(depth), got, y)
			}
		}
	}
}

// TestReplaced checks a stack whose lower tenth is overwritten by new objects without content (paper, section 5.3.1), several times. The
// objects also lie after everything with content, so that nothing after them reports their place.
func TestReplaced(t *testing.T) {
	for _, behind := range []int{200, 0} {
		m := newModel(1)
		first := m.people(200, nil)
		list := m.add("List", 0)
		for range 3000 {
			list.list = append(list.list, m.add("Item", 0))
		}
		first = m.people(behind, first)
		a, before := m.heap()
		for again := range 3 {
			first = m.people(200, first)
			m.overwrite(list, 300)
			first = m.people(behind, first)
			b, after := m.heap()
			if s := compare(match(t, a, b), before, after); s.wrong > 0 || s.missed > s.alive/200 {
				t.Errorf("%d behind, time %d: %+v, expected none wrong", behind, again+1, s)
			}
			a, before = b, after
		}
	}
}

// TestRecreated checks objects with unique content that die while new ones with the same content are created.
func TestRecreated(t *testing.T) {
	m := newModel(2)
	for i := range 2000 {
		m.add("Name", i)
	}
	a, before := m.heap()
	var kept, again []*thing
	for _, o := range m.objects {
		if m.rng.IntN(20) == 0 {
			again = append(again, o)
		} else {
			kept = append(kept, o)
		}
	}
	m.objects = kept
	for _, o := range again {
		m.add("Name", int(o.value))
	}
	b, after := m.heap()
	found := match(t, a, b)
	if s := compare(found, before, after); s.wrong > 0 || s.missed > 0 || len(again) == 0 {
		t.Errorf("%+v with %d made again: expected none wrong or missed", s, len(again))
	}
	if int(found.Pairs.Probable) != len(again) {
		t.Errorf("%d probable pairs, want %d", found.Pairs.Probable, len(again))
	}
}

func TestNative(t *testing.T) {
	numbered := func(numbers ...uint64) *trace.Heap {
		b := tracetest.NewHeap()
		thing := b.Type("app.Thing", 16)
		for _, n := range numbers {
			b.Identify(b.Object(thing), n)
		}
		return b.Heap()
	}
	m := match(t, numbered(7, 3, 9, 5, 5), numbered(9, 8, 7, 5))
	const no = trace.NoObject
	if m.Source != identity.Native || m.To[0] != 2 || m.To[1] != no || m.To[2] != 0 || m.To[3] != no || m.To[4] != no {
		t.Errorf("%v: %v", m.Source, m.To)
	}
	if m.Rate() != 0.5 {
		t.Errorf("rate %v, want 2 of 4", m.Rate())
	}
}

// TestNativeOracle compares with a map.
func TestNativeOracle(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for range 50 {
		a, b := &trace.Heap{TypeOf: trace.NewTypes(rng.IntN(300), 1)}, &trace.Heap{TypeOf: trace.NewTypes(rng.IntN(300), 1)}
		index := map[uint64]trace.ObjectID{}
		for i, n := range rng.Perm(400)[:b.Len()] {
			b.Identity = append(b.Identity, uint64(n))
			index[uint64(n)] = trace.ObjectID(i)
		}
		for _, n := range rng.Perm(400)[:a.Len()] {
			a.Identity = append(a.Identity, uint64(n))
		}
		if a.Len() == 0 || b.Len() == 0 {
			continue
		}
		m := match(t, a, b)
		for x, n := range a.Identity {
			want, ok := index[n]
			if !ok {
				want = trace.NoObject
			}
			if m.To[x] != want {
				t.Fatalf("number %d: %d, want %d", n, m.To[x], want)
			}
		}
	}
}

// TestOneSide checks that numbers in only one state do not help.
func TestOneSide(t *testing.T) {
	b := tracetest.NewHeap()
	b.Identify(b.Object(b.Type("app.Thing", 16)), 1)
	m := match(t, b.Heap(), tracetest.RandomHeap(1, 10))
	if m.Source != identity.None || m.Pairs != (identity.Counts{}) || m.Rate() != 0 {
		t.Errorf("%v %+v", m.Source, m.Pairs)
	}
}

func TestCompose(t *testing.T) {
	m := newModel(5)
	first := m.people(600, nil)
	a, before := m.heap()
	first = m.leave(first, 0.1)
	first = m.people(300, first)
	b, _ := m.heap()
	first = m.leave(first, 0.1)
	m.people(300, first)
	c, after := m.heap()
	ab, bc := match(t, a, b), match(t, b, c)
	all, err := identity.Compose(ab, bc)
	if err != nil {
		t.Fatal(err)
	}
	checkMatching(t, all)
	for x := range all.To {
		x, want := trace.ObjectID(x), trace.NoObject
		if y := ab.Of(x, false); y != trace.NoObject {
			want = bc.Of(y, false)
		}
		if got := all.Of(x, false); got != want {
			t.Fatalf("object %d: %d, want %d", x, got, want)
		}
	}
	if s := compare(all, before, after); 100*s.wrong > s.right || 100*s.missed > s.alive {
		t.Errorf("%+v", s)
	}
	if _, err := identity.Compose(ab, ab); err == nil {
		t.Error("matchings that do not meet are composed")
	}
}

// TestRandom checks heaps without values. It also matches a heap state with itself, where each distinguishable object must match itself.
func TestRandom(t *testing.T) {
	for seed := range uint64(30) {
		h := tracetest.RandomHeap(seed, int(seed*seed))
		m := match(t, h, h)
		again := match(t, h, h)
		for x, y := range m.To {
			if y != again.To[x] {
				t.Fatalf("seed %d: object %d: %d, another time %d", seed, x, y, again.To[x])
			}
			if y != trace.NoObject && h.TypeOf.At(trace.ObjectID(x)) != h.TypeOf.At(y) {
				t.Fatalf("seed %d: object %d became one of another type", seed, x)
			}
		}
		match(t, h, tracetest.RandomHeap(seed+1, int(seed*seed)))
	}
}

func TestIgnore(t *testing.T) {
	state := func(number int32) *trace.Heap {
		b := tracetest.NewHeap()
		thing := b.Type("app.Thing", 16)
		b.Field(thing, "number", trace.IntValue)
		for i := range int32(5) {
			b.Set(b.Object(thing), "number", tracetest.IntValue(i*number))
		}
		return b.Heap()
	}
	ignore := identity.Options{Ignore: func(class, field string) bool { return class == "app.Thing" && field == "number" }}
	for _, o := range []identity.Options{{}, ignore} {
		m, err := identity.Match(context.Background(), prepare(t, state(1), o), prepare(t, state(1), o), nil)
		if err != nil {
			t.Fatal(err)
		}
		if distinct := o.Ignore == nil; distinct != (m.Pairs.Certain == 5) {
			t.Errorf("ignored: %v: %+v", !distinct, m.Pairs)
		}
	}
}

func TestCancel(t *testing.T) {
	h, _ := newModel(1).heap()
	s := prepare(t, h, identity.Options{})
	testrun.CancelEverywhere(t, "prepare", func(ctx context.Context) error {
		_, err := identity.Prepare(ctx, h, identity.Options{}, nil)
		return err
	})
	testrun.CancelEverywhere(t, "match", func(ctx context.Context) error {
		_, err := identity.Match(ctx, s, s, nil)
		return err
	})
}
