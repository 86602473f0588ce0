package open_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"memcity/trace"
	"memcity/trace/open"
	"memcity/trace/tracetest/recorded"
)

// wrappings are programs that store the lines of others.
var wrappings = map[string]func(lines []string) string{
	"kubectl logs --timestamps": func(lines []string) string {
		return each(lines, func(i int, line string) string { return stamp(i) + " " + line })
	},
	"containerd": func(lines []string) string {
		return each(lines, func(i int, line string) string {
			if half := len(line) / 2; i%3 == 0 {
				return stamp(i) + " stdout P " + line[:half] + "\n" + stamp(i) + " stdout F " + line[half:]
			}
			return stamp(i) + " stdout F " + line
		})
	},
	"Docker": func(lines []string) string {
		return each(lines, func(i int, line string) string {
			object, _ := json.Marshal(map[string]string{"log": line + "\n", "stream": "stdout", "time": stamp(i)}) // strings do not fail
			return string(object)
		})
	},
	"journald": func(lines []string) string {
		return each(lines, func(i int, line string) string {
			return fmt.Sprintf("Nov %2d 10:00:00 host-7 java[71]: %s", 1+i%30, line)
		})
	},
	"compose": func(lines []string) string {
		return each(lines, func(_ int, line string) string { return "app-1  | " + line })
	},
	"kubectl": func(lines []string) string {
		return each(lines, func(_ int, line string) string { return "[pod/a-7/app] " + line })
	},
	"Windows":   func(lines []string) string { return "\ufeff" + strings.Join(lines, "\r\n") + "\r\n" },
	"Mac":       func(lines []string) string { return strings.Join(lines, "\r") },
	"no end":    func(lines []string) string { return strings.Join(lines, "\n") },
	"truncated": func(lines []string) string { return strings.Repeat("\x00", 70_000) + strings.Join(lines, "\n") },
	"PowerShell": func(lines []string) string {
		var out []byte
		for _, u := range utf16.Encode([]rune("\ufeff" + strings.Join(lines, "\r\n"))) {
			out = append(out, byte(u), byte(u>>8))
		}
		return string(out)
	},
	"application": func(lines []string) string {
		const started = "2026-01-15 12:00:00,123 INFO [main] started\n"
		return strings.Repeat(started, 50_000) + each(lines, func(_ int, line string) string { return line }) + started
	},
}

func each(lines []string, f func(i int, line string) string) string {
	var b strings.Builder
	for i, line := range lines {
		b.WriteString(f(i, line) + "\n")
	}
	return b.String()
}

func stamp(i int) string { return fmt.Sprintf("2026-11-21T10:%02d:%02d.%09dZ", i/60%60, i%60, 1+i) }

// legacyText is a log of JDK 8.
func legacyText() string {
	var b strings.Builder
	for i := range 50 {
		fmt.Fprintf(&b, "2026-11-21T10:00:%02d.500+0000: %d.250: [GC (Allocation Failure) [PSYoungGen: 65K->10K(76K)] %dK->12K(251K), 0.0123 secs]"+
			" [Times: user=0.01 sys=0.00, real=0.01 secs] \n", i, i, 65+i)
	}
	return b.String()
}

// j9Text is a log of OpenJ9.
func j9Text() string {
	var b strings.Builder
	b.WriteString("<?xml version=\"1.0\" ?>\n\n<verbosegc xmlns=\"http://www.ibm.com/j9/verbosegc\" version=\"x\">\n\n")
	b.WriteString("<initialized id=\"1\" timestamp=\"2026-11-21T10:00:00.000\">\n  <vmargs>\n" + strings.Repeat("    <vmarg name=\"-Dx=1\" />\n", 60) +
		"  </vmargs>\n</initialized>\n\n")
	for i := range 30 {
		id, second := 2+10*i, fmt.Sprintf("2026-11-21T10:00:%02d", 10+i)
		fmt.Fprintf(&b, `<exclusive-start id="%d" timestamp="%s.000" intervalms="1.000">
  <response-info timems="0.050" idlems="0.020" threads="1" lastid="0000000000010000" lastname="main" />
</exclusive-start>
<cycle-start id="%d" type="scavenge" contextid="0" timestamp="%s.000" intervalms="1.000" />
<gc-start id="%d" type="scavenge" contextid="%d" timestamp="%s.000">
  <mem-info id="1" free="10" total="100" percent="10">
    <mem type="survivor" free="0" total="20" percent="0" />
  </mem-info>
</gc-start>
<gc-end id="%d" type="scavenge" contextid="%d" durationms="9.000" timestamp="%s.009">
  <mem-info id="1" free="%d" total="100" percent="10">
  </mem-info>
</gc-end>
<cycle-end id="%d" type="scavenge" contextid="%d" timestamp="%s.009" />
<exclusive-end id="%d" timestamp="%s.010" durationms="10.250" />

`, id, second, id+1, second, id+2, id+1, second, id+3, id+1, second, 30+i, id+4, id+1, second, id+5, second)
	}
	b.WriteString("</verbosegc>\n")
	return b.String()
}

// datedHistograms is the output of a loop of date and jmap.
func datedHistograms(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "Sat Nov 21 10:00:%02d UTC 2026\n\n num     #instances         #bytes  class name (module)\n"+
			"-------------------------------------------------------\n   1: %d %d  [B (java.base@25)\n   2: 7 112  app.Main\nTotal 99 9999\n", i, 10+i, 80+8*i)
	}
	return b.String()
}

// summary returns the GCs, points and times of a recording.
func summary(rec *trace.Recording) string {
	var b strings.Builder
	fmt.Fprintln(&b, rec.Format)
	for _, g := range rec.GCs {
		fmt.Fprintln(&b, g)
	}
	for _, p := range rec.Points {
		fmt.Fprintln(&b, p.Time, p.Counts)
	}
	return b.String()
}

// TestWrapped checks that logs and histograms have the same content with the additions of every program, and that a warning names the
// removed parts.
func TestWrapped(t *testing.T) {
	for name, text := range map[string]string{"25-g1": string(recorded.File(t, "25-g1.log")), "17-serial": string(recorded.File(t, "17-serial.log")),
		"8": legacyText(), "J9": j9Text(), "histograms": datedHistograms(9)} {
		plain, err := open.Files(t.Context(), "x", []trace.File{trace.MemoryFile("x", []byte(text))}, nil)
		if err != nil || len(plain.Warnings) > 0 {
			t.Fatalf("%s: %v, %v", name, err, plain)
		}
		lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		for program, wrap := range wrappings {
			rec, err := open.Files(t.Context(), "x", []trace.File{trace.MemoryFile("x", []byte(wrap(lines)))}, nil)
			if err != nil {
				t.Errorf("%s from %s: %v", name, program, err)
				continue
			}
			if got, want := summary(rec), summary(plain); got != want {
				t.Errorf("%s from %s: got\n%.2000s\nwant\n%.2000s", name, program, got, want)
			}
			isStored := program != "no end" && program != "application"
			if noted := len(rec.Warnings) > 0 && strings.HasPrefix(rec.Warnings[0].Text, "unwrapped: removed "); noted != isStored {
				t.Errorf("%s from %s: warnings %v", name, program, rec.Warnings)
			}
		}
	}
}

// TestRotatedInTheMiddle checks that parts of a log that begin in the middle, with any number of lines about safepoints, are one log in
// order.
func TestRotatedInTheMiddle(t *testing.T) {
	var files []trace.File
	safepoints := func(b *strings.Builder, from, n int) {
		for i := range n {
			fmt.Fprintf(b, "[2026-11-21T10:%02d:%02d.000+0000][%d.%03ds][info][safepoint] Safepoint \"Cleanup\", Time since last: 1 ns, Reaching safepoint: "+
				"2 ns, At safepoint: 3 ns, Total: 5 ns\n", from/60, from%60, from, i%1000)
		}
	}
	for part := range 12 {
		var b strings.Builder
		safepoints(&b, 10*part, []int{100, 9000, 0, 1}[part%4])
		fmt.Fprintf(&b, "[2026-11-21T10:%02d:%02d.000+0000][%d.000s][info][gc] GC(%d) Pause Young (Normal) (X) 6M->2M(48M) 4ms\n", (10*part+5)/60, (10*part+5)%60,
			10*part+5, part)
		safepoints(&b, 10*part+6, 30)
		files = append([]trace.File{trace.MemoryFile(fmt.Sprintf("gc.log.%d", (part+5)%12), []byte(b.String()))}, files...)
	}
	rec, err := open.Files(t.Context(), "x", files, nil)
	if err != nil || len(rec.Warnings) > 0 || len(rec.GCs) != 12 {
		t.Fatalf("%v, %+v", err, rec)
	}
	for i, g := range rec.GCs {
		if want := int64(10*i+5) * 1e9; int64(g.End) != want {
			t.Errorf("GC %d ended at %v, want %d", i, g.End, want)
		}
	}
}

// TestHistogramInLog checks that a histogram printed into the output with a GC log is a GC point between the GCs.
func TestHistogramInLog(t *testing.T) {
	pause := func(at string, n int) string {
		return fmt.Sprintf("[%s][info][gc] GC(%d) Pause Young (Normal) (X) 6M->2M(48M) 4ms\n", at, n)
	}
	_, histogram, _ := strings.Cut(datedHistograms(1), "\n")
	text := "7:\n" + pause("1.0s", 0) + pause("2.0s", 1) + "dumping\n" + histogram + pause("3.0s", 2) + histogram + "bye\n"
	rec, err := open.Files(t.Context(), "x", []trace.File{trace.MemoryFile("x", []byte(text))}, nil)
	if err != nil || len(rec.GCs) != 3 || len(rec.Points) != 2 {
		t.Fatalf("%v, %+v", err, rec)
	}
	for i, p := range rec.Points {
		if p.Time != trace.Millis(2000+1000*i) || p.GC != uint32(2+i) || len(p.Counts) != 2 {
			t.Errorf("point %d: %+v", i, p)
		}
	}
}

// TestTextsOfOtherPrograms checks that text without lines of a VM is no recording, wherever it is.
func TestTextsOfOtherPrograms(t *testing.T) {
	for name, text := range map[string]string{"log": strings.Repeat("2026-01-15 12:00:00 INFO started\n", 1000), "csv": "a,b\n1,2\n",
		"zeros": strings.Repeat("\x00", 3<<20), "CR": "a\rb\r", "words": "the garbage collector [GC] ran\n"} {
		if _, err := open.Files(t.Context(), "x", []trace.File{trace.MemoryFile("x", []byte(text))}, nil); err == nil ||
			!strings.Contains(err.Error(), "not a recording") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
