package session

import (
	"context"
	"errors"
	"io"
	"sync"

	"memcity/city/exchange"
	"memcity/city/query"
	"memcity/city/recording"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/trace/guard"
)

// Session is the open recording with its worker.
type Session struct {
	options recording.Options
	notify  func()
	wake    chan struct{}
	done    chan struct{}

	mu        sync.Mutex
	job       *job // the waiting job
	running   *job
	result    exchange.Result
	requested exchange.Request // request that the result's plan was made for
	opened    *recording.Recording
	known     catalogInputs      // inputs of the catalog
	cancel    context.CancelFunc // cancels the running job; nil if there is none
	closed    bool
	resolver  resolver
	watcher   watcher

	shown planInputs // only for the worker
	base  openBaseline
}

// New starts a session. It calls notify from other goroutines when [Session.Result] has changed. Notify must not block.
func New(notify func(), options recording.Options) *Session {
	s := &Session{options: options, notify: notify, wake: make(chan struct{}, 1), done: make(chan struct{})}
	s.resolver = resolver{wake: make(chan struct{}, 1), done: make(chan struct{}), failed: map[*row]bool{}}
	guard.Go(s.work, nil)
	guard.Go(s.resolveAll, nil)
	return s
}

// Result returns the newest state.
func (s *Session) Result() exchange.Result {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.result
}

// Open replaces the open recording. The old recording stays while the new one is read, and if that fails. Open cancels a running job.
func (s *Session) Open(open recording.Opener, req exchange.Request) {
	s.submit(&job{open: open, req: req})
}

// Want requests a plan of the open recording. It cancels a running request, but lets an opening finish first. It does nothing if the
// current plan already fulfills the request, such as when a window has grown with the recording.
func (s *Session) Want(req exchange.Request) {
	if !s.fulfils(req) {
		s.submit(&job{req: req})
	}
}

// fulfils reports whether the current plan fulfills a request.
func (s *Session) fulfils(req exchange.Request) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := &s.result
	idle := s.job == nil && (s.running == nil || s.running.look)
	if !idle || r.Plan == nil || !r.Whole || r.Err != nil || req.Frozen != s.requested.Frozen ||
		!req.Settings.SamePlan(s.requested.Settings) || req.Baseline != s.requested.Baseline || windowOf(req, r.Plan.Series) != r.Plan.Meta.Window {
		return false
	}
	s.requested = moved(req, r.Plan.Series)
	return true
}

// windowOf returns the window of a request, as GC points of a series.
func windowOf(w exchange.Request, series *trees.Series) trees.Window {
	if w = moved(w, series); w.Window == (trees.Window{}) {
		w.Window.To = max(series.Len()-1, 0)
	}
	return w.Window
}

// moved returns a request with its window as GC points of the given series; empty if it includes all of them.
func moved(w exchange.Request, series *trees.Series) exchange.Request {
	if w.Of != nil && w.Window != (trees.Window{}) {
		w.Window = state.Moved(w.Window, w.Of, series)
	}
	if w.Of = series; w.Window == (trees.Window{To: series.Len() - 1}) {
		w.Window = trees.Window{}
	}
	return w
}

func (s *Session) submit(j *job) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	if j.open == nil && s.job != nil {
		j.open = s.job.open // the waiting opening, with the newer request
	}
	s.job = j
	s.result.Busy, s.result.Err = true, nil
	s.result.Version++
	if s.cancel != nil && (j.open != nil || s.running.open == nil) {
		s.cancel()
	}
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Describe replaces the classifiers and the structure descriptions with those of other options, for the current and later recordings.
// Results that depend on them are recomputed when requested.
func (s *Session) Describe(options recording.Options) {
	s.mu.Lock()
	s.options.Registry, s.options.Structures, s.options.Files = options.Registry, options.Structures, options.Files
	all := []*recording.Recording{s.opened, s.base.opened}
	s.mu.Unlock()
	for _, opened := range all {
		if opened != nil {
			opened.Describe(options)
		}
	}
}

func (s *Session) optionsNow() recording.Options {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.options
}

// Cancel stops the running work. The current view stays.
func (s *Session) Cancel() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cancel != nil {
		s.cancel()
	}
	s.resolver.abandon()
}

// Save writes the open recording to path, see [recording.Recording.Save]. It is safe for concurrent use.
func (s *Session) Save(ctx context.Context, path string, file func(path string, write func(io.Writer) error) error,
	report func(query.Progress)) error {
	s.mu.Lock()
	opened := s.opened
	s.mu.Unlock()
	if opened == nil {
		return errors.New("nothing is open")
	}
	return opened.Save(ctx, path, file, report)
}

// Close stops the work and waits for the worker.
func (s *Session) Close() {
	s.mu.Lock()
	if !s.closed {
		s.closed = true
		s.job = nil
		if s.cancel != nil {
			s.cancel()
		}
		if s.resolver.cancel != nil {
			s.resolver.cancel()
		}
		s.watcher.end()
		close(s.wake)
		close(s.resolver.wake)
	}
	s.mu.Unlock()
	<-s.done
	<-s.resolver.done
	s.watcher.ticking.Wait()
}
