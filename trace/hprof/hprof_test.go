package hprof_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/hprof"
	"memcity/trace/tracetest"
	wire "memcity/trace/wire/hprof"
)

// persons builds a dump of two persons, one of them with a name and friends, held by a static field and by a frame.
func persons(idSize int) *tracetest.DumpBuilder {
	d := tracetest.NewDump()
	d.IDSize = idSize
	str := d.Class("java/lang/String", tracetest.Ref("value"), tracetest.Int("hash"), tracetest.Byte("coder"))
	named := d.Class("app/Named", tracetest.Ref("name"), tracetest.Byte("mark"), tracetest.Static(tracetest.Int("count")),
		tracetest.Static(tracetest.Ref("none")), tracetest.Static(tracetest.Ref("all")))
	person := d.SubClass(named, "app/Person", tracetest.Int("age"), tracetest.Ref("friends"))
	array := d.Class("[Lapp/Person;")
	thread := d.Class("java/lang/Thread", tracetest.Ref("name"))
	wide := d.Primitives(wire.Byte, []byte{'m', 0, 0x42, 0x04})
	text := d.Instance(str, wide, 0, 1)
	ada := d.Instance(person, 36, 0, text, 1)
	eve := d.Instance(person, 40, 0)
	friends := d.Array(array, 0, ada, eve)
	boss := d.Instance(person, 50, friends, text)
	main := d.Instance(thread, text)
	named.Statics[0].Value, named.Statics[2].Value = 3, friends
	named.Loader = main
	serial := d.Thread(main, "app/Person.greet:12", "app/Person.main:-3")
	d.Root(wire.RootJavaFrame, boss, uint64(serial), 1)
	d.Root(wire.RootJNILocal, boss, uint64(serial), 0xFFFFFFFF)
	d.Root(wire.RootStickyClass, named.ID)
	d.Root(wire.RootMonitor, eve)
	d.Root(wire.RootUnreachable, ada)
	return d
}

// describe formats a heap: one object per line, then roots and threads.
func describe(h *trace.Heap) string {
	var b strings.Builder
	for o := range trace.ObjectID(h.Len()) {
		fmt.Fprintf(&b, "%d %s %d", o, h.Types[h.TypeOf.At(o)].Name, h.Size(o))
		for i, to := range h.References(o) {
			fmt.Fprintf(&b, " %s→%d", h.FieldAt(o, i), to)
		}
		b.WriteByte('\n')
	}
	var roots []string
	for _, r := range h.Roots {
		roots = append(roots, fmt.Sprintf("%s: %d thread %d frame %d %s\n", r.Kind, r.Object, r.Thread, r.Frame, r.Detail))
	}
	b.WriteString(strings.Join(roots, ""))
	for _, t := range h.Threads {
		fmt.Fprintf(&b, "%s: %d %s\n", t.Name, t.Object, strings.Join(t.Frames, ", "))
	}
	return b.String()
}

const personsHeap = `0 java.lang.Class 112
1 java.lang.Class 112
2 java.lang.Class 112
3 java.lang.Class 128 all→11 <loader>→13
4 java.lang.Class 112 <super>→3
5 java.lang.Class 112
6 java.lang.Class 112
7 byte[] 24
8 java.lang.String 24 value→7
9 app.Person 32 name→8
10 app.Person 32
11 app.Person[] 32 [1]→9 [2]→10
12 app.Person 32 name→8 friends→11
13 java.lang.Thread 16 name→8
thread: 13 thread 0 frame -1 
local variable: 12 thread 0 frame 1 
JNI local: 12 thread 0 frame -1 
system class: 3 thread -1 frame -1 app.Named
monitor: 10 thread -1 frame -1 
mт: 13 app.Person.greet(Person.java:12), app.Person.main(Native Method)
`

func load(t testing.TB, data []byte) (*trace.Heap, []trace.Warning) {
	t.Helper()
	h, warnings, err := hprof.Load(context.Background(), trace.MemoryFile("test.hprof", data), nil)
	if err != nil {
		t.Fatal(err)
	}
	tracetest.Check(t, h)
	checkKept(t, data, h, warnings)
	return h, warnings
}

func TestHeap(t *testing.T) {
	d := persons(8)
	h, warnings := load(t, d.Bytes())
	if len(warnings) > 0 {
		t.Errorf("warnings: %v", warnings)
	}
	limit := personsHeap
	if got := describe(h); got != limit {
		t.Errorf("got\n%s\nwant\n%s", got, limit)
	}
	for _, ty := range h.Types {
		if ty.Name == "app.Person" && (h.Types[ty.Super].Name != "app.Named" || h.Address(ty.Class) == 0 ||
			!slices.Equal(ty.References, []string{"name", "friends"})) {
			t.Errorf("type is %+v", ty)
		}
	}
	for _, variant := range []struct {
		name   string
		change func(d *tracetest.DumpBuilder)
		pack   int // size of gzip members; -1 for no compression
	}{
		{"classes last", func(d *tracetest.DumpBuilder) { d.ClassesLast = true }, -1},
		{"small segments", func(d *tracetest.DumpBuilder) { d.Segment = 50 }, -1},
		{"one dump", func(d *tracetest.DumpBuilder) { d.OneDump = true }, -1},
		{"real sizes", func(d *tracetest.DumpBuilder) { d.RealSizes = true }, -1},
		{"any order", func(d *tracetest.DumpBuilder) { d.Shuffle(rand.New(rand.NewPCG(1, 1)).Shuffle) }, -1},
		{"gzip", func(d *tracetest.DumpBuilder) {}, 0},
		{"gzip members", func(d *tracetest.DumpBuilder) {}, 4096},
	} {
		d := persons(8)
		variant.change(d)
		data := d.Bytes()
		if variant.pack >= 0 {
			data = tracetest.Gzip(data, variant.pack)
		}
		h, warnings := load(t, data)
		got := describe(h)
		if variant.name == "classes last" {
			got = sortLines(got)
			limit = sortLines(personsHeap)
		} else {
			limit = personsHeap
		}
		if got != limit || len(warnings) > 0 {
			t.Errorf("%s: warnings %v, got\n%s\nwant\n%s", variant.name, warnings, got, limit)
		}
	}
}

func sortLines(s string) string {
	lines := strings.Split(s, "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func TestIDSize4(t *testing.T) {
	h, _ := load(t, persons(4).Bytes())
	wide, _ := load(t, persons(8).Bytes())
	if !slices.Equal(h.RefTo, wide.RefTo) || !slices.Equal(h.RefStart.List(), wide.RefStart.List()) || !slices.Equal(h.RefSlot.List(), wide.RefSlot.List()) {
		t.Error("references with ids of 4 and of 8 bytes differ")
	}
	if got := h.Threads[0].Name; got != "mт" {
		t.Errorf("thread is %q", got)
	}
}

// TestHistogram compares the quick count with the loaded heap.
func TestHistogram(t *testing.T) {
	mixed := many(8, 4000)
	mixed.Shuffle(rand.New(rand.NewPCG(5, 5)).Shuffle)
	// Arrays with headers of 24 bytes and more, which only the gaps between them reveal.
	arrays := tracetest.NewDump()
	list := arrays.Class("[Lapp/A;")
	random := rand.New(rand.NewPCG(6, 6))
	for range 500 {
		arrays.Primitives(wire.Byte, make([]byte, random.IntN(40)))
		arrays.Address(8)
		arrays.Array(list, make([]uint64, random.IntN(9))...)
		arrays.Address(8)
	}
	arrays.Shuffle(random.Shuffle)
	// Objects that share an id count once.
	twins := many(8, 400)
	twin := twins.Class("app/Twin", tracetest.Long("x"))
	for range 3 {
		twins.InstanceAt(1<<28, twin, 1)
	}
	for _, data := range [][]byte{mixed.Bytes(), arrays.Bytes(), twins.Bytes(), persons(8).Bytes(), many(8, 4000).Bytes(), many(4, 4000).Bytes(),
		tracetest.Gzip(many(8, 4000).Bytes(), 1<<16)} {
		h, _ := load(t, data)
		limit := map[string][2]int64{}
		for o := range trace.ObjectID(h.Len()) {
			c := limit[h.Types[h.TypeOf.At(o)].Name]
			limit[h.Types[h.TypeOf.At(o)].Name] = [2]int64{c[0] + 1, c[1] + h.Size(o)}
		}
		counts, _, err := hprof.Histogram(context.Background(), trace.MemoryFile("x", data), nil)
		if err != nil || len(counts) != len(limit) {
			t.Errorf("%d types, want %d; %v", len(counts), len(limit), err)
		}
		for _, c := range counts {
			if got := [2]int64{c.Objects, c.Bytes}; got != limit[c.Name] {
				t.Errorf("%s: %v, want %v", c.Name, got, limit[c.Name])
			}
		}
	}
}

// many builds a dump of n objects in small segments.
func many(idSize, n int) *tracetest.DumpBuilder {
	d := tracetest.NewDump()
	d.IDSize, d.Segment = idSize, 3000
	rng := rand.New(rand.NewPCG(7, 7))
	var classes []*tracetest.DumpClass
	for i := range 5 {
		classes = append(classes, d.Class(fmt.Sprintf("app/C%d", i), tracetest.Ref("a"), tracetest.Ref("b"), tracetest.Long("x")))
	}
	array := d.Class("[Ljava/lang/Object;")
	objects := []uint64{0}
	some := func() uint64 { return objects[rng.IntN(len(objects))] }
	for range n {
		var o uint64
		switch rng.IntN(4) {
		case 0:
			o = d.Array(array, make([]uint64, rng.IntN(5))...)
		case 1:
			o = d.Primitives(wire.Short, make([]byte, 2*rng.IntN(20)))
		default:
			o = d.Instance(classes[rng.IntN(5)], some(), some(), 1)
		}
		objects = append(objects, o)
	}
	d.Root(wire.RootJNIGlobal, objects[n], 1)
	return d
}

// TestOrders checks that neither the order of ids nor the number of goroutines changes the heap.
func TestOrders(t *testing.T) {
	limit, _ := load(t, many(8, 5000).Bytes())
	d := many(8, 5000)
	d.Shuffle(rand.New(rand.NewPCG(3, 3)).Shuffle)
	got, _ := load(t, d.Bytes())
	if describe(got) != describe(limit) {
		t.Error("the order of the objects in the file changes the heap")
	}
	d = many(8, 5000)
	d.ClassesLast = true
	got, _ = load(t, d.Bytes())
	if describe(got) != describe(limit) {
		t.Error("the place of the classes in the file changes the heap")
	}
}

// TestIDs checks ids that are not addresses: odd ids, and ids spread over all 64 bits.
func TestIDs(t *testing.T) {
	for name, id := range map[string]func(i int) uint64{
		"counted": func(i int) uint64 { return 0x20000000 + uint64(i) },
		"spread":  func(i int) uint64 { return 0x20000000 + uint64(i)<<40 },
	} {
		d := tracetest.NewDump()
		c := d.Class("app/Node", tracetest.Ref("next"))
		for i := range 1000 {
			d.InstanceAt(id(i+1), c, id(i))
		}
		h, _ := load(t, d.Bytes())
		last := trace.ObjectID(h.Len() - 1)
		if h.Len() != 1003 || h.Address(last) != id(1000) || len(h.References(last)) != 1 || h.References(last)[0] != last-1 {
			t.Errorf("%s: %d objects, last at %x refers to %v", name, h.Len(), h.Address(last), h.References(last))
		}
	}
}

func TestSeries(t *testing.T) {
	dump := func(name string, time int64) trace.File {
		d := persons(8)
		d.Time = time
		return d.File(name)
	}
	files := []trace.File{dump("a10", 3000), dump("a9", 1000), trace.MemoryFile("junk", []byte("nothing")), dump("b", 1500)}
	r, err := hprof.Open(context.Background(), files, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(r.Files, []string{"a9", "b", "a10"}) || r.Points[2].Time != 2000 || r.StartUnix != 1000 || len(r.Warnings) != 1 ||
		!r.Knows.Has(trace.KnowsTimes|trace.KnowsFields) || r.Format != "hprof" {
		t.Errorf("recording is %+v", r)
	}
	r, err = hprof.Open(context.Background(), []trace.File{dump("a10", 0), dump("a9", 1000)}, nil)
	if err != nil || !slices.Equal(r.Files, []string{"a9", "a10"}) || r.Knows.Has(trace.KnowsTimes) {
		t.Errorf("without times: %+v, %v", r, err)
	}
	if _, err = hprof.Open(context.Background(), files[2:3], nil); err == nil || !strings.HasPrefix(err.Error(), "junk: ") {
		t.Errorf("junk: %v", err)
	}
	h, _, err := r.Points[0].Load(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	objects, bytes, _, err := r.Points[0].Totals(context.Background(), nil)
	limit := int64(0)
	for o := range trace.ObjectID(h.Len()) {
		limit += h.Size(o)
	}
	if err != nil || objects != int64(h.Len()) || bytes != limit {
		t.Errorf("totals are %d, %d, %v; want %d, %d", objects, bytes, err, h.Len(), limit)
	}
}

func TestCancelAndProgress(t *testing.T) {
	f := many(8, 4000).File("x")
	ctx, cancel := context.WithCancel(context.Background())
	last := int64(0)
	if _, _, err := hprof.Load(ctx, f, func(done, total int64, what string) {
		if done < last || done > total || !strings.Contains(what, "x") {
			t.Errorf("progress %d of %d after %d: %s", done, total, last, what)
		}
		last = done
	}); err != nil || last != 2*f.Size {
		t.Errorf("progress ends with %d of %d; %v", last, 2*f.Size, err)
	}
	cancel()
	if _, _, err := hprof.Load(ctx, f, nil); err != context.Canceled {
		t.Errorf("error is %v", err)
	}
}
