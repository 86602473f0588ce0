package gclog_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/trace"
	"memcity/trace/gclog"
	"memcity/trace/internal/input"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/recorded"
)

func pause(at string, number int) string {
	return fmt.Sprintf("[%s][info][gc] GC(%d) Pause Young (Normal) (X) 6M->2M(48M) 4ms\n", at, number)
}

func dated(second string, number int) string {
	return pause("2026-11-21T10:00:"+second+".000+0000", number)
}

func both(second, uptime string, number int) string {
	return strings.Replace(dated(second, number), "]", "]["+uptime+"]", 1)
}

// j9 returns a log of OpenJ9 with one GC, whose elements have ids from the given one.
func j9(id int, second string) string {
	at := "timestamp=\"2026-11-21T10:00:" + second + ".000\""
	return fmt.Sprintf("<verbosegc version=\"x\">\n<exclusive-start id=\"%[1]d\" %[5]s>\n<cycle-start id=\"%[2]d\" type=\"global\" contextid=\"0\" %[5]s />\n"+
		"<cycle-end id=\"%[3]d\" contextid=\"%[2]d\" %[5]s />\n<exclusive-end id=\"%[4]d\" %[5]s durationms=\"1.000\" />\n</verbosegc>\n", id, id+1, id+2, id+3, at)
}

// brokenAfter returns a file whose content fails from an offset.
func brokenAfter(name, text string, at int64) trace.File {
	f := trace.MemoryFile(name, []byte(text))
	open := f.Open
	f.Open = func() (trace.Content, error) {
		content, err := open()
		return brokenContent{content, at}, err
	}
	return f
}

type brokenContent struct {
	trace.Content
	end int64
}

func (c brokenContent) ReadAt(b []byte, at int64) (int, error) {
	if at >= c.end {
		return 0, errors.New("bad sector")
	}
	return c.Content.ReadAt(b[:min(int64(len(b)), c.end-at)], at)
}

// TestFiles opens files in order and out of order, files of other runs, and unreadable files.
func TestFiles(t *testing.T) {
	file := func(name string, lines ...string) trace.File {
		return trace.MemoryFile("d/"+name, []byte(strings.Join(lines, "")))
	}
	locked := tracetest.Unreadable("d/locked", errors.New("locked"))
	const overlap = "b: its times overlap those of a. It belongs to another run and was skipped\n"
	long := pause("1.0s", 0) + strings.Repeat("[1.0s][info][gc] Using Serial\n", input.HeadSize/20)
	for _, test := range []struct {
		name           string
		files          []trace.File
		want, warnings string
	}{
		{"one", []trace.File{file("a", pause("1.0s", 0))}, "a: 1000", ""},
		{"times", []trace.File{file("a", pause("9.0s", 1)), file("b", pause("1.0s", 0))}, "b a: 1000 9000", ""},
		{"names at one time", []trace.File{file("b10", pause("1.0s", 1)), file("b9", pause("1.0s", 0))}, "b9 b10: 1000 1000", ""},
		{"dates", []trace.File{file("a", pause("2026-11-21T10:00:09.000+0000", 1)), file("b", pause("2026-11-21T10:00:01.000+0000", 0))},
			"b a: 0 8000", ""},
		{"dates that follow", []trace.File{file("a", dated("01", 0), dated("05", 1)), file("b", dated("09", 2))}, "a b: 0 4000 8000", ""},
		{"dates among others", []trace.File{file("a", dated("01", 0), dated("20", 1)), file("b", dated("10", 2))}, "a: 0 19000",
			overlap},
		{"one date", []trace.File{file("b", dated("01", 0)), file("a", pause("1.0s", 1))}, "b a: 0 1000", ""},
		{"dates and times", []trace.File{file("b", both("09", "11.0s", 1)), file("a", both("01", "3.0s", 0))}, "a b: 3000 11000", ""},
		{"dates of two runs", []trace.File{file("a", both("09", "11.0s", 1)), file("b", both("05", "1.0s", 0))}, "b a: 1000 11000", ""},
		{"a first line without a time", []trace.File{file("a", "[info][gc] Using Serial\n", pause("9.0s", 1)), file("b", pause("1.0s", 0))},
			"b a: 1000 9000", ""},
		{"a histogram that is cut", []trace.File{file("a", "[1.0s] GC(0)  num     #instances         #bytes  class name\n[1.0s] GC(0) Total 0 0\n",
			pause("1.0s", 0))}, "a: 1000", ""},
		{"near the end of another", []trace.File{file("a", pause("1.0s", 0), pause("20.0s", 1)), file("b", pause("19.995s", 2))},
			"a b: 1000 19995 20000", ""},
		{"among another", []trace.File{file("a", pause("1.0s", 0), pause("20.0s", 1)), file("b", pause("10.0s", 0))}, "a: 1000 20000",
			overlap},
		{"among another, before one that follows", []trace.File{file("a", pause("1.0s", 0), pause("20.0s", 1)),
			file("b", pause("10.0s", 0)), file("c", pause("30.0s", 2))},
			"a c: 1000 20000 30000", overlap},
		{"parts of OpenJ9", []trace.File{file("a", j9(12, "09")), file("b", j9(2, "01"), j9(7, "05"))}, "b a: 0 4000 8000", ""},
		{"a part of OpenJ9 among another", []trace.File{file("a", j9(2, "01"), j9(7, "09")), file("b", j9(12, "05"))}, "a: 0 8000",
			overlap},
		{"a run of OpenJ9 after another", []trace.File{file("a", j9(7, "01")), file("b", j9(2, "09"))}, "a b: 0 8000",
			"a: the program was restarted during the log (restarts: 1); its runs are shown one after another\n"},
		{"locked", []trace.File{locked, file("a", pause("1.0s", 0))}, "a: 1000", "locked: locked; skipped\n"},
		{"nothing but locked", []trace.File{locked, tracetest.Unreadable("x", errors.New("odd"))}, "d/locked: locked", ""},
		{"broken", []trace.File{brokenAfter("d/a", long, input.HeadSize)}, "a: 1000", "a: bad sector; only the part before that is shown\n"},
		{"broken before a GC", []trace.File{brokenAfter("d/a", "[1.0s][info][gc] Using Serial\n"+long[len(pause("1.0s", 0)):],
			input.HeadSize)}, "d/a: bad sector", ""},
		{"no GC", []trace.File{file("a", "[1.0s][info][gc] Using Serial\n"), file("b", "[2.0s][info][gc] Using Serial\n")},
			"d/a: the log contains no completed GC", ""},
	} {
		run, err := gclog.Open(t.Context(), tracetest.Closed(t, test.files...), nil)
		var got, warnings string
		if err != nil {
			if input := (*trace.InputError)(nil); !errors.As(err, &input) {
				t.Errorf("%s: error %v is not about an input", test.name, err)
			}
			got = err.Error()
		} else {
			rec := run.Recording
			got = strings.Join(rec.Files, " ") + ":"
			for _, g := range rec.GCs {
				got += fmt.Sprint(" ", g.End.Round(5*time.Millisecond).Milliseconds())
			}
			warnings = tracetest.WarningText(rec.Warnings)
			if rec.Name != rec.Files[0] {
				t.Errorf("%s: recording %q", test.name, rec.Name)
			}
			for i, g := range rec.GCs {
				if i > 0 && g.Number <= rec.GCs[i-1].Number {
					t.Errorf("%s: GC %d is number %d after %d", test.name, i, g.Number, rec.GCs[i-1].Number)
				}
			}
		}
		if got != test.want || warnings != test.warnings {
			t.Errorf("%s: got %s\n%swant %s\n%s", test.name, got, warnings, test.want, test.warnings)
		}
	}
}

// TestPointsBefore checks that histograms before full GCs are used if there are none after.
func TestPointsBefore(t *testing.T) {
	text := string(recorded.File(t, "25-counts.log"))
	open := func(text string) *trace.Recording {
		run, err := gclog.Open(t.Context(), []trace.File{trace.MemoryFile("d/a", []byte(text))}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range run.Recording.Points {
			if p.Source != "a" || p.GC == 0 || len(p.Counts) == 0 {
				t.Errorf("point at %d: source %q, GC %d, %d types", p.Time, p.Source, p.GC, len(p.Counts))
			}
		}
		return run.Recording
	}
	both := open(text)
	before := open(strings.ReplaceAll(text, "(after full gc)", "(before full gc)"))
	if n := len(both.Points); n == 0 || len(before.Points) <= n {
		t.Errorf("%d points after full GCs, %d before them alone", n, len(before.Points))
	}
}

func TestDates(t *testing.T) {
	run, err := gclog.Open(t.Context(), []trace.File{trace.MemoryFile("a", []byte(pause("2026-11-21T10:00:09.000+0000", 1)))}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := time.Date(2026, 11, 21, 10, 0, 9, 0, time.UTC).UnixMilli()
	if rec := run.Recording; rec.StartUnix != want || rec.Recorded != nil {
		t.Errorf("begins at %d, want %d; recorded by %v", rec.StartUnix, want, rec.Recorded)
	}
}

func TestRecordedBy(t *testing.T) {
	for lines, want := range map[string]string{"": "", "[0.1s][info][gc] Using Serial\n": "Serial",
		"[0.1s][info][gc,init] Version: 25.0.1 (release)\n[0.1s][info][gc] Using G1\n": "25.0.1, G1"} {
		run, err := gclog.Open(t.Context(), []trace.File{trace.MemoryFile("a", []byte(lines+pause("1.0s", 0)))}, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if r := run.Recording.Recorded; r != nil {
			got = r.VM
		}
		if !strings.HasPrefix(got, want[:min(len(want), 4)]) || !strings.HasSuffix(got, want[max(0, len(want)-4):]) ||
			(got == "") != (want == "") {
			t.Errorf("recorded by %q, want %q", got, want)
		}
	}
}

func TestProgressAndCancel(t *testing.T) {
	f := trace.MemoryFile("d/a", []byte(pause("1.0s", 0)+pause("2.0s", 1)))
	var steps []int64
	if _, err := gclog.Open(t.Context(), []trace.File{f}, func(done, total int64, what string) {
		if steps = append(steps, done); total != f.Size || what != "reading a" {
			t.Errorf("progress of %d bytes, want %d: %s", total, f.Size, what)
		}
	}); err != nil || len(steps) == 0 || !slices.IsSorted(steps) || steps[len(steps)-1] != f.Size || steps[0] <= 0 {
		t.Errorf("progress %v of %d, %v", steps, f.Size, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	if run, err := gclog.Open(ctx, []trace.File{f}, func(int64, int64, string) { cancel() }); run != nil || err != context.Canceled {
		t.Errorf("cancelled while reading: %v, %v", run, err)
	}
	if run, err := gclog.Open(ctx, []trace.File{f}, nil); run != nil || err != context.Canceled {
		t.Errorf("cancelled before: %v, %v", run, err)
	}
}
