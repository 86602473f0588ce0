package gclog_test

import (
	"bytes"
	"strconv"
	"strings"
	"testing"
	"time"

	"memcity/trace/tracetest/recorded"
	"memcity/trace/wire/gclog"
)

func read(t testing.TB, text string) *gclog.Log {
	t.Helper()
	r := &gclog.Reader{}
	if err := r.Read(strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	return r.Log()
}

func near[T int64 | time.Duration](a, b, by T) bool { return a-b <= by && b-a <= by }

// TestRecorded compares every GC in logs with flight recordings of the same runs.
func TestRecorded(t *testing.T) {
	logs := recorded.Files(t, ".log")
	compared := 0
	for name, text := range recorded.Files(t, ".txt") {
		log := read(t, string(logs[name]))
		if log.Skipped > 0 || !log.Timed || !log.FromStart || log.Collector == "" {
			t.Errorf("%s: %d lines were skipped, the first is %d; collector %q", name, log.Skipped, log.SkippedLine, log.Collector)
		}
		if !gclog.Sniff(logs[name][:min(4096, len(logs[name]))]) {
			t.Errorf("%s is not found to be a log", name)
		}
		gcs := map[uint32]gclog.GC{}
		for _, g := range log.GCs {
			gcs[g.Number] = g
		}
		for line := range strings.Lines(string(text)) {
			f := strings.Split(strings.TrimSpace(line), "\t")
			if f[0] != "gc" {
				continue
			}
			var n [8]int64
			for i := 1; i < 8; i++ {
				n[i], _ = strconv.ParseInt(f[i], 10, 64)
			}
			took, pause, before, after, kind := time.Duration(n[3]), time.Duration(n[4]), n[5], n[6], f[8]
			g, ok := gcs[uint32(n[1])]
			if !ok {
				t.Errorf("%s: GC %d (%s) is missing", name, n[1], kind)
				continue
			}
			compared++
			concurrent := kind == "Z" || strings.HasPrefix(kind, "ZGC") || kind == "G1Old" || kind == "Shenandoah"
			if g.Concurrent != concurrent {
				t.Errorf("%s: GC %d (%s) is concurrent: %v", name, n[1], kind, g.Concurrent)
			}
			if !near(g.Pause, pause, 300*time.Microsecond+pause/20) {
				t.Errorf("%s: GC %d (%s) has pauses of %v, want %v", name, n[1], kind, g.Pause, pause)
			}
			if !near(g.End-g.Start, took, 3*time.Millisecond+took/10) {
				t.Errorf("%s: GC %d (%s) took %v, want %v", name, n[1], kind, g.End-g.Start, took)
			}
			if concurrent && !strings.HasPrefix(kind, "Z") {
				continue // their sizes are those of pauses and cleanups in the cycle
			}
			if f[9] != g.Cause {
				t.Errorf("%s: GC %d has the cause %q, want %q", name, n[1], g.Cause, f[9])
			}
			if by := int64(1 << 20); !near(g.Before, before, by) || !near(g.After, after, by) {
				t.Errorf("%s: GC %d (%s) %d to %d, want %d to %d", name, n[1], kind, g.Before, g.After, before, after)
			}
		}
	}
	if compared < 60 {
		t.Errorf("only %d GCs were compared", compared)
	}
}

// TestShenandoahTotals compares with the totals that the collector prints at its end.
func TestShenandoahTotals(t *testing.T) {
	for _, name := range []string{"17-shenandoah", "25-shenandoah", "25-shenandoah-young"} {
		text := string(recorded.Files(t, ".log")[name])
		before, _, found := strings.Cut(strings.ToLower(text), " successful concurrent gcs")
		words := strings.Fields(before)
		want, err := strconv.Atoi(words[len(words)-1])
		if !found || err != nil {
			t.Fatalf("%s: there are no totals", name)
		}
		got := 0
		for _, g := range read(t, text).GCs {
			if g.Concurrent {
				got++
			}
		}
		if got != want {
			t.Errorf("%s: %d concurrent GCs, the log counts %d", name, got, want)
		}
	}
}

// TestRecordedHistograms checks the histograms before and after every full GC, with their totals.
func TestRecordedHistograms(t *testing.T) {
	text := recorded.Files(t, ".log")["25-counts"]
	r := &gclog.Reader{}
	before, after := 0, 0
	r.Found = func(h gclog.Histogram) {
		lines := strings.Split(strings.TrimSpace(string(h.Text)), "\n")
		if !strings.Contains(lines[0], "#instances") || !strings.HasPrefix(lines[len(lines)-1], "Total ") || len(lines) < 100 {
			t.Errorf("a histogram of %d lines from %q to %q", len(lines), lines[0], lines[len(lines)-1])
		}
		if h.After {
			after++
		} else {
			before++
		}
	}
	if err := r.Read(bytes.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	full := 0
	for _, g := range r.Log().GCs {
		if g.Kind == "Full" {
			full++
		}
	}
	if full == 0 || before != full || after != full {
		t.Errorf("%d histograms before and %d after %d full GCs", before, after, full)
	}
}
