package session_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"memcity/analysis/check"
	"memcity/city/budget"
	"memcity/city/recording"
	"memcity/city/resolve/guided"
	"memcity/city/seq"
	"memcity/city/trees"
)

func rulesFileOf(t *testing.T, sentences ...string) *budget.RulesFile {
	t.Helper()
	f, err := budget.ReadRulesFile("rules.yaml", strings.NewReader("rules:\n  - "+strings.Join(sentences, "\n  - ")+"\n"))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// At every GC point, a budget has the result of a check of a recording that ends there.
func TestBudgetsAreAsChecked(t *testing.T) {
	f := rulesFileOf(t, "size of type app.Node at most 700 bytes", "objects of package app at most 25",
		"growth of type app.* below 60 % per GC point",
		"size of heap at most 500 bytes", "growth of heap at most 600 bytes", "size of group Heap#app at most 1 kB",
		"objects of group Heap#app.Node by type at most 30",
		"size of type app.None at most 0 bytes", "no path from type app.Node to type app.None", "no gc-overhead")
	ctx := context.Background()
	const points = 5
	var reports []*budget.BudgetReport
	q := budget.Query{Rules: f, Points: points, Others: true}
	last, err := guided.Budgets(ctx, recording.New(growing(points, 10), recording.Options{}), q, nil,
		func(r *budget.BudgetReport) { reports = append(reports, r) })
	if err != nil {
		t.Fatal(err)
	}
	if len(reports) == 0 || reports[0].Done || !last.Done || last.Query != q {
		t.Error("the report is done before it is, or never")
	}
	for n := 1; n <= points; n++ {
		found, err := check.Run(ctx, f.Rules(), guided.Checks(recording.New(growing(n, 10), recording.Options{}), nil), nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range found {
			j := &last.Rules[i]
			if j.Values == nil {
				if n == points && (j.Whole == nil || j.Whole.Status != found[i].Status) {
					t.Errorf("%s: %+v, expected %+v", j.Rule.Name, j.Whole, found[i])
				}
				continue
			}
			status, value := j.At(n - 1)
			want := map[check.Status]budget.BudgetStatus{check.Kept: budget.BudgetKept, check.Broken: budget.BudgetBroken,
				check.NotKnown: budget.BudgetUnknown}[found[i].Status]
			if status == budget.BudgetNear {
				status = budget.BudgetKept
			}
			if status != want || found[i].Value != nil && *found[i].Value != value || found[i].Value == nil != math.IsNaN(value) {
				t.Errorf("%s at GC point %d: %s, %v, expected %+v", j.Rule.Name, n, status, value, found[i])
			}
			if broken := status == budget.BudgetBroken; broken && j.First > n-1 || !broken && j.First == n-1 {
				t.Errorf("%s at GC point %d: first broken at %d", j.Rule.Name, n, j.First+1)
			}
		}
	}
}

// The city groups of a budget add up to the budget's value, for any chain.
func TestBudgetsAddUp(t *testing.T) {
	ctx := context.Background()
	o := recording.New(growing(3, 10), recording.Options{})
	f := rulesFileOf(t, "size of type app.* at most 1 MB", "objects of package app at most 1000")
	report, err := guided.Budgets(ctx, o, budget.Query{Rules: f}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, chain := range [][]string{{"type"}, {"package", "type"}, {"packages", "type"}, {"kind", "type"}} {
		s, err := o.Series(ctx, trees.By(chain...), nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		b := report.Over(s, seq.Of(chain...))
		for rule := range report.Rules {
			for at := range s.Len() {
				bytes, objects := int64(0), int64(0)
				for _, n := range b.Groups(rule) {
					bytes += s.Bytes(at, n)
					objects += s.Objects(at, n)
				}
				want := bytes
				if rule == 1 {
					want = objects
				}
				if st := b.State(rule, at); st.Value != float64(want) || st.Value == 0 {
					t.Errorf("%v, %s at GC point %d: %v, the groups have %d", chain, st.Name, at+1, st.Value, want)
				}
			}
		}
	}
}

// Other rules are evaluated when the list is open; earlier outcomes stay.
func TestQueryBudgets(t *testing.T) {
	f := rulesFileOf(t, "size of heap at most 500 bytes", "no path from type app.Node to type app.Node")
	budgets := budget.Query{Rules: f, Points: 3}
	all, later, others := budgets, budgets, budgets
	all.Others, later.Points, others.Rules = true, 4, rulesFileOf(t, "no leak")
	for name, test := range map[string]struct {
		known, wanted budget.Query
		shown, all    bool
	}{
		"the same": {budgets, budgets, true, true}, "more": {budgets, all, true, false}, "less": {all, budgets, true, true},
		"all again": {all, all, true, true}, "later": {all, later, false, false}, "other rules": {all, others, false, false},
	} {
		if shown, all := test.known.Covers(test.wanted); shown != test.shown || all != test.all {
			t.Errorf("%s: shown %v, all there is %v", name, shown, all)
		}
	}
}
