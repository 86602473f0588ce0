package jfr_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/trace"
	"memcity/trace/jfr"
	"memcity/trace/tracetest/flight"
)

// TestOldRecording checks that a recording of version 0.9 has the GCs, heap sizes, pauses, counts and allocations that were written.
func TestOldRecording(t *testing.T) {
	written := flight.Leak()
	data := written.Old(flight.HotSpot)
	if !jfr.Sniff(data[:8]) {
		t.Error("it is not recognized")
	}
	run, err := jfr.Open(t.Context(), []trace.File{trace.MemoryFile("old.jfr", data)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range run.Warnings {
		if !strings.Contains(w.Text, "0.5 %") {
			t.Errorf("warning %v", w)
		}
	}
	if len(run.GCs) != len(written.GCs) || len(run.Stops) != len(written.GCs) || run.Recorded.VM != "Test VM 8" || run.StartUnix != written.Started.UnixMilli() {
		t.Fatalf("%d GCs, %d stops, %+v, %d", len(run.GCs), len(run.Stops), run.Recorded, run.StartUnix)
	}
	for i, g := range run.GCs {
		w := written.GCs[i]
		kind := "G1New"
		if w.Full {
			kind = "SerialOld"
		}
		want := trace.GC{Number: uint32(i + 1), Start: w.At, End: w.At + time.Millisecond, Pause: time.Millisecond, Cause: "Allocation Failure", Kind: kind,
			Before: 2 * w.After, After: w.After, Capacity: 100 << 20}
		if g != want {
			t.Errorf("GC %+v, want %+v", g, want)
		}
		if s := run.Stops[i]; s.GC != want.Number || s.Start != want.Start || s.End != want.End || s.Cause != want.Cause {
			t.Errorf("stop %+v", s)
		}
	}
	if n := len(run.Points); n != len(written.GCs) || !slices.Equal(run.Points[n-1].Counts, []trace.TypeCount{{Name: "app.Order", Objects: 100, Bytes: 1600}}) {
		t.Errorf("%d points, %+v", n, run.Points)
	}
}

// TestOldAllocations checks the types, threads and sites of allocations.
func TestOldAllocations(t *testing.T) {
	written := flight.Leak()
	written.Samples[0].Size = 1024
	run, err := jfr.Open(t.Context(), []trace.File{trace.MemoryFile("old.jfr", written.Old(flight.HotSpot))}, nil)
	if err != nil || run.Life == nil {
		t.Fatal(err)
	}
	later, err := jfr.Open(t.Context(), []trace.File{trace.MemoryFile("new.jfr", written.Bytes())}, nil)
	if err != nil || later.Life != nil {
		t.Fatalf("%v; the later version has samples of live objects only", err)
	}
	got := map[string]int64{}
	if err := run.Life.Allocations(t.Context(), func(a trace.Allocation) {
		got[run.Life.Types[a.Type].Name+" by "+run.Life.Threads[a.Thread]+" at "+run.Life.Sites[a.Site].Frames[0].String()] += a.Bytes
	}); err != nil {
		t.Fatal(err)
	}
	want := map[string]int64{"byte[] by main at app.Order.<init>(Order.java:7)": 20 * 1024, "app.Entry by loader at app.Cache.load(Cache.java:7)": 20 * 1024,
		"app.Lost by main at app.Main.run(Main.java:7)": 1024}
	if !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestOldOfOtherVMs checks the errors for recordings by JRockit, and for recordings without an end.
func TestOldOfOtherVMs(t *testing.T) {
	data := flight.Leak().Old(flight.HotSpot)
	for name, test := range map[string]struct {
		data []byte
		want string
	}{
		"JRockit": {flight.Leak().Old(flight.JRockit), "it was not recorded by HotSpot"},
		"cut":     {data[:len(data)/2], "the chunk has no metadata"},
		"header":  {data[:15], "found its first 15 bytes only"},
	} {
		_, err := jfr.Open(t.Context(), []trace.File{trace.MemoryFile("old.jfr", test.data)}, nil)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestOldChunks checks that all chunks of a file are read, and that the last one may be unfinished.
func TestOldChunks(t *testing.T) {
	first, second := flight.Leak(), flight.Leak()
	second.From, second.FirstGC, second.GCs, second.Samples = time.Minute, len(first.GCs), nil, nil
	for i := range 3 {
		second.GCs = append(second.GCs, flight.GC{At: time.Minute + time.Duration(1+i)*time.Second, After: 5 << 20})
	}
	one, two := first.Old(flight.HotSpot), second.Old(flight.HotSpot)
	all := append(slices.Clone(one), two...)
	run, err := jfr.Open(t.Context(), []trace.File{trace.MemoryFile("old.jfr", all)}, nil)
	if err != nil || len(run.GCs) != len(first.GCs)+3 || run.GCs[len(first.GCs)].Start != 61*time.Second || len(run.Stops) != len(run.GCs) {
		t.Fatalf("%v, %+v", err, run)
	}
	run, err = jfr.Open(t.Context(), []trace.File{trace.MemoryFile("old.jfr", all[:len(one)+100])}, nil)
	if err != nil || len(run.GCs) != len(first.GCs) || !strings.Contains(run.Warnings[0].Text, "no metadata") {
		t.Fatalf("%v, %+v", err, run)
	}
}
