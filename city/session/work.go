package session

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"

	"memcity/city/exchange"
	"memcity/city/memory"
	"memcity/city/query"
	"memcity/city/recording"
	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/trace"
	"memcity/trace/guard"
)

type job struct {
	open recording.Opener // nil to keep the open recording
	req  exchange.Request
	look bool // true for a check for additions, without a request
}

// catalogInputs contains the inputs of a catalog. They may change while a recording grows.
type catalogInputs struct {
	opened     *recording.Recording
	knows      trace.Knowledge
	countsOnly bool
}

// planInputs contains the inputs of the newest plan.
type planInputs struct {
	opened *recording.Recording
	by     trees.Grouping
	req    exchange.Request // as resolved
	plan   *scene.Plan
	points int // points of the recording in the plan
	limit  int // maximum number of points of the recording; math.MaxInt unless frozen
}

func (s *Session) work() error {
	defer close(s.done)
	for range s.wake {
		s.mu.Lock()
		j := s.job
		s.job, s.running = nil, j
		if j == nil {
			s.mu.Unlock()
			continue
		}
		ctx, cancel := context.WithCancel(context.Background())
		s.cancel = cancel
		opened := s.opened
		s.mu.Unlock()

		err := guard.While("opening or reading a recording", func() error { return s.run(ctx, j, opened) })
		quiet := j.look && err == nil
		s.mu.Lock()
		s.cancel, s.running = nil, nil
		cancel()
		if !quiet {
			s.result.Busy = s.job != nil && !s.job.look
			s.result.Progress = query.Progress{}
			s.result.Version++
			if err != nil && !errors.Is(err, context.Canceled) {
				s.result.Err = memory.Explain(err)
			}
		}
		s.mu.Unlock()
		guard.Report(os.Stderr, "", err)
		if !quiet {
			s.notify()
		}
	}
	return nil
}

func (s *Session) run(ctx context.Context, j *job, opened *recording.Recording) error {
	if j.look {
		s.look(ctx, opened)
		return nil
	}
	progress := func(done, total int64, what string) {
		s.publish(func(r *exchange.Result) { r.Progress = query.Progress{Done: done, Total: total, What: what} })
	}
	req := j.req
	if j.open != nil {
		r, err := s.read(ctx, j.open, progress)
		if err != nil {
			return err
		}
		opened, req.Frozen = recording.New(r, s.optionsNow()), false
		opened.Release()
		if len(r.Points) == 0 && r.More != nil {
			s.wait(opened, req)
			return nil
		}
	}
	if opened == nil {
		return nil
	}
	if opened.Now().NoStates() != nil {
		s.showEvents(ctx, opened, req)
		return nil
	}
	return s.plan(ctx, opened, req, j.open != nil, progress)
}

// read opens a recording if the memory limit permits the contents of its archives.
func (s *Session) read(ctx context.Context, open recording.Opener, progress trace.Progress) (*trace.Recording, error) {
	if account := s.optionsNow().Memory; account != nil {
		_, task := account.Part(ctx, memory.Counts)
		defer task.End()
		ctx = task.Admitting(ctx)
	}
	return open(ctx, progress)
}

// plan makes the requested plan and shows it. A recording is shown while it is still loading.
func (s *Session) plan(ctx context.Context, opened *recording.Recording, requested exchange.Request, opening bool, progress trace.Progress) error {
	req, by, err := resolve(opened, requested, opening)
	if err != nil {
		return err
	}
	next := planInputs{opened: opened, by: by, req: req, limit: s.limit(opened, req)}
	next.points = min(next.limit, len(opened.Now().Points))
	var partial func(*trees.Series)
	if opening {
		partial = func(series *trees.Series) { s.show(ctx, next.with(series, planInputs{}), requested, false) }
	}
	series, err := opened.SeriesUpTo(ctx, by, next.points, progress, partial)
	if err != nil {
		return err
	}
	before := s.shown
	if opening {
		before = planInputs{}
	}
	all, err := s.withBase(ctx, opened, by, req.Baseline, series, progress)
	if err != nil {
		if !opening {
			return err
		}
		all, next.req.Baseline, requested.Baseline = series, trees.Baseline{}, trees.Baseline{} // it is shown even if the baseline fails
	}
	s.show(ctx, next.with(all, before), requested, true)
	if err != nil {
		return err
	}
	return ctx.Err()
}

// with returns n with its plan over a series. Before is the previous state: a plan of the same grouping keeps its plots in another window,
// and grows with the recording.
func (n planInputs) with(series *trees.Series, before planInputs) planInputs {
	window := windowOf(n.req, series)
	n.req = moved(n.req, series)
	same := before.opened == n.opened && before.plan != nil && before.by == n.by && before.req.Settings.SamePlan(n.req.Settings) &&
		before.req.Baseline == n.req.Baseline
	switch {
	case same && before.plan.Series == series && before.plan.Meta.Window == window:
		n.plan = before.plan
	case same && before.plan.Series == series:
		n.plan = before.plan.Over(trees.NewMeta(series, window))
	case same:
		n.plan, _ = before.plan.Next(series, before.plan.Meta.Next(series, window))
	case n.opened.Grows():
		n.plan = scene.NewRoomyPlan(series, trees.NewMeta(series, window), n.req.Settings)
	default:
		n.plan = scene.NewPlan(series, trees.NewMeta(series, window), n.req.Settings)
	}
	return n
}

// showEvents shows a recording that has GCs but no heap states.
func (s *Session) showEvents(ctx context.Context, opened *recording.Recording, req exchange.Request) {
	s.publish(func(r *exchange.Result) {
		if ctx.Err() != nil {
			return
		}
		s.noteOpened(r, opened)
		r.Plan, r.Request, r.Grouping, r.Whole = nil, req, trees.Grouping{}, true
		s.requested, s.shown = req, planInputs{opened: opened, req: req, limit: math.MaxInt}
		s.describeLive(0)
		s.publishResults()
	})
}

// show publishes a plan, unless it is no longer requested.
func (s *Session) show(ctx context.Context, next planInputs, requested exchange.Request, whole bool) {
	s.publish(func(r *exchange.Result) {
		if ctx.Err() != nil {
			return
		}
		s.noteOpened(r, next.opened)
		came := 0
		if r.Plan != nil && r.Whole && whole {
			came = cameSince(r.Plan.Series, next.plan.Series)
		}
		r.Plan, r.Request, r.Grouping, r.Whole, r.Begin = next.plan, next.req, next.by, whole, next.plan.Series.Initial(next.opened.Now())
		chain, _, err := next.opened.Chains(next.by)
		r.Contents = !next.opened.Grouped() && (err != nil || chain.Contents())
		s.shown, s.requested = next, moved(requested, next.plan.Series)
		s.requested.Frozen = requested.Frozen
		s.describeLive(came)
		s.publishResults()
	})
}

// resolve returns the part of a request that can be fulfilled, and the resulting grouping. A recording that was just opened is always
// shown. A later request that cannot be fulfilled is an error.
func resolve(o *recording.Recording, requested exchange.Request, opening bool) (req exchange.Request, by trees.Grouping, err error) {
	req = requested
	if !opening {
		if by, err = o.Grouping(req.Settings.Grouping()); err != nil {
			return req, by, err
		}
		if why := o.WhyNoSizes(by.SizeKind); why != "" {
			return req, by, fmt.Errorf("%s sizes: %s", by.SizeKind, why)
		}
		return req, by, nil
	}
	by, warnings := o.Usable(req.Settings.Grouping())
	o.Warn(warnings)
	if o.Grouped() { // the next recording uses the chain again
		req.Settings.Filters, req.Settings.SizeKind = seq.Seq[string]{}, trees.Shallow
	} else {
		req.Settings = req.Settings.With(by)
	}
	return req, by, nil
}

// noteOpened records which recording is open. The session is locked.
func (s *Session) noteOpened(r *exchange.Result, opened *recording.Recording) {
	if s.opened != opened {
		s.opened = opened
		r.Opening++
		r.Plan = nil
		s.resolver.reset()
		r.Results = query.Results{}
		s.watch(opened)
	}
	now := opened.Now()
	if known := (catalogInputs{opened, opened.Groupable(), recording.CountsOnly(now)}); known != s.known {
		s.known, r.Catalog = known, opened.Catalog()
	}
	r.Name, r.Format, r.Knows, r.Grouped = now.Name, now.Format, now.Knows.Names(), opened.Grouped()
	r.NoStates = lackOfStates(now)
	if r.Program = ""; now.Recorded != nil {
		r.Program = now.Recorded.Program
	}
	r.Marks = now.Marks
	r.Warnings = nil
	for _, w := range opened.Growing() {
		r.Warnings = append(r.Warnings, w.String())
	}
}

// lackOfStates returns the reason that a recording has no heap states; empty if it has some.
func lackOfStates(r *trace.Recording) string {
	var why *trace.InputError
	if errors.As(r.NoStates(), &why) {
		return why.Text
	}
	return ""
}

func (s *Session) publish(change func(*exchange.Result)) {
	defer s.notify()
	s.mu.Lock()
	defer s.mu.Unlock() // also after a panic, which would otherwise block the window
	change(&s.result)
	s.result.Version++
}
