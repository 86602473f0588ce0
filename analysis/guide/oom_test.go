package guide

import (
	"context"
	"strings"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/trace"
)

// TestFailedThread checks that the thread whose stack starts with the error is named, with the first frame of the program, unless it ran
// out of something else.
func TestFailedThread(t *testing.T) {
	const oom = "java.lang.OutOfMemoryError.<init>(OutOfMemoryError.java:48)"
	const define = "java.lang.ClassLoader.defineClass1(ClassLoader.java)"
	for name, tt := range map[string]struct {
		frames     []string
		thread, at string
	}{
		"own":              {[]string{oom, "app.Main.work(Main.java:3)", "app.Main.main(Main.java:9)"}, "worker-2", "app.Main.work(Main.java:3)"},
		"below the JDK":    {[]string{oom, "java.util.Arrays.copyOf(Arrays.java:1)", "java.util.ArrayList.add(ArrayList.java:2)", "app.Main.work(Main.java:3)"}, "worker-2", "app.Main.work(Main.java:3)"},
		"JDK only":         {[]string{oom, "java.util.Arrays.copyOf(Arrays.java:1)"}, "worker-2", "java.util.Arrays.copyOf(Arrays.java:1)"},
		"no frames":        {nil, "", ""},
		"the error alone":  {[]string{oom}, "worker-2", ""},
		"not on top":       {[]string{"app.Main.work(Main.java:3)", oom}, "", ""},
		"another error":    {[]string{"java.lang.Error.<init>(Error.java:1)"}, "", ""},
		"metaspace":        {[]string{oom, "a.B.c(B.java:1)", "a.B.c(B.java:1)", "a.B.c(B.java:1)", define, "app.Main.work(Main.java:3)"}, "", ""},
		"class far below":  {[]string{oom, "a.B.c(B.java:1)", "a.B.c(B.java:1)", "a.B.c(B.java:1)", "a.B.c(B.java:1)", define}, "worker-2", "a.B.c(B.java:1)"},
		"thread not begun": {[]string{oom, "java.lang.Thread.start0(Thread.java)", "app.Main.work(Main.java:3)"}, "", ""},
		"direct buffer":    {[]string{oom, "java.nio.Bits.reserveMemory(Bits.java:1)", "app.Main.work(Main.java:3)"}, "", ""},
	} {
		h := &trace.Heap{Threads: []trace.Thread{{Name: "main", Frames: []string{"app.Main.main(Main.java:9)"}}, {Name: "worker-2", Frames: tt.frames}}}
		if thread, at := failedThread(h); thread != tt.thread || at != tt.at {
			t.Errorf("%s: thread %q at %q, want %q at %q", name, thread, at, tt.thread, tt.at)
		}
	}
}

// TestDumpOfFullHeap checks that a dump written for an OutOfMemoryError shows a full heap, and that its largest holder is named.
func TestDumpOfFullHeap(t *testing.T) {
	h := caches(3000)
	h.Threads = append(h.Threads, trace.Thread{Name: "worker-2", Frames: []string{"java.lang.OutOfMemoryError.<init>(OutOfMemoryError.java:48)", "app.Main.work(Main.java:3)"}})
	report, _ := explore(t, heaps("full", h))
	const want = "The heap was full: the thread worker-2 failed with OutOfMemoryError at app.Main.work(Main.java:3). A full heap does not show whether the program leaks. " +
		"Largest holder: app.Value, held by the field app.Cache.values."
	if report.Grade != findings.Full || report.Text != want {
		t.Errorf("%s: %s", report.Grade, report.Text)
	}
}

// TestEarlierDumpOfFullHeap checks that of several dumps, the one written for an OutOfMemoryError counts, even if others follow.
func TestEarlierDumpOfFullHeap(t *testing.T) {
	failed := caches(3000)
	failed.Threads = append(failed.Threads, trace.Thread{Name: "worker-2", Frames: []string{"java.lang.OutOfMemoryError.<init>(OutOfMemoryError.java:48)", "app.Main.work(Main.java:3)"}})
	report, _ := explore(t, heaps("full", caches(3000), failed, caches(3000)))
	f := report.Full()
	if report.Grade != findings.Full || f == nil || f.Highlight.At != 2 || !strings.HasPrefix(f.Explain[0], "GC point 2 of 3") || !strings.Contains(report.Text, ", before GC point 3.") {
		t.Errorf("%s: %s %+v", report.Grade, report.Text, f)
	}
	if f.Ended != findings.Unseen || f.Released != 0 || report.Basis == nil || report.Basis.Points != 3 {
		t.Errorf("ended %q at %v ms, judged by %v", f.Ended, f.Released, report.Basis)
	}
}

// TestFailedInLongSeries checks that of many heap dumps, one for an OutOfMemoryError is read in addition to those for growth.
func TestFailedInLongSeries(t *testing.T) {
	for _, at := range []int{0, 7, 14} {
		var states []*trace.Heap
		for i := range 24 {
			h := caches(3000)
			if i == at {
				h.Threads = append(h.Threads, trace.Thread{Name: "worker-2", Frames: []string{"java.lang.OutOfMemoryError.<init>(OutOfMemoryError.java:48)", "app.Main.work(Main.java:3)"}})
			}
			states = append(states, h)
		}
		r := heaps("long", states...)
		for i := range r.Points {
			r.Points[i].Failed = func(context.Context) (bool, error) { return i == at, nil }
		}
		report, _ := explore(t, r)
		if f := report.Full(); f == nil || f.Highlight.At != at+1 {
			t.Errorf("at GC point %d: %s", at+1, report.Text)
		}
	}
}
