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
	if a.store.City != nil && a.store.City.Plan.HasMasts() {
		by = scene.ByVersion
	}
	a.store.Do(state.Divide{By: a.store.State.Division.Toggled(by)})
}

// usedModel returns the legend of the staleness colors, or nil if they are off. It covers missing and pending data too.
func (a *App) usedModel() *model.Used {
	if a.store.State.Division != scene.ByUse {
		return nil
	}
	if m := describe.Used(a.store.City); m != nil {
		return m
	}
	m := &model.Used{Missing: a.store.State.NoUses(a.store.Result.Catalog)}
	if m.Missing == "" {
		if m.Waiting = a.store.Result.Results.Err == nil; !m.Waiting {
			m.Missing = a.store.Result.Results.Err.Error()
		}
	}
	return m
}

// agedModel returns the legend of the age storeys, or nil if they are off. It covers missing and pending data too.
func (a *App) agedModel() *model.Aged {
	if a.store.State.Division != scene.ByAge {
		return nil
	}
	if m := describe.Ages(a.store.City); m != nil {
		return m
	}
	m := &model.Aged{Missing: a.store.State.NoAges(a.store.Result.Catalog)}
	if m.Missing == "" {
		if m.Waiting = a.store.Result.Results.Err == nil; !m.Waiting {
			m.Missing = a.store.Result.Results.Err.Error()
		}
	}
	return m
}
