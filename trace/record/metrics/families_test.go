package metrics_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/trace/record/metrics"
)

// TestEveryFigure checks that each metric is written once per file, under its own name, after its type, unit and help.
func TestEveryFigure(t *testing.T) {
	files := []metrics.File{{Path: "a", Program: "A", PID: 1, Points: 2, FullPoints: 3, GCs: 4, Objects: 5, HeapBytes: 6, FileBytes: 7,
		Dropped: 8, Marks: 9, PointsRemoved: 10, Paused: 11, WorstPause: 12, P99Pause: 13, Share: 14, Budget: 15},
		{Path: "b", Program: "B", PID: 16, Ended: true}}
	want := map[string]float64{"points_total": 2, "full_points_total": 3, "gcs_total": 4, "heap_objects": 5, "heap_bytes": 6, "file_bytes": 7,
		"dropped_samples_total": 8, "marks_total": 9, "removed_points_total": 10, "pause_seconds_total": 11, "worst_pause_seconds": 12,
		"p99_pause_seconds": 13, "paused_ratio": 14, "budget_ratio": 15, "recording": 1}
	for n := range 3 {
		var b strings.Builder
		if err := (&metrics.Report{Files: files[:n]}).WriteOpenMetrics(&b); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
		values, seen := 0, map[string]bool{}
		family, unit := "", ""
		for i, line := range lines {
			fields := strings.Fields(line)
			switch {
			case i == len(lines)-1:
				if line != "# EOF" {
					t.Errorf("the last line is %q", line)
				}
			case fields[1] == "TYPE":
				family, unit = fields[2], ""
				if kind := fields[3]; seen[family] || kind != "counter" && kind != "gauge" {
					t.Errorf("line %d: %q", i+1, line)
				}
				seen[family] = true
			case fields[1] == "UNIT":
				if unit = fields[3]; fields[2] != family || !strings.HasSuffix(family, "_"+unit) {
					t.Errorf("line %d: %q", i+1, line)
				}
			case fields[1] == "HELP":
				if fields[2] != family || !strings.HasSuffix(line, ".") {
					t.Errorf("line %d: %q", i+1, line)
				}
			default:
				name, rest, _ := strings.Cut(line, "{")
				f, value := files[0], want[strings.TrimPrefix(name, "memcity_recorder_")]
				if strings.HasPrefix(rest, `program="B"`) {
					f, value = files[1], 0
				}
				text := fmt.Sprintf(`program="%s",pid="%d",file="%s"} %v`, f.Program, f.PID, f.Path, value)
				if strings.TrimSuffix(name, "_total") != family || rest != text {
					t.Errorf("line %d: %q, want %s", i+1, line, text)
				}
				values++
			}
		}
		if len(seen) != len(want) || values != n*len(want) {
			t.Errorf("%d files: %d names, %d values", n, len(seen), values)
		}
	}
}

// TestPausesAgainstList checks that total, worst and count cover all pauses, and the percentile the newest ten thousand.
func TestPausesAgainstList(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	var p metrics.Pauses
	var all []time.Duration
	for i := range 25_000 {
		d := time.Duration(random.IntN(1000) - 10)
		p.Add(d)
		all = append(all, max(d, 0))
		if i > 300 && i%997 != 0 {
			continue
		}
		total := time.Duration(0)
		for _, x := range all {
			total += x
		}
		newest := slices.Sorted(slices.Values(all[max(0, len(all)-10_000):]))
		rank := 1 // the smallest that 99 of 100 do not exceed
		for 100*rank < 99*len(newest) {
			rank++
		}
		c := p.Clone()
		if p.Total != total || p.Worst != slices.Max(all) || p.Count != len(all) || p.P99() != newest[rank-1] || c.P99() != p.P99() {
			t.Fatalf("after %d pauses: %v, %v, %d, %v; want %v", i+1, p.Total, p.Worst, p.Count, p.P99(), newest[rank-1])
		}
	}
	c := p.Clone()
	before := p.P99()
	for range 10_000 {
		c.Add(time.Hour)
	}
	if p.P99() != before || c.P99() != time.Hour {
		t.Errorf("a copy changes the pauses: %v, %v", p.P99(), c.P99())
	}
}
