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

// nextPin pins the next finding, if there are several.
func (a *App) nextPin() {
	if a.city != nil && a.city.Pinned != nil {
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
