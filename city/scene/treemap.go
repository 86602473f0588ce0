package scene

import (
	"memcity/layout"
)

// Plot returns the ground reserved for a node of the series; ok is false if it has none.
func (p *Plan) Plot(node int32) (plot layout.Rect, ok bool) {
	switch t := p.target[node]; t.Kind {
	case OnBuilding:
		return p.buildings[t.Index].plot, true
	case OnDistrict:
		return p.districts[t.Index].plot, true
	}
	return layout.Rect{}, false
}
