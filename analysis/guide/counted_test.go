package guide

import (
	"strings"
	"testing"
	"time"

	"memcity/analysis/guide/findings"
	"memcity/trace"
)

// walked returns a recording of a cache: a heap state for each positive number of values, and counts of the same objects for each negative
// one.
func walked(values ...int) *recorded {
	var states []*trace.Heap
	for _, n := range values {
		states = append(states, caches(max(n, -n)))
	}
	r := heaps("walked", states...)
	for i, n := range values {
		if n < 0 {
			p := &r.Points[i]
			p.Load, p.Counts = nil, []trace.TypeCount{{Name: "app.Value", Objects: int64(-n), Bytes: int64(-1000 * n)}, {Name: "app.Cache", Objects: 1, Bytes: 16}}
		}
	}
	return r
}

// TestReleasedByCounts checks that released growth in counts is reported with the holder of the newest objects. It tests each limit from
// both sides.
func TestReleasedByCounts(t *testing.T) {
	for name, tt := range map[string]struct {
		values []int
		by     float64 // ms; 0 for no finding
	}{
		"grows over counts":           {[]int{100, 200, -400, -600, -800, -1000, 50}, 6000},
		"three counts":                {[]int{100, 200, -400, -600, -800, 50}, 0},
		"is garbage":                  {[]int{500, 599, -800, -1200, -1600, -2000, 50}, 0},
		"a fifth more objects":        {[]int{500, 600, -800, -1200, -1600, -2000, 50}, 6000},
		"half of the growth gone":     {[]int{100, -200, -300, -400, -500, -600, -700, -800, -450}, 8000},
		"less than half of it":        {[]int{100, -200, -300, -400, -500, -600, -700, -800, -451}, 0},
		"levels off":                  {[]int{100, 200, -990, -998, -999, -1000, 50}, 0},
		"seven points with one state": {[]int{100, -200, -300, -400, -500, -600, 50}, 0},
		"eight points with one state": {[]int{100, -200, -300, -400, -500, -600, -700, -800, 50}, 8000},
		"in the last tenth":           {[]int{100, 200, -400, -600, -800, -1000, -1200, -1400, -1600, 50, 50}, 9000},
		"before that, alive":          {[]int{100, -200, 300, -400, 500, -600, -800, 50, 50, 50}, 7000},
		"alive, but level":            {[]int{100, -200, 300, -400, 300, -600, -800, 50, 50, 50}, 0},
		"alive at two points":         {[]int{100, -200, -300, -400, 500, -600, -800, 50, 50, 50}, 0},
		"alive, half of it gone":      {[]int{100, -200, 300, -400, 500, -600, -800, 300, 300, 300}, 7000},
		"alive, less than half of it": {[]int{100, -200, 300, -400, 500, -600, -800, 301, 301, 301}, 0},
		"before that":                 {[]int{100, 200, -400, -600, -800, -1000, -1200, -1400, 50, 50, 50}, 0},
	} {
		report, _ := explore(t, walked(tt.values...))
		found := 0.0
		for i := range report.Findings {
			f := &report.Findings[i]
			if f.Released == 0 {
				continue
			}
			found = f.Released
			if f.Rule != findings.RuleReleased || f.Grade != findings.Grows || f.Growth.Owner != "field app.Cache.values" || !strings.Contains(f.Explain[0], ", including garbage, ") {
				t.Errorf("%s: %+v", name, f)
			}
		}
		if found != tt.by {
			t.Errorf("%s: released by %v ms, want %v; %s", name, found, tt.by, report.Text)
		}
	}
}

// TestGrowthOfCounts tests each limit for confirming growth by counts from both sides. The holder comes from the newest objects.
func TestGrowthOfCounts(t *testing.T) {
	for name, tt := range map[string]struct {
		values []int
		grade  findings.Grade
		points int // number of points in the basis; 0 for none
	}{
		"one point with objects, eight in all":   {[]int{-600, 1000, -1400, -1800, -2200, -2600, -3000, -3400}, findings.ProbablyLeaks, 8},
		"one point with objects, seven in all":   {[]int{-600, 1000, -1400, -1800, -2200, -2600, -3000}, findings.Undecided, 0},
		"two points with objects, four counts":   {[]int{1000, 1400, -1800, -2200, -2600, -3000}, findings.ProbablyLeaks, 6},
		"two points with objects, three counts":  {[]int{1000, 1400, -1800, -2200, -2600}, findings.Grows, 2},
		"three points with objects, four counts": {[]int{1000, 1400, 1800, -2200, -2600, -3000, -3400}, findings.ProbablyLeaks, 7},
		"counts do not grow":                     {[]int{1000, 1400, 1800, -1900, -1900, -1900, -1900}, findings.Grows, 3},
		"objects do not grow":                    {[]int{1000, 1000, 1000, -1400, -1800, -2200, -2600}, findings.Undecided, 3},
		"only garbage grows":                     {[]int{1000, 1190, -1400, -1800, -2200, -2600}, findings.Undecided, 0},
		"a fifth more objects":                   {[]int{1000, 1200, -1400, -1800, -2200, -2600}, findings.ProbablyLeaks, 6},
		"garbage of the start":                   {[]int{-9000, 1000, 1400, -1800, -2200, -2600, -3000}, findings.ProbablyLeaks, 6},
		"four points with objects":               {[]int{1000, 1000, 1000, 1000, -1400, -1800, -2200, -2600}, findings.Undecided, 4},
	} {
		report, _ := explore(t, walked(tt.values...))
		points := 0
		if report.Basis != nil {
			points = report.Basis.Points
		}
		if report.Grade != tt.grade || points != tt.points {
			t.Errorf("%s: %s by %d points, want %s by %d; %s", name, report.Grade, points, tt.grade, tt.points, report.Text)
		}
		if report.Grade == findings.ProbablyLeaks && (report.Decisive().Growth.Owner != "field app.Cache.values" || len(report.Decisive().References) == 0) {
			t.Errorf("%s: %+v", name, report.Decisive())
		}
	}
}

// TestGrowthOfGarbage checks that counts with garbage are compared only across GCs: between two GCs, garbage alone makes them grow.
func TestGrowthOfGarbage(t *testing.T) {
	for _, collected := range []bool{true, false} {
		r := walked(-600, 1000, -1400, -1800, -2200, -2600, -3000, -3400)
		r.Recording.Recorded = &trace.WriterInfo{Mode: "sampled"}
		r.GCs = []trace.GC{{Number: 1, End: 1500 * time.Millisecond}}
		for i := range r.Points {
			if collected {
				r.Points[i].GC = uint32(i)
			}
		}
		if report, _ := explore(t, r); (report.Grade == findings.ProbablyLeaks) != collected || report.Grade.ShowsGrowth() != collected {
			t.Errorf("collected %v: %s; %s", collected, report.Grade, report.Text)
		}
	}
}

// TestFewPointsAndGCs checks that the heap after GCs is judged if one GC point with objects is too few, and the limits of that.
func TestFewPointsAndGCs(t *testing.T) {
	const mb = 1_000_000
	for name, tt := range map[string]struct {
		kind      string
		gcs       int
		from, per int64 // bytes after the first GC, and more after each further one
		grade     findings.Grade
		text      string
	}{
		"full GCs":                  {"Pause Full", 4, 2 * mb, mb, findings.ProbablyLeaks, "Probably leaking: the heap after GCs grows."},
		"full GCs, less than 1 MiB": {"Pause Full", 4, 2 * mb, 340_000, findings.Large, "cannot show growth"},
		"full GCs, just 1 MiB":      {"Pause Full", 4, 2 * mb, 350_000, findings.ProbablyLeaks, "the heap after GCs grows."},
		"many young GCs":            {"minor", 30, 2 * mb, mb, findings.Grows, "Growth that may not be a leak: the heap after GCs"},
		"few young GCs":             {"minor", 29, 2 * mb, mb, findings.Undecided, "A leak cannot be ruled out: the heap after GCs grew from 2.0 MB to 30.0 MB in 28 s"},
		"three young GCs":           {"minor", 3, 2 * mb, mb, findings.Undecided, "A leak cannot be ruled out: the heap after GCs grew from 2.0 MB to 4.0 MB"},
		"two young GCs":             {"minor", 2, 2 * mb, mb, findings.Large, "cannot show growth"},
		"level":                     {"minor", 29, 20 * mb, 0, findings.Large, "cannot show growth"},
	} {
		r := walked(1000)
		for i := range tt.gcs {
			at := time.Duration(i) * time.Second
			r.GCs = append(r.GCs, trace.GC{Number: uint32(i + 1), Kind: tt.kind, Start: at, End: at + time.Millisecond, After: tt.from + int64(i)*tt.per})
		}
		if report, _ := explore(t, r); report.Grade != tt.grade || !strings.Contains(report.Text, tt.text) {
			t.Errorf("%s: %s: %s", name, report.Grade, report.Text)
		}
	}
}

// TestGrowthAfterObjects checks that a type missing at the only GC point with objects may start to grow later, if earlier counts contain
// hardly any of its objects.
func TestGrowthAfterObjects(t *testing.T) {
	for name, tt := range map[string]struct {
		values []int
		want   bool
	}{
		"eight points":               {[]int{0, -400, -800, -1200, -1600, -2000, -2400, -2800}, true},
		"seven points":               {[]int{0, -400, -800, -1200, -1600, -2000, -2400}, false},
		"a tenth there before":       {[]int{-280, 0, -800, -1200, -1600, -2000, -2400, -2800}, true},
		"more than a tenth: garbage": {[]int{-281, 0, -800, -1200, -1600, -2000, -2400, -2800}, false},
	} {
		report, _ := explore(t, walked(tt.values...))
		if got := report.Grade == findings.ProbablyLeaks; got != tt.want {
			t.Errorf("%s: %s", name, report.Text)
		}
	}
}

// TestLevelCounts checks that growth between two GC points with objects is not reported if counts show that it ended by the middle of that
// time.
func TestLevelCounts(t *testing.T) {
	for name, tt := range map[string]struct {
		values []int
		want   bool
	}{
		"level from the middle on":    {[]int{100, -500, -1000, -1000, -1000, 1000}, false},
		"a twentieth fewer":           {[]int{100, -500, -950, -950, -950, 1000}, false},
		"still growing":               {[]int{100, -500, -900, -949, -1000, 1000}, true},
		"garbage":                     {[]int{100, -500, -1060, -1060, -1060, 1000}, true},
		"fewer than four with counts": {[]int{100, -1000, -1000, -1000, 1000}, true},
	} {
		report, _ := explore(t, walked(tt.values...))
		if got := report.Grade == findings.Grows; got != tt.want {
			t.Errorf("%s: %s", name, report.Text)
		}
	}
}
