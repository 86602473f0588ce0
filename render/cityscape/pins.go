package cityscape

import (
	"memcity/city/query"
	"memcity/city/state"
	"memcity/city/view/pins"
)

// PinsQuery requests the findings that the city points at. It requests none while a recording is live.
func (c *Cityscape) PinsQuery() query.Query {
	if c.store.City == nil || c.store.State.View != state.CityView || !c.store.Result.Whole || c.store.Result.Live.Growing {
		return query.Query{}
	}
	if q, ok := c.store.State.PinsQuery(c.store.City.Plan.Settings().Grouping(), c.store.City.Plan.Series); ok {
		return pins.Kind.Of(q)
	}
	return query.Query{}
}

// NextPin pins the next finding, if there are several.
func (c *Cityscape) NextPin() {
	if c.store.City != nil && c.store.City.Pinned != nil {
		c.store.Do(state.NextPin{Pins: c.store.City.Pinned})
	}
}
