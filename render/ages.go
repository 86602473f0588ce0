package render

import (
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render/describe"
	"memcity/render/ui/model"
)

// toggleStoreys shows in the city how old the objects are, or in that of a fleet of which versions, or stops doing so.
func (a *App) toggleStoreys() {
	if a.city == nil || a.state.View != state.CityView {
		return
	}
	if a.city.Plan.HasMasts() {
		a.do(state.Divide{By: a.state.Division.Toggled(scene.ByVersion)})
		return
	}
	if why := a.state.NoAges(a.result.Catalog); why != "" && a.state.Division != scene.ByAge {
		a.toast("No ages here: " + why + ".")
		return
	}
	a.do(state.Divide{By: a.state.Division.Toggled(scene.ByAge)})
}

// toggleStaleness shows in the city how stale the collections are that hold the objects, or stops doing so.
func (a *App) toggleStaleness() {
	if a.city == nil || a.state.View != state.CityView {
		return
	}
	if why := a.state.NoUses(a.result.Catalog); why != "" && a.state.Division != scene.ByUse {
		a.toast("No staleness here: " + why + ".")
		return
	}
	a.do(state.Divide{By: a.state.Division.Toggled(scene.ByUse)})
}

// usedModel returns what the colours by staleness show or wait for; nil if there are to be none.
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

// agedModel returns what the storeys show or wait for; nil if there are to be none.
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
