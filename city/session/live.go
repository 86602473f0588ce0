package session

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"sync"
	"time"

	"memcity/city/exchange"
	"memcity/city/recording"
	"memcity/city/trees"
	"memcity/trace"
	"memcity/trace/guard"
)

// DefaultEvery is the default interval between checks of a growing recording.
const DefaultEvery = time.Second

// maxSkip is the maximum number of checks skipped after a failed one. Repeated failures skip more checks.
const maxSkip = 60

// watcher checks a growing recording for additions. The session's lock guards its fields.
type watcher struct {
	stop    chan struct{} // ends the clock; nil if no clock runs
	ticking sync.WaitGroup

	skip     int // ticks to skip
	failures int // consecutive failed checks
	trouble  string
	keep     []int // GC points that thinning must keep, ascending
	rules    []*watchedRule
	judged   int // GC points that rules have been evaluated against
}

// end stops the clock.
func (w *watcher) end() {
	if w.stop != nil {
		close(w.stop)
		w.stop = nil
	}
}

// watch starts to check a recording that was just opened, if it grows. The session is locked.
func (s *Session) watch(opened *recording.Recording) {
	w := &s.watcher
	w.end()
	w.skip, w.failures, w.trouble, w.keep, w.judged = 0, 0, "", nil, len(opened.Now().Points)
	for _, r := range w.rules {
		r.forget()
	}
	if s.closed || !opened.Grows() {
		return
	}
	stop := make(chan struct{})
	w.stop = stop
	w.ticking.Go(guard.Safe(func() { s.tick(opened, stop) }))
}

// tick requests regular checks until the recording is closed or no longer grows.
func (s *Session) tick(opened *recording.Recording, stop <-chan struct{}) {
	every, ticker := s.options.Every, s.options.Ticker
	if every <= 0 {
		every = DefaultEvery
	}
	if ticker == nil {
		ticker = systemTicker
	}
	ticks, end := ticker(every)
	defer end()
	for {
		select {
		case <-stop:
			return
		case <-ticks:
			s.submitLook(opened)
		}
	}
}

func systemTicker(every time.Duration) (ticks <-chan time.Time, stop func()) {
	t := time.NewTicker(every)
	return t.C, t.Stop
}

// submitLook requests a check unless the worker is busy or earlier failures skip this tick.
func (s *Session) submitLook(opened *recording.Recording) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.opened != opened || s.job != nil || s.running != nil {
		return
	}
	if s.watcher.skip > 0 {
		s.watcher.skip--
		return
	}
	s.job = &job{look: true}
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// wait shows a recording that has no GC point yet.
func (s *Session) wait(opened *recording.Recording, req exchange.Request) {
	s.publish(func(r *exchange.Result) {
		s.noteOpened(r, opened)
		r.Request, r.Grouping, r.Whole = req, trees.Grouping{}, true
		s.requested = req
		s.shown = planInputs{opened: opened, req: req, limit: math.MaxInt}
		s.describeLive(0)
	})
}

// limit returns the number of GC points of the recording that a request includes.
func (s *Session) limit(opened *recording.Recording, req exchange.Request) int {
	switch {
	case !req.Frozen:
		return math.MaxInt
	case s.shown.opened == opened && s.shown.limit < math.MaxInt:
		return s.shown.limit
	}
	return s.shown.points
}

// look adds new data to the recording, evaluates the rules and updates the view.
func (s *Session) look(ctx context.Context, opened *recording.Recording) {
	err := guard.While("reading "+opened.Recording.Name, func() error { return opened.Grow(ctx) })
	guard.Report(os.Stderr, "", err)
	if !opened.Grows() {
		s.mu.Lock()
		s.watcher.end()
		s.mu.Unlock()
	}
	s.judge(ctx, opened)
	if s.shown.limit == math.MaxInt {
		dropped := s.thin(opened)
		if dropped > 0 || s.shown.points < len(opened.Now().Points) {
			err = errors.Join(err, s.refresh(ctx, opened))
		}
	}
	s.publishLive(opened, func() {
		if ctx.Err() == nil {
			s.watcher.note(opened, err)
		}
	})
}

// note records the outcome of a check.
func (w *watcher) note(opened *recording.Recording, err error) {
	if err == nil {
		w.failures, w.trouble = 0, ""
		return
	}
	w.trouble = err.Error()
	opened.Warn([]trace.Warning{{Source: opened.Recording.Name, Text: "while it grows: " + w.trouble}})
	w.failures++
	w.skip = min(1<<min(w.failures, 10)-1, maxSkip)
}

// refresh shows all current GC points, as last requested.
func (s *Session) refresh(ctx context.Context, opened *recording.Recording) error {
	s.mu.Lock()
	requested := s.requested
	s.mu.Unlock()
	return s.plan(ctx, opened, requested, s.shown.plan == nil, nil)
}

// thin drops GC points beyond the session's limit and returns how many.
func (s *Session) thin(opened *recording.Recording) (dropped int) {
	s.mu.Lock()
	keep := slices.Clone(s.watcher.keep)
	s.mu.Unlock()
	if p := s.shown.plan; p != nil && p.Series.Len() > 0 {
		keep = append(keep, p.Series.Source(p.Meta.Window.From), p.Series.Source(p.Meta.Window.To))
	}
	slices.Sort(keep)
	return opened.Thin(s.options.MaxPoints, keep, func(by trees.Grouping) bool { return s.shown.by == by || s.watched(by) })
}

// Keep sets the GC points, 0-based, that remain when a growing recording is thinned out. The view refers to them.
func (s *Session) Keep(points []int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.watcher.keep = slices.Sorted(slices.Values(points))
}

// publishLive applies a change, and notifies if the description of the growth changes.
func (s *Session) publishLive(opened *recording.Recording, change func()) {
	changed := false
	defer func() {
		if changed {
			s.notify()
		}
	}()
	s.mu.Lock()
	defer s.mu.Unlock()
	before, warnings := s.result.Live, len(s.result.Warnings)
	change()
	s.noteOpened(&s.result, opened)
	s.describeLive(before.Came)
	if changed = !before.Same(s.result.Live) || warnings != len(s.result.Warnings); changed {
		s.result.Version++
	}
}

// describeLive updates the description of how the recording grows. The session is locked.
func (s *Session) describeLive(came int) {
	limit := s.options.MaxPoints
	if limit <= 0 {
		limit = recording.DefaultMaxPoints
	}
	g := s.opened.Growth()
	l := exchange.Live{Growing: g.Growing, Ended: g.Ended, Points: g.Points, Thinned: g.Points - g.Kept, Came: came}
	if s.shown.limit < math.MaxInt {
		l.Waiting = l.Points - s.shown.points
	}
	if l.Thinned > 0 {
		l.Notice = fmt.Sprintf("%d of %d GC points are kept. Above %d points, every second one in the older half is dropped",
			l.Points-l.Thinned, l.Points, limit)
	}
	l.Trouble = s.watcher.trouble
	for _, r := range s.watcher.rules {
		l.Rules = append(l.Rules, r.state())
	}
	s.result.Live = l
}

// cameSince counts the GC points of a series that are later than those of an earlier series.
func cameSince(before, now *trees.Series) (n int) {
	if before.Len() == 0 {
		return now.Len()
	}
	for n < now.Len() && now.Source(now.Len()-1-n) > before.Source(before.Len()-1) {
		n++
	}
	return n
}
