package ui

import (
	"image"
	"strings"
	"testing"

	"memcity/city/budget"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
)

// The legend and the card of removed groups are beside the list of rules.
func TestCardsNextToTheRules(t *testing.T) {
	for _, size := range []image.Point{{1280, 720}, {1920, 1080}} {
		m := removed()
		m.Budgets = &model.Budgets{Open: true, File: "rules.yaml", Rules: make([]model.BudgetRow, 12)}
		m.LegendFolded = size.X < 1400
		k := newTest(t, m, size, 1)
		for _, id := range []model.ID{model.LegendP, model.WhatIfP} {
			if r := k.Rects[id]; r.Empty() || r.Overlaps(k.Rects[model.BudgetsP]) {
				t.Errorf("%v: %s is at %v, the list at %v", size, id, r, k.Rects[model.BudgetsP])
			}
		}
	}
}

// The budget form is visible, proposes the group's budget, and says that it replaces that budget.
func TestBudgetForm(t *testing.T) {
	m := uitest.Sample()
	m.State.Settings.Unit = trees.Objects
	key := m.Selection.Key
	file, err := budget.ReadRulesFile("rules.yaml", strings.NewReader("rules:\n  - size of group \""+key+"\" at most 4712345 bytes\n"))
	if err != nil {
		t.Fatal(err)
	}
	m.State = state.Step(m.State, state.UseRules{File: file})
	m.Budgets = &model.Budgets{Open: true, File: "rules.yaml", Rules: make([]model.BudgetRow, 20)}
	k := newTest(t, m, uitest.Screen, 1)
	uitest.Choose(t, k, model.Inspector, "More", "Set a budget…")
	add := uitest.Find(t, k, model.BudgetsP, "button", "Add to rules.yaml")
	if add.Rect.Dy() < 32 {
		t.Errorf("the button is at %v of %v", add.Rect, k.Rects[model.BudgetsP])
	}
	uitest.Click(k, uitest.Find(t, k, model.BudgetsP, "choice", "Of: Bytes"))
	if it := uitest.Find(t, k, model.BudgetsP, "field", "At most"); it.Value != "4712345" {
		t.Errorf("%q is proposed", it.Value)
	}
	uitest.Find(t, k, model.BudgetsP, "text", "Replaces its budget of 4.71 MB.")
	uitest.Click(k, uitest.Find(t, k, model.BudgetsP, "button", "Change in rules.yaml"))
	uitest.Wanted(t, k, model.SetBudget{Budget: budget.GroupBudget{Key: key, By: m.State.Settings.By, Unit: trees.Bytes, Limit: 4712345}})
}

// The list of rules shows the status of each rule, goes to the first violation, and sets budgets for the selection.
func TestBudgets(t *testing.T) {
	m := uitest.Sample()
	m.Budgets = &model.Budgets{Open: true, File: "rules.yaml", Path: "/home/me/rules.yaml", Now: 1, Near: 1, Rules: []model.BudgetRow{
		{Name: "people", Sentence: "objects of type app.Person at most 3000", Why: "see Main.persons", Budget: true,
			Status: budget.BudgetBroken, Words: "4,600 objects of a budget of 3,000 objects", First: 2, Shows: true},
		{Name: "size of heap at most 1 MB", Budget: true, Status: budget.BudgetNear, Words: "990 kB of a budget of 1 MB", First: -1},
		{Name: "no leak", Status: budget.BudgetKept, Words: "nothing was found", First: -1, Severity: "warning"},
	}}
	k := newTest(t, m, image.Pt(1280, 900), 1)
	for _, text := range []string{"Broken: 4,600 objects of a budget of 3,000 objects", "see Main.persons",
		"Nearly broken: 990 kB of a budget of 1 MB",
		"Kept: nothing was found · over the whole recording · warning"} {
		uitest.Find(t, k, model.BudgetsP, "text", text)
	}
	uitest.Click(k, uitest.Find(t, k, model.BudgetsP, "button", "First broken at GC point 3"))
	uitest.Wanted(t, k, model.GoToBroken{Rule: 0})
	uitest.Click(k, uitest.Find(t, k, model.BudgetsP, "button", "Show"))
	uitest.Wanted(t, k, model.ShowBudget{Rule: 0})
	uitest.Click(k, uitest.Find(t, k, model.BudgetsP, "button", "Close"))
	uitest.Wanted(t, k, model.Run(action.PanelBudgets))
	uitest.Click(k, uitest.Find(t, k, model.BudgetsP, "button", "No rules"))
	uitest.Wanted(t, k, model.Do{Action: state.UseRules{}})
}
