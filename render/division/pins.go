package division

import (
	"memcity/city/query"
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/view/pins"
)

// findings keeps what the city points at.
type findings struct {
	made[pins.Report, scene.Pins]
}

// of returns the findings that the city of a plan shows; nil as long as they are not known. While those of another GC point are looked
// for, the groups are pointed at, without what belongs to them.
func (g *findings) of(plan *scene.Plan, state *state.State, results *query.Results) *scene.Pins {
	return g.made.of(pinsOf(plan, state, results), plan.Series, state.Point, scene.NewPins)
}

// pinsOf returns what is known of the findings that are requested; nil if nothing is.
func pinsOf(plan *scene.Plan, state *state.State, results *query.Results) *pins.Report {
	if q, ok := state.PinsQuery(plan.Settings().Grouping(), plan.Series); ok {
		return pins.Kind.For(results, q)
	}
	return nil
}
