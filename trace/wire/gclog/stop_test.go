package gclog_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/trace/tracetest/recorded"
	"memcity/trace/wire/gclog"
)

// stopsText lists stops: the GC or "safepoint", start and duration in microseconds, kind and cause.
func stopsText(log *gclog.Log) string {
	var list []string
	for s := range log.Stops.All() {
		of := fmt.Sprint("GC ", s.Number)
		if s.Safepoint {
			of = "safepoint"
		}
		list = append(list, fmt.Sprintf("%s at %d for %d %s (%s)", of, s.Start.Microseconds(), (s.End-s.Start).Microseconds(), s.Kind, s.Cause))
	}
	return strings.Join(list, "\n")
}

// TestStops checks the stops of each kind of line.
func TestStops(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"parts of a cycle", "[1.010s][info][gc] GC(0) Pause Young (Concurrent Start) (G1 Humongous Allocation) 6M->2M(48M) 5.000ms\n" +
			"[1.011s][info][gc] GC(1) Concurrent Mark Cycle\n[1.020s][info][gc] GC(1) Pause Remark 21M->17M(36M) 2.500ms\n" +
			"[1.030s][info][gc] GC(2) Pause Young (Normal) (G1 Evacuation Pause) 6M->2M(48M) 1.500ms\n" +
			"[1.050s][info][gc] GC(1) Pause Cleanup 17M->17M(36M) 0.250ms\n[1.060s][info][gc] GC(1) Concurrent Mark Cycle 49.000ms\n",
			"GC 0 at 1005000 for 5000 Young (Concurrent Start) (G1 Humongous Allocation)\nGC 1 at 1017500 for 2500 Remark ()\n" +
				"GC 2 at 1028500 for 1500 Young (Normal) (G1 Evacuation Pause)\nGC 1 at 1049750 for 250 Cleanup ()"},
		{"cause of a cycle", "[1.010s][info][gc] Trigger: Free (2M) is below minimum threshold (4M)\n[1.020s][info][gc] GC(0) Concurrent reset 0.100ms\n" +
			"[1.021s][info][gc] GC(0) Pause Init Mark 0.500ms\n[1.031s][info][gc] GC(0) Pause Final Mark 0.750ms\n" +
			"[1.032s][info][gc] Cancelling GC: Allocation Failure\n[1.045s][info][gc] GC(1) Pause Degenerated GC (Mark) 20M->8M(40M) 10.000ms\n",
			"GC 0 at 1020500 for 500 Init Mark (Free is below minimum threshold)\nGC 0 at 1030250 for 750 Final Mark (Free is below minimum threshold)\n" +
				"GC 1 at 1035000 for 10000 Degenerated GC (Mark) (Allocation Failure)"},
		{"safepoints of JDK 11", "[1.000s][info][safepoint] Entering safepoint region: RevokeBias\n[1.000s][info][safepoint] Leaving safepoint region\n" +
			"[1.001s][info][safepoint] Total time for which application threads were stopped: 0.0007500 seconds, Stopping threads took: 0.0000280 seconds\n" +
			"[1.010s][info][safepoint] Entering safepoint region: G1CollectForAllocation\n[1.015s][info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 6M->2M(48M) 5.000ms\n" +
			"[1.016s][info][safepoint] Total time for which application threads were stopped: 0.0050100 seconds, Stopping threads took: 0.0000280 seconds\n" +
			"[1.020s][info][safepoint] Total time for which application threads were stopped: 0.0010000 seconds, Stopping threads took: 0.0000280 seconds\n",
			"safepoint at 1000250 for 750  (RevokeBias)\nGC 0 at 1010000 for 5000 Young (Normal) (G1 Evacuation Pause)\nsafepoint at 1019000 for 1000  ()"},
		{"safepoints of JDK 17", "[1.015s][info][gc] GC(0) Pause Full (System.gc()) 6M->2M(48M) 5.000ms\n" +
			"[1.015s][info][safepoint] Safepoint \"G1CollectFull\", Time since last: 5 ns, Reaching safepoint: 20000 ns, Cleanup: 7 ns, At safepoint: 5100000 ns, Total: 5120000 ns\n" +
			"[1.020s][info][safepoint] Safepoint \"HandshakeAllThreads\", Time since last: 5 ns, Reaching safepoint: 1000 ns, At safepoint: 1999000 ns, Total: 2000000 ns\n",
			"GC 0 at 1010000 for 5000 Full (System.gc())\nsafepoint at 1018000 for 2000  (HandshakeAllThreads)"},
		{"shorter than the pause", "[1.015s][info][gc] GC(0) Pause Full (System.gc()) 6M->2M(48M) 5.000ms\n" +
			"[1.020s][info][safepoint] Safepoint \"ICBufferFull\", Time since last: 5 ns, Reaching safepoint: 1000 ns, At safepoint: 1999000 ns, Total: 4989999 ns\n",
			"GC 0 at 1010000 for 5000 Full (System.gc())\nsafepoint at 1015010 for 4989  (ICBufferFull)"},
		{"as long as the pause but for rounding", "[1.015s][info][gc] GC(0) Pause Full (System.gc()) 6M->2M(48M) 5.000ms\n" +
			"[1.020s][info][safepoint] Safepoint \"G1CollectFull\", Time since last: 5 ns, Reaching safepoint: 1000 ns, At safepoint: 1999000 ns, Total: 4990000 ns\n",
			"GC 0 at 1010000 for 5000 Full (System.gc())"},
		{"JDK 8", "1.000: [GC (Allocation Failure) [PSYoungGen: 65K->10K(76K)] 65K->12K(251K), 0.0100000 secs]\n" +
			"1.010: Total time for which application threads were stopped: 0.0101000 seconds, Stopping threads took: 0.0000100 seconds\n" +
			"1.020: Total time for which application threads were stopped: 0.0010000 seconds, Stopping threads took: 0.0000100 seconds\n",
			"GC 0 at 1000000 for 10000 Young (Allocation Failure)\nsafepoint at 1019000 for 1000  ()"},
		{"CMS", "1.300: [GC (CMS Initial Mark) [1 CMS-initial-mark: 10K(86K)] 11K(124K), 0.0010000 secs]\n1.301: [CMS-concurrent-mark-start]\n" +
			"1.400: [GC (Allocation Failure) 1.400: [ParNew: 65K->10K(76K), 0.0030000 secs] 65K->12K(251K), 0.0030000 secs]\n" +
			"1.500: [GC (CMS Final Remark) [1 CMS-remark: 9K(86K)] 9K(124K), 0.0020000 secs]\n1.600: [CMS-concurrent-reset: 0.001/0.001 secs]\n",
			"GC 0 at 1300000 for 1000 Initial Mark ()\nGC 1 at 1400000 for 3000 Young (Allocation Failure)\nGC 0 at 1500000 for 2000 Final Remark ()"},
		{"G1 of JDK 8", "1.000: [GC pause (G1 Evacuation Pause) (young) (initial-mark), 0.0040000 secs]\n1.005: [GC concurrent-root-region-scan-start]\n" +
			"1.100: [GC remark, 0.0030000 secs]\n1.200: [GC cleanup 30M->20M(64M), 0.0010000 secs]\n",
			"GC 0 at 1000000 for 4000 Young (young) (initial-mark) (G1 Evacuation Pause)\nGC 1 at 1100000 for 3000 Remark ()\nGC 1 at 1200000 for 1000 Cleanup ()"},
	} {
		log, _ := readAll(t, c.text)
		if got := stopsText(log); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
		if log.Skipped != 0 {
			t.Errorf("%s: %d lines are skipped", c.name, log.Skipped)
		}
	}
}

// TestDamagedStops checks that lines about safepoints without a duration are counted as skipped.
func TestDamagedStops(t *testing.T) {
	for _, text := range []string{"[1.020s][info][safepoint] Safepoint \"ICBufferFull\", Time since last: 5 ns\n",
		"[1.020s][info][safepoint] Safepoint \"ICBufferFull, Total: 5 ns\n", "[1.020s][info][safepoint] Safepoint \"A\", Total: 5 ms\n",
		"1.020: Total time for which application threads were stopped: 0.0\n", "1.020: Total time for which application threads were stopped: x seconds\n"} {
		if log, _ := readAll(t, text); log.Skipped != 1 || log.Stops.Len() != 0 {
			t.Errorf("%q: %d lines skipped, %d stops", text, log.Skipped, log.Stops.Len())
		}
	}
}

var pauseLine = regexp.MustCompile(`(?m)\] GC\(\d+\) (?:[YyO]: )?Pause .* [\d.]+ms$`)

// TestStopsOfLogs checks that real logs of all collectors have a stop for each line with a pause, and that the pause of a GC is the sum of
// its stops.
func TestStopsOfLogs(t *testing.T) {
	logs := recorded.Files(t, ".log")
	for _, name := range slices.Sorted(maps.Keys(logs)) {
		log, _ := readAll(t, string(logs[name]))
		sums, count := map[uint32]time.Duration{}, 0
		for s := range log.Stops.All() {
			if !s.Safepoint {
				count++
				sums[s.Number] += s.End - s.Start
			}
		}
		if want := len(pauseLine.FindAll(logs[name], -1)); want > 0 && count != want {
			t.Errorf("%s: %d stops, want %d", name, count, want)
		}
		for _, g := range log.GCs {
			if sums[g.Number] != g.Pause {
				t.Errorf("%s: the stops of GC %d take %v, want %v", name, g.Number, sums[g.Number], g.Pause)
			}
		}
	}
}
