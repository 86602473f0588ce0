package city_test

import (
	"testing"

	"memcity/city"
)

// TestAsksDiffer: an ask is the same as itself, and another one as soon as any of its parts is missing or differs.
func TestAsksDiffer(t *testing.T) {
	rules := &city.RulesFile{}
	whole := func() city.Ask {
		return city.Ask{
			Grouping: city.Grouping{By: []string{"type"}}, Point: 3, Sizes: true,
			Group: &city.AskGroup{Keys: []string{"a"}, By: []string{"type"}}, Object: &city.AskObject{Object: 1},
			Graph:   &city.AskGraph{Keys: []string{"a"}, Objects: []uint32{1}, Steps: []city.GraphStep{{Node: "n"}}},
			Without: &city.AskWithout{Cutouts: []city.Cutout{{Text: "x"}}}, Overview: &city.AskOverview{Points: 1},
			Trends: &city.AskTrends{Levels: []string{""}, Charts: make([]city.TrendChart, 1)}, Diff: &city.AskDiff{From: 1, To: 2}, Ages: &city.AskAges{Point: 1},
			Structures: &city.AskStructures{From: 1}, Held: &city.AskHeld{Object: 1}, Churn: &city.AskChurn{From: 1}, Guide: &city.AskGuide{Points: 1},
			Budgets: &city.AskBudgets{Rules: rules, Points: 1},
		}
	}
	plain, equal := whole(), whole()
	if !plain.Same(&equal) {
		t.Error("equal asks are not the same")
	}
	empty := city.Ask{}
	if !empty.Same(&city.Ask{}) || empty.Same(&plain) || plain.Same(&empty) {
		t.Error("an empty ask is not the same as another, or the same as one that is not empty")
	}
	for name, change := range map[string]func(a *city.Ask){
		"grouping": func(a *city.Ask) { a.Grouping.By = []string{"site"} }, "point": func(a *city.Ask) { a.Point++ }, "sizes": func(a *city.Ask) { a.Sizes = false },
		"group": func(a *city.Ask) { a.Group.Keys = []string{"b"} }, "chain of the group": func(a *city.Ask) { a.Group.By = nil }, "no group": func(a *city.Ask) { a.Group = nil },
		"object": func(a *city.Ask) { a.Object.Object++ }, "no object": func(a *city.Ask) { a.Object = nil },
		"keys of the graph": func(a *city.Ask) { a.Graph.Keys = nil }, "objects of the graph": func(a *city.Ask) { a.Graph.Objects = []uint32{2} },
		"steps of the graph": func(a *city.Ask) { a.Graph.Steps = nil }, "no graph": func(a *city.Ask) { a.Graph = nil },
		"cutouts": func(a *city.Ask) { a.Without.Cutouts = nil }, "nothing taken out": func(a *city.Ask) { a.Without = nil },
		"overview": func(a *city.Ask) { a.Overview.Points++ }, "no overview": func(a *city.Ask) { a.Overview = nil },
		"trends": func(a *city.Ask) { a.Trends.Bytes = true }, "no trends": func(a *city.Ask) { a.Trends = nil },
		"diff": func(a *city.Ask) { a.Diff.Probable = true }, "no diff": func(a *city.Ask) { a.Diff = nil },
		"ages": func(a *city.Ask) { a.Ages.Point++ }, "no ages": func(a *city.Ask) { a.Ages = nil },
		"structures": func(a *city.Ask) { a.Structures.To++ }, "no structures": func(a *city.Ask) { a.Structures = nil },
		"held": func(a *city.Ask) { a.Held.Object++ }, "nothing held": func(a *city.Ask) { a.Held = nil },
		"churn": func(a *city.Ask) { a.Churn.Bytes = true }, "no churn": func(a *city.Ask) { a.Churn = nil },
		"guide": func(a *city.Ask) { a.Guide.Points++ }, "no guide": func(a *city.Ask) { a.Guide = nil },
		"budgets": func(a *city.Ask) { a.Budgets.Others = true }, "no budgets": func(a *city.Ask) { a.Budgets = nil },
	} {
		other := whole()
		change(&other)
		if plain.Same(&other) || other.Same(&plain) {
			t.Errorf("with another %s it is the same", name)
		}
	}
}

// TestSameParts: some parts depend on the grouping, others on nothing else.
func TestSameParts(t *testing.T) {
	rules := &city.RulesFile{}
	a := city.Ask{Point: 1, Budgets: &city.AskBudgets{Rules: rules, Points: 2}}
	b := a
	b.Grouping.By = []string{"site"}
	for name, same := range map[string][2]bool{
		"heap": {a.SameHeap(&b), false}, "trends": {a.SameTrends(&b), false}, "diff": {a.SameDiff(&b), false}, "ages": {a.SameAges(&b), false},
		"overview": {a.SameOverview(&b), true}, "structures": {a.SameStructures(&b), true}, "held": {a.SameHeld(&b), true}, "churn": {a.SameChurn(&b), true},
		"guide": {a.SameGuide(&b), true}, "budgets": {a.SameBudgets(&b), true},
	} {
		if same[0] != same[1] {
			t.Errorf("%s with another grouping: %v", name, same[0])
		}
	}
	for name, test := range map[string]struct {
		budgets *city.AskBudgets
		want    bool
	}{
		"others": {&city.AskBudgets{Rules: rules, Points: 2, Others: true}, true}, "points": {&city.AskBudgets{Rules: rules, Points: 3}, false},
		"rules": {&city.AskBudgets{Rules: &city.RulesFile{}, Points: 2}, false}, "none": {nil, false},
	} {
		c := city.Ask{Budgets: test.budgets}
		if a.SameBudgets(&c) != test.want || c.SameBudgets(&a) != test.want {
			t.Errorf("with other %s: %v", name, !test.want)
		}
	}
}
