package scene

import (
	"memcity/city/trees"
	agespkg "memcity/city/view/ages"
	"memcity/trace"
)

// Ages contains the object ages of each group of a series at one GC point. Read-only once built.
type Ages struct {
	*agespkg.Report
	Series *trees.Series
	Point  int // of the series

	groups []*agespkg.Counts // by node; nil for missing data
}

// NewAges maps a report to the groups of a series. The report describes the given GC point. The cost is linear in the groups.
func NewAges(s *trees.Series, point int, report *agespkg.Report) *Ages {
	return &Ages{Report: report, Series: s, Point: point,
		groups: spread(s, report.Tree, report.Groups, func(c *agespkg.Counts) bool { return c.Known })}
}

// spread maps the known values of a tree's groups to the nodes of a series; nil for other nodes.
func spread[T any](s *trees.Series, t *trace.Tree, groups []T, known func(*T) bool) []*T {
	out := make([]*T, len(s.Nodes))
	at := s.NodesOf(t.Names, len(t.Nodes), func(i int) (trace.NameID, int32) { return t.Nodes[i].Name, t.Nodes[i].Parent })
	for i, node := range at {
		if node >= 0 && known(&groups[i]) {
			out[node] = &groups[i]
		}
	}
	return out
}

// Of returns the object ages of a node of the series; nil for missing data.
func (a *Ages) Of(node int32) *agespkg.Counts { return a.groups[node] }

// Doubt returns the share of a group's objects, 0 to 1, whose age is uncertain.
func Doubt(c *agespkg.Counts) float64 {
	objects := int64(0)
	for _, amount := range c.Classes {
		objects += amount.Objects
	}
	if objects == 0 {
		return 0
	}
	return float64(c.Doubtful.Objects) / float64(objects)
}

// Storeys contains the upper end of each storey of a building, as a height over the slab, from the ground up. The first storey has class
// [ages.Indistinct], the next one [ages.Before], and the last one class 0. A storey that ends where it begins has no objects.
type Storeys [agespkg.Classes]float64

// Class returns the class of a storey.
func (Storeys) Class(storey int) agespkg.Class { return agespkg.Classes - 1 - agespkg.Class(storey) }

// storeys divides a height by the amounts of the classes in a unit; nil if all are zero.
func storeys(c *agespkg.Counts, m trees.Unit, height float64) *Storeys {
	whole := int64(0)
	for _, amount := range c.Classes {
		whole += amount.Of(m)
	}
	if whole <= 0 || height <= 0 {
		return nil
	}
	out, sum := &Storeys{}, int64(0)
	for i := range out {
		sum += c.Classes[out.Class(i)].Of(m)
		out[i] = height * float64(sum) / float64(whole)
	}
	return out
}

// scaled returns the storeys of a building whose height is multiplied by the given factor.
func (s *Storeys) scaled(by float64) *Storeys {
	if s == nil {
		return nil
	}
	out := *s
	for i := range out {
		out[i] *= by
	}
	return &out
}

// Mixed interpolates between the storeys s and to, with t from 0 to 1. The building's height is from at the start and height at the end. A
// nil value stands for a building without storeys, and takes the proportions of the other.
func (s *Storeys) Mixed(to *Storeys, from, height, t float64) *Storeys {
	if s == nil && to == nil {
		return nil
	}
	a, b := *s.Like(to, from), *to.Like(s, height)
	for i := range a {
		a[i] += (b[i] - a[i]) * t
	}
	return &a
}

// Like returns s or, if s is nil, storeys for a building of the given height in the proportions of others. Without others, it returns a
// single storey on top.
func (s *Storeys) Like(others *Storeys, height float64) *Storeys {
	const top = agespkg.Classes - 1
	switch {
	case s != nil:
		return s
	case others == nil || others[top] <= 0:
		return &Storeys{top: height}
	}
	return others.scaled(height / others[top])
}

// middle returns the class of the median object, or byte, of a group.
func middle(c *agespkg.Counts, m trees.Unit) agespkg.Class {
	whole, sum := int64(0), int64(0)
	for _, amount := range c.Classes {
		whole += amount.Of(m)
	}
	for i, amount := range c.Classes {
		if sum += amount.Of(m); 2*sum >= whole && sum > 0 {
			return agespkg.Class(i)
		}
	}
	return agespkg.Before
}

// Aged returns the city at a GC point with storeys by age, oldest objects at the bottom. The height of each class is its share of the
// objects or bytes. All buildings are opaque. A building's color is that of its median age. A building without data is gray like survivors,
// and has no storeys. The cost is linear in the shown groups.
func (p *Plan) Aged(a *Ages, settings Settings) *City {
	c := p.At(a.Point, settings)
	c.Aged = a
	palette, unit := settings.Palette(), p.settings.Unit
	for i := range c.Buildings {
		b := &c.Buildings[i]
		b.Shrunk, b.Opacity, b.Color, b.Mast = 0, 1, palette.Kept, nil
		if counts := a.Of(b.Node); counts != nil {
			b.Storeys = storeys(counts, unit, b.Height)
			if b.Storeys != nil {
				b.Color = palette.Age(middle(counts, unit))
			}
		}
	}
	return c
}
