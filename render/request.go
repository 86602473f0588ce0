package render

import (
	"memcity/city/query"
	"memcity/city/request"
)

// queries returns the queries that the current view needs.
func (a *App) queries() []query.Query {
	inputs := request.Inputs{State: &a.store.State, Result: &a.store.Result, Point: -1, Described: a.requests.Structures, Keys: &a.requests.Keys}
	switch {
	case a.store.Opened.Number != a.store.Result.Opening:
		return nil
	case a.store.Events != nil:
		inputs.Series = a.store.Events.Series
	case a.store.City == nil || a.store.Opened.Growing:
		return nil
	default:
		inputs.Series, inputs.Point = a.store.City.Plan.Series, a.store.City.Point
	}
	return append(inputs.Queries(), a.opening.Query(inputs.Series), a.drawers.GuideQuery(), a.cityscape.PinsQuery(), a.drawers.SamplesQuery(), a.budgets.Query(inputs.Series.Len()))
}
