package session

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"memcity/analysis/window"
	"memcity/city/budget"
	"memcity/city/exchange"
	"memcity/city/recording"
	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/words"
)

// watchedRule is a rule with its outcome so far. The session's lock guards it.
type watchedRule struct {
	rule    budget.Rule
	armed   bool
	fired   *budget.FiredRule
	trouble string
}

func (w *watchedRule) forget() { w.armed, w.fired, w.trouble = true, nil, "" }

func (w *watchedRule) state() exchange.RuleState {
	return exchange.RuleState{Rule: w.rule, Armed: w.armed, Fired: w.fired, Trouble: w.trouble}
}

// SetRules sets the rules that are evaluated at every new GC point of a growing recording. Rules that were set before keep their state,
// such as whether they have fired.
func (s *Session) SetRules(rules []budget.Rule) {
	s.setRules(func(old []*watchedRule) []*watchedRule {
		var out []*watchedRule
		for _, r := range rules {
			same := func(w *watchedRule) bool { return w.rule == r }
			if slices.ContainsFunc(out, same) {
				continue
			}
			w := &watchedRule{rule: r, armed: true}
			if i := slices.IndexFunc(old, same); i >= 0 {
				w = old[i]
			}
			out = append(out, w)
		}
		return out
	})
}

// Rearm lets a rule fire again.
func (s *Session) Rearm(rule budget.Rule) {
	s.setRules(func(rules []*watchedRule) []*watchedRule {
		for _, w := range rules {
			w.armed = w.armed || w.rule == rule
		}
		return rules
	})
}

func (s *Session) setRules(change func([]*watchedRule) []*watchedRule) {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return
	}
	s.watcher.rules = change(s.watcher.rules)
	if s.opened != nil {
		s.describeLive(s.result.Live.Came)
	}
	s.result.Version++
	s.mu.Unlock()
	s.notify()
}

// judge evaluates the armed rules against the GC points added since the last call. It performs the action of a broken rule immediately.
func (s *Session) judge(ctx context.Context, opened *recording.Recording) {
	s.mu.Lock()
	from, rules := s.watcher.judged, []budget.Rule(nil)
	for _, w := range s.watcher.rules {
		if w.armed {
			rules = append(rules, w.rule)
		}
	}
	s.mu.Unlock()
	points := len(opened.Now().Points)
	if from >= points {
		return
	}
	s.preload(ctx, opened, rules, from)
	for _, rule := range rules {
		fired, err := s.judgeRule(ctx, opened, rule, from)
		if ctx.Err() != nil {
			return // the next call evaluates these points again
		}
		s.note(rule, fired, err)
		if fired != nil && s.options.Act != nil {
			s.options.Act(*fired)
		}
	}
	s.mu.Lock()
	s.watcher.judged = points
	s.mu.Unlock()
}

// preload caches the newest heap state if several groupings need it, so that it is read once.
func (s *Session) preload(ctx context.Context, opened *recording.Recording, rules []budget.Rule, from int) {
	var ways []trees.Grouping
	if s.shown.plan != nil && s.shown.limit == math.MaxInt {
		ways = append(ways, s.shown.by)
	}
	for _, r := range rules {
		by := s.groupingFor(r)
		if !slices.Contains(ways, by) {
			ways = append(ways, by)
		}
	}
	if last := len(opened.Now().Points) - 1; len(ways) > 1 && last >= from {
		_, _ = opened.Load(ctx, last, recording.Keeping, nil) // grouping reports the error
	}
}

// note records the outcome of a rule, which may have been removed meanwhile.
func (s *Session) note(rule budget.Rule, fired *budget.FiredRule, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, w := range s.watcher.rules {
		if w.rule != rule {
			continue
		}
		if w.trouble = ""; err != nil {
			w.trouble = err.Error()
		}
		if fired != nil {
			w.fired, w.armed = fired, false
		}
	}
}

// judgeRule evaluates a rule against the recording's GC points, starting at from, and returns the first violation.
func (s *Session) judgeRule(ctx context.Context, opened *recording.Recording, rule budget.Rule, from int) (*budget.FiredRule, error) {
	series, err := opened.Series(ctx, s.groupingFor(rule), nil, nil)
	if err != nil {
		return nil, fmt.Errorf("rule %q: %w", rule, err)
	}
	for at := range series.Len() {
		if series.Source(at) < from {
			continue
		}
		if rule.Kind == budget.LeakFound {
			if text := s.leak(heapPoints(opened, series, at)); text != "" {
				return &budget.FiredRule{Rule: rule, Point: series.Source(at), Time: series.Times[at], Text: text}, nil
			}
			continue
		}
		fired, err := rule.Judge(series, at, series.PointOf(opened.Now().Before(series.Source(at))))
		if fired == nil && err == nil {
			continue
		}
		if keys := s.keysShown(rule); fired != nil && len(keys) > 0 {
			fired.Keys = keys
		}
		return fired, err
	}
	return nil, nil
}

// keysShown returns the groups in the current city that a rule refers to.
func (s *Session) keysShown(rule budget.Rule) []string {
	if s.shown.plan == nil || s.shown.plan.Series.Len() == 0 {
		return nil
	}
	series := s.shown.plan.Series
	return rule.Keys(series, series.Len()-1)
}

// groupingFor returns the grouping that a rule needs. A rule for the whole heap uses the current grouping unless that leaves objects out.
func (s *Session) groupingFor(rule budget.Rule) trees.Grouping {
	switch {
	case rule.IsKey() && rule.By != "":
		return trees.By(strings.Split(rule.By, ",")...)
	case rule.IsKey():
		return trees.Grouping{By: scene.DefaultSettings().By}
	case rule.Kind == budget.LeakFound && !s.shown.by.By.Empty() && s.shown.by.Filters.Empty() && s.shown.by.SizeKind == trees.Shallow:
		return s.shown.by
	}
	return trees.By("type")
}

// heapPoints returns the GC points of a series up to at that may be compared, as whole heaps; none if at is not one of them.
func heapPoints(o *recording.Recording, series *trees.Series, at int) (out []window.Point) {
	r := o.Now()
	compared := r.Compared(0, series.Source(at))
	for i := range at + 1 {
		if source := series.Source(i); slices.Contains(compared, source) {
			out = append(out, window.Point{Time: time.Duration(series.Times[i]) * time.Millisecond, GC: r.Points[source].GC,
				Objects: series.Objects(i, 0), Bytes: series.Bytes(i, 0)})
		} else if i == at {
			return nil
		}
	}
	return out
}

// MinLeakPoints is the minimum number of GC points in the leak window of a growing recording, because every program grows while it starts.
const MinLeakPoints = 10

// leak describes a leak that ends at the last of the given GC points; empty if there is none.
func (s *Session) leak(points []window.Point) string {
	if s.options.Leak != nil && len(points) > 0 {
		return s.options.Leak(points)
	}
	limits := window.DefaultLimits()
	limits.LeakPoints = MinLeakPoints
	for _, w := range window.Find(window.Series{Points: points, Heap: true}, limits) {
		if w.Kind == window.Leak {
			from, to := words.RoundSizes(w.FirstBytes, w.LastBytes)
			return fmt.Sprintf("the heap grows: from %s to %s over %s, %s", from, to, words.Points(w.To-w.From+1), words.Duration(w.End-w.Start))
		}
	}
	return ""
}
