package diff_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"memcity/analysis/diff"
	"memcity/analysis/group"
	"memcity/analysis/identity"
	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/testrun"
)

// grouped groups a heap state by a chain of built-in classifiers.
func grouped(t testing.TB, h *trace.Heap, names *trace.Names, chain string) *group.Grouping {
	t.Helper()
	c, err := group.Builtin().Parse(chain)
	if err != nil {
		t.Fatal(err)
	}
	knows := trace.KnowsObjects | trace.KnowsReferences | trace.KnowsFields | trace.KnowsAges | trace.KnowsIdentity
	g, err := group.New(context.Background(), &group.Subject{Heap: h, Names: names, Knows: knows}, c, group.Options{Objects: true})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func matched(t testing.TB, a, b *trace.Heap) *identity.Matching {
	t.Helper()
	var states []*identity.State
	for _, h := range []*trace.Heap{a, b} {
		s, err := identity.Prepare(context.Background(), h, identity.Options{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		states = append(states, s)
	}
	m, err := identity.Match(context.Background(), states[0], states[1], nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func compare(t testing.TB, a, b *trace.Heap, chain string) *diff.Tree {
	t.Helper()
	names := trace.NewNames()
	tree, err := diff.Groupings(context.Background(), grouped(t, a, names, chain), grouped(t, b, names, chain), matched(t, a, b), false)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// text returns a tree with a line for each group: died, survived, born, moved out, moved in.
func text(t *diff.Tree) string {
	var out strings.Builder
	for i := range t.Nodes {
		n := &t.Nodes[i]
		fmt.Fprintf(&out, "%s %d->%d", strings.Join(t.Path(int32(i)), "#"), n.Before.Objects, n.After.Objects)
		if c := n.Change; c != nil {
			fmt.Fprintf(&out, " died %d permanent %d born %d", c.Died.Objects, c.Survived.Objects, c.Born.Objects)
			if c.MovedOut.Objects+c.MovedIn.Objects > 0 {
				fmt.Fprintf(&out, " left %d came %d", c.MovedOut.Objects, c.MovedIn.Objects)
			}
			if c.IndistinctBefore.Objects+c.IndistinctAfter.Objects > 0 {
				fmt.Fprintf(&out, " not told apart %d and %d", c.IndistinctBefore.Objects, c.IndistinctAfter.Objects)
			}
		}
		out.WriteByte('\n')
	}
	return out.String()
}

// stack returns the paper's example at a ten-thousandth of its size: 100 objects pushed and popped, then 10. The buggy stack keeps popped
// objects until they are overwritten.
func stack(buggy, second bool) *trace.Heap {
	const pushed, again = 100, 10
	b := tracetest.NewHeap()
	object, array := b.Type("at.jku.data.TestObject", 16), b.ArrayType("java.lang.Object[]")
	elements := b.Array(array, pushed)
	b.Identify(elements, 1)
	b.Root(elements, trace.RootStaticField, "at.jku.BuggyMain.stack")
	number := uint64(2)
	push := func(from, to int, number uint64) {
		for i := from; i < to; i++ {
			o := b.Object(object)
			b.Identify(o, number+uint64(i))
			b.Element(elements, i, o)
		}
	}
	switch {
	case buggy && !second:
		push(0, pushed, number)
	case buggy:
		push(0, again, number+pushed)
		push(again, pushed, number)
	}
	return b.Heap()
}

func TestPaper(t *testing.T) {
	got := text(compare(t, stack(true, false), stack(true, true), "type"))
	want := `Heap 101->101 died 10 permanent 91 born 10
Heap#at.jku.data.TestObject 100->100 died 10 permanent 90 born 10
Heap#java.lang.Object[] 1->1 died 0 permanent 1 born 0
`
	if got != want {
		t.Errorf("buggy:\n%s\nwant\n%s", got, want)
	}
	if got := text(compare(t, stack(false, false), stack(false, true), "type")); !strings.Contains(got,
		"Heap 1->1 died 0 permanent 1 born 0") {
		t.Errorf("fixed:\n%s", got)
	}
	vanished := compare(t, stack(true, false), stack(false, true), "type")
	if gone := vanished.Vanished(); len(gone) != 1 || vanished.Path(gone[0])[1] != "at.jku.data.TestObject" {
		t.Errorf("vanished: %v of\n%s", gone, text(vanished))
	}
}

// TestMoved checks that surviving objects get older when grouped by age.
func TestMoved(t *testing.T) {
	state := func(gcs uint32, born ...uint32) *trace.Heap {
		b := tracetest.NewHeap()
		thing := b.Type("app.Thing", 16)
		for i, birth := range born {
			o := b.Object(thing)
			b.Identify(o, uint64(i+1))
			b.Born(o, birth)
		}
		b.GCs(gcs)
		return b.Heap()
	}
	tree := compare(t, state(1, 1, 1), state(2, 1, 1, 2), "age")
	root := tree.Nodes[0].Change
	if root.Survived.Objects != 2 || root.Born.Objects != 1 || root.MovedOut.Objects != 0 {
		t.Errorf("root:\n%s", text(tree))
	}
	var left, came int64
	for _, n := range tree.Nodes[1:] {
		left, came = left+n.Change.MovedOut.Objects, came+n.Change.MovedIn.Objects
	}
	if left != 2 || came != 2 {
		t.Errorf("expected 2 to leave and to come:\n%s", text(tree))
	}
}

// TestTransformed checks that the results of a transformer are counted, but not followed.
func TestTransformed(t *testing.T) {
	tree := compare(t, stack(true, false), stack(true, true), "type,points-to,type")
	followed, counted := 0, 0
	for i := range tree.Nodes {
		if n := &tree.Nodes[i]; n.Change != nil {
			followed++
		} else if n.Before.Objects > 0 {
			counted++
		}
	}
	if followed != 3 || counted == 0 {
		t.Errorf("%d followed, %d counted:\n%s", followed, counted, text(tree))
	}
}

func TestWithoutIdentity(t *testing.T) {
	names := trace.NewNames()
	a, b := grouped(t, stack(true, false), names, "type"), grouped(t, stack(false, false), names, "type")
	tree := diff.Trees(a.Tree, b.Tree)
	if got := text(tree); got != "Heap 101->1\nHeap#at.jku.data.TestObject 100->0\nHeap#java.lang.Object[] 1->1\n" ||
		tree.Followed != identity.None {
		t.Errorf("got\n%s", got)
	}
	none := &identity.Matching{To: slices.Repeat([]trace.ObjectID{trace.NoObject}, a.Heap.Len()), Later: b.Heap.Len()}
	same, err := diff.Groupings(context.Background(), a, b, none, false)
	if err != nil || text(same) != text(tree) {
		t.Errorf("%v, got\n%s", err, text(same))
	}
	if _, err := diff.Groupings(context.Background(), b, a, none, false); err == nil {
		t.Error("a matching of other heap states is taken")
	}
	other := trace.NewNames()
	other.ID("something else")
	c := grouped(t, stack(false, false), other, "type")
	if got := text(diff.Trees(a.Tree, c.Tree)); got != text(tree) {
		t.Errorf("with another dictionary:\n%s", got)
	}
}

// numbered gives the objects of a random heap numbers.
func numbered(seed uint64, rng *rand.Rand, n int) *trace.Heap {
	h := tracetest.RandomHeap(seed, n)
	for _, number := range rng.Perm(2 * n)[:h.Len()] {
		h.Identity = append(h.Identity, uint64(number))
	}
	return h
}

// TestOracle compares each group with sets of objects.
func TestOracle(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	for seed := range uint64(25) {
		a, b := numbered(seed, rng, 60+int(seed)), numbered(seed+1, rng, 70)
		names := trace.NewNames()
		for _, chain := range []string{"type", "package,type", "in-degree", "points-to,type"} {
			if _, err := group.Builtin().Parse(chain); err != nil {
				t.Fatal(err)
			}
			before, after := grouped(t, a, names, chain), grouped(t, b, names, chain)
			tree, err := diff.Groupings(context.Background(), before, after, matched(t, a, b), false)
			if err != nil {
				t.Fatal(err)
			}
			was, is := members(t, before), members(t, after)
			everBefore, everAfter := numbersOf(a), numbersOf(b)
			for i := range tree.Nodes {
				n := &tree.Nodes[i]
				if n.Change == nil {
					continue
				}
				key := strings.Join(tree.Path(int32(i)), "#")
				want := change(was[key], is[key], everBefore, everAfter)
				got := [5]int64{n.Change.Died.Objects, n.Change.Survived.Objects, n.Change.Born.Objects, n.Change.MovedOut.Objects,
					n.Change.MovedIn.Objects}
				if got != want {
					t.Errorf("seed %d, %s: %s: %v, want %v", seed, chain, key, got, want)
				}
				if replaced := n.Change.Turnover().Objects; replaced != min(want[0], want[2]) {
					t.Errorf("seed %d, %s: %s: turnover %d of died and born %v", seed, chain, key, replaced, want)
				}
				if int64(len(was[key])) != n.Before.Objects || int64(len(is[key])) != n.After.Objects {
					t.Errorf("seed %d, %s: %s: %d->%d, want %d->%d", seed, chain, key, n.Before.Objects, n.After.Objects, len(was[key]), len(is[key]))
				}
			}
		}
	}
}

func numbersOf(h *trace.Heap) map[uint64]bool {
	out := map[uint64]bool{}
	for _, n := range h.Identity {
		out[n] = true
	}
	return out
}

// members returns the numbers of the objects in each group.
func members(t *testing.T, g *group.Grouping) map[string]map[uint64]bool {
	out := map[string]map[uint64]bool{}
	for i := range g.Tree.Nodes {
		set, err := g.Objects(context.Background(), int32(i))
		if err != nil {
			t.Fatal(err)
		}
		in := map[uint64]bool{}
		for o := range set.EachSet() {
			in[g.Heap.Identity[o]] = true
		}
		out[g.Tree.Key(int32(i))] = in
	}
	return out
}

func change(was, is, before, after map[uint64]bool) (c [5]int64) {
	all := maps.Clone(was)
	if all == nil {
		all = map[uint64]bool{}
	}
	maps.Copy(all, is)
	for n := range all {
		switch {
		case was[n] && is[n]:
			c[1]++
		case was[n] && after[n]:
			c[3]++
		case was[n]:
			c[0]++
		case before[n]:
			c[4]++
		default:
			c[2]++
		}
	}
	return c
}

func TestCancelled(t *testing.T) {
	h := stack(true, false)
	g := grouped(t, h, trace.NewNames(), "type")
	m := matched(t, h, h)
	testrun.CancelEverywhere(t, "diff", func(ctx context.Context) error {
		_, err := diff.Groupings(ctx, g, g, m, false)
		return err
	})
}

// TestTurnover checks that objects and bytes count separately, and that objects that moved do not count.
func TestTurnover(t *testing.T) {
	amount := func(objects, bytes int64) trace.Amount { return trace.Amount{Objects: objects, Bytes: bytes} }
	for _, c := range []struct{ died, born, want trace.Amount }{
		{amount(3, 30), amount(3, 30), amount(3, 30)},
		{amount(3, 300), amount(4, 40), amount(3, 40)},
		{amount(5, 50), amount(4, 400), amount(4, 50)},
		{amount(0, 0), amount(9, 90), amount(0, 0)},
	} {
		change := diff.Change{Died: c.died, Born: c.born, Survived: amount(7, 70), MovedIn: amount(8, 80), MovedOut: amount(9, 90)}
		if got := change.Turnover(); got != c.want {
			t.Errorf("died %v, born %v: %v, want %v", c.died, c.born, got, c.want)
		}
	}
}

// TestIndistinct checks that of equal objects, as many as both GC points have are not told apart, and the rest died or was born. A group
// has no more of them than the other GC point has in all groups.
func TestIndistinct(t *testing.T) {
	state := func(left, right int) *trace.Heap {
		b := tracetest.NewHeap()
		thing := b.Type("app.Thing", 16)
		for i, n := range []int{left, right} {
			list := b.Array(b.ArrayType([]string{"app.Left[]", "app.Right[]"}[i]), n+i)
			b.Root(list, trace.RootStaticField, "app.Main")
			for k := range n {
				b.Element(list, k, b.Object(thing))
			}
		}
		return b.Heap()
	}
	for _, test := range []struct {
		before, after              [2]int
		died, born, earlier, later int64 // of the whole heap, arrays among them
	}{
		{[2]int{3, 3}, [2]int{0, 0}, 8, 2, 0, 0},
		{[2]int{0, 0}, [2]int{2, 3}, 2, 7, 0, 0},
		{[2]int{5, 3}, [2]int{2, 4}, 4, 2, 6, 6},
		{[2]int{2, 4}, [2]int{5, 3}, 2, 4, 6, 6},
	} {
		tree := compare(t, state(test.before[0], test.before[1]), state(test.after[0], test.after[1]), "type")
		c := tree.Nodes[0].Change
		if c.Died.Objects != test.died || c.Born.Objects != test.born || c.IndistinctBefore.Objects != test.earlier ||
			c.IndistinctAfter.Objects != test.later {
			t.Errorf("%v to %v:\n%s", test.before, test.after, text(tree))
		}
		for i := range tree.Nodes {
			n := &tree.Nodes[i]
			if c := n.Change; n.Before != c.Died.Plus(c.IndistinctBefore).Plus(c.Survived).Plus(c.MovedOut) ||
				n.After != c.Born.Plus(c.IndistinctAfter).Plus(c.Survived).Plus(c.MovedIn) {
				t.Errorf("%+v does not add up", n)
			}
		}
	}
}
