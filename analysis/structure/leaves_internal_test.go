package structure

import (
	"cmp"
	"slices"
	"testing"

	"memcity/trace"
)

// TestMergedByType: groups of a type are one if some of its objects have no known site. It has the site of most of them.
func TestMergedByType(t *testing.T) {
	group := func(kind, site string, before, after int64) LeafGroup {
		amount := func(n int64) trace.Amount { return trace.Amount{Objects: n, Bytes: 16 * n} }
		return LeafGroup{Type: kind, Site: site, Before: amount(before), After: amount(after)}
	}
	sited := func(g LeafGroup, n int64) LeafGroup { g.Sited = n; return g }
	for name, test := range map[string]struct{ groups, want []LeafGroup }{
		"all sites are known": {[]LeafGroup{group("A", "x", 1, 2), group("A", "y", 3, 4)}, []LeafGroup{group("A", "x", 1, 2), group("A", "y", 3, 4)}},
		"none is":             {[]LeafGroup{group("A", "", 1, 2)}, []LeafGroup{group("A", "", 1, 2)}},
		"some are later": {[]LeafGroup{group("A", "", 20, 0), group("A", "x", 0, 30), group("B", "x", 1, 1)},
			[]LeafGroup{sited(group("A", "x", 20, 30), 30), group("B", "x", 1, 1)}},
		"several are":           {[]LeafGroup{group("A", "", 5, 1), group("A", "x", 0, 2), group("A", "y", 0, 3)}, []LeafGroup{sited(group("A", "y", 5, 6), 3)}},
		"several as often":      {[]LeafGroup{group("A", "", 5, 1), group("A", "y", 0, 2), group("A", "x", 0, 2)}, []LeafGroup{sited(group("A", "x", 5, 5), 2)}},
		"one is of the earlier": {[]LeafGroup{group("A", "", 5, 1), group("A", "x", 2, 0)}, []LeafGroup{group("A", "", 7, 1)}},
	} {
		groups := map[[2]string]*LeafGroup{}
		for i := range test.groups {
			g := test.groups[i]
			groups[[2]string{g.Type, g.Site}] = &g
		}
		got := mergedByType(groups)
		slices.SortFunc(got, func(a, b LeafGroup) int { return cmp.Or(cmp.Compare(a.Type, b.Type), cmp.Compare(a.Site, b.Site)) })
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: got %+v, want %+v", name, got, test.want)
		}
	}
}
