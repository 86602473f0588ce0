package native_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/trace"
	nativepkg "memcity/trace/native"
	"memcity/trace/tracetest"
)

// copied copies a recording and opens the copy.
func copied(t *testing.T, rec *trace.Recording, progress trace.Progress) (*trace.Recording, []trace.Warning) {
	t.Helper()
	var file bytes.Buffer
	w, err := nativepkg.NewWriter(&file, nativepkg.CopyInfo(rec))
	if err != nil {
		t.Fatal(err)
	}
	warnings, err := w.Copy(t.Context(), rec, progress)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return openBytes(t, file.Bytes()), warnings
}

func point(at trace.Millis, h *trace.Heap, err error, warnings ...trace.Warning) trace.Point {
	return trace.Point{Time: at, Source: fmt.Sprint("p", at), GC: uint32(at), Load: func(_ context.Context,
		p trace.Progress) (*trace.Heap, []trace.Warning, error) {
		p.Report(0, 0, "reading")
		p.Report(50, 100, "reading")
		return h, warnings, err
	}}
}

// TestCopyLeavesOut checks that unreadable points are left out, with the reason in the copy as well.
func TestCopyLeavesOut(t *testing.T) {
	h := everythingOf(3, 4)
	rec := &trace.Recording{Name: "r", Format: "test", Names: trace.NewNames(), StartUnix: 5000,
		Warnings: []trace.Warning{{Source: "a", Text: "old"}}, Notes: []trace.Note{{Key: "k", Text: "note", Color: "red"}},
		GCs: []trace.GC{{Number: 3, Start: time.Second, End: 2 * time.Second, Pause: 5 * time.Millisecond, Cause: "c", Kind: "Full",
			Before: 9, After: 4,
			Capacity: 20}, {Number: 4, Start: 3 * time.Second, End: 4 * time.Second, Concurrent: true, Before: -1, After: -1,
			Capacity: -1}},
		Points: []trace.Point{point(1500, h, nil, trace.Warning{Source: "b", Text: "odd"}), point(2000, nil, errors.New("gone")),
			{Time: 3000, Source: "c", GC: 9, Counts: []trace.TypeCount{{Name: "A", Objects: -1, Bytes: -1},
				{Name: "B", Objects: 0, Bytes: 7}}}}}
	var steps []string
	again, warnings := copied(t, rec, func(done, total int64, what string) {
		steps = append(steps,
			fmt.Sprint(done, "/", total, " ", what))
	})
	if want := "a: old\nb: odd\np2000: skipped: gone\n"; tracetest.WarningText(warnings) != want {
		t.Errorf("warnings\n%swant\n%s", tracetest.WarningText(warnings), want)
	}
	want := "test.mct: reported at 0.000 s: a: old\n" +
		"test.mct: reported at 1.500 s: b: odd\ntest.mct: reported at 2.000 s: p2000: skipped: gone\n"
	if got := tracetest.WarningText(again.Warnings); got != want {
		t.Errorf("warnings of the copy\n%swant\n%s", got, want)
	}
	if want := []string{"0/3000 reading", "500/3000 reading", "1000/3000 reading", "1500/3000 reading"}; !slices.Equal(steps, want) {
		t.Errorf("progress %q, want %q", steps, want)
	}
	if len(again.Points) != 2 || again.Points[0].Time != 1500 || again.Points[0].GC != 1500 || again.Points[1].Time != 3000 ||
		again.Points[1].GC != 9 {
		t.Fatalf("points %+v", again.Points)
	}
	sameHeap(t, loaded(t, again.Points[0]), h)
	objects, size, _, err := again.Points[0].Totals(t.Context(), nil)
	total := int64(0)
	for o := range trace.ObjectID(h.Len()) {
		total += h.Size(o)
	}
	if err != nil || objects != int64(h.Len()) || size != total {
		t.Errorf("totals %d and %d, want %d and %d; %v", objects, size, h.Len(), total, err)
	}
	if got := again.Points[1].Counts; !slices.Equal(got, []trace.TypeCount{{Name: "A"}, {Name: "B", Bytes: 7}}) {
		t.Errorf("counts %+v", got)
	}
	gcs := slices.Clone(rec.GCs)
	gcs[1].Before, gcs[1].After, gcs[1].Capacity = 0, 0, 0
	if !slices.Equal(again.GCs, gcs) || !slices.Equal(again.Notes, rec.Notes) || again.StartUnix != 5000 ||
		again.Recorded.Source != "test" {
		t.Errorf("GCs %+v, notes %+v, start %d, recorded by %+v", again.GCs, again.Notes, again.StartUnix, again.Recorded)
	}
	for _, k := range []trace.Knowledge{trace.KnowsAllocations, trace.KnowsDeaths, trace.KnowsTimes} {
		if again.Knows.Has(k) {
			t.Errorf("the copy knows %v", k.Names())
		}
	}
}

func TestCopyFails(t *testing.T) {
	var file bytes.Buffer
	w, err := nativepkg.NewWriter(&file, trace.WriterInfo{})
	if err != nil {
		t.Fatal(err)
	}
	none := &trace.Recording{Name: "r", Points: []trace.Point{point(1, nil, errors.New("gone")), point(2, nil, errors.New("gone too"))}}
	warnings, err := w.Copy(t.Context(), none, nil)
	if want := "p1: skipped: gone\np2: skipped: gone too\n"; err == nil || err.Error() != "gone" ||
		tracetest.WarningText(warnings) != want {
		t.Errorf("nothing can be read: %v, warnings\n%s", err, tracetest.WarningText(warnings))
	}
	trees := &trace.Recording{Name: "r", Points: []trace.Point{{}, {Tree: &trace.Tree{}}}}
	if warnings, err := w.Copy(t.Context(), trees, nil); warnings != nil || err == nil || !strings.HasPrefix(err.Error(),
		"r: it has ready-made memory trees") {
		t.Errorf("trees: %v, %v", warnings, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancelling := &trace.Recording{Name: "r", Points: []trace.Point{{Load: func(context.Context, trace.Progress) (*trace.Heap,
		[]trace.Warning, error) {
		cancel()
		return everythingOf(1, 1), nil, nil
	}}}}
	if _, err := w.Copy(ctx, cancelling, nil); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	one := &trace.Recording{Name: "r", Points: []trace.Point{point(1, everythingOf(1, 1), nil)}}
	if _, err := w.Copy(t.Context(), one, nil); err == nil || err.Error() != "the trace is closed" {
		t.Errorf("after the end: %v", err)
	}
}

// TestSeveralTimes checks that points and GCs of files with dates are shifted to the first date, and that files without dates follow each
// other.
func TestSeveralTimes(t *testing.T) {
	file := func(name string, start int64, points ...time.Duration) trace.File {
		var b bytes.Buffer
		w, err := nativepkg.NewWriter(&b, trace.WriterInfo{StartUnix: start})
		if err != nil {
			t.Fatal(err)
		}
		for i, at := range points {
			w.GCs([]trace.GC{{Number: uint32(i + 1), Start: at, End: at + time.Millisecond}})
			if err := w.Counts(nativepkg.PointInfo{Time: at}, []trace.TypeCount{{Name: "A", Objects: 1}}); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return trace.MemoryFile("d/"+name, b.Bytes())
	}
	for _, test := range []struct {
		name  string
		files []trace.File
		want  string
	}{
		{"dates", []trace.File{file("b", 7000, 0, time.Second), file("a", 5000, 0, 3*time.Second)},
			"5000 b and 1 more: 0 a 2000 b 3000 a 3000 b; 0-1 2000-2001 3000-3001 3000-3001"},
		{"no date of one", []trace.File{file("a", 0, time.Second, 2*time.Second), file("b", 7000, time.Second)},
			"0 a and 1 more: 1000 a 2000 a 3000 b; 1000-1001 2000-2001 3000-3001"},
		{"times that go back", []trace.File{file("a", 5000, 2*time.Second, time.Second)}, "5000 a: 2000 a 2000 a; 2000-2001 1000-1001"},
	} {
		rec, err := nativepkg.Open(t.Context(), tracetest.Closed(t, test.files...), nil)
		if err != nil {
			t.Fatal(err)
		}
		points := slices.Clone(rec.Points)
		slices.SortStableFunc(points, func(a, b trace.Point) int {
			if a.Time != b.Time {
				return int(a.Time - b.Time)
			}
			return strings.Compare(a.Source, b.Source)
		})
		got := fmt.Sprintf("%d %s:", rec.StartUnix, rec.Name)
		for i, p := range points {
			got += fmt.Sprint(" ", p.Time, " ", p.Source)
			if p.Time != rec.Points[i].Time {
				t.Errorf("%s: point %d is at %d", test.name, i, rec.Points[i].Time)
			}
		}
		got += ";"
		for _, g := range rec.GCs {
			got += fmt.Sprintf(" %d-%d", g.Start.Milliseconds(), g.End.Milliseconds())
		}
		if got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

func TestOpenFaults(t *testing.T) {
	good := trace.MemoryFile("d/a.mct", native(t, trace.WriterInfo{}, everythingOf(2, 2)))
	locked := tracetest.Unreadable("d/locked", errors.New("locked"))
	none := trace.MemoryFile("d/none", native(t, trace.WriterInfo{}))
	junk := trace.MemoryFile("d/junk", []byte("nothing at all, but long enough"))
	const nothing = "it has no complete GC point: the recording has just started, was stopped before its first point, or was cut off"
	var steps []string
	rec, err := nativepkg.Open(t.Context(), tracetest.Closed(t, locked, good, none, junk), func(done, total int64, what string) {
		steps = append(steps, fmt.Sprint(done, "/", total, " ", what))
	})
	if err != nil {
		t.Fatal(err)
	}
	warnings := tracetest.WarningText(rec.Warnings)
	if want := "locked: skipped: locked\nnone: skipped: " + nothing + "\njunk: skipped: "; !strings.HasPrefix(warnings, want) ||
		len(rec.Warnings) != 3 || rec.Name != "a" {
		t.Errorf("recording %s, warnings\n%s", rec.Name, warnings)
	}
	if want := []string{"0/4 opening locked", "1/4 opening a.mct", "2/4 opening none", "3/4 opening junk"}; !slices.Equal(steps, want) {
		t.Errorf("progress %q, want %q", steps, want)
	}
	for _, test := range []struct {
		files []trace.File
		want  string
	}{{[]trace.File{locked, none}, "d/locked: locked"}, {[]trace.File{none, locked}, "d/none: " + nothing}} {
		if _, err := nativepkg.Open(t.Context(), test.files, nil); err == nil || err.Error() != test.want {
			t.Errorf("error %v, want %s", err, test.want)
		}
	}
	if rec.Points[0].Load == nil {
		t.Fatal("a heap state cannot be loaded")
	}
	loaded(t, rec.Points[0])
}

// TestOfOneProgram checks that recordings of several programs are not joined.
func TestOfOneProgram(t *testing.T) {
	file := func(name, program string) trace.File {
		return trace.MemoryFile("d/"+name, native(t, trace.WriterInfo{Program: program}, everythingOf(2, 2)))
	}
	for _, test := range []struct {
		programs []string
		points   int
		warning  string
	}{
		{[]string{"shop.py", "shop.py --port 8", ""}, 3, ""},
		{[]string{"", "shop.py", "bank.py", "shop.py"}, 3, "c: skipped: it is a recording of bank.py, but b is one of shop.py; open them separately"},
		{[]string{"", ""}, 2, ""},
	} {
		var files []trace.File
		for i, p := range test.programs {
			files = append(files, file(string(rune('a'+i)), p))
		}
		rec, err := nativepkg.Open(t.Context(), files, nil)
		if err != nil {
			t.Fatal(err)
		}
		warnings := ""
		for _, w := range rec.Warnings {
			warnings += w.Source + ": " + w.Text
		}
		if len(rec.Points) != test.points || warnings != test.warning {
			t.Errorf("%q: %d points, %q", test.programs, len(rec.Points), warnings)
		}
	}
}
