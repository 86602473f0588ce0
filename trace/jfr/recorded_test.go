package jfr_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"memcity/trace"
	"memcity/trace/tracetest/golden"
	"memcity/trace/tracetest/opened"
	"memcity/trace/tracetest/recorded"
)

// TestTotals records the totals of each recorded flight, as it is and without the events of whole GCs, whose pauses then come from phases.
func TestTotals(t *testing.T) {
	var w strings.Builder
	for _, name := range recordedNames {
		data := recorded.File(t, name+".jfr")
		writeTotals(t, &w, name, data)
		without := bytes.ReplaceAll(data, []byte("jdk.GarbageCollection"), []byte("xxx.GarbageCollection"))
		writeTotals(t, &w, name+" without GC events", without)
	}
	golden.File(t, "totals.txt", w.String())
}

func writeTotals(t *testing.T, w *strings.Builder, name string, data []byte) {
	t.Helper()
	rec, _ := opened.Files(t, trace.MemoryFile(name, data))
	fmt.Fprintf(w, "== %s\n", name)
	var took, pause, stalls time.Duration
	var before, after, capacity int64
	for _, g := range rec.GCs {
		took += g.End - g.Start
		pause += g.Pause
		stalls += g.Stalled
		before += g.Before
		after += g.After
		capacity = max(capacity, g.Capacity)
	}
	fmt.Fprintf(w, "GCs: %d took %v, pauses %v, stalls %v; kB before %d, after %d, largest capacity %d\n", len(rec.GCs), took, pause, stalls,
		before>>10, after>>10, capacity>>10)
	for _, p := range rec.Points {
		if p.Counts == nil {
			objects, bytes, _, err := p.Totals(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(w, "samples at %d ms after GC %d: %d objects, %d kB\n", p.Time, p.GC, objects, bytes>>10)
			continue
		}
		var all trace.Amount
		for _, c := range p.Counts {
			all.Add(trace.Amount{Objects: c.Objects, Bytes: c.Bytes})
		}
		fmt.Fprintf(w, "point at %d ms after GC %d: %d types, %d objects, %d kB, most %s\n", p.Time, p.GC, len(p.Counts), all.Objects, all.Bytes>>10,
			p.Counts[0].Name)
	}
	if rec.Life == nil {
		return
	}
	var all trace.Amount
	types, sites, threads := map[trace.TypeID]bool{}, map[trace.SiteID]bool{}, map[int32]bool{}
	if err := rec.Life.Allocations(t.Context(), func(a trace.Allocation) {
		all.Add(trace.Amount{Objects: a.Objects, Bytes: a.Bytes})
		types[a.Type], threads[int32(a.Thread)] = true, true
		if a.Site != trace.NoSite {
			sites[a.Site] = true
		}
	}); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(w, "allocated: %d objects, %d kB; %d types, %d of %d sites, %d threads\n", all.Objects, all.Bytes>>10, len(types), len(sites),
		len(rec.Life.Sites), len(threads))
}
