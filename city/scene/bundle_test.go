package scene

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
)

// bundledCity returns a city with a hub at the root and leaves in districts, each of 100 objects. The hub refers to every leaf; the first
// reference is the strongest.
func bundledCity(sizes map[string]int) (*City, Target, []Reference) {
	var kids []*citytest.Group
	names := make([]string, 0, len(sizes))
	for name := range sizes {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		var leaves []*citytest.Group
		for i := range sizes[name] {
			leaves = append(leaves, citytest.Leaf(fmt.Sprint(name, i), 100, 1600))
		}
		kids = append(kids, citytest.Inner(name, citytest.Inner(name+"/in", leaves...)))
	}
	kids = append(kids, citytest.Leaf("hub", 1000, 16000))
	settings := DefaultSettings()
	settings.Children = 0
	c := planOf(citytest.Points(citytest.Inner("Heap", kids...)), settings).At(0, settings)
	hub := int32(slices.IndexFunc(c.Buildings, func(b Building) bool { return c.Plan.Name(b.Node) == "hub" }))
	var refs []Reference
	for i := range c.Buildings {
		if int32(i) != hub {
			refs = append(refs, c.reference(hub, int32(i), int64(500-i), 40, false))
		}
	}
	return c, Target{Kind: OnBuilding, Index: hub}, refs
}

func TestTheRestOfReferencesIsBundled(t *testing.T) {
	for _, tt := range []struct {
		sizes map[string]int
		drawn int
		want  []string // districts and how many references
	}{
		{map[string]int{"a": 5, "b": 3}, 16, nil},
		{map[string]int{"a": 5, "b": 3}, 0, []string{"a/in 5", "b/in 3"}},
		{map[string]int{"a": 5}, 2, []string{"a/in 3"}},
		{map[string]int{"a": 9, "b": 8, "c": 7, "d": 6, "e": 5, "f": 4, "g": 3, "h": 2}, 0,
			[]string{"a/in 9", "b/in 8", "c/in 7", "d/in 6", "e/in 5", "f/in 4", "g/in 3", "h/in 2"}},
		{map[string]int{"a": 9, "b": 8, "c": 7, "d": 6, "e": 5, "f": 4, "g": 3, "h": 2, "i": 2, "j": 1}, 0,
			[]string{"a/in 9", "b/in 8", "c/in 7", "d/in 6", "Heap 5", "e/in 5", "f/in 4", "g/in 3"}},
	} {
		c, _, refs := bundledCity(tt.sizes)
		whole := 0
		var got []string
		drawn := c.Drawn(refs, tt.drawn, Target{})
		for _, r := range drawn {
			if r.Groups == 0 {
				whole++
				continue
			}
			got = append(got, fmt.Sprint(c.Plan.Name(c.Districts[r.District].Node), " ", r.Groups))
			d := &c.Districts[r.District]
			if want := int64(40 * r.Groups); r.ToObjects != want || r.To != -1 || r.Incoming {
				t.Errorf("%v: bundle %+v, want %d objects", tt.sizes, r, want)
			}
			if want := bundleShare * min(d.Plot.W,
				d.Plot.D) * math.Sqrt(float64(r.ToObjects)/float64(d.Objects)); math.Abs(r.ToRadius-want) > 1e-12 {
				t.Errorf("%v: radius %v at the district, want %v", tt.sizes, r.ToRadius, want)
			}
		}
		slices.Sort(got)
		slices.Sort(tt.want)
		if whole != min(tt.drawn, len(refs)) || !slices.Equal(got, tt.want) {
			t.Errorf("%v: %d drawn one by one, bundles %q, want %d and %q", tt.sizes, whole, got, min(tt.drawn, len(refs)), tt.want)
		}
	}
}

// Every reference is either drawn separately or in exactly one bundle, and a hovered reference is drawn separately.
func TestBundlesHoldAllThatIsLeft(t *testing.T) {
	for seed := range uint64(20) {
		settings := DefaultSettings()
		settings.Children = 0
		points := citytest.RandomPoints(seed, citytest.RandomSpec{Points: 2, Nodes: 400, Depth: 6, Width: 9})
		c := planOf(points, settings).At(1, settings)
		if len(c.Buildings) < 2 {
			continue
		}
		var refs []Reference
		for _, incoming := range []bool{true, false} {
			for i := range c.Buildings {
				refs = append(refs, c.reference(0, int32(i), int64(i), int64(i), incoming))
			}
		}
		keep := Target{Kind: OnBuilding, Index: int32(len(c.Buildings) - 1)}
		groups, kept := 0, 0
		count := map[bool]int{}
		for _, r := range c.Drawn(refs, 3, keep) {
			if r.Groups == 0 {
				groups++
				if r.other() == keep.Index {
					kept++
				}
				continue
			}
			groups += r.Groups
			count[r.Incoming]++
			if r.District < 0 || int(r.District) >= len(c.Districts) || min(r.From, r.To) != -1 || max(r.From, r.To) != 0 {
				t.Errorf("seed %d: bundle %+v", seed, r)
			}
		}
		if groups != len(refs) || kept < 2 || count[true] > maxBundles || count[false] > maxBundles {
			t.Errorf("seed %d: %d of %d references, %d of what is hovered, bundles %v", seed, groups, len(refs), kept, count)
		}
	}
}

func TestReferencesOfAllThatIsSelected(t *testing.T) {
	settings := DefaultSettings()
	c := planOf([]trees.PointTree{citytest.LeakingList(1000).Point()}, settings).At(0, settings)
	person, node := mustFind(t, c, "Heap#Person"), mustFind(t, c, "Heap#LinkedList$Node")
	name := func(i int32) string { return c.Plan.Name(c.Buildings[i].Node) }
	var got []string
	for _, r := range c.DrawnOfAll([]Target{person, node}, 10, Target{}) {
		got = append(got, fmt.Sprintf("%s -> %s %v", name(r.From), name(r.To), r.Incoming))
	}
	slices.Sort(got)
	want := []string{"LinkedList -> LinkedList$Node true", "LinkedList$Node -> LinkedList$Node false",
		"LinkedList$Node -> Person false", "Person -> String false"}
	if !slices.Equal(got, want) {
		t.Errorf("drawn are %q, want %q", got, want)
	}
	one := c.DrawnOfAll([]Target{person}, 10, Target{})
	refs, _ := c.References(person)
	if want := c.Drawn(refs, 10, Target{}); !slices.Equal(one, want) {
		t.Errorf("of one target %v are drawn, want %v", one, want)
	}
}
