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

// fieldList adds a list in a field of a static object of the program, and returns a function that appends to the list.
func fieldList(b *tracetest.HeapBuilder, class, field string, length int) func(o trace.ObjectID) {
	owner, list := b.Object(b.Type(class, 16, field)), b.Object(b.Type("java.util.ArrayList", 24, "elementData"))
	array := b.Array(b.ArrayType("java.lang.Object[]"), length)
	b.Root(owner, trace.RootStaticField, "app.Main."+strings.ToLower(class[strings.LastIndexByte(class, '.')+1:]))
	b.Refer(owner, field, list)
	b.Refer(list, "elementData", array)
	i := 0
	return func(o trace.ObjectID) {
		b.Element(array, i, o)
		i++
	}
}

func findingOf(t *testing.T, report *findings.Report, rule string) *findings.Finding {
	t.Helper()
	i := slices.IndexFunc(report.Findings, func(f findings.Finding) bool { return f.Rule == rule })
	if i < 0 {
		t.Fatalf("no finding of %s: %s %+v", rule, report.Text, report.Findings)
	}
	return &report.Findings[i]
}

func recommended(f *findings.Finding) *findings.Reference {
	i := slices.IndexFunc(f.References, func(r findings.Reference) bool { return r.Recommended })
	if i < 0 {
		return &findings.Reference{}
	}
	return &f.References[i]
}

// One list holds all sessions; a list of listeners holds every fifth. Clearing the first frees exactly the others.
func TestOneOfTwoHoldersIsEnough(t *testing.T) {
	b := tracetest.NewHeap()
	session := b.Type("app.Session", 2000)
	all, listeners := fieldList(b, "app.Rooms", "sessions", 1000), fieldList(b, "app.Bus", "listeners", 100)
	for i := range 1000 {
		o := b.Object(session)
		if all(o); i%10 == 0 {
			listeners(o)
		}
	}
	report, _ := explored(t, heaps("two", b.Heap()))
	f := findingOf(t, report, findings.RuleHolder)
	if f.Pile.Owner != "field app.Rooms.sessions" || len(f.Pile.Also) != 0 || recommended(f).Objects != 900 ||
		recommended(f).Bytes != 900*2000 {
		t.Errorf("%s: %+v, %+v", f.Title, f.Pile, recommended(f))
	}
}

// If two lists hold the same objects, both are named, with what clearing only one frees.
func TestTwoHoldersTogether(t *testing.T) {
	b := tracetest.NewHeap()
	booking := b.Type("app.Booking", 2000)
	byID, byDate := fieldList(b, "app.Fleet", "byID", 500), fieldList(b, "app.Calendar", "byDate", 500)
	for range 500 {
		o := b.Object(booking)
		byID(o)
		byDate(o)
	}
	report, _ := explored(t, heaps("together", b.Heap()))
	f := findingOf(t, report, findings.RuleHolder)
	owners := append([]string{f.Pile.Owner}, f.Pile.Also...)
	slices.Sort(owners)
	if want := []string{"field app.Calendar.byDate", "field app.Fleet.byID"}; !slices.Equal(owners, want) {
		t.Errorf("the holders are %q, expected %q", owners, want)
	}
	if r := recommended(f); r.Objects != 500 || r.Bytes != 500*2000 {
		t.Errorf("clearing both frees %+v", r)
	}
	if text := strings.Join(f.Explain, " "); !strings.Contains(text, "Clearing only one of them frees nothing") {
		t.Errorf("%s", text)
	}
	for _, h := range f.Pile.Holders {
		if h.Objects != 500 {
			t.Errorf("the %s alone keeps %d of 500", h.Owner, h.Objects)
		}
	}
}

func TestThreadsOfOneName(t *testing.T) {
	for n, want := range map[int]bool{19: false, 20: true} {
		b := tracetest.NewHeap()
		thread, buffer := b.Type("java.lang.Thread", 100, "target"), b.Type("app.Buffer", 40_000)
		for i := range n {
			o, x := b.Object(thread), b.Object(buffer)
			b.Refer(o, "target", x)
			b.Thread(fmt.Sprintf("worker-%d", i), o, "app.Pool.take(Pool.java:10)")
		}
		report, _ := explored(t, heaps("threads", b.Heap()))
		found := slices.ContainsFunc(report.Findings, func(f findings.Finding) bool { return f.Rule == findings.RuleThreads })
		if found != want {
			t.Errorf("%d threads: %+v", n, report.Findings)
		}
		if !found {
			continue
		}
		f := findingOf(t, report, findings.RuleThreads)
		if recommended(f).Bytes != int64(n)*40_100 || !strings.Contains(f.Title, "20 threads named worker-N") ||
			!strings.Contains(strings.Join(f.Explain, " "), "All 20 threads are in app.Pool.take.") {
			t.Errorf("%s %+v %v", f.Title, recommended(f), f.Explain)
		}
	}
}

// The runtime's list of all objects with a finalize method holds none of them.
func TestFinalizersHoldNothing(t *testing.T) {
	b := tracetest.NewHeap()
	statement, finalizer := b.Type("app.Statement", 2000), b.Type("java.lang.ref.Finalizer", 64, "next", "prev", "referent")
	pool := fieldList(b, "app.Pool", "statements", 500)
	last := trace.NoObject
	for range 500 {
		o, f := b.Object(statement), b.Object(finalizer)
		pool(o)
		b.Refer(f, "referent", o)
		if last != trace.NoObject {
			b.Refer(f, "next", last)
			b.Refer(last, "prev", f)
		}
		last = f
	}
	b.Root(last, trace.RootStaticField, "java.lang.ref.Finalizer.unfinalized")
	report, _ := explored(t, heaps("finalizers", b.Heap()))
	f := findingOf(t, report, findings.RuleHolder)
	if f.Pile.Owner != "field app.Pool.statements" || len(f.Pile.Also) != 0 {
		t.Errorf("%s: %+v", f.Title, f.Pile)
	}
}

// Class loaders that only soft references keep alive are not reported.
func TestLoadersHeldSoftly(t *testing.T) {
	for kind, want := range map[string]bool{"java.lang.ref.SoftReference": false, "app.Registration": true} {
		b := tracetest.NewHeap()
		reference, loader := b.Type(kind, 16, "referent"), b.Type("app.Loader", 32)
		add := fieldList(b, "app.Host", "applications", 3)
		for range 3 {
			r, l := b.Object(reference), b.Object(loader)
			b.Refer(r, "referent", l)
			b.Class(b.Type("app.Plugin", 16), 100, l)
			add(r)
		}
		report, _ := explored(t, heaps("loaders", b.Heap()))
		found := slices.ContainsFunc(report.Findings, func(f findings.Finding) bool { return f.Rule == findings.RuleLoader })
		if found != want {
			t.Errorf("held by %s: %+v", kind, report.Findings)
		}
	}
}

// TestSteadyPiles checks that a pile of constant size may be the program's purpose. More heap states do not remove the finding.
func TestSteadyPiles(t *testing.T) {
	for first, steady := range map[int]bool{1000: true, 840: true, 830: false} {
		var states []*trace.Heap
		for _, n := range []int{first, 1000, 1000} {
			b := tracetest.NewHeap()
			add, row := fieldList(b, "app.Table", "rows", n), b.Type("app.Row", 1000)
			for range n {
				add(b.Object(row))
			}
			states = append(states, b.Heap())
		}
		report, _ := explored(t, heaps("steady", states...))
		at := slices.IndexFunc(report.Findings, func(f findings.Finding) bool { return f.Rule == findings.RuleHolder })
		if at < 0 || report.Findings[at].Grade != findings.Large || report.Findings[at].IsSteady() != steady || len(report.Largest) == 0 {
			t.Errorf("from %d to 1,000: %+v, largest %v", first, report.Findings, report.Largest)
		}
		if want := "The largest holder does not grow: app.Row, held by the field app.Table.rows. This input does not show whether the heap is full."; steady && (!strings.HasPrefix(report.Text, "No leak was found") || !strings.HasSuffix(report.Text, want)) {
			t.Errorf("from %d to 1,000: %s", first, report.Text)
		}
	}
}

// TestSlowGrowth checks that growth below a fiftieth of the heap is reported as slow, with advice on how long to record. Growth below 8 KiB
// or a 500th of the heap is not reported. By fewer than four GC points, growth leaves the verdict undecided. It tests each limit from both sides.
func TestSlowGrowth(t *testing.T) {
	for _, tt := range []struct {
		name       string
		base, each int // objects of 1,000 bytes
		points     int
		grade      findings.Grade
		text       string
	}{
		{"a leak", 4000, 25, 5, findings.Leaks, "Leaking:"},
		{"slow", 6000, 25, 5, findings.Grows, "Slow growth: app.Value, held by field app.Cache.values. It grew by 100 kB, 1.6 % of the reachable heap, in 4 s. Record for at least 20 s to see whether it continues."},
		{"very slow", 40000, 25, 5, findings.Grows, "Slow growth: app.Value, held by field app.Cache.values. It grew by 100 kB, 0.2 % of the reachable heap, in 4 s. Record for at least 40 s to see whether it continues."},
		{"below a 500th", 60000, 25, 5, findings.Large, "No leak was found. "},
		{"8 KiB", 1000, 3, 5, findings.Grows, "Slow growth: "},
		{"less than 8 KiB", 1000, 2, 5, findings.Large, "No leak was found. "},
		{"three points", 6000, 25, 3, findings.Undecided, "A leak cannot be ruled out: the objects in the Value[] of the field app.Cache.values grew from 100 kB to 150 kB in 2 s. Value grew most. Record for at least 10 s to see whether it continues."},
		{"three points, below a 500th", 60000, 25, 3, findings.Large, "No leak was found. "},
	} {
		var states []*trace.Heap
		for i := range tt.points {
			b := tracetest.NewHeap()
			add, row := fieldList(b, "app.Table", "rows", tt.base), b.Type("app.Row", 1000)
			for range tt.base {
				add(b.Object(row))
			}
			cache(b, "app.Cache.values", 100+i*tt.each)
			states = append(states, b.Heap())
		}
		report, _ := explored(t, heaps("slow", states...))
		if report.Grade != tt.grade || !strings.HasPrefix(report.Text, tt.text) {
			t.Errorf("%s: %s: %s", tt.name, report.Grade, report.Text)
		}
	}
}

// TestTwins checks that two maps in the same field are distinguished by their GC roots, if both hold a hundredth of the heap.
func TestTwins(t *testing.T) {
	const told = " (reached from the static field app.Orders.registry)"
	for _, test := range []struct {
		other int
		want  string
	}{{0, ""}, {9, ""}, {11, told}, {400, told}} {
		other, want := test.other, test.want
		b := tracetest.NewHeap()
		registry, values, value := b.Type("app.Registry", 16, "entries"), b.ArrayType("app.Value[]"), b.Type("app.Value", 1000)
		for i, n := range []int{1000 - other, other} {
			r := b.Object(registry)
			b.Root(r, trace.RootStaticField, []string{"app.Orders.registry", "app.Users.registry"}[i])
			list := b.Array(values, n)
			b.Refer(r, "entries", list)
			for i := range n {
				b.Element(list, i, b.Object(value))
			}
		}
		report, _ := explored(t, heaps("twins", b.Heap()))
		f := findingOf(t, report, findings.RuleHolder)
		if has := strings.Contains(f.Title, "app.Registry.entries (reached from"); has != (want != "") || !strings.Contains(f.Title, want) {
			t.Errorf("with %d values elsewhere: %s", other, f.Title)
		}
	}
}

// Objects held by JNI global references are a finding from a hundred objects, with a remedy. Other JNI references belong to the virtual
// machine, and clearing those of the pile keeps them.
func TestJNIGlobals(t *testing.T) {
	for n, want := range map[int]bool{99: false, 100: true} {
		b := tracetest.NewHeap()
		frame, loader := b.Type("app.Frame", 40_000), b.Type("jdk.internal.loader.NativeLibraries", 100_000)
		for range n {
			b.Root(b.Object(frame), trace.RootJNIGlobal, "")
		}
		b.Root(b.Object(loader), trace.RootJNIGlobal, "")
		report, _ := explored(t, heaps("native", b.Heap()))
		i := slices.IndexFunc(report.Findings, func(f findings.Finding) bool { return f.Rule == findings.RuleHolder })
		if found := i >= 0; found != want {
			t.Errorf("%d frames: %+v", n, report.Findings)
		}
		if i < 0 {
			continue
		}
		f := &report.Findings[i]
		if !strings.HasPrefix(f.Title, "Large: 100 app.Frame held by JNI global references keep 4.0 MB alive") {
			t.Error(f.Title)
		}
		if r := recommended(f); r.Objects != int64(n) || r.Bytes != int64(n)*40_000 {
			t.Errorf("clearing frees %+v", r)
		}
		if f.Remedy == nil || f.Remedy.ID != "jni-global-references" {
			t.Errorf("remedy %+v", f.Remedy)
		}
	}
}

// TestMapOfCache checks that a map is named before a list through the map's entries if both hold a pile.
func TestMapOfCache(t *testing.T) {
	const n = 600
	b := tracetest.NewHeap()
	cache := b.Object(b.Type("app.Cache", 24, "order", "data"))
	order, m := b.Object(b.Type("app.Order", 16, "first")), b.Object(b.Type("java.util.HashMap", 48, "table"))
	table := b.Array(b.ArrayType("java.util.HashMap$Node[]"), n)
	node, entry, value := b.Type("java.util.HashMap$Node", 32, "value"), b.Type("app.Slot", 32, "value", "next"), b.Type("app.Quote", 1500)
	b.Root(cache, trace.RootStaticField, "app.Main.cache")
	b.Refer(cache, "order", order)
	b.Refer(cache, "data", m)
	b.Refer(m, "table", table)
	var before trace.ObjectID
	for i := range n {
		e, x := b.Object(entry), b.Object(node)
		b.Refer(e, "value", b.Object(value))
		b.Refer(x, "value", e)
		b.Element(table, i, x)
		if i == 0 {
			b.Refer(order, "first", e)
		} else {
			b.Refer(before, "next", e)
		}
		before = e
	}
	report, _ := explore(t, heaps("cache", b.Heap()))
	f := findingOf(t, report, findings.RuleHolder)
	if f.Pile.Owner != "field app.Cache.data" || !slices.Equal(f.Pile.Also, []string{"field app.Order.first"}) {
		t.Errorf("%s, %q: %s", f.Pile.Owner, f.Pile.Also, f.Title)
	}
}

// registered returns n scripts of a scripting language that a registry of the language holds, and that rules of the program hold.
func registered(n int) *trace.Heap {
	b := tracetest.NewHeap()
	all, rules := b.Array(b.ArrayType("org.codehaus.groovy.Script[]"), n), b.Array(b.ArrayType("app.Rule[]"), n)
	b.Root(all, trace.RootStaticField, "org.codehaus.groovy.Registry.all")
	b.Root(rules, trace.RootStaticField, "app.Main.rules")
	script, rule := b.Type("org.codehaus.groovy.Script", 1000), b.Type("app.Rule", 16, "script")
	for i := range n {
		s, r := b.Object(script), b.Object(rule)
		b.Element(all, i, s)
		b.Element(rules, i, r)
		b.Refer(r, "script", s)
	}
	return b.Heap()
}

// TestOwnHolderFirst checks that the holder in the program precedes a library's holder of the same objects, in a series and in one heap
// state.
func TestOwnHolderFirst(t *testing.T) {
	for name, r := range map[string]*recorded{
		"series": heaps("registered", registered(1000), registered(1200), registered(1400), registered(1600), registered(1800)),
		"one":    heaps("registered", registered(1800)),
	} {
		report, _ := explore(t, r)
		p := report.Findings[0].Pile
		if p == nil {
			p = report.Findings[0].Growth
		}
		if p == nil || p.Owner != "static field app.Main.rules" || len(p.Also) != 1 || p.Also[0] != "static field org.codehaus.groovy.Registry.all" {
			t.Errorf("%s: %s\n%+v", name, report.Text, p)
		}
	}
}
