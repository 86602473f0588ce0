package jfr_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"memcity/trace"
	"memcity/trace/jfr"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/flight"
	"memcity/trace/tracetest/opened"
)

// heapOf returns the heap state of the only GC point of a recording, with the warnings.
func heapOf(t *testing.T, r *flight.Recording) (*trace.Recording, *trace.Heap, string) {
	t.Helper()
	rec, warnings := opened.Files(t, trace.MemoryFile("run.jfr", r.Bytes()))
	if len(rec.Points) != 1 {
		t.Fatalf("%d GC points; %s", len(rec.Points), warnings)
	}
	h, more, err := rec.Points[0].Load(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	warnings += tracetest.WarningText(more)
	objects, bytes, _, err := rec.Points[0].Totals(t.Context(), nil)
	sum := int64(0)
	for o := range h.Len() {
		sum += h.Size(trace.ObjectID(o))
	}
	if err != nil || int(objects) != h.Len() || bytes != sum {
		t.Errorf("totals %d, %d, %v; want %d, %d", objects, bytes, err, h.Len(), sum)
	}
	return rec, h, warnings
}

// pathTo returns the path to an object, from its GC root.
func pathTo(h *trace.Heap, o trace.ObjectID) string {
	referrer := map[trace.ObjectID]trace.ObjectID{}
	field := map[trace.ObjectID]string{}
	for from := range trace.ObjectID(h.Len()) {
		for i, to := range h.References(from) {
			referrer[to], field[to] = from, h.FieldAt(from, i)
		}
	}
	text := ""
	for range h.Len() {
		text = h.Types[h.TypeOf.At(o)].Name + text
		from, ok := referrer[o]
		if !ok {
			break
		}
		text = " ." + field[o] + " " + text
		o = from
	}
	for i := range h.Roots {
		if r := &h.Roots[i]; r.Object == o {
			return h.RootText(r) + ": " + text
		}
	}
	return text
}

// TestSamples checks types, sites, ages, threads and paths of sampled objects, and which are skipped.
func TestSamples(t *testing.T) {
	rec, h, warnings := heapOf(t, flight.Leak())
	want := "run.jfr: object samples at 60.0 s: 2 samples skipped, because no GC has run since their allocation, so they may be garbage; " +
		"1 sample skipped, because no path to a GC root was found, so they may be garbage\n" +
		"run.jfr: object samples at 60.0 s: 38 sampled objects and the objects on their paths, not the whole heap; how many objects a sample stands for is not recorded\n"
	if warnings != want {
		t.Errorf("warnings %s", warnings)
	}
	if !rec.OnlySamples() || rec.Recorded.Mode != trace.ModeSamples {
		t.Error("nothing shows that objects are missing")
	}
	const knows = trace.KnowsObjects | trace.KnowsReferences | trace.KnowsFields | trace.KnowsRoots | trace.KnowsSites | trace.KnowsThreads | trace.KnowsAges
	if !rec.Knows.Has(knows) {
		t.Errorf("it knows %v", rec.Knows.Names())
	}
	text := map[string]int{}
	for o := range trace.ObjectID(h.Len()) {
		if h.BirthOf[o] == trace.NoBirth {
			continue
		}
		text[fmt.Sprintf("%s %d bytes, %s, %s", pathTo(h, o), h.Size(o), h.Sites[h.SiteOf[o]].Frames[0].Name(), h.Threads[h.ThreadOf[o]].Name)]++
	}
	for line, n := range map[string]int{
		"system class: java.lang.Class .entries app.Entry[] .[3] app.Entry 24 bytes, app.Cache.load(Cache.java:7), loader":                                                                                     1,
		"system class: java.lang.Class .orders java.util.HashMap .table java.util.HashMap$Node[] .[7] java.util.HashMap$Node .value app.Order .payload byte[] 216 bytes, app.Order.<init>(Order.java:7), main": 1,
	} {
		if text[line] != n {
			t.Errorf("%d of %q", text[line], line)
		}
	}
	if len(text) != 38 {
		t.Errorf("%d samples", len(text))
	}
	for i := range h.Types {
		if x := &h.Types[i]; (x.Name == "app.Registry" || x.Name == "app.Cache") != (x.Class != trace.NoObject) {
			t.Errorf("the class object of %s is %d", x.Name, x.Class)
		}
	}
	if h.GCs != 11 || rec.Points[0].GC != 11 {
		t.Errorf("it is after GC %d, %d", h.GCs, rec.Points[0].GC)
	}
	first := trace.ObjectID(0) // the order that was allocated first
	for o := range trace.ObjectID(h.Len()) {
		if h.BirthOf[o] == 0 {
			first = o
		}
	}
	if h.Types[h.TypeOf.At(first)].Name != "byte[]" {
		t.Errorf("the first object is %s", pathTo(h, first))
	}
}

// TestLastGC checks objects that were allocated just before, at and after the start of the last GC before the samples.
func TestLastGC(t *testing.T) {
	for allocated, want := range map[time.Duration]int{5*time.Second - 1: 1, 5 * time.Second: 0, 6 * time.Second: 0} {
		r := &flight.Recording{Started: time.UnixMilli(1_700_000_000_000), Written: 8 * time.Second, GCs: []flight.GC{{At: 5 * time.Second, After: 9}, {At: 9 * time.Second, After: 9}},
			Objects: []flight.Object{{Class: "app/A"}}, Samples: []flight.Sample{{Object: 1, Allocated: allocated}}}
		rec, warnings := opened.Files(t, trace.MemoryFile("run.jfr", r.Bytes()))
		if len(rec.Points) != want || strings.Contains(warnings, "1 sample skipped, because no GC has run since") != (want == 0) {
			t.Errorf("allocated at %v: %d GC points; %s", allocated, len(rec.Points), warnings)
		}
	}
	r := &flight.Recording{Started: time.UnixMilli(1_700_000_000_000), Written: 8 * time.Second, Objects: []flight.Object{{Class: "app/A"}},
		Samples: []flight.Sample{{Object: 1, Allocated: 7 * time.Second}}}
	rec, h, warnings := heapOf(t, r)
	if !strings.Contains(warnings, "the recording has no GC before them, so any of them may be garbage") || rec.Knows.Has(trace.KnowsRoots) {
		t.Errorf("without GCs: %v, %s", rec.Knows.Names(), warnings)
	}
	if h.Len() != 1 || h.BirthOf[0] != 0 || h.RootText(&h.Roots[0]) != "unknown path not recorded" {
		t.Errorf("without GCs: %d objects, roots %+v", h.Len(), h.Roots)
	}
}

// TestLiveObjects checks the samples of async-profiler.
func TestLiveObjects(t *testing.T) {
	r := flight.Leak()
	r.Event = flight.LiveObject
	rec, h, warnings := heapOf(t, r)
	if rec.Knows.Has(trace.KnowsReferences) || h.Len() != 39 || len(h.RefTo) != 0 {
		t.Errorf("%d objects, %d references, %v; %s", h.Len(), len(h.RefTo), rec.Knows.Names(), warnings)
	}
	for o := range trace.ObjectID(h.Len()) {
		if name := h.Types[h.TypeOf.At(o)].Name; name == "app.Entry" && (h.Size(o) != 24 || h.Sites[h.SiteOf[o]].Frames[0].Class != "app.Cache") {
			t.Errorf("object %d has %d bytes, %v", o, h.Size(o), h.Sites[h.SiteOf[o]])
		}
	}
}

// TestOmittedObjects checks the objects of a path that the JDK omits, and references in arrays and class objects without a name.
func TestOmittedObjects(t *testing.T) {
	root := flight.Root{System: "Threads", Type: "Stack Variable", Text: "Thread Name: worker"}
	r := &flight.Recording{Started: time.UnixMilli(1_700_000_000_000), Written: time.Second, Objects: []flight.Object{
		{Class: "java/lang/Thread", Text: "Thread Name: worker"}, {Class: "java/lang/Class", Referrer: 1, Field: "threadLocals"},
		{Class: "[Ljava/lang/Object;", Referrer: 2, Field: "reflectionData"}, {Class: "app/Node", Referrer: 3, Index: 70000, Length: 80000},
		{Class: "app/Node", Referrer: 4, Field: "next", Skip: 12}}, Samples: []flight.Sample{{Object: 5, Root: root, Thread: "worker"}}}
	_, h, _ := heapOf(t, r)
	const want = "local variable of thread worker: java.lang.Thread .threadLocals java.lang.Class .<reflectionData> java.lang.Object[] " +
		".[65535 or later] app.Node .next (omitted objects) .? app.Node"
	if got := pathTo(h, 0); got != want { // a sample precedes its path
		t.Errorf("path %s, want %s", got, want)
	}
	if len(h.Roots) != 2 || h.Roots[1].Kind != trace.RootThread || h.Threads[h.Roots[1].Thread].Object != h.Roots[1].Object {
		t.Errorf("roots %+v of threads %+v", h.Roots, h.Threads)
	}
	for o := range trace.ObjectID(h.Len()) {
		if h.Types[h.TypeOf.At(o)].Kind == trace.ObjectArray && h.Extent.At(o) != 80000 {
			t.Errorf("the array has %d elements", h.Extent.At(o))
		}
	}
}

// TestChains opens references of any form: chains of any length, cycles, shared and missing objects, and several objects at an address.
func TestChains(t *testing.T) {
	for seed := range uint64(200) {
		rnd := rand.New(rand.NewPCG(seed, 7))
		checkChains(t, chains(rnd.IntN))
	}
}

// chains returns a recording with sampled objects and references between objects, which next determines: it returns a number below its
// argument.
func chains(next func(int) int) *flight.Recording {
	choose := func(texts ...string) string { return texts[next(len(texts))] }
	r := &flight.Recording{Started: time.UnixMilli(1_700_000_000_000), Written: time.Minute, GCs: []flight.GC{{At: 30 * time.Second}}}
	n := 1 + next(40)
	for range n {
		r.Objects = append(r.Objects, flight.Object{Class: choose("app/A", "app/B", "[Lapp/A;", "[I", "java/lang/Class", ""),
			Text: choose("", "Class Name: app.A", "Thread Name: t"), Address: int64(next(2 * n)), Referrer: next(n + 2),
			Field: choose("", "f", "threadLocals"), Static: next(2) == 0, Index: int64(next(9)) - 2, Length: int64(next(9)) - 2, Skip: int64(next(3))})
	}
	for range 1 + next(20) {
		s := flight.Sample{Object: 1 + next(n), Allocated: time.Duration(next(60)) * time.Second, Size: int64(next(50)), Elements: int64(next(9)) - 1}
		if next(3) > 0 {
			s.Root = flight.Root{System: choose("Universe", "Threads", "?"), Type: choose("", "Stack Variable"), Text: choose("", "Thread Name: t")}
		}
		r.Samples = append(r.Samples, s)
	}
	return r
}

// checkChains checks all heap states of a recording.
func checkChains(t *testing.T, r *flight.Recording) {
	t.Helper()
	run, err := jfr.Open(t.Context(), []trace.File{trace.MemoryFile("run.jfr", r.Bytes())}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range run.Points {
		checkPoint(t, &run.Points[i])
	}
}

func checkPoint(t *testing.T, p *trace.Point) {
	t.Helper()
	h, _, err := p.Load(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	h.Address = func(o trace.ObjectID) uint64 { return uint64(o) + 1 }
	tracetest.Check(t, h)
	if len(h.Roots) == 0 {
		t.Error("no GC roots")
	}
}

// TestLongChain opens a chain that is longer than any recursion should be.
func TestLongChain(t *testing.T) {
	r := &flight.Recording{Started: time.UnixMilli(1_700_000_000_000), Written: time.Second}
	const n = 100_000
	for i := range n {
		r.Objects = append(r.Objects, flight.Object{Class: "app/Node", Referrer: i, Field: "next"})
	}
	r.Samples = []flight.Sample{{Object: n, Root: flight.Root{System: "Universe"}}}
	_, h, _ := heapOf(t, r)
	if h.Len() != n || len(h.RefTo) != n-1 || len(h.Roots) != 1 || h.Roots[0].Kind != trace.RootVMInternal {
		t.Errorf("%d objects, %d references, roots %+v", h.Len(), len(h.RefTo), h.Roots)
	}
}

// TestTwoMoments checks that samples written at two times are two GC points, and that only the last is compared with others.
func TestTwoMoments(t *testing.T) {
	r := flight.Leak()
	for i := range r.Samples[:10] {
		r.Samples[i].Written = 21 * time.Second
	}
	rec, warnings := opened.Files(t, trace.MemoryFile("run.jfr", r.Bytes()))
	if len(rec.Points) != 2 || rec.Points[0].Time != 21_000 || rec.Points[0].GC != 4 || rec.Points[1].Time != 60_000 {
		t.Fatalf("GC points %+v; %s", rec.Points, warnings)
	}
	if got := rec.Compared(0, 1); len(got) != 1 || got[0] != 1 {
		t.Errorf("GC points %v are compared", got)
	}
}
