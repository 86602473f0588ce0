package scene

import (
	"slices"
	"strings"
	"testing"

	budgetpkg "memcity/city/budget"
	"memcity/city/citytest"
	"memcity/city/trees"
)

// TestBudgetsOfTheCity: each target has the budgets of its groups, worst first, without duplicates.
func TestBudgetsOfTheCity(t *testing.T) {
	points := citytest.Points(citytest.Inner("Heap", citytest.Inner("app", citytest.Leaf("A", 10, 100), citytest.Leaf("B", 4, 40),
		citytest.Leaf("C", 3, 30)), citytest.Inner("other", citytest.Leaf("D", 1, 10))))
	f, err := budgetpkg.ReadRulesFile("rules.yaml", strings.NewReader(`rules:
  - size of type app.A at most 200 bytes
  - size of type app.A at most 50 bytes
  - size of type app.* at most 1 MB
  - size of type app.C at most 31 bytes
  - size of type none.E at most 1 MB
`))
	if err != nil {
		t.Fatal(err)
	}
	report := &budgetpkg.BudgetReport{Query: budgetpkg.Query{Rules: f}, Done: true}
	for i, rule := range f.Rules() {
		j := budgetpkg.JudgedRule{Rule: rule, First: -1, Values: []float64{[]float64{100, 100, 170, 30, 0}[i]}}
		j.Judge()
		report.Rules = append(report.Rules, j)
	}
	city := func(children int) *City {
		settings := planSettings(trees.Bytes, Sqrt, children)
		p := planOf(points, settings)
		c := p.At(0, settings)
		if c.Budgeted() != nil || c.BudgetsOf(1) != nil {
			t.Error("without budgets there are some")
		}
		c.Budgets = report.Over(p.Series, trees.DefaultChain())
		return c
	}
	rules := func(states []budgetpkg.BudgetState) (list []int) {
		for _, st := range states {
			list = append(list, st.Rule)
		}
		return list
	}
	check := func(what string, got, want []int) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("%s has the budgets %v, want %v", what, got, want)
		}
	}
	of := func(c *City, key string) []int {
		node, ok := c.Plan.Series.Find(key)
		if !ok {
			t.Fatalf("no group %s", key)
		}
		return rules(c.BudgetsOf(node))
	}
	all := city(AllChildren)
	check("app.A", of(all, "Heap#app#A"), []int{1, 0, 2})
	check("app.B", of(all, "Heap#app#B"), []int{2})
	check("app.C", of(all, "Heap#app#C"), []int{3, 2})
	check("other.D", of(all, "Heap#other#D"), nil)
	check("app", of(all, "Heap#app"), nil)
	budgeted := all.Budgeted()
	if len(budgeted) != 3 {
		t.Errorf("%d are budgeted", len(budgeted))
	}
	check("the building of app.C", rules(budgeted[mustFind(t, all, "Heap#app#C")]), []int{3, 2})

	one := city(1) // the only plot in app is that of A, and other has none
	check("app with B and C", of(one, "Heap#app"), []int{3, 2})
	check("app.C without a plot", of(one, "Heap#app#C"), []int{3, 2})
	budgeted = one.Budgeted()
	check("the district of app", rules(budgeted[mustFind(t, one, "Heap#app")]), []int{3, 2})
	check("the building of app.A", rules(budgeted[mustFind(t, one, "Heap#app#A")]), []int{1, 0, 2})
	if len(budgeted) != 2 {
		t.Errorf("%d are budgeted", len(budgeted))
	}
}
