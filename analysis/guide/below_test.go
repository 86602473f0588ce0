package guide

import (
	"testing"

	"memcity/analysis/guide/findings"
)

// TestPercentBelow checks that rounding does not turn a share below a limit into the limit.
func TestPercentBelow(t *testing.T) {
	for part, want := range map[int64]string{4_700: "4.7 %", 4_949: "4.9 %", 4_950: "just under 5 %", 4_999: "just under 5 %", 20: "< 0.1 %"} {
		if got := percentBelow(part, 100_000, 0.05); got != want {
			t.Errorf("%d of 100,000: %q, want %q", part, got, want)
		}
	}
}

// TestWorth checks that at most two subjects are named, each once, and none that does not grow.
func TestWorth(t *testing.T) {
	churn, overhead, local := findings.Finding{Rule: findings.RuleChurn}, findings.Finding{Rule: findings.RuleOverhead}, findings.Finding{Rule: findings.RuleThreadLocal}
	steady := findings.Finding{Rule: findings.RuleHolder, Pile: &findings.Pile{Objects: []int64{10, 10}}}
	for _, test := range []struct {
		found []findings.Finding
		want  string
	}{
		{[]findings.Finding{local, steady}, "thread-locals"},
		{[]findings.Finding{churn, churn, overhead}, "churn and GC overhead"},
		{[]findings.Finding{churn, overhead, local}, "churn, GC overhead, and more"},
	} {
		if got := worth(test.found); got != test.want {
			t.Errorf("%+v: %q, want %q", test.found, got, test.want)
		}
	}
}
