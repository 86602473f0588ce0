package scene

import (
	"memcity/city/trees"
	agespkg "memcity/city/view/ages"
	"memcity/trace"
)

// Ages are the ages of the objects of each group of a series at one of its GC points. Read-only.
type Ages struct {
	*agespkg.Report
	Series *trees.Series
	Point  int // of the series

	groups []*agespkg.Counts // by node; nil if nothing is known
}

// NewAges spreads a report over the groups of a series, of which it describes one GC point. Cost is linear in the groups.
func NewAges(s *trees.Series, point int, report *agespkg.Report) *Ages {
	return &Ages{Report: report, Series: s, Point: point,
		groups: spread(s, report.Tree, report.Groups, func(c *agespkg.Counts) bool { return c.Known })}
}

// spread returns what is known of the groups of a tree by the nodes of a series that has them; nil for all others.
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

// Of returns the ages of the objects of a node of the series; nil if they are not known.
func (a *Ages) Of(node int32) *agespkg.Counts { return a.groups[node] }

// Doubt is the share of a group's objects, 0 to 1, whose age is not sure.
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

// Storeys are the heights over the slab at which the storeys of a building end, from the ground up: the first is of class
// [ages.Indistinct], then [ages.Before], the last of class 0. One that ends where it begins has no objects.
type Storeys [agespkg.Classes]float64

// Class returns the class of a storey.
func (Storeys) Class(storey int) agespkg.Class { return agespkg.Classes - 1 - agespkg.Class(storey) }

// storeys divides a height by the amounts of the classes in a metric; nil if there is none.
func storeys(c *agespkg.Counts, m trees.Metric, height float64) *Storeys {
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

// scaled returns the storeys of a building that is so many times as high.
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

// Mixed returns the storeys between s and others, t of the way, of a building that is as high as from at first and height in the
// end. A nil one is a building that is whole: it gets, or loses, storeys in the proportions of the others.
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

// Like returns s; if that is nil, the storeys of a building of a height in the proportions of others, and with only one on top
// if there are none.
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

// middle returns the class in which the object, or the byte, in the middle of a group is.
func middle(c *agespkg.Counts, m trees.Metric) agespkg.Class {
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

// Aged returns the city at a GC point with storeys: the oldest objects of each building at the bottom, the youngest on top,
// each class as high as its share of the objects or bytes. All buildings are opaque. The colour of a building is that of the
// age that half of it has not reached; one of which nothing is known is as gray as what is permanent, and has no storeys.
// Cost is linear in the shown groups.
func (p *Plan) Aged(a *Ages, settings Settings) *City {
	c := p.At(a.Point, settings)
	c.Aged = a
	palette, metric := settings.Palette(), p.settings.Metric
	for i := range c.Buildings {
		b := &c.Buildings[i]
		b.Shrunk, b.Opacity, b.Color, b.Mast = 0, 1, palette.Kept, nil
		if counts := a.Of(b.Node); counts != nil {
			b.Storeys = storeys(counts, metric, b.Height)
			if b.Storeys != nil {
				b.Color = palette.Age(middle(counts, metric))
			}
		}
	}
	return c
}
