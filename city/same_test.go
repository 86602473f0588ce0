package city_test

import (
	"testing"

	"memcity/city/budget"
	"memcity/city/query"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/ages"
	"memcity/city/view/churns"
	"memcity/city/view/diffs"
	"memcity/city/view/graphs"
	"memcity/city/view/inspect"
	"memcity/city/view/overview"
	"memcity/city/view/structures"
	"memcity/city/view/trends"
	"memcity/city/view/whatif"
)

// TestAsksDiffer: an ask is the same as itself, and another one as soon as any of its parts is missing or differs.
func TestAsksDiffer(t *testing.T) {
	rules := &budget.RulesFile{}
	whole := func() query.Ask {
		return query.Ask{
			Grouping: trees.By("type"), Point: 3, Sizes: true,
			Group: &inspect.Query{Keys: []string{"a"}, By: seq.Of("type")}, Object: &inspect.ObjectQuery{Object: 1},
			Graph:   &graphs.Query{Keys: []string{"a"}, Objects: []uint32{1}, Steps: []graphs.Step{{Node: "n"}}},
			Without: &whatif.Query{Cutouts: []whatif.Cutout{{Text: "x"}}}, Overview: &overview.Query{Points: 1},
			Trends: &trends.Query{Levels: []string{""}, Charts: make([]trends.Chart, 1)}, Diff: &diffs.Query{From: 1, To: 2}, Ages: &ages.Query{Point: 1},
			Structures: &structures.Query{From: 1}, Held: &structures.HeldQuery{Object: 1}, Churn: &churns.Query{From: 1}, Guide: &query.AskGuide{Points: 1},
			Budgets: &budget.AskBudgets{Rules: rules, Points: 1},
		}
	}
	plain, equal := whole(), whole()
	if !plain.Same(&equal) {
		t.Error("equal asks are not the same")
	}
	empty := query.Ask{}
	if !empty.Same(&query.Ask{}) || empty.Same(&plain) || plain.Same(&empty) {
		t.Error("an empty ask is not the same as another, or the same as one that is not empty")
	}
	for name, change := range map[string]func(a *query.Ask){
		"grouping": func(a *query.Ask) { a.Grouping.By = seq.Of("site") }, "point": func(a *query.Ask) { a.Point++ }, "sizes": func(a *query.Ask) { a.Sizes = false },
		"group": func(a *query.Ask) { a.Group.Keys = []string{"b"} }, "chain of the group": func(a *query.Ask) { a.Group.By = seq.Seq[string]{} }, "no group": func(a *query.Ask) { a.Group = nil },
		"object": func(a *query.Ask) { a.Object.Object++ }, "no object": func(a *query.Ask) { a.Object = nil },
		"keys of the graph": func(a *query.Ask) { a.Graph.Keys = nil }, "objects of the graph": func(a *query.Ask) { a.Graph.Objects = []uint32{2} },
		"steps of the graph": func(a *query.Ask) { a.Graph.Steps = nil }, "no graph": func(a *query.Ask) { a.Graph = nil },
		"cutouts": func(a *query.Ask) { a.Without.Cutouts = nil }, "nothing taken out": func(a *query.Ask) { a.Without = nil },
		"overview": func(a *query.Ask) { a.Overview.Points++ }, "no overview": func(a *query.Ask) { a.Overview = nil },
		"trends": func(a *query.Ask) { a.Trends.Bytes = true }, "no trends": func(a *query.Ask) { a.Trends = nil },
		"diff": func(a *query.Ask) { a.Diff.Probable = true }, "no diff": func(a *query.Ask) { a.Diff = nil },
		"ages": func(a *query.Ask) { a.Ages.Point++ }, "no ages": func(a *query.Ask) { a.Ages = nil },
		"structures": func(a *query.Ask) { a.Structures.To++ }, "no structures": func(a *query.Ask) { a.Structures = nil },
		"held": func(a *query.Ask) { a.Held.Object++ }, "nothing held": func(a *query.Ask) { a.Held = nil },
		"churn": func(a *query.Ask) { a.Churn.Bytes = true }, "no churn": func(a *query.Ask) { a.Churn = nil },
		"guide": func(a *query.Ask) { a.Guide.Points++ }, "no guide": func(a *query.Ask) { a.Guide = nil },
		"budgets": func(a *query.Ask) { a.Budgets.Others = true }, "no budgets": func(a *query.Ask) { a.Budgets = nil },
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
	rules := &budget.RulesFile{}
	a := query.Ask{Point: 1, Budgets: &budget.AskBudgets{Rules: rules, Points: 2}}
	b := a
	b.Grouping.By = seq.Of("site")
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
		budgets *budget.AskBudgets
		want    bool
	}{
		"others": {&budget.AskBudgets{Rules: rules, Points: 2, Others: true}, true}, "points": {&budget.AskBudgets{Rules: rules, Points: 3}, false},
		"rules": {&budget.AskBudgets{Rules: &budget.RulesFile{}, Points: 2}, false}, "none": {nil, false},
	} {
		c := query.Ask{Budgets: test.budgets}
		if a.SameBudgets(&c) != test.want || c.SameBudgets(&a) != test.want {
			t.Errorf("with other %s: %v", name, !test.want)
		}
	}
}
