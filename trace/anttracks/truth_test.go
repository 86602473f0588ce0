package anttracks

import (
	"archive/zip"
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/wire/anttracks"
)

// members returns the files in a ZIP archive.
func members(t testing.TB, path string) (files []trace.File) {
	t.Helper()
	archive, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	for _, m := range archive.File {
		r, err := m.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, trace.MemoryFile(filepath.Base(m.Name), data))
	}
	return files
}

type histogram map[string]trace.Amount

var histogramLine = regexp.MustCompile(`^\s*\d+:\s+(\d+)\s+(\d+)\s+(\S+)`)

// histograms reads the VM's own class histograms from its log: before and after each full GC.
func histograms(t testing.TB, path string) (list []histogram) {
	t.Helper()
	for _, f := range members(t, path) {
		if !strings.HasSuffix(f.Name, ".log") {
			continue
		}
		content, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		for lines := bufio.NewScanner(io.NewSectionReader(content, 0, f.Size)); lines.Scan(); {
			line := lines.Text()
			if strings.Contains(line, "#instances") {
				list = append(list, histogram{})
			}
			if m := histogramLine.FindStringSubmatch(line); m != nil && len(list) > 0 {
				objects, _ := strconv.ParseInt(m[1], 10, 64)
				bytes, _ := strconv.ParseInt(m[2], 10, 64)
				h := list[len(list)-1]
				a := h[vmName(m[3])]
				a.Add(trace.Amount{Objects: objects, Bytes: bytes})
				h[vmName(m[3])] = a
			}
		}
	}
	return list
}

// vmName converts a name of the VM's histogram.
func vmName(name string) string {
	if strings.HasPrefix(name, "[") {
		return sourceName(lambda(name))
	}
	return sourceName("L" + lambda(name) + ";")
}

var lambdaNumber = regexp.MustCompile(`(Lambda\$\d+)\.(\d+)`)

func lambda(name string) string { return lambdaNumber.ReplaceAllString(name, "$1/$2") }

func (r *replay) histogram() histogram {
	h := histogram{}
	for s, n := range r.origin {
		if n != 0 {
			name := r.types[r.origins[n].typ].name
			a := h[name]
			a.Add(trace.Amount{Objects: 1, Bytes: r.sizeOf(slot(s))})
			h[name] = a
		}
	}
	return h
}

// TestTruth replays real traces and compares the whole heap before and after each full GC with the VM's own class histogram.
func TestTruth(t *testing.T) {
	eachTrace(t, func(t *testing.T, name, path string) { checkTruth(t, path, "testdata/truth/"+name+".vm.zip") })
}

// eachTrace runs a subtest for each real trace; see testdata/README.md.
func eachTrace(t *testing.T, run func(t *testing.T, name, path string)) {
	paths, _ := filepath.Glob("testdata/traces/*.zip")
	if len(paths) != 15 {
		t.Fatalf("%d traces", len(paths))
	}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".zip")
		t.Run(name, func(t *testing.T) { run(t, name, path) })
	}
}

func checkTruth(t *testing.T, path, log string) {
	want := histograms(t, log)
	runs, err := findRuns(members(t, path))
	if err != nil || len(runs) != 1 {
		t.Fatal(len(runs), err)
	}
	run := runs[0]
	s, err := readSymbols(t.Context(), run.symbols)
	if err != nil || len(s.Faults.List) > 0 {
		t.Fatal(err, s.Faults)
	}
	r := newReplay(s)
	var got []histogram
	var before histogram
	r.after = func() error {
		if r.gc.full {
			got = append(got, before, r.histogram())
		}
		return nil
	}
	for i := range run.traces {
		content, _ := run.traces[i].Open()
		tr, err := anttracks.ReadTrace(t.Context(), io.NewSectionReader(content, 0, run.traces[i].Size), s, anttracks.Visitor{
			Begin: r.threads.next,
			Start: r.begin,
			Event: func(b *anttracks.Buffer, e *anttracks.Event) {
				if e.Kind == anttracks.GCStart {
					before = r.histogram()
				}
				r.event(b, e)
			}})
		if err != nil || len(tr.Faults.List) > 0 {
			t.Fatal(err, tr.Faults)
		}
	}
	for _, what := range r.problems.order {
		t.Errorf("%s: %d times, first %s", what, r.problems.count[what], r.problems.first[what])
	}
	if len(got) != len(want) || len(want) == 0 {
		t.Fatalf("%d histograms, want %d", len(got), len(want))
	}
	for i := range want {
		for name, w := range want[i] {
			if g := got[i][name]; g != w {
				t.Errorf("histogram %d, %s: %+v, want %+v", i, name, g, w)
			}
		}
		for name, g := range got[i] {
			if _, ok := want[i][name]; !ok {
				t.Errorf("histogram %d, %s: %+v, the VM has none", i, name, g)
			}
		}
	}
}

type truthGC struct {
	Type  string `json:"type"`
	Start int64  `json:"start_ms"`
	End   int64  `json:"end_ms"`
}

// truth contains the results of an independent decoder for a trace.
type truth struct {
	GCs         []truthGC `json:"gcs_by_decoder"`
	Allocations []struct {
		Type    string           `json:"type"`
		Site    string           `json:"site"`
		Objects int64            `json:"objects"`
		Threads map[string]int64 `json:"threads"`
	} `json:"allocations_by_decoder"`
}

func readTruth(t testing.TB, name string) (x truth) {
	t.Helper()
	data, err := os.ReadFile("testdata/truth/" + name + ".truth.json")
	if err == nil {
		err = json.Unmarshal(data, &x)
	}
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// hiddenNumber matches the names of the classes of lambdas with their numbers.
var hiddenNumber = regexp.MustCompile(`(\$\$Lambda)\$\d+(/\d+)?`)

// TestAllocations compares the allocations and GCs of recordings with the results of an independent decoder, by type, place, line and thread.
func TestAllocations(t *testing.T) {
	eachTrace(t, func(t *testing.T, name, path string) {
		want := readTruth(t, name)
		want.GCs = slices.DeleteFunc(want.GCs, func(g truthGC) bool { return strings.Contains(g.Type, "sync") })
		rec, err := Open(WithClasses(t.Context(), []string{"testdata/classes"}), members(t, path), nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(rec.Points) != len(want.GCs) || len(rec.GCs) != len(want.GCs) {
			t.Fatalf("%d points and %d GCs, want %d", len(rec.Points), len(rec.GCs), len(want.GCs))
		}
		for i, w := range want.GCs {
			g := &rec.GCs[i]
			if g.Start.Milliseconds() != w.Start || g.End.Milliseconds() != w.End || rec.Points[i].Time.Duration() != g.End {
				t.Errorf("GC %d is from %v to %v, want %d to %d ms", i, g.Start, g.End, w.Start, w.End)
			}
		}
		got := map[string]int64{}
		err = rec.Life.Allocations(t.Context(), func(a trace.Allocation) {
			place := "?"
			if a.Site != trace.NoSite {
				place = rec.Life.Sites[a.Site].Frames[0].String()
			}
			thread := "?"
			if a.Thread != trace.NoThread {
				thread = rec.Life.Threads[a.Thread]
			}
			got[fmt.Sprint(rec.Life.Types[a.Type].Name, " ", place, " ", thread)] += a.Objects
		})
		if err != nil {
			t.Fatal(err)
		}
		expected := map[string]int64{}
		for _, w := range want.Allocations {
			place := hiddenNumber.ReplaceAllString(strings.Replace(w.Site, " (bytecode", "(bytecode", 1), "$1")
			if i := strings.Index(place, "("); !strings.HasSuffix(place, ")") && i > 0 { // a site of the VM, with a descriptor
				place = place[:i] + "(Native Method)"
			}
			for thread, objects := range w.Threads {
				expected[fmt.Sprint(vmName(w.Type), " ", place, " ", thread)] += objects
			}
		}
		for key, objects := range expected { // of places in libraries, only the larger ones are listed
			if got[key] < objects || got[key] > objects && strings.Contains(key, ".java:") {
				t.Errorf("%s: %d objects, want %d", key, got[key], objects)
			}
		}
	})
}

// replayOnce replays the first file of a run and returns the number of events.
func replayOnce(t testing.TB, r *run, s *anttracks.Symbols) (events int64) {
	w := newReplay(s)
	content, err := r.traces[0].Open()
	if err != nil {
		t.Fatal(err)
	}
	tr, err := anttracks.ReadTrace(t.Context(), io.NewSectionReader(content, 0, r.traces[0].Size), s,
		anttracks.Visitor{Begin: w.threads.next, Start: w.begin, Event: w.event})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range tr.Events {
		events += n
	}
	return events
}
