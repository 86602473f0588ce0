package gclog_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/trace"
	"memcity/trace/open"
	"memcity/trace/tracetest/opened"
	"memcity/trace/tracetest/recorded"
	"memcity/trace/wire/gclog"
)

func TestOpen(t *testing.T) {
	rec, warnings := opened.Files(t, opened.Recorded(t, "25-g1.log"))
	if warnings != "" || rec.Format != "GC log" || len(rec.Points) > 0 || !rec.Knows.Has(trace.KnowsTimes) {
		t.Errorf("format %q, %d points, warnings %s", rec.Format, len(rec.Points), warnings)
	}
	if rec.Recorded == nil || !strings.HasPrefix(rec.Recorded.VM, "25.") || !strings.HasSuffix(rec.Recorded.VM, ", G1") {
		t.Errorf("recorded by %+v", rec.Recorded)
	}
	pauses := 0
	last := time.Duration(0)
	for i, g := range rec.GCs {
		if g.End < last || g.Number == 0 || !g.Concurrent && (g.Pause <= 0 || g.After <= 0) {
			t.Errorf("GC %d is %+v", i, g)
		}
		if last = g.End; !g.Concurrent {
			pauses++
		}
	}
	text := string(recorded.File(t, "25-g1.log"))
	if want := strings.Count(text, "Pause Young") + strings.Count(text, "Pause Full"); 2*pauses != want { // each has a line at its start and at its end
		t.Errorf("%d pauses, the log has %d lines of them", pauses, want)
	}
	err := rec.NoStates()
	want := fmt.Sprintf("test: it has %d GCs, but no heap states to group; open it together with heap dumps of the same run", len(rec.GCs))
	if err == nil || err.Error() != want {
		t.Errorf("it is shown as %v", err)
	}
}

// TestHistograms checks that class histograms after full GCs become GC points.
func TestHistograms(t *testing.T) {
	text := string(recorded.File(t, "25-counts.log"))
	rec, warnings := opened.Files(t, trace.MemoryFile("a.log", []byte(text)))
	var want []string
	for i, part := range strings.Split(text, "Class Histogram (after full gc)") {
		if i%2 == 1 { // from the title to the last line
			lines := strings.Split(part, "\n")
			total := strings.Fields(lines[len(lines)-2])
			want = append(want, strings.Join(total[len(total)-2:], " "))
		}
	}
	var got []string
	for _, p := range rec.Points {
		objects, bytes := int64(0), int64(0)
		for _, c := range p.Counts {
			objects += c.Objects
			bytes += c.Bytes
		}
		got = append(got, fmt.Sprint(objects, " ", bytes))
		at := slices.IndexFunc(rec.GCs, func(g trace.GC) bool { return g.Number == p.GC })
		if at < 0 || rec.GCs[at].Kind != "Full" || trace.Millis(rec.GCs[at].End.Milliseconds())-p.Time > 10 {
			t.Errorf("the point at %d ms is of GC %d", p.Time, p.GC)
		}
	}
	if len(want) == 0 || !slices.Equal(got, want) || warnings != "" || rec.NoStates() != nil {
		t.Errorf("points %q, want %q, warnings %s", got, want, warnings)
	}
}

// TestRotatedLogs checks that the files of a log are joined, regardless of the order of their names, and that a log of another run is left
// out.
func TestRotatedLogs(t *testing.T) {
	text := string(recorded.File(t, "25-g1.log"))
	lines := strings.SplitAfter(text, "\n")
	part := func(from, to int) []byte { return []byte(strings.Join(lines[from:to], "")) }
	n := len(lines)
	whole, _ := opened.Files(t, trace.MemoryFile("gc.log", []byte(text)))
	parts := []trace.File{trace.MemoryFile("gc.log", part(2*n/3, n)), trace.MemoryFile("gc.log.0", part(n/3, 2*n/3)),
		trace.MemoryFile("gc.log.1", part(0, n/3))}
	rec, warnings := opened.Files(t, parts...)
	if !slices.Equal(rec.GCs, whole.GCs) || warnings != "" || !slices.Equal(rec.Files, []string{"gc.log.1", "gc.log.0", "gc.log"}) {
		t.Errorf("files %q have %d GCs, want %d; warnings %s", rec.Files, len(rec.GCs), len(whole.GCs), warnings)
	}
	rec, warnings = opened.Files(t, append(parts, opened.Recorded(t, "25-parallel.log"))...)
	if !strings.Contains(warnings, "It belongs to another run and was skipped") || len(rec.GCs) < 5 {
		t.Errorf("%d GCs, warnings %s", len(rec.GCs), warnings)
	}
}

// TestStalls checks that the time in which threads waited for memory is no pause, and counts once for several threads.
func TestStalls(t *testing.T) {
	rec, _ := opened.Files(t, trace.MemoryFile("z.log", []byte("[0.9s][info][gc] Using The Z Garbage Collector\n"+
		"[1.010s][info][gc] Allocation Stall (main) 10.0ms\n[1.015s][info][gc] Allocation Stall (other) 10.0ms\n"+
		"[1.100s][info][gc] GC(0) Garbage Collection (Allocation Stall) 6M(12%)->4M(8%)\n"+
		"[1.200s][info][gc] GC(1) Garbage Collection (Allocation Rate) 6M(12%)->4M(8%)\n[1.300s][info][gc] Allocation Stall (main) 3.0ms\n")))
	if len(rec.GCs) != 2 || rec.GCs[0].Stalled != 15*time.Millisecond || rec.GCs[1].Stalled != 3*time.Millisecond ||
		rec.GCs[0].Pause != 0 || len(rec.Stops) != 0 {
		t.Errorf("GCs are %+v", rec.GCs)
	}
}

func TestFaults(t *testing.T) {
	const line = "[1.0s][info][gc] GC(0) Pause Young (Normal) (X) 6M->2M(48M) 4ms\n"
	for name, test := range map[string]struct{ text, want string }{
		"printed": {line + "hello\n", "a.log: 1 of 2 lines are damaged or not from a GC log and were skipped, the first at line 2"},
		"no time": {"Using G1\nGC(0) Pause Young (Normal) (X) 6M->2M(48M) 4ms\n", "a.log: its lines have no times"},
		"again":   {"[9.0s][info][gc] GC(4) Pause Young (Normal) (X) 6M->2M(48M) 4ms\n" + line, "(restarts: 1)"},
	} {
		rec, warnings := opened.Files(t, trace.MemoryFile("a.log", []byte(test.text)))
		if !strings.Contains(warnings, test.want) || len(rec.GCs) == 0 {
			t.Errorf("%s: %d GCs, warnings %s", name, len(rec.GCs), warnings)
		}
	}
	_, err := open.Files(t.Context(), "x", []trace.File{trace.MemoryFile("a.log", []byte("[0.013s][info][gc] Using Serial\n"))}, nil)
	if err == nil || err.Error() != "a.log: the log contains no completed GC" {
		t.Errorf("a log without GCs: %v", err)
	}
}

// BenchmarkOpen compares opening a log with reading its lines.
func BenchmarkOpen(b *testing.B) {
	text := strings.Repeat(string(recorded.File(b, "25-g1.log")), 400)
	b.Run("open", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			if _, err := open.Files(b.Context(), "x", []trace.File{trace.MemoryFile("a.log", []byte(text))}, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("lines", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			r := &gclog.Reader{}
			if err := r.Read(strings.NewReader(text)); err != nil {
				b.Fatal(err)
			}
		}
	})
}
