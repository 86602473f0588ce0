package city

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"memcity/trace"
)

// objectGraph is a small heap: each object is in one leaf group, named by its index in groups.
type objectGraph struct {
	groups  []string
	groupOf []int
	edges   [][2]int // from object, to object
}

// pairCounts returns, for groups a and b, how many objects of a refer to some object of b, and how many of b are
// referred to by some object of a.
func (g *objectGraph) pairCounts(a, b int) (from, to int64) {
	sources, targets := map[int]bool{}, map[int]bool{}
	for _, e := range g.edges {
		if g.groupOf[e[0]] == a && g.groupOf[e[1]] == b {
			sources[e[0]], targets[e[1]] = true, true
		}
	}
	return int64(len(sources)), int64(len(targets))
}

// point returns the GC point of the graph, its groups being leaves below the root, with pointer maps.
func (g *objectGraph) point() PointTree {
	counts := make([]int64, len(g.groups))
	for _, group := range g.groupOf {
		counts[group]++
	}
	var kids []*group
	for i, name := range g.groups {
		kids = append(kids, leaf(name, counts[i], 16*counts[i]))
	}
	p := points(inner("Heap", kids...))[0]
	p.Pointers = &trace.Pointers{
		PointsTo:    pointerMap(len(kids), func(n, m int) int64 { _, to := g.pairCounts(n, m); return to }),
		PointedFrom: pointerMap(len(kids), func(n, m int) int64 { from, _ := g.pairCounts(m, n); return from }),
	}
	return p
}

// pointerMap builds a map over a root and its leaves, leaf i being node i+1.
func pointerMap(leaves int, count func(n, m int) int64) trace.PointerMap {
	m := trace.PointerMap{Start: []uint32{0, 0}}
	for a := range leaves {
		for b := range leaves {
			if c := count(a, b); c > 0 {
				m.To = append(m.To, int32(b+1))
				m.Counts = append(m.Counts, c)
			}
		}
		m.Start = append(m.Start, uint32(len(m.To)))
	}
	return m
}

func (g *objectGraph) add(name string, n int) (first int) {
	first = len(g.groupOf)
	g.groups = append(g.groups, name)
	for range n {
		g.groupOf = append(g.groupOf, len(g.groups)-1)
	}
	return first
}

// leakingList is the worked example of Memory Cities, section VII-D: a list of persons with two names each.
func leakingList(persons int) *objectGraph {
	g := &objectGraph{}
	list, node, person := g.add("LinkedList", 1), g.add("LinkedList$Node", persons), g.add("Person", persons)
	str, chars, buffer := g.add("String", 2*persons+40), g.add("byte[]", 2*persons+40), g.add("Buffer", 30)
	g.edges = append(g.edges, [2]int{list, node})
	for i := range persons {
		if i > 0 {
			g.edges = append(g.edges, [2]int{node + i - 1, node + i}, [2]int{node + i, node + i - 1})
		}
		g.edges = append(g.edges, [2]int{node + i, person + i},
			[2]int{person + i, str + 2*i}, [2]int{person + i, str + 2*i + 1})
	}
	for i := range 2*persons + 40 {
		g.edges = append(g.edges, [2]int{str + i, chars + i})
	}
	for i := range 30 {
		g.edges = append(g.edges, [2]int{buffer + i, str + 2*persons + i})
	}
	return g
}

func TestReferencesOfLeakingList(t *testing.T) {
	const n = 1000
	settings := DefaultSettings()
	c := planOf([]PointTree{leakingList(n).point()}, settings).At(0, settings)
	name := func(i int32) string { return c.Plan.Name(c.Buildings[i].Node) }
	describe := func(selected string) []string {
		refs, hidden := c.References(mustFind(t, c, "Heap#"+selected))
		if hidden != (Unseen{}) {
			t.Errorf("%s: %+v hidden partners", selected, hidden)
		}
		var out []string
		for _, r := range refs {
			way := "out"
			if r.Incoming {
				way = "in"
			}
			out = append(out, fmt.Sprintf("%s: %d %s -> %d %s", way, r.FromObjects, name(r.From), r.ToObjects, name(r.To)))
		}
		return out
	}
	for _, tt := range []struct {
		selected string
		want     []string
	}{
		{"String", []string{"in: 1000 Person -> 2000 String", "in: 30 Buffer -> 30 String", "out: 2040 String -> 2040 byte[]"}},
		{"Person", []string{"in: 1000 LinkedList$Node -> 1000 Person", "out: 1000 Person -> 2000 String"}},
		{"LinkedList$Node", []string{
			"in: 1000 LinkedList$Node -> 1000 LinkedList$Node", "in: 1 LinkedList -> 1 LinkedList$Node",
			"out: 1000 LinkedList$Node -> 1000 LinkedList$Node", "out: 1000 LinkedList$Node -> 1000 Person"}},
		{"LinkedList", []string{"out: 1 LinkedList -> 1 LinkedList$Node"}},
		{"byte[]", []string{"in: 2040 String -> 2040 byte[]"}},
	} {
		got := describe(tt.selected)
		slices.Sort(got)
		slices.Sort(tt.want)
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s has %q, want %q", tt.selected, got, tt.want)
		}
	}
}

// TestThinFrustumOfListHead is step 5 of the paper's figure 10: a very thin frustum says that one of the nodes is kept
// alive by the list.
func TestThinFrustumOfListHead(t *testing.T) {
	settings := DefaultSettings()
	c := planOf([]PointTree{leakingList(1000).point()}, settings).At(0, settings)
	node := mustFind(t, c, "Heap#LinkedList$Node")
	list := mustFind(t, c, "Heap#LinkedList")
	refs, _ := c.References(node)
	i := slices.IndexFunc(refs, func(r Reference) bool { return r.From == list.Index })
	if i < 0 || !refs[i].Incoming {
		t.Fatalf("the list does not hold a node: %+v", refs)
	}
	b := c.Buildings[node.Index].Base
	if r := refs[i].ToRadius; r <= 0 || r > 0.02*min(b.W, b.D) {
		t.Errorf("the radius at the nodes is %v on a base of %v by %v: not thin", r, b.W, b.D)
	}
	top := c.Buildings[list.Index].Base
	if r := refs[i].FromRadius; !near(r, radiusShare*min(top.W, top.D), 1e-9) {
		t.Errorf("the radius at the list is %v, though all of it takes part", r)
	}
}

func TestStrongestHolderComesFirst(t *testing.T) {
	settings := DefaultSettings()
	c := planOf([]PointTree{leakingList(1000).point()}, settings).At(0, settings)
	refs, _ := c.References(mustFind(t, c, "Heap#String"))
	if len(refs) == 0 || refs[0].From != mustFind(t, c, "Heap#Person").Index {
		t.Errorf("String's strongest holder is not Person: %+v", refs)
	}
}

func randomGraph(seed uint64) *objectGraph {
	rng := rand.New(rand.NewPCG(seed, 77))
	g := &objectGraph{}
	for i := range 2 + rng.IntN(12) {
		g.add(fmt.Sprintf("T%d", i), 1+rng.IntN(40))
	}
	for range rng.IntN(3 * len(g.groupOf)) {
		g.edges = append(g.edges, [2]int{rng.IntN(len(g.groupOf)), rng.IntN(len(g.groupOf))})
	}
	return g
}

// TestReferencesAgainstObjects compares frustums with what the objects themselves say, references within a group too.
func TestReferencesAgainstObjects(t *testing.T) {
	for seed := range uint64(60) {
		g := randomGraph(seed)
		for _, children := range []int{AllChildren, 4} {
			settings := planSettings(Objects, Sqrt, children)
			c := planOf([]PointTree{g.point()}, settings).At(0, settings)
			for i := range c.Buildings {
				checkReferences(t, c, g, int32(i))
			}
		}
	}
}

func checkReferences(t *testing.T, c *City, g *objectGraph, selected int32) {
	t.Helper()
	groupOf := func(b int32) int { return slices.Index(g.groups, c.Plan.Name(c.Buildings[b].Node)) }
	self, hidden, unseen := groupOf(selected), map[int]bool{}, Unseen{}
	type end struct {
		partner  int
		incoming bool
	}
	want := map[end][2]int64{}
	for m := range g.groups {
		in := [2]int64{}
		in[0], in[1] = g.pairCounts(m, self)
		out := [2]int64{}
		out[0], out[1] = g.pairCounts(self, m)
		for way, counts := range map[end][2]int64{{m, true}: in, {m, false}: out} {
			switch {
			case counts[0] == 0:
			case c.Plan.Find("Heap#"+g.groups[m]).Kind == Nothing:
				hidden[m] = true // once, however many frustums are left out
				if unseen.Out++; way.incoming {
					unseen.In, unseen.Out = unseen.In+1, unseen.Out-1
				}
			default:
				want[way] = counts
			}
		}
	}
	refs, notShown := c.References(Target{OnBuilding, selected})
	if unseen.Groups = len(hidden); notShown != unseen || len(refs) != len(want) {
		t.Fatalf("%d frustums and %+v hidden, want %d and %+v", len(refs), notShown, len(want), unseen)
	}
	for i, r := range refs {
		at, partner := r.From, r.To
		if r.Incoming {
			at, partner = r.To, r.From
		}
		if at != selected {
			t.Fatalf("frustum %+v does not end at %d", r, selected)
		}
		if counts := want[end{groupOf(partner), r.Incoming}]; counts != [2]int64{r.FromObjects, r.ToObjects} {
			t.Fatalf("frustum %+v, want counts %v", r, counts)
		}
		checkRadius(t, c, r.From, r.FromObjects, r.FromRadius)
		checkRadius(t, c, r.To, r.ToObjects, r.ToRadius)
		if i > 0 && (r.Incoming && !refs[i-1].Incoming || r.Incoming == refs[i-1].Incoming && r.own() > refs[i-1].own()) {
			t.Fatalf("frustums are out of order: %+v", refs)
		}
	}
}

func checkRadius(t *testing.T, c *City, building int32, objects int64, radius float64) {
	t.Helper()
	b := c.Buildings[building]
	want := radiusShare * min(b.Base.W, b.Base.D) * math.Sqrt(float64(objects)/float64(b.Objects))
	if !near(radius, want, 1e-12) || radius > min(b.Base.W, b.Base.D)/2 {
		t.Fatalf("radius is %v at %+v for %d objects, want %v", radius, b, objects, want)
	}
}

func TestReferencesAtEachPoint(t *testing.T) {
	names := trace.NewNames()
	before, after := leakingList(10).point(), leakingList(20).point()
	for _, p := range []*PointTree{&before, &after} {
		for i := range p.Tree.Nodes {
			n := &p.Tree.Nodes[i]
			n.Name, n.Role = names.ID(p.Tree.Names.Text(n.Name)), names.ID(p.Tree.Names.Text(n.Role))
		}
		p.Tree.Names = names
	}
	without := PointTree{Tree: leaf("Heap", 5, 5).tree(names)}
	settings := DefaultSettings()
	p := planOf([]PointTree{before, without, after}, settings)
	for point, want := range map[int]int64{0: 10, 1: 0, 2: 20} {
		c := p.At(point, settings)
		refs, _ := c.References(mustFind(t, c, "Heap#Person"))
		if want == 0 && len(refs) != 0 || want > 0 && (len(refs) != 2 || refs[0].ToObjects != want) {
			t.Errorf("point %d: %+v, want %d persons", point, refs, want)
		}
		if p.Series.HasPointers(point) != (want > 0) {
			t.Errorf("point %d: references known is %v", point, p.Series.HasPointers(point))
		}
	}
}

func TestReferencesOfOtherTargets(t *testing.T) {
	settings := DefaultSettings()
	c := planOf([]PointTree{leakingList(10).point()}, settings).At(0, settings)
	for _, target := range []Target{{}, {Kind: OnGround}, {Kind: OnDistrict}} {
		if refs, hidden := c.References(target); refs != nil || hidden != (Unseen{}) {
			t.Errorf("target %v has references %v and %+v hidden", target, refs, hidden)
		}
	}
}
