// Package division is what the city shows of its buildings' parts: what was born and died, how old the objects are, how stale,
// and what would be freed. It keeps the values that cities are drawn of, and decides how long a city stays as it was while a result is computed.
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

// Division keeps what was made of the results so far. The zero Division has nothing.
type Division struct {
	compared comparison
	aged     storeys
	versions *scene.Versions
	used     uses
	findings findings
	whatIf   removal
}

// Parts are what the city of a plan is drawn of.
type Parts struct {
	Compared *scene.Comparison // nil while buildings are whole
	Aged     *scene.Ages       // nil while they have no storeys
	Used     *scene.Held       // nil while their colours show something else
	Versions *scene.Versions   // nil while the storeys show no versions
	Pinned   *scene.Pins       // nil while no findings are shown
	Waits    bool              // a result may still come in time: the city stays as it was
}

// Of returns what the city of a plan shows at the time now. Each value is made once for the results that it is made of.
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

// versionsOf returns the shares of versions that the storeys of a plan show, made once for a GC point; nil for none.
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

// Wake returns when the city stops waiting for a result; ok is false if it does not wait.
func (d *Division) Wake() (at time.Duration, ok bool) {
	for _, w := range []*waiting{&d.compared.wait, &d.aged.wait, &d.used.wait, &d.whatIf.wait} {
		if w.on && !w.late && (!ok || w.until < at) {
			at, ok = w.until, true
		}
	}
	return at, ok
}

// waiting is for a result that the city is drawn of.
type waiting struct {
	on    bool
	late  bool          // it no longer keeps the city as it was
	until time.Duration // when it will no longer
}

// patience is how long a city is kept as it was for objects to be followed. Most are within it, so that parts go from one
// GC point to the next without showing counts in between.
const patience = 150 * time.Millisecond

// waits reports whether a result may still come in time, if there is one to come.
func (w *waiting) waits(on bool, now time.Duration) bool {
	if !on {
		w.on = false
		return false
	}
	if !w.on { // while results come too late, steps are not kept waiting one by one
		w.on, w.until = true, now+patience
	}
	w.late = now >= w.until
	return !w.late
}

// comparison keeps what the parts of the buildings show.
type comparison struct {
	shown  *scene.Comparison
	report *diffs.Report // that it was made of; nil if of counts alone
	wait   waiting
}

// of returns what the city of a plan compares; nil for nothing. Until objects have been followed, and where they cannot be,
// that is the counts.
func (c *comparison) of(plan *scene.Plan, state *state.State, results *query.Results) *scene.Comparison {
	if state.Division == scene.ByBase && plan.Series.Base() != nil {
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

// against returns the comparison of a plan with its baseline, made once for a GC point.
func (c *comparison) against(plan *scene.Plan, point int) *scene.Comparison {
	if k := c.shown; k == nil || k.Series != plan.Series || k.Base == nil || k.To != point {
		c.shown, c.report = scene.AgainstBase(plan.Series, point), nil
	}
	return c.shown
}

// followed returns what is known of the objects that are to be followed; nil if nothing is.
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

// made keeps what a plan shows of a report at a GC point, so that it is made once.
type made[R, S any] struct {
	shown  *S
	report *R
	series *trees.Series
	point  int
}

// of returns what is shown of a report; nil as long as there is none.
func (m *made[R, S]) of(report *R, series *trees.Series, point int, from func(*trees.Series, int, *R) *S) *S {
	switch {
	case report == nil:
		*m = made[R, S]{}
	case m.report != report || m.series != series || m.point != point:
		*m = made[R, S]{from(series, point, report), report, series, point}
	}
	return m.shown
}

// storeys keeps the ages that the storeys of the buildings show.
type storeys struct {
	made[ages.Report, scene.Ages]
	wait waiting
}

// of returns the ages that the city of a plan shows; nil as long as they are not known.
func (g *storeys) of(plan *scene.Plan, state *state.State, results *query.Results) *scene.Ages {
	return g.made.of(agesOf(plan, state, results), plan.Series, state.Point, scene.NewAges)
}

// agesOf returns what is known of the ages that are requested; nil if nothing is.
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

// uses keeps how the objects of the groups are used.
type uses struct {
	made[held.Report, scene.Held]
	wait waiting
}

// of returns what the city of a plan shows; nil as long as it is not known.
func (u *uses) of(plan *scene.Plan, state *state.State, results *query.Results) *scene.Held {
	return u.made.of(heldOf(plan, state, results), plan.Series, state.Point, scene.NewHeld)
}

// heldOf returns what is known of the staleness that is requested; nil if nothing is.
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

// removal keeps what the city would be without what is removed.
type removal struct {
	shown *scene.Comparison
	wait  waiting
}

// of returns what the city of a plan is compared with; nil as long as that is not known, and if nothing is removed.
func (c *removal) of(plan *scene.Plan, state *state.State, results *query.Results) *scene.Comparison {
	w := Freed(plan, state, results)
	if w == nil {
		c.shown = nil
		return nil
	}
	if k := c.shown; k == nil || k.Series != plan.Series || k.To != state.Point || k.Without != w {
		c.shown = scene.NewCutComparison(plan.Series, state.Point, w)
	}
	return c.shown
}

func (c *removal) waits(plan *scene.Plan, state *state.State, results *query.Results, now time.Duration) bool {
	q, wanted := whatif.Kind.In(results.Request)
	failed := wanted && q.Removals.Is(state.Removals) && !results.Busy
	return c.wait.waits(len(state.Removals) > 0 && !failed && Freed(plan, state, results) == nil, now)
}

// Freed returns what is known of what is removed from a plan's heap state; nil if nothing is.
func Freed(plan *scene.Plan, state *state.State, results *query.Results) *whatif.Without {
	q, ok := whatif.Kind.QueryOf(results)
	if !ok || len(state.Removals) == 0 || !q.Removals.Is(state.Removals) || state.Point >= plan.Series.Len() ||
		q.Heap.Point != plan.Series.Source(state.Point) || plan.Settings().Measure != trees.Shallow {
		return nil
	}
	if w := whatif.Kind.Result(results); w.Series == plan.Series {
		return w
	}
	return nil
}
