package render

import (
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render/describe"
	"memcity/render/ui/model"
)

// toggleStoreys switches storeys on or off. Storeys show the ages of objects or, in the city of a fleet, the versions that the pods run.
func (a *App) toggleStoreys() {
	by := scene.ByAge
	if a.city != nil && a.city.Plan.HasMasts() {
		by = scene.ByVersion
	}
	a.do(state.Divide{By: a.state.Division.Toggled(by)})
}

// usedModel returns the legend of the staleness colors, or nil if they are off. It covers missing and pending data too.
func (a *App) usedModel() *model.Used {
	if a.state.Division != scene.ByUse {
		return nil
	}
	if m := describe.Used(a.city); m != nil {
		return m
	}
	m := &model.Used{Missing: a.state.NoUses(a.result.Catalog)}
	if m.Missing == "" {
		if m.Waiting = a.result.Results.Err == nil; !m.Waiting {
			m.Missing = a.result.Results.Err.Error()
		}
	}
	return m
}

// agedModel returns the legend of the age storeys, or nil if they are off. It covers missing and pending data too.
func (a *App) agedModel() *model.Aged {
	if a.state.Division != scene.ByAge {
		return nil
	}
	if m := describe.Ages(a.city); m != nil {
		return m
	}
	m := &model.Aged{Missing: a.state.NoAges(a.result.Catalog)}
	if m.Missing == "" {
		if m.Waiting = a.result.Results.Err == nil; !m.Waiting {
			m.Missing = a.result.Results.Err.Error()
		}
	}
	return m
}
