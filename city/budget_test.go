package city

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"memcity/analysis/check"
	"memcity/trace"
)

func rulesOf(t *testing.T, text string) *RulesFile {
	t.Helper()
	f, err := ReadRulesFile("rules.yaml", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// budgetPlan is of a small heap whose package app doubles from each of three GC points to the next.
func budgetPlan(settings Settings) *Plan {
	names := trace.NewNames()
	var points []PointTree
	for i := range 3 {
		n := int64(1) << i
		root := inner("Heap",
			inner("app", leaf("A", 10*n, 100*n), leaf("B[]", 20, 300)),
			inner("app.model", leaf("C", 5*n, 50*n)),
			inner("apple", leaf("A", 1, 8)),
			inner("(primitive arrays)", leaf("byte[]", 7, 700)),
			inner("Unreachable", inner("app", leaf("A", 1000, 10000))))
		points = append(points, PointTree{Time: Millis(100 * i), Source: i, Tree: root.tree(names)})
	}
	return testPlan(points, settings)
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
	chain := DefaultChain()
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
		s := budgetPlan(testSettings(Bytes, Sqrt, AllChildren)).Series
		var keys []string
		for _, n := range s.GroupsOf(subjectOf(t, test.subject), chain) {
			keys = append(keys, s.Key(n))
		}
		if got := strings.Join(keys, " "); got != test.want {
			t.Errorf("%s: %s, expected %s", test.subject, got, test.want)
		}
	}
}

// Packages in packages are found by their whole names.
func TestGroupsOfNested(t *testing.T) {
	root := inner("Heap", inner("java", leaf("X", 1, 1), inner("util", leaf("List", 1, 1))))
	s := NewSeries([]PointTree{{Tree: root.tree(trace.NewNames())}})
	for subject, want := range map[string]string{"package java.util": "Heap#java#util", "type java.util.List": "Heap#java#util#List", "type java.X": "Heap#java#X"} {
		nodes := s.GroupsOf(subjectOf(t, subject), []string{"packages", "type"})
		if len(nodes) != 1 || s.Key(nodes[0]) != want {
			t.Errorf("%s: %v, expected %s", subject, nodes, want)
		}
	}
}

// reportOf judges the budgets of a file by adding up the leaves of every GC point.
func reportOf(f *RulesFile, s *Series) *BudgetReport {
	r := &BudgetReport{Ask: AskBudgets{Rules: f}, Done: true}
	for _, rule := range f.Rules() {
		j := JudgedRule{Rule: rule, First: -1}
		if rule.IsBudget() {
			for at := range s.Len() {
				n := check.Number{}
				for _, node := range s.GroupsOf(rule.Subject, DefaultChain()) {
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
	settings := testSettings(Bytes, Sqrt, AllChildren)
	p := budgetPlan(settings)
	report := reportOf(f, p.Series)
	want := []string{"kept kept near kept unknown", "kept kept near kept unknown", "broken near near kept unknown"}
	for at := range p.Series.Len() {
		c := p.At(at, settings)
		c.Budgets = report.Over(p.Series, DefaultChain())
		var got []string
		for i := range report.Rules {
			if report.Rules[i].Values == nil {
				continue
			}
			st := c.Budgets.State(i, at)
			if i == 5 { // there is no such group
				st.Status = BudgetUnknown
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
	c.Budgets = report.Over(p.Series, DefaultChain())
	told := map[string]string{}
	for target, states := range c.Budgeted() {
		node, _ := p.Node(target)
		told[p.Series.Key(node)] = states[0].Words()
	}
	for key, want := range map[string]string{"Heap#app#A": "400 B of a budget of 399 B", "Heap#app.model": "200 B of a budget of 210 B", "Heap": "1.11 kB of a budget of 1 MB"} {
		if key == "Heap" {
			continue
		}
		if told[key] != want {
			t.Errorf("%s: %q, expected %q", key, told[key], want)
		}
	}
	if _, ok := told["Heap"]; !ok {
		t.Error("the budget of the heap is not that of its district")
	}
}

// A group without a plot is shown by the district around it.
func TestBudgetsOfHiddenGroups(t *testing.T) {
	settings := testSettings(Bytes, Sqrt, 1)
	p := budgetPlan(settings)
	c := p.At(0, settings)
	c.Budgets = reportOf(rulesOf(t, "rules:\n  - size of type app.A at most 1 bytes\n"), p.Series).Over(p.Series, DefaultChain())
	node, ok := p.Series.Find("Heap#app#A")
	if !ok || p.Target(node).Kind != Nothing {
		t.Fatal("the group has a plot")
	}
	all := c.Budgeted()
	if len(all) != 1 {
		t.Fatalf("%v", all)
	}
	for target := range all {
		around, _ := p.Node(target)
		if target.Kind != OnDistrict || len(c.BudgetsOf(around)) != 1 || len(c.BudgetsOf(node)) != 1 {
			t.Errorf("%v, %v", target, c.BudgetsOf(around))
		}
	}
}

func TestBudgetWords(t *testing.T) {
	bytes, share := check.Limit{Value: 50e6, Unit: check.ByteUnit}, check.Limit{Value: 1, Unit: check.Percent, PerGC: true}
	for _, test := range []struct {
		state       BudgetState
		want, short string
	}{
		{BudgetState{Status: BudgetBroken, Value: 62.08e6, Limit: bytes}, "62.1 MB of a budget of 50 MB", "62.1 MB of 50 MB"},
		{BudgetState{Status: BudgetBroken, Value: 50e6 + 1, Limit: bytes}, "50000001 of a budget of 50000000", "50 MB of 50 MB"},
		{BudgetState{Status: BudgetKept, Value: 1, Limit: check.Limit{Value: 12500}, Groups: 3}, "1 object in 3 groups of a budget of 12,500 objects", "1 of 12,500 objects"},
		{BudgetState{Status: BudgetBroken, Value: 2.5, Limit: share, growth: true}, "growth of 2.5 % per GC point, budget 1 %", "growth 2.5 % of 1 %"},
		{BudgetState{Status: BudgetBroken, Value: math.Inf(1), Limit: share, growth: true}, "growth of more than nothing per GC point, budget 1 %", "growth more than nothing of 1 %"},
		{BudgetState{Value: math.NaN(), Limit: bytes}, "not known of a budget of 50 MB", "not known"},
		{BudgetState{Value: math.NaN(), Limit: share, growth: true, early: true}, "no growth yet, budget 1 % per GC point", "no growth yet"},
	} {
		if got := test.state.Words(); got != test.want {
			t.Errorf("%q, expected %q", got, test.want)
		}
		if got := test.state.Short(); got != test.short {
			t.Errorf("%q, expected %q", got, test.short)
		}
	}
}

// Before the second GC point that is known there is no growth, which is another thing than growth that is not told.
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
		j := JudgedRule{Rule: rules[test.rule], Values: test.values}
		for at, want := range test.want {
			if got := j.Early(at); got != want {
				t.Errorf("%s of %v at %d: %t", j.Rule.Text, test.values, at, got)
			}
		}
	}
}

// A budget is written so that it is read again, and nothing else of the file changes.
func TestWithBudget(t *testing.T) {
	written := "# ours\nrules:\n    - no leak # none\n    -   check: size of heap at most 1 MB\n        why: 'it''s much'\n# the end\n"
	keys := []string{"Heap#java.util#HashMap$Node[]", "Heap#a b#c", "Heap#: x", "Heap#\"q\" 'r'", "Heap#ä # ö:", "Heap#\t\n"}
	for _, start := range []string{"", written, strings.TrimSuffix(written, "# the end\n"), "rules:\n- no leak"} {
		f := NewRulesFile("rules.yaml")
		if start != "" {
			f = rulesOf(t, start)
		}
		before := len(f.Rules())
		for i, key := range keys {
			for _, metric := range []Metric{Objects, Bytes} {
				b := GroupBudget{Key: key, By: []string{"site"}, Metric: metric, Most: 12345}
				for _, most := range []float64{12345, 50e6} { // the second replaces the first
					b.Most = most
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
					r, ok := next.budgetOf(b)
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
	if most, ok := (*RulesFile)(nil).Limit(GroupBudget{Key: "Heap"}); ok {
		t.Errorf("no file allows %v", most)
	}
	for _, start := range []string{"rules: [no leak]\n", "{rules: [no leak]}\n"} {
		if f, err := rulesOf(t, start).With(GroupBudget{Key: "Heap", By: DefaultChain(), Most: 1}); err == nil {
			t.Errorf("a budget in %q: %s", start, f.Text)
		}
	}
}

// Taking rules back with undo is what makes a budget that was written go away again.
func TestUseRulesIsUndone(t *testing.T) {
	f := rulesOf(t, "rules:\n  - no leak\n")
	next, err := f.With(GroupBudget{Key: "Heap#a", By: DefaultChain(), Metric: Bytes, Most: 1e6})
	if err != nil {
		t.Fatal(err)
	}
	s := Step(Step(NewState(3, DefaultSettings()), UseRules{f}), UseRules{next})
	for i, want := range []*RulesFile{next, f, nil} {
		if s.Rules != want {
			t.Fatalf("after %d: %v", i, s.Rules)
		}
		s = Step(s, Undo{})
	}
	if s = Step(s, Redo{}); s.Rules != f {
		t.Error("redo does not bring the rules back")
	}
}

func TestReadRulesFileFaults(t *testing.T) {
	if _, err := ReadRulesFile("r.yaml", strings.NewReader("rules:\n  - size of group at most 5 MB\n")); err == nil || !strings.HasPrefix(err.Error(), "r.yaml:2:") {
		t.Error(err)
	}
	if got := fmt.Sprint(BudgetBroken, BudgetUnknown); got != "broken unknown" {
		t.Error(got)
	}
}
