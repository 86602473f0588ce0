package metrics_test

import (
	"strings"
	"testing"
	"time"

	"memcity/trace/record/metrics"
)

func TestPauses(t *testing.T) {
	var p metrics.Pauses
	if p.P99() != 0 {
		t.Error("there is a pause where there is none")
	}
	p.Add(-time.Second)
	p.Add(7)
	if p.P99() != 7 || p.Total != 7 || p.Worst != 7 || p.Count != 2 {
		t.Errorf("%v: %+v", p.P99(), p)
	}
	p = metrics.Pauses{}
	for i := range 100 {
		p.Add(time.Duration(100 - i))
	}
	if p.P99() != 99 || p.Worst != 100 || p.Total != 5050 {
		t.Errorf("%v, %v of 1 to 100", p.P99(), p.Worst)
	}
	p.Add(101)
	if p.P99() != 100 {
		t.Errorf("%v of 1 to 101", p.P99())
	}
	for range 10_000 {
		p.Add(3)
	}
	if p.P99() != 3 || p.Worst != 101 || p.Count != 10_101 {
		t.Errorf("%v: old ones are not forgotten, or the worst is", p.P99())
	}
}

func TestOpenMetrics(t *testing.T) {
	r := metrics.Report{Files: []metrics.File{{Path: `a "b"\c.mct`, Program: "Shop\nx", PID: 17, Points: 3, Paused: 0.25, Share: 0.01, FileBytes: 1 << 40}}}
	var b strings.Builder
	if err := r.WriteOpenMetrics(&b); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	labels := `{program="Shop\nx",pid="17",file="a \"b\"\\c.mct"} `
	for _, want := range []string{"# TYPE memcity_recorder_points counter\n# HELP memcity_recorder_points GC points written.\nmemcity_recorder_points_total" + labels + "3\n",
		"# UNIT memcity_recorder_pause_seconds seconds\n", "memcity_recorder_pause_seconds_total" + labels + "0.25\n",
		"memcity_recorder_paused_ratio" + labels + "0.01\n", "memcity_recorder_file_bytes" + labels + "1.099511627776e+12\n", "memcity_recorder_recording" + labels + "1\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if !strings.HasSuffix(text, "\n# EOF\n") || strings.Count(text, "# EOF") != 1 {
		t.Error("it does not end as OpenMetrics text ends")
	}
}
