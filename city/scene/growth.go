package scene

import (
	"math"

	"memcity/city/trees"
)

// minGrowth is the smallest heap growth used as the scale, as a share of the largest heap. It keeps small growth pale if the heap hardly
// grows.
const minGrowth = 0.2

// heapGrowth returns the growth that group growth is compared with: that of the heap over the whole recording, for every window.
func heapGrowth(s *trees.Series, unit trees.Unit) int64 {
	size := func(point int) int64 {
		return s.Amount(point, 0).Of(unit)
	}
	if s.Len() == 0 || len(s.Nodes) == 0 {
		return 0
	}
	largest := int64(0)
	for point := range s.Len() {
		largest = max(largest, size(point))
	}
	return max(size(s.Len()-1)-size(0), int64(minGrowth*float64(largest)))
}

// growthStops map shares of the red threshold to positions on the color scale. At a threshold of 50 % of the heap growth, the stops are 1,
// 5, 20 and 50 %.
var growthStops = [...]struct{ share, at float64 }{{0, 0}, {0.02, 0.25}, {0.1, 0.5}, {0.4, 0.75}, {1, 1}}

// GrowthStop returns the share of the heap growth at a quarter of the scale, 0 to 4.
func GrowthStop(quarter int, settings Settings) float64 {
	return growthStops[quarter].share * settings.GrowthRed
}

// RedGrowth returns the growth from which a building is red: a share of the heap growth over the whole recording, which counts as at least
// a fifth of the largest heap. It is the same in every window.
func (p *Plan) RedGrowth(settings Settings) int64 {
	return int64(settings.GrowthRed * float64(p.matters))
}

// Grown returns the position of a growth on the scale, from 0 for none to 1 for red. It does not depend on other groups.
func (p *Plan) Grown(growth int64, settings Settings) float64 { return p.grown(growth, &settings) }

func (p *Plan) grown(growth int64, settings *Settings) float64 {
	red := settings.GrowthRed * float64(p.matters)
	if growth <= 0 || red <= 0 {
		return 0
	}
	share := float64(growth) / red
	for i := 1; i < len(growthStops); i++ {
		if from, to := growthStops[i-1], growthStops[i]; share <= to.share {
			return from.at + (to.at-from.at)*(share-from.share)/(to.share-from.share)
		}
	}
	return 1
}

// A change is noise if it is below both shares: of the heap growth and of the group itself.
const (
	noiseOfHeap  = 0.01
	noiseOfGroup = 0.2
)

// isNoise reports whether the change of a group since the start of the window is insignificant. It is if it is within the group's normal
// fluctuation, or small for both the group and the heap.
func (p *Plan) isNoise(node int32, now int64) bool {
	c := p.Meta.Of(p.settings.Unit)[node]
	change := math.Abs(float64(now - c.First))
	return c.IsNoise(now) || change < noiseOfHeap*float64(p.matters) && change < noiseOfGroup*float64(max(now, c.First))
}
