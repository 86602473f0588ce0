package guide

import (
	"context"
	"strings"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/trace"
)

// TestWindow checks a recording that grows, is level, and grows again. Each part has its own verdict, and GC points keep their numbers.
func TestWindow(t *testing.T) {
	r := heaps("parts", caches(100), caches(600), caches(1100), caches(1600), caches(1600), caches(1600), caches(1600), caches(2100), caches(2600), caches(3100))
	for i := range r.Points {
		r.GCs = append(r.GCs, trace.GC{Number: uint32(i + 1), Start: timeOfPoint(r.Recording, i), End: timeOfPoint(r.Recording, i)})
	}
	for _, tt := range []struct {
		window findings.Window
		grade  findings.Grade
		text   string
		gcs    int
	}{
		{findings.Window{From: 1, To: 4}, findings.Leaks, "GC points 1 to 4: Leaking: app.Value, held by field app.Cache.values.", 4},
		{findings.Window{From: 4, To: 7}, findings.Large, "GC points 4 to 7: No leak was found.", 4},
		{findings.Window{From: 7, To: 10}, findings.ProbablyLeaks, "GC points 7 to 10: Probably leaking: app.Value", 4},
		{findings.Window{From: 8, To: 8}, findings.Large, "GC points 8 to 8: One GC point cannot show growth.", 1},
		{findings.Window{From: 8, To: 99}, findings.Grows, "GC points 8 to 99: Growth that may not be a leak:", 3},
	} {
		report, _, err := Explore(context.Background(), r, Options{Window: tt.window}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if report.Grade != tt.grade || !strings.HasPrefix(report.Text, tt.text) || report.Recording.GCs != tt.gcs || report.Recording.Window != tt.window {
			t.Errorf("%+v: %s, %d GCs: %s", tt.window, report.Grade, report.Recording.GCs, report.Text)
		}
		for _, f := range report.Findings {
			if p := f.Growth; p != nil && (p.Points[0] != tt.window.From || p.Points[len(p.Points)-1] != min(tt.window.To, 10)) {
				t.Errorf("%+v: %s is of the GC points %v", tt.window, f.Title, p.Points)
			}
		}
	}
}
