package ui

import (
	"image"
	"testing"

	"memcity/city"
)

// The list of rules says how each stands, goes to where it was broken, and sets budgets for the selection.
func TestBudgets(t *testing.T) {
	m := sample()
	m.Budgets = &Budgets{Open: true, File: "rules.yaml", Path: "/home/me/rules.yaml", Now: 1, Near: 1, Rules: []BudgetRow{
		{Name: "people", Sentence: "objects of type app.Person at most 3000", Why: "see Main.persons", Budget: true, Status: city.BudgetBroken, Words: "4,600 objects of a budget of 3,000 objects", First: 2, Shows: true},
		{Name: "size of heap at most 1 MB", Budget: true, Status: city.BudgetNear, Words: "990 kB of a budget of 1 MB", First: -1},
		{Name: "no leak", Status: city.BudgetKept, Words: "nothing was found", First: -1, Severity: "warning"},
	}}
	k := newTest(t, m, image.Pt(1280, 900), 1)
	for _, text := range []string{"Broken: 4,600 objects of a budget of 3,000 objects", "see Main.persons", "Nearly broken: 990 kB of a budget of 1 MB",
		"Kept: nothing was found · over the whole recording · warning"} {
		find(t, k, BudgetsP, "text", text)
	}
	click(k, find(t, k, BudgetsP, "button", "First broken at GC point 3"))
	wanted(t, k, GoToBroken{0})
	click(k, find(t, k, BudgetsP, "button", "Show"))
	wanted(t, k, ShowBudget{0})
	click(k, find(t, k, BudgetsP, "button", "Close"))
	wanted(t, k, ToggleBudgets)
	click(k, find(t, k, BudgetsP, "button", "No rules"))
	wanted(t, k, Do{city.UseRules{}})
}
