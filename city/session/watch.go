package session

import (
	"context"
	"slices"

	"memcity/city/budget"
	"memcity/city/recording"
	"memcity/city/trees"
)

// Watch evaluates rules against a growing recording without showing it. It is not safe for concurrent use.
type Watch struct {
	session Session
	opened  *recording.Recording
}

// NewWatch watches a recording, starting at its first GC point. It calls act once for each broken rule.
func NewWatch(opened *recording.Recording, rules []budget.Rule, act func(budget.FiredRule)) *Watch {
	w := &Watch{opened: opened}
	w.session.options = opened.Options
	w.session.options.Act = act
	for _, r := range rules {
		w.session.watcher.rules = append(w.session.watcher.rules, &watchedRule{rule: r, armed: true})
	}
	return w
}

// Look adds new data to the recording and evaluates the rules. It groups every new heap state by the grouping of each rule that has not
// fired. It reports whether more data may come.
func (w *Watch) Look(ctx context.Context) (more bool, err error) {
	if err := w.opened.Grow(ctx); err != nil {
		return true, err
	}
	w.session.judge(ctx, w.opened)
	w.opened.Thin(w.session.options.MaxPoints, nil, w.session.watched)
	return w.opened.Grows(), ctx.Err()
}

// Troubles returns, in the order of the rules, why a rule cannot be evaluated, such as a missing group; empty if it can, or has fired.
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

// watched reports whether an armed rule needs a grouping.
func (s *Session) watched(by trees.Grouping) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.ContainsFunc(s.watcher.rules, func(w *watchedRule) bool { return w.armed && s.groupingFor(w.rule) == by })
}
