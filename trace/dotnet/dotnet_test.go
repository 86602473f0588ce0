package dotnet_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/trace"
	"memcity/trace/dotnet"
	"memcity/trace/tracetest"
	"memcity/trace/wire/nettrace"
)

// known returns the trace of testdata/known.cs.
func known(t testing.TB) []byte {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", "known.nettrace.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// open opens files with the given contents, all of one kind.
func open(t testing.TB, contents ...[]byte) *trace.Recording {
	t.Helper()
	var files []trace.File
	for i, c := range contents {
		files = append(files, trace.MemoryFile(fmt.Sprintf("%d.file", i+1), c))
	}
	read := dotnet.OpenTraces
	if dotnet.SniffDump(contents[0]) {
		read = dotnet.OpenDumps
	}
	rec, err := read(t.Context(), files, nil)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// loadPoint loads a heap state.
func loadPoint(t testing.TB, rec *trace.Recording, point int) (*trace.Heap, []trace.Warning) {
	t.Helper()
	h, warnings, err := rec.Points[point].Load(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	tracetest.Check(t, h)
	return h, warnings
}

// counts returns the objects and bytes by type.
func counts(h *trace.Heap) map[string][2]int64 {
	all := map[string][2]int64{}
	for _, c := range h.CountTypes() {
		n := all[c.Name]
		all[c.Name] = [2]int64{n[0] + c.Objects, n[1] + c.Bytes}
	}
	return all
}

// TestKnown compares a recorded trace with what its program made.
func TestKnown(t *testing.T) {
	rec := open(t, known(t))
	h, warnings := loadPoint(t, rec, 0)
	if len(rec.Points) != 1 || len(warnings) > 0 || rec.Runtime != trace.DotNet || h.Runtime != trace.DotNet || rec.StartUnix == 0 {
		t.Errorf("%d points, warnings %v, runtime %v, start %d", len(rec.Points), warnings, rec.Runtime, rec.StartUnix)
	}
	got := counts(h)
	for name, want := range map[string][2]int64{
		"Shop.Order": {100, 4000}, "Shop.Line": {200, 4800}, "Shop.Line[]": {100, 4800}, "Shop.Note": {1, 24}, "Shop.Handled": {1, 24}, "Shop.Gone": {},
		"System.Collections.Generic.Dictionary<int, Shop.Order>":                      {1, 72},
		"System.Collections.Generic.List<System.Collections.Generic.List<string>>":    {1, 32},
		"System.Runtime.CompilerServices.ConditionalWeakTable<Shop.Order, Shop.Note>": {1, 40},
		"System.Int64[,]": {1, 136},
	} {
		if got[name] != want {
			t.Errorf("%s: %v, want %v", name, got[name], want)
		}
	}
	if h.Len() != 917 {
		t.Errorf("%d objects, want 917", h.Len())
	}
	roots := map[string]string{}
	for _, r := range h.Roots {
		roots[r.Kind.String()+" "+r.Detail] += h.Types[h.TypeOf.At(r.Object)].Name + ";"
	}
	for root, of := range map[string]string{
		"variable ById":                  "System.Collections.Generic.Dictionary<int, Shop.Order>;",
		"variable Words":                 "System.Collections.Generic.List<System.Collections.Generic.List<string>>;",
		"variable Grid":                  "System.Int64[,];",
		"variable Weak":                  "System.WeakReference;",
		"VM internal strong handle":      "Shop.Handled;",
		"native stack stack of a thread": "",
	} {
		if got, ok := roots[root]; !ok || !strings.Contains(got, of) {
			t.Errorf("root %s holds %q, want %q", root, got, of)
		}
	}
}

// retained returns the bytes that are reachable only through an object.
func retained(h *trace.Heap, of trace.ObjectID) (bytes int64) {
	reach := func(without trace.ObjectID) (sum int64) {
		seen := make([]bool, h.Len())
		var stack []trace.ObjectID
		push := func(o trace.ObjectID) {
			if o != without && !seen[o] {
				seen[o] = true
				sum += h.Size(o)
				stack = append(stack, o)
			}
		}
		for _, r := range h.Roots {
			push(r.Object)
		}
		for len(stack) > 0 {
			o := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for _, to := range h.References(o) {
				push(to)
			}
		}
		return sum
	}
	return reach(trace.NoObject) - reach(of)
}

// TestKnownRetained checks the retained size of the dictionary: itself, its arrays, the orders with their lines and labels, and the note.
func TestKnownRetained(t *testing.T) {
	h, _ := loadPoint(t, open(t, known(t)), 0)
	byName := map[string]trace.ObjectID{}
	for o := range trace.ObjectID(h.Len()) {
		byName[h.Types[h.TypeOf.At(o)].Name] = o
	}
	dictionary, array := byName["System.Collections.Generic.Dictionary<int, Shop.Order>"], byName["Shop.Line[]"]
	labels := int64(0)
	for i := range 100 {
		labels += 22 + 2*int64(len(fmt.Sprintf("order-%d", i)))
	}
	entries, note := h.Size(byName["System:Entry<int, Shop.Order>[]"]), int64(24)
	buckets := int64(0)
	for i, to := range h.References(dictionary) {
		if h.Types[h.TypeOf.At(to)].Name == "System.Int32[]" {
			buckets = h.Size(to)
		}
		if name := h.FieldAt(dictionary, i); name != "?" {
			t.Errorf("a field of the dictionary is called %q", name)
		}
	}
	if got, want := retained(h, dictionary), 72+entries+buckets+4000+4800+4800+labels+note; got != want {
		t.Errorf("the dictionary retains %d bytes, want %d", got, want)
	}
	if h.Extent.At(array) != 3 || len(h.References(array)) != 2 || h.FieldAt(array, 1) != "[?]" {
		t.Errorf("an array has %d elements and %d references to %s", h.Extent.At(array), len(h.References(array)), h.FieldAt(array, 1))
	}
}

// shop is a snapshot with all kinds of roots.
func shop() written {
	return written{
		kinds: map[uint64]string{1: "App.Order", 2: "System.Object[]", 3: "System.Collections.Generic.List`1[App.Order]", 4: "App.Order[]"},
		nodes: []node{
			{0x100, 48, 2, []uint64{0x200, 0x500}}, {0x200, 32, 3, []uint64{0x300}}, {0x300, 40, 4, []uint64{0x400, 0x410}},
			{0x400, 24, 1, nil}, {0x410, 24, 1, []uint64{0x400}}, {0x500, 24, 1, nil}, {0x600, 24, 1, nil}, {0x700, 24, 99, nil}, {0x800, 24, 1, nil},
		},
		roots:   []nettrace.Root{{Object: 0x100, Kind: 2, Flags: 1}, {Object: 0x500, Kind: 2, Flags: 2}, {Object: 0x608, Kind: 0, Flags: 4}, {Object: 0x200}, {Object: 0x800, Kind: 1}},
		statics: []nettrace.StaticRoot{{Slot: 0x110, Object: 0x200, Type: 3, Name: "<Items>k__BackingField"}},
		pairs:   [][2]uint64{{0x500, 0x700}},
	}
}

// describe returns the objects, references and roots as text.
func describe(h *trace.Heap) string {
	var b strings.Builder
	for o := range trace.ObjectID(h.Len()) {
		fmt.Fprintf(&b, "%x %s %d:", h.Address(o), h.Types[h.TypeOf.At(o)].Name, h.Size(o))
		for i, to := range h.References(o) {
			fmt.Fprintf(&b, " %s=%x", h.FieldAt(o, i), h.Address(to))
		}
		b.WriteString("\n")
	}
	for _, r := range h.Roots {
		fmt.Fprintf(&b, "%x %s, %s\n", h.Address(r.Object), r.Kind, r.Detail)
	}
	return b.String()
}

const shopText = `100 System.Object[] 48: [?]=500
200 System.Collections.Generic.List<App.Order> 32: ?=300
300 App.Order[] 40: [?]=400 [?]=410
400 App.Order 24:
410 App.Order 24: ?=400
500 App.Order 24: (dependent handle)=700
600 App.Order 24:
700 (unknown type) 24:
800 App.Order 24:
200 variable, Items
100 VM internal, pinned handle
600 native stack, stack of a thread
800 finalizing, finalizers
`

// TestEvents checks events that are not compressed, roots of all kinds, and objects and references in several events.
func TestEvents(t *testing.T) {
	for _, per := range []int{1, 2, 100} {
		s := shop()
		s.perEvent = per
		h, warnings := loadPoint(t, open(t, writeTrace(s)), 0)
		if got := describe(h); got != shopText || len(warnings) > 0 {
			t.Errorf("%d per event: got\n%s\nwant\n%s\nwarnings %v", per, got, shopText, warnings)
		}
	}
}

// TestLostEvents checks that no reference is given to a wrong object when the program lost events.
func TestLostEvents(t *testing.T) {
	s := shop()
	s.perEvent, s.skip = 1, 3
	h, warnings := loadPoint(t, open(t, writeTrace(s)), 0)
	if len(warnings) != 1 || !warnings[0].Lost || !strings.Contains(warnings[0].Text, "lost events") {
		t.Errorf("warnings %v", warnings)
	}
	if n := len(h.References(1)); h.Len() != 9 || n != 0 || len(h.References(0)) != 1 {
		t.Errorf("%d objects; the object after the loss has %d references", h.Len(), n)
	}
}

// TestSeries checks several snapshots in one trace, and files of one process and of another one.
func TestSeries(t *testing.T) {
	rec := open(t, writeTrace(shop(), shop(), shop()))
	if len(rec.Points) != 3 || rec.Points[2].Time != 4000 || rec.Points[2].GC != 3 || !rec.Knows.Has(trace.KnowsTimes) {
		t.Fatalf("points %+v", rec.Points)
	}
	if start := time.Date(2026, 12, 1, 12, 30, 15, 250e6, time.UTC).UnixMilli(); rec.StartUnix != start {
		t.Errorf("start %d, want %d", rec.StartUnix, start)
	}
	for i := range rec.Points {
		if h, _ := loadPoint(t, rec, i); describe(h) != shopText {
			t.Errorf("point %d differs", i+1)
		}
	}
	if rec = open(t, writeTrace(shop(), shop()), writeTrace(shop(), shop())); len(rec.Points) != 4 || len(rec.Files) != 2 { // snapshots alternate
		t.Errorf("%d points, files %v", len(rec.Points), rec.Files)
	}
	other := writeTrace(shop())
	other[bytes.Index(other, []byte{77, 0, 0, 0})] = 78
	rec = open(t, writeTrace(shop()), other)
	if len(rec.Points) != 1 || len(rec.Warnings) != 1 || !strings.Contains(rec.Warnings[0].Text, "process 78") {
		t.Errorf("%d points, warnings %v", len(rec.Points), rec.Warnings)
	}
}

// TestUnfinished checks a snapshot whose GC does not end.
func TestUnfinished(t *testing.T) {
	s := shop()
	s.open = true
	if _, warnings := loadPoint(t, open(t, writeTrace(s)), 0); len(warnings) != 1 || !warnings[0].Lost {
		t.Errorf("warnings %v", warnings)
	}
	if _, err := dotnet.OpenTraces(t.Context(), []trace.File{trace.MemoryFile("a", writeTrace())}, nil); err == nil || !strings.Contains(err.Error(), "no heap snapshot") {
		t.Errorf("error %v", err)
	}
}

// shopGraph is the content of shop as dotnet-gcdump stores it.
func shopGraph(ticks uint64) []byte {
	types := []graphType{{"UNDEFINED", 0}, {"[.NET Roots]", 0}, {"[static vars]", 0}, {"[static var System.Collections.Generic.List<App.Order>.<Items>k__BackingField]", 0},
		{"[other roots]", 0}, {"[pinning Handles]", 0}, {"[local vars]", 0}, {"[finalizer Handles]", 0}, {"System.Object[]", 48},
		{"System.Collections.Generic.List<App.Order>", 32}, {"App.Order[]", 24}, {"App.Order", 24}, {"[Dependent Handles]", 0}}
	nodes := []graphNode{
		{1, 0, 0, []int{1, 3, 5}}, {2, 0, 0, []int{2}}, {3, 0, 0, []int{8}}, {4, 0, 0, []int{4, 6, 15}}, {5, 0, 0, []int{7}}, {6, 0, 0, []int{13, 8}}, {7, 0, 0, []int{14}},
		{8, 48, 0x100, []int{8, 12}}, {9, 32, 0x200, []int{9}}, {10, 40, 0x300, []int{10, 11}}, {11, 24, 0x400, nil}, {11, 24, 0x410, []int{10}}, {11, 24, 0x500, nil},
		{11, 24, 0x600, nil}, {11, 24, 0x800, nil}, {12, 0, 0, []int{12}},
	}
	return writeGraph(types, nodes, 0, ticks)
}

// TestGraphs checks graphs, their order by time, and the program.
func TestGraphs(t *testing.T) {
	const day = 24 * 3600 * 10_000_000
	rec := open(t, shopGraph(738_000*day+50_000_000), shopGraph(738_000*day))
	if len(rec.Points) != 2 || rec.Points[0].Source != "2.file" || rec.Points[1].Time != 5000 {
		t.Fatalf("points %+v", rec.Points)
	}
	h, warnings := loadPoint(t, rec, 0)
	want := strings.NewReplacer("(dependent handle)=700", "", "700 (unknown type) 24:\n", "").Replace(shopText)
	want = strings.Replace(want, "500 App.Order 24: ", "500 App.Order 24:", 1)
	if got := describe(h); !sameLines(got, want+"500 VM internal, dependent handle\n") || len(warnings) > 0 {
		t.Errorf("got\n%s\nwant\n%s\nwarnings %v", got, want, warnings)
	}
}

func sameLines(a, b string) bool {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

// TestDamage cuts and changes files. Each must be read up to the damage, or refused.
func TestDamage(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, whole := range [][]byte{known(t), writeTrace(shop()), shopGraph(1)} {
		for range 150 {
			data := slices.Clone(whole)
			if random.IntN(2) == 0 {
				data = data[:random.IntN(len(data))]
			}
			for range random.IntN(4) {
				if len(data) > 0 {
					data[random.IntN(len(data))] ^= byte(1 << random.IntN(8))
				}
			}
			read(t, data)
		}
	}
}

// read reads all heap states of a file, which may be damaged.
func read(t testing.TB, data []byte) {
	t.Helper()
	read := dotnet.OpenTraces
	if dotnet.SniffDump(data) {
		read = dotnet.OpenDumps
	}
	rec, err := read(t.Context(), []trace.File{trace.MemoryFile("a", data)}, nil)
	if err != nil {
		return
	}
	for _, p := range rec.Points {
		if h, _, err := p.Load(t.Context(), nil); err == nil {
			tracetest.Check(t, h)
		}
	}
}

// FuzzTrace reads event traces.
func FuzzTrace(f *testing.F) {
	f.Add(writeTrace(shop(), shop()))
	lost := shop()
	lost.perEvent, lost.skip = 2, 2
	f.Add(writeTrace(lost))
	f.Fuzz(func(t *testing.T, data []byte) { read(t, data) })
}

// FuzzGraph reads graphs.
func FuzzGraph(f *testing.F) {
	f.Add(shopGraph(1))
	f.Fuzz(func(t *testing.T, data []byte) { read(t, data) })
}
