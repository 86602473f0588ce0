package guided

import (
	"context"
	"math"
	"slices"

	"memcity/analysis/check"
	"memcity/analysis/guide/findings"
	"memcity/city/budget"
	"memcity/city/checks"
	"memcity/city/recording"
	"memcity/trace"
)

// Checks returns the source that rules are evaluated against.
func Checks(o *recording.Recording, progress trace.Progress) check.Source {
	return checks.New(guideSource{o, progress, false}, progress)
}

// Lacking returns the data that the recording lacks for findings, see [checks.Lacking].
func Lacking(ctx context.Context, o *recording.Recording, found *findings.Report, rules []string, progress trace.Progress) map[string]string {
	return checks.Lacking(ctx, guideSource{o, progress, false}, found, rules, progress)
}

// Budgets evaluates budgets at every GC point, as if the recording ended there. If requested, it evaluates the other rules against the
// whole recording, unless the recording still grows. Show, unless nil, receives a report after all budgets are evaluated, and again after
// each other rule. Every GC point is grouped by the default chain and by the chain of each budget for a group; cached groupings are not
// read again. The error is ctx's, or names the data that could not be read or grouped. Reports already shown remain valid.
func Budgets(ctx context.Context, o *recording.Recording, q budget.Query, progress trace.Progress,
	show func(*budget.BudgetReport)) (*budget.BudgetReport, error) {
	report := budget.BudgetReport{Query: q}
	for _, rule := range q.Rules.Rules() {
		judged := budget.JudgedRule{Rule: rule, First: -1}
		if rule.IsBudget() {
			values, err := budgetValues(ctx, o, rule, progress)
			if err != nil {
				return nil, err
			}
			judged.Values = values
			judged.Judge()
		}
		report.Rules = append(report.Rules, judged)
	}
	others := q.Others && !o.Grows()
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
	source := Checks(o, progress)
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

// budgetValues returns the value that a budget limits, for every GC point of the recording; NaN for missing data.
func budgetValues(ctx context.Context, o *recording.Recording, rule *check.Rule, progress trace.Progress) ([]float64, error) {
	values := make([]float64, len(o.Now().Points))
	for i := range values {
		values[i] = math.NaN()
	}
	by, err := checks.GroupingFor(o, rule.Subject)
	if err != nil { // the input lacks the data for this chain
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
	begins := series.GrowthStarts(o.Now())
	for at := range series.Len() {
		n := check.Number{}
		objects, bytes := int64(0), int64(0)
		for _, node := range nodes {
			objects += series.Objects(at, node)
			bytes += series.Bytes(at, node)
		}
		switch rule.Quantity {
		case check.Objects:
			n.Value = float64(objects)
		case check.Bytes:
			n.Value = float64(bytes)
		default:
			from := begins[at]
			if from < 0 { // no data about growth
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
