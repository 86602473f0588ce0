package guide

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// clients returns a heap state with threads that each use a connection pool. Only the thread's call refers to the pool.
func clients(threads int, name func(i int) string) *trace.Heap {
	b := tracetest.NewHeap()
	thread, pool, data := b.Type("java.lang.Thread", 100), b.Type("lib.ConnectionPool", 40, "data"), b.Type("byte[]", 960)
	cache(b, "app.Main.values", 500)
	for i := range threads {
		o, p, d := b.Object(thread), b.Object(pool), b.Object(data)
		b.Refer(p, "data", d)
		n := b.Thread(name(i), o, "java.lang.Object.wait(Native Method)", "lib.ConnectionPool.run(ConnectionPool.java:20)")
		b.Local(p, n, 1)
	}
	return b.Heap()
}

func sameName(int) string { return "cleaner of connections" }

// TestThreadsPileUp checks that a growing number of threads is a leak together with the objects of their calls, however small.
func TestThreadsPileUp(t *testing.T) {
	for _, test := range []struct {
		step  int
		leaks bool
	}{{4, true}, {3, false}} { // growth by 16 and by 12 threads
		var states []*trace.Heap
		for i := range 5 {
			states = append(states, clients(4+test.step*i, sameName))
		}
		report, _ := explored(t, heaps("clients", states...))
		if leaks := len(report.Findings) > 0 && report.Findings[0].Rule == findings.RuleLeak; leaks != test.leaks {
			t.Errorf("%d more threads at each GC point: %s %+v", test.step, report.Text, report.Findings)
		}
		if !test.leaks {
			continue
		}
		f := findingOf(t, report, findings.RuleLeak)
		if r := recommended(f); r.Text != "the threads named cleaner of connections" || r.Objects != 3*20 || r.Bytes != 20*1100 {
			t.Errorf("recommended: %+v", r)
		}
		text := strings.Join(f.Explain, " ")
		if f.Growth.Type != "lib.ConnectionPool" || f.Growth.Owner != "thread cleaner of connections" || f.Grade != findings.Leaks ||
			!strings.Contains(f.Title, "from 4 to 20") || !strings.Contains(text, "All 20 threads are in lib.ConnectionPool.run, which called java.lang.Object.wait.") {
			t.Errorf("%s\n%s\n%+v", f.Title, text, f.Growth)
		}
	}
}

// waiting returns a heap with virtual threads that each hold a buffer in a local variable, as in dumps and recordings.
func waiting(threads, bytes int) *trace.Heap {
	b := tracetest.NewHeap()
	cache(b, "app.Main.values", 1000)
	thread, buffer := b.Type("java.lang.VirtualThread", 100), b.Type("lib.Buffer", int64(bytes))
	for range threads {
		o := b.Object(thread)
		t := b.Thread(trace.UnnamedVirtual, o, "java.util.concurrent.CountDownLatch.await(CountDownLatch.java:1)", "app.Server.handle(Server.java:7)")
		b.Local(b.Object(buffer), t, 1)
	}
	return b.Heap()
}

// TestVirtualThreads checks that virtual threads without names form one pile, with the place where they wait. Any number is normal if they
// hold little.
func TestVirtualThreads(t *testing.T) {
	for _, test := range []struct {
		bytes int
		want  bool
	}{{1000, true}, {1, false}} {
		report, _ := explored(t, heaps("one", waiting(200, test.bytes)))
		at := slices.IndexFunc(report.Findings, func(f findings.Finding) bool { return f.Rule == findings.RuleThreads })
		if (at >= 0) != test.want {
			t.Fatalf("threads that hold %d bytes each: %s", test.bytes, report.Text)
		}
		if at < 0 {
			continue
		}
		if !strings.Contains(report.Text, "Worth a look: many virtual threads") {
			t.Errorf("verdict %s", report.Text)
		}
		f := &report.Findings[at]
		text := strings.Join(f.Explain, " ")
		if !strings.HasPrefix(f.Title, "Threads: 200 virtual threads, each with one lib.Buffer, keep ") || f.Remedy == nil || f.Remedy.ID != "virtual-threads" ||
			!strings.Contains(text, "All 200 threads are in app.Server.handle, which called java.util.concurrent.CountDownLatch.await.") || strings.Contains(text, "-Xss") {
			t.Errorf("%s\n%s\n%+v", f.Title, text, f.Remedy)
		}
	}
	var states []*trace.Heap
	for i := range 5 {
		states = append(states, waiting(20+40*i, 1000))
	}
	report, _ := explored(t, heaps("growing", states...))
	f := findingOf(t, report, findings.RuleLeak)
	if report.Text != "Leaking: lib.Buffer, held by virtual threads." || !strings.HasPrefix(f.Title, "Leak: lib.Buffer objects pile up with virtual threads that never end: from 20 to 180 (+") || recommended(f).Text != "the virtual threads" {
		t.Errorf("%s\n%s", report.Text, f.Title)
	}
}

// TestPoolStartsItsThreads checks that the threads of a pool that has started all of them do not leak.
func TestPoolStartsItsThreads(t *testing.T) {
	var states []*trace.Heap
	for _, n := range []int{20, 40, 60, 60, 60} {
		states = append(states, clients(n, sameName))
	}
	report, _ := explored(t, heaps("pool", states...))
	for _, f := range report.Findings {
		if f.Growth != nil {
			t.Errorf("%s", f.Title)
		}
	}
}

// TestThreadsOfTheSameName checks that fewer threads count as many if their names are identical.
func TestThreadsOfTheSameName(t *testing.T) {
	numbered := func(i int) string { return fmt.Sprintf("worker-%d", i) }
	for _, test := range []struct {
		threads int
		name    func(int) string
		want    bool
	}{{32, sameName, true}, {31, sameName, false}, {32, numbered, false},
		{99, numbered, false}, {100, numbered, true}} {
		b := tracetest.NewHeap()
		cache(b, "app.Main.values", 5000)
		for i := range test.threads {
			b.Thread(test.name(i), b.Object(b.Type("java.lang.Thread", 100)))
		}
		report, _ := explored(t, heaps("threads", b.Heap()))
		found := false
		for _, f := range report.Findings {
			found = found || f.Rule == findings.RuleThreads
		}
		if found != test.want {
			t.Errorf("%d threads such as %q: %v", test.threads, test.name(0), found)
		}
	}
}

// TestThreadsAndObjectsPileUp checks that growing threads do not hide other piles, and that no pile is found twice.
func TestThreadsAndObjectsPileUp(t *testing.T) {
	var states []*trace.Heap
	for i := range 5 {
		b := tracetest.NewHeap()
		cache(b, "app.Main.values", 500*(i+1))
		for n := range 10 * (i + 1) {
			b.Thread(fmt.Sprintf("worker-%d", n), b.Object(b.Type("java.lang.Thread", 100)))
		}
		states = append(states, b.Heap())
	}
	report, _ := explored(t, heaps("both", states...))
	var owners []string
	for _, f := range report.Findings {
		if f.Growth != nil {
			owners = append(owners, f.Growth.Owner)
		}
	}
	if got := strings.Join(owners, ", "); got != "thread worker-N, field app.Cache.values" {
		t.Errorf("found %s", got)
	}
}
