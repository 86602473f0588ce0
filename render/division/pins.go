package division

import (
	"memcity/city/query"
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/view/pins"
)

// findings caches the findings that the city points at.
type findings struct {
	made[pins.Report, scene.Pins]
}

// of returns the findings that the city shows; nil until they have been computed. While those of another GC point are being computed, the
// pins show the groups of the previous findings without their details.
func (g *findings) of(plan *scene.Plan, state *state.State, results *query.Results) *scene.Pins {
	return g.made.of(pinsOf(plan, state, results), plan.Series, state.Point, scene.NewPins)
}

// pinsOf returns the report about the requested findings; nil if there is none yet.
func pinsOf(plan *scene.Plan, state *state.State, results *query.Results) *pins.Report {
	if q, ok := state.PinsQuery(plan.Settings().Grouping(), plan.Series); ok {
		return pins.Kind.For(results, q)
	}
	return nil
}
