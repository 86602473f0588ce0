package findings

import (
	"strings"
	"testing"
	"time"

	"memcity/trace"
)

// TestPauses checks the facts and the rows of a report about stops.
func TestPauses(t *testing.T) {
	const ms = time.Millisecond
	r := &trace.Recording{Knows: trace.KnowsTimes, GCs: []trace.GC{{Number: 3, Start: 0, End: 100 * ms, Concurrent: true, Pause: 9 * ms, Stalled: 40 * ms},
		{Number: 4, Start: 200 * ms, End: 206 * ms, Pause: 6 * ms}},
		Stops: []trace.Stop{{Start: 10 * ms, End: 14 * ms, GC: 3, Kind: "Init Mark", Cause: "<free>"}, {Start: 90 * ms, End: 95 * ms, GC: 3, Kind: "Final Mark"},
			{Start: 200 * ms, End: 206 * ms, GC: 4}, {Start: 300 * ms, End: 301 * ms, Safepoint: true, Cause: "RevokeBias"}}}
	p := pausesOf(r)
	want := "3 pauses of GCs, 15 ms in all, longest 6 ms. Percentiles: 50 %: 5 ms, 90 %: 6 ms, 95 %: 6 ms, 99 %: 6 ms, 99.9 %: 6 ms.\n" +
		"1 concurrent GC stopped the program, for at most 9 ms in one GC.\n" +
		"1 stop for something other than a GC, 1 ms in all, longest 1 ms. Percentiles: 50 %: 1 ms, 90 %: 1 ms, 95 %: 1 ms, 99 %: 1 ms, 99.9 %: 1 ms.\n" +
		"Threads waited for memory for 40 ms in all, for at most 40 ms until a GC ended."
	if got := strings.Join(p.Facts, "\n"); got != want {
		t.Errorf("facts:\n%s\nwant\n%s", got, want)
	}
	rows := []pauseRow{{"0.200 s", "6 ms", "GC 4", ""}, {"0.090 s", "5 ms", "GC 3, Final Mark", ""}, {"0.010 s", "4 ms", "GC 3, Init Mark", "<free>"},
		{"0.300 s", "1 ms", "safepoint", "RevokeBias"}}
	for i, row := range p.Rows {
		if row != rows[i] {
			t.Errorf("row %d is %q, want %q", i, row, rows[i])
		}
	}
	if n := strings.Count(string(p.Chart), `class="curve`); n != 4 || !p.Safepoints {
		t.Errorf("%d bars, safepoints %v", n, p.Safepoints)
	}
	r.Knows = 0
	if p := pausesOf(r); p.Chart != "" || p.Rows[0].At != "" {
		t.Errorf("without times: row %q, chart %q", p.Rows[0], p.Chart)
	}
	sums := pausesOf(&trace.Recording{GCs: r.GCs[:1]})
	want = "1 concurrent GC stopped the program, for at most 9 ms in one GC.\n" +
		"This input has only the sum of the pauses of 1 concurrent GC. A GC log or flight recording lists them.\n" +
		"Threads waited for memory for 40 ms in all, for at most 40 ms until a GC ended."
	if got := strings.Join(sums.Facts, "\n"); got != want || len(sums.Rows) > 0 || sums.Chart != "" {
		t.Errorf("only a sum:\n%s\nwant\n%s", got, want)
	}
	if pausesOf(&trace.Recording{}) != nil {
		t.Error("a recording without GCs has pauses")
	}
}

// TestLongestStops checks that a chart with many stops keeps the longest.
func TestLongestStops(t *testing.T) {
	var stops []trace.Stop
	for i := range 3 * maxStopBars {
		start := time.Duration(i) * time.Second
		stops = append(stops, trace.Stop{Start: start, End: start + time.Duration(1+i%7)})
	}
	stops[5].End += 100
	end := stops[len(stops)-1].End
	kept := longestStops(stops, end)
	if len(kept) > maxStopBars || len(kept) < maxStopBars/2 || kept[1].Took() != 106 {
		t.Errorf("%d stops, the second takes %d", len(kept), kept[1].Took())
	}
	if got := longestStops(stops[:maxStopBars], end); len(got) != maxStopBars {
		t.Errorf("%d of %d stops", len(got), maxStopBars)
	}
}
