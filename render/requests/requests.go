// Package requests keeps what the window has requested of its worker, so that nothing is requested twice, and what is refused can be
// taken back.
package requests

import (
	"slices"

	"memcity/city/exchange"
	"memcity/city/query"
	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/trees"
)

// Worker is what requests need of the worker. See the one of package render.
type Worker interface {
	Open(paths []string, req exchange.Request)
	Want(req exchange.Request)
	Request(request query.Request)
	Keep(points []int)
}

// Requests are those of one window.
type Requests struct {
	Keys       seq.Keeper[string] // of the groups that are queried
	Structures int                // descriptions of data structures that were added while the window was open

	worker  Worker
	plan    exchange.Request
	query   query.Request
	kept    []int
	refused error
}

// New returns requests of a worker, which has none yet.
func New(worker Worker) *Requests { return &Requests{worker: worker} }

// Open opens files and folders, or a bundled recording, with a plan in mind.
func (r *Requests) Open(paths []string, plan exchange.Request) {
	r.plan = plan
	r.worker.Open(paths, plan)
}

// Opened notes that a recording was opened, with other settings and another baseline than were requested perhaps. Nothing else
// was requested of it yet.
func (r *Requests) Opened(settings scene.Settings, base trees.Baseline) {
	r.plan.Settings, r.plan.Base = settings, base
	r.query, r.refused, r.kept = query.Request{}, nil, nil
}

// Plan is the plan that was requested last.
func (r *Requests) Plan() exchange.Request { return r.plan }

// SetPlan requests a plan, unless it is the one that was requested last, and reports whether it did.
func (r *Requests) SetPlan(plan exchange.Request) (changed bool) {
	if plan.Same(r.plan) {
		return false
	}
	r.plan, r.refused = plan, nil
	r.worker.Want(plan)
	return true
}

// TakeBack notes that the plan requested last is not made, for a reason or, as it was cancelled, for none. The plan needed instead is
// requested unless it is the one that was made before.
func (r *Requests) TakeBack(needed, made exchange.Request, why error) {
	if r.plan, r.refused = needed, why; !needed.Same(made) {
		r.worker.Want(needed)
	}
}

// Refused is why a plan was taken back; nil if none was.
func (r *Requests) Refused() error { return r.refused }

// Query is what was queried last.
func (r *Requests) Query() query.Request { return r.query }

// SetQuery requests what is to be known apart from the plan, unless it is what was requested last, and reports whether it did.
func (r *Requests) SetQuery(request query.Request) (changed bool) {
	if request == r.query {
		return false
	}
	r.query = request
	r.worker.Request(request)
	return true
}

// Forget withdraws the queries, so that the next ones are requested even if they are the same.
func (r *Requests) Forget() {
	r.query = query.Request{}
	r.worker.Request(r.query)
}

// Keep names GC points of a recording that grows that are not to be thinned out, by their number in it.
func (r *Requests) Keep(points []int) {
	if !slices.Equal(points, r.kept) {
		r.kept = points
		r.worker.Keep(points)
	}
}
