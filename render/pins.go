package render

import (
	"memcity/city/query"
	"memcity/city/state"
	"memcity/city/view/pins"
	"memcity/render/ui/model"
)

// pinsQuery requests the findings that the city points at. It requests none while a recording is live.
func (a *App) pinsQuery() query.Query {
	if a.store.City == nil || a.store.State.View != state.CityView || !a.store.Result.Whole || a.store.Result.Live.Growing {
		return query.Query{}
	}
	if q, ok := a.store.State.PinsQuery(a.store.City.Plan.Settings().Grouping(), a.store.City.Plan.Series); ok {
		return pins.Kind.Of(q)
	}
	return query.Query{}
}

// nextPin pins the next finding, if there are several.
func (a *App) nextPin() {
	if a.store.City != nil && a.store.City.Pinned != nil {
		a.store.Do(state.NextPin{Pins: a.store.City.Pinned})
	}
}

// openPlate opens the guide at the finding of the given plate.
func (a *App) openPlate(pin int) {
	if a.store.City == nil || a.store.City.Pinned == nil || pin >= len(a.store.City.Pinned.List) {
		return
	}
	a.store.Do(state.Explain{Finding: a.store.City.Pinned.List[pin].Finding})
	if !a.drawers.Sides().Shows(model.GuideP) {
		a.drawers.ToggleGuide()
	}
}
