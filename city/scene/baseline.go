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

// AgainstBaseline compares a GC point of a series with its baseline. Fates are differences of numbers. If shares are compared, the fate of the
// whole heap is not scaled. The cost is linear in the groups.
func AgainstBaseline(s *trees.Series, point int) *Comparison {
	base := s.Baseline()
	k := &Comparison{Series: s, From: point, To: point, Baseline: base, fates: make([]diffs.Fate, len(s.Nodes))}
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

// halve splits the buildings of a city: the baseline at the left, the current values at the right. Both halves share the base of the larger
// value. The larger half has the height of a whole building, and the other one is in proportion.
func (p *Plan) halve(c *City, settings Settings) {
	k, palette, largest := c.Compared, settings.Palette(), p.largestOther()
	unit := p.settings.Unit
	for i := range c.Buildings {
		b, pb := &c.Buildings[i], &p.buildings[i]
		f := k.Fate(b.Node)
		b.Halved, b.Solid, b.Shrunk, b.Opacity, b.Noise = true, false, 0, 1, false
		b.BeforeObjects, b.BeforeBytes = f.Before.Objects, f.Before.Bytes
		before, after := f.Before.Of(unit), f.After.Of(unit)
		whole, other := max(before, after), f.After.Of(unit.Other())
		if before > after {
			other = f.Before.Of(unit.Other())
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
		return f.Born.Of(unit) + f.Died.Of(unit)
	}
	slices.SortStableFunc(order, func(x, y int32) int { return cmp.Compare(changed(y), changed(x)) })
	for _, i := range order[:min(settings.Solid, len(order))] {
		c.Buildings[i].Solid = changed(i) > 0
	}
}

// Halves returns the ground of both halves of a building: the baseline at the left, where X is less, and the current value at the right.
func (b *Building) Halves() (before, after layout.Rect) {
	before, after = b.Base, b.Base
	before.W /= 2
	after.X, after.W = before.X+before.W, b.Base.W-before.W
	return before, after
}

// solids returns the bodies of a building: two if it is split; otherwise the second is its mast, empty if it has none.
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

// VerdictKind selects how a group compares with the baseline.
type VerdictKind uint8

// Kinds of verdicts.
const (
	VerdictNone VerdictKind = iota // neither side has the group
	VerdictSame
	VerdictMore
	VerdictLess
	VerdictNew  // not in the baseline
	VerdictGone // only in the baseline
)

var verdictNames = []string{"none", "same", "more", "less", "new", "gone"}

// String returns the stable lower-case name.
func (k VerdictKind) String() string { return verdictNames[k] }

// Verdict is the comparison of a group, including its subgroups, with the baseline in one unit.
type Verdict struct {
	Kind          VerdictKind
	Unit          trees.Unit
	Before, After int64
}

// Verdict compares a node with the baseline.
func (k *Comparison) Verdict(node int32, unit trees.Unit) Verdict {
	f := k.Fate(node)
	return NewVerdict(unit, f.Before.Of(unit), f.After.Of(unit))
}

// NewVerdict compares a value with an earlier one.
func NewVerdict(unit trees.Unit, before, after int64) Verdict {
	v := Verdict{Unit: unit, Before: before, After: after}
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

// Difference returns the increase over the baseline; negative for a decrease.
func (v Verdict) Difference() int64 { return v.After - v.Before }

// Ratio returns the current value over that of the baseline; ok is false if the baseline has none.
func (v Verdict) Ratio() (ratio float64, ok bool) {
	if v.Before <= 0 {
		return 0, false
	}
	return float64(v.After) / float64(v.Before), true
}

// Brief returns the comparison in words: "12 % more", "3.4 times as many", "new".
func (v Verdict) Brief() string {
	fewer, much := "less", "much"
	if v.Unit == trees.Objects {
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

// Text returns Brief with the difference, formatted by amount: "12 % more: +3.4 MB".
func (v Verdict) Text(amount func(trees.Unit, int64) string) string {
	switch v.Kind {
	case VerdictMore:
		return v.Brief() + ": +" + amount(v.Unit, v.Difference())
	case VerdictLess:
		return v.Brief() + ": −" + amount(v.Unit, -v.Difference())
	case VerdictNone:
		return v.Brief()
	}
	return v.Brief() + ": " + amount(v.Unit, max(v.Before, v.After))
}

// decimals returns the number of decimals to write.
func decimals(value float64) int {
	if value < 9.95 {
		return 1
	}
	return 0
}

// Against returns the color of a value compared with the baseline: gray for the same, blue for less, orange to red-brown for more. Colors
// are strongest from half and double. A new group has the strongest color, and a group that is gone has the color Gone.
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

// More returns the color of an increase over the baseline, from 0 for the same to 1 for double and more.
func (p *Palette) More(strength float64) RGB { return between(p.more, strength) }

// Less returns the color of a decrease from the baseline, from 0 for the same to 1 for half and less.
func (p *Palette) Less(strength float64) RGB { return between(p.less, strength) }

// between returns a color of a gradient, 0 to 1.
func between(stops []RGB, share float64) RGB {
	at := trees.Clamp(share, 0, 1) * float64(len(stops)-1)
	i := min(int(at), len(stops)-2)
	return stops[i].mix(stops[i+1], at-float64(i))
}

// AtBaseline returns the city at a GC point, see [Plan.At], compared with the baseline if there is one.
func (p *Plan) AtBaseline(point int, settings Settings) *City {
	if p.Series.Baseline() == nil {
		return p.At(point, settings)
	}
	return p.Compared(AgainstBaseline(p.Series, point), settings)
}
