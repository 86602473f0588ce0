package closure_test

import (
	"testing"

	"memcity/analysis/closure"
	"memcity/trace"
	"memcity/trace/tracetest"
)

func TestWithoutNumbers(t *testing.T) {
	for name, want := range map[string]string{
		"goroutine 17 [select] in main.run.func1 (main.go:49)": "goroutine N [select] in main.run.func1 (main.go:49)", "pool-12-thread-3": "pool-N-thread-N", "main": "main", "7": "N", "a1b22": "aNbN",
		"0x9": "NxN", "": ""} {
		if got := closure.WithoutNumbers(name); got != want {
			t.Errorf("%s without numbers is %s", name, got)
		}
	}
}

// TestPooled checks threads whose names differ only in numbers. Together they own what no single one of them owns; another thread keeps its
// name.
func TestPooled(t *testing.T) {
	var b tracetest.HeapBuilder
	data := b.Object(b.Type("app.Data", 1000))
	single := b.Object(b.Type("app.Other", 500))
	holder := b.Type("app.Worker", 24, "data")
	for _, name := range []string{"pool-1-thread-1", "pool-1-thread-2", "pool-2-thread-1", "timer-7"} {
		to := data
		if name == "timer-7" {
			to = single
		}
		worker := b.Object(holder)
		b.Refer(worker, "data", to)
		b.Local(worker, b.Thread(name, trace.NoObject, "app.Worker.run(Worker.java:8)"), 0)
	}
	r := graph(t, b.Heap()).Roots()
	if len(r.Names) != 4 {
		t.Fatalf("%d GC roots: %v", len(r.Names), r.Names)
	}
	pooled := r.Pooled()
	found, err := pooled.Owners(t.Context(), closure.OwnersQuery{Roots: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, o := range found.Owners {
		got += pooled.Names[o.Group].String() + "\n"
		if o.Exclusive.Bytes < 524 {
			t.Errorf("%s owns %d bytes", pooled.Names[o.Group], o.Exclusive.Bytes)
		}
	}
	if want := "local variable pool-N-thread-N, app.Worker.run(Worker.java:8)\nlocal variable timer-7, app.Worker.run(Worker.java:8)\n"; got != want {
		t.Errorf("owners:\n%s", got)
	}
	if again := pooled.Pooled(); len(again.Names) != 2 {
		t.Errorf("pooled twice: %v", again.Names)
	}
}
