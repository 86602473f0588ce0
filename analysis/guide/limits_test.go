package guide

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// rising returns groups whose bytes rise evenly over five points. The first group is the whole heap, with whole bytes at the end.
func rising(whole int64, growth map[string]int64) *counted {
	r := &trace.Recording{}
	c := &counted{r: r, of: []int{0, 1, 2, 3, 4}, names: []string{"Heap"}}
	for name := range growth {
		c.names = append(c.names, name)
	}
	slices.Sort(c.names[1:])
	for i := range int64(5) {
		r.Points = append(r.Points, trace.Point{Time: trace.Millis(1000 * i)})
		p := map[string]trace.Amount{"Heap": {Objects: whole, Bytes: whole}}
		for name, g := range growth {
			p[name] = trace.Amount{Objects: 1000 + i*g/4, Bytes: 1000 + i*g/4}
		}
		c.points = append(c.points, p)
	}
	return c
}

// TestGrowing checks that growth counts from 32 KiB and a fiftieth of the heap. If there is such growth, the program's own types count from
// a tenth of that. Own types with many new objects come first, then most growth, then input order.
func TestGrowing(t *testing.T) {
	const least = 1 << 15
	for _, test := range []struct {
		whole  int64
		growth map[string]int64
		want   string
	}{
		{0, nil, ""},
		{0, map[string]int64{"java.A": least}, "java.A"},
		{0, map[string]int64{"java.A": least - 1}, ""},
		{50*least + 49, map[string]int64{"java.A": least}, "java.A"},
		{50*least + 50, map[string]int64{"java.A": least}, ""},
		{0, map[string]int64{"app.A": least - 1}, ""},
		{0, map[string]int64{"java.A": least, "app.A": least/10 + 1}, "app.A java.A"},
		{0, map[string]int64{"java.A": least, "app.A": least / 10}, "java.A app.A"},
		{0, map[string]int64{"java.A": least, "app.A": least/10 - 1}, "java.A"},
		{0, map[string]int64{"java.A": 20 * least, "app.A": least}, "java.A app.A"},
		{0, map[string]int64{"java.A": 10 * least, "app.A": least}, "app.A java.A"},
		{0, map[string]int64{"java.A": least, "java.B": 3 * least, "java.C": 2 * least, "java.D": 3 * least}, "java.B java.D java.C java.A"},
		{0, map[string]int64{"app.A": 2 * least, "app.B": 3 * least, "java.C": 9 * least}, "app.B app.A java.C"},
		{0, map[string]int64{"java.A": least, "java.B": -500}, "java.A"},
		{0, map[string]int64{"java.A": 9 * least, "java.B": 8 * least, "java.C": 7 * least, "java.D": 6 * least, "app.Y": 2 * least,
			"app.Z": 3 * least}, "app.Z app.Y java.A java.B java.C java.D"},
		{0, map[string]int64{"app.A": least, "java.B": 2 * least, "app.C": 3 * least, "java.D": 4 * least, "app.E": 5 * least,
			"java.F": 6 * least}, "app.E app.C app.A java.F java.D java.B"},
	} {
		c := rising(test.whole, test.growth)
		var names []string
		for _, f := range (&guided{Source: &recorded{}}).growing(c) {
			name := c.Name(f.node)
			names = append(names, name)
			if f.growth() != test.growth[name] || f.grownObjects() != f.objects[4]-f.objects[0] || f.own != strings.HasPrefix(name, "app.") {
				t.Errorf("%s grew by %d bytes and %d objects, own %v", name, f.growth(), f.grownObjects(), f.own)
			}
		}
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%v of %d: %q, want %q", test.growth, test.whole, got, test.want)
		}
	}
}

func TestHeapAfterGCs(t *testing.T) {
	log := func(n int, full func(i int) bool, after func(i int) int64) (gcs []trace.GC) {
		for i := range n {
			kind := "Young"
			if full(i) {
				kind = "Full"
			}
			gcs = append(gcs, trace.GC{Kind: kind, After: after(i), End: time.Duration(i) * time.Second})
		}
		return gcs
	}
	never, number := func(int) bool { return false }, func(i int) int64 { return int64(1 + (i*7)%10) }
	for _, test := range []struct {
		name  string
		gcs   []trace.GC
		want  []int // times of the samples in seconds
		whole bool
	}{
		{"none", nil, nil, false},
		{"4 whole", log(6, func(i int) bool { return i > 1 }, number), []int{2, 3, 4, 5}, true},
		{"3 whole", log(6, func(i int) bool { return i > 2 }, number), nil, false},
		{"29 young", log(29, never, number), nil, false},
		{"30 young", log(30, never, func(i int) int64 { return int64(100 - i) }), []int{2, 5, 8, 11, 14, 17, 20, 23, 26, 29}, false},
		{"30 alike", log(30, never, func(int) int64 { return 1 }), []int{0, 3, 6, 9, 12, 15, 18, 21, 24, 27}, false},
		{"35 young", log(35, never, func(i int) int64 { return int64(100 - i) }), []int{2, 6, 9, 13, 16, 20, 23, 27, 30, 34}, false},
		{"empty heaps do not count", log(6, func(i int) bool { return i > 1 }, func(i int) int64 { return int64(i - 2) }), nil, false},
	} {
		samples, whole := heapAfterGCs(&trace.Recording{GCs: test.gcs}, afterGCs(test.gcs))
		var got []int
		for _, s := range samples {
			got = append(got, int(s.Time/time.Second))
			if want := test.gcs[got[len(got)-1]].After; s.Value != want {
				t.Errorf("%s: %d after %v, want %d", test.name, s.Value, s.Time, want)
			}
		}
		if !slices.Equal(got, test.want) || whole != test.whole {
			t.Errorf("%s: %v, %v; want %v, %v", test.name, got, whole, test.want, test.whole)
		}
	}
	for kind, want := range map[string]bool{"Full": true, "Pause Full (System.gc())": true, "Major Collection": true, "major": true,
		"Degenerated GC": true, "Garbage Collection (Warmup)": true, "Young": false, "Pause Young (Normal)": false, "": false,
		"SerialOld": true, "ParallelOld": true, "PSMarkSweep": true, "G1Full": true, "MarkSweepCompact": true, "Z": true, "ZGC Major": true,
		"Z concurrent cycle pauses": true, "Z concurrent cycle": true, "ZGC Minor": false, "ParallelScavenge": false, "DefNew": false, "ParNew": false,
		"G1New": false, "G1Old": false, "ConcurrentMarkSweep": false, "G1 concurrent cycle": false, "Shenandoah": false, "minor": false,
		"global": true, "global garbage collect": true, "global mark phase": false, "scavenge": false, "partial gc": false} {
		if got := (&trace.GC{Kind: kind}).IsFull(); got != want {
			t.Errorf("%q is of the whole heap: %v", kind, got)
		}
	}
	if got := millis(1234567 * time.Nanosecond); got != 1.234 {
		t.Errorf("%v milliseconds", got)
	}
}

// TestRank checks that at most five findings are reported, sorted by rule and then confidence, stably. Their references stay with them.
func TestRank(t *testing.T) {
	rules := findings.FindingRules()
	g := &guided{out: &findings.Report{}}
	for i, f := range []struct {
		rule       int
		confidence float64
	}{{3, 0.5}, {0, 0.1}, {3, 0.9}, {1, 0.3}, {3, 0.5}, {5, 1}, {0, 0.1}} {
		g.out.Findings = append(g.out.Findings, findings.Finding{Rule: rules[f.rule], Confidence: f.confidence, Title: fmt.Sprint(i)})
		g.suggested = append(g.suggested, []suggested{{text: fmt.Sprint(i)}})
	}
	g.rank()
	var got []string
	for i, f := range g.out.Findings {
		got = append(got, f.Title)
		if text := g.suggested.Text(i, 0); text != f.Title {
			t.Errorf("finding %s has the cuts of %s", f.Title, text)
		}
	}
	if want := "1 6 3 2 0"; strings.Join(got, " ") != want || len(g.suggested) != 5 {
		t.Errorf("got %v, want %s", got, want)
	}
}

func TestCutsRules(t *testing.T) {
	cuts := Suggestions{{{text: "a", rules: make([]RemovalRule, 1)}, {text: "b", rules: make([]RemovalRule, 2)}}, nil}
	for _, test := range []struct {
		finding, cut int
		text         string
		want         int
		err          string
	}{
		{0, 0, "a", 1, ""}, {0, 1, "b", 2, ""}, {0, 1, "", 2, ""}, {0, 1, "a", 0, errOtherGuide.Error()},
		{-1, 0, "", 0, "the guide's finding 0: there are 2"}, {2, 0, "", 0, "the guide's finding 3: there are 2"},
		{0, -1, "", 0, "reference 0 of the guide's finding 1: there are 2"}, {0, 2, "", 0, "reference 3 of the guide's finding 1: there are 2"},
		{1, 0, "", 0, "reference 1 of the guide's finding 2: there are 0"},
	} {
		rules, err := cuts.Rules(test.finding, test.cut, test.text)
		if len(rules) != test.want || fmt.Sprint(err) != test.err && (err != nil || test.err != "") {
			t.Errorf("cut %d of finding %d, %q: %d rules, %v", test.cut, test.finding, test.text, len(rules), err)
		}
	}
	if cuts.Text(0, 1) != "b" || cuts.Text(0, 2) != "" || cuts.Text(2, 0) != "" {
		t.Error("texts of cuts")
	}
}

// TestChosen checks that up to ten heap states are read. Of more, it reads the first, the last, and others spread evenly.
func TestChosen(t *testing.T) {
	for _, n := range []int{1, 10, 11, 31} {
		states := steps(3, 2, n)
		g := &guided{Source: &recorded{Recording: &trace.Recording{}}, recording: &trace.Recording{Points: make([]trace.Point, states[n-1]+1)}}
		got, err := g.chosen(t.Context(), states)
		want := states
		if n > 10 {
			want = nil
			for i := range 10 {
				want = append(want, states[i*(n-1)/9])
			}
		}
		if err != nil || !slices.Equal(got, want) || got[0] != states[0] || got[len(got)-1] != states[n-1] {
			t.Errorf("of %d: %v, %v; want %v", n, got, err, want)
		}
	}
}

// TestLeftOut checks that five problems of the input are reported as sentences, before other missing facts.
func TestLeftOut(t *testing.T) {
	r := &recorded{Recording: &trace.Recording{}}
	for i := range 7 {
		r.Warn([]trace.Warning{{Source: fmt.Sprint("dump", i), Text: "is damaged" + strings.Repeat(".", i%2), Unfinished: i == 1}})
	}
	g := &guided{Source: r, out: &findings.Report{Missing: []string{"last"}}}
	g.inputProblems()
	if len(g.out.Missing) != 6 || g.out.Missing[5] != "last" || slices.ContainsFunc(g.out.Missing, func(s string) bool {
		return strings.Contains(s, "dump1") || strings.HasSuffix(s, "..")
	}) {
		t.Errorf("missing %q", g.out.Missing)
	}
}

// TestIsWaste checks that waste counts from 256 KiB and a twentieth of the heap.
func TestIsWaste(t *testing.T) {
	for _, test := range []struct {
		bytes, heap int64
		want        bool
	}{{1 << 18, 0, true}, {1<<18 - 1, 0, false}, {1 << 20, 20 << 20, true}, {1<<20 - 1, 20 << 20, false}} {
		g := &guided{lookedAt: lookedAt{Placing: Placing{holders: &leak.Holders{Points: 2, Bytes: []int64{1 << 40, test.heap}}}}}
		if got := g.isWaste(test.bytes); got != test.want {
			t.Errorf("%d bytes of %d: %v", test.bytes, test.heap, got)
		}
	}
}

// TestSoftText checks that softly reachable memory is mentioned from a tenth of the heap.
func TestSoftText(t *testing.T) {
	for soft, want := range map[int64]bool{99: false, 100: true} {
		got := softText(&leak.Holders{Points: 2, Soft: []int64{0, soft}, Bytes: []int64{1, 1000}})
		if (got != "") != want {
			t.Errorf("%d of 1000: %q", soft, got)
		}
	}
}

// If the heap keeps growing but no place gains objects, the container with most of the growth is reported. No text denies a leak.
func TestUnevenGrowth(t *testing.T) {
	var states []*trace.Heap
	for point, size := range []int{1000, 1200, 1400, 1600, 1800, 2000} {
		b := tracetest.NewHeap()
		add, text := fieldList(b, "app.Editor", "documents", 200), b.PrimitiveType("byte[]", 1)
		count := 100 - point%2*40
		for range count {
			add(b.Array(text, size*1000/count))
		}
		states = append(states, b.Heap())
	}
	report, _ := explored(t, heaps("uneven", states...))
	f := findingOf(t, report, findings.RuleGrowth)
	if f.Growth.Owner != "field app.Editor.documents" || f.Grade != findings.Grows || strings.Contains(report.Text, "No leak") {
		t.Errorf("%s %q %+v", report.Text, f.Title, f.Growth)
	}
}

// TestFinalPointIsNotJudged checks that objects released at the end of the program hide no leak.
func TestFinalPointIsNotJudged(t *testing.T) {
	for _, final := range []bool{false, true} {
		r := heaps("ended", caches(100), caches(600), caches(1100), caches(1600), caches(2100), caches(10))
		r.Points[5].Final = final
		report, _ := explored(t, r)
		if f := ofRule(report, findings.RuleLeak); (f != nil) != final {
			t.Errorf("final %v: %+v", final, f)
		}
		if looked := report.Recording.Looked; final && (len(looked) != 5 || looked[4] != 5) {
			t.Errorf("looked at GC points %v", looked)
		}
	}
}
