package session_test

import (
	"fmt"
	"strings"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/city/recording"
	"memcity/city/resolve/guided"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/guides"
	"memcity/city/view/pins"
	"memcity/city/view/whatif"
	"memcity/trace"
	"memcity/trace/tracetest/opened"
)

// TestGuideOfWindow: the guide and the plates judge the GC points of a window. References that the guide of one window removed stay
// removed when it judges another window.
func TestGuideOfWindow(t *testing.T) {
	var dumps []trace.File
	for i, n := range []int{1000, 1500, 2000, 2500, 2500, 2500, 2500, 2500} {
		dumps = append(dumps, trace.MemoryFile(fmt.Sprintf("%d.hprof", i), sessions(n)))
	}
	r, _ := opened.Files(t, dumps...)
	o, by := recording.New(r, recording.Options{}), trees.By("type")
	grows, level := findings.Window{From: 1, To: 4}, findings.Window{From: 4, To: 8}
	for _, tt := range []struct {
		window findings.Window
		want   string
	}{{grows, "GC points 1 to 4: Leaking: app.Session"}, {level, "GC points 4 to 8: No leak was found."}, {findings.Window{}, "No leak was found: the reachable heap grew"}} {
		report, err := guided.Report(t.Context(), o, guides.Query{Points: 8, Window: tt.window}, nil)
		if err != nil || !strings.HasPrefix(report.Text, tt.want) {
			t.Fatalf("%+v: %v, %v; want %s", tt.window, report, err, tt.want)
		}
		if !tt.window.IsAll() && !strings.Contains(report.Text, fmt.Sprintf("Based on %d of 8 GC points", tt.window.To-tt.window.From+1)) {
			t.Errorf("%+v: %s does not name the GC points", tt.window, report.Text)
		}
		pinned, err := guided.Pins(t.Context(), o, pins.Query{Points: 8, Window: tt.window, Heap: trees.HeapState{By: by, Point: 7}}, nil)
		if err != nil || pinned.Found != report.Report {
			t.Errorf("%+v: the plates have another report, %v", tt.window, err)
		}
	}
	leak, err := guided.Report(t.Context(), o, guides.Query{Points: 8, Window: grows}, nil)
	if err != nil || len(leak.Findings) == 0 || len(leak.Findings[0].References) == 0 {
		t.Fatalf("%+v, %v", leak, err)
	}
	if _, err := guided.Explore(t.Context(), o, nil); err != nil {
		t.Fatal(err)
	}
	removal := whatif.Removal{Kind: whatif.CutGuide, Window: grows, Text: leak.Findings[0].References[0].Text}
	reopened := recording.New(r, recording.Options{}) // whose guide has not run
	for _, o := range []*recording.Recording{o, reopened} {
		without, err := guided.WhatIf(t.Context(), o, whatif.Query{Heap: trees.HeapState{By: by, Point: 3}, Removals: seq.Of(removal)}, nil)
		if err != nil || without == nil {
			t.Errorf("removed by the guide of a window: %v", err)
		}
	}
	removal.Text = "none"
	if _, err := guided.WhatIf(t.Context(), o, whatif.Query{Heap: trees.HeapState{By: by, Point: 3}, Removals: seq.Of(removal)}, nil); err == nil {
		t.Error("a reference is removed that no guide suggests")
	}
}
