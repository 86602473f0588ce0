package cityscape

import (
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render/describe"
	"memcity/render/ui/model"
)

// ToggleStoreys switches storeys on or off. Storeys show the ages of objects or, in the city of a fleet, the versions that the pods run.
func (c *Cityscape) ToggleStoreys() {
	by := scene.ByAge
	if c.store.City != nil && c.store.City.Plan.HasMasts() {
		by = scene.ByVersion
	}
	c.store.Do(state.Divide{By: c.store.State.Division.Toggled(by)})
}

// UsedModel returns the legend of the staleness colors, or nil if they are off. It covers missing and pending data too.
func (c *Cityscape) UsedModel() *model.Used {
	if c.store.State.Division != scene.ByUse {
		return nil
	}
	if m := describe.Used(c.store.City); m != nil {
		return m
	}
	m := &model.Used{Missing: c.store.State.NoUses(c.store.Result.Catalog)}
	if m.Missing == "" {
		if m.Waiting = c.store.Result.Results.Err == nil; !m.Waiting {
			m.Missing = c.store.Result.Results.Err.Error()
		}
	}
	return m
}

// AgedModel returns the legend of the age storeys, or nil if they are off. It covers missing and pending data too.
func (c *Cityscape) AgedModel() *model.Aged {
	if c.store.State.Division != scene.ByAge {
		return nil
	}
	if m := describe.Ages(c.store.City); m != nil {
		return m
	}
	m := &model.Aged{Missing: c.store.State.NoAges(c.store.Result.Catalog)}
	if m.Missing == "" {
		if m.Waiting = c.store.Result.Results.Err == nil; !m.Waiting {
			m.Missing = c.store.Result.Results.Err.Error()
		}
	}
	return m
}
