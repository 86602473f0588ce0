package guide

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/analysis/guide/findings"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// sampledRun returns a recording with a GC per second, and samples in a list in the static field app.Main.list. after contains the heap after
// each GC, in MB. births contains the number of GCs before each allocation.
func sampledRun(after []int64, births []int) *trace.Recording {
	b := tracetest.NewHeap()
	main, list, item := b.Type("app.Main", 16), b.Type("java.util.ArrayList", 24, "elementData"), b.Type("app.Item", 32)
	class := b.Class(main, 0, trace.NoObject)
	holder, array := b.Object(list), b.Array(b.ArrayType("java.lang.Object[]"), 1000)
	b.Refer(class, "list", holder)
	b.Refer(holder, "elementData", array)
	b.Root(class, trace.RootClass, "")
	for i, birth := range births {
		o := b.Object(item)
		b.Element(array, i, o)
		b.Born(o, uint32(birth))
		b.Site(o, -1, "app.Main.add:12")
	}
	b.GCs(uint32(len(after)))
	h := b.Heap()
	r := &trace.Recording{Name: "run.jfr", Format: "flight recording", Names: trace.NewNames(), Recorded: &trace.WriterInfo{Mode: trace.ModeSamples},
		Knows: trace.KnowsTimes | trace.KnowsObjects | trace.KnowsReferences | trace.KnowsRoots | trace.KnowsSites | trace.KnowsAges}
	for i, mb := range after {
		at := time.Duration(i+1) * time.Second
		r.GCs = append(r.GCs, trace.GC{Number: uint32(i + 1), Start: at, End: at + time.Millisecond, After: mb << 20, Capacity: 1 << 40, Kind: "G1New"})
	}
	r.Points = []trace.Point{{Time: trace.Millis(1000*len(after) + 500), GC: uint32(len(after)),
		Load: func(context.Context, trace.Progress) (*trace.Heap, []trace.Warning, error) { return h, nil, nil }}}
	return r
}

func exploreSamples(t *testing.T, r *trace.Recording) *findings.Report {
	t.Helper()
	report, _, err := Explore(t.Context(), &recorded{Recording: r}, Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// heapSizes returns n sizes that grow by the given step.
func heapSizes(n int, step int64) (mb []int64) {
	for i := range int64(n) {
		mb = append(mb, 20+step*i)
	}
	return mb
}

// TestSampledGrades checks each limit of a pile of samples, with a heap that grows.
func TestSampledGrades(t *testing.T) {
	spread := func(n, first, last int) (births []int) {
		for i := range n {
			births = append(births, first+i*(last-first)/(n-1))
		}
		return births
	}
	for _, test := range []struct {
		name   string
		births []int
		want   bool
	}{
		{"all along", spread(40, 0, 19), true}, {"fewest samples", spread(leastSampled, 0, 19), true}, {"too few", spread(leastSampled-1, 0, 19), false},
		{"of the start only", spread(40, 0, 2), false}, {"of the first tenth", spread(40, 0, 3), true}, {"young", spread(40, 16, 19), false},
		{"since the middle", spread(40, 10, 19), true}, {"since after the middle", spread(40, 11, 19), false},
		{"two times", slices.Repeat([]int{1, 19}, 10), false}, {"three times", slices.Repeat([]int{1, 9, 19}, 10), true},
	} {
		report := exploreSamples(t, sampledRun(heapSizes(20, 5), test.births))
		f := report.Decisive()
		if got := f != nil && f.Rule == findings.RuleLeak && f.Sampled > 0; got != test.want {
			t.Errorf("%s: %v, want %v: %s", test.name, got, test.want, report.Text)
		}
	}
}

// TestSampledFinding checks the texts of a finding, and the effect of the heap after GCs.
func TestSampledFinding(t *testing.T) {
	var births []int
	for i := range 40 {
		births = append(births, i/2)
	}
	report := exploreSamples(t, sampledRun(heapSizes(20, 5), births))
	const verdict = "Probably leaking: app.Item, held by static field app.Main.list. Estimated from 40 sampled objects."
	if report.Text != verdict || report.Grade != findings.ProbablyLeaks || !report.Judged {
		t.Errorf("%s, %v: %s", report.Grade, report.Judged, report.Text)
	}
	f := report.Findings[0]
	const title = "Probable leak: app.Item objects pile up in the ArrayList of the static field app.Main.list, estimated from 40 samples"
	if f.Title != title || f.Growth.Site != "app.Main.add:12" && !strings.HasPrefix(f.Growth.Site, "app.Main.add") || len(f.Growth.Path) != 4 || f.Remedy != nil {
		t.Errorf("finding %s at %s, path %+v, remedy %v", f.Title, f.Growth.Site, f.Growth.Path, f.Remedy)
	}
	level := exploreSamples(t, sampledRun(heapSizes(40, 0), births))
	if len(level.Findings) > 0 || !strings.Contains(fmt.Sprint(level.Quiet), "the heap after GCs does not keep growing") {
		t.Errorf("level heap: %s, %q", level.Text, level.Quiet)
	}
	few := sampledRun(heapSizes(20, 5), births)
	for i := range few.GCs {
		few.GCs[i].After = 0
	}
	unsure := exploreSamples(t, few)
	if f := unsure.Decisive(); f == nil || f.Rule != findings.RuleGrowth || unsure.Judged {
		t.Errorf("without sizes: %v, %s", unsure.Judged, unsure.Text)
	}
	pathless := sampledRun(heapSizes(20, 5), births)
	pathless.Knows &^= trace.KnowsReferences | trace.KnowsRoots
	report = exploreSamples(t, pathless)
	const unheld = "Probable leak: app.Item objects stay alive; this recording does not show who holds them, estimated from 40 samples"
	if len(report.Findings) != 1 || report.Findings[0].Title != unheld || !strings.Contains(fmt.Sprint(report.Missing), "path-to-gc-roots=true") {
		t.Errorf("without paths: %s, %q", report.Text, report.Missing)
	}
}
