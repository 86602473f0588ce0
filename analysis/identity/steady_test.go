package identity

import (
	"context"
	"slices"
	"strings"
	"testing"

	"memcity/trace"
)

// TestFieldsAtTheirLimits checks that fields are judged from fifty pairs, and are steady from 999 of 1000 and loose below 99 of 100.
func TestFieldsAtTheirLimits(t *testing.T) {
	for _, test := range []struct {
		field               field
		steady, kept, loose bool
	}{
		{field{same: 49}, false, false, false},
		{field{same: 50}, true, true, false},
		{field{same: 999, other: 1}, true, true, false},
		{field{same: 998, other: 1}, false, false, false},
		{field{same: 999, null: 1}, true, true, false},
		{field{same: 50, null: 50}, false, true, true},
		{field{same: 49, null: 50}, false, false, true},
		{field{same: 50, other: 50}, false, false, true},
		{field{same: 99, other: 1}, false, false, false},
		{field{same: 98, other: 1}, false, false, true},
		{field{same: 98, null: 1}, false, true, true},
		{field{other: 49}, false, false, false},
		{field{other: 20, null: 30}, false, false, true},
	} {
		f := test.field
		if f.steady() != test.steady || f.kept() != test.kept || f.loose() != test.loose {
			t.Errorf("%+v: steady %v, kept %v, loose %v", f, f.steady(), f.kept(), f.loose())
		}
	}
}

// link is a reference of an object, by slot.
type link struct {
	slot uint16
	to   trace.ObjectID
}

// linked returns a matcher with objects of one type with two fields on either side. a and b are their references.
func linked(a, b [][]link) *matcher {
	state := func(links [][]link) *State {
		h := &trace.Heap{
			Types:  []trace.Type{{Name: "app.Thing", References: []string{"one", "two"}}},
			TypeOf: trace.NewTypes(len(links), 1), Extent: trace.NewExtents(len(links)),
		}
		starts, slots := []uint32{0}, []uint16{}
		for _, of := range links {
			for _, l := range of {
				slots, h.RefTo = append(slots, l.slot), append(h.RefTo, l.to)
			}
			starts = append(starts, uint32(len(h.RefTo)))
		}
		h.RefStart, h.RefSlot = trace.RowsOf(starts), trace.SlotsOf(slots)
		return &State{Heap: h, types: []uint64{1}, own: make([]uint64, len(links))}
	}
	m := &matcher{ctx: context.Background(), a: newSide(state(a), false), b: newSide(state(b), true), by: make([]evidence, len(a)), places: &places{}}
	m.numberFields()
	return m
}

// TestEach checks that slots of only one of two objects are visited with no target on the other side, in slot order.
func TestEach(t *testing.T) {
	const no = trace.NoObject
	type visit struct {
		slot   uint16
		tx, ty trace.ObjectID
	}
	for _, test := range []struct {
		x, y []link
		want []visit
	}{
		{nil, nil, nil},
		{[]link{{0, 1}}, nil, []visit{{0, 1, no}}},
		{nil, []link{{0, 1}}, []visit{{0, no, 1}}},
		{[]link{{0, 1}, {1, 2}}, []link{{0, 3}, {1, 4}}, []visit{{0, 1, 3}, {1, 2, 4}}},
		{[]link{{0, 1}}, []link{{1, 4}}, []visit{{0, 1, no}, {1, no, 4}}},
		{[]link{{1, 1}}, []link{{0, 4}}, []visit{{0, no, 4}, {1, 1, no}}},
		{[]link{{1, 2}}, []link{{0, 3}, {1, 4}}, []visit{{0, no, 3}, {1, 2, 4}}},
		{[]link{{0, 2}, {1, 3}}, []link{{1, 4}}, []visit{{0, 2, no}, {1, 3, 4}}},
	} {
		m := linked([][]link{test.x, {}}, [][]link{test.y, {}})
		var got []visit
		m.each(0, 0, func(slot uint16, tx, ty trace.ObjectID) { got = append(got, visit{slot, tx, ty}) })
		if !slices.Equal(got, test.want) {
			t.Errorf("%v and %v: got %v, want %v", test.x, test.y, got, test.want)
		}
	}
}

// TestConflict checks that a steady field must lead to the same object, and that an unknown one need not.
func TestConflict(t *testing.T) {
	// Object 0 refers to 1 before; to 1, 2 or nothing after. Objects 1 are a pair, objects 2 are one or are not recognized.
	build := func(after ...link) *matcher {
		m := linked([][]link{{{0, 1}}, {}, {}}, [][]link{after, {}, {}})
		m.join(1, 1, unique)
		return m
	}
	steadyField, seldom := field{same: 50}, field{same: 49}
	for _, test := range []struct {
		name  string
		m     *matcher
		field field
		want  bool
	}{
		{"to the same", build(link{0, 1}), steadyField, false},
		{"to another", build(link{0, 2}), steadyField, true},
		{"to nothing", build(), steadyField, true},
		{"to another by a field that is not known", build(link{0, 2}), seldom, false},
		{"by another field too, which is not known", build(link{0, 1}, link{1, 2}), steadyField, false},
	} {
		test.m.fields[0] = test.field
		if got := test.m.conflict(0, 0); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
	m := linked([][]link{{{0, 1}}, {}}, [][]link{{{0, 1}}, {}})
	m.fields[0] = steadyField
	if m.conflict(0, 0) {
		t.Error("two objects that are not recognised contradict each other")
	}
	m.fields[0] = field{same: 98, other: 1}
	if !m.a.hasLoose(0) || m.a.hasLoose(1) {
		t.Error("a loose field is not found, or found where there is none")
	}
}

// TestWatch counts over two pairs that refer to a pair, and over pairs that refer elsewhere.
func TestWatch(t *testing.T) {
	// 0 refers to 3, 1 to 3 and then 4, 2 to 3 and then to nothing; all of them but 4 and the guess 5 are pairs.
	m := linked([][]link{{{0, 3}}, {{0, 3}}, {{0, 3}}, {}, {}, {{0, 3}}}, [][]link{{{0, 3}}, {{0, 4}}, {}, {}, {}, {{0, 3}}})
	for o := range trace.ObjectID(4) {
		m.join(o, o, unique)
	}
	m.join(5, 5, guess)
	for range 2 { // counting again gives the same
		m.watch()
		if got := m.fields[0]; got != (field{1, 1, 1}) {
			t.Errorf("got %+v, want one of each", got)
		}
		if got := m.fields[1]; got != (field{}) {
			t.Errorf("the other field has %+v", got)
		}
	}
}

// TestChanges checks that a reference identifies little if its field is loose. To an object of the same type, the field must also be
// steady.
func TestChanges(t *testing.T) {
	m := linked([][]link{{{0, 1}}, {}}, [][]link{{}, {}})
	m.a.Heap.Types = append(m.a.Heap.Types, trace.Type{Name: "app.Other"})
	m.a.slots, m.a.first = append(m.a.slots, 0), append(m.a.first, 0)
	for _, test := range []struct {
		field       field
		same, other bool // to an object of the same type, and of another type
	}{{field{}, true, false}, {field{same: 50}, false, false}, {field{same: 1, null: 60}, true, true}} {
		m.fields[0] = test.field
		m.a.Heap.TypeOf.Set(1, 0)
		if got := m.a.changes(0, 0, 1); got != test.same {
			t.Errorf("%+v to the same type: %v", test.field, got)
		}
		m.a.Heap.TypeOf.Set(1, 1)
		if got := m.a.changes(0, 0, 1); got != test.other {
			t.Errorf("%+v to another type: %v", test.field, got)
		}
	}
	if m.a.field(0, 1) != &m.fields[1] || m.a.field(0, 2) != nil || m.a.field(1, 0) != nil || m.a.changes(0, 2, 1) {
		t.Error("a slot that is no field is one, or a field none")
	}
}

// TestHashesOfContent checks that every bit of every byte counts, and so does the length.
func TestHashesOfContent(t *testing.T) {
	for _, length := range []int{0, 1, 7, 8, 9, 16, 23} {
		plain := []byte(strings.Repeat("a", length))
		seen := map[uint64]string{mixBytes(1, plain): "", mixText(2, string(plain)): "text"}
		note := func(h uint64, what string) {
			if before, ok := seen[h]; ok {
				t.Errorf("length %d: %q is like %q", length, what, before)
			}
			seen[h] = what
		}
		for i := range length {
			for bit := range 8 {
				changed := slices.Clone(plain)
				changed[i] ^= 1 << bit
				note(mixBytes(1, changed), string(changed))
				note(mixText(2, string(changed)), "text "+string(changed))
			}
		}
		note(mixBytes(1, append(slices.Clone(plain), 0)), "longer")
		note(mixText(2, string(plain)+"\x00"), "longer text")
	}
	if mix(1, 2) == mix(2, 1) {
		t.Error("mix is commutative")
	}
}
