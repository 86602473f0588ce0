package gclog_test

import (
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"memcity/trace/wire/gclog"
)

// TestLongLines checks that a line of MaxLine bytes is read and a longer one is skipped, and that reading continues after it. Source returns
// many bytes per call or one.
func TestLongLines(t *testing.T) {
	const gc = "[1.0s] GC(0) Pause Young (X) 6M->2M(48M) 4ms"
	for _, test := range []struct {
		length, skipped int
	}{
		{gclog.MaxLine - 1, 0}, {gclog.MaxLine, 0}, {gclog.MaxLine + 1, 1}, {2 * gclog.MaxLine, 1}, {4 * gclog.MaxLine, 1},
		{4*gclog.MaxLine + 1, 1}, {9 * gclog.MaxLine, 1},
	} {
		long := "[0.5s] " + strings.Repeat("x", test.length-len("[0.5s] "))
		for _, text := range []string{gc + "\n" + long, gc + "\n" + long + "\n", long + "\n" + gc, long + "\n" + long + "\n" + gc + "\n"} {
			for name, source := range map[string]io.Reader{"whole": strings.NewReader(text), "halves": iotest.HalfReader(strings.NewReader(text))} {
				r := &gclog.Reader{}
				if err := r.Read(source); err != nil {
					t.Fatal(err)
				}
				log := r.Log()
				skipped := test.skipped * strings.Count(text, long)
				lines := strings.Count(text, "\n")
				if !strings.HasSuffix(text, "\n") {
					lines++
				}
				if len(log.GCs) != 1 || log.Skipped != int64(skipped) || log.Lines != int64(lines) {
					t.Errorf("%s, %d bytes: %d GCs, %d of %d lines skipped, want %d of %d", name, test.length, len(log.GCs), log.Skipped, log.Lines,
						skipped, lines)
				}
			}
		}
	}
}

// TestEveryPrefix checks that a line may be cut at any byte.
func TestEveryPrefix(t *testing.T) {
	for _, text := range []string{
		"[1.0s] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 6M(12%)->2M(48M) 4.5ms",
		"[1.0s] GC(0) y:  Capacity:       48M (100%)         64M (100%)         80M (100%)         96M (100%)         96M (100%)",
		"[1.0s] GC(0)     Capacity:       48M (100%)         64M (100%)         80M (100%)         96M (100%)         96M (100%)",
		"[1.0s] GC(0) DefNew: 13184K(14784K)->1600K(14784K) Eden: 1K(2K)->0K(2K)",
		"[2026-01-15T12:04:05.341+0130][1.381s][1768475045341ms][info][gc,start ] Using G1",
		"[1.0s] GC(0) Cancelling GC: Allocation Failure",
		"[1.0s] Trigger: Free (2M) is below minimum threshold (4M). More",
		"2026-01-02T03:04:05.678+0000: 0.123: #7: [GC (Allocation Failure) --[PSYoungGen: 65K->10K(76K)] 65K->12K(251K), 0.0123 secs]",
		"1.3: [GC (CMS Initial Mark) [1 CMS-initial-mark: 10812K(86016K)] 11468K(124736K), 0.001 secs]",
		"0.5: [GC concurrent-mark-start]",
	} {
		for n := range len(text) + 1 {
			for _, before := range []string{"", "[0.5s] GC(0) Garbage Collection (Warmup)\n"} {
				log := read(t, before+text[:n]+"\n"+text+"\n")
				for _, g := range log.GCs {
					if g.Start < 0 || g.End < g.Start || g.Pause < 0 || g.Before < 0 || g.After < 0 || g.Capacity < 0 {
						t.Fatalf("%q: %+v", text[:n], g)
					}
				}
			}
		}
	}
}

// TestUnreported checks that sizes that a log does not report are 0.
func TestUnreported(t *testing.T) {
	for text, want := range map[string]gclog.GC{
		"Pause Young (X) 4ms":             {Kind: "Young", Cause: "X"},
		"Pause Young (X) 6M->2M":          {Kind: "Young", Cause: "X", Before: 6 << 20, After: 2 << 20},
		"Pause Young (X) 6M->2M 4ms":      {Kind: "Young", Cause: "X", Before: 6 << 20, After: 2 << 20},
		"Pause Young 6M->2M(48M) 4ms":     {Kind: "Young", Before: 6 << 20, After: 2 << 20, Capacity: 48 << 20},
		"Pause Young (X) 6M(9%)->2M(3%)":  {Kind: "Young", Cause: "X", Before: 6 << 20, After: 2 << 20},
		"Pause Young (X) 6M(9%)->2M(48M)": {Kind: "Young", Cause: "X", Before: 6 << 20, After: 2 << 20, Capacity: 48 << 20},
	} {
		want.Start, want.End = time.Second, time.Second
		if strings.HasSuffix(text, "ms") {
			want.Pause, want.Start = 4*ms, 996*ms
		}
		if log := read(t, "[1.0s] GC(0) "+text+"\n"); len(log.GCs) != 1 || log.GCs[0] != want {
			t.Errorf("%s: %+v, want %+v", text, log.GCs, want)
		}
	}
}

// TestZCapacity checks that the capacity of a cycle of ZGC is the fourth column, for all three layouts of the line. With fewer columns it is
// unknown.
func TestZCapacity(t *testing.T) {
	const columns = "Capacity:  48M (100%)  64M (90%)  80M (100%)  96M (7%)  112M (100%)  128M (100%)"
	for text, want := range map[string]int64{
		"    " + columns:     96 << 20,
		"y:      " + columns: 96 << 20,
		"O:      " + columns: 96 << 20,
		"    Capacity:  48M (100%)  64M (90%)  80M (1%)": 0,
		"    Capacity:  48M (100%)  64M":                 0,
		"    Capacity:  48M":                             0,
		"    Capacity:":                                  0,
		"    Used:" + columns[len("Capacity:"):]:         0,
	} {
		log := read(t, "[1.0s] GC(0) Garbage Collection (X)\n[1.1s] GC(0) "+text+"\n[1.2s] GC(0) Garbage Collection (X) 6M(12%)->4M(8%)\n")
		if len(log.GCs) != 1 || log.GCs[0].Capacity != want || log.GCs[0].Before != 6<<20 {
			t.Errorf("%q: %+v, want capacity %d", text, log.GCs, want)
		}
	}
}

// TestHistogramTitles checks that a title, with or without the number of the GC, tells whether the histogram after it was printed before or
// after the full GC. Lines of another GC in between are not part of the histogram.
func TestHistogramTitles(t *testing.T) {
	for _, number := range []string{"", "GC(7) "} {
		part := func(title string) string {
			return "[1.0s] " + number + "Class Histogram (" + title + " full gc)\n[1.0s] GC(7)  num     #instances         #bytes  class name\n" +
				"[1.0s] GC(7)    1:            10            240  java.lang.String\n[1.0s] GC(8)    1:           99           999  other.Type\n" +
				"[1.0s] GC(7) Total            10            240\n"
		}
		var found []string
		r := &gclog.Reader{Found: func(h gclog.Histogram) {
			found = append(found, fmt.Sprint(h.Number, h.After, strings.Count(string(h.Text), "\n"), strings.Contains(string(h.Text), "other")))
		}}
		if err := r.Read(strings.NewReader(part("before") + part("after") + part("before"))); err != nil {
			t.Fatal(err)
		}
		want := []string{fmt.Sprint(7, false, 3, false), fmt.Sprint(7, true, 3, false), fmt.Sprint(7, false, 3, false)}
		if !reflect.DeepEqual(found, want) {
			t.Errorf("%q: histograms %q, want %q", number, found, want)
		}
	}
}

// TestLegacyCycles checks which cycle the lines of JDK 8 belong to: the running one, never an ended one or one that a restart has cut
// off.
func TestLegacyCycles(t *testing.T) {
	const young = "%s: [GC (Allocation Failure)  65K->12K(251K), 0.0100000 secs]\n"
	const first = "%s: [GC (CMS Initial Mark) [1 CMS-initial-mark: 10K(86K)] 11K(124K), 0.0010000 secs]\n"
	const concurrent = "%s: [CMS-concurrent-mark: 0.035/0.035 secs]\n"
	const last = "%s: [CMS-concurrent-reset: 0.001/0.001 secs]\n"
	at := func(line, time string) string { return fmt.Sprintf(line, time) }
	for _, test := range []struct {
		name, text string
		want       string // the kind, start and end of each GC
		restarts   int
	}{
		{"two cycles", at(young, "1.0") + at(first, "2.0") + at(concurrent, "2.5") + at(last, "3.0") + at(first, "4.0") + at(last, "5.0"),
			"Young 1s-1.01s; Concurrent 2s-3s; Concurrent 4s-5s; ", 0},
		{"lines after the end", at(young, "1.0") + at(first, "2.0") + at(last, "3.0") + at(concurrent, "4.0") + at(last, "5.0"),
			"Young 1s-1.01s; Concurrent 2s-3s; ", 0},
		{"a young GC in between", at(first, "2.0") + at(young, "2.2") + at(last, "3.0"), "Young 2.2s-2.21s; Concurrent 2s-3s; ", 0},
		{"a restart in between", at(young, "1.0") + at(first, "20.0") + at(young, "1.0") + at(last, "3.0"),
			"Young 1s-1.01s; Concurrent 20s-20.001s; Young 21.001s-21.011s; ", 1},
		{"no end", at(young, "1.0") + at(first, "2.0") + at(concurrent, "2.5"), "Young 1s-1.01s; Concurrent 2s-2.5s; ", 0},
	} {
		log := read(t, test.text)
		got := ""
		for _, g := range log.GCs {
			got += fmt.Sprintf("%s %v-%v; ", g.Kind, g.Start, g.End)
		}
		if got != test.want || log.Restarts != test.restarts || log.Skipped != 0 {
			t.Errorf("%s: %s%d restarts, %d lines skipped, want %s%d restarts", test.name, got, log.Restarts, log.Skipped, test.want, test.restarts)
		}
	}
}

// TestLegacyStamps reads the same GC of JDK 8 behind each kind of stamp.
func TestLegacyStamps(t *testing.T) {
	const gc = "[GC (Allocation Failure)  65K->12K(251K), 0.0100000 secs]"
	const unix = 1768475045341 // 2026-01-15T11:04:05.341Z
	for stamp, want := range map[string]gclog.Log{
		"":                                      {},
		"1.000: ":                               {Timed: true, FromStart: true},
		"1,000: ":                               {Timed: true, FromStart: true},
		"1.000: #12: ":                          {Timed: true, FromStart: true},
		"2026-01-15T12:04:05.341+0100: ":        {Timed: true, StartUnix: unix},
		"2026-01-15T11:04:05: ":                 {Timed: true, StartUnix: unix - 341},
		"2026-01-15T12:04:05.341+0100: 1.000: ": {Timed: true, FromStart: true, StartUnix: unix - 1000},
		"2026-01-15T12:04:05.341+0100: 1.000: #12: ":    {Timed: true, FromStart: true, StartUnix: unix - 1000},
		"2026-01-15T12:04:05.341+0100: \n1.000: ":       {Timed: true, FromStart: true},
		"2026-13-15T12:04:05.341+0100: \n1.000: #1: ":   {Timed: true, FromStart: true},
		"2026-01-15T12:04:xx.341+0100: 2.0:\n1.000: ":   {Timed: true, FromStart: true},
		"1969-01-15T12:04:05.341+0100: 2.0: x\n1.000: ": {Timed: true, FromStart: true},
	} {
		log := read(t, stamp+gc+"\n")
		start := time.Duration(0)
		if want.FromStart {
			start = time.Second
		}
		if len(log.GCs) != 1 || log.GCs[0].Start != start || log.GCs[0].Pause != 10*ms || log.Timed != want.Timed ||
			log.FromStart != want.FromStart || log.StartUnix != want.StartUnix {
			t.Errorf("%q: %+v", stamp, log)
		}
	}
}

// TestFirstDigits checks that stamps and decorations may begin with any digit.
func TestFirstDigits(t *testing.T) {
	for digit := range 10 {
		want := time.Duration(digit) * time.Second
		for _, format := range []string{"%d.000: [GC (X)  65K->12K(251K), 0.0000000 secs]\n", "[%d.000s] GC(0) Pause Young (X) 6M->2M(48M) 0ms\n"} {
			if log := read(t, fmt.Sprintf(format, digit)); len(log.GCs) != 1 || log.GCs[0].Start != want || !log.FromStart {
				t.Errorf(format+": %+v, want %v", digit, log.GCs, want)
			}
		}
	}
}

// TestDatesWithoutFraction checks the shortest date, in seconds and without a zone.
func TestDatesWithoutFraction(t *testing.T) {
	for _, date := range []string{"2026-01-15T11:04:05", "2026-01-15T11:04:05+0000", "2026-01-15T11:04:05.000"} {
		if log := read(t, "["+date+"] GC(0) Pause Young (X) 6M->2M(48M) 4ms\n"); log.StartUnix != 1768475045000 || !log.Timed || log.FromStart {
			t.Errorf("%s: %+v", date, log)
		}
	}
}

// TestLegacyHistograms checks that the title within the brackets of a full GC tells whether the histogram was printed before or after it.
func TestLegacyHistograms(t *testing.T) {
	const histogram = "[Class Histogram (%s full gc): \n num     #instances         #bytes  class name\n" +
		"   1:            10            240  java.lang.String\nTotal            10            240\n, 0.0123 secs]"
	for _, title := range []string{"before", "after"} {
		after := ""
		r := &gclog.Reader{Found: func(h gclog.Histogram) { after += fmt.Sprint(h.After) }}
		text := "0.5: [Full GC (System.gc()) 0.5: " + fmt.Sprintf(histogram, title) +
			"0.51: [Tenured: 3000K->2900K(174784K), 0.01 secs] 4000K->2900K(253440K), 0.0250 secs]\n"
		if err := r.Read(strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
		if after != fmt.Sprint(title == "after") || len(r.Log().GCs) != 1 {
			t.Errorf("%s: after %q, %d GCs", title, after, len(r.Log().GCs))
		}
	}
}
