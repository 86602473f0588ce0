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
	query  pins.Query // without its GC point
	series *trees.Series
	last   *pins.Report
	at     map[int]*pins.Report // by GC point of the recording; at most maxKept
}

// maxKept bounds the memory for reports. A report has numbers for every group.
const maxKept = 64

// of returns the findings that the city shows; nil until the first result. While a result for the current GC point is being computed, the city
// shows the last one: plates have the numbers of the current GC point, and colored shares are from the last result.
func (g *findingsCache) of(plan *scene.Plan, state *state.State, results *query.Results) *scene.Pins {
	q, ok := state.PinsQuery(plan.Settings().Grouping(), plan.Series)
	if !ok {
		g.kept = keptFindings{}
		return g.made.of(nil, plan.Series, state.Point, scene.NewPins)
	}
	result := pins.Kind.For(results, q)
	report := g.kept.of(q, plan.Series, result)
	if result == nil && results.Request.Wants(pins.Kind.Of(q)) && !results.Busy { // it failed
		report = nil
	}
	return g.made.of(report, plan.Series, state.Point, scene.NewPins)
}

// of keeps report, which is nil while it is being computed. It returns the report for the query, or else the last one about the same findings
// at another GC point; nil if there is none.
func (k *keptFindings) of(q pins.Query, series *trees.Series, report *pins.Report) *pins.Report {
	point := q.Heap.Point
	q.Heap.Point = 0
	if k.series != series || k.query != q {
		*k = keptFindings{query: q, series: series, at: map[int]*pins.Report{}}
	}
	if report != nil {
		if k.at[point] == nil && len(k.at) >= maxKept {
			clear(k.at)
		}
		k.at[point] = report
	}
	if known := k.at[point]; known != nil {
		k.last = known
	}
	return k.last
}
