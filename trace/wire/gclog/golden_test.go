package gclog_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"memcity/trace/tracetest/golden"
	"memcity/trace/tracetest/recorded"
	"memcity/trace/tracetest/testrun"
	"memcity/trace/wire/gclog"
)

// describe writes the complete content of a log.
func describe(w *strings.Builder, log *gclog.Log, found []string) {
	fmt.Fprintf(w, "%s, %s; timed %v, from start %v, started %d, %v to %v\n", log.Collector, log.Version, log.Timed, log.FromStart,
		log.StartUnix, log.First, log.Last)
	fmt.Fprintf(w, "%d lines, %d skipped from %d, %d restarts, open %v\n", log.Lines, log.Skipped, log.SkippedLine, log.Restarts, log.Open)
	for _, g := range log.GCs {
		how := ""
		if g.Concurrent {
			how = " concurrent"
		}
		fmt.Fprintf(w, "%d %v-%v pause %v %s (%s) %d->%d(%d)%s\n", g.Number, g.Start, g.End, g.Pause, g.Kind, g.Cause, g.Before, g.After,
			g.Capacity, how)
	}
	for _, s := range log.Stalls {
		fmt.Fprintf(w, "stall %v-%v\n", s.Start, s.End)
	}
	for _, h := range found {
		fmt.Fprintln(w, h)
	}
}

func readAll(t *testing.T, text string) (*gclog.Log, []string) {
	t.Helper()
	var found []string
	r := &gclog.Reader{Found: func(h gclog.Histogram) {
		found = append(found, fmt.Sprintf("histogram at %v, GC %d, after %v: %d bytes, %d lines", h.At, h.Number, h.After, len(h.Text),
			strings.Count(string(h.Text), "\n")))
	}}
	if err := r.Read(strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	return r.Log(), found
}

// TestRecordedInFull records the complete content of the logs of all collectors.
func TestRecordedInFull(t *testing.T) {
	var w strings.Builder
	logs := recorded.Files(t, ".log")
	for _, name := range slices.Sorted(maps.Keys(logs)) {
		fmt.Fprintf(&w, "\n== %s: ", name)
		log, found := readAll(t, string(logs[name]))
		describe(&w, log, found)
	}
	golden.File(t, "recorded.txt", w.String())
}

// TestWithoutLines records the content of logs without every seventh line, with different first lines.
func TestWithoutLines(t *testing.T) {
	var w strings.Builder
	logs := recorded.Files(t, ".log")
	for i, name := range slices.Sorted(maps.Keys(logs)) {
		fmt.Fprintf(&w, "\n== %s: ", name)
		var text strings.Builder
		n := 0
		for line := range strings.Lines(string(logs[name])) {
			if n++; n > 400 {
				break
			}
			if (n+i)%7 != 0 {
				text.WriteString(line)
			}
		}
		log, found := readAll(t, text.String())
		describe(&w, log, found)
	}
	golden.File(t, "gaps.txt", w.String())
}

// TestDamagedTexts records the content of lines of each kind with something missing or added.
func TestDamagedTexts(t *testing.T) {
	var w strings.Builder
	for _, text := range []string{
		"[2026-01-15T12:04:05.341+0130][1.381s][info][gc     ] GC(3) Pause Young (Normal) (G1 Evacuation Pause) 6M->2M(48M) 4.500ms\n",
		"[1768475045341ms][1381ms][debug][gc,start] GC(3) Pause Full (System.gc())\n[1768475045349ms][1389ms][debug][gc] GC(3) Pause Full (System.gc()) 6.5M->2K(1G) 4.5ms\n",
		"[5,334s] GC(22) Concurrent Mark Cycle\n[5,350s] GC(22) Pause Remark 21M->17M(36M) 2,585ms\n[5,370s] GC(22) Concurrent Mark Cycle 70,289ms\n",
		"[0.442s][info][gc] GC(0) Garbage Collection (Warmup)\n[0.463s][info][gc] Allocation Stall (main) 1.953ms\n[0.542s][info][gc] GC(0) Garbage Collection (Warmup) 6M(12%)->4M(8%)\n",
		"2026-01-02T03:04:05.678+0000: 0.123: #7: [GC (Allocation Failure) --[PSYoungGen: 65K->10K(76K)] 65K->12K(251K), 0.0123 secs]\n",
		"0.500: [GC pause (G1 Evacuation Pause) (young), 0.0120000 secs]\n   [Eden: 24.0M(24.0M)->0.0B(13.0M) Heap: 24.0M(256.0M)->21.5M(256.0M)]\n",
		"1.300: [GC (CMS Initial Mark) [1 CMS-initial-mark: 10K(86K)] 11K(124K), 0.0010 secs]\n1.301: [CMS-concurrent-mark-start]\n1.500: [GC (CMS Final Remark) [1 CMS-remark: 9K(86K)] 9K(124K), 0.0020 secs]\n1.600: [CMS-concurrent-reset: 0.001/0.001 secs]\n",
		"5.1: [GC remark, 0.003 secs]\n0.2: [GC concurrent-mark-start]\n0.3: [GC cleanup 30M->20M(64M), 0.001 secs]\n",
	} {
		fmt.Fprintf(&w, "\n== %s", text)
		w.WriteString(testrun.DamageTable([]byte(text), func(text []byte) string {
			log, found := readAll(t, string(text))
			var w strings.Builder
			describe(&w, log, found)
			fmt.Fprintf(&w, "sniffed %v", gclog.Sniff(text))
			return strings.ReplaceAll(w.String(), "\n", "; ")
		}, testrun.Delete, testrun.Double, testrun.Line))
	}
	golden.File(t, "damage.txt", w.String())
}
