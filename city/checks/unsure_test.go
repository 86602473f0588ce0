package checks

import (
	"testing"

	"memcity/analysis/guide/findings"
)

// TestUnsureOfOpenGrowth: growth that may continue leaves open whether something leaks.
func TestUnsureOfOpenGrowth(t *testing.T) {
	for open, want := range map[string]string{"": "", "the heap grew.": "no verdict on leaks: the heap grew."} {
		c := &ruleInput{found: &findings.Report{Verdict: findings.Verdict{Judged: true}, Open: open}}
		if got := c.unsure(findings.RuleLeak); got != want {
			t.Errorf("%q: %q, want %q", open, got, want)
		}
	}
}
