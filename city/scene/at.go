package scene

import (
	"math"

	"memcity/layout"
)

// buildingHeight returns the height of a building whose base has the given area: twice the side of a square of that area (Memory Cities,
// section VI).
func buildingHeight(area float64) float64 { return 2 * math.Sqrt(area) }

// FullHeight returns the height of a building that fills a plot. The height of a smaller building is proportional to its sides.
func FullHeight(plot layout.Rect) float64 { return buildingHeight(plot.Area()) }

// heightSteps are the fixed heights of the expert mode, from tiny to huge, as shares of the ground's side. Each applies from a share of the
// largest building's value.
var heightSteps = [...]struct{ from, height float64 }{
	{1.0 / 2, 0.15}, {1.0 / 8, 0.09}, {1.0 / 32, 0.05}, {1.0 / 128, 0.025}, {0, 0.01},
}

// At returns the city at a GC point, 0 … Series.Len()-1, with the given settings. Unit, area, child count and grouping are those of the
// plan. The cost is linear in the shown groups.
func (p *Plan) At(point int, settings Settings) *City {
	c := &City{Plan: p, Point: point, stepped: settings.OtherHeight}
	if len(p.Series.Nodes) == 0 {
		return c
	}
	c.Objects, c.Bytes = p.Series.Objects(point, 0), p.Series.Bytes(point, 0)
	c.Hidden.Groups = len(p.Series.Nodes) - len(p.districts) - len(p.buildings)
	for _, n := range p.hidden {
		c.Hidden.Objects += p.Series.Objects(point, n)
		c.Hidden.Bytes += p.Series.Bytes(point, n)
	}
	settings = settings.Normal()
	palette := settings.Palette()
	c.Districts = make([]District, len(p.districts))
	for i := range p.districts {
		d := &p.districts[i]
		c.Districts[i] = District{
			Node: d.node, Parent: d.parent, Level: d.level, Plot: d.plot, Label: d.label,
			Color: palette.level(d.level, p.levels), First: d.first, End: d.end,
			Objects: p.Series.Objects(point, d.node), Bytes: p.Series.Bytes(point, d.node),
		}
	}
	c.Blocks = make([]Block, len(p.blocks))
	for i := range c.Blocks {
		c.Blocks[i] = p.blockAt(point, int32(i), palette)
	}
	c.Buildings = make([]Building, len(p.buildings))
	largest := p.largestOther()
	for i := range p.buildings {
		p.buildingAt(&c.Buildings[i], point, int32(i), &settings, palette, largest)
	}
	p.raiseMasts(c, &settings, palette)
	solid := p.growers[:min(settings.Solid, p.Grew())]
	if n := len(solid); n > 0 {
		c.Hidden.Growers = p.hiddenGrowers(p.Meta.Of(p.settings.Unit)[p.buildings[solid[n-1]].node].Growth())
	}
	for _, i := range solid {
		c.Buildings[i].Solid, c.Buildings[i].Opacity = true, 1
	}
	return c
}

// buildingAt fills the empty b with the building at a GC point.
func (p *Plan) buildingAt(b *Building, point int, i int32, settings *Settings, palette *Palette, largest int64) {
	pb := &p.buildings[i]
	n := pb.node
	objects, bytes := &p.Meta.Objects[n], &p.Meta.Bytes[n]
	b.Node, b.District, b.Plot, b.Bottom, b.Opacity = n, pb.district, pb.plot, pb.bottom, 1
	b.Objects, b.FirstObjects, b.MaxObjects, b.GrowthObjects = p.Series.Objects(point, n), objects.First, objects.Max, objects.Growth()
	b.Bytes, b.FirstBytes, b.MaxBytes, b.GrowthBytes = p.Series.Bytes(point, n), bytes.First, bytes.Max, bytes.Growth()
	unit := p.settings.Unit
	now := b.Of(unit)
	b.Noise = p.isNoise(n, now)
	b.Base, b.Height = p.standing(pb, now)
	if settings.OtherHeight {
		b.Height = p.steppedHeight(b.Of(unit.Other()), largest)
	}
	switch settings.Color.Whole(p.Series.Len()) {
	case GrowthColors:
		b.Color = palette.Growth(p.growthShare(b, settings))
		if !b.Noise {
			b.Shrunk = Shrinkage(b.First(unit), now)
		}
	case OwnColors:
		if b.Color = palette.Growth(0); p.Series.Owned(n) {
			b.Color = palette.Own
		}
	default:
		b.Color = palette.Growth(0)
	}
	if settings.Fade {
		b.Opacity = settings.Opacity
	}
}

// standing returns the base and the height of a building with the given value.
func (p *Plan) standing(pb *planBuilding, value int64) (base layout.Rect, height float64) {
	// While a recording grows, a value can exceed the maximum so far. The plot limits the base.
	base = pb.plot.Scaled(math.Sqrt(min(p.settings.Area.weigh(value)/pb.weight, 1)))
	return base, buildingHeight(base.Area())
}

// growthShare returns the position of a building's growth on the color scale, 0 to 1.
func (p *Plan) growthShare(b *Building, settings *Settings) float64 {
	if settings.Color.Whole(p.Series.Len()) != GrowthColors {
		return 0
	}
	return p.grown(b.Of(p.settings.Unit)-b.First(p.settings.Unit), settings)
}

// Shares of lost objects since the start of the window. Shrinkage is visible from shrinkShown, and fully colored from shrinkFull.
const (
	shrinkShown = 0.01
	shrinkFull  = 0.3
)

// Shrinkage returns the strength of the shrinkage color, 0 to 1. It is 0 for an empty group, which is shown by its footprint.
func Shrinkage(first, now int64) float64 {
	if first <= 0 || now <= 0 {
		return 0
	}
	share := float64(first-now) / float64(first)
	if share < shrinkShown {
		return 0
	}
	return min(0.35+0.65*share/shrinkFull, 1)
}

// largestOther returns the largest maximum of any building in the unit that area does not show.
func (p *Plan) largestOther() int64 {
	largest := int64(0)
	for i := range p.buildings {
		largest = max(largest, p.most(p.settings.Unit.Other(), p.buildings[i].node))
	}
	return largest
}

func (p *Plan) steppedHeight(value, largest int64) float64 {
	if value <= 0 || largest <= 0 {
		return 0
	}
	side := math.Sqrt(p.Ground.Area())
	for _, step := range heightSteps {
		if float64(value) >= step.from*float64(largest) {
			return step.height * side
		}
	}
	return 0
}
