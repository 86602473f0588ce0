package budget

import (
	"math"
	"testing"

	"memcity/analysis/check"
)

func TestBudgetWords(t *testing.T) {
	bytes, share := check.Limit{Value: 50e6, Unit: check.ByteUnit}, check.Limit{Value: 1, Unit: check.Percent, PerGC: true}
	for _, test := range []struct {
		state       BudgetState
		want, short string
	}{
		{BudgetState{Status: BudgetBroken, Value: 62.08e6, Limit: bytes}, "62.1 MB of a budget of 50 MB", "62.1 MB of 50 MB"},
		{BudgetState{Status: BudgetBroken, Value: 50e6 + 1, Limit: bytes}, "50000001 of a budget of 50000000", "50 MB of 50 MB"},
		{BudgetState{Status: BudgetKept, Value: 1, Limit: check.Limit{Value: 12500}, Groups: 3},
			"1 object in 3 groups of a budget of 12,500 objects", "1 of 12,500 objects"},
		{BudgetState{Status: BudgetBroken, Value: 2.5, Limit: share, growth: true}, "growth of 2.5 % per GC point, budget 1 %",
			"growth 2.5 % of 1 %"},
		{BudgetState{Status: BudgetBroken, Value: math.Inf(1), Limit: share, growth: true},
			"growth of more than zero per GC point, budget 1 %", "growth more than zero of 1 %"},
		{BudgetState{Value: math.NaN(), Limit: bytes}, "unknown, budget 50 MB", "unknown"},
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
