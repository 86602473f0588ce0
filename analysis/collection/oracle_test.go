package collection_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"memcity/analysis/collection"
	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/testrun"
)

// model is what a test knows about a collection that it built.
type model struct {
	size, room, own, leaves, boxed int64
	inside                         []trace.ObjectID
}

// TestOracle compares with a model of random collections within random collections.
func TestOracle(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 3))
		l := newLab()
		if seed%2 == 0 {
			l.Field(l.list, "size", trace.IntValue)
		}
		models := map[trace.ObjectID]model{}
		var made []trace.ObjectID
		element := func(m *model) trace.ObjectID {
			m.leaves++
			switch n := rng.IntN(6); {
			case n < 2:
				m.boxed++
				return l.Object(l.long)
			case n < 3 && len(made) > 0:
				o := made[rng.IntN(len(made))]
				m.inside = append(m.inside, o)
				return o
			}
			return l.Object(l.object)
		}
		for range rng.IntN(80) {
			o, m := l.random(rng, seed%2 == 0, element)
			models[o], made = m, append(made, o)
		}
		h := l.Heap()
		dead := map[trace.ObjectID]bool{}
		for _, o := range made {
			dead[o] = rng.IntN(8) == 0
			if m := h.Referent(o, "map"); m != trace.NoObject { // a set dies with its map
				dead[m] = dead[o]
			}
		}
		got, err := collection.Measure(t.Context(), h, func(o trace.ObjectID) bool { return !dead[o] })
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for i := range got.Collections {
			c := &got.Collections[i]
			want, known := models[c.Object]
			if c.Part {
				continue
			}
			if found++; !known || dead[c.Object] || !c.Known || c.Size != want.size || c.Capacity != want.room || c.Own != want.own ||
				c.Leaves != want.leaves || c.Boxed != want.boxed {
				t.Fatalf("seed %d, object %d: %+v, want %+v", seed, c.Object, c, want)
			}
			checkInside(t, seed, got, i, want.inside, dead)
			checkContents(t, seed, got, i)
		}
		alive := 0
		for _, o := range made {
			if !dead[o] {
				alive++
			}
		}
		if found != alive {
			t.Fatalf("seed %d: %d collections of %d", seed, found, alive)
		}
		checkSaved(t, seed, got)
	}
}

// checkContents checks that the visited objects add up to the measured numbers.
func checkContents(t *testing.T, seed uint64, m *collection.Measured, i int) {
	t.Helper()
	c := &m.Collections[i]
	own, leaves := m.Heap.Size(c.Object), int64(0)
	err := m.Contents(t.Context(), []int{i}, func(of int, o trace.ObjectID, as collection.Role) {
		if of != i {
			t.Fatalf("seed %d: collection %d is visited for %d", seed, of, i)
		}
		if as == collection.Inner {
			own += m.Heap.Size(o)
		} else {
			leaves++
		}
	})
	if err != nil || own != c.Own || leaves != c.Leaves {
		t.Fatalf("seed %d, object %d: visited %d bytes of its own and %d leaves, %v; want %+v", seed, c.Object, own, leaves, err, c)
	}
}

func checkInside(t *testing.T, seed uint64, m *collection.Measured, i int, want []trace.ObjectID, dead map[trace.ObjectID]bool) {
	t.Helper()
	count := map[trace.ObjectID]int{}
	for _, o := range want {
		if !dead[o] {
			count[o]++
		}
	}
	for _, j := range m.Inside(i) {
		count[m.Collections[j].Object]--
	}
	for o, n := range count {
		if n != 0 {
			t.Fatalf("seed %d: object %d is %d times more in %d than found", seed, o, n, m.Collections[i].Object)
		}
	}
}

// checkSaved checks that no pattern saves more than there is, and that a collection shows one pattern at most.
func checkSaved(t *testing.T, seed uint64, m *collection.Measured) {
	t.Helper()
	f := find(t, m, nil)
	seen := map[uint]bool{}
	bytes := int64(0)
	for p := range f.Of {
		part := &f.Of[p]
		objects, saved := int64(0), int64(0)
		for _, g := range part.Groups {
			objects, saved = objects+g.Objects, saved+g.Bytes
		}
		if objects != part.Amount.Objects || saved != part.Bytes {
			t.Fatalf("seed %d, pattern %d: groups have %d with %d bytes, all %v", seed, p, objects, saved, part.Amount)
		}
		for o := range part.Objects.EachSet() {
			if seen[o] {
				t.Fatalf("seed %d: object %d shows two patterns", seed, o)
			}
			seen[o] = true
			i, _ := m.Find(trace.ObjectID(o))
			bytes += m.Collections[i].Own + m.Collections[i].Boxes
		}
	}
	if saved(f) > bytes {
		t.Fatalf("seed %d: saves %d of %d", seed, saved(f), bytes)
	}
}

// random adds a list, linked list, map or set. If values is true, a list also has nulls.
func (l *lab) random(rng *rand.Rand, values bool, element func(*model) trace.ObjectID) (trace.ObjectID, model) {
	n := []int{0, 1, 2, 3, 4, 8, 9, 12, 40}[rng.IntN(9)]
	room := n + []int{0, 1, 3, 16, 100}[rng.IntN(5)]
	m := model{size: int64(n), room: int64(room)}
	arrayBytes := func(length int) int64 { return int64(16+4*length+7) / 8 * 8 }
	switch rng.IntN(4) {
	case 0:
		o := l.Object(l.list)
		a := l.Array(l.array, room)
		l.Refer(o, "elementData", a)
		for i := range n {
			if !values || rng.IntN(4) > 0 {
				l.Element(a, i, element(&m))
			}
		}
		if values {
			l.Set(o, "size", tracetest.IntValue(int32(n)))
		}
		if m.own = 24; room > 0 {
			m.own += arrayBytes(room)
		}
		return o, m
	case 1:
		o, m := l.linkedOf(n), model{size: int64(n), own: int64(32 + 24*n)}
		h := l.Heap()
		for node := h.Referent(o, "first"); node != trace.NoObject; node = h.Referent(node, "next") {
			l.Refer(node, "item", element(&m))
		}
		return o, m
	}
	var entries [][2]trace.ObjectID
	isSet := rng.IntN(2) == 0
	for range n {
		e := [2]trace.ObjectID{element(&m), l.present}
		if !isSet {
			e[1] = element(&m)
		}
		entries = append(entries, e)
	}
	if n == 0 && rng.IntN(2) == 0 {
		room, m.room = 0, 0
	}
	o := l.mapOf(room, entries...)
	if m.own = int64(48 + 32*n); room > 0 {
		m.own += arrayBytes(room)
	}
	if isSet {
		set := l.Object(l.set)
		l.Refer(set, "map", o)
		m.own += 16
		return set, m
	}
	return o, m
}

// TestDamaged checks that circular chains, shared arrays and maps, and a set of itself come to an end and count once.
func TestDamaged(t *testing.T) {
	l := newLab()
	list := l.linkedOf(3)
	h := l.Heap()
	first := h.Referent(list, "first")
	last := h.Referent(list, "last")
	l.Refer(last, "next", first)
	other := l.Object(l.linked)
	l.Refer(other, "first", first)
	a, b := l.listOf(20, 20, l.object), l.Object(l.list)
	l.Refer(b, "elementData", l.Heap().Referent(a, "elementData"))
	m, s1, s2, own := l.mapOf(2, l.entries(1)...), l.Object(l.set), l.Object(l.set), l.Object(l.set)
	l.Refer(s1, "map", m)
	l.Refer(s2, "map", m)
	l.Refer(own, "map", own)
	wrong := l.Object(l.maps)
	l.Refer(wrong, "table", l.Object(l.object)) // no array
	got := measure(t, l.Heap())
	want := map[trace.ObjectID]struct {
		size, own int64
		known     bool
	}{list: {3, 32 + 72, true}, other: {0, 32, true}, a: {20, 24 + 96, true}, b: {20, 24, true}, m: {1, 48 + 24 + 32, true},
		s1: {1, 16 + 48 + 24 + 32, true}, s2: {0, 16, false}, own: {0, 16, false}, wrong: {0, 48, true}}
	for i := range got.Collections {
		c := &got.Collections[i]
		if w := want[c.Object]; c.Size != w.size || c.Own != w.own || c.Known != w.known {
			t.Errorf("object %d: %+v, want %+v", c.Object, c, w)
		}
	}
	f := find(t, got, nil)
	if f.Of[collection.Empty].Objects.Test(uint(s2)) || f.Of[collection.Empty].Objects.Test(uint(own)) {
		t.Error("sets of what is part of another are empty")
	}
}

// TestLongChain follows a chain that is longer than any call stack.
func TestLongChain(t *testing.T) {
	l := newLab()
	const n = 300_000
	o, from := l.Object(l.linked), l.Objects(l.linkedNode, n)
	l.Refer(o, "first", from)
	for i := range trace.ObjectID(n - 1) {
		l.Refer(from+i, "next", from+i+1)
	}
	m := measure(t, l.Heap())
	if c := m.Collections[0]; c.Size != n || c.Own != 32+24*n {
		t.Errorf("%+v", c)
	}
}

func TestCancelled(t *testing.T) {
	l := newLab()
	l.listOf(10, 0, l.object)
	l.linkedOf(70_000)
	h := l.Heap()
	testrun.CancelEverywhere(t, "measure", func(ctx context.Context) error {
		_, err := collection.Measure(ctx, h, alive)
		return err
	})
	m := measure(t, h)
	testrun.CancelEverywhere(t, "find", func(ctx context.Context) error {
		_, err := collection.Find(ctx, m, nil, heapBytes, alive)
		return err
	})
}
