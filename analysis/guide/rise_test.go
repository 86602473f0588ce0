package guide

import (
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/analysis/guide/findings"
	"memcity/trace"
)

// cachesOf returns a recording of caches with the given numbers of values.
func cachesOf(values ...int) *recorded {
	var states []*trace.Heap
	for _, n := range values {
		states = append(states, caches(n))
	}
	return heaps("caches", states...)
}

// TestOpenGrowth checks that "No leak was found" appears only if nothing grew or growth has ended. Otherwise, the verdict contains the
// growth, its amount, and how long to record.
func TestOpenGrowth(t *testing.T) {
	for name, tt := range map[string]struct {
		values []int
		grade  findings.Grade
		want   []string // parts of the verdict
	}{
		"level":       {[]int{3000, 3000, 3000, 3000, 3000, 3000}, findings.Large, []string{"No leak was found. ", "This input does not show whether the heap is full."}},
		"two bursts":  {[]int{3000, 3000, 3300, 3300, 3600, 3600}, findings.Undecided, []string{"A leak cannot be ruled out: the objects in the Value[] of the field app.Cache.values grew from ", " in 5 s, in 2 bursts. Value grew most. ", "Record for at least 20 s to see whether it continues. Largest: app.Value, "}},
		"one at last": {[]int{3000, 3000, 3000, 3000, 3000, 3700}, findings.Undecided, []string{"A leak cannot be ruled out: the reachable heap grew from", "Value in the Value[] of the field app.Cache.values grew most, by 700 kB. Record for at least 20 s"}},
		"one early":   {[]int{3000, 3900, 3900, 3900, 3900, 3900}, findings.Large, []string{"No leak was found: the reachable heap grew from ", " in 5 s, 90 % of it by 1.0 s."}},
		"little":      {[]int{3000, 3000, 3000, 3000, 3000, 3010}, findings.Large, []string{"No leak was found."}},
	} {
		report, _ := explore(t, cachesOf(tt.values...))
		for _, part := range tt.want {
			if !strings.Contains(report.Text, part) {
				t.Errorf("%s: %s: %s does not contain %q", name, report.Grade, report.Text, part)
			}
		}
		if report.Grade != tt.grade || !report.Judged || (report.Open != "") != strings.Contains(tt.want[0], "cannot be ruled out") {
			t.Errorf("%s: %s, judged %v, open %q", name, report.Grade, report.Judged, report.Open)
		}
	}
}

// TestOpenTypes checks the same for counts by type, such as class histograms.
func TestOpenTypes(t *testing.T) {
	for name, tt := range map[string]struct {
		values []int
		grade  findings.Grade
		want   string
	}{
		"level":      {[]int{-3000, -3000, -3000, -3000, -3000}, findings.Healthy, "No leak was found, and nothing stands out. This input does not show whether the heap is full."},
		"two bursts": {[]int{-3000, -3000, -3300, -3300, -3600, -3600}, findings.Undecided, "A leak cannot be ruled out: the total size of Value objects grew from 3.0 MB to 3.6 MB in 5 s, in 2 bursts. Record for at least 20 s"},
		"one early":  {[]int{-3000, -3900, -3900, -3900, -3900, -3900}, findings.Healthy, "No leak was found: the heap grew from 3.0 MB to 3.9 MB in 5 s, 90 % of it by 1.0 s."},
	} {
		report, _ := explore(t, walked(tt.values...))
		if !strings.HasPrefix(report.Text, tt.want) || report.Grade != tt.grade {
			t.Errorf("%s: %s: %s", name, report.Grade, report.Text)
		}
	}
}

// TestOpenCounts checks that counts after the newest point with objects can show growth, and counts of a recording with too few of those.
func TestOpenCounts(t *testing.T) {
	const grew = "A leak cannot be ruled out: the total size of Value objects, including garbage, grew from 3.0 MB to "
	for name, tt := range map[string]struct {
		values []int
		grade  findings.Grade
		want   string
	}{
		"after the objects":      {[]int{3000, 3000, 3000, -3000, -3600, -4200}, findings.Undecided, grew + "4.2 MB in 2 s. Record for at least 10 s"},
		"in bursts":              {[]int{3000, 3000, 3000, -3000, -3000, -3600, -3600, -4200, -4200, -4800}, findings.Undecided, grew + "4.8 MB in 5 s. Record for at least 20 s"},
		"two counts":             {[]int{3000, 3000, 3000, -3600, -4200}, findings.Large, "No leak was found. "},
		"level":                  {[]int{3000, 3000, 3000, -4200, -4200, -4200}, findings.Large, "No leak was found. "},
		"garbage comes and goes": {[]int{3000, 3000, 3000, -3000, -4200, -3000}, findings.Large, "No leak was found. "},
		"less than a fifth":      {[]int{3000, 3000, 3000, -3000, -3200, -3500}, findings.Large, "No leak was found. "},
		"a fifth":                {[]int{3000, 3000, 3000, -3000, -3200, -3600}, findings.Undecided, grew + "3.6 MB in 2 s."},
		"one point with objects": {[]int{3000, -3000, -3600, -4200}, findings.Undecided, grew + "4.2 MB in 2 s. Record for at least 10 s"},
		"and level counts":       {[]int{3000, -3600, -3600, -3600}, findings.Large, "One GC point with objects cannot show growth. "},
	} {
		report, _ := explore(t, walked(tt.values...))
		if !strings.HasPrefix(report.Text, tt.want) || report.Grade != tt.grade {
			t.Errorf("%s: %s: %s", name, report.Grade, report.Text)
		}
	}
}

// megabytes returns GCs with the given heap after each, in MB.
func megabytes(kind string, after ...int64) *recorded {
	var bytes []int64
	for _, n := range after {
		bytes = append(bytes, n*1_000_000)
	}
	list := gcs(kind, "Ergonomics", 1_000_000_000, bytes...)
	for i := range list {
		list[i].Before = list[i].After + 1_000_000
		list[i].Start, list[i].Pause = list[i].End-time.Millisecond, time.Millisecond
	}
	return &recorded{Recording: &trace.Recording{GCs: list}}
}

// TestReleasedLog checks that a log of full GCs shows released growth, but a log of young GCs does not.
func TestReleasedLog(t *testing.T) {
	const title = "Growth: the heap after full GCs grew from 10.0 MB to 60.0 MB between 500 ms and 5.5 s, and fell to "
	for name, tt := range map[string]struct {
		after []int64
		want  string // title; empty for none
	}{
		"released":            {[]int64{10, 20, 30, 40, 50, 60, 10}, title + "10.0 MB by 6.5 s; this input does not show which objects"},
		"in two steps":        {[]int64{10, 20, 30, 40, 50, 60, 40, 20}, title + "20.0 MB by 7.5 s; this input does not show which objects"},
		"half of it":          {[]int64{10, 20, 30, 40, 50, 60, 35}, title + "35.0 MB by 6.5 s; this input does not show which objects"},
		"less than half":      {[]int64{10, 20, 30, 40, 50, 60, 36}, ""},
		"not for half of it":  {[]int64{10, 20, 30, 40, 50, 60, 10, 10, 10, 10, 10, 10, 10}, ""},
		"four GCs up to then": {[]int64{10, 30, 50, 70, 10}, ""},
		"level":               {[]int64{10, 10, 10, 10, 10, 10, 10}, ""},
	} {
		report, _ := explore(t, megabytes("Pause Full", tt.after...))
		i := slices.IndexFunc(report.Findings, func(f findings.Finding) bool { return f.Rule == findings.RuleReleased })
		if (i >= 0) != (tt.want != "") || i >= 0 && report.Findings[i].Title != tt.want {
			t.Errorf("%s: %s: %s", name, report.Grade, report.Text)
			continue
		}
		if i < 0 {
			continue
		}
		f := &report.Findings[i]
		if f.Grade != findings.Grows || report.Grade != findings.Grows || report.Peak() != 0 || !strings.HasPrefix(report.Text, "The heap after full GCs grew until 5.5 s and lost most of that growth by ") {
			t.Errorf("%s: %s: %s", name, report.Grade, report.Text)
		}
	}
	var young []int64
	for i := range int64(60) {
		young = append(young, 10+i%50)
	}
	if report, _ := explore(t, megabytes("Pause Young", young...)); len(report.Findings) > 0 {
		t.Errorf("young GCs: %s", report.Text)
	}
}

// TestOpenLog checks that a log mentions growth of the heap after full GCs that is no leak.
func TestOpenLog(t *testing.T) {
	report, _ := explore(t, megabytes("Pause Full", 10, 10, 10, 12, 12, 12, 14, 14))
	const want = "A leak cannot be ruled out: the heap after full GCs grew from 10.0 MB to 14.0 MB in 7 s, in 2 bursts. Record for at least 30 s to see whether it continues."
	if report.Grade != findings.Undecided || !strings.HasPrefix(report.Text, want) {
		t.Errorf("%s: %s", report.Grade, report.Text)
	}
}
