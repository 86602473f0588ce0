package render

import (
	"memcity/city/query"
	"memcity/city/request"
	"memcity/city/state"
)

// request sends the current queries to the session, if they differ from the last ones.
func (a *App) request() {
	if a.requests.SetQuery(query.NewRequest(a.queries()...)) {
		a.dismissed.errors = false
	}
}

// queries returns the queries that the current view needs.
func (a *App) queries() []query.Query {
	inputs := request.Inputs{State: &a.state, Result: &a.result, Point: -1, Described: a.requests.Structures, Keys: &a.requests.Keys}
	switch {
	case a.opened.number != a.result.Opening:
		return nil
	case a.events != nil:
		inputs.Series = a.events.Series
	case a.city == nil || a.opened.growing:
		return nil
	default:
		inputs.Series, inputs.Point = a.city.Plan.Series, a.city.Point
	}
	return append(inputs.Queries(), a.beginQuery(inputs.Series), a.guideQuery(), a.pinsQuery(), a.guide.texts, a.budgetQuery(inputs.Series.Len()))
}

// present returns the keys of groups with objects at the current GC point.
func (a *App) present(keys []string) (present []string) {
	s := a.city.Plan.Series
	for _, key := range keys {
		if node, ok := s.Find(key); ok && s.Objects(a.city.Point, node) != 0 {
			present = append(present, key)
		}
	}
	return present
}

// showView changes the view.
func (a *App) showView(v state.View) {
	if a.city != nil || a.events != nil {
		a.do(state.Show{View: v})
	}
}
