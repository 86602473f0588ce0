package session

import (
	"context"
	"slices"

	"memcity/city/budget"
	"memcity/city/trees"
)

// Watch holds rules against a recording that grows, without showing it. It is for one goroutine.
type Watch struct {
	session Session
	opened  *Recording
}

// NewWatch begins to watch a recording, from its first GC point on; act is called for each rule that is broken, once.
func NewWatch(opened *Recording, rules []budget.Rule, act func(budget.Fired)) *Watch {
	w := &Watch{opened: opened}
	w.session.options = opened.options
	w.session.options.Act = act
	for _, r := range rules {
		w.session.watcher.rules = append(w.session.watcher.rules, &watchedRule{rule: r, armed: true})
	}
	return w
}

// Look takes in what was added to the recording and judges it. It groups every new heap state in as many ways as the rules
// need, those that have fired left out, and reports whether more may come.
func (w *Watch) Look(ctx context.Context) (more bool, err error) {
	if err := w.opened.grow(ctx); err != nil {
		return true, err
	}
	w.session.judge(ctx, w.opened)
	limit := w.session.options.MaxPoints
	if limit <= 0 {
		limit = DefaultMaxPoints
	}
	w.opened.thin(max(limit, minMaxPoints), nil, w.session.watched)
	return w.opened.grows(), ctx.Err()
}

// Troubles reports, in the order of the rules, why one cannot be judged, such as that there is no such group; empty if it
// can, or has fired.
func (w *Watch) Troubles() []string {
	var list []string
	for _, r := range w.session.watcher.rules {
		if r.armed {
			list = append(list, r.trouble)
		} else {
			list = append(list, "")
		}
	}
	return list
}

// watched reports whether a rule that may fire is judged by a grouping.
func (s *Session) watched(by trees.Grouping) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.ContainsFunc(s.watcher.rules, func(w *watchedRule) bool { return w.armed && s.groupingFor(w.rule) == by })
}
