package scene

import (
	"slices"
)

// Isolate returns the city with all buildings but those kept turned to ghosts. Kept are buildings that are targets, that
// stand in a district that is one, or that have references with a target, and blocks that are targets.
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
		if b := &out.Blocks[i]; !slices.Contains(targets, Target{OnBlock, int32(i)}) { // flat things hide nothing: they only step back
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

// ghostOpacity is how much is seen of buildings that are not isolated.
const ghostOpacity = 0.06

// fadedOpacity is how much is seen of what stands before a selection or a finding.
const fadedOpacity = 0.22

// Faded returns the city with some buildings see-through, so that what they hide is seen; the city itself if there are none. Blocks are too low to hide much.
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
