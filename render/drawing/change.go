package drawing

import (
	"math"

	"memcity/city/scene"
	"memcity/city/trees"
)

// change is the difference of a building from the first point of the window or, in halves, from its left half. It is measured in the unit
// of the plan. Signs show it, so that it can be read without colors.
type change uint8

const (
	unchanged change = iota
	grew             // arrow up
	shrank           // arrow down
	appeared         // plus, and dashed edges
	absent           // empty now but not always in the window: dashed plot
)

// changeOf returns the change of a building.
func changeOf(b *scene.Building, unit trees.Unit) change {
	of := func(objects, bytes int64) int64 { return trees.Amount{Objects: objects, Bytes: bytes}.Of(unit) }
	first, now, most := b.First(unit), b.Of(unit), of(b.MaxObjects, b.MaxBytes)
	if b.Halved {
		first = of(b.BeforeObjects, b.BeforeBytes)
	}
	switch {
	case b.Cut:
		return unchanged
	case b.Noise && now > 0 && first > 0:
		return unchanged
	case now <= 0 && max(first, most) > 0:
		return absent
	case now <= 0 || now == first:
		return unchanged
	case first <= 0:
		return appeared
	case now > first:
		return grew
	}
	return shrank
}

// areaUnit returns the unit of the areas in a city.
func areaUnit(c *scene.City) trees.Unit {
	if c.Plan == nil {
		return trees.Objects
	}
	return c.Plan.Settings().Unit
}

// shown reports whether the change has a sign on the roof.
func (c change) shown() bool { return c == grew || c == shrank || c == appeared }

// cool is the color of shrunk buildings.
var cool = scene.Settings{}.Palette().Shrunk

// color returns the color of a change. Buildings that grew or appeared have the given growth color.
func (c change) color(growth scene.RGB) scene.RGB {
	if c == shrank {
		return cool
	}
	return growth
}

// signContrast is the minimum contrast of a sign with its background. WCAG 2.1 requires 3 for graphical objects.
const signContrast = 3.5

// readable returns c, mixed with enough white to be visible on a dark background.
func readable(c, on scene.RGB) scene.RGB {
	ground := on.Luminance() + 0.05
	for i := range 11 {
		t := float64(i) / 10
		part := func(v uint8) uint8 { return uint8(math.Round(float64(v) + (255-float64(v))*t)) }
		mixed := scene.RGB{R: part(c.R), G: part(c.G), B: part(c.B)}
		if (mixed.Luminance()+0.05)/ground >= signContrast {
			return mixed
		}
	}
	return scene.RGB{R: 255, G: 255, B: 255}
}

// signInk returns the color of signs on a roof or a slab of the given color.
func signInk(on [4]uint8) [4]uint8 {
	if (scene.RGB{R: on[0], G: on[1], B: on[2]}).Luminance() > 0.3 {
		return [4]uint8{0x0f, 0x1d, 0x38, 190}
	}
	return [4]uint8{255, 255, 255, 215}
}

// roofColor returns the color of an instance's roof in the second city. It must match city.vert.
func roofColor(in *instance) [4]uint8 {
	if in.Kind > kindShrunk {
		return in.Color1
	}
	walls, palette := scene.RGB{R: in.Color1[0], G: in.Color1[1], B: in.Color1[2]}, scene.Settings{}.Palette()
	if in.Kind <= kindDusty {
		return opaque(palette.Dusty(walls, float64(kindDusty-in.Kind)))
	}
	return opaque(palette.Roof(walls, float64(kindShrunk-in.Kind)))
}
