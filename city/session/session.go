package session

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"memcity/city"
	"memcity/trace"
)

// Opener opens a recording; it runs on the worker.
type Opener func(ctx context.Context, progress trace.Progress) (*trace.Recording, error)

// Session is the open recording with its worker.
type Session struct {
	options Options
	notify  func()
	wake    chan struct{}
	done    chan struct{}

	mu      sync.Mutex
	job     *job // waiting
	running *job
	result  city.Result
	opened  *Opened
	cancel  context.CancelFunc // of the running job; nil if there is none
	closed  bool
	asker   asker
}

type job struct {
	open Opener // nil to go on with what is open
	wish city.Wish
}

// New starts a session. Notify is called from other goroutines when [Session.Result] has changed; it must not block.
func New(notify func(), options Options) *Session {
	s := &Session{options: options, notify: notify, wake: make(chan struct{}, 1), done: make(chan struct{})}
	s.asker.wake, s.asker.done = make(chan struct{}, 1), make(chan struct{})
	go s.work()
	go s.askWork()
	return s
}

// Result returns the newest state.
func (s *Session) Result() city.Result {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.result
}

// Open opens a recording in place of the one that is open. While it is being read, and if that goes wrong, the old one
// stays. A running job is cancelled.
func (s *Session) Open(open Opener, wish city.Wish) { s.submit(&job{open, wish}) }

// Want asks for a plan of the open recording. A running wish is cancelled; an opening is finished first.
func (s *Session) Want(wish city.Wish) { s.submit(&job{wish: wish}) }

func (s *Session) submit(j *job) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	if j.open == nil && s.job != nil {
		j.open = s.job.open // the waiting opening, with the newer wish
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

// Cancel ends the running work. What was shown before stays.
func (s *Session) Cancel() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cancel != nil {
		s.cancel()
	}
	s.asker.giveUp()
}

// Close ends the work and waits for the worker.
func (s *Session) Close() {
	s.mu.Lock()
	if !s.closed {
		s.closed = true
		s.job = nil
		if s.cancel != nil {
			s.cancel()
		}
		if s.asker.cancel != nil {
			s.asker.cancel()
		}
		close(s.wake)
		close(s.asker.wake)
	}
	s.mu.Unlock()
	<-s.done
	<-s.asker.done
}

func (s *Session) work() {
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

		err := s.run(ctx, j, opened)
		s.mu.Lock()
		s.cancel, s.running = nil, nil
		cancel()
		s.result.Busy = s.job != nil
		s.result.Progress = city.Progress{}
		s.result.Version++
		if err != nil && !errors.Is(err, context.Canceled) {
			s.result.Err = err
		}
		s.mu.Unlock()
		s.notify()
	}
}

func (s *Session) run(ctx context.Context, j *job, opened *Opened) error {
	progress := func(done, total int64, what string) {
		s.publish(func(r *city.Result) { r.Progress = city.Progress{Done: done, Total: total, What: what} })
	}
	if j.open != nil {
		r, err := j.open(ctx, progress)
		if err != nil {
			return err
		}
		opened = Wrap(r, s.options)
	}
	if opened == nil {
		return nil
	}
	wish, by, err := opened.grant(j)
	if err != nil {
		return err
	}
	show := func(series *city.Series, whole bool) {
		plan := newPlan(series, wish)
		s.publish(func(r *city.Result) {
			if ctx.Err() == nil {
				s.tell(r, opened)
				r.Plan, r.Wish, r.Grouping, r.Whole = plan, wish, by, whole
			}
		})
	}
	var partial func(*city.Series)
	if j.open != nil {
		partial = func(series *city.Series) { show(series, false) }
	}
	series, err := opened.Series(ctx, by, progress, partial)
	if err != nil {
		return err
	}
	show(series, true)
	return nil
}

// grant returns the wish of a job as far as it can be fulfilled, and the grouping that it gives. A recording that is being
// opened is shown in any case; a later wish that cannot be fulfilled is an error.
func (o *Opened) grant(j *job) (wish city.Wish, by city.Grouping, err error) {
	wish = j.wish
	if j.open == nil {
		if by, err = o.Grouping(wish.Settings.Grouping()); err != nil {
			return wish, by, err
		}
		if why := o.missing(by.Measure); why != "" {
			return wish, by, fmt.Errorf("%s sizes: %s", by.Measure, why)
		}
		return wish, by, nil
	}
	by, told := o.usable(wish.Settings.Grouping())
	o.tell(told)
	if o.Grouped() { // the chain is kept for the next recording
		wish.Settings.Filters, wish.Settings.Measure = nil, city.Shallow
	} else {
		wish.Settings = wish.Settings.With(by)
	}
	return wish, by, nil
}

// tell notes what is open. The session is locked.
func (s *Session) tell(r *city.Result, opened *Opened) {
	if s.opened != opened {
		s.opened = opened
		r.Opening++
		r.Catalog = opened.Catalog()
		s.asker.reopened()
		r.Answers = city.Answers{}
	}
	r.Name, r.Format, r.Grouped = opened.Recording.Name, opened.Recording.Format, opened.Grouped()
	r.Warnings = nil
	for _, w := range opened.Warnings() {
		r.Warnings = append(r.Warnings, w.String())
	}
}

// newPlan plans over the wished window; an empty one means all points there are.
func newPlan(series *city.Series, w city.Wish) *city.Plan {
	window := w.Window
	if window == (city.Window{}) {
		window.To = series.Len() - 1
	}
	return city.NewPlan(series, city.NewMeta(series, window), w.Settings)
}

func (s *Session) publish(change func(*city.Result)) {
	s.mu.Lock()
	change(&s.result)
	s.result.Version++
	s.mu.Unlock()
	s.notify()
}
