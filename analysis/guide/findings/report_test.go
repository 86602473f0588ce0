package findings_test

import (
	"testing"

	"memcity/analysis/guide/findings"
)

// TestUnsure checks that growth at fewer than four GC points does not show a leak. Growth with a limit is different.
func TestUnsure(t *testing.T) {
	growth := func(points int) *findings.Pile { return &findings.Pile{Points: make([]int, points)} }
	for what, test := range map[string]struct {
		finding findings.Finding
		unsure  bool
	}{
		"one point short": {findings.Finding{Grade: findings.Grows, Growth: growth(findings.LeastSure - 1)}, true},
		"enough points":   {findings.Finding{Grade: findings.Grows, Growth: growth(findings.LeastSure)}, false},
		"a leak":          {findings.Finding{Grade: findings.Leaks, Growth: growth(findings.LeastSure - 1)}, false},
		"released, by counts at more points": {findings.Finding{Grade: findings.Grows, Ended: findings.Released, Growth: growth(2),
			Basis: &findings.Basis{Points: findings.LeastSure}}, false},
		"released, by too few points": {findings.Finding{Grade: findings.Grows, Ended: findings.Released, Growth: growth(2),
			Basis: &findings.Basis{Points: findings.LeastSure - 1}}, true},
		"growth after GCs":   {findings.Finding{Grade: findings.Grows}, false},
		"large at one point": {findings.Finding{Grade: findings.Large, Pile: growth(1)}, false},
	} {
		r := &findings.Report{Findings: []findings.Finding{{}, test.finding}}
		if got := r.Unsure(); (got == &r.Findings[1]) != test.unsure || (got == nil) == test.unsure {
			t.Errorf("%s: %+v", what, got)
		}
	}
}

// TestSteady checks that a large holder is steady up to 1.2 times its first size, and only if several points show it.
func TestSteady(t *testing.T) {
	for _, test := range []struct {
		rule    string
		objects []int64
		want    bool
	}{
		{findings.RuleHolder, []int64{10, 12}, true}, {findings.RuleHolder, []int64{10, 13}, false}, {findings.RuleHolder, []int64{12, 10}, true},
		{findings.RuleHolder, []int64{10}, false}, {findings.RuleLoader, []int64{10, 10}, false},
	} {
		f := findings.Finding{Rule: test.rule, Pile: &findings.Pile{Objects: test.objects}}
		if f.IsSteady() != test.want {
			t.Errorf("%s with %v objects is steady: %v", test.rule, test.objects, !test.want)
		}
	}
	if (&findings.Finding{Rule: findings.RuleHolder}).IsSteady() {
		t.Error("steady without a pile")
	}
}
