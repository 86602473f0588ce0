package division

import (
	"memcity/city/query"
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/pins"
)

// findingsCache caches the findings that the city points at.
type findingsCache struct {
	made[pins.Report, scene.Pins]
	kept keptFindings
}

// keptFindings contains the reports about the same findings of a series at several GC points, so that the city keeps its colors while the
// user steps and plays.
type keptFindings struct {
	query  pins.Query // of last
	series *trees.Series
	last   *pins.Report
	at     map[int]*pins.Report // by GC point of the recording
}

// of returns the findings that the city shows; nil until the first result. While a result for the current GC point is being computed, the city
// shows the last one: plates have the numbers of the current GC point, and colored shares are from the last result.
func (g *findingsCache) of(plan *scene.Plan, state *state.State, results *query.Results) *scene.Pins {
	q, ok := state.PinsQuery(plan.Settings().Grouping(), plan.Series)
	if !ok {
		g.kept = keptFindings{}
		return g.made.of(nil, plan.Series, state.Point, scene.NewPins)
	}
	report := g.kept.of(q, plan.Series, pins.Kind.For(results, q))
	if failed := results.Request.Wants(pins.Kind.Of(q)) && !results.Busy; failed && pins.Kind.For(results, q) == nil {
		report = nil
	}
	return g.made.of(report, plan.Series, state.Point, scene.NewPins)
}

// of keeps report, which is nil while it is being computed. It returns the report for the query, or else the last one about the same findings
// at another GC point; nil if there is none.
func (k *keptFindings) of(q pins.Query, series *trees.Series, report *pins.Report) *pins.Report {
	point := q.Heap.Point
	same := q
	same.Heap.Point = k.query.Heap.Point
	if k.series != series || same != k.query {
		*k = keptFindings{query: q, series: series, at: map[int]*pins.Report{}}
	}
	k.query = q
	if report != nil {
		k.at[point] = report
	}
	if known := k.at[point]; known != nil {
		k.last = known
	}
	return k.last
}
