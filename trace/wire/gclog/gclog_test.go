package gclog_test

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"memcity/trace/tracetest/recorded"
	"memcity/trace/wire/gclog"
)

const ms = time.Millisecond

// young is a young GC of G1 that ends at 1.381 s, without decorations.
const young = "GC(3) Pause Young (Normal) (G1 Evacuation Pause)\n" +
	"GC(3) Pause Young (Normal) (G1 Evacuation Pause) 6M->2M(48M) 4.500ms\n"

// TestDecorations reads the same GC with many kinds of decorations.
func TestDecorations(t *testing.T) {
	gc := gclog.GC{Number: 3, Start: 1376500 * time.Microsecond, End: 1381 * ms, Pause: 4500 * time.Microsecond, Kind: "Young (Normal)",
		Cause:  "G1 Evacuation Pause",
		Before: 6 << 20, After: 2 << 20, Capacity: 48 << 20}
	none := gc
	none.Start, none.End = 0, 0
	dated := gc
	dated.Start, dated.End = 0, 0
	const unix = 1768475045341 // 2026-01-15T11:04:05.341Z
	for decoration, want := range map[string]gclog.Log{
		"[1.381s][info][gc] ":            {Timed: true, FromStart: true},
		"[1.381s] ":                      {Timed: true, FromStart: true},
		"[1,381s][info ][gc          ] ": {Timed: true, FromStart: true},
		"[1381ms][gc] ":                  {Timed: true, FromStart: true},
		"[1381000000ns][gc] ":            {Timed: true, FromStart: true},
		"[2026-01-15T12:04:05.341+0100][1.381s][info][gc] ":                       {Timed: true, FromStart: true, StartUnix: unix - 1381},
		"[2026-01-15T11:04:05.341+0000][1381ms][5596][5597][info][gc,start    ] ": {Timed: true, FromStart: true, StartUnix: unix - 1381},
		"[1.381s][1768475045341ms][machine][12][34][debug][gc] ":                  {Timed: true, FromStart: true, StartUnix: unix - 1381},
		"[2026-01-15T11:04:05.341+0000] ":                                         {Timed: true, StartUnix: unix},
		"[1768475045341ms] ":                                                      {Timed: true, StartUnix: unix},
		"":                                                                        {},
	} {
		log := read(t, decoration+strings.ReplaceAll(young, "\nGC", "\n"+decoration+"GC"))
		expected := gc
		switch {
		case !want.Timed:
			expected = none
		case !want.FromStart:
			expected = dated
		}
		if len(log.GCs) != 1 || log.GCs[0] != expected {
			t.Errorf("%q: read %+v", decoration, log.GCs)
		}
		if log.Timed != want.Timed || log.FromStart != want.FromStart || log.StartUnix != want.StartUnix || log.Skipped != 0 || log.Lines != 2 {
			t.Errorf("%q: the log is %+v", decoration, log)
		}
	}
}

// TestTexts reads a GC of each kind.
func TestTexts(t *testing.T) {
	const mb = 1 << 20
	for _, test := range []struct {
		text string
		want gclog.GC
	}{
		{"[1.0s] GC(0) Pause Young (G1 Evacuation Pause) 24M->4M(256M) 8.5ms",
			gclog.GC{Start: 991500 * time.Microsecond, End: 1000 * ms, Pause: 8500 * time.Microsecond, Kind: "Young",
				Cause: "G1 Evacuation Pause", Before: 24 * mb, After: 4 * mb, Capacity: 256 * mb}},
		{"[1.0s] GC(0) Pause Initial Mark (G1 Humongous Allocation) 24M->4M(256M) 8ms",
			gclog.GC{Start: 992 * ms, End: 1000 * ms, Pause: 8 * ms, Kind: "Initial Mark", Cause: "G1 Humongous Allocation", Before: 24 * mb,
				After: 4 * mb, Capacity: 256 * mb}},
		{"[1.0s] GC(0) Pause Full (System.gc()) 1G->512K(2G) 1.5s",
			gclog.GC{Start: 0, End: 1000 * ms, Pause: 1500 * ms, Kind: "Full", Cause: "System.gc()", Before: 1 << 30, After: 512 << 10,
				Capacity: 2 << 30}},
		{"[1.0s] GC(0) DefNew: 13184K->1600K(14784K)\n[1.0s] GC(0) Tenured: 100K->1518K(32768K)\n[1.0s] GC(0) Pause Young (Allocation Failure) 12M->3M(46M) 10ms",
			gclog.GC{Start: 990 * ms, End: 1000 * ms, Pause: 10 * ms, Kind: "Young", Cause: "Allocation Failure", Before: 13284 << 10,
				After: 3118 << 10, Capacity: 47552 << 10}},
		{"[1.0s] GC(4) Concurrent Mark Cycle\n[1.1s] GC(4) Pause Remark 21M->17M(36M) 2.0ms\n[1.2s] GC(4) Pause Cleanup 18M->18M(36M) 1.0ms\n[1.3s] GC(4) Concurrent Mark Cycle 300.000ms",
			gclog.GC{Number: 4, Start: 1000 * ms, End: 1300 * ms, Pause: 3 * ms, Kind: "Concurrent Mark Cycle", Before: 21 * mb, After: 17 * mb,
				Capacity: 36 * mb, Concurrent: true}},
		{"[1.0s] GC(0) Garbage Collection (Warmup)\n[1.0s] GC(0) Pause Mark Start 0.5ms\n[1.1s] GC(0)  Capacity:       48M (100%)         48M (100%)         48M (100%)         40M (83%)         48M (100%)         48M (100%)   \n[1.1s] GC(0) Garbage Collection (Warmup) 6M(12%)->4M(8%)",
			gclog.GC{Start: 999500 * time.Microsecond, End: 1100 * ms, Pause: 500 * time.Microsecond, Kind: "Garbage Collection",
				Cause: "Warmup", Before: 6 * mb, After: 4 * mb, Capacity: 40 * mb, Concurrent: true}},
		{"[1.0s] GC(0) Major Collection (System.gc())\n[1.1s] GC(0) O: Pause Mark End 0.5ms\n[1.1s] GC(0) Major Collection (System.gc()) 6M(12%)->4M(8%) 0.100s",
			gclog.GC{Start: 1000 * ms, End: 1100 * ms, Pause: 500 * time.Microsecond, Kind: "Major Collection", Cause: "System.gc()",
				Before: 6 * mb, After: 4 * mb, Concurrent: true}},
		{"[0.9s] Trigger (Young): Free (34304K) is below initial threshold (34406K)\n[1.0s] GC(0) Concurrent reset (Young) 10ms\n[1.0s] GC(0) Pause Init Mark 1ms\n[1.1s] GC(0) Concurrent cleanup (Young) 13M->10M(48M) 0.1ms\n[1.2s] GC(0) Concurrent cleanup (Young) 11M->3M(48M) 0.1ms",
			gclog.GC{Start: 990 * ms, End: 1200 * ms, Pause: ms, Kind: "Concurrent (Young)", Cause: "Free is below initial threshold",
				Before: 13 * mb, After: 3 * mb, Capacity: 48 * mb, Concurrent: true}},
		{"[0.9s] Cancelling GC: Allocation Failure\n[1.0s] GC(7) Pause Degenerated GC (Mark) 44M->12M(48M) 30ms",
			gclog.GC{Number: 7, Start: 970 * ms, End: 1000 * ms, Pause: 30 * ms, Kind: "Degenerated GC (Mark)", Cause: "Allocation Failure",
				Before: 44 * mb, After: 12 * mb, Capacity: 48 * mb}},
		{"[1.0s] GC(2) Pause Initial Mark 20M->20M(48M) 3ms\n[1.1s] GC(2) Concurrent Mark 100ms\n[1.2s] GC(2) Pause Remark 21M->21M(48M) 2ms\n[1.3s] GC(2) Concurrent Reset 1ms",
			gclog.GC{Number: 2, Start: 997 * ms, End: 1300 * ms, Pause: 5 * ms, Kind: "Concurrent", Before: 20 * mb, After: 20 * mb,
				Capacity: 48 * mb, Concurrent: true}},
	} {
		log := read(t, test.text+"\n")
		if len(log.GCs) != 1 || log.GCs[0] != test.want || log.Skipped != 0 {
			t.Errorf("%s\nread %+v (%d skipped)\nwant %+v", test.text, log.GCs, log.Skipped, test.want)
		}
	}
}

// TestLegacy reads lines of JDK 8.
func TestLegacy(t *testing.T) {
	const kb = 1 << 10
	for _, test := range []struct {
		text string
		want []gclog.GC
	}{
		{"0.500: [GC (Allocation Failure) [PSYoungGen: 65536K->10720K(76288K)] 65536K->12345K(251392K), 0.0123000 secs] [Times: user=0.02 sys=0.01, real=0.01 secs] ",
			[]gclog.GC{{Start: 500 * ms, End: 512300 * time.Microsecond, Pause: 12300 * time.Microsecond, Kind: "Young",
				Cause: "Allocation Failure", Before: 65536 * kb, After: 12345 * kb, Capacity: 251392 * kb}}},
		{"[GC (Allocation Failure)  65536K->12345K(251392K), 0.0100000 secs]",
			[]gclog.GC{{End: 10 * ms, Pause: 10 * ms, Kind: "Young", Cause: "Allocation Failure", Before: 65536 * kb, After: 12345 * kb,
				Capacity: 251392 * kb}}},
		{"2026-01-15T12:04:05.341+0100: 1.000: [Full GC (System.gc()) 2026-01-15T12:04:05.341+0100: 1.000: [Tenured: 3000K->2900K(174784K), 0.0100000 secs] 4000K->2900K(253440K), [Metaspace: 2600K->2600K(1056768K)], 0.0110000 secs] [Times: user=0.01 sys=0.00, real=0.01 secs] ",
			[]gclog.GC{{Start: 1000 * ms, End: 1011 * ms, Pause: 11 * ms, Kind: "Full", Cause: "System.gc()", Before: 4000 * kb,
				After: 2900 * kb, Capacity: 253440 * kb}}},
		{"0.500: [GC pause (G1 Evacuation Pause) (young), 0.0120000 secs]\n   [Parallel Time: 10.0 ms, GC Workers: 4]\n   [Eden: 24.0M(24.0M)->0.0B(13.0M) Survivors: 0.0B->3072.0K Heap: 24.0M(256.0M)->21.5M(256.0M)]\n [Times: user=0.04 sys=0.00, real=0.01 secs] ",
			[]gclog.GC{{Start: 500 * ms, End: 512 * ms, Pause: 12 * ms, Kind: "Young (young)", Cause: "G1 Evacuation Pause", Before: 24 << 20,
				After: 43 << 19, Capacity: 256 << 20}}},
		{"2.300: #7: [GC (Allocation Failure) 2.300: [ParNew\nDesired survivor size 1343488 bytes, new threshold 4 (max 4)\n- age   1:     968320 bytes,     968320 total\n: 18816K->1315K(18816K), 0,0070000 secs] 18816K->1315K(102200K), 0,0080000 secs] [Times: user=0,02 sys=0,01, real=0,01 secs] ",
			[]gclog.GC{{Start: 2300 * ms, End: 2308 * ms, Pause: 8 * ms, Kind: "Young", Cause: "Allocation Failure", Before: 18816 * kb,
				After: 1315 * kb, Capacity: 102200 * kb}}},
		{"0.500: [GC pause (G1 Humongous Allocation) (young) (initial-mark) 20M->10M(64M), 0.0010000 secs]\n0.501: [GC concurrent-root-region-scan-start]\n0.600: [GC concurrent-mark-end, 0.0012 secs]\n0.700: [GC remark 0.700: [Finalize Marking, 0.001 secs] 0.701: [Unloading, 0.001 secs], 0.0030000 secs]\n [Times: user=0.00 sys=0.00, real=0.00 secs] \n0.800: [GC cleanup 30M->20M(64M), 0.0010000 secs]\n",
			[]gclog.GC{{Start: 500 * ms, End: 501 * ms, Pause: ms, Kind: "Young (young) (initial-mark)", Cause: "G1 Humongous Allocation",
				Before: 20 << 20, After: 10 << 20, Capacity: 64 << 20},
				{Number: 1, Start: 501 * ms, End: 801 * ms, Pause: 4 * ms, Kind: "Concurrent Mark Cycle", Before: 30 << 20, After: 20 << 20,
					Capacity: 64 << 20, Concurrent: true}}},
		{"1.300: [GC (CMS Initial Mark) [1 CMS-initial-mark: 10812K(86016K)] 11468K(124736K), 0.0010000 secs] [Times: user=0.00 sys=0.00, real=0.00 secs] \n1.301: [CMS-concurrent-mark-start]\n1.400: [CMS-concurrent-mark: 0.035/0.035 secs] [Times: user=0.07 sys=0.00, real=0.03 secs] \n1.500: [GC (CMS Final Remark) [YG occupancy: 100 K (38720 K)]1.500: [Rescan (parallel) , 0.0010 secs]1.501: [weak refs processing, 0.0000 secs] [1 CMS-remark: 10812K(86016K)] 10912K(124736K), 0.0020000 secs] [Times: user=0.01 sys=0.00, real=0.00 secs] \n1.600: [CMS-concurrent-reset: 0.001/0.001 secs] [Times: user=0.00 sys=0.00, real=0.00 secs] \n",
			[]gclog.GC{{Start: 1300 * ms, End: 1600 * ms, Pause: 3 * ms, Kind: "Concurrent", Before: 11468 * kb, After: 11468 * kb,
				Capacity: 124736 * kb, Concurrent: true}}},
	} {
		log := read(t, test.text+"\n")
		if !reflect.DeepEqual(log.GCs, test.want) || log.Skipped != 0 {
			t.Errorf("%s\nread %+v (%d skipped)\nwant %+v", test.text, log.GCs, log.Skipped, test.want)
		}
		if !gclog.Sniff([]byte("OpenJDK 64-Bit Server VM (25.392-b08) for linux-amd64\n" + test.text + "\n")) {
			t.Errorf("%s\nis not found to be a log", test.text)
		}
	}
}

// TestLegacyHistogram reads the histogram that JDK 8 prints before a full GC, in the middle of its line.
func TestLegacyHistogram(t *testing.T) {
	const text = "0.5: [Full GC (System.gc()) 0.5: [Class Histogram (before full gc): \n num     #instances         #bytes  class name\n" +
		"----------------------------------------------\n   1:            10            240  java.lang.String\nTotal            10            240\n" +
		", 0.0123 secs]0.51: [Tenured: 3000K->2900K(174784K), 0.01 secs] 4000K->2900K(253440K), [Metaspace: 2600K->2600K(1056768K)], 0.0250 secs] [Times: user=0.01 sys=0.00, real=0.01 secs] \n"
	r := &gclog.Reader{}
	found := ""
	r.Found = func(h gclog.Histogram) { found += fmt.Sprint(h.After, " ", string(h.Text)) }
	if err := r.Read(strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(found, "false") || !strings.Contains(found, "java.lang.String\nTotal") {
		t.Errorf("the histogram is %q", found)
	}
	if l := r.Log(); len(l.GCs) != 1 || l.GCs[0].Before != 4000<<10 || l.GCs[0].Pause != 25*ms {
		t.Errorf("read %+v", l)
	}
}

// TestDamage checks that lines that are not part of a log are counted, and that the rest is read.
func TestDamage(t *testing.T) {
	var text strings.Builder
	for i := range 10 {
		fmt.Fprintf(&text, "[%d.000s][info][gc] GC(%d) Pause Young (Normal) (G1 Evacuation Pause) 6M->2M(48M) 4.500ms\n", i+1, i)
	}
	whole := text.String()
	lines := strings.SplitAfter(whole, "\n")
	for name, test := range map[string]struct {
		line          string
		skipped, lost int
	}{
		"printed":     {"hello from the program\n", 1, 0},
		"interleaved": {"hello [4.100s][info][gc] GC(9) Pause Young (Normal) (G1 Evacuation Pause) 6M->2M(48M) 4.500ms\n", 1, 0},
		"cut":         {"[4.100s][info][gc] GC(90) Pause Young (Normal) (G1 Evacuation Pause) 6M->2\n", 1, 0},
		"no bracket":  {"[4.100s\n", 1, 0},
		"long":        {"[4.100s][info][gc] " + strings.Repeat("x", 3*gclog.MaxLine) + "\n", 1, 0},
		"zeros":       {strings.Repeat("\x00", 300) + "\n", 1, 0},
		"empty":       {"\n\r\n", 0, 0},
		"no text":     {"[4.100s][info][gc,stats    ]\n", 0, 0},
		"lost":        {"4.1: [GC (Allocation Failure) [ParNew\n4.2: [GC (Allocation Failure)  6K->2K(48K), 0.0045 secs]\n", 1, -1},
		"other tags":  {"[4.100s][info][safepoint] Safepoint 4.500ms\n", 0, 0},
	} {
		log := read(t, strings.Join(lines[:4], "")+test.line+strings.Join(lines[4:], ""))
		if int(log.Skipped) != test.skipped || len(log.GCs) != 10-test.lost {
			t.Errorf("%s: %d lines skipped, %d GCs; want %d and %d", name, log.Skipped, len(log.GCs), test.skipped, 10-test.lost)
		}
		if test.skipped > 0 && test.lost == 0 && log.SkippedLine != 5 {
			t.Errorf("%s: line %d is the first that was skipped, want 5", name, log.SkippedLine)
		}
	}
	for n := range whole { // a log may end at any byte
		if log := read(t, whole[:n]); len(log.GCs) < n/(len(whole)/10+1)-1 {
			t.Fatalf("%d bytes have %d GCs", n, len(log.GCs))
		}
	}
}

// TestOpen checks that a GC without an end is left out.
func TestOpen(t *testing.T) {
	log := read(t, "[1.0s] GC(0) Pause Young (Normal) (X) 6M->2M(48M) 4ms\n[2.0s] GC(1) Pause Young (Normal) (X)\n")
	if len(log.GCs) != 1 || !log.Open {
		t.Errorf("read %+v", log)
	}
}

// TestFiles checks that a log in two files reads like one file, even if a GC begins in the first and ends in the second.
func TestFiles(t *testing.T) {
	const text = "[1.0s] GC(0) Concurrent Mark Cycle\n[1.5s] GC(0) Pause Remark 6M->2M(48M) 4ms\n[2.0s] GC(0) Concurrent Mark Cycle 1000ms\n"
	r := &gclog.Reader{}
	at := strings.Index(text, "[2")
	for _, part := range []string{text[:at], text[at:]} {
		if err := r.Read(strings.NewReader(part)); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := r.Log(), read(t, text); !reflect.DeepEqual(got, want) {
		t.Errorf("two files are %+v\none is %+v", got, want)
	}
}

// TestRestart reads a log to which a restarted program has appended.
func TestRestart(t *testing.T) {
	run := func(date string) (text string) {
		for i := range 3 {
			text += fmt.Sprintf("[%s%02d.000+0000][%d.000s] GC(%d) Pause Young (Normal) (X) 6M->2M(48M) 4ms\n", date, i+10, i+10, i)
		}
		return text
	}
	log := read(t, run("2026-01-15T11:04:")+run("2026-01-15T11:05:"))
	if len(log.GCs) != 6 || log.Restarts != 1 {
		t.Fatalf("read %+v", log)
	}
	for i, g := range log.GCs {
		want := time.Duration(i%3+10) * time.Second
		if i >= 3 {
			want += time.Minute
		}
		if g.End != want || g.Number != uint32(i) {
			t.Errorf("GC %d ended at %v with number %d, want %v", i, g.End, g.Number, want)
		}
	}
}

func TestStalls(t *testing.T) {
	log := read(t, "[1.0s][info][gc] Allocation Stall (main) 2.5ms\n[1.1s][info][gc] GC(0) Garbage Collection (X) 6M(12%)->4M(8%)\n[1.2s][info][gc] Allocation Stall (x\n")
	want := []gclog.Stall{{Start: 997500 * time.Microsecond, End: 1000 * ms}}
	if !reflect.DeepEqual(log.Stalls, want) || log.Skipped != 1 {
		t.Errorf("read %+v", log)
	}
}

func TestSniff(t *testing.T) {
	for text, want := range map[string]bool{
		"[0.013s][info][gc] Using Serial\n":                    true,
		"[0.013s][info][gc,init] CPUs: 2 total, 2 available\n": true,
		"Using G1\n":      true,
		"Using nothing\n": false,
		"hello\n[0.1s] GC(0) Pause Young (X) 6M->2M(48M) 4.5ms\n": true,
		"[1, 2, 3]\n":                           false,
		"[{\"time\": 1}]\n":                     false,
		"":                                      false,
		"[0.013s][info][gc] Using Serial":       false, // not a complete line
		"[0.013s][info][gc] Using Serial\n\x00": false,
		"2026-01-15 12:00:00 INFO [main] started\n[info] Using X\n": false,
	} {
		if got := gclog.Sniff([]byte(text)); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

func TestReadFails(t *testing.T) {
	want := errors.New("the disk is gone")
	if err := (&gclog.Reader{}).Read(failing{want}); err != want {
		t.Errorf("reading ends with %v", err)
	}
}

// FuzzRead reads text whole and in two parts, and checks invariants that hold for any text.
func FuzzRead(f *testing.F) {
	for _, text := range recorded.Files(f, ".log") {
		text = text[max(0, bytes.Index(text, []byte("GC(0)"))-200):]
		f.Add(string(text[:min(len(text), 1<<10)])) // small, since fuzzing minimizes inputs first
	}
	f.Add("0.500: [GC pause (G1 Evacuation Pause) (young), 0.0120000 secs]\n   [Eden: 24.0M(24.0M)->0.0B(13.0M) Survivors: 0.0B->3072.0K Heap: 24.0M(256.0M)->21.5M(256.0M)]\n")
	f.Add("1.3: [GC (CMS Initial Mark) [1 CMS-initial-mark: 10812K(86016K)] 11468K(124736K), 0.001 secs]\n1.6: [CMS-concurrent-reset: 0.001/0.001 secs]\n")
	f.Add("gc 1 @0.000s 13%: 0.10+0.29+0.008 ms clock, 0.20+0.11/0.088/0.10+0.017 ms cpu, 3->4->0 MB, 4 MB goal, 0 MB stacks, 0 MB globals, 2 P\nrequest 7\n")
	f.Fuzz(func(t *testing.T, text string) {
		gclog.Sniff([]byte(text))
		log := read(t, text)
		if log.Lines < int64(strings.Count(text, "\n")) || log.Skipped > log.Lines || len(log.GCs) > len(text) {
			t.Fatalf("%d lines, %d skipped, %d GCs", log.Lines, log.Skipped, len(log.GCs))
		}
		last := time.Duration(0)
		for i, g := range log.GCs {
			if g.Start < 0 || g.End < g.Start || g.Pause < 0 || g.Before < 0 || g.After < 0 || g.Capacity < 0 || i > 0 && g.End < last {
				t.Fatalf("GC %d is %+v", i, g)
			}
			last = g.End
		}
		if at := strings.IndexByte(text, '\n') + 1; at > 0 {
			r := &gclog.Reader{}
			r.Read(strings.NewReader(text[:at]))
			r.Read(strings.NewReader(text[at:]))
			if got := r.Log(); !reflect.DeepEqual(got, log) {
				t.Fatalf("two files are %+v\none is %+v", got, log)
			}
		}
	})
}

// BenchmarkRead reads recorded logs of every collector, each repeatedly, as if the program had been restarted.
func BenchmarkRead(b *testing.B) {
	for name, text := range recorded.Files(b, ".log") {
		b.Run(name, func(b *testing.B) {
			long := strings.Repeat(string(text), 1+(4<<20)/len(text))
			b.SetBytes(int64(len(long)))
			for b.Loop() {
				read(b, long)
			}
		})
	}
}
