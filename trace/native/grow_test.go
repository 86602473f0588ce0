package native_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/trace"
	nativepkg "memcity/trace/native"
	"memcity/trace/open"
	"memcity/trace/tracetest"
)

// TestMore reads a file while it is being written. After every write, each complete state must exist once, and earlier data must be
// unchanged.
func TestMore(t *testing.T) {
	h := everything()
	path := filepath.Join(t.TempDir(), "live.mct")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	w, err := nativepkg.NewWriter(file, trace.WriterInfo{})
	if err != nil {
		t.Fatal(err)
	}
	write := func(point int) {
		t.Helper()
		at := time.Duration(point) * time.Second
		w.GCs([]trace.GC{{Number: uint32(point + 1), Start: at, End: at}})
		if err := w.State(nativepkg.PointInfo{Time: at}, h); err != nil {
			t.Fatal(err)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	w.Flush()
	if _, err := open.Paths(t.Context(), []string{path}, nil); err == nil || !strings.Contains(err.Error(), "no complete GC point: ") {
		t.Errorf("before the first point: %v", err)
	}
	write(0)
	rec, err := open.Paths(t.Context(), []string{path}, nil)
	if err != nil || len(rec.Points) != 1 || rec.More == nil {
		t.Fatal(err, rec)
	}
	if next, err := rec.More(t.Context()); next != nil || err != nil {
		t.Errorf("more of nothing: %v, %v", next, err)
	}
	first := rec
	for i := 1; i < 4; i++ {
		write(i)
		next, err := rec.More(t.Context())
		if err != nil || next == nil || len(next.Points) != i+1 || len(next.GCs) != i+1 || next.Names != rec.Names || len(rec.Points) != i {
			t.Fatalf("after point %d: %+v, %v", i, next, err)
		}
		for p := range next.Points {
			sameHeap(t, loaded(t, next.Points[p]), h)
		}
		if len(next.Warnings) > 0 {
			t.Errorf("warnings %v", next.Warnings)
		}
		rec = next
	}
	if late, err := first.More(t.Context()); err != nil || len(late.Points) != 4 {
		t.Errorf("all at once: %+v, %v", late, err)
	}
	sameHeap(t, loaded(t, first.Points[0]), h)
	write(4)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	last, err := rec.More(t.Context())
	if err != nil || len(last.Points) != 5 {
		t.Fatalf("%+v, %v", last, err)
	}
	if _, err := last.More(t.Context()); err != io.EOF {
		t.Errorf("after the end: %v", err)
	}
	if whole, err := open.Paths(t.Context(), []string{path}, nil); err != nil || whole.More != nil || len(whole.Points) != 5 ||
		len(whole.Warnings) > 0 {
		t.Errorf("%+v, %v", whole, err)
	}
	if err := file.Truncate(100); err != nil {
		t.Fatal(err)
	}
	var fault *trace.InputError
	if _, err := rec.More(t.Context()); !errors.As(err, &fault) || !strings.Contains(err.Error(), "shorter than before") {
		t.Errorf("of a file that was cut: %v", err)
	}
}

// TestMoreBytes grows a file by a few bytes at a time.
func TestMoreBytes(t *testing.T) {
	h := everything()
	data := native(t, trace.WriterInfo{}, h, h, h, h)
	path := filepath.Join(t.TempDir(), "live.mct")
	var rec *trace.Recording
	points := 0
	for at := 0; ; at = min(len(data), at+97) {
		if err := os.WriteFile(path, data[:at], 0o644); err != nil {
			t.Fatal(err)
		}
		switch {
		case rec == nil:
			opened, err := open.Paths(t.Context(), []string{path}, nil)
			if err == nil && opened.More != nil { // otherwise the first state is incomplete
				rec, points = opened, len(opened.Points)
			}
		default:
			next, err := rec.More(t.Context())
			if err != nil {
				t.Fatalf("after %d bytes: %v", at, err)
			}
			if next == nil {
				break
			}
			if len(next.Points) != points+1 && at < len(data) {
				t.Fatalf("after %d bytes: %d points become %d", at, points, len(next.Points))
			}
			rec, points = next, len(next.Points)
			sameHeap(t, loaded(t, rec.Points[points-1]), h)
		}
		if at == len(data) {
			break
		}
	}
	if points != 4 {
		t.Errorf("%d points", points)
	}
	if next, err := rec.More(t.Context()); next != nil || err != io.EOF {
		t.Errorf("after the end: %v, %v", next, err)
	}
}

// TestSeveral joins files by their times.
func TestSeveral(t *testing.T) {
	h := tracetest.RandomHeap(1, 100)
	b := tracetest.NewHeap()
	b.Identify(b.Object(b.Type("app.A", 16)), 5)
	other := b.Heap()
	files := []trace.File{
		trace.MemoryFile("b.mct", native(t, trace.WriterInfo{StartUnix: 10_000}, other, other)),
		trace.MemoryFile("a.mct", native(t, trace.WriterInfo{StartUnix: 10_500}, h, h)),
	}
	rec, err := open.Files(t.Context(), "both", files, nil)
	if err != nil {
		t.Fatal(err)
	}
	var times []trace.Millis
	var objects []int
	for _, p := range rec.Points {
		times, objects = append(times, p.Time), append(objects, loaded(t, p).Len())
	}
	if !slices.Equal(times, []trace.Millis{0, 500, 1000, 1500}) || !slices.Equal(objects, []int{1, 100, 1, 100}) {
		t.Errorf("points at %v with %v objects", times, objects)
	}
	if rec.Knows.Has(trace.KnowsIdentity) || rec.StartUnix != 10_000 || rec.More != nil {
		t.Errorf("knows %v, starts at %d", rec.Knows.Names(), rec.StartUnix)
	}
	files[1] = trace.MemoryFile("c.mct", []byte("\x89MCT\r\n\x1a\n and nothing more"))
	rec, err = open.Files(t.Context(), "one", files, nil)
	if err != nil || len(rec.Points) != 2 || len(rec.Warnings) != 1 || !strings.HasPrefix(rec.Warnings[0].String(), "c.mct: skipped") {
		t.Errorf("%+v, %v", rec, err)
	}
}

// TestLeft checks that a file whose writer is gone stops growing, and that a claimed file may be silent for any time.
func TestLeft(t *testing.T) {
	path := filepath.Join(t.TempDir(), "live.mct")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	nativepkg.Claim(file)
	w, err := nativepkg.NewWriter(file, trace.WriterInfo{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		if err := w.State(nativepkg.PointInfo{Time: time.Duration(i) * time.Second}, everything()); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	rec, err := open.Paths(t.Context(), []string{path}, nil)
	if err != nil || rec.More == nil || len(rec.Warnings) != 1 || !rec.Warnings[0].Unfinished {
		t.Fatal(err, rec)
	}
	look := func(most int) (*trace.Recording, int) {
		for i := range most {
			next, err := rec.More(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if next != nil {
				return next, i + 1
			}
		}
		return nil, most
	}
	const patient = 200
	if runtime.GOOS != "windows" {
		if next, looks := look(patient); next != nil {
			t.Fatalf("the file is left after %d looks, while it is claimed", looks)
		}
	}
	file.Close() // as if the process had been killed
	next, _ := look(2 * patient)
	if next == nil || len(next.Points) != 2 || next.Names != rec.Names || len(next.Warnings) != 1 || next.Warnings[0].Unfinished ||
		!strings.Contains(next.Warnings[0].Text, "it has no end record") {
		t.Fatalf("left: %+v", next)
	}
	if _, err := next.More(t.Context()); !errors.Is(err, io.EOF) {
		t.Errorf("after that: %v", err)
	}
}
