package drawing

import (
	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/layout"
)

// A city with a baseline has buildings in halves, each of them an instance. The left half shows the baseline, the right half the current
// state. What exists only in the baseline is translucent, like parts that are gone.

// halved reports whether the buildings of a city are in halves.
func halved(c *scene.City) bool { return c.Compared != nil && c.Compared.Baseline != nil }

// halfEnd is half of a building at one end of a tween.
type halfEnd struct {
	base    layout.Rect
	height  float64
	color   scene.RGB
	opacity float64
}

// halvesOf returns the two halves of a building. An undivided one is split without a visible difference.
func halvesOf(b *scene.Building, p *scene.Palette) (before, after halfEnd) {
	left, right := b.Halves()
	before, after = halfEnd{left, b.Before, p.Before, b.Opacity}, halfEnd{right, b.Height, b.Color, b.Opacity}
	switch {
	case !b.Halved:
		before.height, before.color = b.Height, b.Color
	case b.Height <= 0:
		before.color, before.opacity = p.Gone, min(goneOpacity, b.Opacity)
	}
	return before, after
}

// halfInstance returns the instance of a half.
func halfInstance(a, b *halfEnd, bottom float64) instance {
	return instance{Base0: corners(a.base), Base1: corners(b.base), Bottom: float32(bottom), H0: float32(a.height), H1: float32(b.height),
		Kind: kindBuilding, Color0: withOpacity(a.color, a.opacity), Color1: withOpacity(b.color, b.opacity)}
}

// packHalves packs buildings in halves: first those that are opaque at both ends, then translucent ones. The place of a building is that of
// its right half or, without one, of its left half.
func (p *packed) packHalves(from, to *scene.City, marks map[int32]scene.RGB) {
	of, palette := areaUnit(to), scene.Settings{}.Palette()
	p.tops, p.wholes = make([][2]float32, len(to.Buildings)), make([]instance, len(to.Buildings))
	for pass := range 2 {
		for i := range to.Buildings {
			a, b := &from.Buildings[i], &to.Buildings[i]
			before0, after0 := halvesOf(a, palette)
			before1, after1 := halvesOf(b, palette)
			p.tops[i] = [2]float32{float32(a.Top()), float32(b.Top())}
			p.wholes[i] = instance{Base0: corners(a.Base), Base1: corners(b.Base), Bottom: float32(b.Bottom),
				H0: p.tops[i][0], H1: p.tops[i][1], Kind: kindBuilding, Color0: opaque(a.Color), Color1: opaque(b.Color)}
			left, right := halfInstance(&before0, &before1, b.Bottom), halfInstance(&after0, &after1, b.Bottom)
			if b.Height <= 0 {
				left.Kind = kindPart // strong edges, as it is translucent
			}
			if changeOf(b, of) == appeared {
				right.Kind = kindNew
			}
			if c, ok := marks[int32(i)]; ok {
				right.Color0, right.Color1 = withOpacity(c, after0.opacity), withOpacity(c, after1.opacity)
			}
			seen := max(a.Height, b.Height) > 0
			p.packHalf(left, pass, int32(i), !seen)
			p.packHalf(right, pass, int32(i), seen)
		}
		if pass == 0 {
			p.solid = len(p.instances)
		}
	}
}

// packHalf adds a half in its pass. It skips an empty half unless that is the place of its building.
func (p *packed) packHalf(in instance, pass int, building int32, place bool) {
	if solid := in.Color0[3] == 255 && in.Color1[3] == 255; solid != (pass == 0) || in.H0 <= 0 && in.H1 <= 0 && !place {
		return
	}
	if place {
		p.place[building] = int32(len(p.instances))
	}
	p.instances = append(p.instances, in)
}

// UseAmounts sets the formatter for amounts in a unit in the labels of districts. Without it, labels compare with the baseline in percent
// only.
func (s *Scene) UseAmounts(write func(trees.Unit, int64) string) { s.amounts = write }

// withVerdict appends the verdict of the comparison with a baseline to a name, if there is one. Buildings get the brief form. Names are cut
// at their start, so the verdict stays.
func (s *Scene) withVerdict(name string, node int32, briefly bool) string {
	if !halved(s.to) || s.to.Plan == nil {
		return name
	}
	v := s.to.Compared.Verdict(node, areaUnit(s.to))
	if briefly || s.amounts == nil {
		return name + verdictPart + v.Brief()
	}
	return name + verdictPart + v.Text(s.amounts)
}

// verdictPart separates a name from the verdict.
const verdictPart = " · "
