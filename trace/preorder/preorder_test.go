package preorder_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"memcity/trace/preorder"
)

type node struct {
	name string
	preorder.Place
}

type tree = preorder.Nodes[node, *node]

// model is a tree with pointers, as slow and simple as possible.
type model struct {
	id       uint32 // name in a growing tree; unique among siblings
	name     string
	number   int32 // in order of creation
	place    int32
	parent   *model
	children []*model
}

// random returns a model of n nodes in order of creation. It uses few names, and they contain the separator.
func random(r *rand.Rand, n int) []*model {
	all := []*model{{name: "heap"}}
	for len(all) < n {
		up := all[max(r.IntN(len(all)), r.IntN(len(all)))]
		m := &model{id: uint32(len(up.children) * 7 % 100), name: []string{"", "a", "b", "a#b", "ab"}[r.IntN(5)], number: int32(len(all)),
			parent: up}
		up.children = append(up.children, m)
		all = append(all, m)
	}
	return all
}

// walk returns the nodes in pre-order and sets their places.
func (m *model) walk(list []*model) []*model {
	m.place = int32(len(list))
	list = append(list, m)
	for _, c := range m.children {
		list = c.walk(list)
	}
	return list
}

func (m *model) size() int32 {
	n := int32(1)
	for _, c := range m.children {
		n += c.size()
	}
	return n
}

func (m *model) up() []*model {
	if m == nil {
		return nil
	}
	return append([]*model{m}, m.parent.up()...)
}

func (m *model) path() []string {
	if m == nil {
		return nil
	}
	return append(m.parent.path(), m.name)
}

func (m *model) parentPlace() int32 {
	if m.parent == nil {
		return -1
	}
	return m.parent.place
}

func places(list []*model) []int32 {
	out := make([]int32, len(list))
	for i, m := range list {
		out[i] = m.place
	}
	return out
}

func built(list []*model) tree {
	out := make(tree, len(list))
	for i, m := range list {
		out[i] = node{m.name, preorder.Place{Parent: m.parentPlace(), End: m.place + m.size()}}
	}
	return out
}

// forests calls try with trees of all small sizes and some larger ones.
func forests(try func(all, list []*model)) {
	r := rand.New(rand.NewPCG(13, 2))
	for n := range 40 {
		for range 10 {
			all := random(r, n+1)
			try(all, all[0].walk(nil))
		}
	}
}

func TestNodes(t *testing.T) {
	forests(func(_, list []*model) {
		tree := built(list)
		if tree.Len() != len(list) {
			t.Fatalf("%d nodes, want %d", tree.Len(), len(list))
		}
		name := func(i int32) string { return list[i].name }
		for i, m := range list {
			i := int32(i)
			if got := tree.Parent(i); got != m.parentPlace() {
				t.Fatalf("node %d has the parent %d, want %d", i, got, m.parentPlace())
			}
			if got, want := tree.End(i), i+m.size(); got != want {
				t.Fatalf("node %d ends at %d, want %d", i, got, want)
			}
			if got, want := tree.IsLeaf(i), len(m.children) == 0; got != want {
				t.Fatalf("node %d is a leaf: %t", i, got)
			}
			if got, want := slices.Collect(tree.Children(i)), places(m.children); !slices.Equal(got, want) {
				t.Fatalf("node %d has the children %d, want %d", i, got, want)
			}
			if got, want := slices.Collect(tree.Up(i)), places(m.up()); !slices.Equal(got, want) {
				t.Fatalf("above node %d are %d, want %d", i, got, want)
			}
			if got, want := tree.Path(i, name), m.path(); !slices.Equal(got, want) {
				t.Fatalf("node %d has the path %q, want %q", i, got, want)
			}
			if got, want := tree.Key(i, name), strings.Join(m.path(), "#"); got != want {
				t.Fatalf("node %d has the key %q, want %q", i, got, want)
			}
			for top, other := range list {
				if got, want := tree.Within(i, int32(top)), slices.Contains(m.up(), other); got != want {
					t.Fatalf("node %d is within %d: %t", i, top, got)
				}
			}
		}
		if tree.Within(-1, 0) {
			t.Fatal("no node is within the root")
		}
	})
}

// TestLoopsEnd checks that loops may end early, and that Up yields nothing for -1.
func TestLoopsEnd(t *testing.T) {
	tree := tree{{"a", preorder.Place{Parent: -1, End: 3}}, {"b", preorder.Place{Parent: 0, End: 2}}, {"c", preorder.Place{Parent: 0, End: 3}}}
	var seen []int32
	for c := range tree.Children(0) {
		seen = append(seen, c)
		break
	}
	for up := range tree.Up(2) {
		seen = append(seen, up)
		break
	}
	if want := []int32{1, 2}; !slices.Equal(seen, want) {
		t.Errorf("got %d, want %d", seen, want)
	}
	if up := slices.Collect(tree.Up(-1)); up != nil {
		t.Errorf("above nothing are %d", up)
	}
	if path := tree.Path(-1, nil); path != nil {
		t.Errorf("nothing has the path %q", path)
	}
}

func TestFind(t *testing.T) {
	forests(func(_, list []*model) {
		tree := built(list)
		name := func(i int32) string { return list[i].name }
		keys := []string{"", "heap", "heap#", "heap#a#b", "heap#ab#", "heap#a#b#c", "hea", "heapa"}
		for _, m := range list {
			keys = append(keys, strings.Join(m.path(), "#"), strings.Join(m.path(), "#")+"#", strings.Join(m.path(), "#")+"b")
		}
		for _, key := range keys {
			want := int32(slices.IndexFunc(list, func(m *model) bool { return strings.Join(m.path(), "#") == key }))
			if got := tree.Find(key, name); got != want {
				t.Fatalf("%q is node %d, want %d", key, got, want)
			}
		}
	})
	if got := (tree{}).Find("", nil); got != -1 {
		t.Errorf("an empty tree has node %d", got)
	}
}

func TestDescend(t *testing.T) {
	forests(func(_, list []*model) {
		tree := built(list)
		name := func(i int32) string { return list[i].name }
		for _, m := range list {
			for _, path := range [][]string{m.path()[1:], append(m.path()[1:], "none", "a"), nil} {
				want := list[0]
				for _, name := range path {
					i := slices.IndexFunc(want.children, func(c *model) bool { return c.name == name })
					if i < 0 {
						break
					}
					want = want.children[i]
				}
				if got := tree.Descend(0, path, name); got != want.place {
					t.Fatalf("%q leads to %d, want %d", path, got, want.place)
				}
			}
		}
	})
}

func TestWalk(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	forests(func(_, list []*model) {
		closed := map[*model]bool{}
		for _, m := range list {
			closed[m] = r.IntN(3) == 0
		}
		var got, want []int32
		built(list).Walk(func(i int32) bool {
			got = append(got, i)
			return !closed[list[i]]
		})
		for _, m := range list {
			if !slices.ContainsFunc(m.up()[1:], func(up *model) bool { return closed[up] }) {
				want = append(want, m.place)
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("visited %d, want %d", got, want)
		}
	})
	tree{}.Walk(func(int32) bool { t.Error("an empty tree has a node"); return true })
}

// grow adds the nodes of a model in order of creation.
func grow(t *testing.T, all []*model) *preorder.Growing[uint32] {
	g := preorder.NewGrowing(all[0].id)
	for _, m := range all[1:] {
		if c := g.Child(m.parent.number, m.id); c != -1 {
			t.Fatalf("node %d is there before it is added, as %d", m.number, c)
		}
		if c := g.Add(m.parent.number, m.id); c != m.number {
			t.Fatalf("node %d got the number %d", m.number, c)
		}
	}
	return g
}

// flat checks that a tree flattens to a list.
func flat(t *testing.T, g *preorder.Growing[uint32], list []*model) {
	t.Helper()
	got, numbers, placeOf := g.Flatten()
	if len(got) != len(list) || len(numbers) != len(list) || len(placeOf) != len(list) || g.Len() != len(list) {
		t.Fatalf("%d places, %d numbers, %d of %d, want %d", len(got), len(numbers), len(placeOf), g.Len(), len(list))
	}
	for i, m := range list {
		if want := (preorder.Place{Parent: m.parentPlace(), End: m.place + m.size()}); got[i] != want || numbers[i] != m.number ||
			placeOf[m.number] != m.place {
			t.Fatalf("place %d of %d: %v of node %d, want %v of %d", i, len(list), got[i], numbers[i], want, m.number)
		}
	}
}

func TestGrowing(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	forests(func(all, list []*model) {
		g := grow(t, all)
		flat(t, g, list)
		queried := slices.Concat(list, all) // in the order that needs no hashing, and in another one
		r.Shuffle(len(all), func(i, k int) { queried[i], queried[k] = queried[k], queried[i] })
		for _, m := range queried {
			if m.parent != nil {
				if c := g.Child(m.parent.number, m.id); c != m.number {
					t.Fatalf("child %d of %d is %d, want %d", m.id, m.parent.number, c, m.number)
				}
			}
			if c := g.Child(m.number, 1000); c != -1 {
				t.Fatalf("node %d has child %d, which was never added", m.number, c)
			}
			if g.Name(m.number) != m.id {
				t.Fatalf("node %d has the name %d, want %d", m.number, g.Name(m.number), m.id)
			}
			var want []int32
			for _, c := range m.children {
				want = append(want, c.number)
			}
			if got := slices.Collect(g.Children(m.number)); !slices.Equal(got, want) {
				t.Fatalf("node %d has the children %d, want %d", m.number, got, want)
			}
		}
		for range g.Children(0) {
			break
		}
	})
	if p, n, of := (&preorder.Growing[uint32]{}).Flatten(); p != nil || n != nil || of != nil {
		t.Error("a tree without nodes has some")
	}
}

// TestRegrow checks that a tree regrown from a finished one equals the tree grown from the start, for any numbering of the nodes.
func TestRegrow(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 9))
	forests(func(all, _ []*model) {
		keep := 1 + r.IntN(len(all))
		for _, m := range all[keep:] { // nodes added later
			m.parent.children = slices.DeleteFunc(m.parent.children, func(c *model) bool { return c == m })
		}
		list := all[0].walk(nil)
		numbers := make([]int32, len(list))
		for i, m := range list {
			numbers[i] = m.number
		}
		g := preorder.Regrow(numbers, func(place int32) (uint32, int32) { return list[place].id, list[place].parentPlace() })
		flat(t, g, list)
		for _, m := range all[keep:] {
			m.parent.children = append(m.parent.children, m)
			if c := g.Child(m.parent.number, m.id); c != -1 {
				t.Fatalf("node %d is there before it is added, as %d", m.number, c)
			}
			g.Add(m.parent.number, m.id)
		}
		flat(t, g, all[0].walk(nil))
	})
}

func TestSort(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	forests(func(all, list []*model) {
		rank := make([]int, len(all))
		for i := range rank {
			rank[i] = r.IntN(4) // with ties, which keep the order of creation
		}
		g := grow(t, all)
		g.Sort(func(a, b int32) int { return cmp.Compare(rank[a], rank[b]) })
		for _, m := range all {
			slices.SortStableFunc(m.children, func(a, b *model) int { return cmp.Compare(rank[a.number], rank[b.number]) })
		}
		flat(t, g, all[0].walk(nil))
		for _, m := range all {
			up := m.number
			if c := g.Add(up, 2000); c != int32(g.Len()-1) { // last in the new order
				t.Fatalf("got the number %d of %d", c, g.Len())
			}
			if got := slices.Collect(g.Children(up)); got[len(got)-1] != int32(g.Len()-1) {
				t.Fatalf("node %d has the children %d, want %d last", up, got, g.Len()-1)
			}
		}
	})
}
