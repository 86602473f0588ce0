package goheap_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"memcity/trace"
	"memcity/trace/goheap"
	"memcity/trace/tracetest"
	wire "memcity/trace/wire/goheap"
)

const (
	rounds = 2
	per    = 300 // objects of a round
	total  = rounds * per
)

var shop struct {
	sync.Once
	folder string
	err    error
}

// dumps returns the folder with the dumps of the program in testdata, and its executable.
func dumps(t *testing.T, kind string) (folder, executable string) {
	t.Helper()
	tool, err := exec.LookPath("go")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("no go command: ", err)
	}
	shop.Do(func() {
		if shop.folder, shop.err = os.MkdirTemp("", "goheap"); shop.err != nil {
			return
		}
		build := exec.Command(tool, "build", "-o", filepath.Join(shop.folder, "shop"), ".")
		build.Dir = filepath.Join("testdata", "shop")
		build.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			t.Logf("%s", out)
			shop.err = err
		}
	})
	if shop.err != nil {
		t.Fatal(shop.err)
	}
	executable = filepath.Join(shop.folder, "shop")
	folder = t.TempDir()
	if out, err := exec.Command(executable, kind, folder, strconv.Itoa(rounds), strconv.Itoa(per)).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return folder, executable
}

func TestMain(m *testing.M) {
	status := m.Run()
	if shop.folder != "" {
		_ = os.RemoveAll(shop.folder)
	}
	os.Exit(status)
}

// open opens the dumps of a folder with executables.
func open(t *testing.T, folder string, executables ...string) *trace.Recording {
	t.Helper()
	var files, programs []trace.File
	for k := range rounds {
		f, err := trace.DiskFile(filepath.Join(folder, strconv.Itoa(k+1)+".goheap"))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	for _, path := range executables {
		f, err := trace.DiskFile(path)
		if err != nil {
			t.Fatal(err)
		}
		programs = append(programs, f)
	}
	rec, err := goheap.Open(goheap.WithPrograms(t.Context(), programs), files, nil)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// last loads the last point.
func last(t *testing.T, rec *trace.Recording) *trace.Heap {
	t.Helper()
	h, warnings, err := rec.Points[rounds-1].Load(t.Context(), nil)
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	tracetest.Check(t, h)
	return h
}

func objects(h *trace.Heap) map[string]int {
	counts := map[string]int{}
	for o := range h.Len() {
		counts[h.Types[h.TypeOf.At(trace.ObjectID(o))].Name]++
	}
	return counts
}

// reach returns the objects and bytes that roots keep alive, except for roots with the given name.
func reach(h *trace.Heap, without string) (objects, bytes int64) {
	seen := make([]bool, h.Len())
	var stack []trace.ObjectID
	push := func(o trace.ObjectID) {
		if !seen[o] {
			seen[o] = true
			stack = append(stack, o)
		}
	}
	for _, r := range h.Roots {
		if without == "" || r.Detail != without {
			push(r.Object)
		}
	}
	for len(stack) > 0 {
		o := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		objects++
		bytes += h.Size(o)
		for _, to := range h.References(o) {
			push(to)
		}
	}
	return objects, bytes
}

// stats returns the objects and bytes of MemStats in a dump.
func stats(t *testing.T, path string) (objects, bytes int64) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := wire.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var rec wire.Record
	for {
		err := r.Next(&rec)
		if err == io.EOF {
			return objects, bytes
		}
		if err != nil {
			t.Fatal(err)
		}
		if rec.Kind == wire.MemStats {
			objects, bytes = int64(rec.Numbers[wire.HeapObjects]), int64(rec.Numbers[wire.HeapAlloc])
		}
	}
}

// TestCache compares counts by type with the program, the number of all objects with the statistics in the dump, and retained sizes with
// brute force.
func TestCache(t *testing.T) {
	folder, executable := dumps(t, "cache")
	rec := open(t, folder, executable)
	h := last(t, rec)
	wantObjects, wantBytes := stats(t, filepath.Join(folder, strconv.Itoa(rounds)+".goheap"))
	gotObjects, gotBytes, _, err := rec.Points[rounds-1].Totals(t.Context(), nil)
	if err != nil || gotObjects != wantObjects || gotBytes != wantBytes || int64(h.Len()) != wantObjects {
		t.Errorf("%d objects with %d bytes, %d loaded; expected %d with %d (%v)", gotObjects, gotBytes, h.Len(), wantObjects, wantBytes, err)
	}
	counts := objects(h)
	for name, want := range map[string]int{"main.Order": total, "main.Line": 2 * total, "go:[]*main.Line": total, "go:map[string]*main.Order": 1} {
		if counts[name] != want {
			t.Errorf("%d objects of type %s; expected %d (%v)", counts[name], name, want, counts)
		}
	}
	all, allBytes := reach(h, "")
	rest, restBytes := reach(h, "main.registry")
	if lost := all - rest; lost < 4*total || lost > 6*total {
		t.Errorf("main.registry retains %d objects; expected about %d", lost, 5*total)
	}
	if lost := allBytes - restBytes; lost < total*(48+2*16+16) {
		t.Errorf("main.registry retains %d bytes", lost)
	}
	for o := range h.Len() {
		if o := trace.ObjectID(o); h.Types[h.TypeOf.At(o)].Name == "main.Order" && h.Referent(o, "Lines") == trace.NoObject {
			t.Fatal("an order without lines")
		}
	}
}

// TestListeners checks that values of interfaces have types, and that a variable that leads to a nameless temporary names it.
func TestListeners(t *testing.T) {
	folder, executable := dumps(t, "listeners")
	h := last(t, open(t, folder, executable))
	counts := objects(h)
	if counts["main.session"] != total || counts["example.com/shop/store.Event"] != total {
		t.Errorf("sessions and events: %v", counts)
	}
	all, _ := reach(h, "")
	if rest, _ := reach(h, "example.com/shop/store.Default.listeners"); all-rest < 2*total {
		t.Errorf("the listeners retain %d objects", all-rest)
	}
}

// TestGoroutines checks the names of goroutines that wait, and the types of the objects on their stacks.
func TestGoroutines(t *testing.T) {
	folder, executable := dumps(t, "goroutines")
	h := last(t, open(t, folder, executable))
	if counts := objects(h); counts["main.job"] != total || counts["runtime.g"] < total {
		t.Errorf("jobs and goroutines: %v", counts)
	}
	waiting := 0
	for _, thread := range h.Threads {
		if strings.Contains(thread.Name, "[chan send] in main.") && strings.Contains(thread.Name, "created by main.start (main.go:") {
			waiting++
		}
	}
	if waiting != total {
		t.Errorf("%d goroutines wait, as %q; expected %d", waiting, h.Threads[len(h.Threads)-1].Name, total)
	}
}

// TestLocals checks that local variables of goroutines give their objects types.
func TestLocals(t *testing.T) {
	folder, executable := dumps(t, "locals")
	if counts := objects(last(t, open(t, folder, executable))); counts["main.ticket"] != total || counts["main.job"] != total {
		t.Errorf("tickets and jobs: %v", counts)
	}
}

// TestWithoutExecutable checks that the same objects are read without names, and that an executable of another program is not used.
func TestWithoutExecutable(t *testing.T) {
	folder, executable := dumps(t, "listeners")
	named := last(t, open(t, folder, executable))
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	for _, executables := range [][]string{nil, {tool}} {
		rec := open(t, folder, executables...)
		h, warnings, err := rec.Points[rounds-1].Load(t.Context(), nil)
		if err != nil || len(warnings) != len(executables) {
			t.Fatal(err, warnings)
		}
		if h.Len() != named.Len() || len(h.RefTo) != len(named.RefTo) {
			t.Errorf("%d objects with %d references; expected %d with %d", h.Len(), len(h.RefTo), named.Len(), len(named.RefTo))
		}
		sessions := 0
		for name, n := range objects(h) {
			if strings.HasPrefix(name, "main.(type 0x") { // the dump names the packages of the types of itabs
				sessions += n
			}
		}
		if sessions != total {
			t.Errorf("%d sessions; expected %d", sessions, total)
		}
		if warned := len(rec.Warnings) > 0; warned != (executables == nil) {
			t.Errorf("warnings: %v", rec.Warnings)
		}
	}
}

// TestBeside checks that the executable is found in the folder of the dumps.
func TestBeside(t *testing.T) {
	folder, executable := dumps(t, "cache")
	data, err := os.ReadFile(executable)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "shop"), data, 0o755); err != nil {
		t.Fatal(err)
	}
	if counts := objects(last(t, open(t, folder))); counts["main.Order"] != total {
		t.Errorf("orders: %v", counts)
	}
}

// writer writes records.
type writer struct{ bytes.Buffer }

func (w *writer) numbers(all ...uint64) {
	for _, n := range all {
		w.Write(binary.AppendUvarint(nil, n))
	}
}

func (w *writer) text(s string) {
	w.numbers(uint64(len(s)))
	w.WriteString(s)
}

// memory writes contents of words, with the offsets of pointers.
func (w *writer) memory(words []uint64, pointers ...uint64) {
	w.numbers(uint64(8 * len(words)))
	for _, v := range words {
		w.Write(binary.LittleEndian.AppendUint64(nil, v))
	}
	for _, p := range pointers {
		w.numbers(1, 8*p)
	}
	w.numbers(0)
}

// small returns a small dump: a variable holds an object, which refers into the middle of another one. A goroutine holds a third, which is an
// interface with a value.
func small(version string) []byte {
	var w writer
	w.WriteString(wire.Header)
	w.numbers(uint64(wire.Params), 0, 8, 0x10000, 0x20000)
	w.text("amd64")
	w.text(version)
	w.numbers(2)
	w.numbers(uint64(wire.Type), 0x500, 16)
	w.text("*shop.Order")
	w.numbers(1)
	w.numbers(uint64(wire.Itab), 0x600, 0x500)
	w.numbers(uint64(wire.Object), 0x10000)
	w.memory([]uint64{0x10028, 7}, 0)
	w.numbers(uint64(wire.Object), 0x10020)
	w.memory([]uint64{1, 2})
	w.numbers(uint64(wire.Object), 0x10040)
	w.memory([]uint64{0x600, 0x10020}, 1)
	w.numbers(uint64(wire.Object), 0x10000+8192-16) // the bitmap of the page
	w.memory([]uint64{1, 0x10020}, 1)
	w.numbers(uint64(wire.Goroutine), 0x10000, 0x7000, 17, 0x400, 4, 0, 0, 0)
	w.text("chan receive")
	w.numbers(0, 0, 0, 0)
	w.numbers(uint64(wire.Frame), 0x7000, 0, 0)
	w.numbers(16)
	w.Write(binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, 0x10040), 3))
	w.numbers(0x400, 0x410, 0x410)
	w.text("shop.(*Server).wait")
	w.numbers(1, 0, 0)
	w.numbers(uint64(wire.Data), 0x8000)
	w.memory([]uint64{0x10000, 0x10020}, 0)
	w.numbers(uint64(wire.BSS), 0x9000)
	w.memory(nil)
	w.numbers(uint64(wire.QueuedFinalizer), 0x10000, 0, 0, 0, 0)
	w.numbers(0)
	return w.Bytes()
}

func load(ctx context.Context, data []byte) (*trace.Heap, []trace.Warning, error) {
	rec, err := goheap.Open(ctx, []trace.File{trace.MemoryFile("1.goheap", data)}, nil)
	if err != nil {
		return nil, nil, err
	}
	if _, _, _, err := rec.Points[0].Totals(ctx, nil); err != nil {
		return nil, nil, err
	}
	return rec.Points[0].Load(ctx, nil)
}

// TestSmall checks a small dump in detail.
func TestSmall(t *testing.T) {
	for version, want := range map[string]map[string]int{
		"go1.26.8": {"go:(16 bytes with pointers)": 1, "shop.Order": 1, "runtime.g": 1},
		"go1.21.0": {"go:(16 bytes with pointers)": 2, "shop.Order": 1, "runtime.g": 1}, // which has no bitmaps in pages
	} {
		h, warnings, err := load(t.Context(), small(version))
		if err != nil || len(warnings) > 0 {
			t.Fatal(err, warnings)
		}
		tracetest.Check(t, h)
		if got := objects(h); !maps.Equal(got, want) {
			t.Errorf("%s: %v; expected %v", version, got, want)
		}
		if to := h.References(0); len(to) != 1 || to[0] != 1 {
			t.Errorf("%s: references %v; expected one to the object that contains the address", version, to)
		}
		if len(h.Threads) != 1 || h.Threads[0].Name != "goroutine 17 [chan receive] in shop.Server.wait" || h.Threads[0].Frames[0] != "shop.Server.wait(Unknown Source)" {
			t.Errorf("threads: %+v", h.Threads)
		}
		if len(h.Roots) != 4 || h.Roots[0].Kind != trace.RootVariable || h.Roots[0].Detail != "0x8000" {
			t.Errorf("roots: %+v", h.Roots)
		}
	}
}

// TestDamage cuts a dump at each byte, and changes each byte.
func TestDamage(t *testing.T) {
	data := small("go1.26.8")
	for n := range data {
		h, warnings, err := load(t.Context(), data[:n])
		if err == nil && len(warnings) == 0 {
			t.Errorf("no warning about a dump that ends after %d of %d bytes", n, len(data))
		}
		if err == nil {
			tracetest.Check(t, h)
		}
		for _, b := range []byte{0, 0xff, data[n] + 1} {
			changed := bytes.Clone(data)
			changed[n] = b
			if h, _, err := load(t.Context(), changed); err == nil {
				tracetest.Check(t, h)
			}
		}
	}
}

// FuzzLoad loads any file.
func FuzzLoad(f *testing.F) {
	f.Add(small("go1.26.8"))
	f.Add(small("go1.21.0"))
	f.Add([]byte(wire.Header))
	f.Fuzz(func(t *testing.T, data []byte) {
		if h, _, err := load(t.Context(), data); err == nil {
			tracetest.Check(t, h)
		}
	})
}
