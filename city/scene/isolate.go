package scene

import (
	"slices"
)

// Isolate returns the city with other buildings almost transparent. It keeps buildings that are targets, are in a target district, or have
// a reference to or from a target. It also keeps blocks that are targets.
func (c *City) Isolate(targets []Target, refs []Reference) *City {
	keep := make([]bool, len(c.Buildings))
	for _, t := range targets {
		switch t.Kind {
		case OnBuilding:
			keep[t.Index] = true
		case OnDistrict:
			d := &c.Districts[t.Index]
			for i := d.First; i < d.End; i++ {
				keep[i] = true
			}
		}
	}
	for _, r := range refs {
		keep[r.From], keep[r.To] = true, true
	}
	out := *c
	out.Isolated = true
	out.Blocks = slices.Clone(c.Blocks)
	for i := range out.Blocks {
		if b := &out.Blocks[i]; !slices.Contains(targets, Target{OnBlock, int32(i)}) { // flat blocks hide nothing, so they only fade
			b.Color = b.Color.mix(c.Districts[b.District].Color, 1-ghostOpacity)
		}
	}
	out.Buildings = slices.Clone(c.Buildings)
	for i := range out.Buildings {
		if b := &out.Buildings[i]; keep[i] {
			b.Opacity = 1
		} else {
			b.Opacity = min(b.Opacity, ghostOpacity)
		}
	}
	return &out
}

// ghostOpacity is the opacity of buildings that are not isolated.
const ghostOpacity = 0.06

// fadedOpacity is the opacity of buildings in front of a selection or finding.
const fadedOpacity = 0.22

// Faded returns the city with the given buildings transparent, so that objects behind them are visible. It returns c if the list has no
// buildings. Blocks are too low to hide much.
func (c *City) Faded(list []Target) *City {
	if !slices.ContainsFunc(list, func(t Target) bool { return t.Kind == OnBuilding }) {
		return c
	}
	out := *c
	out.Buildings = slices.Clone(c.Buildings)
	for _, t := range list {
		if t.Kind == OnBuilding {
			b := &out.Buildings[t.Index]
			b.Opacity = min(b.Opacity, fadedOpacity)
		}
	}
	return &out
}
