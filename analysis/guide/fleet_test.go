package guide

import (
	"strings"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/assets"
	"memcity/trace"
	"memcity/trace/open"
	"memcity/trace/pods"
)

// TestFleet checks that the guide reports the leaks of a fleet with the number of pods, or else pods that stand out, each with its group.
// Growth from release to release is no finding.
func TestFleet(t *testing.T) {
	for demo, want := range map[string]struct{ rule, title, key, explain string }{
		"fleet-release": {findings.RuleLeak, "Leak on 7 of 10 pods: Product of shop 1.5, held by the static field com.example.shop.NameCache.nameCache, 304 kB per hour per pod",
			"Heap#shop#com.example.shop.Product", "New in 1.5: none of 10 pods with an earlier version has it, p = 0.0015."},
		"fleet-outlier": {findings.RuleHolder, "Outlier on 1 of 12 pods: on people-8, byte[] of people 2.1 takes 391 kB, 2.4 times the median",
			"Heap#people#byte[]", "people-8 is far above the others"},
	} {
		r := guideOf(t, demo)
		f := r.Findings[0]
		if f.Rule != want.rule || f.Title != want.title || len(f.Highlight.Keys) != 1 || f.Highlight.Keys[0] != want.key || !strings.Contains(f.Explain[0], want.explain) {
			t.Errorf("%s: %+v", demo, f)
		}
		if !strings.HasPrefix(r.Text, want.title) {
			t.Errorf("%s: %s", demo, r.Text)
		}
		for _, f := range r.Findings {
			if strings.Contains(f.Title, "GC point") || f.Rule == findings.RuleLeak && !strings.Contains(f.Title, "pods") {
				t.Errorf("%s: %s", demo, f.Title)
			}
		}
	}
}

func guideOf(t *testing.T, demo string) *findings.Report {
	t.Helper()
	for _, d := range assets.Demos() {
		if d.Name != demo {
			continue
		}
		rec, err := open.Files(t.Context(), demo, []trace.File{trace.MemoryFile(demo, d.Data())}, nil)
		if err != nil {
			t.Fatal(err)
		}
		report, _ := explore(t, &recorded{Recording: rec})
		return report
	}
	t.Fatalf("there is no demo %s", demo)
	return nil
}

// TestGradesOfPods checks that a leak on pods has the grade and basis of the surest pod.
func TestGradesOfPods(t *testing.T) {
	for _, tt := range []struct {
		leak  pods.Leak
		grade findings.Grade
		broad bool
	}{
		{pods.Leak{Sure: true, Points: findings.LeastPoints}, findings.Leaks, true},
		{pods.Leak{Sure: true, Points: findings.LeastPoints - 1}, findings.Leaks, false},
		{pods.Leak{Sure: true, Probable: true, Points: findings.LeastPoints}, findings.ProbablyLeaks, true},
		{pods.Leak{Points: findings.LeastSure - 1}, findings.Grows, false},
	} {
		if f := LeakOfPods(&tt.leak); f.Grade != tt.grade || f.Basis.IsBroad() != tt.broad {
			t.Errorf("%+v: %s by %s", tt.leak, f.Grade, f.Basis)
		}
	}
	if f := LeakOfPods(&pods.Leak{Sure: true}); f.Grade != findings.Leaks || f.Basis != nil {
		t.Errorf("without points: %+v", f)
	}
}
