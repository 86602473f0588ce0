package drawing

import (
	"cmp"
	"math"
	"slices"

	"memcity/city/scene"
	"memcity/layout"
)

// A city with a comparison has buildings in parts: survived, born, and gone. Each part is an instance among the others, so parts need no
// draw calls of their own. A part extends from the bottom of the building to its own top. The parts below it cut off a share of that, at
// either end of a tween. The kind of a part encodes both shares: kindPart, plus the share in the first city, plus partSteps+1 times the
// share in the second. The shares are whole numbers of steps that a float represents exactly.
const (
	kindPart  = 16
	partSteps = 2047
)

// goneOpacity is the opacity of parts that are gone. By default it is lower than that of other translucent buildings.
const goneOpacity = 0.3

// gone is the color of parts that are gone.
var gone = scene.Settings{}.Palette().Gone

// inParts reports whether buildings are packed in parts.
func inParts(from, to *scene.City) bool {
	return from.Compared != nil || to.Compared != nil || from.Pinned != nil || to.Pinned != nil
}

// stack is one tween end of a building in parts.
type stack struct {
	base             layout.Rect
	color, foot      scene.RGB // colors of the top part and of the bottom part
	opacity          float64
	kept, born, gone float64 // heights of their tops
}

// stackOf returns the parts of a building. Each height is rounded to a whole number of steps of the next one, so that parts meet exactly.
func stackOf(b *scene.Building) stack {
	s := stack{base: b.Base, color: b.Color, foot: b.KeptColor, opacity: b.Opacity, gone: b.Top()}
	s.born = float64(steps(b.Height, s.gone)) / partSteps * s.gone
	s.kept = float64(steps(b.Kept, s.born)) / partSteps * s.born
	return s
}

// steps returns the share of top that is under the given height, in steps. It returns all steps if top is 0 or under is not lower.
func steps(under, top float64) int {
	if top <= 0 {
		return partSteps
	}
	return int(math.Round(partSteps * min(max(under/top, 0), 1)))
}

// partInstance returns the part of a building between two heights, given for both ends. It is invisible at an end where they are equal.
func partInstance(a, b *stack, bottom float64, under, top [2]float64) instance {
	share := steps(under[0], top[0]) + (partSteps+1)*steps(under[1], top[1])
	return instance{Base0: corners(a.base), Base1: corners(b.base), Bottom: float32(bottom),
		H0: float32(top[0]), H1: float32(top[1]), Kind: kindPart + float32(share)}
}

// whole returns the whole body of a building.
func (p *packed) whole(building int32) instance {
	if p.wholes != nil {
		return p.wholes[building]
	}
	in := p.instances[p.place[building]]
	if p.tops == nil {
		return in
	}
	in.Kind, in.H0, in.H1 = kindBuilding, p.tops[building][0], p.tops[building][1]
	return in
}

// packParts packs buildings in parts: first those that are opaque at both ends, then the others and parts that are gone.
func (p *packed) packParts(from, to *scene.City, marks map[int32]scene.RGB) {
	of := areaUnit(to)
	p.tops = make([][2]float32, len(to.Buildings))
	for pass := range 2 {
		for i := range to.Buildings {
			a, b := stackOf(&from.Buildings[i]), stackOf(&to.Buildings[i])
			bottom := to.Buildings[i].Bottom
			p.tops[i] = [2]float32{float32(a.gone), float32(b.gone)}
			if solid := a.opacity >= 1 && b.opacity >= 1; solid == (pass == 0) {
				p.packSolid(&a, &b, bottom, marks, int32(i))
				in := &p.instances[p.place[i]]
				if changeOf(&to.Buildings[i], of) == appeared && b.kept <= 0 && a.kept <= 0 {
					in.Kind = kindNew
				}
			}
			if pass == 1 && max(a.gone-a.born, b.gone-b.born) > 0 {
				in := partInstance(&a, &b, bottom, [2]float64{a.born, b.born}, [2]float64{a.gone, b.gone})
				in.Color0, in.Color1 = withOpacity(gone, min(goneOpacity, a.opacity)), withOpacity(gone, min(goneOpacity, b.opacity))
				p.instances = append(p.instances, in)
			}
		}
		if pass == 0 {
			p.solid = len(p.instances)
		}
	}
}

// packSolid packs the existing parts of a building. Its place is that of the top part.
func (p *packed) packSolid(a, b *stack, bottom float64, marks map[int32]scene.RGB, i int32) {
	if a.kept > 0 || b.kept > 0 {
		in := partInstance(a, b, bottom, [2]float64{}, [2]float64{a.kept, b.kept})
		in.Color0, in.Color1 = withOpacity(a.foot, a.opacity), withOpacity(b.foot, b.opacity)
		p.instances = append(p.instances, in)
	}
	p.place[i] = int32(len(p.instances))
	in := partInstance(a, b, bottom, [2]float64{a.kept, b.kept}, [2]float64{a.born, b.born})
	in.Color0, in.Color1 = withOpacity(a.color, a.opacity), withOpacity(b.color, b.opacity)
	if c, ok := marks[i]; ok {
		in.Color0, in.Color1 = withOpacity(c, a.opacity), withOpacity(c, b.opacity)
	}
	p.instances = append(p.instances, in)
}

// blend returns the city that is visible at time t between two cities of the same plan, mixed as in the shaders. The cost is linear in the
// number of buildings.
func blend(from, to *scene.City, t float32) *scene.City {
	k := float64(eased(t))
	mix := func(a, b float64) float64 { return a + (b-a)*k }
	out := *to
	if out.Compared == nil {
		out.Compared = from.Compared
	}
	if out.Aged == nil {
		out.Aged = from.Aged
	}
	if out.Versions == nil {
		out.Versions = from.Versions
	}
	if out.Pinned == nil {
		out.Pinned = from.Pinned
	}
	out.Buildings = slices.Clone(to.Buildings)
	for i := range out.Buildings {
		a, b := &from.Buildings[i], &out.Buildings[i]
		b.Base = layout.Rect{X: mix(a.Base.X, b.Base.X), Z: mix(a.Base.Z, b.Base.Z), W: mix(a.Base.W, b.Base.W), D: mix(a.Base.D, b.Base.D)}
		b.Storeys = a.Storeys.Mixed(b.Storeys, a.Height, b.Height, k)
		b.Height, b.Kept, b.Gone = mix(a.Height, b.Height), mix(a.Kept, b.Kept), mix(a.Gone, b.Gone)
		b.Before = mix(a.Before, b.Before)
		b.Opacity = mix(a.Opacity, b.Opacity)
		channel := func(x, y uint8) uint8 { return uint8(mix(float64(x), float64(y)) + 0.5) }
		b.Color = scene.RGB{R: channel(a.Color.R, b.Color.R), G: channel(a.Color.G, b.Color.G), B: channel(a.Color.B, b.Color.B)}
		if b.Kept > 0 && b.KeptColor == (scene.RGB{}) {
			b.KeptColor = a.KeptColor
		}
	}
	return &out
}

// Maximum numbers of tags in a city with a comparison.
const (
	vanishedTags = 4
	changedTags  = 10
)

// mostChanged returns the buildings to tag in a city with a comparison: the largest vanished ones, and those with the most births and
// deaths.
func mostChanged(c *scene.City) []int32 {
	vanished := c.Vanished()
	out := slices.Clone(vanished[:min(len(vanished), vanishedTags)])
	var rest []int32
	for i := range c.Buildings {
		if b := &c.Buildings[i]; b.Height > 0 && changedVolume(b) > 0 {
			rest = append(rest, int32(i))
		}
	}
	slices.SortStableFunc(rest, func(x, y int32) int {
		return cmp.Compare(changedVolume(&c.Buildings[y]), changedVolume(&c.Buildings[x]))
	})
	return append(out, rest[:min(len(rest), changedTags)]...)
}

// changedVolume returns the volume of the parts that did not survive, or the difference of the halves.
func changedVolume(b *scene.Building) float64 {
	if b.Halved {
		return b.Base.Area() * math.Abs(b.Height-b.Before)
	}
	return b.Base.Area() * (b.Top() - b.Kept)
}
