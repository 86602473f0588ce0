package render

import (
	"memcity/city/query"
	"memcity/city/state"
	"memcity/city/view/pins"
	"memcity/render/ui/model"
)

// pinsQuery requests the findings that the city points at. It requests none while a recording is live.
func (a *App) pinsQuery() query.Query {
	if a.city == nil || a.state.View != state.CityView || !a.result.Whole || a.result.Live.Growing {
		return query.Query{}
	}
	if q, ok := a.state.PinsQuery(a.city.Plan.Settings().Grouping(), a.city.Plan.Series); ok {
		return pins.Kind.Of(q)
	}
	return query.Query{}
}

// nextPin pins the next finding.
func (a *App) nextPin() {
	switch {
	case a.city == nil || a.state.View != state.CityView:
	case a.city.Pinned == nil || len(a.city.Pinned.List) == 0:
		a.toast("No finding is shown in the city.")
	case len(a.city.Pinned.List) == 1:
		a.toast("This is the only finding in the city.")
	default:
		a.do(state.NextPin{Pins: a.city.Pinned})
	}
}

// openPlate opens the guide at the finding of the given plate.
func (a *App) openPlate(pin int) {
	if a.city == nil || a.city.Pinned == nil || pin >= len(a.city.Pinned.List) {
		return
	}
	a.do(state.Explain{Finding: a.city.Pinned.List[pin].Finding})
	if !a.sides().Shows(model.GuideP) {
		a.toggleGuide()
	}
}
