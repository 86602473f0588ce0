// Package requests tracks the requests of the window to its worker. It skips repeated requests and can take back refused ones.
package requests

import (
	"slices"

	"memcity/city/exchange"
	"memcity/city/query"
	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/trees"
)

// Worker is the part of the worker that requests need; see Worker in package render.
type Worker interface {
	Open(paths []string, req exchange.Request)
	Want(req exchange.Request)
	Request(request query.Request)
	Keep(points []int)
}

// Requests contains the requests of one window.
type Requests struct {
	Keys       seq.Keeper[string] // keys of the queried groups
	Structures int                // number of data structure descriptions added while the window was open

	worker  Worker
	opening bool // a recording is being opened
	plan    exchange.Request
	before  exchange.Request // plan before the opening
	query   query.Request
	kept    []int
	refused error
}

// New returns a Requests for a worker without requests.
func New(worker Worker) *Requests { return &Requests{worker: worker} }

// Open opens files and folders, or a bundled recording, with the given plan.
func (r *Requests) Open(paths []string, plan exchange.Request) {
	if !r.opening {
		r.before = r.plan
	}
	r.plan, r.opening = plan, true
	r.worker.Open(paths, plan)
}

// Opened notes that a recording was opened, with settings and a baseline that may differ from those requested. It clears all other requests.
func (r *Requests) Opened(settings scene.Settings, base trees.Baseline) {
	r.plan.Settings, r.plan.Baseline, r.opening = settings, base, false
	r.query, r.refused, r.kept = query.Request{}, nil, nil
}

// Opening reports whether a recording is being opened. busy is whether the worker is busy: an opening may fail or be canceled. The plan needed
// until then is that of the recording before, so it must not be requested.
func (r *Requests) Opening(busy bool) bool {
	if r.opening && !busy {
		r.plan, r.opening = r.before, false
	}
	return r.opening
}

// Plan returns the last requested plan.
func (r *Requests) Plan() exchange.Request { return r.plan }

// SetPlan requests a plan unless it was the last one requested, and reports whether it did.
func (r *Requests) SetPlan(plan exchange.Request) (changed bool) {
	if plan.Same(r.plan) {
		return false
	}
	r.plan, r.refused = plan, nil
	r.worker.Want(plan)
	return true
}

// TakeBack notes that the last requested plan was not made. The given why is the error, or nil if it was canceled. It requests the plan
// needed instead, unless that is the one made before.
func (r *Requests) TakeBack(needed, made exchange.Request, why error) {
	if r.plan, r.refused = needed, why; !needed.Same(made) {
		r.worker.Want(needed)
	}
}

// Refused returns why a plan was taken back; nil if none was.
func (r *Requests) Refused() error { return r.refused }

// Query returns the last request for queries.
func (r *Requests) Query() query.Request { return r.query }

// SetQuery replaces the queries unless they are unchanged, and reports whether it did.
func (r *Requests) SetQuery(request query.Request) (changed bool) {
	if request == r.query {
		return false
	}
	r.query = request
	r.worker.Request(request)
	return true
}

// Forget withdraws the queries, so that equal ones are requested again.
func (r *Requests) Forget() {
	r.query = query.Request{}
	r.worker.Request(r.query)
}

// Keep protects GC points of a live recording from being thinned out. They are given by their index in the recording.
func (r *Requests) Keep(points []int) {
	if !slices.Equal(points, r.kept) {
		r.kept = points
		r.worker.Keep(points)
	}
}
