package ui

import (
	"image"
	"testing"

	"strings"

	"memcity/city"
)

// The legend and what tells of things taken out stand beside the list of rules.
func TestCardsBesideTheRules(t *testing.T) {
	for _, size := range []image.Point{{1280, 720}, {1920, 1080}} {
		m := wrecked()
		m.Budgets = &Budgets{Open: true, File: "rules.yaml", Rules: make([]BudgetRow, 12)}
		m.LegendFolded = size.X < 1400
		k := newTest(t, m, size, 1)
		for _, id := range []ID{LegendP, WithoutP} {
			if r := k.rects[id]; r.Empty() || r.Overlaps(k.rects[BudgetsP]) {
				t.Errorf("%v: %s is at %v, the list at %v", size, id, r, k.rects[BudgetsP])
			}
		}
	}
}

// The form for a budget is in sight, proposes the budget that the group has, and says that it takes its place.
func TestBudgetForm(t *testing.T) {
	m := sample()
	key := m.Selection.Key
	file, err := city.ReadRulesFile("rules.yaml", strings.NewReader("rules:\n  - size of group \""+key+"\" at most 4712345 bytes\n"))
	if err != nil {
		t.Fatal(err)
	}
	m.State = city.Step(m.State, city.UseRules{File: file})
	m.Budgets = &Budgets{Open: true, File: "rules.yaml", Rules: make([]BudgetRow, 20)}
	k := newTest(t, m, screen, 1)
	click(k, find(t, k, Inspector, "button", "Set a budget…"))
	add := find(t, k, BudgetsP, "button", "Write it into rules.yaml")
	if add.Rect.Dy() < 32 {
		t.Errorf("the button is at %v of %v", add.Rect, k.rects[BudgetsP])
	}
	click(k, find(t, k, BudgetsP, "choice", "Of: Bytes"))
	if it := find(t, k, BudgetsP, "field", "At most"); it.Value != "4712345" {
		t.Errorf("%q is proposed", it.Value)
	}
	find(t, k, BudgetsP, "text", "In place of its budget of 4.71 MB.")
	click(k, find(t, k, BudgetsP, "button", "Change it in rules.yaml"))
	wanted(t, k, SetBudget{city.GroupBudget{Key: key, By: m.State.Settings.By, Metric: city.Bytes, Most: 4712345}})
}

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
