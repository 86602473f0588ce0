package open_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/opened"
	"memcity/trace/wire/hprof"
)

// dumpAt returns a small heap dump with a time in ms since 1970.
func dumpAt(name string, unix int64) trace.File {
	d := tracetest.NewDump()
	d.Time = unix
	node := d.Class("app/Node", tracetest.Ref("next"))
	d.Instance(node, 0)
	d.Root(hprof.RootStickyClass, node.ID)
	return d.File(name)
}

// TestJoin opens dumps together with a log and a flight recording of the same time.
func TestJoin(t *testing.T) {
	log, _ := opened.Files(t, opened.Recorded(t, "25-counts.log"))
	flight, _ := opened.Files(t, opened.Recorded(t, "25-counts.jfr"))
	// Dumps 1 ms after the end of some GCs.
	var dumps []trace.File
	var want []uint32
	for i := 2; i < len(log.GCs); i += 4 {
		dumps = append(dumps, dumpAt(fmt.Sprintf("%d.hprof", i), log.StartUnix+log.GCs[i].End.Milliseconds()+1))
		want = append(want, log.GCs[i].Number)
	}
	for name, test := range map[string]struct {
		more     []trace.File
		gcs      int
		life     bool
		warnings string
	}{
		"log":    {[]trace.File{opened.Recorded(t, "25-counts.log")}, len(log.GCs), false, "its counts by type were skipped"},
		"flight": {[]trace.File{opened.Recorded(t, "25-counts.jfr")}, len(flight.GCs), true, "its counts by type and object samples were skipped"},
		"both": {[]trace.File{opened.Recorded(t, "25-counts.log"), opened.Recorded(t, "25-counts.jfr")}, len(flight.GCs), true,
			"25-counts.log: only its pauses before and after the other files were added"},
	} {
		rec, warnings := opened.Files(t, append(slices.Clone(test.more), dumps...)...)
		if len(rec.GCs) != test.gcs || (rec.Life != nil) != test.life || rec.Knows.Has(trace.KnowsAllocations) != test.life ||
			rec.Format != "hprof" || len(rec.Points) != len(dumps) {
			t.Fatalf("%s: %d GCs, %d points, life %v", name, len(rec.GCs), len(rec.Points), rec.Life != nil)
		}
		if !strings.Contains(warnings, test.warnings) || strings.Contains(warnings, "like the others") {
			t.Errorf("%s: warnings %s", name, warnings)
		}
		for i, p := range rec.Points {
			if name == "log" && p.GC != want[i] || p.GC < want[i] && p.GC != 0 {
				t.Errorf("%s: GC %d had ended at point %d, want %d", name, p.GC, i, want[i])
			}
			unix := rec.StartUnix + int64(p.Time)
			if at := slices.IndexFunc(log.GCs, func(g trace.GC) bool { return g.Number == want[i] }); unix != log.StartUnix+
				log.GCs[at].End.Milliseconds()+1 {
				t.Errorf("%s: point %d is at %d", name, i, unix)
			}
			if h, _, err := p.Load(t.Context(), nil); err != nil || h.Len() == 0 {
				t.Errorf("%s: point %d: %v", name, i, err)
			}
		}
		for _, g := range rec.GCs {
			if g.Start < 0 {
				t.Errorf("%s: GC %d starts at %v", name, g.Number, g.Start)
			}
		}
	}
}

// TestJoinEvents opens a flight recording with a log without the time of day. Both times start at the start of the program.
func TestJoinEvents(t *testing.T) {
	rec, warnings := opened.Files(t, opened.Recorded(t, "25-g1.log"), opened.Recorded(t, "25-g1.jfr"))
	if rec.Format != "flight recording" || !strings.Contains(warnings, "25-g1.log: only its GCs before and after those of the other files were added") {
		t.Errorf("format %q, warnings %s", rec.Format, warnings)
	}
	log, _ := opened.Files(t, opened.Recorded(t, "25-g1.log"))
	for _, g := range rec.GCs { // the clocks agree
		i := slices.IndexFunc(log.GCs, func(l trace.GC) bool { return l.Number == g.Number })
		if d := log.GCs[i].End - g.End; !g.Concurrent && (d > 25*time.Millisecond || d < -25*time.Millisecond) {
			t.Errorf("GC %d ended at %v, by the log at %v", g.Number, g.End, log.GCs[i].End)
		}
	}
}

// TestNotJoined checks the reasons why inputs cannot be joined.
func TestNotJoined(t *testing.T) {
	log, _ := opened.Files(t, opened.Recorded(t, "25-counts.log"))
	const plain = "GC(0) Pause Young (Normal) (X) 6M->2M(48M) 4ms\n"
	at := log.StartUnix + 1000
	for name, test := range map[string]struct {
		dump trace.File
		more trace.File
		want string
	}{
		"no date": {dumpAt("a.hprof", at), opened.Recorded(t, "25-g1.log"),
			"25-g1.log: its times cannot be compared with those of the other files: it does not give the time of day"},
		"no time": {dumpAt("a.hprof", at), trace.MemoryFile("x.log", []byte(plain)), "x.log: it has no times"},
		"another run": {dumpAt("a.hprof", at+3_600_000), opened.Recorded(t, "25-counts.log"),
			"25-counts.log: skipped: it was recorded at a different time, so it belongs to another run"},
		"dump": {dumpAt("a.hprof", 0), opened.Recorded(t, "25-counts.log"), "the heap states have no times"},
	} {
		rec, warnings := opened.Files(t, test.dump, test.more)
		if !strings.Contains(warnings, test.want) || len(rec.GCs) > 0 || len(rec.Points) != 1 {
			t.Errorf("%s: %d GCs, warnings %s", name, len(rec.GCs), warnings)
		}
	}
	// If no heap state is readable, the inputs with GCs are opened.
	rec, warnings := opened.Files(t, trace.MemoryFile("bad.hprof", []byte("JAVA PROFILE 9.9.9\x00")), opened.Recorded(t, "25-g1.log"))
	if len(rec.GCs) == 0 || !strings.Contains(warnings, "bad.hprof") {
		t.Errorf("%d GCs, warnings %s", len(rec.GCs), warnings)
	}
}
