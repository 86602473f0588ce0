package session

import (
	"context"
	"errors"
	"os"

	"memcity/city/memory"
	"memcity/city/query"
	"memcity/trace/guard"
)

// resolver resolves queries in parallel with the worker that makes plans. The session's lock guards its fields.
type resolver struct {
	wake    chan struct{}
	done    chan struct{}
	results query.Results
	failed  map[*row]bool // rows whose query has no result, so that it is not tried again
	running *row
	cancel  context.CancelFunc
}

// Request sets the queries to resolve for the open recording. Available results are kept. Work that is no longer requested is canceled.
func (s *Session) Request(request query.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	k := &s.resolver
	old := k.results.Request
	k.results.Request = request
	for _, r := range rows {
		if shown, _ := r.covers(old.Of(r.kind), request.Of(r.kind)); shown {
			continue
		}
		k.results = k.results.Drop(r.kind)
		delete(k.failed, r)
		if k.running == r {
			k.cancel()
		}
	}
	k.results.Err = nil
	if first := k.next(); k.running != nil && k.running.unasked && first != nil && !first.unasked {
		k.cancel() // it restarts after the queries that the user waits for
	}
	s.result.Version++
	s.publishResults()
	k.signal()
}

func (k *resolver) signal() {
	select {
	case k.wake <- struct{}{}:
	default:
	}
}

// publishResults copies the results into the session's result. It adapts them to the series of its plan, as the recording may have grown.
// The session is locked.
func (s *Session) publishResults() {
	k := &s.resolver
	k.results.Busy = k.next() != nil && s.opened != nil
	if plan := s.result.Plan; plan != nil {
		for _, r := range rows {
			if r.grown == nil {
				continue
			}
			if q, result, whole := k.results.Known(r.kind); result != nil {
				if fitted := r.grown(q, result, s.result.Grouping, plan.Series); fitted != result {
					k.results = k.results.Put(q, fitted, whole)
				}
			}
		}
	}
	s.result.Results = k.results
}

// next returns the first row that has a query to resolve; nil if there is none. Rows that the user did not request come last.
func (k *resolver) next() (first *row) {
	for _, r := range rows {
		if r.unasked && first != nil {
			continue
		}
		wanted := k.results.Request.Of(r.kind)
		if wanted == (query.Query{}) || k.failed[r] {
			continue
		}
		known, result, whole := k.results.Known(r.kind)
		if _, all := r.covers(known, wanted); result == nil || !whole || !all {
			if !r.unasked {
				return r
			}
			first = r
		}
	}
	return first
}

// reset discards the results of another recording. The session is locked.
func (k *resolver) reset() {
	k.results = query.Results{}
	clear(k.failed)
	if k.cancel != nil {
		k.cancel()
	}
}

// abandon cancels the query that is being resolved, and does not retry it.
func (k *resolver) abandon() {
	if r := k.next(); r != nil && k.cancel != nil {
		k.failed[r] = true
		k.cancel()
	}
}

// resolveAll resolves queries until the session is closed.
func (s *Session) resolveAll() error {
	k := &s.resolver
	defer close(k.done)
	for range k.wake {
		for s.resolveNext() {
		}
	}
	return nil
}

// resolveNext resolves one query and reports whether there may be more.
func (s *Session) resolveNext() bool {
	s.mu.Lock()
	k := &s.resolver
	r := k.next()
	if r == nil || s.opened == nil || s.closed {
		s.mu.Unlock()
		return false
	}
	q, opened := k.results.Request.Of(r.kind), s.opened
	ctx, cancel := context.WithCancel(context.Background())
	k.running, k.cancel = r, cancel
	s.mu.Unlock()

	publish := func(change func()) {
		defer s.notify()
		s.mu.Lock()
		defer s.mu.Unlock()
		if ctx.Err() == nil {
			change()
			s.publishResults()
			s.result.Version++
		}
	}
	progress := func(done, total int64, what string) {
		publish(func() { k.results.Progress = query.Progress{Done: done, Total: total, What: what} })
	}
	show := func(part any) { publish(func() { k.results = k.results.Put(q, part, false) }) }
	var result any
	err := guard.While("reading "+opened.Recording.Name, func() (err error) {
		result, err = r.resolve(ctx, opened, q, progress, show)
		return err
	})
	guard.Report(os.Stderr, "", err)

	s.mu.Lock()
	k.running, k.cancel = nil, nil
	switch {
	case ctx.Err() != nil || errors.Is(err, context.Canceled):
	case err != nil:
		k.results, k.failed[r] = k.results.Failed(memory.Explain(err)), true
	default:
		k.results = k.results.Put(q, result, true)
	}
	cancel()
	k.results.Progress = query.Progress{}
	s.publishResults()
	s.result.Version++
	s.mu.Unlock()
	s.notify()
	return true
}
