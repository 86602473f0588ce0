package guide

import (
	"strings"
	"testing"
	"time"

	"memcity/analysis/window"
	"memcity/trace"
)

// TestOverheadOfStalls checks that a finding keeps pauses and waits for memory apart, and judges both.
func TestOverheadOfStalls(t *testing.T) {
	const ms = time.Millisecond
	g := &guided{evolution: &window.Evolution{}}
	for i := range 5 {
		g.evolution.GCs = append(g.evolution.GCs, trace.GC{Number: uint32(i + 1)})
	}
	w := window.Window{Kind: window.Overhead, To: 4, End: 5 * time.Second, Score: 0.8, Average: 0.8, GCs: 5, Pause: 3 * ms, Stalled: 4 * time.Second}
	f := g.overhead(w)
	const title = "GCs take 80 % of the time from 0 s to 5.0 s: 5 GCs with 3 ms of pauses in total, and 4 s in which threads waited for memory"
	if f.Title != title || len(f.Numbers) != 5 || f.Numbers[4].Value != 4000 || !strings.HasPrefix(f.Explain[1], "Threads waited for memory") {
		t.Errorf("%s\n%v\n%q", f.Title, f.Numbers, f.Explain)
	}
	w.Pause, w.Stalled = w.Pause+w.Stalled, 0
	if p := g.overhead(w); p.Confidence != f.Confidence || len(p.Numbers) != 4 || strings.Contains(p.Title, "waited") || len(p.Explain) != 2 {
		t.Errorf("only pauses: confidence %v, with stalls %v\n%s\n%q", p.Confidence, f.Confidence, p.Title, p.Explain)
	}
}
