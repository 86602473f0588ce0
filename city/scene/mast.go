package scene

import (
	"math"

	"memcity/city/trees"
	"memcity/layout"
)

// Mast is a mast in the center of a building of a fleet. The building shows the median of the pods. The mast is as high as the building
// would be for the largest pod.
type Mast struct {
	Base    layout.Rect
	Height  float64 // above the slab
	Color   RGB
	Outlier bool // true if a pod is far above the others; mast and building then glow
}

// Sizes of masts.
const (
	mastWide  = 0.07   // share of the shorter side of the plot
	mastLeast = 0.0016 // share of the side of the ground
	maxMast   = 0.3    // share of the shorter side of the plot
	// mastGround divides the largest pod's value to get the minimum value for a group's ground. Otherwise a group of only a few pods would
	// have no ground.
	mastGround = 16
)

// findMasts sets the largest pod value of each group at any GC point; nil without a fleet.
func (p *Plan) findMasts() {
	for point := range p.Series.Len() {
		most := p.Series.PodMaxima(point)
		if p.masts == nil {
			p.masts = most
			continue
		}
		for n, m := range most {
			p.masts[n].Objects, p.masts[n].Bytes = max(p.masts[n].Objects, m.Objects), max(p.masts[n].Bytes, m.Bytes)
		}
	}
}

// HasMasts reports whether the plan shows a fleet.
func (p *Plan) HasMasts() bool { return p.masts != nil }

// claim returns the value that a node's ground is reserved for.
func (p *Plan) claim(node int32) int64 {
	most := p.most(p.settings.Unit, node)
	if p.masts == nil {
		return most
	}
	return max(most, p.masts[node].Of(p.settings.Unit)/mastGround)
}

// mastHeight returns the height of a building with the given value, even if its base exceeds the plot.
func (p *Plan) mastHeight(pb *planBuilding, value int64) float64 {
	if value <= 0 || pb.weight <= 0 {
		return 0
	}
	return buildingHeight(pb.plot.Area() * p.settings.Area.weigh(value) / pb.weight)
}

// raiseMasts sets the masts of the buildings of a fleet.
func (p *Plan) raiseMasts(c *City, settings *Settings, palette *Palette) {
	most := p.Series.PodMaxima(c.Point)
	if most == nil {
		return
	}
	outliers := map[int32]bool{}
	for i, g := range p.Series.Fleet(c.Point).Groups {
		if len(g.Outliers) > 0 {
			outliers[p.Series.NodeOf(c.Point, i)] = true
		}
	}
	unit, largest := p.settings.Unit, p.largestMast(p.settings.Unit.Other())
	least := mastLeast * math.Sqrt(p.Ground.Area())
	for i := range c.Buildings {
		b, pb := &c.Buildings[i], &p.buildings[i]
		height := p.mastHeight(pb, most[b.Node].Of(unit))
		if settings.OtherHeight {
			height = p.steppedHeight(most[b.Node].Of(unit.Other()), largest)
		}
		if height <= 0 {
			continue
		}
		short := min(b.Plot.W, b.Plot.D)
		half := min(max(mastWide*short, least), maxMast*short) / 2
		x, z := b.Plot.X+b.Plot.W/2, b.Plot.Z+b.Plot.D/2
		b.Mast = &Mast{Base: layout.Rect{X: x - half, Z: z - half, W: 2 * half, D: 2 * half}, Height: height, Color: palette.Mast, Outlier: outliers[b.Node]}
		if b.Mast.Outlier {
			b.Mast.Color = palette.Outlier
		}
	}
}

// largestMast returns the largest value in the unit that area does not show, as the reference for fixed heights.
func (p *Plan) largestMast(unit trees.Unit) int64 {
	largest := p.largestOther()
	for i := range p.buildings {
		largest = max(largest, p.masts[p.buildings[i].node].Of(unit))
	}
	return largest
}

// MastBox returns the body of a building's mast; empty if it has none.
func (b *Building) MastBox() Box {
	if b.Mast == nil {
		return Box{}
	}
	r := b.Mast.Base
	return Box{Vec{r.X, b.Bottom, r.Z}, Vec{r.X + r.W, b.Bottom + b.Mast.Height, r.Z + r.D}}
}
