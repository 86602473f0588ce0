package session

import (
	"context"
	"math"
	"slices"

	"memcity/analysis/check"
	"memcity/analysis/guide/findings"
	"memcity/city/budget"
	"memcity/city/checks"
	"memcity/trace"
)

// Checks resolves what rules need to know of the recording.
func (o *Recording) Checks(progress trace.Progress) check.Source {
	return checks.New(guideSource{o, progress, false}, progress)
}

// Lacking returns what the recording lacks to know of findings, as [checks.Lacking].
func (o *Recording) Lacking(ctx context.Context, found *findings.Report, rules []string, progress trace.Progress) map[string]string {
	return checks.Lacking(ctx, guideSource{o, progress, false}, found, rules, progress)
}

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
	source := o.Checks(progress)
	for i := range report.Rules {
		j := &report.Rules[i]
		if j.Values != nil {
			continue
		}
		progress.Report(0, 0, "judging "+j.Rule.Name)
		found, err := check.Run(ctx, []*check.Rule{j.Rule}, source, nil)
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
	by, err := checks.GroupingFor(o, rule.Subject)
	if err != nil { // a chain that the input has nothing for
		return values, nil
	}
	series, err := o.Series(ctx, by, progress, nil)
	if err != nil {
		return nil, err
	}
	nodes := budget.GroupsOf(series, rule.Subject, checks.ChainOf(o, by))
	if len(nodes) == 0 && rule.Subject.Kind == check.Group {
		return values, nil
	}
	begins := series.GrowthBegins(o.now())
	for at := range series.Len() {
		n := check.Number{}
		objects, bytes := int64(0), int64(0)
		for _, node := range nodes {
			objects += series.Objects(at, node)
			bytes += series.Bytes(at, node)
		}
		switch rule.Measure {
		case check.Objects:
			n.Value = float64(objects)
		case check.Bytes:
			n.Value = float64(bytes)
		default:
			from := begins[at]
			if from < 0 { // nothing is known about growth
				continue
			}
			for _, node := range nodes {
				n.Whole += float64(series.Bytes(from, node))
			}
			n.Value, n.Steps = float64(bytes)-n.Whole, series.Source(at)-series.Source(from)
		}
		if source := series.Source(at); source < len(values) {
			values[source] = rule.InUnit(n)
		}
	}
	return values, nil
}
