package hprof_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/hprof"
	"memcity/trace/tracetest"
	wire "memcity/trace/wire/hprof"
)

// TestRootKinds checks that roots have the threads of their serials, and frames only if the thread has them.
func TestRootKinds(t *testing.T) {
	d := tracetest.NewDump()
	c := d.Class("app/A")
	o := d.Instance(c)
	serial := uint64(d.Thread(o, "app/A.run:5", "app/A.main:-3"))
	none := uint64(0xFFFFFFFF)
	d.Root(wire.RootUnknown, o)
	d.Root(wire.RootJNIGlobal, o, serial)
	d.Root(wire.RootJNILocal, o, serial, 1)
	d.Root(wire.RootJavaFrame, o, serial, 0)
	d.Root(wire.RootJavaFrame, o, serial, 2)
	d.Root(wire.RootJavaFrame, o, serial, none)
	d.Root(wire.RootJavaFrame, o, 99, 0)
	d.Root(wire.RootNativeStack, o, serial)
	d.Root(wire.RootThreadBlock, o, serial)
	d.Root(wire.RootMonitor, o)
	d.Root(wire.RootInterned, o)
	d.Root(wire.RootFinalizing, o)
	d.Root(wire.RootDebugger, o)
	d.Root(wire.RootReferenceCleanup, o)
	d.Root(wire.RootVMInternal, o)
	d.Root(wire.RootJNIMonitor, o, serial, 1)
	d.Root(wire.RootStickyClass, o)
	h, _ := load(t, d.Bytes())
	want := `unknown -1 -1
JNI global -1 -1
JNI local 0 1
local variable 0 0
local variable 0 -1
local variable 0 -1
local variable -1 -1
native stack 0 -1
thread block 0 -1
monitor -1 -1
interned string -1 -1
finalizing -1 -1
debugger -1 -1
unknown -1 -1 reference cleanup
VM internal -1 -1
monitor 0 -1 JNI
system class -1 -1
`
	var got strings.Builder
	for _, r := range h.Roots {
		if r.Kind == trace.RootThread {
			continue
		}
		got.WriteString(strings.TrimSpace(fmt.Sprint(r.Kind, " ", r.Thread, " ", r.Frame, " ", r.Detail)) + "\n")
		if int(r.Object) != h.Len()-1 {
			t.Errorf("root of object %d", r.Object)
		}
	}
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
}

// TestThreadNames checks names as arrays and strings: narrow, wide, long, and with characters other than letters.
func TestThreadNames(t *testing.T) {
	d := tracetest.NewDump()
	str := d.Class("java/lang/String", tracetest.Int("hash"), tracetest.Ref("value"), tracetest.Byte("coder"))
	thread := d.Class("java/lang/Thread", tracetest.Int("priority"), tracetest.Ref("name"))
	other := d.Class("app/Other", tracetest.Int("name"))
	text := func(content string, coder uint64) uint64 {
		return d.Instance(thread, 5, d.Instance(str, 0, d.Primitives(wire.Byte, []byte(content)), coder))
	}
	old := d.Instance(thread, 5, d.Primitives(wire.Char, []byte{0, 'o', 0, 'l', 0, 'd'}))
	objects := []uint64{
		text("main", 0), text("m\x00a\x00", 1), old, text(strings.Repeat("x", 201), 0), text(strings.Repeat("y\x00", 201), 1),
		text("a\tb\x1fc d", 0), d.Instance(thread, 5, 0), d.Instance(thread, 5, d.Instance(str, 0, 0, 0)), d.Instance(other, 3),
		d.Instance(thread, 5, d.Instance(thread, 5, 0)), text("", 0), 0xBAD,
	}
	for _, o := range objects {
		d.Thread(o)
	}
	h, _ := load(t, d.Bytes())
	want := []string{"main", "ma", "old", strings.Repeat("x", 200), strings.Repeat("y", 200), "a b c d", "thread 7", "thread 8", "thread 9",
		"thread 10", "", "thread 12"}
	for i, th := range h.Threads {
		got := strings.TrimSuffix(th.Name, "…")
		if got != want[i] && !(want[i] == "" && got == "thread 11") {
			t.Errorf("thread %d is %q, want %q", i, th.Name, want[i])
		}
		if (th.Object == trace.NoObject) != (objects[i] == 0xBAD) {
			t.Errorf("thread %d is object %d", i, th.Object)
		}
	}
	if len(h.Threads) != len(want) {
		t.Errorf("%d threads, want %d", len(h.Threads), len(want))
	}
}

// TestThreadsOfAgent checks that a thread that starts and is a root is one thread, with the frames of its first trace.
func TestThreadsOfAgent(t *testing.T) {
	d := tracetest.NewDump()
	c := d.Class("app/A")
	a, b := d.Instance(c), d.Instance(c)
	d.Top(wire.Record{Kind: wire.StartThread, Values: [9]uint64{7, 0, 1, d.Text("worker")}})
	d.Top(wire.Record{Kind: wire.StartThread, Values: [9]uint64{8, b, 1, d.Text("")}})
	first, second := uint64(d.Trace(7, "app/A.run:5")), uint64(d.Trace(7, "app/A.stop:6", "app/A.run:0", "app/A.go:-1", "app/A.nat:-3"))
	d.Root(wire.RootThread, a, 7, first)
	d.Root(wire.RootThread, a, 7, second)
	d.Root(wire.RootThread, b, 9, second)
	h, _ := load(t, d.Bytes())
	var got []string
	for _, th := range h.Threads {
		got = append(got, fmt.Sprint(th.Name, " ", h.Len()-int(th.Object), " ", strings.Join(th.Frames, ", ")))
	}
	want := []string{"worker 2 app.A.run(A.java:5)", "thread 2 1 ",
		"thread 3 1 app.A.stop(A.java:6), app.A.run(A.java), app.A.go(A.java), app.A.nat(Native Method)"}
	if !slices.Equal(got, want) {
		t.Errorf("threads\n%q, want\n%q", got, want)
	}
}

// TestOpenFaults checks that unreadable files and files of other formats are left out with the reason. If none is left, the first fault is
// the error.
func TestOpenFaults(t *testing.T) {
	files := tracetest.Closed(t, persons(8).File("dir/b"), tracetest.Unreadable("dir/a", errors.New("locked")),
		trace.MemoryFile("dir/c", []byte("no dump")), persons(8).File("dir/a2"))
	var steps []string
	progress := func(done, total int64, what string) { steps = append(steps, fmt.Sprint(done, "/", total, " ", what)) }
	rec, err := hprof.Open(t.Context(), files, progress)
	if err != nil {
		t.Fatal(err)
	}
	warnings := tracetest.WarningText(rec.Warnings)
	if !strings.HasPrefix(warnings, "a: skipped: locked\nc: skipped: ") || strings.Count(warnings, "\n") != 2 {
		t.Errorf("warnings\n%s", warnings)
	}
	if rec.Name != "a2 and 1 more" || !slices.Equal(rec.Files, []string{"a2", "b"}) || rec.Points[1].Time != 0 {
		t.Errorf("recording %q of %v, second point at %d", rec.Name, rec.Files, rec.Points[1].Time)
	}
	if want := []string{"0/4 opening b", "1/4 opening a", "2/4 opening c", "3/4 opening a2"}; !slices.Equal(steps, want) {
		t.Errorf("progress %q, want %q", steps, want)
	}
	for _, test := range []struct {
		files []trace.File
		want  string
	}{{files[1:3], "dir/a: locked"}, {files[2:3], "dir/c: offset 0: "}, {nil, "heap dump: expected a file"}} {
		_, err := hprof.Open(t.Context(), test.files, nil)
		if input := (*trace.InputError)(nil); !errors.As(err, &input) || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("error %v, want %s", err, test.want)
		}
	}
	for _, p := range rec.Points {
		if _, _, err := p.Load(t.Context(), nil); err != nil {
			t.Error(err)
		}
		if _, _, _, err := p.Totals(t.Context(), nil); err != nil {
			t.Error(err)
		}
	}
	for _, f := range files[1:3] {
		if _, _, err := hprof.Load(t.Context(), f, nil); err == nil {
			t.Errorf("%s is loaded", f.Name)
		}
		if _, _, err := hprof.Histogram(t.Context(), f, nil); err == nil {
			t.Errorf("%s is counted", f.Name)
		}
	}
	if rec, err := hprof.Open(t.Context(), files[:1], nil); err != nil || rec.Name != "b" || rec.Points[0].Time != 0 ||
		!rec.Knows.Has(trace.KnowsTimes) {
		t.Errorf("one dump: %+v, %v", rec, err)
	}
}

// TestSeriesWithoutTimes checks that the dumps are numbered in the order of their names.
func TestSeriesWithoutTimes(t *testing.T) {
	var files []trace.File
	for i, name := range []string{"h10", "h9", "h1"} {
		d := persons(8)
		d.Time = int64(i) * 1000
		files = append(files, d.File(name))
	}
	rec, err := hprof.Open(t.Context(), files, nil)
	if err != nil || !slices.Equal(rec.Files, []string{"h1", "h9", "h10"}) || rec.Points[2].Time != 2 || rec.StartUnix != 0 {
		t.Errorf("recording %+v, %v", rec, err)
	}
}

// TestHistogramOrder checks that the largest types come first, types of equal size are sorted by name, and types without objects are left
// out.
func TestHistogramOrder(t *testing.T) {
	d := tracetest.NewDump()
	a, b := d.Class("app/B", tracetest.Long("x")), d.Class("app/A", tracetest.Long("y"))
	d.Class("app/Unused")
	for range 5 {
		d.Instance(a, 1)
		d.Instance(b, 1)
	}
	d.Primitives(wire.Byte, make([]byte, 5000))
	f := tracetest.Closed(t, d.File("dir/x"))[0]
	var last int64
	counts, warnings, err := hprof.Histogram(t.Context(), f, func(done, total int64, what string) {
		if last = done; total != f.Size || done > total || what != "reading x" {
			t.Errorf("progress %d of %d: %s", done, total, what)
		}
	})
	if err != nil || len(warnings) != 0 || last != f.Size {
		t.Errorf("warnings %v, progress %d of %d, %v", warnings, last, f.Size, err)
	}
	var got []string
	for _, c := range counts {
		got = append(got, fmt.Sprint(c.Name, " ", c.Objects, " ", c.Bytes))
	}
	want := []string{"byte[] 1 5016", "java.lang.Class 5 560", "app.A 5 120", "app.B 5 120"}
	if !slices.Equal(got, want) {
		t.Errorf("counts %q, want %q", got, want)
	}
}
