package city

import (
	"cmp"
	"math"
	"slices"

	"memcity/analysis/diff"
	"memcity/analysis/identity"
	"memcity/trace"
)

// Comparing returns the GC points of the plan that the city compares: the start of the window with the point shown, as
// colours and signs do. Going through time then shows what is born and dies on the way; at the start all is permanent. ok is
// false if nothing is to be compared, or the point shown is before the start.
func (s State) Comparing() (from, to int, ok bool) {
	return s.Window.From, s.Point, s.Division == ByFate && s.Window.From <= s.Point
}

// AskDiff returns what the parts of the buildings ask for; nil if counts are all that they can show, as objects are
// followed by their own sizes only.
func (s State) AskDiff(series *Series) *AskDiff {
	from, to, ok := s.Comparing()
	if !ok || s.Settings.Measure != Shallow || to >= series.Len() {
		return nil
	}
	return s.Diffing.Ask(series.Source(from), series.Source(to))
}

// Comparison is what became of the objects of each group of a series between two of its GC points, which may be the same.
// Read-only.
type Comparison struct {
	Series   *Series
	From, To int             // GC points of the series; the same if there is a base
	Base     *Base           // in place of From, another recording; nil if there is none. See [AgainstBase]
	Followed identity.Source // how objects were recognised; if they were not, fates are differences of counts
	Without  *Without        // what would be freed at To, which is From; nil where GC points are compared

	fates   []Fate     // by node
	matched [2]Matched // by metric; see [Comparison.Matched]
}

// ByCounts reports whether objects were not followed, so that born and died are not known but more and fewer.
func (k *Comparison) ByCounts() bool { return k.Followed == identity.None && k.Without == nil }

// Fate is what became of the objects of a group. Permanent and Born are those that are there now, Permanent and Died those
// that were there before, as far as objects do not change their size.
type Fate struct {
	Before, After Amount
	Permanent     Amount
	Born          Amount // with Came
	Died          Amount // with Left
	Came, Left    Amount // were in other groups before; are in others now
	Followed      bool   // else Permanent, Born and Died are what the counts leave: the lesser, and how much more or fewer
}

// Fate returns what became of the objects of a node of the series.
func (k *Comparison) Fate(node int32) Fate { return k.fates[node] }

// NewComparison compares two GC points of a series. The report tells what became of single objects between them; nil if
// it is not known. Cost is linear in the groups.
func NewComparison(s *Series, from, to int, report *DiffReport) *Comparison {
	k := &Comparison{Series: s, From: from, To: to, fates: make([]Fate, len(s.Nodes))}
	for i := range k.fates {
		n := int32(i)
		k.fates[i] = byCounts(Amount{s.Objects(from, n), s.Bytes(from, n)}, Amount{s.Objects(to, n), s.Bytes(to, n)})
	}
	if report == nil || report.Tree == nil || report.Tree.Followed == identity.None {
		return k
	}
	k.Followed = report.Tree.Followed
	t := report.Tree
	for i, node := range s.nodesOf(t.Names, len(t.Nodes), func(i int) (trace.NameID, int32) { return t.Nodes[i].Name, t.Nodes[i].Parent }) {
		if change := report.Tree.Nodes[i].Change; node >= 0 && change != nil {
			k.fates[node].follow(change)
		}
	}
	return k
}

func byCounts(before, after Amount) Fate {
	part := func(from, to int64) (same, more, fewer int64) { return min(from, to), max(to-from, 0), max(from-to, 0) }
	f := Fate{Before: before, After: after}
	f.Permanent.Objects, f.Born.Objects, f.Died.Objects = part(before.Objects, after.Objects)
	f.Permanent.Bytes, f.Born.Bytes, f.Died.Bytes = part(before.Bytes, after.Bytes)
	return f
}

func (f *Fate) follow(c *diff.Change) {
	sum := func(a, b diff.Amount) Amount { return Amount{a.Objects + b.Objects, a.Bytes + b.Bytes} }
	f.Followed, f.Permanent = true, Amount(c.Permanent)
	f.Born, f.Died = sum(c.Born, c.Came), sum(c.Died, c.Left)
	f.Came, f.Left = Amount(c.Came), Amount(c.Left)
}

// nodesOf returns the nodes of s that stand for those of a tree of the same grouping, in pre-order with their names and
// parents, the root's being -1; -1 where there is none.
func (s *Series) nodesOf(names *trace.Names, nodes int, node func(i int) (name trace.NameID, parent int32)) []int32 {
	out := make([]int32, nodes)
	ids := make(map[string]trace.NameID, len(s.Nodes)) // of the series, as the tree may have a dictionary of its own
	byName := make(map[uint64]int32, len(s.Nodes))
	for i := range s.Nodes {
		n := &s.Nodes[i]
		ids[s.Names.Text(n.Name)] = n.Name
		byName[uint64(uint32(n.Parent))<<32|uint64(n.Name)] = int32(i)
	}
	for i := range out {
		name, above := node(i)
		if out[i] = -1; above < 0 {
			if len(s.Nodes) > 0 {
				out[i] = 0
			}
			continue
		}
		id, ok := ids[names.Text(name)]
		if parent := out[above]; ok && parent >= 0 {
			if node, ok := byName[uint64(uint32(parent))<<32|uint64(id)]; ok {
				out[i] = node
			}
		}
	}
	return out
}

// Compared returns the city at the later of two GC points with what became of the objects since the earlier one: each
// building has what is permanent at the bottom, what was born on it, and over both what is gone. It has the base and the
// scale that it has at the one of the two points where it is larger, so one that grew looks as it does now, one that
// shrank as it did, with the rest gone; none is more than twice as high as it ever is. All buildings are opaque: what is
// seen through is gone. Against a base, buildings are halved instead. Cost is linear in the shown groups.
func (p *Plan) Compared(k *Comparison, settings Settings) *City {
	c := p.At(k.To, settings)
	c.Compared = k
	settings = settings.Normal()
	if k.Base != nil {
		p.halve(c, settings)
		return c
	}
	palette, largest := settings.Palette(), p.largestOther()
	for i := range c.Buildings {
		b := &c.Buildings[i]
		f := k.Fate(b.Node)
		b.Shrunk, b.Opacity, b.Cut = 0, 1, k.Without != nil
		p.part(b, &p.buildings[i], &f, settings, largest)
		switch {
		case b.Height == 0 && b.Gone > 0:
			b.Color = palette.Gone
		case b.Kept >= b.Height:
			b.Color = palette.Kept
		default:
			b.Color = palette.Born(p.growthShare(b, settings))
		}
	}
	return c
}

// part sets base and heights of a building whose objects had a fate.
func (p *Plan) part(b *Building, pb *planBuilding, f *Fate, settings Settings, largest int64) {
	metric := p.settings.Metric
	before, after := f.Before.Of(metric), f.After.Of(metric)
	whole, other := after, f.After.Of(metric.other())
	if before > after {
		whole, other = before, f.Before.Of(metric.other())
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
		return clamp(float64(part)/float64(of), 0, 1)
	}
	kept, born := f.Permanent.Of(metric), f.Born.Of(metric)
	b.Height = full * share(after, whole)
	b.Kept = b.Height * share(kept, kept+born)
	b.Gone = full * share(f.Died.Of(metric), whole)
}

// Top returns how high the building reaches over its slab, with what is gone or the base has.
func (b *Building) Top() float64 { return max(b.Height+b.Gone, b.Before) }

// Bounds returns the box around the city at every GC point, and what is gone of it.
func (c *City) Bounds() Box {
	bounds := c.Plan.Bounds()
	if c.Compared != nil {
		for i := range c.Buildings {
			bounds.Max.Y = math.Max(bounds.Max.Y, c.Buildings[i].Box().Max.Y)
		}
	}
	return bounds
}

// Vanished lists the buildings of which nothing is left but what is gone or only the base has, the largest first.
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
