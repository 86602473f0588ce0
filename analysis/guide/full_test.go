package guide

import (
	"strings"
	"testing"
	"time"

	"memcity/analysis/guide/findings"
	"memcity/trace"
)

// gcs makes GCs, a second apart and half a second long, by what they leave in bytes.
func gcs(kind, cause string, capacity int64, after ...int64) (list []trace.GC) {
	for i, n := range after {
		start := time.Duration(i) * time.Second
		list = append(list, trace.GC{Number: uint32(i + 1), Kind: kind, Cause: cause, Start: start, End: start + time.Second/2, Pause: time.Second / 2,
			Before: 1000, After: n, Capacity: capacity})
	}
	return list
}

// TestFull: a heap is full if enough full GCs up to the end leave nearly all of it.
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
	for _, test := range []struct {
		name string
		gcs  []trace.GC
		want string // title; empty if the heap is not full
	}{
		{"no GCs", nil, ""},
		{"two full GCs", gcs("Pause Full", "", 1000, 950, 950), ""},
		{"three", gcs("Pause Full", "", 1000, 950, 950, 950), "The heap is full: 95 % stays after full GCs"},
		{"just full", gcs("Pause Full", "", 1000, 900, 900, 900), "The heap is full: 90 % stays after full GCs"},
		{"nearly full", gcs("Pause Full", "", 1000, 900, 899, 900), ""},
		{"full for the last three", gcs("Pause Full", "", 1000, 849, 900, 900, 900), "The heap is full: 90 % stays after full GCs"},
		{"full on average", gcs("Pause Full", "", 1000, 850, 900, 950), "The heap is full: 90 % stays after full GCs"},
		{"up from much less", young, "The heap is full: 95 % stays after full GCs, up from 5 %"},
		{"requested", gcs("Pause Full", "System.gc()", 1000, 950, 950, 950), "The heap is full: 95 % stays after full GCs"},
		{"released at the end", gcs("Pause Full", "", 1000, 950, 950, 950, 950, 100), ""},
		{"a capacity that still grows", grown, ""},
		{"young GCs", gcs("Pause Young", "", 1000, 950, 950, 950), ""},
		{"concurrent", background, ""},
		{"concurrent, while threads wait", stalled, "The heap is full: 95 % stays after full GCs"},
		{"a full generation", gcs("Pause Full", "Ergonomics", 1000, 700, 700, 700, 700, 700), "The heap is full: 70 % stays after full GCs, and GCs take 56 % of the time"},
		{"less than that", gcs("Pause Full", "Ergonomics", 1000, 700, 700, 700, 700, 699), ""},
		{"four of them", gcs("Pause Full", "Ergonomics", 1000, 700, 700, 700, 700), ""},
		{"five of them on request", gcs("Pause Full", "System.gc()", 1000, 700, 700, 700, 700, 700), ""},
		{"that take three tenths of the time", generation, "The heap is full: 70 % stays after full GCs, and GCs take 30 % of the time"},
		{"that take less", lesser, ""},
		{"four without capacity", gcs("Pause Full", "Ergonomics", 0, 950, 950, 950, 950), ""},
		{"five without capacity", gcs("Pause Full", "Ergonomics", 0, 950, 950, 950, 950, 950), "The heap is full: full GCs free 5 % of it"},
		{"five that take a tenth of the time", short, "The heap is full: full GCs free 5 % of it"},
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

// TestFullOverhead: the time in pauses is that of the GCs of the full heap only.
func TestFullOverhead(t *testing.T) {
	f, ok := findFull(gcs("Pause Full", "", 1000, 10, 950, 950, 950))
	if want := 1.5 / 2.5; !ok || f.overhead() != want {
		t.Errorf("%v, %v, want %v", f.overhead(), ok, want)
	}
}

// TestFullVerdict: no verdict says that a full heap has no leak.
func TestFullVerdict(t *testing.T) {
	full := findings.Finding{Rule: findings.RuleFull, Grade: findings.Full, Title: "The heap is full: 95 % stays after full GCs"}
	large := findings.Finding{Rule: findings.RuleHolder, Grade: findings.Large, Pile: &findings.Pile{Type: "app.Order", Owner: "static field app.Main.all"}}
	leak := findings.Finding{Rule: findings.RuleLeak, Grade: findings.Leaks, Growth: &findings.Pile{Type: "app.Order"}}
	for _, test := range []struct {
		list []findings.Finding
		want string
	}{
		{[]findings.Finding{full}, "The heap is full: 95 % stays after full GCs. This does not show whether it leaks."},
		{[]findings.Finding{full, large}, "The heap is full: 95 % stays after full GCs. This does not show whether it leaks. Largest holder: app.Order, held by the static field app.Main.all."},
		{[]findings.Finding{leak, full}, "It leaks: app.Order objects keep growing in number."},
	} {
		got := conclusion(&findings.Report{Verdict: findings.Verdict{Judged: true}, Findings: test.list})
		if got != test.want || strings.Contains(got, "No leak was found") {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}
