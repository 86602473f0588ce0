// Package division computes the parts of buildings: births and deaths, ages, staleness, and what removals would free. It caches the values
// that cities are drawn from, and decides how long the old city stays while a result is computed.
package division

import (
	"slices"
	"time"

	"memcity/city/query"
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/ages"
	"memcity/city/view/diffs"
	"memcity/city/view/held"
	"memcity/city/view/whatif"
)

// Division caches values computed from results. The zero Division is empty.
type Division struct {
	compared comparison
	aged     storeys
	versions *scene.Versions
	used     uses
	findings findingsCache
	whatIf   removal
}

// Parts contains the inputs of a city besides its plan.
type Parts struct {
	Compared *scene.Comparison // nil while buildings are undivided
	Aged     *scene.Ages       // nil without age storeys
	Used     *scene.Held       // nil unless colors show staleness
	Versions *scene.Versions   // nil without version storeys
	Pinned   *scene.Pins       // nil while no findings are shown
	Waits    bool              // a result is expected soon: keep the old city
}

// Of returns the parts of the city of a plan at the time now. It computes each value once per set of results.
func (d *Division) Of(plan *scene.Plan, s *state.State, results *query.Results, now time.Duration) (p Parts) {
	p.Compared = d.compared.of(plan, s, results)
	if s.Division == scene.ByCut {
		p.Compared = d.whatIf.of(plan, s, results)
	}
	p.Aged, p.Used = d.aged.of(plan, s, results), d.used.of(plan, s, results)
	p.Versions = d.versionsOf(plan, s)
	p.Pinned = d.findings.of(plan, s, results)
	waits := [...]bool{d.compared.waits(plan, s, results, now), d.aged.waits(plan, s, results, now), d.whatIf.waits(plan, s, results, now),
		d.used.waits(plan, s, results, now)}
	p.Waits = slices.Contains(waits[:], true)
	return p
}

// versionsOf returns the shares of versions at the current GC point; nil without version storeys.
func (d *Division) versionsOf(plan *scene.Plan, s *state.State) *scene.Versions {
	if s.Division != scene.ByVersion || plan.Series.Len() == 0 {
		d.versions = nil
		return nil
	}
	if point := min(s.Point, plan.Series.Len()-1); d.versions == nil || d.versions.Series != plan.Series || d.versions.Point != point {
		d.versions = scene.NewVersions(plan.Series, point)
	}
	return d.versions
}

// Wake returns when to stop waiting for a result; ok is false if none is awaited.
func (d *Division) Wake() (at time.Duration, ok bool) {
	for _, w := range []*waiting{&d.compared.wait, &d.aged.wait, &d.used.wait, &d.whatIf.wait} {
		if w.on && !w.late && (!ok || w.until < at) {
			at, ok = w.until, true
		}
	}
	return at, ok
}

// waiting is the state of waiting for a result.
type waiting struct {
	on    bool
	late  bool          // the time is over
	until time.Duration // end of the waiting time
}

// patience is how long the old city stays while objects are followed. Most results arrive in time. Buildings then change from one GC point
// to the next without showing counts in between.
const patience = 150 * time.Millisecond

// waits reports whether to keep waiting for a result. on reports whether one is pending.
func (w *waiting) waits(on bool, now time.Duration) bool {
	if !on {
		w.on = false
		return false
	}
	if !w.on { // wait only once, even if one result after another is late
		w.on, w.until = true, now+patience
	}
	w.late = now >= w.until
	return !w.late
}

// comparison caches the comparison shown by the parts of buildings.
type comparison struct {
	shown  *scene.Comparison
	report *diffs.Report // report that shown was computed from; nil if from counts alone
	wait   waiting
}

// of returns the comparison that the city shows; nil for none. It compares counts until objects have been followed, and if they cannot be.
func (c *comparison) of(plan *scene.Plan, state *state.State, results *query.Results) *scene.Comparison {
	if state.Division == scene.ByBaseline && plan.Series.Baseline() != nil {
		return c.against(plan, min(state.Point, plan.Series.Len()-1))
	}
	from, to, ok := state.Comparing()
	if !ok || to >= plan.Series.Len() {
		c.shown, c.report = nil, nil
		return nil
	}
	report := followed(plan, state, results)
	if k := c.shown; k == nil || k.Series != plan.Series || k.From != from || k.To != to || c.report != report {
		c.shown, c.report = scene.NewComparison(plan.Series, from, to, report), report
	}
	return c.shown
}

// against returns the comparison with the baseline at a GC point.
func (c *comparison) against(plan *scene.Plan, point int) *scene.Comparison {
	if k := c.shown; k == nil || k.Series != plan.Series || k.Baseline == nil || k.To != point {
		c.shown, c.report = scene.AgainstBaseline(plan.Series, point), nil
	}
	return c.shown
}

// followed returns the report about the followed objects; nil if there is none yet.
func followed(plan *scene.Plan, state *state.State, results *query.Results) *diffs.Report {
	if q, ok := state.DiffQuery(plan.Settings().Grouping(), plan.Series); ok {
		return diffs.Kind.For(results, q)
	}
	return nil
}

func (c *comparison) waits(plan *scene.Plan, state *state.State, results *query.Results, now time.Duration) bool {
	q, wanted := state.DiffQuery(plan.Settings().Grouping(), plan.Series)
	failed := wanted && results.Request.Wants(diffs.Kind.Of(q)) && !results.Busy
	return c.wait.waits(wanted && !failed && followed(plan, state, results) == nil, now)
}

// made caches a value computed from a report at a GC point.
type made[R, S any] struct {
	shown  *S
	report *R
	series *trees.Series
	point  int
}

// of returns the value for a report; nil if report is nil. It calls from to compute a new one.
func (m *made[R, S]) of(report *R, series *trees.Series, point int, from func(*trees.Series, int, *R) *S) *S {
	switch {
	case report == nil:
		*m = made[R, S]{}
	case m.report != report || m.series != series || m.point != point:
		*m = made[R, S]{from(series, point, report), report, series, point}
	}
	return m.shown
}

// storeys caches the ages shown by the storeys.
type storeys struct {
	made[ages.Report, scene.Ages]
	wait waiting
}

// of returns the ages that the city shows; nil until they have been computed.
func (g *storeys) of(plan *scene.Plan, state *state.State, results *query.Results) *scene.Ages {
	return g.made.of(agesOf(plan, state, results), plan.Series, state.Point, scene.NewAges)
}

// agesOf returns the report about the requested ages; nil if there is none yet.
func agesOf(plan *scene.Plan, state *state.State, results *query.Results) *ages.Report {
	if q, ok := state.AgesQuery(plan.Settings().Grouping(), plan.Series); ok {
		return ages.Kind.For(results, q)
	}
	return nil
}

func (g *storeys) waits(plan *scene.Plan, state *state.State, results *query.Results, now time.Duration) bool {
	q, wanted := state.AgesQuery(plan.Settings().Grouping(), plan.Series)
	failed := wanted && results.Request.Wants(ages.Kind.Of(q)) && !results.Busy
	return g.wait.waits(wanted && !failed && agesOf(plan, state, results) == nil, now)
}

// uses caches the staleness of the groups.
type uses struct {
	made[held.Report, scene.Held]
	wait waiting
}

// of returns the staleness that the city shows; nil until it has been computed.
func (u *uses) of(plan *scene.Plan, state *state.State, results *query.Results) *scene.Held {
	return u.made.of(heldOf(plan, state, results), plan.Series, state.Point, scene.NewHeld)
}

// heldOf returns the report about the requested staleness; nil if there is none yet.
func heldOf(plan *scene.Plan, state *state.State, results *query.Results) *held.Report {
	if q, ok := state.HeldQuery(plan.Settings().Grouping(), plan.Series); ok {
		return held.Kind.For(results, q)
	}
	return nil
}

func (u *uses) waits(plan *scene.Plan, state *state.State, results *query.Results, now time.Duration) bool {
	q, wanted := state.HeldQuery(plan.Settings().Grouping(), plan.Series)
	failed := wanted && results.Request.Wants(held.Kind.Of(q)) && !results.Busy
	return u.wait.waits(wanted && !failed && heldOf(plan, state, results) == nil, now)
}

// removal caches the comparison of the city before and after the removals.
type removal struct {
	shown *scene.Comparison
	wait  waiting
}

// of returns the comparison for the removals; nil until it has been computed, and if nothing is removed.
func (c *removal) of(plan *scene.Plan, state *state.State, results *query.Results) *scene.Comparison {
	w := Freed(plan, state, results)
	if w == nil {
		c.shown = nil
		return nil
	}
	if k := c.shown; k == nil || k.Series != plan.Series || k.To != state.Point || k.WhatIf != w {
		c.shown = scene.NewCutComparison(plan.Series, state.Point, w)
	}
	return c.shown
}

func (c *removal) waits(plan *scene.Plan, state *state.State, results *query.Results, now time.Duration) bool {
	q, wanted := whatif.Kind.In(results.Request)
	failed := wanted && q.Removals.Is(state.Removals) && !results.Busy
	return c.wait.waits(len(state.Removals) > 0 && !failed && Freed(plan, state, results) == nil, now)
}

// Freed returns the result of the removals from the current heap state; nil if there is none.
func Freed(plan *scene.Plan, state *state.State, results *query.Results) *whatif.Result {
	q, ok := whatif.Kind.QueryOf(results)
	if !ok || len(state.Removals) == 0 || !q.Removals.Is(state.Removals) || state.Point >= plan.Series.Len() ||
		q.Heap.Point != plan.Series.Source(state.Point) || plan.Settings().SizeKind != trees.Shallow {
		return nil
	}
	if w := whatif.Kind.Result(results); w.Series == plan.Series {
		return w
	}
	return nil
}
