package scene

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"memcity/city/trees"
	"memcity/city/view/diffs"
	"memcity/layout"
	"memcity/words"
)

// AgainstBase compares a GC point of a series with its base. Fates are differences of numbers; that of the whole heap is not
// scaled where shares are compared. Cost is linear in the groups.
func AgainstBase(s *trees.Series, point int) *Comparison {
	base := s.Base()
	k := &Comparison{Series: s, From: point, To: point, Base: base, fates: make([]diffs.Fate, len(s.Nodes))}
	for i := range k.fates {
		n := int32(i)
		before := s.Before(point, n)
		if i == 0 && base != nil {
			before = base.Amount(0)
		}
		k.fates[i] = diffs.ByCounts(before, s.Amount(point, n))
	}
	if base != nil {
		k.match()
	}
	return k
}

// halve splits the buildings of a city into what the base has, at the left, and what there is now, at the right. Both halves
// share the base that the larger of the two takes; the larger is as high as a whole building, the other in proportion.
func (p *Plan) halve(c *City, settings Settings) {
	k, palette, largest := c.Compared, settings.Palette(), p.largestOther()
	metric := p.settings.Metric
	for i := range c.Buildings {
		b, pb := &c.Buildings[i], &p.buildings[i]
		f := k.Fate(b.Node)
		b.Halved, b.Solid, b.Shrunk, b.Opacity, b.Noise = true, false, 0, 1, false
		b.BeforeObjects, b.BeforeBytes = f.Before.Objects, f.Before.Bytes
		before, after := f.Before.Of(metric), f.After.Of(metric)
		whole, other := max(before, after), f.After.Of(metric.Other())
		if before > after {
			other = f.Before.Of(metric.Other())
		}
		b.Base, b.Height, b.Before = b.Plot.Scaled(0), 0, 0
		if whole > 0 {
			var full float64
			if b.Base, full = p.standing(pb, whole); settings.OtherHeight {
				full = p.steppedHeight(other, largest)
			}
			b.Height = full * trees.Clamp(float64(after)/float64(whole), 0, 1)
			b.Before = full * trees.Clamp(float64(before)/float64(whole), 0, 1)
		}
		b.Color = palette.Against(before, after)
	}
	c.Hidden.Growers = 0
	order := make([]int32, len(c.Buildings))
	for i := range order {
		order[i] = int32(i)
	}
	changed := func(i int32) int64 {
		f := k.Fate(c.Buildings[i].Node)
		return f.Born.Of(metric) + f.Died.Of(metric)
	}
	slices.SortStableFunc(order, func(x, y int32) int { return cmp.Compare(changed(y), changed(x)) })
	for _, i := range order[:min(settings.Solid, len(order))] {
		c.Buildings[i].Solid = changed(i) > 0
	}
}

// Halves returns the ground of the two halves of a building that is split by a base: what that has at the left, which is
// where X is less, and what there is now at the right.
func (b *Building) Halves() (before, after layout.Rect) {
	before, after = b.Base, b.Base
	before.W /= 2
	after.X, after.W = before.X+before.W, b.Base.W-before.W
	return before, after
}

// solids returns the bodies of a building: two if it is split, else the second is its mast, if it has one.
func (b *Building) solids() [2]Box {
	if !b.Halved {
		return [2]Box{b.Box(), b.MastBox()}
	}
	before, after := b.Halves()
	body := func(r layout.Rect, height float64) Box {
		return Box{Vec{r.X, b.Bottom, r.Z}, Vec{r.X + r.W, b.Bottom + height, r.Z + r.D}}
	}
	return [2]Box{body(before, b.Before), body(after, b.Height)}
}

// VerdictKind is how a group compares with the base.
type VerdictKind uint8

// Kinds of verdicts.
const (
	VerdictNone VerdictKind = iota // neither has it
	VerdictSame
	VerdictMore
	VerdictLess
	VerdictNew  // the base does not have it
	VerdictGone // only the base has it
)

var verdictNames = []string{"none", "same", "more", "less", "new", "gone"}

// String returns the stable lower-case name.
func (k VerdictKind) String() string { return verdictNames[k] }

// Verdict is how a group, with all that is in it, compares with the base in one metric.
type Verdict struct {
	Kind          VerdictKind
	Metric        trees.Metric
	Before, After int64
}

// Verdict returns how a node compares with the base.
func (k *Comparison) Verdict(node int32, metric trees.Metric) Verdict {
	f := k.Fate(node)
	return NewVerdict(metric, f.Before.Of(metric), f.After.Of(metric))
}

// NewVerdict returns how a number compares with the one before.
func NewVerdict(metric trees.Metric, before, after int64) Verdict {
	v := Verdict{Metric: metric, Before: before, After: after}
	switch {
	case v.Before <= 0 && v.After <= 0:
	case v.Before <= 0:
		v.Kind = VerdictNew
	case v.After <= 0:
		v.Kind = VerdictGone
	case v.After > v.Before:
		v.Kind = VerdictMore
	case v.After < v.Before:
		v.Kind = VerdictLess
	default:
		v.Kind = VerdictSame
	}
	return v
}

// Difference is how much more there is now.
func (v Verdict) Difference() int64 { return v.After - v.Before }

// Ratio is what there is now over what the base has; ok is false if that has nothing.
func (v Verdict) Ratio() (ratio float64, ok bool) {
	if v.Before <= 0 {
		return 0, false
	}
	return float64(v.After) / float64(v.Before), true
}

// Brief says how a group compares: "12 % more", "3.4 times as many", "new".
func (v Verdict) Brief() string {
	fewer, much := "less", "much"
	if v.Metric == trees.Objects {
		fewer, much = "fewer", "many"
	}
	ratio, _ := v.Ratio()
	switch v.Kind {
	case VerdictMore:
		if ratio >= 2 {
			return strconv.FormatFloat(ratio, 'f', decimals(ratio), 64) + " times as " + much
		}
		return words.PercentOf(ratio-1) + " more"
	case VerdictLess:
		return words.PercentOf(1-ratio) + " " + fewer
	case VerdictSame:
		return "the same"
	case VerdictNone:
		return "not there"
	}
	return v.Kind.String()
}

// Text is Brief with how much that is, as amount writes it: "12 % more: +3.4 MB".
func (v Verdict) Text(amount func(trees.Metric, int64) string) string {
	switch v.Kind {
	case VerdictMore:
		return v.Brief() + ": +" + amount(v.Metric, v.Difference())
	case VerdictLess:
		return v.Brief() + ": −" + amount(v.Metric, -v.Difference())
	case VerdictNone:
		return v.Brief()
	}
	return v.Brief() + ": " + amount(v.Metric, max(v.Before, v.After))
}

// decimals is how many are worth writing.
func decimals(value float64) int {
	if value < 9.95 {
		return 1
	}
	return 0
}

// Against returns the colour of what there is now compared with what the base has: gray for the same, blue for less, orange to
// red-brown for more, the strongest from half and double on.
func (p *Palette) Against(before, after int64) RGB {
	switch {
	case before <= 0 && after <= 0:
		return p.growth[0]
	case before <= 0:
		return p.More(1)
	case after <= 0:
		return p.Gone
	}
	way := math.Log2(float64(after) / float64(before))
	if way < 0 {
		return p.Less(-way)
	}
	return p.More(way)
}

// More returns the colour of what is more than in the base, 0 for the same to 1 for double and more.
func (p *Palette) More(strength float64) RGB { return between(p.more, strength) }

// Less returns the colour of what is less than in the base, 0 for the same to 1 for half and less.
func (p *Palette) Less(strength float64) RGB { return between(p.less, strength) }

// between returns a colour of a gradient, 0 to 1.
func between(stops []RGB, share float64) RGB {
	at := trees.Clamp(share, 0, 1) * float64(len(stops)-1)
	i := min(int(at), len(stops)-2)
	return stops[i].mix(stops[i+1], at-float64(i))
}

// AtBaseline returns the city at a GC point as [Plan.At] does, against the base if there is one.
func (p *Plan) AtBaseline(point int, settings Settings) *City {
	if p.Series.Base() == nil {
		return p.At(point, settings)
	}
	return p.Compared(AgainstBase(p.Series, point), settings)
}
