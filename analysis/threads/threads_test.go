package threads_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"memcity/analysis/closure"
	"memcity/analysis/threads"
	"memcity/trace"
	"memcity/trace/tracetest"
)

func find(t *testing.T, h *trace.Heap) *threads.Report {
	t.Helper()
	g, err := closure.NewGraph(t.Context(), h)
	if err != nil {
		t.Fatal(err)
	}
	r, err := threads.Find(t.Context(), h, g.Roots())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// program returns a heap with two threads. The thread "worker" has a buffer in run and in its callee, which also has a row. Its
// thread-local value is held by its object. Both threads have the configuration.
func program() *trace.Heap {
	b := tracetest.NewHeap()
	thread, node := b.Type("java.lang.Thread", 100, "locals"), b.Type("app.Node", 10, "next")
	worker, main := b.Object(thread), b.Object(thread)
	buffer, data, row, value, config := b.Object(node), b.Object(node), b.Object(node), b.Object(node), b.Object(node)
	b.Refer(buffer, "next", data)
	b.Refer(worker, "locals", value)
	b.Thread("ended", trace.NoObject)
	first := b.Thread("main", main, "app.Main.main(Main.java:3)")
	second := b.Thread("worker", worker, "app.Worker.step(Worker.java:9)", "app.Worker.run(Worker.java:4)")
	b.Local(config, first, 0)
	b.Local(config, second, 1)
	b.Local(buffer, second, 0)
	b.Local(buffer, second, 1)
	b.Local(row, second, 0)
	return b.Heap()
}

// text lists the threads of a report.
func text(r *threads.Report) string {
	var b strings.Builder
	fmt.Fprintln(&b, "reachable", r.Reachable)
	for _, t := range r.Threads {
		fmt.Fprintln(&b, t.Name, t.Type, t.Alone, "own", t.Own)
		for _, f := range t.Frames {
			fmt.Fprintln(&b, " ", f.Text, f.Freed)
			for _, v := range f.Variables {
				fmt.Fprintln(&b, "   ", v.Object, v.Type)
			}
		}
	}
	return b.String()
}

func TestFind(t *testing.T) {
	want := `reachable {7 250}
worker java.lang.Thread {5 140} own {2 110}
  app.Worker.step(Worker.java:9) {1 10}
    2 app.Node
    4 app.Node
  app.Worker.run(Worker.java:4) {2 20}
    6 app.Node
    2 app.Node
main java.lang.Thread {1 100} own {1 100}
  app.Main.main(Main.java:3) {0 0}
    6 app.Node
`
	if got := text(find(t, program())); got != want {
		t.Errorf("found\n%s\nwant\n%s", got, want)
	}
}

// TestWithoutFrames: roots whose frame is unknown belong to the thread itself, as in dumps without stacks.
func TestWithoutFrames(t *testing.T) {
	h := program()
	for i := range h.Threads {
		h.Threads[i].Frames = nil
	}
	worker := find(t, h).Threads[0]
	if worker.Alone != (trace.Amount{Objects: 5, Bytes: 140}) || worker.Own != worker.Alone || len(worker.Other) != 4 {
		t.Errorf("%+v", worker)
	}
}

// TestState: the names are from java.lang.Thread.State, the values from HotSpot (javaThreadStatus.hpp).
func TestState(t *testing.T) {
	for status, want := range map[int32]string{0: "NEW", 5: "RUNNABLE", 225: "TIMED_WAITING", 401: "WAITING", 417: "TIMED_WAITING", 657: "WAITING",
		673: "TIMED_WAITING", 1025: "BLOCKED", 2: "TERMINATED", 1: "RUNNABLE"} {
		for _, holder := range []bool{false, true} { // until Java 18 and since Java 19
			b := tracetest.NewHeap()
			thread, fields := b.Type("java.lang.Thread", 100, "holder"), b.Type("java.lang.Thread$FieldHolder", 40)
			o := b.Object(thread)
			at, in := o, thread
			if holder {
				at, in = b.Object(fields), fields
				b.Refer(o, "holder", at)
			}
			b.Field(in, "threadStatus", trace.IntValue)
			b.Field(in, "daemon", trace.BooleanValue)
			b.Set(at, "threadStatus", tracetest.IntValue(status))
			b.Set(at, "daemon", trace.MakeValue(trace.BooleanValue, 1))
			b.Thread("main", o)
			if got := find(t, b.Heap()).Threads[0]; got.State != want || !got.Daemon {
				t.Errorf("status %d, holder %t: %s, daemon %t; want %s, true", status, holder, got.State, got.Daemon, want)
			}
		}
	}
}

// TestFailed: a thread failed if it is creating an OutOfMemoryError, not if it handles one.
func TestFailed(t *testing.T) {
	for frame, want := range map[string]bool{"java.lang.OutOfMemoryError.<init>(OutOfMemoryError.java:48)": true,
		"java.lang.OutOfMemoryError.toString(Throwable.java:9)": false, "": false} {
		thread := trace.Thread{Name: "main", Frames: slices.DeleteFunc([]string{frame}, func(f string) bool { return f == "" })}
		if got := threads.Failed(&thread); got != want {
			t.Errorf("%q: %t, want %t", frame, got, want)
		}
	}
}
