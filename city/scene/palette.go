package scene

import (
	"fmt"
	"math"

	"memcity/city/trees"
	agespkg "memcity/city/view/ages"
	pinspkg "memcity/city/view/pins"
)

// Palette contains the colors with a meaning. The colors of a gradient get darker from stop to stop, or lighter on a dark background, so
// that they are readable in grayscale.
type Palette struct {
	growth   []RGB // evenly spaced, from no growth to the largest
	Root     RGB   // slab of the root district
	Leaf     RGB   // slab of the innermost districts
	Incoming RGB
	Outgoing RGB
	Selected RGB
	Shrunk   RGB // roofs and signs of groups that shrank
	Kept     RGB // survivors in buildings
	Gone     RGB // removed parts of buildings
	Budget   RGB // groups that exceed or nearly exceed their budget
	findings [pinspkg.Emphases]found
	Own      RGB // types of the program itself

	stale []RGB // evenly spaced, from elements that are always read to elements that never are
	Dust  RGB   // roofs of stale groups

	Mast, Outlier RGB // masts of a fleet, and masts with an outlier pod

	Before     RGB   // baseline halves of buildings
	more, less []RGB // compared with the baseline, evenly spaced from no change
}

// ages are the colors of storeys by age class. Older classes are evenly darker. They pass through yellow, green and violet, which all
// common kinds of color blindness distinguish. All palettes share them.
var ages = [agespkg.Classes]RGB{{0xf6, 0xe6, 0x4b}, {0xa8, 0xd6, 0x4a}, {0x6a, 0xc6, 0x6c}, {0x36, 0xb0, 0x86}, {0x2e, 0x97, 0x98},
	{0x38, 0x7a, 0xa6}, {0x4f, 0x5b, 0xa0}, {0x54, 0x45, 0x70}, {0x2c, 0x2e, 0x33}}

// Age returns the color of an age class.
func (p *Palette) Age(c agespkg.Class) RGB { return ages[c] }

// shrunk is distinct from both gradients for all common kinds of color blindness. It is greener than the selection and slabs.
var shrunk = RGB{0x0f, 0x8f, 0xb8}

// kept is a cool gray, darker than the newest objects and lighter than the largest growth. gone is the color of groups that shrank.
var (
	kept = RGB{0x97, 0xa3, 0xb4}
	gone = shrunk
)

// budget is pinker than all gradients and slabs. Stripes and signs serve users who cannot see it.
var budget = RGB{0xff, 0x14, 0x8c}

// more and less run from the same gray to orange and to blue, which all common kinds of color blindness distinguish. Both get darker. The
// baseline half is a gray between them.
var (
	beforeHalf = RGB{0x9a, 0x9c, 0xa3}
	more       = []RGB{{0xd6, 0xd8, 0xdc}, {0xf0, 0xb4, 0x5f}, {0xdd, 0x73, 0x1c}, {0xa8, 0x44, 0x08}}
	less       = []RGB{{0xd6, 0xd8, 0xdc}, {0x8f, 0xc3, 0xea}, {0x3f, 0x8f, 0xd2}, {0x0d, 0x53, 0xa4}}
)

// Staleness runs from blue through a pale middle to red, as in M. Hirth's thesis. In the color-blind palette it ends in brown, which all
// common kinds of color blindness distinguish from blue. Dust is paler than either end.
var (
	stale           = []RGB{{0x1f, 0x5f, 0xc4}, {0x7f, 0xab, 0xe8}, {0xe6, 0xd3, 0xcd}, {0xe2, 0x7a, 0x52}, {0xb3, 0x22, 0x1f}}
	colorBlindStale = []RGB{{0x0d, 0x53, 0xa4}, {0x8f, 0xc3, 0xea}, {0xef, 0xe6, 0xcf}, {0xdb, 0x8c, 0x24}, {0x8f, 0x38, 0x04}}
	dust            = RGB{0xd9, 0xcf, 0xb8}
)

// found contains the colors of a finding.
type found struct {
	Finding RGB // the subject of the finding
	Held    RGB // the other objects of the finding
}

// own is a slate blue.
var own = RGB{0x5b, 0x84, 0xb4}

// Colors of findings by emphasis. A culprit has the end of the growth scale, and a suspect its middle. In the color-blind palette both are
// blue, darker for a culprit. On a dark background, a large group is lighter than uncolored groups.
var (
	foundColors = [pinspkg.Emphases]found{pinspkg.Culprit: {RGB{0xb3, 0x20, 0x2a}, RGB{0xe4, 0x93, 0x86}}, pinspkg.Suspect: {RGB{0xe0, 0x7b, 0x12}, RGB{0xf1, 0xc4, 0x86}},
		pinspkg.Sized: {RGB{0x4c, 0x5a, 0x6e}, RGB{0xa6, 0xb1, 0xbf}}, pinspkg.Tinted: {RGB{0x8f, 0x86, 0x3c}, RGB{0xcb, 0xc5, 0x90}}}
	colorBlindFound = [pinspkg.Emphases]found{pinspkg.Culprit: {RGB{0x1f, 0x4e, 0x9b}, RGB{0xe8, 0xb9, 0x3b}}, pinspkg.Suspect: {RGB{0x5f, 0x93, 0xd8}, RGB{0xe9, 0xd2, 0x8e}},
		pinspkg.Sized: {RGB{0x4c, 0x5a, 0x6e}, RGB{0xa6, 0xb1, 0xbf}}, pinspkg.Tinted: {RGB{0x8f, 0x86, 0x3c}, RGB{0xcb, 0xc5, 0x90}}}
	darkSized = found{RGB{0xb4, 0xc4, 0xd8}, RGB{0x93, 0xa3, 0xb6}}

	// On a dark background, dark blue is the least visible color. A culprit has the bright end of the growth scale there.
	colorBlindDarkFound = [pinspkg.Emphases]found{pinspkg.Culprit: {RGB{0xff, 0xee, 0x7a}, RGB{0xa8, 0x82, 0x3c}}, pinspkg.Suspect: {RGB{0xf0, 0xcc, 0x58}, RGB{0x94, 0x7c, 0x54}},
		pinspkg.Sized: darkSized, pinspkg.Tinted: {RGB{0x7c, 0x6c, 0x9c}, RGB{0xa3, 0x95, 0xbd}}}
)

// Found returns the colors of a finding: of its subject, and of its other objects.
func (p *Palette) Found(e pinspkg.Emphasis) (finding, held RGB) {
	f := &p.findings[e]
	return f.Finding, f.Held
}

// mast is as gray as building edges. outlier is bluer than outgoing references, which a fleet does not have.
var (
	mast, darkMast = RGB{0x4d, 0x56, 0x61}, RGB{0xc3, 0xcc, 0xd8}
	outlier        = RGB{0x9d, 0x3c, 0xff}
)

var defaultPalette = Palette{
	Mast: mast, Outlier: outlier,
	growth:   []RGB{{0xf0, 0xef, 0xec}, {0xf2, 0xd9, 0xa8}, {0xf0, 0xa8, 0x48}, {0xde, 0x6a, 0x2c}, {0xb3, 0x20, 0x2a}},
	findings: foundColors, Own: own,
	Root: lightRoot, Leaf: lightLeaf,
	Incoming: RGB{0x7b, 0x3f, 0xc4}, Outgoing: RGB{0x1f, 0x9d, 0x55}, Selected: RGB{0x1f, 0x6f, 0xff}, Shrunk: shrunk, Kept: kept,
	Gone: gone, Budget: budget,
	Before: beforeHalf, more: more, less: less, stale: stale, Dust: dust,
}

// The color-blind palette runs from light to dark through yellow and blue-violet only, which all common kinds of color blindness
// distinguish.
var colorBlindPalette = Palette{
	Mast: mast, Outlier: outlier,
	findings: colorBlindFound, Own: own,
	growth: []RGB{{0xdf, 0xdf, 0xdd}, {0xe9, 0xd2, 0x6a}, {0xc0, 0x9a, 0x4f}, {0x7a, 0x62, 0x6f}, {0x2f, 0x2a, 0x6b}},
	Root:   lightRoot, Leaf: lightLeaf,
	Incoming: RGB{0xcc, 0x5f, 0x00}, Outgoing: RGB{0x00, 0x72, 0xb2}, Selected: RGB{0x1f, 0x6f, 0xff}, Shrunk: shrunk, Kept: kept,
	Gone: gone, Budget: budget,
	Before: beforeHalf, more: more, less: less, stale: colorBlindStale, Dust: dust,
}

// Slabs, from the root to the innermost: gray on a light background, navy on a dark one.
var (
	lightRoot, lightLeaf = RGB{0xc9, 0xd1, 0xdb}, RGB{0xe4, 0xe9, 0xee}
	darkRoot, darkLeaf   = RGB{0x1e, 0x27, 0x33}, RGB{0x3c, 0x4b, 0x5e}
)

// darkPalette is for a dark background, where uncolored groups are a darker gray.
var darkPalette = onDark(defaultPalette, []RGB{{0x7c, 0x87, 0x94}, {0xd8, 0xb4, 0x7c}, {0xea, 0x9c, 0x3c}, {0xdf, 0x67, 0x2c}, {0xd0, 0x2c, 0x34}})

// On a dark background, the color-blind palette runs from dark to light, because the darkest color would be the least visible. It has no
// violet, which is too close to the color of groups that shrank.
var colorBlindDarkPalette = withFindings(onDark(colorBlindPalette,
	[]RGB{{0x5c, 0x60, 0x6a}, {0x86, 0x74, 0x58}, {0xb6, 0x92, 0x48}, {0xe0, 0xbe, 0x50}, {0xff, 0xf4, 0x9c}}), colorBlindDarkFound)

func onDark(p Palette, growth []RGB) Palette {
	p.growth, p.Root, p.Leaf, p.Mast, p.findings[pinspkg.Sized] = growth, darkRoot, darkLeaf, darkMast, darkSized
	return p
}

func withFindings(p Palette, findings [pinspkg.Emphases]found) Palette {
	p.findings = findings
	return p
}

// Palette returns the palette for the settings.
func (s Settings) Palette() *Palette {
	switch {
	case s.ColorBlind && s.Theme == Dark:
		return &colorBlindDarkPalette
	case s.ColorBlind:
		return &colorBlindPalette
	case s.Theme == Dark:
		return &darkPalette
	}
	return &defaultPalette
}

// Growth returns the color of a growth from 0 to 1, the largest. Values outside are clamped.
func (p *Palette) Growth(share float64) RGB {
	return between(p.growth, share)
}

// Stale returns the color of a staleness from 0 to 1. Values outside are clamped.
func (p *Palette) Stale(share float64) RGB { return between(p.stale, share) }

// minBorn is the growth whose color marks new objects in a building that did not grow.
const minBorn = 0.3

// Born returns the color of new objects in a building with the given growth from 0 to 1. It is never gray, the color of survivors.
func (p *Palette) Born(share float64) RGB {
	return p.Growth(minBorn + (1-minBorn)*trees.Clamp(share, 0, 1))
}

// Roof returns the color of a roof whose walls have the given color; cool is [Building.Shrunk].
func (p *Palette) Roof(walls RGB, cool float64) RGB { return walls.mix(p.Shrunk, cool) }

// Dusty returns the mean color of a roof whose walls have the given color; dust is [Building.Dust].
func (p *Palette) Dusty(walls RGB, dust float64) RGB { return walls.mix(p.Dust, dust) }

// level returns the slab color of a level, 0 for the root, out of levels.
func (p *Palette) level(level, levels int32) RGB {
	if levels <= 1 {
		return p.Root
	}
	return p.Root.mix(p.Leaf, float64(level)/float64(levels-1))
}

func (c RGB) mix(o RGB, t float64) RGB {
	ch := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + (float64(b)-float64(a))*t)) }
	return RGB{ch(c.R, o.R), ch(c.G, o.G), ch(c.B, o.B)}
}

// String returns the color as #rrggbb.
func (c RGB) String() string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// Luminance returns the relative luminance, 0 … 1 (WCAG 2.1).
func (c RGB) Luminance() float64 {
	linear := func(v uint8) float64 {
		f := float64(v) / 255
		if f <= 0.04045 {
			return f / 12.92
		}
		return math.Pow((f+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}
