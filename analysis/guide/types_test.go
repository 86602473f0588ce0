package guide

import (
	"strings"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/trace"
)

// countedTimes returns a recording of n GC points with counts, at which one type gains bytes.
func countedTimes(n int, mode string) *recorded {
	var points []map[string]int
	for i := range n {
		points = append(points, map[string]int{"app.A": 9000 * (i + 1), "java.lang.String": 3000})
	}
	r := counts(points...)
	if mode != "" {
		r.Recording.Recorded = &trace.WriterInfo{Mode: mode}
	}
	return r
}

// TestGradeOfCounts checks that counts show growth from three GC points and a probable leak from four. Counts with garbage show nothing
// below eight.
func TestGradeOfCounts(t *testing.T) {
	for _, tt := range []struct {
		points int
		mode   string
		grade  findings.Grade
	}{
		{2, "", findings.Undecided}, {3, "", findings.Grows}, {4, "", findings.ProbablyLeaks}, {3, "histograms", findings.Grows}, {4, "histograms", findings.ProbablyLeaks},
		{7, "sampled", findings.Undecided}, {8, "sampled", findings.ProbablyLeaks}, {7, "exact", findings.Undecided}, {7, "counts", findings.Undecided}, {8, "counts", findings.ProbablyLeaks},
	} {
		report, _ := explore(t, countedTimes(tt.points, tt.mode))
		if report.Grade != tt.grade || report.Judged != (tt.grade == findings.ProbablyLeaks) { // growth at three points shows no leak
			t.Errorf("%d points, %q: %s, judged %v: %s", tt.points, tt.mode, report.Grade, report.Judged, report.Text)
		}
		if missing := strings.Join(report.Missing, " "); strings.Contains(missing, "include garbage") != (tt.points == 7) {
			t.Errorf("%d points, %q: missing %q", tt.points, tt.mode, missing)
		}
	}
}

// TestWhatOfATypeGrows checks that larger objects are not reported as more objects.
func TestWhatOfATypeGrows(t *testing.T) {
	r := countedTimes(5, "")
	for i := range r.Points {
		r.Points[i].Counts[0].Objects = int64(100 - i)
	}
	report, _ := explore(t, r)
	const want = "Probable leak: app.A objects take more and more memory: from 216 kB to 1.1 MB; this input does not show who holds them"
	if len(report.Findings) == 0 || report.Findings[0].Title != want || !strings.HasPrefix(report.Text, "Probably leaking: app.A objects, which take more and more memory.") {
		t.Errorf("%s: %+v", report.Text, report.Findings)
	}
}
