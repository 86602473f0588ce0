package scene

import (
	"slices"
)

// Isolate returns the city with all buildings but those kept turned to ghosts. Kept are buildings that are targets, that
// stand in a district that is one, or that have references with a target.
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
