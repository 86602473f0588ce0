package anttracks

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/wire/anttracks"
)

func openTrace(t testing.TB, name string) *trace.Recording {
	t.Helper()
	rec, err := Open(t.Context(), members(t, "testdata/traces/"+name+".zip"), nil)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

func load(t testing.TB, rec *trace.Recording, point int) *trace.Heap {
	t.Helper()
	h, warnings, err := rec.Points[point].Load(t.Context(), nil)
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	return h
}

// TestOpen checks the knowledge of a recording of each kind.
func TestOpen(t *testing.T) {
	always := trace.KnowsObjects | trace.KnowsSites | trace.KnowsThreads | trace.KnowsIdentity | trace.KnowsTimes | trace.KnowsSpaces |
		trace.KnowsAges | trace.KnowsDeaths | trace.KnowsAllocations | trace.KnowsSubsystems
	for name, more := range map[string]trace.Knowledge{
		"persons-parallel":     0,
		"persons-parallel-ptr": trace.KnowsReferences | trace.KnowsFields | trace.KnowsRoots,
		"kinds-g1-ptr":         trace.KnowsReferences | trace.KnowsFields,
		"kinds-cms":            0,
	} {
		rec := openTrace(t, name)
		if want := always | more; rec.Knows != want {
			t.Errorf("%s: knows %v, want %v", name, rec.Knows.Names(), want.Names())
		}
		if rec.Format != format || !slices.Equal(rec.Files, []string{"symbols", "class_definitions", "trace"}) || rec.More != nil {
			t.Errorf("%s: format %q, files %v", name, rec.Format, rec.Files)
		}
		incomplete := slices.ContainsFunc(rec.Warnings, func(w trace.Warning) bool { return strings.Contains(w.Text, "incompletely") })
		if incomplete != (name == "kinds-g1-ptr") {
			t.Errorf("%s: warnings %v", name, rec.Warnings)
		}
	}
}

// TestSubsystems checks that every object has a subsystem, and that no more objects of one are alive than it allocated, by the names of its
// events.
func TestSubsystems(t *testing.T) {
	eachTrace(t, func(t *testing.T, name, path string) {
		events := eventsOf(t, path)
		rec := openTrace(t, name)
		h := load(t, rec, len(rec.Points)-1)
		alive := map[trace.Subsystem]int{}
		for _, s := range h.SubsystemOf {
			alive[s]++
		}
		for s, in := range map[trace.Subsystem]string{trace.ByVM: "by the VM", trace.ByInterpreter: ", interpreter,", trace.ByC1: ", C1,", trace.ByC2: ", C2,"} {
			made := 0
			for kind, n := range events {
				if strings.HasPrefix(kind, "allocation") && strings.Contains(kind, in) {
					made += n
				}
			}
			if alive[s] > made || alive[s] == 0 && s <= trace.ByInterpreter {
				t.Errorf("%d objects of the subsystem %s are alive, of %d allocated", alive[s], s, made)
			}
		}
		if n := alive[trace.UnknownSubsystem]; n > 0 {
			t.Errorf("%d objects without a subsystem", n)
		}
	})
}

// TestLostSubsystems opens a ring without its first file. The next one begins with a list of the objects, which lacks their subsystems.
func TestLostSubsystems(t *testing.T) {
	files := slices.DeleteFunc(members(t, "testdata/traces/persons-rotate.zip"), func(f trace.File) bool { return f.Name == "trace_0" })
	rec, err := Open(t.Context(), files, nil)
	if err != nil {
		t.Fatal(err)
	}
	h := load(t, rec, len(rec.Points)-1)
	alive := map[trace.Subsystem]int{}
	for _, s := range h.SubsystemOf {
		alive[s]++
	}
	if alive[trace.UnknownSubsystem] == 0 || alive[trace.ByC1]+alive[trace.ByInterpreter] == 0 {
		t.Errorf("objects by subsystem: %v", alive)
	}
}

// TestCompiledPersons checks the subsystems of objects that all live until the end with the numbers of an independent decoder.
func TestCompiledPersons(t *testing.T) {
	rec := openTrace(t, "persons-parallel")
	h := load(t, rec, len(rec.Points)-1)
	alive := map[trace.Subsystem]int{}
	for o := range trace.ObjectID(h.Len()) {
		if h.Types[h.TypeOf.At(o)].Name == "Persons$Person" {
			alive[h.SubsystemOf[o]]++
		}
	}
	if len(alive) != 2 || alive[trace.ByInterpreter] != 500 || alive[trace.ByC1] != 1500 {
		t.Errorf("persons by subsystem: %v", alive)
	}
}

// eventsOf counts the events of a trace by the names of their kinds.
func eventsOf(t *testing.T, path string) map[string]int {
	runs, err := findRuns(members(t, path))
	if err != nil || len(runs) != 1 {
		t.Fatal(len(runs), err)
	}
	s, err := readSymbols(t.Context(), runs[0].symbols)
	if err != nil {
		t.Fatal(err)
	}
	events := map[string]int{}
	for i := range runs[0].traces {
		content, err := runs[0].traces[i].Open()
		if err != nil {
			t.Fatal(err)
		}
		_, err = anttracks.ReadTrace(t.Context(), io.NewSectionReader(content, 0, runs[0].traces[i].Size), s,
			anttracks.Visitor{Event: func(_ *anttracks.Buffer, e *anttracks.Event) { events[e.Kind.String()]++ }})
		if err != nil {
			t.Fatal(err)
		}
	}
	return events
}

// TestIdentity checks that objects keep their identity, birth and site while they move, also over the files of a rotated trace.
func TestIdentity(t *testing.T) {
	for _, name := range []string{"persons-parallel", "persons-g1", "persons-rotate"} {
		rec := openTrace(t, name)
		type facts struct {
			birth uint32
			site  string
		}
		seen := map[uint64]facts{}
		for i := range rec.Points {
			h := load(t, rec, i)
			persons := 0
			for o := range trace.ObjectID(h.Len()) {
				if h.Types[h.TypeOf.At(o)].Name != "Persons$Person" {
					continue
				}
				persons++
				f := facts{h.BirthOf[o], h.Sites[h.SiteOf[o]].Frames[0].String()}
				if old, ok := seen[h.Identity[o]]; ok && old != f {
					t.Fatalf("%s: an object is %+v, then %+v", name, old, f)
				}
				seen[h.Identity[o]] = f
			}
			if i == len(rec.Points)-1 && persons != 2000 {
				t.Errorf("%s: %d persons at the end", name, persons)
			}
		}
		if len(seen) != 2000 {
			t.Errorf("%s: %d persons, want 2000", name, len(seen))
		}
	}
}

// TestFolder checks that the other files of a run are found next to a given one, and only these.
func TestFolder(t *testing.T) {
	folder := t.TempDir()
	save := func(f trace.File, name string) string {
		content, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data := make([]byte, f.Size)
		content.ReadAt(data, 0)
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	var paths []string
	for _, f := range members(t, "testdata/traces/persons-rotate.zip") {
		paths = append(paths, save(f, f.Name))
	}
	for _, f := range members(t, "testdata/traces/kinds-g1.zip") {
		save(f, "other-"+f.Name)
	}
	points := map[string]int{"symbols": 30, "class_definitions": 30, "trace_0": 0, "trace_1": 0, "trace_2": 0}
	sum := 0
	for _, path := range paths {
		f, err := trace.DiskFile(path)
		if err != nil {
			t.Fatal(err)
		}
		rec, err := Open(t.Context(), []trace.File{f}, nil)
		if err != nil {
			t.Fatal(path, err)
		}
		if want := points[filepath.Base(path)]; want > 0 && len(rec.Points) != want {
			t.Errorf("%s: %d points, want %d", path, len(rec.Points), want)
		} else if want == 0 {
			sum += len(rec.Points)
		}
	}
	if sum != 30 {
		t.Errorf("%d points in the single files, want 30", sum)
	}
}

// TestMissing checks the errors for incomplete runs.
func TestMissing(t *testing.T) {
	files := members(t, "testdata/traces/persons-g1.zip")
	for what, want := range map[string]string{"trace": "there are no symbols", "symbols": "there is no trace"} {
		one := slices.DeleteFunc(slices.Clone(files), func(f trace.File) bool { return f.Name != what })
		_, err := Open(t.Context(), one, nil)
		var fault *trace.InputError
		if !errors.As(err, &fault) || !strings.Contains(fault.Text, want) {
			t.Errorf("%s alone: %v", what, err)
		}
	}
	two, err := Open(t.Context(), append(members(t, "testdata/traces/kinds-cms.zip"), files...), nil)
	if err != nil || len(two.Warnings) != 3 || !strings.Contains(two.Warnings[0].Text, "another run") {
		t.Errorf("two runs: %v, %v", err, two.Warnings)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Open(ctx, files, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}

// TestCut cuts a trace at many places: everything before is a recording, and the loss is reported.
func TestCut(t *testing.T) {
	files := members(t, "testdata/traces/persons-parallel.zip")
	i := slices.IndexFunc(files, func(f trace.File) bool { return f.Name == "trace" })
	content, _ := files[i].Open()
	data := make([]byte, files[i].Size)
	content.ReadAt(data, 0)
	last := 0
	for _, part := range []int{1, 10, 30, 50, 70, 90, 99} {
		files[i] = trace.MemoryFile("trace", data[:len(data)*part/100+1])
		rec, err := Open(t.Context(), files, nil)
		if err != nil {
			if last > 0 {
				t.Errorf("cut at %d %%: %v", part, err)
			}
			continue
		}
		if len(rec.Points) < last || len(rec.Points) >= 32 {
			t.Errorf("cut at %d %%: %d points after %d", part, len(rec.Points), last)
		}
		if len(rec.Warnings) == 0 {
			t.Errorf("cut at %d %%: no warning", part)
		}
		last = len(rec.Points)
	}
	if last < 20 {
		t.Errorf("%d points at the end", last)
	}
}

// FuzzReplay changes bytes of a real trace and of its symbols. Reading must end without a panic, with bounded memory.
func FuzzReplay(f *testing.F) {
	f.Add("caches-parallel-ptr", uint32(5000), []byte{1, 2, 3, 4})
	f.Add("kinds-g1-ptr", uint32(100_000), []byte{0xFF, 0xFF, 0xFF, 0x88})
	f.Add("kinds-cms", uint32(20_000), []byte{0, 0, 0, 0x22})
	f.Add("persons-rotate", uint32(1<<31), []byte{9, 9})
	cache := map[string][]trace.File{}
	f.Fuzz(func(t *testing.T, name string, at uint32, change []byte) {
		if cache[name] == nil {
			if _, err := os.Stat("testdata/traces/" + filepath.Base(name) + ".zip"); err != nil || name == "" {
				return
			}
			cache[name] = members(t, "testdata/traces/"+filepath.Base(name)+".zip")
		}
		files := slices.Clone(cache[name])
		i := int(at>>24) % len(files)
		content, _ := files[i].Open()
		data := make([]byte, files[i].Size)
		content.ReadAt(data, 0)
		copy(data[int(at)%len(data):], change)
		files[i] = trace.MemoryFile(files[i].Name, data)
		rec, err := Open(t.Context(), files, nil)
		if err != nil {
			return
		}
		for i := range rec.Points {
			if rec.Points[i].Load != nil && i%8 == 7 {
				rec.Points[i].Load(t.Context(), nil)
			}
		}
	})
}

// BenchmarkReplay measures the replay of a trace with 369,000 allocations.
func BenchmarkReplay(b *testing.B) {
	runs, err := findRuns(members(b, "testdata/traces/hot-parallel.zip"))
	if err != nil {
		b.Fatal(err)
	}
	s, err := readSymbols(b.Context(), runs[0].symbols)
	if err != nil {
		b.Fatal(err)
	}
	events := int64(0)
	for b.Loop() {
		events += replayOnce(b, runs[0], s)
	}
	b.ReportMetric(float64(events)*60/b.Elapsed().Seconds()/1e6, "Mevents/min")
}
