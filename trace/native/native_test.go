package native_test

import (
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"
	"testing"
	"time"

	"memcity/trace"
	nativepkg "memcity/trace/native"
	"memcity/trace/open"
	"memcity/trace/tracetest"
)

// native writes heaps as a native trace, one per second.
func native(t testing.TB, info trace.WriterInfo, heaps ...*trace.Heap) []byte {
	t.Helper()
	var file bytes.Buffer
	w, err := nativepkg.NewWriter(&file, info)
	if err != nil {
		t.Fatal(err)
	}
	for i, h := range heaps {
		if err := w.State(nativepkg.PointInfo{Time: time.Duration(i) * time.Second, GC: uint32(i) + h.GCs}, h); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func openBytes(t testing.TB, data []byte) *trace.Recording {
	t.Helper()
	rec, err := open.Files(t.Context(), "test", []trace.File{trace.MemoryFile("test.mct", data)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// sameHeap compares heaps object by object. It compares the meaning of the numbers of types, sites, threads and spaces.
func sameHeap(t *testing.T, got, want *trace.Heap) {
	t.Helper()
	for _, c := range []struct {
		what string
		same bool
	}{
		{"sizes and lengths of arrays", slices.Equal(got.Extent.List(), want.Extent.List())},
		{"references", slices.Equal(got.RefStart.List(), want.RefStart.List()) && slices.Equal(got.RefTo, want.RefTo)},
		{"slots", slices.Equal(got.RefSlot.List(), want.RefSlot.List())},
		{"GC roots", slices.Equal(got.Roots, want.Roots)},
		{"identities", slices.Equal(got.Identity, want.Identity)},
		{"births", slices.Equal(got.BirthOf, want.BirthOf)},
		{"alignment", got.Align == want.Align},
		{"names of static fields", maps.EqualFunc(got.StaticNames, want.StaticNames, slices.Equal)},
		{"threads", slices.EqualFunc(got.Threads, want.Threads, func(a, b trace.Thread) bool {
			return a.Name == b.Name && a.Object == b.Object && slices.Equal(a.Frames, b.Frames)
		})},
		{"allocation sites that are known", (got.SiteOf == nil) == (want.SiteOf == nil)},
		{"spaces that are known", (got.SpaceOf == nil) == (want.SpaceOf == nil)},
		{"runtime", got.Runtime == want.Runtime},
		{"subsystems", slices.Equal(got.SubsystemOf, want.SubsystemOf)},
	} {
		if !c.same {
			t.Errorf("%s differ", c.what)
		}
	}
	if got.Len() != want.Len() {
		t.Fatalf("%d objects, want %d", got.Len(), want.Len())
	}
	a, b := newRecorder(got), newRecorder(want)
	for o := range trace.ObjectID(got.Len()) {
		if a, b := a.report(o), b.report(o); a != b {
			t.Fatalf("object %d is\n%+v, want\n%+v", o, a, b)
		}
	}
}

// shown contains all data of an object except its references.
type shown struct{ kind, site, thread, space string }

type recorder struct {
	heap         *trace.Heap
	types, sites []string
}

func newRecorder(h *trace.Heap) *recorder {
	l := &recorder{heap: h}
	for i := range h.Types {
		text := ""
		for t := trace.TypeID(i); t != trace.NoType; t = h.Types[t].Super {
			k := &h.Types[t]
			text += fmt.Sprintln(k.Name, k.Kind, k.Class, k.Loader, k.Base, k.Element, k.References, k.Elements, k.Weak)
		}
		l.types = append(l.types, text)
	}
	for i := range h.Sites {
		l.sites = append(l.sites, fmt.Sprint(h.Sites[i].Frames))
	}
	return l
}

func (l *recorder) report(o trace.ObjectID) shown {
	h := l.heap
	out := shown{kind: l.types[h.TypeOf.At(o)]}
	if h.SiteOf != nil && h.SiteOf[o] != trace.NoSite {
		out.site = l.sites[h.SiteOf[o]]
	}
	if n := h.AllocatingThread(o); n != trace.NoThread {
		out.thread = h.Threads[n].Name
	}
	if h.SpaceOf != nil && h.SpaceOf[o] != trace.NoSpace {
		out.space = h.Spaces[h.SpaceOf[o]]
	}
	return out
}

// loaded loads a GC point and fails the test on any warning.
func loaded(t testing.TB, p trace.Point) *trace.Heap {
	t.Helper()
	h, warnings, err := p.Load(t.Context(), nil)
	if err != nil || len(warnings) > 0 {
		t.Fatalf("%s: error %v, warnings %v", p.Source, err, warnings)
	}
	checkHeap(t, h)
	return h
}

// checkHeap checks the invariants of every heap.
func checkHeap(t testing.TB, h *trace.Heap) {
	t.Helper()
	addressed := *h
	addressed.Address = func(o trace.ObjectID) uint64 { return uint64(o) + 1 }
	tracetest.Check(t, &addressed)
	for _, c := range []int{len(h.Identity), len(h.BirthOf), len(h.SiteOf), len(h.ThreadOf), len(h.SpaceOf), len(h.SubsystemOf)} {
		if c != 0 && c != h.Len() {
			t.Fatalf("a column of %d for %d objects", c, h.Len())
		}
	}
	l := newRecorder(h) // a cycle of super types would not end
	for o := range trace.ObjectID(h.Len()) {
		l.report(o)
	}
	for o := range h.StaticNames {
		if h.Types[h.TypeOf.At(o)].Kind != trace.ClassObject {
			t.Fatalf("object %d has static fields and is no class", o)
		}
	}
	for i := range h.Threads {
		if o := h.Threads[i].Object; o != trace.NoObject && int(o) >= h.Len() {
			t.Fatalf("thread %d is object %d", i, o)
		}
	}
}

// demo loads the heap states of a bundled recording.
func demo(t testing.TB, name string) (*trace.Recording, []*trace.Heap) {
	t.Helper()
	rec, err := open.Paths(t.Context(), []string{"../../assets/demos/" + name + ".tar.zst"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var heaps []*trace.Heap
	for _, p := range rec.Points {
		h, _, err := p.Load(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		heaps = append(heaps, h)
	}
	return rec, heaps
}

// everything builds a heap with all features of heaps, including an array with high slots.
func everything() *trace.Heap { return everythingOf(300, 70_000) }

func everythingOf(nodes, length int) *trace.Heap {
	b := tracetest.NewHeap()
	b.GCs(7)
	base := b.Type("app.Base", 16, "next")
	node := b.Subtype(base, "app.Node", 24, "left", "right")
	loader := b.Object(b.Type("app.Loader", 16))
	other := b.Object(b.Type("app.Loader", 16))
	thread := b.Object(b.Type("java.lang.Thread", 40, "name"))
	main := b.Thread("main", thread, "app.Main.run(Main.java:12)", "app.Main.main(Main.java:3)")
	twin, last := b.Thread("worker", trace.NoObject), b.Thread("worker", trace.NoObject)
	for i, l := range []trace.ObjectID{loader, other, trace.NoObject} {
		plugin := b.Type("app.Plugin", 16, "host")
		class := b.Class(plugin, 96+8*i, l)
		b.Refer(class, "instance", loader)
		b.Refer(b.Object(plugin), "host", class)
	}
	b.Refer(b.Class(node, 104, loader), "count", other)
	array, bytes := b.ArrayType("app.Node[]"), b.PrimitiveType("byte[]", 1)
	long := b.Array(array, length)
	for _, i := range []int{0, 5, 65_534, 65_535, 65_536, 69_999} {
		if i < length {
			b.Element(long, i, loader)
		}
	}
	before := trace.NoObject
	for i := range nodes {
		o := b.Object(node)
		b.Born(o, uint32(i%9))
		b.Identify(o, uint64(1000+i*i))
		b.Space(o, []string{"eden", "old"}[i%2])
		b.Subsystem(o, trace.Subsystem(i%trace.Subsystems()))
		if i%3 > 0 {
			b.Site(o, -1, "java.util.ArrayList.grow:23", "app.Main.run:"+fmt.Sprint(i%5), "app.Main.main:3")
			b.AllocatedBy(o, []int32{main, twin, last}[i%3])
		}
		if before != trace.NoObject {
			b.Refer(o, "right", before)
			b.Refer(before, "next", o)
		}
		before = o
	}
	b.Array(bytes, 12345)
	b.Root(long, trace.RootStaticField, "app.Main.nodes")
	b.Local(before, main, 1)
	b.Local(before, main, -1)
	b.Root(loader, trace.RootMonitor, "JNI")
	b.Sampled(1 << 19)
	return b.Heap()
}

func TestEverything(t *testing.T) {
	h := everything()
	info := trace.WriterInfo{Program: "shop", VM: "OpenJDK 25", Tool: "memcity 1", Mode: "sampled", Source: "hprof",
		StartUnix: 1_700_000_000_000,
		Interval:  h.Interval, Depth: 16, Knows: trace.KnowsTimes}
	rec := openBytes(t, native(t, info, h, h))
	for _, p := range rec.Points {
		got := loaded(t, p)
		sameHeap(t, got, h)
		if got.Interval != h.Interval || got.GCs != p.GC {
			t.Errorf("sampled every %d bytes, %d GCs", got.Interval, got.GCs)
		}
		if len(got.Types) != len(h.Types) {
			t.Errorf("%d types, want %d", len(got.Types), len(h.Types))
		}
	}
	info.Knows = trace.KnowsTimes | trace.KnowsObjects | trace.KnowsReferences | trace.KnowsFields | trace.KnowsRoots | trace.KnowsSites |
		trace.KnowsThreads | trace.KnowsIdentity | trace.KnowsAges | trace.KnowsSpaces | trace.KnowsSubsystems
	if rec.Recorded == nil || *rec.Recorded != info || rec.Knows != info.Knows || rec.StartUnix != info.StartUnix {
		t.Errorf("recorded %+v, knows %v", rec.Recorded, rec.Knows.Names())
	}
}

// TestBlocks writes heaps of several blocks, with an array that does not fit into a chunk.
func TestBlocks(t *testing.T) {
	h := tracetest.RandomHeap(3, 300_000)
	sameHeap(t, loaded(t, openBytes(t, native(t, trace.WriterInfo{}, h)).Points[0]), h)

	huge := nativepkg.ChunkSlots + nativepkg.ChunkSlots/2 + 7
	big := &trace.Heap{Align: 8, Types: []trace.Type{{Name: "java.lang.Object[]", Kind: trace.ObjectArray, Super: trace.NoType,
		Class: trace.NoObject, Loader: trace.NoObject, Base: 16, Element: 4}}}
	big.TypeOf, big.Extent = trace.NewTypes(3, 1), trace.NewExtents(3)
	starts, slots := []uint32{}, []uint16{}
	for o := range trace.ObjectID(3) {
		big.Extent.Set(o, uint32(2*huge))
		starts = append(starts, uint32(len(big.RefTo)))
		for slot := range huge {
			big.RefTo = append(big.RefTo, trace.ObjectID(slot%3))
			slots = append(slots, uint16(min(slot, 65535)))
		}
	}
	big.RefStart, big.RefSlot = trace.RowsOf(append(starts, uint32(len(big.RefTo)))), trace.SlotsOf(slots)
	sameHeap(t, loaded(t, openBytes(t, native(t, trace.WriterInfo{}, big)).Points[0]), big)
}

// TestSlots checks that references in any order of slots, and two in one slot, are all kept.
func TestSlots(t *testing.T) {
	h := &trace.Heap{Align: 8, Types: []trace.Type{{Name: "app.A", Super: trace.NoType, Class: trace.NoObject, Loader: trace.NoObject,
		Base:       32,
		References: []string{"a", "b", "c"}}}, TypeOf: trace.NewTypes(2, 1), Extent: trace.NewExtents(2), RefStart: trace.RowsOf([]uint32{0, 4, 4}),
		RefTo: []trace.ObjectID{1, 0, 1, 0}, RefSlot: trace.SlotsOf([]uint16{2, 0, 0, 1})}
	got := loaded(t, openBytes(t, native(t, trace.WriterInfo{}, h)).Points[0])
	if slots := got.RefSlot.List(); fmt.Sprint(got.RefTo, slots) != "[0 1 0 1] [0 1 2 3]" {
		t.Errorf("references %v in slots %v", got.RefTo, slots)
	}
}

// TestGrowingLists checks that numbers stay the same if a recorder passes the same lists, grown.
func TestGrowingLists(t *testing.T) {
	h := everything()
	var sizes []int64
	var file bytes.Buffer
	w, err := nativepkg.NewWriter(&file, trace.WriterInfo{})
	if err != nil {
		t.Fatal(err)
	}
	types := append(make([]trace.Type, 0, 100), h.Types...)
	for i := range 4 {
		g := *h
		g.Types = types[:len(types):cap(types)]
		if err := w.State(nativepkg.PointInfo{}, &g); err != nil {
			t.Fatal(err)
		}
		sizes = append(sizes, w.Size())
		types = append(types, trace.Type{Name: fmt.Sprint("app.New", i), Super: trace.NoType, Class: trace.NoObject, Loader: trace.NoObject,
			Base: 16})
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	rec := openBytes(t, file.Bytes())
	for i, p := range rec.Points {
		got := loaded(t, p)
		sameHeap(t, got, h)
		if len(got.Types) != len(h.Types)+i {
			t.Errorf("%d types at point %d", len(got.Types), i)
		}
	}
	if sizes[1]-sizes[0] > sizes[0]*3/4 {
		t.Errorf("states end at %v: the second has names again", sizes)
	}
}

func TestCounts(t *testing.T) {
	counts := []trace.TypeCount{{Name: "app.A", Objects: 3, Bytes: 72}, {Name: "app.A", Objects: 1, Bytes: 24},
		{Name: "byte[]", Kind: trace.PrimitiveArray, Objects: 9, Bytes: 900}}
	var file bytes.Buffer
	w, err := nativepkg.NewWriter(&file, trace.WriterInfo{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		if err := w.Counts(nativepkg.PointInfo{Time: time.Duration(i) * time.Millisecond, GC: uint32(i), Final: i == 2}, counts[i:]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	rec := openBytes(t, file.Bytes())
	if len(rec.Points) != 3 || rec.Knows.Has(trace.KnowsObjects) {
		t.Fatalf("%d points, knows %v", len(rec.Points), rec.Knows.Names())
	}
	for i, p := range rec.Points {
		if !slices.Equal(p.Counts, counts[i:]) || p.Load != nil || p.Tree != nil || p.GC != uint32(i) || p.Final != (i == 2) {
			t.Errorf("point %d: %+v", i, p)
		}
	}
	if err := w.Counts(nativepkg.PointInfo{}, nil); err == nil {
		t.Error("written after the end")
	}
}

// TestArchive finds traces in archives, plain or compressed.
func TestArchive(t *testing.T) {
	data := native(t, trace.WriterInfo{}, everything(), everything())
	var zipped, packed bytes.Buffer
	z := zip.NewWriter(&zipped)
	member, err := z.Create("folder/run.mct")
	if err == nil {
		_, err = member.Write(data)
	}
	if err := cmp.Or(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	g := gzip.NewWriter(&packed)
	if _, err := g.Write(data); cmp.Or(err, g.Close()) != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"a.zip": zipped.Bytes(), "run.mct.gz": packed.Bytes()} {
		rec, err := open.Files(t.Context(), "archive", []trace.File{trace.MemoryFile(name, content)}, nil)
		if err != nil || len(rec.Points) != 2 || rec.More != nil || len(rec.Warnings) > 0 {
			t.Errorf("%s: %+v, %v", name, rec, err)
			continue
		}
		sameHeap(t, loaded(t, rec.Points[1]), everything())
	}
}

// TestCancelled checks that loading and copying stop when canceled.
func TestCancelled(t *testing.T) {
	rec := openBytes(t, native(t, trace.WriterInfo{}, tracetest.RandomHeap(1, 200_000)))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := rec.Points[0].Load(ctx, nil); err != context.Canceled {
		t.Errorf("loading: %v", err)
	}
	w, err := nativepkg.NewWriter(io.Discard, trace.WriterInfo{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Copy(ctx, rec, nil); err != context.Canceled {
		t.Errorf("copying: %v", err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	_, _, err = rec.Points[0].Load(ctx, func(done, total int64, _ string) {
		if done > total {
			t.Errorf("%d of %d", done, total)
		}
		cancel()
	})
	if err != context.Canceled {
		t.Errorf("cancelled on the way: %v", err)
	}
}

// full is a disk with space for some bytes.
type full struct{ left int }

var errFull = errors.New("no space left")

func (f *full) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

// TestFull checks that a Writer that cannot write returns the same error in all later calls.
func TestFull(t *testing.T) {
	h := tracetest.RandomHeap(1, 100_000)
	for _, left := range []int{0, 1000, 100_000} {
		w, err := nativepkg.NewWriter(&full{left}, trace.WriterInfo{})
		for range 2 {
			if err == nil {
				err = w.State(nativepkg.PointInfo{}, h)
			}
		}
		if err == nil {
			err = w.Close()
		}
		if !errors.Is(err, errFull) {
			t.Errorf("%d bytes: %v", left, err)
		}
		if w != nil && !errors.Is(w.GCs(nil), errFull) && !errors.Is(w.Close(), errFull) {
			t.Errorf("%d bytes: the error is forgotten", left)
		}
	}
}

// TestSiteThreads checks that threads that only the sites of a heap contain, as in dumps of JDK 8, become the threads of the objects.
func TestSiteThreads(t *testing.T) {
	b := tracetest.NewHeap()
	thing := b.Type("app.Thing", 16)
	threads := []int32{b.Thread("main", trace.NoObject), b.Thread("worker", trace.NoObject), trace.NoThread}
	for i := range 9 {
		if o := b.Object(thing); i < 8 {
			b.Site(o, threads[i%3], "app.Main.run:12", "app.Main.main:3")
		}
	}
	h := b.Heap()
	rec := openBytes(t, native(t, trace.WriterInfo{}, h))
	got := loaded(t, rec.Points[0])
	sameHeap(t, got, h)
	if !rec.Knows.Has(trace.KnowsThreads|trace.KnowsSites) || got.ThreadOf == nil {
		t.Errorf("knows %v", rec.Knows.Names())
	}
}

// TestMemory checks that the size of the result limits the memory for loading.
func TestMemory(t *testing.T) {
	h := tracetest.RandomHeap(5, 400_000)
	p := openBytes(t, native(t, trace.WriterInfo{}, h)).Points[0]
	loaded(t, p)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, _, err := p.Load(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	result := uint64(12*h.Len() + 6*len(h.RefTo))
	fixed := uint64(runtime.GOMAXPROCS(0)) * 24 << 20 // a decoded block for each goroutine
	if took := after.TotalAlloc - before.TotalAlloc; took > 4*result+fixed {
		t.Errorf("%d bytes for a heap of %d", took, result)
	} else {
		t.Logf("%.1f times the result", float64(took)/float64(result))
	}
}

// TestEmpty checks that states without objects or counts are still states.
func TestEmpty(t *testing.T) {
	var file bytes.Buffer
	w, err := nativepkg.NewWriter(&file, trace.WriterInfo{})
	if err != nil {
		t.Fatal(err)
	}
	if err := cmp.Or(w.State(nativepkg.PointInfo{}, tracetest.NewHeap().Heap()), w.Counts(nativepkg.PointInfo{}, nil), w.Close()); err != nil {
		t.Fatal(err)
	}
	rec := openBytes(t, file.Bytes())
	if len(rec.Points) != 2 || rec.Points[1].Counts == nil || rec.Points[1].Load != nil {
		t.Fatalf("%+v", rec.Points)
	}
	if h := loaded(t, rec.Points[0]); h.Len() != 0 || h.RefStart.Len() != 0 {
		t.Errorf("%+v", h)
	}
}

// TestKnownByMode checks that a mode that records sites states this knowledge even if no live object has a site.
func TestKnownByMode(t *testing.T) {
	b := tracetest.NewHeap()
	b.Object(b.Type("app.Node", 16))
	h := b.Heap()
	for mode, knows := range map[string]bool{"sampled": true, "exact": true, "counts": false, "dumps": false, "histograms": false, "": false} {
		rec := openBytes(t, native(t, trace.WriterInfo{Mode: mode, Interval: 512}, h))
		if rec.Knows.Has(trace.KnowsSites) != knows || rec.Knows.Has(trace.KnowsThreads) != knows {
			t.Errorf("%s: knows %v", mode, rec.Knows.Names())
		}
		if got := loaded(t, rec.Points[0]); got.SiteOf != nil || got.Interval != 512 {
			t.Errorf("%s: sites %v, sampled every %d bytes", mode, got.SiteOf, got.Interval)
		}
	}
}

// TestLibraries checks that libraries of several states are kept, and left out of anonymous recordings.
func TestLibraries(t *testing.T) {
	for _, test := range []struct {
		anonymous bool
		want      string
	}{{false, "[flask json]"}, {true, "[]"}} {
		var file bytes.Buffer
		w, err := nativepkg.NewWriter(&file, trace.WriterInfo{Runtime: trace.CPython, Anonymous: test.anonymous})
		if err != nil {
			t.Fatal(err)
		}
		for i, libraries := range [][]string{{"flask"}, {"flask", "json"}} {
			h := tracetest.RandomHeap(3, 20)
			h.Libraries = libraries
			if err := w.State(nativepkg.PointInfo{Time: time.Duration(i) * time.Second}, h); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(loaded(t, openBytes(t, file.Bytes()).Points[1]).Libraries); got != test.want {
			t.Errorf("anonymous %v: libraries %s, want %s", test.anonymous, got, test.want)
		}
	}
}
