package pictures

import (
	"memcity/city/budget"
	"memcity/city/resolve/guided"
	"memcity/city/seq"
	"memcity/cmd/memcity/cli"
)

// hold evaluates the budgets of the rules file, if there is one, on the groups of the plan.
func (p *cityPlan) hold(c *cli.Call) error {
	f := p.flags
	if f.rules == "" {
		return nil
	}
	file, err := c.OpenRulesFile(f.rules)
	if err != nil {
		return err
	}
	q := budget.Query{Rules: file, Points: p.plan.Series.Len()}
	report, err := guided.Budgets(c.Ctx, p.opened, q, c.Progress(), nil)
	if err != nil {
		return err
	}
	by := f.settings.By
	if p.opened.Grouped() {
		by = seq.Seq[string]{}
	}
	p.budgets = report.Over(p.plan.Series, by)
	return nil
}
