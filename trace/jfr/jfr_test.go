package jfr_test

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"memcity/trace"
	"memcity/trace/open"
	"memcity/trace/tracetest/opened"
	"memcity/trace/tracetest/recorded"
)

// reportOfTool returns the fields of the lines that the JDK's tool printed about a flight recording, by the first field.
func reportOfTool(t *testing.T, name string) map[string][][]string {
	all := map[string][][]string{}
	for line := range strings.Lines(string(recorded.File(t, name+".txt"))) {
		f := strings.Split(strings.TrimRight(line, "\n"), "\t")
		all[f[0]] = append(all[f[0]], f[1:])
	}
	return all
}

func number(t *testing.T, text string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

var recordedNames = []string{"17-serial", "17-parallel", "17-g1", "17-z", "17-shenandoah", "25-serial", "25-parallel", "25-g1", "25-z",
	"25-shenandoah", "25-counts"}

// TestGCs compares the GCs with the output of the JDK's tool.
func TestGCs(t *testing.T) {
	for _, name := range recordedNames {
		rec, _ := opened.Files(t, opened.Recorded(t, name+".jfr"))
		got := reportOfTool(t, name)
		if len(rec.GCs) != len(got["gc"]) {
			t.Errorf("%s: %d GCs, want %d", name, len(rec.GCs), len(got["gc"]))
		}
		// They are numbered by their ends.
		slices.SortStableFunc(got["gc"], func(a, b []string) int {
			return cmp.Compare(number(t, a[1])+number(t, a[2]), number(t, b[1])+number(t, b[2]))
		})
		lowest := int64(math.MaxInt64)
		for _, f := range got["gc"] {
			lowest = min(lowest, number(t, f[0])+1)
		}
		var pauses, want time.Duration
		for i, f := range got["gc"][:min(len(rec.GCs), len(got["gc"]))] {
			g := rec.GCs[i]
			if int64(g.Number) != lowest+int64(i) {
				t.Errorf("%s: GC %d has the number %d", name, i, g.Number)
			}
			pauses += g.Pause
			want += time.Duration(number(t, f[3]))
			took := time.Duration(number(t, f[2]))
			start := time.Duration(number(t, f[1]) - rec.StartUnix*int64(time.Millisecond))
			concurrent := f[7] == "Z" || strings.HasPrefix(f[7], "ZGC") || f[7] == "G1Old" || f[7] == "Shenandoah"
			if g.Start != start || g.End-g.Start != took || g.Before != number(t, f[4]) || g.After != number(t, f[5]) ||
				g.Capacity != number(t, f[6]) ||
				g.Kind != f[7] || g.Cause != f[8] || g.Concurrent != concurrent {
				t.Errorf("%s: GC is %+v, want %q", name, g, f)
			}
		}
		if pauses != want {
			t.Errorf("%s: pauses of %v, want %v", name, pauses, want)
		}
		stopped := map[uint32]time.Duration{}
		for _, s := range rec.Stops {
			if !s.Safepoint {
				stopped[s.GC] += s.End - s.Start
			}
		}
		for _, g := range rec.GCs {
			if stopped[g.Number] != g.Pause {
				t.Errorf("%s: the stops of GC %d take %v, want %v", name, g.Number, stopped[g.Number], g.Pause)
			}
		}
	}
}

// TestAllocations compares the bytes by type and thread with the JDK tool's output about the events.
func TestAllocations(t *testing.T) {
	for _, name := range recordedNames {
		rec, _ := opened.Files(t, opened.Recorded(t, name+".jfr"))
		want := map[string]int64{}
		for _, event := range []string{"ObjectAllocationSample", "ObjectAllocationInNewTLAB", "ObjectAllocationOutsideTLAB"} {
			for _, f := range reportOfTool(t, name)[event] {
				want[f[2]+" "+f[3]+" "+strings.ReplaceAll(f[4], "/", ".")] += number(t, f[1])
			}
		}
		if !rec.Knows.Has(trace.KnowsAllocations) || rec.Life == nil || len(want) == 0 {
			t.Fatalf("%s: no allocations", name)
		}
		got := map[string]int64{}
		last := uint32(0)
		objects := int64(0)
		err := rec.Life.Allocations(t.Context(), func(a trace.Allocation) {
			if a.After < last || a.Until < a.After || !a.Estimated || a.Objects < 1 || a.Bytes <= 0 {
				t.Errorf("%s: an allocation is %+v after GC %d", name, a, last)
			}
			last = a.After
			objects += a.Objects
			key := vmName(rec.Life.Types[a.Type].Name) + " "
			if a.Thread != trace.NoThread {
				key += rec.Life.Threads[a.Thread]
			}
			key += " "
			if a.Site != trace.NoSite {
				f := rec.Life.Sites[a.Site].Frames[0]
				line := fmt.Sprint(f.Line)
				if f.Native {
					line = "-1"
				}
				key += f.Class + "." + f.Method + ":" + line
			}
			got[key] += a.Bytes
		})
		if err != nil {
			t.Fatal(err)
		}
		for key, bytes := range want {
			if got[key] != bytes {
				t.Errorf("%s: %d bytes of %s, want %d", name, got[key], key, bytes)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s: %d groups, want %d", name, len(got), len(want))
		}
		if name == "25-counts" && objects < 100_000 { // sizes are known, so numbers can be estimated
			t.Errorf("%d objects", objects)
		}
	}
}

// vmName converts a type name of these recordings to its VM form.
func vmName(name string) string {
	base, dims := strings.TrimRight(name, "[]"), strings.Count(name, "[]")
	if basic := map[string]string{"byte": "B", "int": "I", "char": "C", "long": "J", "short": "S", "boolean": "Z", "double": "D",
		"float": "F"}[base]; basic != "" && dims > 0 {
		return strings.Repeat("[", dims) + basic
	}
	base = strings.ReplaceAll(base, ".", "/")
	if dims > 0 {
		return strings.Repeat("[", dims) + "L" + base + ";"
	}
	return base
}

// TestCounts checks that counts by type become GC points.
func TestCounts(t *testing.T) {
	rec, warnings := opened.Files(t, opened.Recorded(t, "25-counts.jfr"))
	want := map[uint32]map[string][2]int64{}
	for _, f := range reportOfTool(t, "25-counts")["count"] {
		id := uint32(number(t, f[0]) + 1)
		if want[id] == nil {
			want[id] = map[string][2]int64{}
		}
		want[id][f[3]] = [2]int64{number(t, f[1]), number(t, f[2])}
	}
	rec.Points = slices.DeleteFunc(rec.Points, func(p trace.Point) bool { return p.Counts == nil }) // object samples
	if len(rec.Points) != len(want) || len(want) == 0 || !strings.Contains(warnings, "0.5 % of the heap") {
		t.Errorf("%d points, want %d; warnings %s", len(rec.Points), len(want), warnings)
	}
	for i, p := range rec.Points {
		if len(p.Counts) != len(want[p.GC]) || i > 0 && p.Time < rec.Points[i-1].Time || p.Source != "25-counts.jfr" {
			t.Errorf("point %d at %d ms after GC %d has %d types, want %d", i, p.Time, p.GC, len(p.Counts), len(want[p.GC]))
		}
		for _, c := range p.Counts {
			if n := want[p.GC][vmName(c.Name)]; n != [2]int64{c.Objects, c.Bytes} {
				t.Errorf("point %d: %+v, want %v", i, c, n)
			}
		}
	}
}

// TestFiles checks that a chunk in two files is used once, and that a chunk of another run is left out.
func TestFiles(t *testing.T) {
	one, _ := opened.Files(t, opened.Recorded(t, "25-g1.jfr"))
	data := recorded.File(t, "25-g1.jfr")
	twice, _ := opened.Files(t, trace.MemoryFile("a.jfr", data), trace.MemoryFile("b.jfr", data))
	if !slices.Equal(one.GCs, twice.GCs) || len(twice.Files) != 1 {
		t.Errorf("%d GCs of %q, want %d", len(twice.GCs), twice.Files, len(one.GCs))
	}
	_, warnings := opened.Files(t, trace.MemoryFile("a.jfr", data), opened.Recorded(t, "25-z.jfr"))
	if !strings.Contains(warnings, "it belongs to another run of the program; the chunk was skipped") {
		t.Errorf("warnings %s", warnings)
	}
}

// TestCutFlight opens files truncated at any position.
func TestCutFlight(t *testing.T) {
	data := recorded.File(t, "25-z.jfr")
	opened := 0
	for n := len(data); n > 0; n -= len(data) / 50 {
		rec, err := open.Files(t.Context(), "x", []trace.File{trace.MemoryFile("a.jfr", data[:n])}, nil)
		switch {
		case err == nil && n < len(data) &&
			!slices.ContainsFunc(rec.Warnings, func(w trace.Warning) bool { return strings.Contains(w.Text, "is missing") }):
			t.Errorf("%d of %d bytes: nothing shows the cut: %v", n, len(data), rec.Warnings)
		case err == nil:
			opened++
		case !strings.HasPrefix(err.Error(), "a.jfr: "):
			t.Errorf("%d bytes: %v", n, err)
		}
	}
	if opened < 1 {
		t.Error("nothing could be opened")
	}
}

func TestWithoutEvents(t *testing.T) {
	data := bytes.Clone(recorded.File(t, "25-g1.jfr"))
	for _, name := range []string{"jdk.GarbageCollection", "jdk.GCPhasePause", "jdk.ObjectAllocationSample", "jdk.OldObjectSample"} {
		at := bytes.Index(data, []byte(name))
		for at >= 0 {
			data[at] = 'X'
			at = bytes.Index(data, []byte(name))
		}
	}
	_, err := open.Files(t.Context(), "x", []trace.File{trace.MemoryFile("a.jfr", data)}, nil)
	if err == nil || !strings.Contains(err.Error(), "no events for GCs, allocations, object counts or object samples") {
		t.Errorf("it is opened with %v", err)
	}
}
