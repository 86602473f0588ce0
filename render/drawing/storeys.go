package drawing

import (
	"memcity/city/scene"
	"memcity/layout"
)

// A city with ages or versions has buildings in storeys. These are parts like those of a comparison, one for each class, in the color of the
// class. Storeys that are empty at both tween ends are left out. Their kind includes kindStorey: walls have a seam at the bottom, so that
// they look like floors.
const kindStorey = (partSteps + 1) * (partSteps + 1)

// floors is one tween end of a building in storeys. An undivided building has the storeys of the other end, all in its own color.
type floors struct {
	base    layout.Rect
	whole   bool
	own     scene.RGB
	opacity float64
	ends    scene.Storeys
}

// floorsOf returns the storeys of a building. Each height is rounded to a whole number of steps of the next one, so that storeys meet
// exactly.
func floorsOf(b, other *scene.Building) floors {
	f := floors{base: b.Base, whole: b.Storeys == nil, own: b.Color, opacity: b.Opacity}
	storeys, last := b.Storeys.Like(other.Storeys, b.Height), len(f.ends)-1
	f.ends[last] = b.Height
	for i := last - 1; i >= 0; i-- {
		f.ends[i] = float64(steps(storeys[i], storeys[i+1])) / partSteps * f.ends[i+1]
	}
	return f
}

// color returns the color of a storey.
func (f *floors) color(storey int, p *scene.Palette) scene.RGB {
	if f.whole {
		return f.own
	}
	return p.Age(f.ends.Class(storey))
}

// span returns the bottom and the top of a storey.
func (f *floors) span(storey int) (under, end float64) {
	if storey > 0 {
		under = f.ends[storey-1]
	}
	return under, f.ends[storey]
}

// inStoreys reports whether buildings are packed in storeys.
func inStoreys(from, to *scene.City) bool { return from.InStoreys() || to.InStoreys() }

// packStoreys packs buildings in storeys: first those that are opaque at both ends, then the others.
func (p *packed) packStoreys(from, to *scene.City, marks map[int32]scene.RGB) {
	p.tops = make([][2]float32, len(to.Buildings))
	for pass := range 2 {
		for i := range to.Buildings {
			a, b := &from.Buildings[i], &to.Buildings[i]
			if solid := a.Opacity >= 1 && b.Opacity >= 1; solid == (pass == 0) {
				p.tops[i] = [2]float32{float32(a.Height), float32(b.Height)}
				p.packFloors(a, b, marks, int32(i))
			}
		}
		if pass == 0 {
			p.solid = len(p.instances)
		}
	}
}

// packFloors packs one building. Its place is that of its roof in the second city.
func (p *packed) packFloors(from, to *scene.Building, marks map[int32]scene.RGB, i int32) {
	palette := scene.Settings{}.Palette()
	a, b := floorsOf(from, to), floorsOf(to, from)
	ends := [2]stack{{base: a.base}, {base: b.base}}
	last := len(a.ends) - 1
	roof := int32(-1)
	for k := range a.ends {
		under0, end0 := a.span(k)
		under1, end1 := b.span(k)
		if k < last && end0 <= under0 && end1 <= under1 {
			continue
		}
		if end1 > under1 || k == last && roof < 0 {
			roof = int32(len(p.instances))
		}
		in := partInstance(&ends[0], &ends[1], to.Bottom, [2]float64{under0, under1}, [2]float64{end0, end1})
		in.Kind += kindStorey
		in.Color0, in.Color1 = withOpacity(a.color(k, palette), a.opacity), withOpacity(b.color(k, palette), b.opacity)
		p.instances = append(p.instances, in)
	}
	p.place[i] = roof
	if c, ok := marks[i]; ok {
		in := &p.instances[roof]
		in.Color0, in.Color1 = withOpacity(c, a.opacity), withOpacity(c, b.opacity)
	}
}
