package session

import (
	"context"
	"errors"

	"memcity/city/query"
	"memcity/trace"
)

// A question is one part of an [query.Ask]. Parts are answered one after the other, those that a user waits for first.
type question struct {
	same   func(a, b *query.Ask) bool
	wanted func(a *query.Ask) bool
	done   func(a *query.Answers) bool
	forget func(a *query.Answers)
	answer func(ctx context.Context, o *Opened, a *query.Ask, tell teller) error
}

// teller publishes what is known so far.
type teller struct {
	progress trace.Progress
	publish  func(change func(*query.Answers))
}

var questions = []*question{
	{
		same:   func(a, b *query.Ask) bool { return a.Object.Same(b.Object) && a.SameHeap(b) },
		wanted: func(a *query.Ask) bool { return a.Object != nil },
		done:   func(a *query.Answers) bool { return a.Object != nil },
		forget: func(a *query.Answers) { a.Object = nil },
		answer: answerObject,
	}, {
		same:   func(a, b *query.Ask) bool { return a.Graph.Same(b.Graph) && a.SameHeap(b) },
		wanted: func(a *query.Ask) bool { return a.Graph != nil },
		done:   func(a *query.Answers) bool { return a.Graph != nil },
		forget: func(a *query.Answers) { a.Graph = nil },
		answer: answerGraph,
	}, {
		same:   func(a, b *query.Ask) bool { return a.Group.Same(b.Group) && a.SameHeap(b) },
		wanted: func(a *query.Ask) bool { return a.Group != nil },
		done:   func(a *query.Answers) bool { return a.Group != nil && a.Group.Whole },
		forget: func(a *query.Answers) { a.Group = nil },
		answer: answerGroup,
	}, {
		same:   func(a, b *query.Ask) bool { return a.Without.Same(b.Without) && a.SameHeap(b) },
		wanted: func(a *query.Ask) bool { return a.Without != nil },
		done:   func(a *query.Answers) bool { return a.Without != nil },
		forget: func(a *query.Answers) { a.Without = nil },
		answer: answerWithout,
	}, {
		same:   func(a, b *query.Ask) bool { return a.Sizes == b.Sizes && a.SameHeap(b) },
		wanted: func(a *query.Ask) bool { return a.Sizes },
		done:   func(a *query.Answers) bool { return a.Sizes != nil && a.Sizes.Whole },
		forget: func(a *query.Answers) { a.Sizes = nil },
		answer: answerSizes,
	}, {
		same:   (*query.Ask).SameOverview,
		wanted: func(a *query.Ask) bool { return a.Overview != nil },
		done:   func(a *query.Answers) bool { return a.Overview != nil },
		forget: func(a *query.Answers) { a.Overview = nil },
		answer: answerOverview,
	}, {
		same:   (*query.Ask).SameTrends,
		wanted: func(a *query.Ask) bool { return a.Trends != nil },
		done:   func(a *query.Answers) bool { return a.Trends != nil },
		forget: func(a *query.Answers) { a.Trends = nil },
		answer: answerTrends,
	}, {
		same:   (*query.Ask).SameDiff,
		wanted: func(a *query.Ask) bool { return a.Diff != nil },
		done:   func(a *query.Answers) bool { return a.Diff != nil },
		forget: func(a *query.Answers) { a.Diff = nil },
		answer: answerDiff,
	}, {
		same:   (*query.Ask).SameAges,
		wanted: func(a *query.Ask) bool { return a.Ages != nil },
		done:   func(a *query.Answers) bool { return a.Ages != nil },
		forget: func(a *query.Answers) { a.Ages = nil },
		answer: answerAges,
	}, {
		same:   (*query.Ask).SameHeld,
		wanted: func(a *query.Ask) bool { return a.Held != nil },
		done:   func(a *query.Answers) bool { return a.Held != nil },
		forget: func(a *query.Answers) { a.Held = nil },
		answer: answerHeld,
	}, {
		same:   (*query.Ask).SameStructures,
		wanted: func(a *query.Ask) bool { return a.Structures != nil },
		done:   func(a *query.Answers) bool { return a.Structures != nil && a.Structures.Whole },
		forget: func(a *query.Answers) { a.Structures = nil },
		answer: answerStructures,
	}, {
		same:   (*query.Ask).SameChurn,
		wanted: func(a *query.Ask) bool { return a.Churn != nil },
		done:   func(a *query.Answers) bool { return a.Churn != nil },
		forget: func(a *query.Answers) { a.Churn = nil },
		answer: answerChurn,
	}, {
		same:   (*query.Ask).SameGuide,
		wanted: func(a *query.Ask) bool { return a.Guide != nil },
		done:   func(a *query.Answers) bool { return a.Guide != nil },
		forget: func(a *query.Answers) { a.Guide = nil },
		answer: answerGuide,
	}, {
		same:   (*query.Ask).SameBudgets,
		wanted: func(a *query.Ask) bool { return a.Budgets != nil },
		done:   func(a *query.Answers) bool { return a.Budgets.Answers(a.Ask.Budgets) },
		forget: func(a *query.Answers) { a.Budgets = nil },
		answer: answerBudgets,
	},
}

// asker answers questions about single heap states, beside the worker that makes plans. Its fields belong to the
// session's lock.
type asker struct {
	wake    chan struct{}
	done    chan struct{}
	answers query.Answers
	failed  map[*question]bool // it has no answer, so it is not tried again
	running *question
	cancel  context.CancelFunc
}

// Ask asks about a heap state of the open recording. What is known already is kept; work that is no longer wanted is
// cancelled.
func (s *Session) Ask(a query.Ask) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	k := &s.asker
	old := k.answers.Ask
	k.answers.Ask = a
	for _, q := range questions {
		if q.same(&old, &a) {
			continue
		}
		q.forget(&k.answers)
		delete(k.failed, q)
		if k.running == q {
			k.cancel()
		}
	}
	k.answers.Err = nil
	s.result.Version++
	s.publishAnswers()
	k.poke()
}

func (k *asker) poke() {
	select {
	case k.wake <- struct{}{}:
	default:
	}
}

// publishAnswers copies the answers into the result. The session is locked.
func (s *Session) publishAnswers() {
	k := &s.asker
	k.answers.Busy = k.next() >= 0 && s.opened != nil
	if plan := s.result.Plan; plan != nil && k.answers.Sizes != nil && s.result.Grouping == k.answers.Ask.Grouping {
		k.answers.Sizes = k.answers.Sizes.Over(plan.Series) // the recording may have grown meanwhile
	}
	if plan := s.result.Plan; plan != nil && k.answers.Without != nil && s.result.Grouping == k.answers.Ask.Grouping {
		k.answers.Without = k.answers.Without.Over(plan.Series)
	}
	s.result.Answers = k.answers
}

// next returns the index of the first question that waits for an answer, -1 if there is none.
func (k *asker) next() int {
	for i, q := range questions {
		if q.wanted(&k.answers.Ask) && !q.done(&k.answers) && !k.failed[q] {
			return i
		}
	}
	return -1
}

// reopened forgets what was known of another recording. The session is locked.
func (k *asker) reopened() {
	k.answers = query.Answers{}
	clear(k.failed)
	if k.cancel != nil {
		k.cancel()
	}
}

// giveUp cancels the question that is being answered, and does not try it again.
func (k *asker) giveUp() {
	if i := k.next(); i >= 0 && k.cancel != nil {
		k.failed[questions[i]] = true
		k.cancel()
	}
}

// askWork answers until the session is closed.
func (s *Session) askWork() {
	k := &s.asker
	defer close(k.done)
	for range k.wake {
		for s.answerNext() {
		}
	}
}

// answerNext answers one question. It reports whether there may be more.
func (s *Session) answerNext() bool {
	s.mu.Lock()
	k := &s.asker
	at := k.next()
	if at < 0 || s.opened == nil || s.closed {
		s.mu.Unlock()
		return false
	}
	q, ask, opened := questions[at], k.answers.Ask, s.opened
	ctx, cancel := context.WithCancel(context.Background())
	k.running, k.cancel = q, cancel
	s.mu.Unlock()

	publish := func(change func(*query.Answers)) {
		s.mu.Lock()
		if ctx.Err() == nil {
			change(&k.answers)
			s.publishAnswers()
			s.result.Version++
		}
		s.mu.Unlock()
		s.notify()
	}
	progress := func(done, total int64, what string) {
		publish(func(a *query.Answers) { a.Progress = query.Progress{Done: done, Total: total, What: what} })
	}
	err := q.answer(ctx, opened, &ask, teller{progress, publish})

	s.mu.Lock()
	k.running, k.cancel = nil, nil
	if err == nil && ctx.Err() == nil && !q.done(&k.answers) {
		err = errNoAnswer
	}
	if err != nil && ctx.Err() == nil && !errors.Is(err, context.Canceled) {
		k.answers.Err, k.failed[q] = err, true
	}
	cancel()
	k.answers.Progress = query.Progress{}
	s.publishAnswers()
	s.result.Version++
	s.mu.Unlock()
	s.notify()
	return true
}

var (
	errNoAnswer = errors.New("the heap state: no result")
	errLeftOut  = errors.New("this GC point could not be read")
)
