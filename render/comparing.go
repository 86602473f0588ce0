package render

import "memcity/city"

// comparing keeps what the parts of the buildings show.
type comparing struct {
	shown  *city.Comparison
	report *city.DiffReport // that it was made of; nil if of counts alone
}

// of returns what the city of a plan compares; nil for nothing. Until objects have been followed, and where they cannot be,
// that is the counts.
func (c *comparing) of(plan *city.Plan, state *city.State, answers *city.Answers) *city.Comparison {
	from, to, ok := state.Comparing()
	if !ok || to >= plan.Series.Len() {
		*c = comparing{}
		return nil
	}
	report := answers.Diff
	if ask := state.AskDiff(plan.Series); report != nil &&
		(ask == nil || report.Ask != *ask || !answers.Ask.Grouping.Same(plan.Settings().Grouping())) {
		report = nil
	}
	if k := c.shown; k == nil || k.Series != plan.Series || k.From != from || k.To != to || c.report != report {
		*c = comparing{city.NewComparison(plan.Series, from, to, report), report}
	}
	return c.shown
}
