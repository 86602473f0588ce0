package budget_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"memcity/analysis/check"
	"memcity/city/budget"
	"memcity/city/citytest"
	"memcity/city/scene"
	"memcity/city/scene/scenetest"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/trace"
)

func rulesOf(t *testing.T, text string) *budget.RulesFile {
	t.Helper()
	f, err := budget.ReadRulesFile("rules.yaml", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// budgetPlan returns the plan of a small heap whose package app doubles from each of three GC points to the next.
func budgetPlan(settings scene.Settings) *scene.Plan {
	names := trace.NewNames()
	var points []trees.PointTree
	for i := range 3 {
		n := int64(1) << i
		root := citytest.Inner("Heap",
			citytest.Inner("app", citytest.Leaf("A", 10*n, 100*n), citytest.Leaf("B[]", 20, 300)),
			citytest.Inner("app.model", citytest.Leaf("C", 5*n, 50*n)),
			citytest.Inner("apple", citytest.Leaf("A", 1, 8)),
			citytest.Inner("(primitive arrays)", citytest.Leaf("byte[]", 7, 700)),
			citytest.Inner("Unreachable", citytest.Inner("app", citytest.Leaf("A", 1000, 10000))))
		points = append(points, trees.PointTree{Time: trees.Millis(100 * i), Source: i, Tree: root.Tree(names)})
	}
	return scenetest.Plan(points, settings)
}

func subjectOf(t *testing.T, text string) check.Subject {
	t.Helper()
	r, err := check.Parse("objects of " + text + " at most 1")
	if err != nil {
		t.Fatal(err)
	}
	return r.Subject
}

func TestGroupsOf(t *testing.T) {
	chain := trees.DefaultChain()
	for _, test := range []struct{ subject, want string }{
		{"type app.A", "Heap#app#A"},
		{"type app.*", "Heap#app#A Heap#app#B[] Heap#app.model#C"},
		{"type *.A", "Heap#app#A Heap#apple#A"},
		{"type byte[]", "Heap#(primitive arrays)#byte[]"},
		{"type A", ""},
		{"package app", "Heap#app Heap#app.model"},
		{"package app.m*", "Heap#app.model"},
		{"package appl", ""},
		{"heap", "Heap#app Heap#app.model Heap#apple Heap#(primitive arrays)"},
		{"group Heap#app", "Heap#app"},
		{"group Heap#app by package,type", "Heap#app"},
		{"group Heap#app by type", ""},
		{"group Heap#ap", ""},
	} {
		s := budgetPlan(scenetest.Settings(trees.Bytes, scene.Sqrt, scene.AllChildren)).Series
		var keys []string
		for _, n := range budget.GroupsOf(s, subjectOf(t, test.subject), chain) {
			keys = append(keys, s.Key(n))
		}
		if got := strings.Join(keys, " "); got != test.want {
			t.Errorf("%s: %s, expected %s", test.subject, got, test.want)
		}
	}
}

// Nested packages are found by their full names.
func TestGroupsOfNested(t *testing.T) {
	root := citytest.Inner("Heap", citytest.Inner("java", citytest.Leaf("X", 1, 1), citytest.Inner("util", citytest.Leaf("List", 1, 1))))
	s := trees.NewSeries([]trees.PointTree{{Tree: root.Tree(trace.NewNames())}})
	for subject, want := range map[string]string{"package java.util": "Heap#java#util", "type java.util.List": "Heap#java#util#List",
		"type java.X": "Heap#java#X"} {
		nodes := budget.GroupsOf(s, subjectOf(t, subject), seq.Of("packages", "type"))
		if len(nodes) != 1 || s.Key(nodes[0]) != want {
			t.Errorf("%s: %v, expected %s", subject, nodes, want)
		}
	}
}

// reportOf evaluates the budgets of a file by adding up the leaves of every GC point.
func reportOf(f *budget.RulesFile, s *trees.Series) *budget.BudgetReport {
	r := &budget.BudgetReport{Query: budget.Query{Rules: f}, Done: true}
	for _, rule := range f.Rules() {
		j := budget.JudgedRule{Rule: rule, First: -1}
		if rule.IsBudget() {
			for at := range s.Len() {
				n := check.Number{}
				for _, node := range budget.GroupsOf(s, rule.Subject, trees.DefaultChain()) {
					n.Value += float64(s.Bytes(at, node))
				}
				j.Values = append(j.Values, rule.InUnit(n))
			}
			j.Judge()
		}
		r.Rules = append(r.Rules, j)
	}
	return r
}

func TestBudgetStates(t *testing.T) {
	f := rulesOf(t, "rules:\n  - size of type app.A at most 399 bytes\n  - size of package app.model at most 210 bytes\n  - size of type apple.A at most 8 bytes\n  - size of heap at most 1 MB\n  - no leak\n  - size of group Heap#none at most 1 kB\n")
	settings := scenetest.Settings(trees.Bytes, scene.Sqrt, scene.AllChildren)
	p := budgetPlan(settings)
	report := reportOf(f, p.Series)
	want := []string{"kept kept near kept unknown", "kept kept near kept unknown", "broken near near kept unknown"}
	for at := range p.Series.Len() {
		c := p.At(at, settings)
		c.Budgets = report.Over(p.Series, trees.DefaultChain())
		var got []string
		for i := range report.Rules {
			if report.Rules[i].Values == nil {
				continue
			}
			st := c.Budgets.State(i, at)
			if i == 5 { // the group does not exist
				st.Status = budget.BudgetUnknown
			}
			got = append(got, st.Status.String())
		}
		if strings.Join(got, " ") != want[at] {
			t.Errorf("GC point %d: %v, expected %s", at+1, got, want[at])
		}
	}
	if report.Rules[0].First != 2 || report.Rules[1].First != -1 {
		t.Errorf("first broken at %d and %d", report.Rules[0].First, report.Rules[1].First)
	}
	c := p.At(2, settings)
	c.Budgets = report.Over(p.Series, trees.DefaultChain())
	worded := map[string]string{}
	for target, states := range c.Budgeted() {
		node, _ := p.Node(target)
		worded[p.Series.Key(node)] = states[0].Words()
	}
	for key, want := range map[string]string{"Heap#app#A": "400 B of a budget of 399 B", "Heap#app.model": "200 B of a budget of 210 B",
		"Heap": "1.11 kB of a budget of 1 MB"} {
		if key == "Heap" {
			continue
		}
		if worded[key] != want {
			t.Errorf("%s: %q, expected %q", key, worded[key], want)
		}
	}
	if _, ok := worded["Heap"]; !ok {
		t.Error("the budget of the heap is not that of its district")
	}
}

// The enclosing district shows a group without a plot.
func TestBudgetsOfHiddenGroups(t *testing.T) {
	settings := scenetest.Settings(trees.Bytes, scene.Sqrt, 1)
	p := budgetPlan(settings)
	c := p.At(0, settings)
	c.Budgets = reportOf(rulesOf(t, "rules:\n  - size of type byte[] at most 1 bytes\n"), p.Series).Over(p.Series, trees.DefaultChain())
	node, ok := p.Series.Find("Heap#(primitive arrays)#byte[]")
	if !ok || p.Target(node).OfGroup() {
		t.Fatal("the group has a plot")
	}
	all := c.Budgeted()
	if len(all) != 1 {
		t.Fatalf("%v", all)
	}
	for target := range all {
		around, _ := p.Node(target)
		if target.Kind != scene.OnDistrict || len(c.BudgetsOf(around)) != 1 || len(c.BudgetsOf(node)) != 1 {
			t.Errorf("%v, %v", target, c.BudgetsOf(around))
		}
	}
}

// Before the second GC point with data there is no growth yet, which differs from missing data.
func TestGrowthIsEarly(t *testing.T) {
	nan := math.NaN()
	rules := rulesOf(t, "rules:\n  - growth of package app below 1 % per GC\n  - size of package app at most 1 kB\n").Rules()
	for _, test := range []struct {
		rule   int
		values []float64
		want   []bool
	}{
		{0, []float64{nan, 2, nan}, []bool{true, false, false}},
		{0, []float64{nan, nan, 2}, []bool{true, true, false}},
		{0, []float64{nan, nan}, []bool{false, false}},
		{1, []float64{nan, 2}, []bool{false, false}},
	} {
		j := budget.JudgedRule{Rule: rules[test.rule], Values: test.values}
		for at, want := range test.want {
			if got := j.Early(at); got != want {
				t.Errorf("%s of %v at %d: %t", j.Rule.Text, test.values, at, got)
			}
		}
	}
}

// A budget is written so that it can be read back, and the rest of the file does not change.
func TestWithBudget(t *testing.T) {
	written := "# ours\nrules:\n    - no leak # none\n    -   check: size of heap at most 1 MB\n        why: 'it''s much'\n# the end\n"
	keys := []string{"Heap#java.util#HashMap$Node[]", "Heap#a b#c", "Heap#: x", "Heap#\"q\" 'r'", "Heap#ä # ö:", "Heap#\t\n"}
	for _, start := range []string{"", written, strings.TrimSuffix(written, "# the end\n"), "rules:\n- no leak"} {
		f := budget.NewRulesFile("rules.yaml")
		if start != "" {
			f = rulesOf(t, start)
		}
		before := len(f.Rules())
		for i, key := range keys {
			for _, unit := range []trees.Unit{trees.Objects, trees.Bytes} {
				b := budget.GroupBudget{Key: key, By: seq.Of("site"), Unit: unit, Limit: 12345}
				for _, most := range []float64{12345, 50e6} { // the second replaces the first
					b.Limit = most
					next, err := f.With(b)
					if err != nil {
						t.Fatalf("%q: %v\n%s", key, err, f.Text)
					}
					if !strings.HasPrefix(next.Text, start) {
						t.Errorf("%q changes the rest:\n%s", key, next.Text)
					}
					if now, ok := next.Limit(b); !ok || now != most {
						t.Errorf("%q: a limit of %v, %t", key, now, ok)
					}
					r, ok := next.BudgetOf(b)
					if !ok || r.Limit.Value != most || r.Subject.Name != key || r.Subject.By != "site" {
						t.Errorf("%q: %+v", key, r)
					}
					f = next
				}
			}
			if want := before + 2*(i+1); len(f.Rules()) != want {
				t.Fatalf("%d rules, expected %d:\n%s", len(f.Rules()), want, f.Text)
			}
		}
	}
	if most, ok := (*budget.RulesFile)(nil).Limit(budget.GroupBudget{Key: "Heap"}); ok {
		t.Errorf("no file allows %v", most)
	}
	for _, start := range []string{"rules: [no leak]\n", "{rules: [no leak]}\n"} {
		if f, err := rulesOf(t, start).With(budget.GroupBudget{Key: "Heap", By: trees.DefaultChain(), Limit: 1}); err == nil {
			t.Errorf("a budget in %q: %s", start, f.Text)
		}
	}
}

func TestReadRulesFileFaults(t *testing.T) {
	if _, err := budget.ReadRulesFile("r.yaml", strings.NewReader("rules:\n  - size of group at most 5 MB\n")); err == nil ||
		!strings.HasPrefix(err.Error(), "r.yaml:2:") {
		t.Error(err)
	}
	if got := fmt.Sprint(budget.BudgetBroken, budget.BudgetUnknown); got != "broken unknown" {
		t.Error(got)
	}
}
