package histogram_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/trace"
	"memcity/trace/histogram"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/testrun"
)

// TestFiles opens readable and unreadable files, alone and together, and checks sources, times and warnings.
func TestFiles(t *testing.T) {
	text := histogramText(3)
	at := func(name string, ms int64) trace.File {
		f := trace.MemoryFile("d/"+name, []byte(text))
		f.Modified = time.UnixMilli(ms)
		return f
	}
	plain := func(name, text string) trace.File { return trace.MemoryFile("d/"+name, []byte(text)) }
	locked := tracetest.Unreadable("d/locked", errors.New("locked"))
	const head = " num     #instances         #bytes  class name\n"
	const noTimes = ": file names and modification times give no times, so the points are sorted by file name\n"
	for _, test := range []struct {
		name           string
		files          []trace.File
		want, warnings string
	}{
		{"written", []trace.File{at("a", 5000), at("b", 5001)}, "5000 a@0 b@1", ""},
		{"two in the first file", []trace.File{plain("a", text+text), at("b", 5000)}, "0 a@0 a@1 b@2 no times", "a" + noTimes},
		{"written at once", []trace.File{at("a", 5000), at("b", 5000)}, "0 a@0 b@1 no times", "a" + noTimes},
		{"at the beginning of 1970", []trace.File{at("a", 0), at("b", 5)}, "0 a@0 b@1 no times", "a" + noTimes},
		{"one that is written", []trace.File{at("a", 1)}, "1 a@0", ""}, {"one that is not", []trace.File{plain("a", text)},
			"0 a@0 no times", ""},
		{"two in one file", []trace.File{at("a", 5000), plain("b", text+text)}, "0 a@0 b@1 b@2 no times", "a" + noTimes},
		{"two in one file, one in the next", []trace.File{at("a", 5000), plain("b", text+text), at("c", 9000)},
			"0 a@0 b@1 b@2 c@3 no times", "a" + noTimes},
		{"names before the times of writing", []trace.File{at("h1700000000", 9000), at("h1700000060000.txt", 8000)},
			"1700000000000 h1700000000@0 h1700000060000.txt@60000", ""},
		{"names with dates", []trace.File{at("2026-11-21T10:00:00", 5), at("h 2026-11-21 10.00.01.txt", 4)},
			"1795255200000 2026-11-21T10:00:00@0 h 2026-11-21 10.00.01.txt@1000", ""},
		{"no date", []trace.File{at("h-20261321-101500", 7)}, "7 h-20261321-101500@0", ""},
		{"locked first", []trace.File{locked, plain("a", text)}, "0 a@0 no times", "locked: locked; skipped\n"},
		{"other lines", []trace.File{plain("a", text+"what?\nhow?\n")}, "0 a@0 no times",
			"a: lines that do not belong to a class histogram were skipped: 2, the first at line 10\n"},
		{"a fault after lines", []trace.File{plain("a", text+head+"1: 1 x A\n")}, "0 a@0 no times",
			"a: line 11: ?; only the lines before it are shown\n"},
		{"a fault before all", []trace.File{plain("a", text), plain("b", head+"1: 1 x A\n")}, "0 a@0 no times", "b: line 2: ?; skipped\n"},
		{"a fault before all, first", []trace.File{plain("b", head+"1: 1 x A\n"), locked}, "d/b: line 2: ?", ""},
		{"nothing but locked", []trace.File{locked, plain("b", head+"1: 1 x A\n")}, "d/locked: locked", ""},
		{"cut", []trace.File{plain("a", strings.TrimSuffix(text, "Total 11 999\n"))}, "0 a@0 no times",
			"a: the histogram has no total line, so its end is missing\n"},
	} {
		rec, err := histogram.Open(t.Context(), tracetest.Closed(t, test.files...), nil)
		var got string
		if err != nil {
			if input := (*trace.InputError)(nil); !errors.As(err, &input) {
				t.Errorf("%s: error %v is not about an input", test.name, err)
			}
			got, rec = hideText(err.Error()), &trace.Recording{}
		} else {
			got = fmt.Sprint(rec.StartUnix)
			for _, p := range rec.Points {
				got += fmt.Sprintf(" %s@%d", p.Source, p.Time)
			}
			if !rec.Knows.Has(trace.KnowsTimes) {
				got += " no times"
			}
			var files []string
			for _, p := range rec.Points {
				files = append(files, p.Source)
			}
			if !slices.Equal(rec.Files, slices.Compact(files)) {
				t.Errorf("%s: files %v", test.name, rec.Files)
			}
		}
		if warnings := hideText(tracetest.WarningText(rec.Warnings)); got != test.want || warnings != test.warnings {
			t.Errorf("%s: got %s\n%swant %s\n%s", test.name, got, warnings, test.want, test.warnings)
		}
	}
}

// hideText removes the line parser's text from a message.
func hideText(message string) string {
	at := strings.Index(message, ": line ")
	if at < 0 {
		return message
	}
	from := at + len(": line ")
	from += strings.Index(message[from:], ": ") + 2
	to := len(message)
	for _, outcome := range []string{"; skipped", "; only the lines before it are shown"} {
		if at := strings.Index(message, outcome); at >= from {
			to = at
		}
	}
	return message[:from] + "?" + message[to:]
}

// TestTypesOfTwoLoaders checks that types of the same name are added up, and that later types are still counted.
func TestTypesOfTwoLoaders(t *testing.T) {
	all, err := histogram.Read(strings.NewReader(" num     #instances         #bytes  class name\n" +
		"   1: 1 16  A (x@1)\n   2: 2 40  A (y@2)\n   3: 5 80  B\nTotal 8 136\n"))
	want := []trace.TypeCount{{Name: "A", Objects: 3, Bytes: 56}, {Name: "B", Objects: 5, Bytes: 80}}
	if err != nil || len(all) != 1 || !slices.Equal(all[0], want) {
		t.Errorf("got %+v, want %+v; %v", all, want, err)
	}
	if all, err = histogram.Read(strings.NewReader(histogramText(1) + " num #instances #bytes class name\n1: 1 x A\n")); err == nil || len(all) != 2 {
		t.Errorf("a fault at the end: %d histograms, %v", len(all), err)
	}
}

func TestProgressAndCancel(t *testing.T) {
	files := []trace.File{trace.MemoryFile("a", []byte(histogramText(1))), trace.MemoryFile("b", []byte(histogramText(2)))}
	var steps []string
	progress := func(done, total int64, what string) {
		steps = append(steps, fmt.Sprintf("%d/%d %s", done, total, what))
	}
	if _, err := histogram.Open(t.Context(), files, progress); err != nil {
		t.Fatal(err)
	}
	if want := []string{"1/2 reading class histograms", "2/2 reading class histograms"}; !slices.Equal(steps, want) {
		t.Errorf("progress %q, want %q", steps, want)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if rec, err := histogram.Open(ctx, files, nil); rec != nil || err != context.Canceled {
		t.Errorf("cancelled: %v, %v", rec, err)
	}
	large := []trace.File{trace.MemoryFile("large", []byte(strings.Repeat(histogramText(1), 1000)))}
	read := func(ctx context.Context) error { _, err := histogram.Open(ctx, large, nil); return err }
	testrun.CancelEverywhere(t, "one large file", read)
	if looks, err := testrun.ContextChecks(read); looks < int(large[0].Size>>16) || err != nil {
		t.Errorf("it looks %d times in %d bytes, %v", looks, large[0].Size, err)
	}
}

// TestEveryCut checks histograms truncated at every byte: they give points with rows, or an error about the file.
func TestEveryCut(t *testing.T) {
	text := histogramText(3) + histogramText(2)
	for n := range len(text) {
		file := trace.MemoryFile("d/cut", []byte(text[:n]))
		rec, err := histogram.Open(t.Context(), []trace.File{file}, nil)
		var fault *trace.InputError
		switch {
		case err == nil && slices.ContainsFunc(rec.Points, func(p trace.Point) bool { return len(p.Counts) == 0 }):
			t.Errorf("cut at %d: a point has no rows", n)
		case err != nil && (!errors.As(err, &fault) || fault == nil || !strings.HasPrefix(err.Error(), "d/cut: ")):
			t.Errorf("cut at %d: %#v", n, err)
		}
		sound := trace.MemoryFile("d/sound", []byte(text))
		if rec, err = histogram.Open(t.Context(), []trace.File{file, sound}, nil); err != nil || len(rec.Warnings) == 0 {
			t.Errorf("cut at %d, next to a sound one: %v", n, err)
		}
	}
}

// TestWholeRecording checks everything that a recording of two histograms contains.
func TestWholeRecording(t *testing.T) {
	file := func(name string, n int) trace.File {
		return trace.MemoryFile("d/"+name, []byte(" num     #instances         #bytes  class name\n"+
			fmt.Sprintf("   1: %d %d  [Ljava.lang.String;\n   2: 1 104  java.lang.Class (java.base@25)\nTotal %d %d\n", n, 24*n, n+1, 24*n+104)))
	}
	rec, err := histogram.Open(t.Context(), []trace.File{file("2026-11-21T10:00:00", 3), file("2026-11-21T10:00:02", 7)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := &trace.Recording{Format: "class histogram", Names: rec.Names, Files: []string{"2026-11-21T10:00:00", "2026-11-21T10:00:02"},
		Knows: trace.KnowsTimes, StartUnix: time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC).UnixMilli(), Points: []trace.Point{
			{Source: "2026-11-21T10:00:00", Counts: []trace.TypeCount{{Name: "java.lang.String[]", Kind: trace.ObjectArray, Objects: 3, Bytes: 72},
				{Name: "java.lang.Class", Kind: trace.ClassObject, Objects: 1, Bytes: 104}}},
			{Time: 2000, Source: "2026-11-21T10:00:02", Counts: []trace.TypeCount{
				{Name: "java.lang.String[]", Kind: trace.ObjectArray, Objects: 7, Bytes: 168},
				{Name: "java.lang.Class", Kind: trace.ClassObject, Objects: 1, Bytes: 104}}},
		}}
	if !reflect.DeepEqual(rec, want) {
		t.Errorf("got  %+v\nwant %+v", rec, want)
	}
}

// TestEmptyFiles checks that a file without rows is an error alone and is left out among other files.
func TestEmptyFiles(t *testing.T) {
	const head = " num     #instances         #bytes  class name\n"
	const want = "it contains no classes: it ends before the first row"
	empty := trace.MemoryFile("d/empty", []byte(head))
	if _, err := histogram.Open(t.Context(), []trace.File{empty}, nil); err == nil || err.Error() != "d/empty: "+want {
		t.Errorf("alone: %v", err)
	}
	rec, err := histogram.Open(t.Context(), []trace.File{empty, trace.MemoryFile("d/a", []byte(histogramText(1)))}, nil)
	if err != nil || len(rec.Points) != 1 || rec.Files[0] != "a" || len(rec.Warnings) == 0 || rec.Warnings[0].String() != "empty: "+want+"; skipped" {
		t.Errorf("%v, %+v", err, rec)
	}
}
