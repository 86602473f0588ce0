package gclog_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestInterruptedPauses checks that a pause has its duration and sizes although other lines interrupt its line, and that an interrupting
// line about a concurrent cycle counts, too.
func TestInterruptedPauses(t *testing.T) {
	const ended = " 512M->100M(1024M), 25.1234560 secs]\n"
	const age = "Desired survivor size 1048576 bytes, new threshold 7 (max 15)\n- age   1:     123456 bytes,     123456 total\n"
	for _, test := range []struct{ name, text, want string }{
		{"whole", "1.5: [Full GC (System.gc())" + ended, "Full 25.123456s 512M-100M"},
		{"the sizes on the next line", "1.5: [Full GC (System.gc()) 1.6: [GC concurrent-mark-start]\n" + ended + "30.1: [GC concurrent-mark-end, 0.5 secs]\n" +
			"30.2: [GC remark, 0.25 secs]\n30.3: [GC cleanup 90M->80M(1024M), 0.125 secs]\n", "Full 25.123456s 512M-100M, Concurrent Mark Cycle 375ms 90M-80M"},
		{"whole lines between", "1.5: [GC pause (young)\n1.6: [GC concurrent-root-region-scan-start]\n1.7: [GC concurrent-root-region-scan-end, 0.1 secs]\n" +
			", 0.5000000 secs]\n31.0: [GC concurrent-mark-abort]\n", "Young 500ms 0M-0M, Concurrent Mark Cycle 0s 0M-0M"},
		{"ages", "1.5: [GC (Allocation Failure) \n" + age + ended, "Young 25.123456s 512M-100M"},
		{"ages of G1", "1.5: [GC pause (G1 Evacuation Pause) (young)\n" + age + ", 0.0120000 secs]\n", "Young (young) 12ms 0M-0M"},
		{"ages and sizes of G1", "1.5: [GC pause (G1 Evacuation Pause) (young)\n" + age + " 24M->21M(256M), 0.0120000 secs]\n", "Young (young) 12ms 24M-21M"},
		{"other numbers", "1.5: [Full GC (System.gc())\n12 apples\n12.5 secs ago\n" + ended, "Full 25.123456s 512M-100M"},
		{"the rest of the pause after a concurrent line", "1.5: [GC pause (young)1.6: [GC concurrent-root-region-scan-start]\n" +
			"1.7: [GC concurrent-root-region-scan-end, 0.1 secs] (to-space exhausted), 0.5000000 secs]\n2.1: [GC concurrent-mark-abort]\n",
			"Young 500ms 0M-0M, Concurrent Mark Cycle 0s 0M-0M"},
		{"a concurrent line without a time", "1.5: [GC pause (young)\n[GC concurrent-mark-start]\n 1.6: [G1Ergonomics (CSet Construction) start choosing CSet]\n" +
			", 0.5000000 secs]\n", "Concurrent Mark Cycle 0s 0M-0M, Young 500ms 0M-0M"},
		{"a remark alone", "1.5: [GC remark, 0.25 secs]\n", "Concurrent 250ms 0M-0M"},
		{"a first pause alone", "1.5: [GC (CMS Initial Mark) [1 CMS-initial-mark: 10M(64M)] 11M(96M), 0.25 secs]\n", "Concurrent 250ms 11M-11M"},
	} {
		var got []string
		log := read(t, test.text)
		for _, g := range log.GCs {
			got = append(got, fmt.Sprintf("%s %v %dM-%dM", g.Kind, g.Pause, g.Before>>20, g.After>>20))
		}
		if strings.Join(got, ", ") != test.want || log.Skipped > 0 {
			t.Errorf("%s: %v, %d skipped, want %s", test.name, got, log.Skipped, test.want)
		}
	}
}

// TestShenandoah8 reads logs of Shenandoah of JDK 8, with and without lines about the starts of phases.
func TestShenandoah8(t *testing.T) {
	cycle := func(from time.Duration, phases ...string) string {
		var b strings.Builder
		for i, p := range phases {
			at := from + time.Duration(i)*100*time.Millisecond
			fmt.Fprintf(&b, "2022-08-17T16:20:47.680+0800: %.3f: [%s]\n    Using 1 of 2 workers\n", at.Seconds(), p)
		}
		return b.String()
	}
	phases := []string{"Pause Init Mark (process weakrefs), 3.000 ms", "Concurrent marking (process weakrefs), 80.0 ms", "Pause Final Mark, 4.000 ms",
		"Concurrent cleanup 160M->136M(163M), 0.092 ms", "Pause Final Update Refs, 0.250 ms", "Concurrent cleanup 190M->162M(194M), 0.077 ms"}
	withStarts := func(phases []string) (all []string) {
		for _, p := range phases {
			name, _, _ := strings.Cut(strings.ReplaceAll(p, " 160M->136M(163M)", ""), ",")
			all = append(all, name+", start", p)
		}
		return all
	}
	reset := append([]string{"Concurrent reset, 0.333 ms"}, phases...)
	const cycleText = "Concurrent (process weakrefs) 7.25ms 160M-162M"
	for _, test := range []struct{ name, text, want string }{
		{"one", cycle(time.Second, phases...), cycleText}, {"with reset", cycle(time.Second, reset...), cycleText},
		{"with starts", cycle(time.Second, withStarts(reset)...), cycleText},
		{"two", cycle(time.Second, reset...) + cycle(9*time.Second, reset...), cycleText + ", " + cycleText},
		{"two without reset", cycle(time.Second, withStarts(phases)...) + cycle(9*time.Second, withStarts(phases)...), cycleText + ", " + cycleText},
		{"full", cycle(time.Second, reset...) + cycle(9*time.Second, "Pause Full (System.gc()), start", "Pause Full (System.gc()) 90M->20M(194M), 12.5 ms") +
			cycle(20*time.Second, "Pause Full 90M->20M(194M), 1.5 ms"), cycleText + ", Full 12.5ms 90M-20M, Full 1.5ms 90M-20M"},
		{"cancelled", cycle(time.Second, "Pause Init Mark, 3.0 ms") + "2.0: [Concurrent marking\n    Cancelling GC: Allocation Failure\n, 714.003 ms]\n" +
			cycle(3*time.Second, "Pause Degenerated GC (Mark) 90M->20M(194M), 8.0 ms"), "Concurrent 3ms 0M-0M, Degenerated GC (Mark) 8ms 90M-20M"},
	} {
		var got []string
		log := read(t, test.text)
		for _, g := range log.GCs {
			got = append(got, fmt.Sprintf("%s %v %dM-%dM", g.Kind, g.Pause, g.Before>>20, g.After>>20))
		}
		if strings.Join(got, ", ") != test.want || log.Skipped > 0 {
			t.Errorf("%s: %v, %d skipped\nwant %s", test.name, got, log.Skipped, test.want)
		}
	}
}
