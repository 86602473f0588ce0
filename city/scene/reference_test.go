package scene

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
	"memcity/trace"
)

func TestReferencesOfLeakingList(t *testing.T) {
	const n = 1000
	settings := DefaultSettings()
	c := planOf([]trees.PointTree{citytest.LeakingList(n).Point()}, settings).At(0, settings)
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

// TestThinFrustumOfListHead covers step 5 of the paper's figure 10: a very thin frustum shows that the list keeps one of the nodes alive.
func TestThinFrustumOfListHead(t *testing.T) {
	settings := DefaultSettings()
	c := planOf([]trees.PointTree{citytest.LeakingList(1000).Point()}, settings).At(0, settings)
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
	if r := refs[i].FromRadius; !citytest.Near(r, radiusShare*min(top.W, top.D), 1e-9) {
		t.Errorf("the radius at the list is %v, though all of it takes part", r)
	}
}

func TestStrongestHolderComesFirst(t *testing.T) {
	settings := DefaultSettings()
	c := planOf([]trees.PointTree{citytest.LeakingList(1000).Point()}, settings).At(0, settings)
	refs, _ := c.References(mustFind(t, c, "Heap#String"))
	if len(refs) == 0 || refs[0].From != mustFind(t, c, "Heap#Person").Index {
		t.Errorf("String's strongest holder is not Person: %+v", refs)
	}
}

func randomGraph(seed uint64) *citytest.ObjectGraph {
	rng := rand.New(rand.NewPCG(seed, 77))
	g := &citytest.ObjectGraph{}
	for i := range 2 + rng.IntN(12) {
		g.Add(fmt.Sprintf("T%d", i), 1+rng.IntN(40))
	}
	for range rng.IntN(3 * len(g.GroupOf)) {
		g.Edges = append(g.Edges, [2]int{rng.IntN(len(g.GroupOf)), rng.IntN(len(g.GroupOf))})
	}
	return g
}

// TestReferencesAgainstObjects compares frustums with the references of single objects, including references within a group.
func TestReferencesAgainstObjects(t *testing.T) {
	for seed := range uint64(60) {
		g := randomGraph(seed)
		for _, children := range []int{AllChildren, 4} {
			settings := planSettings(trees.Objects, Sqrt, children)
			c := planOf([]trees.PointTree{g.Point()}, settings).At(0, settings)
			for i := range c.Buildings {
				checkReferences(t, c, g, int32(i))
			}
		}
	}
}

func checkReferences(t *testing.T, c *City, g *citytest.ObjectGraph, selected int32) {
	t.Helper()
	groupOf := func(b int32) int { return slices.Index(g.Groups, c.Plan.Name(c.Buildings[b].Node)) }
	self, hidden, unseen := groupOf(selected), map[int]bool{}, Unseen{}
	type end struct {
		partner  int
		incoming bool
	}
	want := map[end][2]int64{}
	for m := range g.Groups {
		in := [2]int64{}
		in[0], in[1] = g.PairCounts(m, self)
		out := [2]int64{}
		out[0], out[1] = g.PairCounts(self, m)
		for way, counts := range map[end][2]int64{{m, true}: in, {m, false}: out} {
			switch {
			case counts[0] == 0:
			case !c.Plan.Find("Heap#" + g.Groups[m]).OfGroup():
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
	if !citytest.Near(radius, want, 1e-12) || radius > min(b.Base.W, b.Base.D)/2 {
		t.Fatalf("radius is %v at %+v for %d objects, want %v", radius, b, objects, want)
	}
}

func TestReferencesAtEachPoint(t *testing.T) {
	names := trace.NewNames()
	before, after := citytest.LeakingList(10).Point(), citytest.LeakingList(20).Point()
	for _, p := range []*trees.PointTree{&before, &after} {
		for i := range p.Tree.Nodes {
			n := &p.Tree.Nodes[i]
			n.Name, n.Role = names.ID(p.Tree.Names.Text(n.Name)), names.ID(p.Tree.Names.Text(n.Role))
		}
		p.Tree.Names = names
	}
	without := trees.PointTree{Tree: citytest.Leaf("Heap", 5, 5).Tree(names)}
	settings := DefaultSettings()
	p := planOf([]trees.PointTree{before, without, after}, settings)
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
	c := planOf([]trees.PointTree{citytest.LeakingList(10).Point()}, settings).At(0, settings)
	for _, target := range []Target{{}, {Kind: OnGround}, {Kind: OnDistrict}} {
		if refs, hidden := c.References(target); refs != nil || hidden != (Unseen{}) {
			t.Errorf("target %v has references %v and %+v hidden", target, refs, hidden)
		}
	}
}
