package leak_test

import (
	"testing"

	"memcity/trace"
	"memcity/trace/tracetest"
)

// sessionOf returns a session with two lists, of entities and of their states, in an object that a static field holds. Without a session,
// each list has its own static field. others is the number of objects in an unrelated list.
func sessionOf(entities, states int, session bool, others int) *trace.Heap {
	b := tracetest.NewHeap()
	fill := func(list trace.ObjectID, kind trace.TypeID, n int) {
		table := b.Array(b.ArrayType("java.lang.Object[]"), n)
		b.Refer(list, "elementData", table)
		for i := range n {
			b.Element(table, i, b.Object(kind))
		}
	}
	list := b.Type("java.util.ArrayList", 24, "elementData")
	first, second := b.Object(list), b.Object(list)
	if session {
		s := b.Object(b.Type("org.hibernate.Session", 32, "entities", "states"))
		b.Root(s, trace.RootStaticField, "app.Main.session")
		b.Refer(s, "entities", first)
		b.Refer(s, "states", second)
	} else {
		b.Root(first, trace.RootStaticField, "app.Main.entities")
		b.Root(second, trace.RootStaticField, "app.Main.states")
	}
	fill(first, b.Type("app.Entity", 400), entities)
	fill(second, b.Type("org.hibernate.State", 400), states)
	if others > 0 {
		third := b.Object(list)
		b.Root(third, trace.RootStaticField, "app.Main.others")
		fill(third, b.Type("app.Other", 400), others)
	}
	return b.Heap()
}

// TestJoinedApart checks that a pile of equal size elsewhere is not joined.
func TestJoinedApart(t *testing.T) {
	_, d := dominance(t, sessionOf(100, 100, true, 99))
	joined := d.Joined(d.Accumulations(t.Context(), 1000), 80_000)
	if len(joined) != 1 || len(joined[0].Parts) != 2 || joined[0].Bytes[0] != 80_000 {
		t.Errorf("%+v", joined)
	}
}

// TestJoined checks that piles of about equal size below one place are joined.
func TestJoined(t *testing.T) {
	for name, test := range map[string]struct {
		entities, states int
		session          bool
		least            int64
		want             bool
	}{
		"as many":                   {100, 100, true, 80_000, true},
		"together too small":        {100, 100, true, 80_001, false},
		"one large enough alone":    {100, 100, true, 40_000, false},
		"nearly as many":            {200, 190, true, 150_000, true},
		"not as many":               {200, 189, true, 150_000, false},
		"too few":                   {99, 99, true, 70_000, false},
		"nothing that holds both":   {100, 100, false, 80_000, false},
		"one list is no other list": {100, 0, true, 80_000, false},
	} {
		_, d := dominance(t, sessionOf(test.entities, test.states, test.session, 0))
		joined := d.Joined(d.Accumulations(t.Context(), 1000), test.least)
		if got := len(joined) == 1; got != test.want {
			t.Errorf("%s: %+v", name, joined)
			continue
		}
		if !test.want {
			continue
		}
		if s := joined[0]; len(s.Parts) != 2 || s.Bytes[0] != int64(400*(test.entities+test.states)) || s.Kind != "org.hibernate.Session" {
			t.Errorf("%s: %+v", name, s)
		}
	}
}

// TestJoinedOfSeveralTypes checks that a pile with two objects for each entry is joined with one that has as many entries.
func TestJoinedOfSeveralTypes(t *testing.T) {
	for keys, want := range map[int]bool{100: true, 190: false} {
		b := tracetest.NewHeap()
		s := b.Object(b.Type("org.hibernate.Session", 32, "entities", "states"))
		b.Root(s, trace.RootStaticField, "app.Main.session")
		array := b.ArrayType("java.lang.Object[]")
		entities, states := b.Array(array, 100), b.Array(array, 100+keys)
		b.Refer(s, "entities", entities)
		b.Refer(s, "states", states)
		entity, state, key := b.Type("app.Entity", 400), b.Type("org.hibernate.State", 400), b.Type("org.hibernate.Key", 400)
		for i := range 100 {
			b.Element(entities, i, b.Object(entity))
			b.Element(states, i, b.Object(state))
		}
		for i := range keys {
			b.Element(states, 100+i, b.Object(key))
		}
		_, d := dominance(t, b.Heap())
		joined := d.Joined(d.Accumulations(t.Context(), 1000), int64(400*(200+keys)))
		if (len(joined) == 1) != want {
			t.Errorf("%d keys: %+v", keys, joined)
		}
	}
}
