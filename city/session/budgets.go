package session

import (
	"context"
	"math"
	"slices"
	"strings"

	"memcity/analysis/check"
	"memcity/city/budget"
	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/trace"
)

// Budgets holds budgets against every GC point of the recording as if it ended there, and, on request, the other rules
// against the whole of it. Show, unless nil, gets a report when the budgets are judged, and again after each other rule. Every GC point is
// grouped by the default chain, and by that of each budget for a group; what is grouped so already is not read again. Of a
// recording that grows, other rules are not judged. An error says what could not be read or grouped, or is ctx's; what was
// shown before stays true.
func (o *Recording) Budgets(ctx context.Context, q budget.Query, progress trace.Progress,
	show func(*budget.BudgetReport)) (*budget.BudgetReport, error) {
	report := budget.BudgetReport{Query: q}
	for _, rule := range q.Rules.Rules() {
		judged := budget.JudgedRule{Rule: rule, First: -1}
		if rule.IsBudget() {
			values, err := o.budgetValues(ctx, rule, progress)
			if err != nil {
				return nil, err
			}
			judged.Values = values
			judged.Judge()
		}
		report.Rules = append(report.Rules, judged)
	}
	others := q.Others && !o.grows()
	report.Done = !others
	publish := func() {
		next := report
		next.Rules = slices.Clone(report.Rules)
		if show != nil {
			show(&next)
		}
	}
	if publish(); !others {
		return &report, nil
	}
	checks := o.Checks(progress)
	for i := range report.Rules {
		j := &report.Rules[i]
		if j.Values != nil {
			continue
		}
		progress.Report(0, 0, "judging "+j.Rule.Name)
		found, err := check.Run(ctx, []*check.Rule{j.Rule}, checks, nil)
		if err != nil {
			return nil, err
		}
		j.Whole = &found[0]
		publish()
	}
	report.Done = true
	return &report, nil
}

// budgetValues measures what a budget bounds at every GC point of the recording, not a number where it is not known.
func (o *Recording) budgetValues(ctx context.Context, rule *check.Rule, progress trace.Progress) ([]float64, error) {
	values := make([]float64, len(o.now().Points))
	for i := range values {
		values[i] = math.NaN()
	}
	by, err := o.groupingFor(rule.Subject)
	if err != nil { // a chain that the input has nothing for
		return values, nil
	}
	series, err := o.Series(ctx, by, progress, nil)
	if err != nil {
		return nil, err
	}
	nodes := budget.GroupsOf(series, rule.Subject, o.chainOf(by))
	if len(nodes) == 0 && rule.Subject.Kind == check.Group {
		return values, nil
	}
	first := 0.0
	for at := range series.Len() {
		n := check.Number{Steps: series.Source(at)}
		objects, bytes := int64(0), int64(0)
		for _, node := range nodes {
			objects += series.Objects(at, node)
			bytes += series.Bytes(at, node)
		}
		if at == 0 {
			first = float64(bytes)
		}
		switch rule.Measure {
		case check.Objects:
			n.Value = float64(objects)
		case check.Bytes:
			n.Value = float64(bytes)
		default:
			if at == 0 { // nothing is known about growth
				continue
			}
			n.Value, n.Whole = float64(bytes)-first, first
		}
		if source := series.Source(at); source < len(values) {
			values[source] = rule.InUnit(n)
		}
	}
	return values, nil
}

// groupingFor is what the heap is grouped by to count what a rule is about.
func (o *Recording) groupingFor(s check.Subject) (trees.Grouping, error) {
	by := trees.Grouping{By: scene.DefaultSettings().By}
	if s.By != "" {
		by.By = seq.Of(strings.Split(s.By, ",")...)
	}
	return o.Grouping(by)
}

// chainOf is the chain of a grouping; empty if the recording came grouped.
func (o *Recording) chainOf(by trees.Grouping) seq.Seq[string] {
	if o.Grouped() {
		return seq.Seq[string]{}
	}
	return by.By
}
