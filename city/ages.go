package city

import (
	"memcity/analysis/age"
	"memcity/analysis/identity"
	"memcity/trace"
)

// NoObjectsForAges says why recordings of ready-made memory trees have no ages.
const NoObjectsForAges = "needs single objects, which ready-made memory trees do not have"

// AskAges asks how long the objects at a GC point have lived, by groups.
type AskAges struct {
	Point    int  // of the recording, from 0
	Probable bool // probable pairs of objects count as the same object
}

// AskAges returns what the storeys of the buildings ask for; nil if there are none, as sizes are deep or retained, of which
// nothing is known but their sums.
func (s State) AskAges(series *Series) *AskAges {
	if s.Division != ByAge || s.Settings.Measure != Shallow || s.Point >= series.Len() {
		return nil
	}
	return &AskAges{Point: series.Source(s.Point), Probable: s.Diffing.Probable}
}

// NoAges tells why no ages can be shown of a recording with a catalog, which is nil for one of ready-made memory trees; empty
// if they can.
func (s State) NoAges(catalog *Catalog) string {
	switch {
	case catalog == nil:
		return NoObjectsForAges
	case catalog.NoAges != "":
		return catalog.NoAges
	case s.Settings.Measure != Shallow:
		return "of " + s.Settings.Measure.String() + " sizes no age is known"
	}
	return ""
}

// What ages are made of.
type (
	AgeClass  = age.Class
	AgeCounts = age.Counts
)

// Classes of ages, from young to old; the last is of what was there from the start, or may have been.
const (
	AgeClasses = age.Classes
	AgeBefore  = age.Before
)

// AgesReport tells how long the objects at a GC point have lived, by groups.
type AgesReport struct {
	Ask    AskAges
	Tree   *trace.Tree // of the groups
	Groups []AgeCounts // by node of the tree

	Births   bool            // ages count GCs, from births that the recording knows; else GC points
	Followed identity.Source // how objects were followed over these
	Points   int             // how many these are, with the one asked for
}

// Ages are the ages of the objects of each group of a series at one of its GC points. Read-only.
type Ages struct {
	*AgesReport
	Series *Series
	Point  int // of the series

	groups []*AgeCounts // by node; nil if nothing is known
}

// NewAges spreads a report over the groups of a series, of which it tells one GC point. Cost is linear in the groups.
func NewAges(s *Series, point int, report *AgesReport) *Ages {
	a := &Ages{AgesReport: report, Series: s, Point: point, groups: make([]*AgeCounts, len(s.Nodes))}
	t := report.Tree
	at := s.nodesOf(t.Names, len(t.Nodes), func(i int) (trace.NameID, int32) { return t.Nodes[i].Name, t.Nodes[i].Parent })
	for i, node := range at {
		if node >= 0 && report.Groups[i].Known {
			a.groups[node] = &report.Groups[i]
		}
	}
	return a
}

// Of returns the ages of the objects of a node of the series; nil if they are not known.
func (a *Ages) Of(node int32) *AgeCounts { return a.groups[node] }

// Doubt is the share of a group's objects, 0 to 1, whose age is not sure.
func Doubt(c *AgeCounts) float64 {
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
// [AgeBefore], the last of class 0. One that ends where it begins has no objects.
type Storeys [AgeClasses]float64

// Class returns the class of a storey.
func (Storeys) Class(storey int) AgeClass { return AgeBefore - AgeClass(storey) }

// storeys divides a height by the amounts of the classes in a metric; nil if there is none.
func storeys(c *AgeCounts, m Metric, height float64) *Storeys {
	whole := int64(0)
	for _, amount := range c.Classes {
		whole += Amount(amount).Of(m)
	}
	if whole <= 0 || height <= 0 {
		return nil
	}
	out, sum := &Storeys{}, int64(0)
	for i := range out {
		sum += Amount(c.Classes[out.Class(i)]).Of(m)
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
	const top = AgeClasses - 1
	switch {
	case s != nil:
		return s
	case others == nil || others[top] <= 0:
		return &Storeys{top: height}
	}
	return others.scaled(height / others[top])
}

// middle returns the class in which the object, or the byte, in the middle of a group is.
func middle(c *AgeCounts, m Metric) AgeClass {
	whole, sum := int64(0), int64(0)
	for _, amount := range c.Classes {
		whole += Amount(amount).Of(m)
	}
	for i, amount := range c.Classes {
		if sum += Amount(amount).Of(m); 2*sum >= whole && sum > 0 {
			return AgeClass(i)
		}
	}
	return AgeBefore
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
		b.Shrunk, b.Opacity, b.Color = 0, 1, palette.Kept
		if counts := a.Of(b.Node); counts != nil {
			b.Storeys = storeys(counts, metric, b.Height)
			if b.Storeys != nil {
				b.Color = palette.Age(middle(counts, metric))
			}
		}
	}
	return c
}
