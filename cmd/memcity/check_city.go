package main

import (
	"os"

	"memcity/analysis/fault"
	"memcity/city"
)

// hold holds the budgets of the rules file, if there is one, against the groups of the plan.
func (p *planned) hold(c *call) error {
	f := p.flags
	if f.rules == "" {
		return nil
	}
	file, err := c.openRulesFile(f.rules)
	if err != nil {
		return err
	}
	var report *city.BudgetReport
	ask := city.AskBudgets{Rules: file, Points: p.plan.Series.Len()}
	if err := p.opened.Budgets(c.ctx, ask, c.progress(), func(r *city.BudgetReport) { report = r }); err != nil {
		return err
	}
	by := f.settings.By
	if p.opened.Grouped() {
		by = nil
	}
	p.budgets = report.Over(p.plan.Series, by)
	return nil
}

// openRulesFile reads a rules file, - for standard input; what is wrong in it is a wrong use.
func (c *call) openRulesFile(path string) (*city.RulesFile, error) {
	in := c.stdin
	if path == "-" {
		path = standardInput
	} else {
		file, err := os.Open(path)
		if err != nil {
			return nil, usageError{fault.Of(path, err)}
		}
		defer file.Close()
		in = file
	}
	rules, err := city.ReadRulesFile(path, in)
	if err != nil {
		return nil, usageError{err}
	}
	return rules, nil
}
