package guide

import (
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/analysis/guide/findings"
	"memcity/analysis/window"
	"memcity/trace"
)

// gcs returns GCs half a second long and a second apart, given the bytes that each leaves.
func gcs(kind, cause string, capacity int64, after ...int64) (list []trace.GC) {
	for i, n := range after {
		start := time.Duration(i) * time.Second
		list = append(list, trace.GC{Number: uint32(i + 1), Kind: kind, Cause: cause, Start: start, End: start + time.Second/2, Pause: time.Second / 2,
			Before: 1000, After: n, Capacity: capacity})
	}
	return list
}

// waitedGCs returns concurrent GCs for which threads waited, as the counters of a VM report them.
func waitedGCs(capacity int64, after ...int64) []trace.GC {
	list := gcs("Z concurrent cycle pauses", "Allocation Stall", capacity, after...)
	for i := range list {
		list[i].Concurrent, list[i].Pause = true, time.Millisecond
	}
	return list
}

// TestFull checks that a heap is full if enough full GCs up to the end leave nearly all of it.
func TestFull(t *testing.T) {
	grown := gcs("Pause Full", "Ergonomics", 1000, 950, 950, 950)
	grown[1].Capacity = 979 // another capacity
	young := append(gcs("Pause Young", "", 1000, 50, 400), gcs("Pause Full", "", 1000, 900, 950, 990)...)
	stalled := gcs("Major Collection", "Allocation Stall", 1000, 950, 950, 950)
	background := gcs("Major Collection", "Proactive", 1000, 950, 950, 950)
	for i := range stalled {
		stalled[i].Concurrent, background[i].Concurrent = true, true
	}
	short, shorter := gcs("Pause Full", "Ergonomics", 0, 950, 950, 950, 950, 950), gcs("Pause Full", "Ergonomics", 0, 950, 950, 950, 950, 950)
	generation, lesser := gcs("Pause Full", "Ergonomics", 1000, 700, 700, 700, 700, 700), gcs("Pause Full", "Ergonomics", 1000, 700, 700, 700, 700, 700)
	for i := range short {
		generation[i].Pause, lesser[i].Pause = 270*time.Millisecond, 269*time.Millisecond
		short[i].Pause, shorter[i].Pause = 90*time.Millisecond, 89*time.Millisecond // of 4.5 s
	}
	once := func(second time.Duration, after ...int64) []trace.GC { // starting at the given second
		list := gcs("Pause Full", "", 1000, after...)
		for i := range list {
			list[i].Start, list[i].End = list[i].Start+second*time.Second, list[i].End+second*time.Second
		}
		return list
	}
	counted, unknown := waitedGCs(1000, 950, 950, 950), gcs("Pause Full", "", 1000, 950, 0, 950, 0, 0, 950, 0)
	for _, test := range []struct {
		name string
		gcs  []trace.GC
		want string // title; empty if the heap is not full
	}{
		{"no GCs", nil, ""},
		{"two full GCs", gcs("Pause Full", "", 1000, 950, 950), ""},
		{"three", gcs("Pause Full", "", 1000, 950, 950, 950), "The heap is full: 95 % is in use after full GCs"},
		{"just full", gcs("Pause Full", "", 1000, 900, 900, 900), "The heap is full: 90 % is in use after full GCs"},
		{"nearly full", gcs("Pause Full", "", 1000, 900, 899, 900), ""},
		{"full for the last three", gcs("Pause Full", "", 1000, 849, 900, 900, 900), "The heap is full: 90 % is in use after full GCs"},
		{"full on average", gcs("Pause Full", "", 1000, 850, 900, 950), "The heap is full: 90 % is in use after full GCs"},
		{"up from much less", young, "The heap is full: 95 % is in use after full GCs, up from 5 %"},
		{"requested", gcs("Pause Full", "System.gc()", 1000, 950, 950, 950), "The heap is full: 95 % is in use after full GCs"},
		{"released at the end", gcs("Pause Full", "", 1000, 950, 950, 950, 950, 100), "The heap was full from 0 s to 3.5 s: 95 % was in use after full GCs"},
		{"for a while", slices.Concat(once(0, 100), once(1, 950, 950, 950), once(49, 100)), "The heap was full from 1.0 s to 3.5 s: 95 % was in use after full GCs, up from 10 %"},
		{"for less than a twentieth", slices.Concat(once(0, 100), once(1, 950, 950, 950), once(50, 100)), ""},
		{"for two while", slices.Concat(once(0, 950, 950, 950), once(10, 100), once(20, 950, 950, 950, 950), once(30, 100)),
			"The heap was full from 20.0 s to 23.5 s: 95 % was in use after full GCs, up from 10 %"},
		{"for a while and at the end", slices.Concat(once(0, 950, 950, 950, 950), once(10, 100), once(20, 950, 950, 950)), "The heap is full: 95 % is in use after full GCs, up from 10 %"},
		{"concurrent for a while", append(slices.Clone(stalled), once(4, 100)...), ""},
		{"by counters", counted, ""},
		{"unknown in between", unknown, "The heap is full: 95 % is in use after full GCs"},
		{"two known", unknown[1:], ""},
		{"a capacity that still grows", grown, ""},
		{"young GCs", gcs("Pause Young", "", 1000, 950, 950, 950), ""},
		{"concurrent", background, ""},
		{"concurrent, while threads wait", stalled, "The heap is full: 95 % is in use after full GCs"},
		{"a full generation", gcs("Pause Full", "Ergonomics", 1000, 700, 700, 700, 700, 700), "The heap is full: 70 % is in use after full GCs, and GCs take 56 % of the time"},
		{"less than that", gcs("Pause Full", "Ergonomics", 1000, 700, 700, 700, 700, 699), ""},
		{"four of them", gcs("Pause Full", "Ergonomics", 1000, 700, 700, 700, 700), ""},
		{"five of them on request", gcs("Pause Full", "System.gc()", 1000, 700, 700, 700, 700, 700), ""},
		{"that take three tenths of the time", generation, "The heap is full: 70 % is in use after full GCs, and GCs take 30 % of the time"},
		{"that take less", lesser, ""},
		{"four without capacity", gcs("Pause Full", "Ergonomics", 0, 950, 950, 950, 950), ""},
		{"five without capacity", gcs("Pause Full", "Ergonomics", 0, 950, 950, 950, 950, 950), "The heap is full: full GCs free only 5 % of it"},
		{"five that take a tenth of the time", short, "The heap is full: full GCs free only 5 % of it"},
		{"five that take less", shorter, ""},
		{"five that free more", gcs("Pause Full", "Ergonomics", 0, 950, 950, 950, 950, 949), ""},
		{"five requested", gcs("Pause Full", "System.gc()", 0, 950, 950, 950, 950, 950), ""},
	} {
		f, ok := findFull(test.gcs)
		title := ""
		if ok {
			title = f.finding().Title
		}
		if title != test.want {
			t.Errorf("%s: %q, want %q", test.name, title, test.want)
		}
	}
}

// TestFullOverhead checks that only pauses of the GCs in the full heap count.
func TestFullOverhead(t *testing.T) {
	f, ok := findFull(gcs("Pause Full", "", 1000, 10, 950, 950, 950))
	if want := 1.5 / 2.5; !ok || f.overhead() != want {
		t.Errorf("%v, %v, want %v", f.overhead(), ok, want)
	}
}

// TestFullVerdict checks that no verdict on a full heap rules out a leak.
func TestFullVerdict(t *testing.T) {
	full := findings.Finding{Rule: findings.RuleFull, Grade: findings.Full, Title: "The heap is full: 95 % is in use after full GCs"}
	large := findings.Finding{Rule: findings.RuleHolder, Grade: findings.Large, Pile: &findings.Pile{Type: "app.Order", Owner: "static field app.Main.all"}}
	leak := findings.Finding{Rule: findings.RuleLeak, Grade: findings.Leaks, Growth: &findings.Pile{Type: "app.Order"}}
	for _, test := range []struct {
		list []findings.Finding
		want string
	}{
		{[]findings.Finding{full}, "The heap is full: 95 % is in use after full GCs. A full heap does not show whether the program leaks."},
		{[]findings.Finding{full, large}, "The heap is full: 95 % is in use after full GCs. A full heap does not show whether the program leaks. Largest holder: app.Order, held by the static field app.Main.all."},
		{[]findings.Finding{leak, full}, "Leaking: app.Order objects, more and more of them."},
	} {
		got := conclusion(&findings.Report{Verdict: findings.Verdict{Judged: true}, Findings: test.list})
		if got != test.want || strings.Contains(got, "No leak was found") {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

// TestFullByWaits checks that threads waiting for memory show a full heap only together with reachable sizes at GC points.
func TestFullByWaits(t *testing.T) {
	points := func(bytes ...int64) (list []window.Point) {
		for i, b := range bytes {
			list = append(list, window.Point{Time: time.Duration(i) * time.Second, Bytes: b})
		}
		return list
	}
	for _, test := range []struct {
		name   string
		gcs    []trace.GC
		points []window.Point
		found  bool
		want   liveAnswer
	}{
		{"full", waitedGCs(1000, 1000, 1000, 1000), points(850, 850), true, aliveFull},
		{"less", waitedGCs(1000, 1000, 1000, 1000), points(850, 849), true, aliveUnknown},
		{"one point", waitedGCs(1000, 1000, 1000, 1000), points(900), true, aliveUnknown},
		{"much less", waitedGCs(1000, 1000, 1000, 1000), points(700, 699), true, aliveLess},
		{"points of later", waitedGCs(1000, 1000, 1000, 1000), points(900, 900, 900, 0, 0), true, aliveFull},
		{"two GCs", waitedGCs(1000, 1000, 1000), nil, false, aliveUnknown},
		{"GCs that leave less", waitedGCs(1000, 1000, 899, 800), nil, false, aliveUnknown},
		{"no waits", gcs("Z concurrent cycle pauses", "Proactive", 1000, 1000, 1000, 1000), nil, false, aliveUnknown},
		{"of a log", gcs("Garbage Collection", "Allocation Stall", 1000, 1000, 1000, 1000), nil, false, aliveUnknown},
	} {
		f, ok := byWaits.longest(test.gcs, 1000)
		if ok != test.found || ok && f.judgeLive(test.points, nil) != test.want {
			t.Errorf("%s: found %v, want %v, %v", test.name, ok, test.found, test.want)
		}
	}
	f, _ := byWaits.longest(waitedGCs(1000, 1000, 1000, 1000), 1000)
	f.judgeLive(points(900, 900), nil)
	const want = "The heap is full: 90 % of it is reachable, and threads wait for memory"
	if got := f.finding(); got.Title != want || !strings.Contains(got.Explain[0], "Threads waited for memory in 3 GCs from 0 s to 2.5 s. At 2 GC points of that time, 900 bytes of 1.0 kB was reachable on average.") {
		t.Errorf("%s: %q", got.Title, got.Explain)
	}
}

// TestMostLive checks that sizes including garbage can show that less is reachable, but not that the heap is full. They count only without
// exact sizes.
func TestMostLive(t *testing.T) {
	points := func(bytes ...int64) (list []window.Point) {
		for i, b := range bytes {
			list = append(list, window.Point{Time: time.Duration(i) * time.Second, Bytes: b})
		}
		return list
	}
	for name, tt := range map[string]struct {
		exact, most []window.Point
		want        liveAnswer
	}{
		"much less":              {nil, points(700, 699), aliveLess},
		"just as much":           {nil, points(700, 700), aliveUnknown},
		"full of something":      {nil, points(990, 990), aliveUnknown},
		"one point":              {nil, points(100), aliveUnknown},
		"one exact point":        {points(900), points(100, 100), aliveLess},
		"exact points say other": {points(900, 900), points(100, 100), aliveFull},
	} {
		f, _ := byWaits.longest(waitedGCs(1000, 1000, 1000, 1000), 1000)
		if got := f.judgeLive(tt.exact, tt.most); got != tt.want {
			t.Errorf("%s: %v, want %v", name, got, tt.want)
		}
	}
}

// TestUndecidedFull checks that the program is not called healthy if threads wait and no GC point shows how much is reachable.
func TestUndecidedFull(t *testing.T) {
	for _, test := range []struct {
		after int64
		grade findings.Grade
		known bool
	}{{900, findings.Undecided, false}, {849, findings.Healthy, true}} {
		report, _ := explore(t, &recorded{Recording: &trace.Recording{Name: "counts", Names: trace.NewNames(), GCs: waitedGCs(1000, test.after, test.after, test.after, test.after)}})
		if report.Grade != test.grade || (report.FullUnknown == "") != test.known || !test.known && !strings.HasPrefix(report.Text, "Threads waited for memory, but") {
			t.Errorf("%d: %s: %s; %q", test.after, report.Grade, report.Text, report.Missing)
		}
	}
}

// TestUnknownOfFullHeap checks that texts omit facts that the GCs do not report, and that each size and share names its base.
func TestUnknownOfFullHeap(t *testing.T) {
	list := gcs("Pause Full", "", 1000, 990, 910, 900)
	f, _ := findFull(list)
	const known = "After the last of 3 full GCs from 0 s to 2.5 s, 900 bytes of 1.0 kB was in use. On average they freed 6.7 % of the heap."
	if got := f.finding().Explain[0]; got != known {
		t.Errorf("%q, want %q", got, known)
	}
	for i := range list {
		list[i].Before = 0
	}
	f, _ = findFull(list)
	finding := f.finding()
	if got, want := finding.Explain[0], known[:strings.Index(known, " On average")]; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if slices.ContainsFunc(finding.Numbers, func(n findings.FindingNumber) bool { return n.Name == "freed by full GCs" }) {
		t.Errorf("numbers %v", finding.Numbers)
	}
}

// TestFullAndQuiet checks that a report on a full heap does not claim that no leak was found, unless the heap was cleared.
func TestFullAndQuiet(t *testing.T) {
	for _, test := range []struct {
		after []int64
		grade findings.Grade
		text  string
		quiet bool
	}{
		{[]int64{950, 950, 950, 950, 950}, findings.Full, "The heap is full: 95 % is in use after full GCs. A full heap does not show whether the program leaks.", false},
		{[]int64{950, 950, 950, 950, 100}, findings.Full,
			"The heap was full from 0 s to 3.5 s: 95 % was in use after full GCs. The memory was freed by 4.5 s. If the program freed it only because it was shutting down, it may leak. Based on 5 GCs, from 500 ms to 4.5 s.", true},
	} {
		report, _ := explore(t, &recorded{Recording: &trace.Recording{Name: "log", Names: trace.NewNames(), GCs: gcs("Pause Full", "", 1000, test.after...)}})
		isQuiet := slices.ContainsFunc(report.Quiet, func(text string) bool { return strings.HasPrefix(text, "Leak: ") })
		if report.Grade != test.grade || report.Text != test.text || isQuiet != test.quiet || slices.Contains(report.Missing, growthHidden) == test.quiet {
			t.Errorf("%s: %s; %q, %q", report.Grade, report.Text, report.Quiet, report.Missing)
		}
	}
}
