package scene

import (
	"memcity/layout"
)

// Plot returns the ground reserved for a node of the series, which is that of the block that it is in if it has none of its own; ok is false
// if nothing shows it.
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
