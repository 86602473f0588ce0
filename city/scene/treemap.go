package scene

import (
	"memcity/layout"
)

// Plot returns the ground reserved for a node of the series, or for the block that contains it. ok is false if neither exists.
func (p *Plan) Plot(node int32) (plot layout.Rect, ok bool) {
	switch t := p.target[node]; t.Kind {
	case OnBuilding:
		return p.buildings[t.Index].plot, true
	case OnBlock:
		return p.blocks[t.Index].plot, true
	case OnDistrict:
		return p.districts[t.Index].plot, true
	}
	return layout.Rect{}, false
}
