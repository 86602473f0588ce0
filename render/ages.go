package render

import (
	"time"

	"memcity/city/query"
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/view/ages"
	"memcity/render/describe"
	"memcity/render/ui/model"
)

// aging keeps the ages that the storeys of the buildings show.
type aging struct {
	shown *scene.Ages
	wait  waiting
}

// of returns the ages that the city of a plan shows; nil as long as they are not known.
func (g *aging) of(plan *scene.Plan, state *state.State, results *query.Results) *scene.Ages {
	report := agesOf(plan, state, results)
	if report == nil {
		g.shown = nil
		return nil
	}
	if a := g.shown; a == nil || a.Report != report || a.Series != plan.Series || a.Point != state.Point {
		g.shown = scene.NewAges(plan.Series, state.Point, report)
	}
	return g.shown
}

// agesOf returns what is known of the ages that are asked for; nil if nothing is.
func agesOf(plan *scene.Plan, state *state.State, results *query.Results) *ages.Report {
	if q, ok := state.AgesQuery(plan.Settings().Grouping(), plan.Series); ok {
		return ages.Kind.For(results, q)
	}
	return nil
}

// waits reports whether a result may still come in time.
func (g *aging) waits(plan *scene.Plan, state *state.State, results *query.Results, now time.Duration) bool {
	q, wanted := state.AgesQuery(plan.Settings().Grouping(), plan.Series)
	failed := wanted && results.Request.Wants(ages.Kind.Of(q)) && !results.Busy
	return g.wait.waits(wanted && !failed && agesOf(plan, state, results) == nil, now)
}

// toggleStoreys shows in the city how old the objects are, or stops doing so.
func (a *App) toggleStoreys() {
	if a.city == nil || a.state.View != state.CityView {
		return
	}
	if why := a.state.NoAges(a.result.Catalog); why != "" && a.state.Division != scene.ByAge {
		a.toast("No ages here: " + why + ".")
		return
	}
	a.do(state.Divide{By: a.state.Division.Toggled(scene.ByAge)})
}

// agedModel tells what the storeys show or wait for; nil if there are to be none.
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
