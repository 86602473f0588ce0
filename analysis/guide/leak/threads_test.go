package leak_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"memcity/analysis/guide/leak"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// workers returns threads named worker-1 and so on, each with a task that its call refers to. Some calls also refer to a page.
func workers(count, pages int) *trace.Heap {
	b := tracetest.NewHeap()
	thread, task, page := b.Type("java.lang.Thread", 64, "name"), b.Type("app.Task", 1000), b.Type("app.Page", 500)
	for i := range count {
		o := b.Object(thread)
		b.Refer(o, "name", b.String("worker"))
		n := b.Thread(fmt.Sprintf("worker-%d", i+1), o, "app.Worker.run(Worker.java:3)")
		b.Local(b.Object(task), n, 0)
		if i < pages {
			b.Local(b.Object(page), n, 0)
		}
	}
	other := b.Thread("main", b.Object(thread), "app.Main.main(Main.java:3)")
	b.Local(b.Object(task), other, 0)
	return b.Heap()
}

// TestGrowingThreads checks that threads must grow by at least 16, and that objects of their calls belong to them if each thread has one.
func TestGrowingThreads(t *testing.T) {
	for _, test := range []struct {
		counts []int
		want   bool
	}{{[]int{4, 12, 20}, true}, {[]int{4, 12, 19}, false}, {[]int{20, 20, 20}, false}, {[]int{20, 12, 4}, false}} {
		var heaps []*trace.Heap
		for _, n := range test.counts {
			heaps = append(heaps, workers(n, 1))
		}
		s, _, times := placed(t, heaps...)
		found := s.GrowingThreads(times)
		if len(found) != map[bool]int{true: 1}[test.want] {
			t.Fatalf("%v: %+v", test.counts, found)
		}
		if !test.want {
			continue
		}
		x := found[0]
		if x.Root != "thread worker-N" || x.GrowthObjects() != 16 || x.Objects[0] != 4 || x.Bytes[2]-x.Bytes[0] < 16*1064 {
			t.Errorf("%+v", x)
		}
		if len(x.Parts) != 2 || len(x.Parts[1].Tops) != 1 || s.Nodes[x.Parts[1].Tops[0]].Type != "app.Task" {
			t.Errorf("the calls refer to %+v", x.Parts)
		}
	}
}

// TestOneForEachThread checks the range from half to twice as many objects as threads.
func TestOneForEachThread(t *testing.T) {
	for pages, want := range map[int]int{9: 1, 10: 2} {
		s, _, _ := placed(t, workers(4, 1), workers(20, pages))
		found := s.GrowingThreads([]time.Duration{0, time.Second})
		if len(found) != 1 || len(found[0].Tops()) != 1+want {
			t.Errorf("%d pages for 20 threads: %+v", pages, found)
		}
	}
}

// TestLoadedAgainTies checks that of classes with equally many loaders, the first by name is reported.
func TestLoadedAgainTies(t *testing.T) {
	b := tracetest.NewHeap()
	loader := b.Type("app.Loader", 32)
	for range 3 {
		l := b.Object(loader)
		b.Root(l, trace.RootJNIGlobal, "")
		for _, name := range []string{"app.C", "app.A", "app.B", "app.D"} {
			b.Class(b.Type(name, 16), 100, l)
		}
	}
	h := b.Heap()
	for range 20 { // the iteration order of a map varies
		if found := leak.FindLoadedAgain(h, nil, 3); len(found) != 1 || found[0].Class != "app.A" {
			t.Fatalf("%+v", found)
		}
	}
}

// TestLoadedAgainOnce checks that a loader counts once even if the names of several of its classes differ only in numbers.
func TestLoadedAgainOnce(t *testing.T) {
	b := tracetest.NewHeap()
	loader := b.Type("app.Loader", 32)
	var loaders []trace.ObjectID
	for range 3 {
		l := b.Object(loader)
		b.Root(l, trace.RootJNIGlobal, "")
		loaders = append(loaders, l)
		for _, name := range []string{"app.X$1", "app.X$2", "app.X$3"} {
			b.Class(b.Type(name, 16), 100, l)
		}
	}
	h := b.Heap()
	if found := leak.FindLoadedAgain(h, nil, 3); len(found) != 1 || !slices.Equal(found[0].Loaders, loaders) || found[0].Classes != 9 {
		t.Errorf("%+v", found)
	}
	if found := leak.FindLoadedAgain(h, nil, 4); len(found) != 0 {
		t.Errorf("of three loaders four are found: %+v", found)
	}
}

// TestCollectionLocals checks that an object in a thread-local belongs to it, even if a call of a collection currently refers to the
// object. A local variable of another method takes precedence.
func TestCollectionLocals(t *testing.T) {
	for frame, want := range map[string]string{
		"java.util.ArrayList.<init>(ArrayList.java:5)":           "thread worker",
		"app.Job.run(Job.java:7)":                                "local variable in app.Job.run of the thread worker",
		"java.util.concurrent.FutureTask.run(FutureTask.java:7)": "local variable in java.util.concurrent.FutureTask.run of the thread worker",
	} {
		b := tracetest.NewHeap()
		thread, locals := b.Type("java.lang.Thread", 64, "threadLocals"), b.Type("java.lang.ThreadLocal$ThreadLocalMap", 24, "table")
		entry, list := b.Type("java.lang.ThreadLocal$ThreadLocalMap$Entry", 32, "value"), b.Type("java.util.ArrayList", 24, "elementData")
		worker, m, e, values := b.Object(thread), b.Object(locals), b.Object(entry), b.Object(list)
		b.Refer(worker, "threadLocals", m)
		table, elements := b.Array(b.ArrayType("java.lang.ThreadLocal$ThreadLocalMap$Entry[]"), 1), b.Array(b.ArrayType("java.lang.Object[]"), 100)
		b.Refer(m, "table", table)
		b.Element(table, 0, e)
		b.Refer(e, "value", values)
		b.Refer(values, "elementData", elements)
		for i := range 100 {
			b.Element(elements, i, b.Object(b.Type("app.Item", 100)))
		}
		b.Local(elements, b.Thread("worker", worker, frame, "app.Main.go(Main.java:1)"), 0)
		holders, d := dominance(t, b.Heap())
		found := d.Accumulations(t.Context(), 1000)
		if len(found) != 1 {
			t.Fatalf("%d piles", len(found))
		}
		if got := holders.Nodes[holders.Path(found[0].Tops()[0])[0]].Type; got != want {
			t.Errorf("%s: held by the %s, expected the %s", frame, got, want)
		}
	}
}
