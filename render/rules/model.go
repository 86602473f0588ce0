package rules

import (
	"math"
	"path/filepath"

	"memcity/city/budget"
	"memcity/render/describe"
	"memcity/render/ui/model"
)

// Model returns the rules with their outcomes, or nil if there are none and the list is closed.
func (b *Budgets) Model() *model.Budgets {
	f := b.file()
	if f == nil && !b.drawers.Budgets || b.store.Opened.Number == 0 {
		return nil
	}
	m := &model.Budgets{Open: b.drawers.Budgets}
	if f == nil {
		return m
	}
	m.File, m.Path = filepath.Base(f.Path), f.Path
	report := budget.Kind.Result(&b.store.Result.Results)
	if report == nil || report.Query.Rules != f {
		m.Busy = true
		for _, r := range f.Rules() {
			m.Rules = append(m.Rules, model.BudgetRow{Name: r.Name, Sentence: unless(r.Text, r.Name), Words: "checking…", First: -1})
		}
		return m
	}
	point := 0
	if b.store.City != nil {
		point = b.store.City.Plan.Series.Source(b.store.City.Point)
	}
	for i := range report.Rules {
		row := b.row(&report.Rules[i], i, point)
		switch {
		case row.Budget && row.Status == budget.BudgetBroken:
			m.Now++
		case row.Budget && row.Status == budget.BudgetNear:
			m.Near++
		}
		m.Rules = append(m.Rules, row)
	}
	m.Busy = !report.Done
	return m
}

func unless(text, name string) string {
	if text == name {
		return ""
	}
	return text
}

func (b *Budgets) row(j *budget.JudgedRule, index, point int) model.BudgetRow {
	row := model.BudgetRow{Name: j.Rule.Name, Sentence: unless(j.Rule.Text, j.Rule.Name), Why: j.Rule.Why, Budget: j.Values != nil, First: -1}
	if s := j.Rule.Severity.String(); s != "error" {
		row.Severity = s
	}
	if row.Budget {
		st := budget.BudgetState{Limit: j.Rule.Limit}
		if b.store.City != nil && b.store.City.Budgets != nil && b.store.City.Budgets.Report.Query.Rules == b.store.State.Rules {
			st = b.store.City.Budgets.State(index, b.store.City.Point)
			row.Shows = st.Groups > 0
		} else {
			st.Status, st.Value = j.At(point)
		}
		row.Status, row.Words = st.Status, st.Words()
		switch {
		case j.Early(point):
			row.Words = "no growth yet at this GC point"
		case math.IsNaN(st.Value):
			row.Words = "not in the recording at this GC point"
		}
		if b.store.City != nil {
			row.First = b.store.City.Plan.Series.PointOf(j.First)
		}
		return row
	}
	if j.Whole == nil {
		row.Words = "checked after the recording ends"
		if !b.store.Result.Live.Growing {
			row.Words = "checking…"
		}
		return row
	}
	row.Status, row.Words = j.Standing(), j.Whole.Text
	return row
}

// Describe describes the rules of a rules file; nil if there is none.
func (b *Budgets) Describe() *describe.DescribedRules {
	m := b.Model()
	if m == nil || m.File == "" {
		return nil
	}
	d := &describe.DescribedRules{File: m.File, Open: m.Open, Rules: []describe.DescribedRule{}}
	for i := range m.Rules {
		r := &m.Rules[i]
		d.Rules = append(d.Rules, describe.DescribedRule{Name: r.Name, Status: r.Status.String(), Text: r.Words, First: r.First + 1})
	}
	return d
}
