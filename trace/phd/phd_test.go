package phd_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/phd"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/hostile"
	wire "memcity/trace/wire/phd"
)

// load loads the only dump among files.
func load(t *testing.T, files ...trace.File) (*trace.Heap, []trace.Warning) {
	t.Helper()
	rec, err := phd.Open(t.Context(), files, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(rec.Points) != 1 {
		t.Fatalf("%d points, want 1", len(rec.Points))
	}
	return loadPoint(t, rec, 0)
}

func loadPoint(t *testing.T, rec *trace.Recording, point int) (*trace.Heap, []trace.Warning) {
	t.Helper()
	h, warnings, err := rec.Points[point].Load(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	tracetest.Check(t, h)
	counts, _, err := rec.Points[point].Count(t.Context(), nil)
	if want := h.CountTypes(); err != nil || !slices.Equal(counts, want) {
		t.Fatalf("counts %v, %v; the heap has %v", counts, err, want)
	}
	return h, append(rec.Warnings, warnings...)
}

// shop builds a dump of an application: an own class loader, a class with a static list of orders, and an unreachable order.
func shop() *tracetest.PortableBuilder {
	d := tracetest.NewPortable()
	thread := d.Class(d.Object, d.Loader, "java/lang/Thread", 32)
	loader := d.Instance(d.Class(d.ClassLoader(), d.Loader, "app/Loader", 40))
	order := d.Class(d.Object, loader, "app/Order", 20)
	letters := d.Primitives(wire.Char, 5)
	list := d.Array(order, d.Instance(order, letters), 0, d.Instance(order))
	d.Class(d.Object, loader, "app/Shop", 8, list)
	d.Class(d.Object, loader, "[Lapp/Order;", 8)
	d.Class(0, d.Loader, "[C", 8)
	d.Class(d.Object, d.Loader, "java/lang/Registry", 8, loader)
	d.Instance(order, d.Instance(order))
	d.Instance(thread, d.Instance(order))
	return d
}

const core = `NULL           ------
0SECTION       TITLE subcomponent dump routine
1TISIGINFO     Dump Event "systhrow" (00040000) Detail "java/lang/OutOfMemoryError" "Java heap space" received
1TIDATETIMEUTC Date: 2024/05/06 at 07:08:09:123 (UTC)
3XMTHREADINFO      "main" J9VMThread:0x1, omrthread_t:0x2, java/lang/Thread:0x%[1]x, state:R, prio=5
3XMTHREADINFO3           Java callstack:
4XESTACKTRACE                at app/Shop.sell(Shop.java:12(Compiled Code))
5XESTACKTRACE                   (entered lock: app/Order@0x%[2]x, entry count: 1)
4XESTACKTRACE                at java/lang/Thread.sleep(java.base@11/Native Method)
3XMTHREADINFO      Anonymous native thread
3XMTHREADINFO      "old" TID:0x000CBD00, j9thread_t:0x00295524, state:R, prio=5
2CLTEXTCLLOADER		p---st-- Loader *System*(0x%[3]x)
`

// find returns the only object of a type.
func find(t *testing.T, h *trace.Heap, name string) trace.ObjectID {
	t.Helper()
	found := trace.NoObject
	for o, ty := range h.TypeOf.All() {
		if h.Types[ty].Name == name {
			if found != trace.NoObject {
				t.Fatalf("there are several objects of %s", name)
			}
			found = o
		}
	}
	return found
}

// rootText formats the roots of a heap, other than system classes, with the types of their objects.
func rootText(h *trace.Heap) string {
	var list []string
	for _, r := range h.Roots {
		if r.Kind == trace.RootClass {
			continue
		}
		of := h.Types[h.TypeOf.At(r.Object)].Name
		for _, ty := range h.Types {
			if ty.Class == r.Object {
				of = "class " + ty.Name
			}
		}
		text := fmt.Sprintf("%s: %s", r.Kind, of)
		if r.Thread >= 0 {
			text += " of " + h.Threads[r.Thread].Name
		}
		if r.Frame >= 0 {
			text += " in " + h.Threads[r.Thread].Frames[r.Frame]
		}
		list = append(list, text)
	}
	return strings.Join(list, "\n")
}

// TestShop checks types, loaders and added roots of a dump without a javacore.
func TestShop(t *testing.T) {
	h, warnings := load(t, trace.MemoryFile("shop.phd", shop().Bytes()))
	if got, want := rootText(h), "unknown: class app.Order\nunknown: class app.Shop\nunknown: app.Order\nunknown: java.lang.Thread"; got != want {
		t.Errorf("roots\n%s\nwant\n%s", got, want)
	}
	loader := find(t, h, "app.Loader")
	for _, ty := range h.Types {
		want := trace.NoObject
		if strings.HasPrefix(ty.Name, "app.") && ty.Name != "app.Loader" {
			want = loader
		}
		if ty.Loader != want {
			t.Errorf("loader of %s is %d, want %d", ty.Name, ty.Loader, want)
		}
	}
	list := find(t, h, "app.Order[]")
	if h.Extent.At(list) != 3 || h.Size(list) != 24 || len(h.References(list)) != 2 || h.FieldAt(list, 0) != "[?]" {
		t.Errorf("the list has %d elements, %d bytes, references %v to %s", h.Extent.At(list), h.Size(list), h.References(list), h.FieldAt(list, 0))
	}
	for _, ty := range h.Types {
		if ty.Name != "app.Shop" {
			continue
		}
		var names []string
		for i := range h.References(ty.Class) {
			names = append(names, h.FieldAt(ty.Class, i))
		}
		if got := strings.Join(names, " "); got != "<loader> <super> ?" {
			t.Errorf("references of the class are %s", got)
		}
	}
	if len(warnings) != 1 || !strings.Contains(warnings[0].Text, "this dump has no GC roots, because OpenJ9 does not write them. The classes of the boot loader count as GC roots. ") {
		t.Errorf("warnings %v", warnings)
	}
}

// TestJavacore checks threads, stacks and locks of a javacore that is given together with the dump.
func TestJavacore(t *testing.T) {
	d := shop()
	plain, _ := load(t, trace.MemoryFile("shop.phd", d.Bytes()))
	thread, garbage := find(t, plain, "java.lang.Thread"), trace.ObjectID(0)
	for _, r := range plain.Roots {
		if plain.Types[plain.TypeOf.At(r.Object)].Name == "app.Order" {
			garbage = r.Object
		}
	}
	text := fmt.Sprintf(core, plain.Address(thread), plain.Address(garbage), d.Loader)
	dump, javacore := trace.MemoryFile("a.phd", d.Bytes()), trace.MemoryFile("b.txt", []byte(text))
	for _, files := range [][]trace.File{{dump, javacore}, {javacore, dump}, {trace.MemoryFile("b.gz", tracetest.Gzip([]byte(text), 0)), dump}} {
		h, warnings := load(t, files...)
		want := "thread: java.lang.Thread of main\nmonitor: app.Order of main in app.Shop.sell(Shop.java:12)\n" +
			"unknown: class app.Shop"
		if got := rootText(h); got != want {
			t.Errorf("roots\n%s\nwant\n%s", got, want)
		}
		if len(h.Threads) != 2 || h.Threads[1].Name != "old" || h.Threads[1].Object != trace.NoObject ||
			!slices.Equal(h.Threads[0].Frames, []string{"app.Shop.sell(Shop.java:12)", "java.lang.Thread.sleep(Native Method)"}) {
			t.Errorf("threads %+v", h.Threads)
		}
		if len(warnings) != 1 || !strings.Contains(warnings[0].Text, "and the threads of the javacore count") {
			t.Errorf("warnings %v", warnings)
		}
		rec, err := phd.Open(t.Context(), files, nil)
		if err != nil {
			t.Fatal(err)
		}
		if failed, err := rec.Points[0].Failed(t.Context()); err != nil || !failed {
			t.Errorf("failed is %v, %v", failed, err)
		}
	}
	_, err := phd.Open(t.Context(), []trace.File{javacore}, nil)
	if err == nil || !strings.HasPrefix(err.Error(), "b.txt: a javacore of OpenJ9 has threads and classes, but no objects; open it with the heap dump") {
		t.Errorf("a javacore alone: %v", err)
	}
}

// TestSeries checks that dumps are ordered by the times in their names, and that each gets its javacore.
func TestSeries(t *testing.T) {
	d := shop()
	text := []byte(fmt.Sprintf(core, 0, 0, d.Loader))
	files := []trace.File{
		trace.MemoryFile("heapdump.20240506.090809.77.0004.phd", d.Bytes()),
		trace.MemoryFile("heapdump.20240506.080809.77.0001.phd", tracetest.Gzip(d.Bytes(), 0)),
		trace.MemoryFile("javacore.20240506.080809.77.0002.txt", text),
		trace.MemoryFile("javacore.20240506.080810.77.0003.txt", text),
	}
	rec, err := phd.Open(t.Context(), files, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(rec.Points) != 2 || rec.Points[0].Time != 0 || rec.Points[1].Time != 3600_000 || rec.Points[0].Source != "heapdump.20240506.080809.77.0001.phd" ||
		!rec.Knows.Has(trace.KnowsTimes) || rec.Recorded.VM != d.Header.VM || rec.StartUnix != 1714979289123 {
		t.Errorf("points %+v, start %d", rec.Points, rec.StartUnix)
	}
	if got := tracetest.WarningText(rec.Warnings); got != "javacore.20240506.080810.77.0003.txt: skipped: no heap dump has the date, time and process of this javacore in its name\n" {
		t.Errorf("warnings\n%s", got)
	}
	first, _ := loadPoint(t, rec, 0)
	last, _ := loadPoint(t, rec, 1)
	if len(first.Threads) != 2 || len(last.Threads) != 0 {
		t.Errorf("threads %v and %v", first.Threads, last.Threads)
	}
}

// TestBeside checks that the javacore in the folder of a dump is found.
func TestBeside(t *testing.T) {
	d := shop()
	folder := t.TempDir()
	for name, data := range map[string][]byte{"heapdump.20240506.080809.77.0001.phd": d.Bytes(), "javacore.20240506.080809.77.0002.txt": []byte(fmt.Sprintf(core, 0, 0, 0)),
		"javacore.20240506.080809.78.0002.txt": nil, "javacore.20240506.080809.77.0009.txt": nil} {
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	f, err := trace.DiskFile(filepath.Join(folder, "heapdump.20240506.080809.77.0001.phd"))
	if err != nil {
		t.Fatal(err)
	}
	if h, _ := load(t, f); len(h.Threads) != 2 {
		t.Errorf("threads %v", h.Threads)
	}
}

// random builds a dump with random classes, objects and references.
func random(r *rand.Rand, d *tracetest.PortableBuilder, objects int) {
	classes := []uint64{d.Object}
	for i := range 2 + r.IntN(12) {
		super := classes[r.IntN(len(classes))]
		classes = append(classes, d.Class(super, d.Loader, fmt.Sprintf("app/C%d", i), 8+4*r.Int64N(20)))
	}
	var all []uint64
	some := func(n int) []uint64 {
		list := make([]uint64, n)
		for i := range list {
			if len(all) > 0 && r.IntN(4) > 0 {
				list[i] = all[r.IntN(len(all))]
			}
		}
		return list
	}
	for range objects {
		class := classes[r.IntN(len(classes))]
		switch r.IntN(4) {
		case 0:
			all = append(all, d.Array(class, some(r.IntN(1<<r.IntN(9)))...))
		case 1:
			all = append(all, d.Primitives(wire.BasicType(r.IntN(8)), r.IntN(1<<r.IntN(18))))
		default:
			fields := slices.DeleteFunc(some(r.IntN(12)), func(a uint64) bool { return a == 0 })
			all = append(all, d.Instance(class, fields...))
		}
	}
	for _, rec := range d.Records { // references to later objects
		if rec.Kind == wire.Instance && r.IntN(3) == 0 {
			rec.References = append(rec.References, all[r.IntN(len(all))])
		}
	}
}

// TestRandom compares heaps loaded from random dumps of all versions with the records of the dumps.
func TestRandom(t *testing.T) {
	for i, head := range []wire.Header{
		{Version: 6, Wide: true, J9: true}, {Version: 6, J9: true}, {Version: 5, Wide: true, J9: true}, {Version: 5, J9: true, Hashed: true},
		{Version: 5}, {Version: 4, Wide: true}, {Version: 4, J9: true, Hashed: true}, {Version: 6, Wide: true},
	} {
		for seed := range uint64(6) {
			r := rand.New(rand.NewPCG(seed, uint64(i)))
			d := tracetest.NewPortable()
			d.Header, d.Long, d.Hashes = head, seed%3 == 1, seed%3 == 2
			if d.Base = []int64{8, 16, 24}[r.IntN(3)]; r.IntN(2) == 0 && head.Wide {
				d.Ref = 8
			}
			random(r, d, 800)
			data := d.Bytes()
			if seed%2 == 1 {
				data = tracetest.Gzip(data, 0)
			}
			h, warnings := load(t, trace.MemoryFile("random.phd", data))
			compare(t, h, d)
			if len(warnings) != 1 {
				t.Errorf("warnings %v", warnings)
			}
			if t.Failed() {
				t.Fatalf("header %+v, seed %d, arrays %d+%d", head, seed, d.Base, d.Ref)
			}
		}
	}
}

// compare compares a heap with the records that it was read from.
func compare(t *testing.T, h *trace.Heap, d *tracetest.PortableBuilder) {
	t.Helper()
	names := map[uint64]string{}
	byAddress := map[uint64]trace.ObjectID{}
	for _, r := range d.Records {
		names[r.Address] = strings.ReplaceAll(r.Name, "/", ".")
	}
	for o := range trace.ObjectID(h.Len()) {
		byAddress[h.Address(o)] = o
	}
	if h.Len() != len(d.Records) {
		t.Errorf("%d objects, want %d", h.Len(), len(d.Records))
	}
	for _, r := range d.Records {
		o, ok := byAddress[r.Address]
		if !ok {
			t.Fatalf("no object at %#x", r.Address)
		}
		ty := &h.Types[h.TypeOf.At(o)]
		want := map[wire.Kind]string{wire.Instance: names[r.Class], wire.ObjectArray: names[r.Class] + "[]", wire.PrimitiveArray: r.Type.String() + "[]",
			wire.Class: "java.lang.Class"}[r.Kind]
		if ty.Name != want || h.Size(o) != d.Sizes[r.Address] {
			t.Errorf("object %#x is a %s of %d bytes, want %s of %d", r.Address, ty.Name, h.Size(o), want, d.Sizes[r.Address])
		}
		if r.Kind == wire.ObjectArray || r.Kind == wire.PrimitiveArray {
			if h.Extent.At(o) != r.Length {
				t.Errorf("array %#x has %d elements, want %d", r.Address, h.Extent.At(o), r.Length)
			}
		}
		var got []uint64
		for _, to := range h.References(o) {
			got = append(got, h.Address(to))
		}
		to := slices.Clone(r.References)
		if r.Kind == wire.Class { // whose super class comes second
			slices.Sort(got)
			slices.Sort(to)
		}
		if !slices.Equal(got, to) {
			t.Errorf("object %#x refers to %x, want %x", r.Address, got, to)
		}
		if r.Kind == wire.Class && r.Class != 0 {
			for _, ty := range h.Types {
				if ty.Class == o && (ty.Super == trace.NoType || h.Types[ty.Super].Name != names[r.Class]) {
					t.Errorf("super type of %s is not %s", ty.Name, names[r.Class])
				}
			}
		}
	}
	reached := trace.NewReached(h)
	for o := range trace.ObjectID(h.Len()) {
		if !reached.Has(o) {
			t.Fatalf("object %d is unreachable", o)
		}
	}
}

// TestTruncated truncates a dump at every byte. The rest must be a valid heap, and the truncation must be reported.
func TestTruncated(t *testing.T) {
	data := shop().Bytes()
	objects := 0
	for n := range data {
		rec, err := phd.Open(t.Context(), []trace.File{trace.MemoryFile("cut.phd", data[:n])}, nil)
		if err != nil {
			if objects > 0 || !strings.HasPrefix(err.Error(), "cut.phd: offset 0: the file ends within the header") {
				t.Errorf("cut after %d bytes: %v", n, err)
			}
			continue
		}
		h, warnings, err := rec.Points[0].Load(t.Context(), nil)
		if err != nil {
			if objects > 0 || !strings.HasPrefix(err.Error(), "cut.phd: offset ") {
				t.Errorf("cut after %d bytes: %v", n, err)
			}
			continue
		}
		tracetest.Check(t, h)
		if h.Len() < objects || len(warnings) == 0 || !warnings[0].Lost || !strings.Contains(warnings[0].Text, "the file ends within") {
			t.Errorf("cut after %d bytes: %d objects, warnings %v", n, h.Len(), warnings)
		}
		objects = h.Len()
	}
	if objects != 20 {
		t.Errorf("at last there are %d objects", objects)
	}
}

// TestFaults checks damaged and odd contents.
func TestFaults(t *testing.T) {
	d := shop()
	d.Records = append(d.Records, d.Records[3], &wire.Record{Kind: wire.ObjectArray, Address: d.Records[3].Address + 0x100000, Class: 0xDEAD0, Length: 9})
	data := d.Bytes()
	h, warnings := load(t, trace.MemoryFile("odd.phd", data))
	text := tracetest.WarningText(warnings)
	for _, want := range []string{"1 objects were skipped, because their addresses are duplicates", "1 classes have no name"} {
		if !strings.Contains(text, want) {
			t.Errorf("no warning %q in\n%s", want, text)
		}
	}
	if find(t, h, "class 0xdead0[]") == trace.NoObject {
		t.Error("no array of an unknown class")
	}
	for name, bad := range map[string][]byte{
		"unknown tag 0x09":        append(slices.Clone(data[:len(data)-1]), 9),
		"has 4294967295 referenc": append(slices.Clone(data[:len(data)-1]), 4, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0xFF, 0xFF, 0xFF, 0xFF),
		"ends within a record":    append(slices.Clone(data[:len(data)-1]), 8, 0x30, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0x04, 0, 0, 0, 1, 2, 3),
	} {
		_, warnings := load(t, trace.MemoryFile("bad.phd", bad))
		if len(warnings) == 0 || !strings.Contains(warnings[0].Text, name) || !warnings[0].Lost {
			t.Errorf("%s: warnings %v", name, warnings)
		}
	}
}

func TestCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	files := []trace.File{trace.MemoryFile("a.phd", shop().Bytes())}
	rec, err := phd.Open(ctx, files, nil)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, _, err := rec.Points[0].Load(ctx, nil); err != context.Canceled {
		t.Errorf("load: %v", err)
	}
	if _, err := phd.Open(ctx, files, nil); err != context.Canceled {
		t.Errorf("open: %v", err)
	}
}

// FuzzLoad loads dumps of arbitrary bytes, and dumps with well-formed but wrong records.
func FuzzLoad(f *testing.F) {
	f.Add([]byte(shop().Bytes()))
	f.Add(tracetest.Gzip(tracetest.NewPortable().Bytes(), 0))
	f.Add([]byte("\x00a script of changes to the records of a dump"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, data := range [][]byte{data, hostile.Portable(data)} {
			rec, err := phd.Open(t.Context(), []trace.File{trace.MemoryFile("fuzz", data)}, nil)
			if err != nil {
				continue
			}
			h, _, err := rec.Points[0].Load(t.Context(), nil)
			counts, _, err2 := rec.Points[0].Count(t.Context(), nil)
			if (err == nil) != (err2 == nil) {
				t.Fatalf("load says %v, count says %v", err, err2)
			}
			if err != nil {
				continue
			}
			tracetest.Check(t, h)
			if want := h.CountTypes(); !slices.Equal(counts, want) {
				t.Fatalf("counts %v, the heap has %v", counts, want)
			}
		}
	})
}
