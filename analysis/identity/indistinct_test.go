package identity_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"memcity/analysis/identity"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// element is an object with a hidden number.
type element struct {
	number int
	kind   int   // objects of one kind differ only in their text
	text   int32 // content that a program may change
}

// collections is a program with some lists in static fields. Equal elements cannot be told apart.
type collections struct {
	rng   *rand.Rand
	count int
	texts int // number of distinct texts
	lists [3][]*element
}

func newCollections(seed uint64, texts int) *collections {
	return &collections{rng: rand.New(rand.NewPCG(seed, 8)), texts: texts}
}

func (c *collections) add(list, n int) {
	for range n {
		c.count++
		c.lists[list] = append(c.lists[list], &element{c.count, c.rng.IntN(2), int32(c.rng.IntN(c.texts))})
	}
}

func (c *collections) remove(list, n int) {
	for range min(n, len(c.lists[list])) {
		i := c.rng.IntN(len(c.lists[list]))
		c.lists[list] = slices.Delete(c.lists[list], i, i+1)
	}
}

// heap returns a heap state of linked lists or arrays below static fields. If shuffled is true, the elements are in random order.
func (c *collections) heap(linked, shuffled bool) (*trace.Heap, map[int]trace.ObjectID) {
	b := tracetest.NewHeap()
	main := b.Class(b.Type("app.Main", 16), 100, trace.NoObject)
	list, node := b.Type("app.List", 24, "elements"), b.Type("app.Node", 24, "next", "item")
	b.Field(list, "size", trace.IntValue)
	array := b.ArrayType("java.lang.Object[]")
	kinds := []trace.TypeID{b.Type("app.Item", 16), b.Type("app.Text", 16)}
	for _, k := range kinds {
		b.Field(k, "text", trace.IntValue)
	}
	byNumber := map[int]trace.ObjectID{}
	var all []*element
	for _, l := range c.lists {
		all = append(all, l...)
	}
	if shuffled {
		c.rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	} else {
		slices.SortFunc(all, func(x, y *element) int { return x.number - y.number })
	}
	for _, e := range all {
		o := b.Object(kinds[e.kind])
		b.Set(o, "text", tracetest.IntValue(e.text))
		byNumber[e.number] = o
	}
	for i, l := range c.lists {
		head := b.Object(list)
		b.Set(head, "size", tracetest.IntValue(int32(len(l))))
		b.Refer(main, fmt.Sprintf("list%d", i), head)
		byNumber[-1-i] = head
		at := head
		if !linked {
			at = b.Array(array, 16+2*len(l))
			b.Refer(head, "elements", at)
		}
		for k, e := range l {
			if !linked {
				b.Element(at, k, byNumber[e.number])
				continue
			}
			n := b.Object(node)
			b.Refer(n, "item", byNumber[e.number])
			b.Refer(at, map[bool]string{true: "elements", false: "next"}[at == head], n)
			at = n
		}
	}
	return b.Heap(), byNumber
}

// fates counts numbered objects by the result of a matching.
type fates struct{ died, survived, indistinct, born, wrong int }

// check compares a matching with the truth. No living object may be reported as died, and no earlier object as born. A living object
// without a pair must be in the same class of both states.
func check(t *testing.T, m *identity.Matching, before, after map[int]trace.ObjectID) (f fates) {
	t.Helper()
	checkMatching(t, m)
	fail := map[string]int{}
	for number, x := range before {
		y, lives := after[number]
		class, unclear := m.Earlier.ClassOf(x)
		switch to := m.Of(x, false); {
		case to != trace.NoObject:
			f.survived++
			if unclear {
				fail["recognised and not told apart"]++
			}
			if !lives || to != y {
				f.wrong++
			}
		case unclear:
			f.indistinct++
			if other, ok := m.After.ClassOf(y); lives && m.Of(x, false) == trace.NoObject && (!ok || other != class) {
				fail["lives in another class"]++
			}
		default:
			f.died++
			if lives {
				fail["died and lives"]++
			}
		}
	}
	taken := map[trace.ObjectID]bool{}
	for x := range m.To {
		if y := m.Of(trace.ObjectID(x), false); y != trace.NoObject {
			taken[y] = true
		}
	}
	for number, y := range after {
		_, was := before[number]
		if _, unclear := m.After.ClassOf(y); taken[y] || unclear {
			continue
		}
		f.born++
		if was {
			fail["born and was there"]++
		}
	}
	if len(fail) > 0 {
		t.Errorf("%v, %+v, %+v", fail, f, m.Pairs)
	}
	return f
}

// TestGrownLists checks that all earlier elements of lists that only grow survive, even if they are equal, and wherever a collector moves
// them.
func TestGrownLists(t *testing.T) {
	for seed := range uint64(24) {
		linked, shuffled := seed%2 == 0, seed%4 < 2
		c := newCollections(seed, []int{1, 3, 400}[seed%3])
		for i := range c.lists {
			c.add(i, 300+c.rng.IntN(600))
		}
		a, before := c.heap(linked, shuffled)
		for i := range c.lists {
			c.add(i, 1+c.rng.IntN(600))
		}
		b, after := c.heap(linked, shuffled)
		m := match(t, a, b)
		f := fates{}
		for number, x := range before {
			if m.Of(x, false) == trace.NoObject {
				f.died++
				continue
			}
			f.survived++
			if number < 0 && m.Of(x, false) != after[number] {
				t.Errorf("seed %d: a head is another one", seed)
			}
		}
		if f.died > 0 {
			t.Errorf("seed %d, linked %v, shuffled %v: %d of %d elements did not survive; %d earlier, %+v", seed, linked, shuffled, f.died,
				len(before), len(m.Earlier.Objects), m.Pairs)
		}
	}
}

// TestIndistinctTruth checks in random programs that objects reported as died are dead, and that objects reported as born are new.
func TestIndistinctTruth(t *testing.T) {
	var all fates
	for seed := range uint64(40) {
		linked, shuffled := seed%2 == 0, seed%4 < 2
		c := newCollections(seed, []int{1, 5, 5000}[seed%3])
		for i := range c.lists {
			c.add(i, 100+c.rng.IntN(400))
		}
		a, before := c.heap(linked, shuffled)
		for i := range c.lists {
			c.remove(i, c.rng.IntN(200))
			c.add(i, c.rng.IntN(100)) // a list that shrinks does not only grow
			c.remove(i, 100)
		}
		b, after := c.heap(linked, shuffled)
		f := check(t, match(t, a, b), before, after)
		all = fates{all.died + f.died, all.survived + f.survived, all.indistinct + f.indistinct, all.born + f.born, all.wrong + f.wrong}
	}
	// If an element with unique content dies, a new one with that content may be taken for it.
	if 100*all.wrong > all.survived {
		t.Errorf("%+v: expected at most 1 %% of the recognised ones wrong", all)
	}
	if all.died == 0 || all.survived == 0 || all.indistinct == 0 || all.born == 0 {
		t.Errorf("%+v: expected some of each", all)
	}
}
