package findings_test

import (
	"cmp"
	"slices"
	"testing"

	"memcity/analysis/guide/findings"
)

// TestBasis checks both sides of each limit of a basis.
func TestBasis(t *testing.T) {
	for _, tt := range []struct {
		basis        findings.Basis
		broad, whole bool
		text         string
	}{
		{findings.Basis{Points: 8, Of: 33, From: 1000, To: 6000, Start: 0, End: 10_000}, true, false, "8 of 33 GC points, from 1.0 s to 6.0 s"},
		{findings.Basis{Points: 7, Of: 33, From: 0, To: 10_000, Start: 0, End: 10_000}, false, false, "7 of 33 GC points, from 0 s to 10.0 s"},
		{findings.Basis{Points: 8, Of: 8, From: 1000, To: 5999, Start: 0, End: 10_000}, false, false, "all 8 GC points, from 1.0 s to 6.0 s"},
		{findings.Basis{Points: 9, Of: 10, From: 1000, To: 10_000, Start: 0, End: 10_000}, true, true, "9 of 10 GC points, from 1.0 s to 10.0 s"},
		{findings.Basis{Points: 8, Of: 9, From: 0, To: 10_000, Start: 0, End: 10_000}, true, false, "8 of 9 GC points, from 0 s to 10.0 s"},
		{findings.Basis{Points: 10, Of: 10, From: 1001, To: 10_000, Start: 0, End: 10_000}, true, false, "all 10 GC points, from 1.0 s to 10.0 s"},
		{findings.Basis{Points: 12, Of: 12, From: 3000, To: 5000, Start: 0, End: 5000, GCs: true}, false, false, "12 GCs, from 3.0 s to 5.0 s"},
		{findings.Basis{Points: 3, Of: 3}, false, true, "all 3 GC points"}, // times are unknown
	} {
		b := tt.basis
		if b.IsBroad() != tt.broad || b.IsWhole() != tt.whole || b.String() != tt.text {
			t.Errorf("%+v: broad %v, whole %v, %q", b, b.IsBroad(), b.IsWhole(), &b)
		}
	}
}

// TestJudge checks that the verdict has the grade, basis and doubts of the deciding finding.
func TestJudge(t *testing.T) {
	whole, own := &findings.Basis{Points: 9}, &findings.Basis{Points: 4}
	leak := findings.Finding{Rule: findings.RuleLeak, Grade: findings.Leaks, Basis: own, Doubts: []string{"few points"}}
	probable := findings.Finding{Rule: findings.RuleLeak, Grade: findings.ProbablyLeaks, Basis: own}
	grows := findings.Finding{Rule: findings.RuleGrowth, Grade: findings.Grows, Basis: own}
	full := findings.Finding{Rule: findings.RuleFull, Grade: findings.Full}
	large := findings.Finding{Rule: findings.RuleHolder, Grade: findings.Large}
	for _, tt := range []struct {
		name     string
		judged   bool
		findings []findings.Finding
		grade    findings.Grade
		basis    *findings.Basis
	}{
		{"nothing", true, nil, findings.Healthy, whole},
		{"one dump", false, nil, findings.Undecided, whole},
		{"a leak after a probable one", true, []findings.Finding{probable, leak}, findings.Leaks, own},
		{"a probable leak in a full heap", true, []findings.Finding{full, probable}, findings.ProbablyLeaks, own},
		{"growth in a full heap", true, []findings.Finding{grows, full}, findings.Full, nil},
		{"growth", true, []findings.Finding{grows, large}, findings.Grows, own},
		{"large", false, []findings.Finding{large}, findings.Large, whole},
		{"class loaders", true, []findings.Finding{{Rule: findings.RuleLoader}}, findings.Large, whole},
		{"duplicates", true, []findings.Finding{{Rule: findings.RuleDuplicates}}, findings.Wastes, whole},
		{"sparse collections", true, []findings.Finding{{Rule: findings.RuleSparse}}, findings.Wastes, whole},
		{"churn", true, []findings.Finding{{Rule: findings.RuleChurn}}, findings.Churns, whole},
		{"GC overhead", true, []findings.Finding{{Rule: findings.RuleOverhead}}, findings.Churns, whole},
	} {
		r := &findings.Report{Verdict: findings.Verdict{Judged: tt.judged, Text: "kept"}, Findings: tt.findings}
		slices.SortStableFunc(r.Findings, func(a, b findings.Finding) int { return findings.Compare(&a, &b) })
		r.Judge(whole)
		for i := range r.Findings {
			if r.Findings[i].Grade == "" {
				t.Errorf("%s: finding %d has no grade", tt.name, i+1)
			}
		}
		if r.Grade != tt.grade || r.Basis != tt.basis || r.Text != "kept" || r.Judged != tt.judged {
			t.Errorf("%s: %+v", tt.name, r.Verdict)
		}
	}
	steady := findings.Finding{Rule: findings.RuleHolder, Grade: findings.Large, Pile: &findings.Pile{Objects: []int64{5, 5}}}
	ordered := []findings.Finding{leak, probable, full, grows, {Rule: findings.RuleReleased}, {Rule: findings.RuleChurn}, large, {Rule: findings.RuleSlices}, steady}
	for i := range ordered {
		for k := range ordered {
			if got := findings.Compare(&ordered[i], &ordered[k]); got != cmp.Compare(i, k) {
				t.Errorf("%s, %s before %s, %s: %d", ordered[i].Rule, ordered[i].Grade, ordered[k].Rule, ordered[k].Grade, got)
			}
		}
	}
	r := &findings.Report{Findings: []findings.Finding{leak}}
	if r.Judge(whole); len(r.Doubts) != 1 || r.Doubts[0] != "few points" {
		t.Errorf("why it may be wrong: %q", r.Doubts)
	}
}

// TestPeak checks that Peak returns the GC point of released growth, if the verdict is about that.
func TestPeak(t *testing.T) {
	released := findings.Finding{Rule: findings.RuleReleased, Grade: findings.Grows, Highlight: findings.Highlight{At: 5}}
	for name, tt := range map[string]struct {
		found []findings.Finding
		want  int
	}{
		"nothing":          {nil, 0},
		"released growth":  {[]findings.Finding{released}, 5},
		"beside a leak":    {[]findings.Finding{released, {Rule: findings.RuleLeak, Grade: findings.Leaks, Highlight: findings.Highlight{At: 9}}}, 0},
		"beside a holder":  {[]findings.Finding{{Rule: findings.RuleHolder, Highlight: findings.Highlight{At: 9}}, released}, 5},
		"a full heap":      {[]findings.Finding{released, {Rule: findings.RuleFull}}, 0},
		"of GCs, no point": {[]findings.Finding{{Rule: findings.RuleReleased, Grade: findings.Grows}}, 0},
	} {
		slices.SortStableFunc(tt.found, func(a, b findings.Finding) int { return findings.Compare(&a, &b) })
		r := findings.Report{Findings: tt.found}
		if got := r.Peak(); got != tt.want {
			t.Errorf("%s: %d, want %d", name, got, tt.want)
		}
	}
}
