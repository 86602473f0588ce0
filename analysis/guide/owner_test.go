package guide

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"memcity/analysis/group"
	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// threadLocals builds threads that each have a value for each of some thread-locals, which static fields hold.
type threadLocals struct {
	*tracetest.HeapBuilder
	entry  trace.TypeID
	tables []trace.ObjectID
	used   []int
}

func newThreadLocals(threads, size int) *threadLocals {
	b := tracetest.NewHeap()
	l := &threadLocals{HeapBuilder: b}
	thread, m := b.Type("java.lang.Thread", 100, "threadLocals"), b.Type("java.lang.ThreadLocal$ThreadLocalMap", 24, "table")
	l.entry = b.Subtype(b.Type("java.lang.ref.WeakReference", 32, "referent"), "java.lang.ThreadLocal$ThreadLocalMap$Entry", 32, "value")
	for i := range threads {
		o, locals, table := b.Object(thread), b.Object(m), b.Array(b.ArrayType("java.lang.ThreadLocal$ThreadLocalMap$Entry[]"), size)
		b.Thread(fmt.Sprintf("worker-%d", i), o)
		b.Refer(o, "threadLocals", locals)
		b.Refer(locals, "table", table)
		l.tables, l.used = append(l.tables, table), append(l.used, 0)
	}
	return l
}

// local adds a thread-local; without a field, nothing else refers to it.
func (l *threadLocals) local(field string) trace.ObjectID {
	o := l.Object(l.Type("java.lang.ThreadLocal", 16))
	if field != "" {
		l.Root(o, trace.RootStaticField, field)
	}
	return o
}

func (l *threadLocals) set(thread int, local, value trace.ObjectID) {
	e := l.Object(l.entry)
	l.Refer(e, "referent", local)
	if value != trace.NoObject {
		l.Refer(e, "value", value)
	}
	l.Element(l.tables[thread], l.used[thread], e)
	l.used[thread]++
}

// inThreadLocals returns a heap with a few buffers in one thread-local and many rows of equal size in another.
func inThreadLocals() *trace.Heap {
	l := newThreadLocals(2, 64)
	few, many, empty, unnamed := l.local("app.Few.local"), l.local("app.Many.local"), l.local("app.Empty.local"), l.local("")
	l.Root(unnamed, trace.RootJNIGlobal, "")
	row, rows := l.Type("app.Row", 1000), l.ArrayType("app.Row[]")
	for thread := range 2 {
		l.set(thread, empty, trace.NoObject)
		for i, local := range []trace.ObjectID{few, many, unnamed} {
			list := l.Array(rows, []int{1, 700, 1}[i])
			for k := range []int{1, 700, 1}[i] {
				l.Element(list, k, l.Object(row))
			}
			l.set(thread, local, list)
		}
	}
	return l.Heap()
}

// loadersInThreadLocals returns a heap with class loaders of a redeployed application, whose objects are in thread-locals.
func loadersInThreadLocals() *trace.Heap {
	l := newThreadLocals(1, 64)
	context := l.local("app.Context.current")
	kind := l.Type("app.Loader", 32)
	all := l.Array(l.ArrayType("java.lang.Object[]"), 3)
	l.set(0, context, all)
	for i := range 3 {
		loader := l.Object(kind)
		plugin := l.Type("app.Plugin", 16)
		l.Class(plugin, 50_000, loader)
		l.Element(all, i, l.Object(plugin))
	}
	return l.Heap()
}

// TestThreadLocalIsNamed checks that the thread-local with the largest values is named, next to the size of all.
func TestThreadLocalIsNamed(t *testing.T) {
	report, _ := explored(t, heaps("locals", inThreadLocals()))
	f := findingOf(t, report, findings.RuleHolder)
	if f.Pile.Owner != "thread-local in the static field app.Many.local" || f.Pile.Type != "app.Row" {
		t.Errorf("%s: %+v", f.Title, f.Pile)
	}
	report, _ = explored(t, heaps("loaders", loadersInThreadLocals()))
	f = findingOf(t, report, findings.RuleLoader)
	if f.Pile.Owner != "thread-local in the static field app.Context.current" {
		t.Errorf("%s: %+v", f.Title, f.Pile)
	}
}

// TestThreadLocalsAtTheirLimits checks that thread-locals are reported from 128 KiB and a tenth of the heap, unless they are part of a
// finding.
func TestThreadLocalsAtTheirLimits(t *testing.T) {
	for _, test := range []struct {
		each, rest int
		want       bool
	}{{1 << 14, 0, true}, {1<<14 - 8, 0, false}, {1 << 16, 4 << 20, true}, {1 << 16, 5 << 20, false}} {
		l := newThreadLocals(8, 4)
		local, bytes := l.local("lib.Buffers.local"), l.PrimitiveType("byte[]", 1)
		for thread := range 8 {
			l.set(thread, local, l.Array(bytes, test.each-16))
		}
		for range test.rest >> 16 {
			l.Root(l.Array(bytes, 1<<16-16), trace.RootJNIGlobal, "")
		}
		report, _ := explored(t, heaps("buffers", l.Heap()))
		f := ofRule(report, findings.RuleThreadLocal)
		if (f != nil) != test.want {
			t.Errorf("8 times %d next to %d: %+v", test.each, test.rest, report.Findings)
			continue
		}
		if f != nil && (f.Numbers[0].Value != float64(8*test.each) || f.Numbers[1].Value != 8 || f.Highlight.At != 1) {
			t.Errorf("8 times %d: %s %+v", test.each, f.Title, f.Numbers)
		}
	}
}

// inPool returns a pool of the runtime that a thread holds. A field of the program refers to the pool, or to a wrapper of the runtime
// around it.
func inPool(wrapped bool) *trace.Heap {
	b := tracetest.NewHeap()
	pool := b.Object(b.Type("java.util.concurrent.ThreadPoolExecutor", 64, "workQueue"))
	queue := b.Array(b.ArrayType("java.lang.Object[]"), 900)
	list := b.Object(b.Type("java.util.ArrayList", 24, "elementData"))
	thread := b.Object(b.Type("java.lang.Thread", 64, "target"))
	b.Thread("main", thread, "java.lang.Object.wait(Native Method)")
	b.Refer(thread, "target", pool)
	b.Refer(pool, "workQueue", list)
	b.Refer(list, "elementData", queue)
	task := b.Type("java.lang.Runnable", 1000)
	for i := range 900 {
		b.Element(queue, i, b.Object(task))
	}
	owner, held := b.Object(b.Type("app.Server", 24, "first", "executor")), pool
	if wrapped {
		held = b.Object(b.Type("java.util.concurrent.Executors$DelegatedExecutorService", 16, "e"))
		b.Refer(held, "e", pool)
	}
	b.Refer(owner, "first", b.Object(b.Type("app.Other", 16)))
	b.Refer(owner, "executor", held)
	array := b.Array(b.ArrayType("app.Server[]"), 1)
	b.Element(array, 0, owner)
	b.Root(array, trace.RootJNIGlobal, "")
	return b.Heap()
}

// TestSupers checks that a type comes first and its superclasses follow, except Object, at most 50 in total.
func TestSupers(t *testing.T) {
	b := tracetest.NewHeap()
	super, want := b.Type("java.lang.Object", 16), []string{}
	for i := range 55 {
		super = b.Subtype(super, fmt.Sprintf("app.T%d", i), 16)
		want = append([]string{fmt.Sprintf("app.T%d", i)}, want...)
		g := &guided{lookedAt: lookedAt{last: &heapState{subject: subjectOf(b.Heap())}}}
		if got := g.withSupers(want[0]); !slices.Equal(got, want[:min(len(want), 50)]) {
			t.Fatalf("%d superclasses: %v", i, got)
		}
		if got := g.fieldNames(want[0], "next"); len(got) != min(len(want), 50) || got[0] != want[0]+".next" ||
			got[len(got)-1] != want[len(got)-1]+".next" {
			t.Fatalf("%d superclasses: fields %v", i, got)
		}
	}
	g := &guided{lookedAt: lookedAt{last: &heapState{subject: subjectOf(b.Heap())}}}
	if got := g.withSupers("app.Unknown"); !slices.Equal(got, []string{"app.Unknown"}) {
		t.Errorf("of an unknown type: %v", got)
	}
}

// TestTopOfPaths checks the first step with half as many objects as the last, ignoring steps from a class on.
func TestTopOfPaths(t *testing.T) {
	for _, test := range []struct {
		objects []int64
		class   int // step that is reached through a class; 0 for none
		want    int
	}{
		{[]int64{0, 1, 1, 10}, 0, 3}, {[]int64{0, 1, 5, 10}, 0, 2}, {[]int64{0, 1, 4, 10}, 0, 3}, {[]int64{10, 1, 4, 10}, 0, 0},
		{[]int64{0, 1, 1, 10}, 3, 1}, {[]int64{0, 0, 0}, 0, 0}, {[]int64{0, 2, 1}, 0, 1}, {[]int64{0, 3, 9, 10}, 2, 1},
	} {
		var path []findings.PathStep
		for i, n := range test.objects {
			path = append(path, findings.PathStep{Objects: n, Field: pick(i > 0 && i == test.class, leak.Class, "x")})
		}
		if got := topOf(path); got != test.want {
			t.Errorf("%+v: %d", test, got)
		}
	}
}

// TestFieldsOfPaths checks the fields between two steps, without elements, up to a step through a class.
func TestFieldsOfPaths(t *testing.T) {
	b := tracetest.NewHeap()
	b.Subtype(b.Type("lib.A", 16), "lib.B", 16)
	g := &guided{lookedAt: lookedAt{last: &heapState{subject: subjectOf(b.Heap())}}}
	path := []findings.PathStep{{Type: "static field x"}, {Type: "lib.B"}, {Field: "a", Type: "lib.A"}, {Field: leak.Element, Type: "lib.B"},
		{Field: "b", Type: "lib.A"}, {Field: leak.Class, Type: "java.lang.Class"}, {Field: "c", Type: "lib.C"}}
	for _, test := range []struct {
		from, to int
		want     string
	}{{0, 1, ""}, {1, 2, "lib.B.a lib.A.a"}, {0, 2, "lib.B.a lib.A.a"}, {2, 2, "lib.B.a lib.A.a"}, {3, 4, "lib.B.b lib.A.b"}, {3, 3, ""},
		{1, 6, "lib.B.a lib.A.a lib.B.b lib.A.b"}, {6, 6, "java.lang.Class.c"}, {5, 4, ""}} {
		var got []string
		for _, names := range g.fieldsOf(path, test.from, test.to) {
			got = append(got, names...)
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%+v: %q", test, got)
		}
	}
}

func subjectOf(h *trace.Heap) *group.Subject { return &group.Subject{Heap: h} }
