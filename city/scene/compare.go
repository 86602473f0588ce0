package scene

import (
	"cmp"
	"math"
	"slices"

	"memcity/analysis/identity"
	"memcity/city/trees"
	"memcity/city/view/diffs"
	"memcity/city/view/whatif"
	"memcity/trace"
)

// Comparison contains the fate of the objects of each group between two GC points of a series, which may be the same. Read-only once built.
type Comparison struct {
	Series   *trees.Series
	From, To int                    // GC points of the series; the same for a comparison with a baseline
	Baseline *trees.BaselineAmounts // another recording in place of From; nil for none. See [AgainstBaseline]
	Followed identity.Source        // how objects were matched; if they were not, fates are differences of counts
	WhatIf   *whatif.Result         // what-if at To, which equals From; nil if GC points are compared

	fates   []diffs.Fate     // by node
	matched [2]MatchedShares // by unit; see [Comparison.Matched]
}

// ByCounts reports whether objects were not followed. Fates are then differences of counts, without births and deaths.
func (k *Comparison) ByCounts() bool { return k.Followed == identity.None && k.WhatIf == nil }

// Fate returns the fate of the objects of a node of the series.
func (k *Comparison) Fate(node int32) diffs.Fate { return k.fates[node] }

// NewComparison compares two GC points of a series. The report contains the fates of single objects between them; nil if they were not
// followed. The cost is linear in the groups.
func NewComparison(s *trees.Series, from, to int, report *diffs.Report) *Comparison {
	k := &Comparison{Series: s, From: from, To: to, fates: make([]diffs.Fate, len(s.Nodes))}
	for i := range k.fates {
		n := int32(i)
		k.fates[i] = diffs.ByCounts(s.Amount(from, n),
			s.Amount(to, n))
	}
	if report == nil || report.Tree == nil || report.Tree.Followed == identity.None {
		return k
	}
	k.Followed = report.Tree.Followed
	t := report.Tree
	for i, node := range s.NodesOf(t.Names, len(t.Nodes), func(i int) (trace.NameID, int32) { return t.Nodes[i].Name, t.Nodes[i].Parent }) {
		if change := report.Tree.Nodes[i].Change; node >= 0 && change != nil {
			k.fates[node].Follow(change)
		}
	}
	return k
}

// Compared returns the city at the later of two GC points, divided by the fate of the objects. From the bottom, each building has survivors
// and indistinct objects, then objects born since, then died objects. Base and scale come from the point at which the building is larger. A
// building that grew therefore looks as it does at the later point. One that shrank has its earlier size, and the difference is shown as
// died objects. No building is more than twice as high as its maximum. All buildings are opaque, because transparent parts mean removed
// objects. A comparison with a baseline halves the buildings instead. The cost is linear in the shown groups.
func (p *Plan) Compared(k *Comparison, settings Settings) *City {
	c := p.At(k.To, settings)
	c.Compared = k
	settings = settings.Normal()
	for i := range c.Buildings {
		c.Buildings[i].Mast = nil
	}
	if k.Baseline != nil {
		p.halve(c, settings)
		return c
	}
	palette, largest := settings.Palette(), p.largestOther()
	for i := range c.Buildings {
		b := &c.Buildings[i]
		f := k.Fate(b.Node)
		b.Shrunk, b.Opacity, b.Cut, b.KeptColor, b.Noise = 0, 1, k.WhatIf != nil, palette.Kept, false
		p.part(b, &p.buildings[i], &f, settings, largest)
		switch {
		case b.Height == 0 && b.Gone > 0:
			b.Color = palette.Gone
		case b.Kept >= b.Height:
			b.Color = palette.Kept
		default:
			b.Color = palette.Born(p.growthShare(b, &settings))
		}
	}
	return c
}

// part sets the base and heights of a building from the fate of its objects.
func (p *Plan) part(b *Building, pb *planBuilding, f *diffs.Fate, settings Settings, largest int64) {
	unit := p.settings.Unit
	before, after := f.Before.Of(unit), f.After.Of(unit)
	whole, other := after, f.After.Of(unit.Other())
	if before > after {
		whole, other = before, f.Before.Of(unit.Other())
	}
	if whole <= 0 {
		return
	}
	full := 0.0
	b.Base, full = p.standing(pb, whole)
	if settings.OtherHeight {
		full = p.steppedHeight(other, largest)
	}
	share := func(part, of int64) float64 {
		if of <= 0 {
			return 0
		}
		return trees.Clamp(float64(part)/float64(of), 0, 1)
	}
	kept, born := f.Permanent.Of(unit)+f.IndistinctAfter.Of(unit), f.Born.Of(unit)
	b.Height = full * share(after, whole)
	b.Kept = b.Height * share(kept, kept+born)
	b.Gone = full * share(f.Died.Of(unit), whole)
}

// Top returns the building's height above its slab, including the removed part and the baseline half.
func (b *Building) Top() float64 { return max(b.Height+b.Gone, b.Before) }

// Bounds returns the box around the city at every GC point, including removed parts.
func (c *City) Bounds() Box {
	bounds := c.Plan.Bounds()
	if c.Compared != nil {
		for i := range c.Buildings {
			bounds.Max.Y = math.Max(bounds.Max.Y, c.Buildings[i].Box().Max.Y)
		}
	}
	return bounds
}

// Vanished returns the buildings that have only a removed part or a baseline half, largest first.
func (c *City) Vanished() []int32 {
	var list []int32
	for i := range c.Buildings {
		if b := &c.Buildings[i]; b.Height <= 0 && b.Top() > 0 {
			list = append(list, int32(i))
		}
	}
	slices.SortStableFunc(list, func(x, y int32) int {
		a, b := &c.Buildings[x], &c.Buildings[y]
		return cmp.Compare(b.Base.Area()*b.Top(), a.Base.Area()*a.Top())
	})
	return list
}
