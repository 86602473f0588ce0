package jfr_test

import (
	"testing"

	"memcity/trace"
	"memcity/trace/jfr"
	"memcity/trace/tracetest/hostile"
)

// FuzzOpen opens well-formed but wrong recordings.
func FuzzOpen(f *testing.F) {
	for form := range 8 {
		f.Add([]byte{byte(form)})
	}
	f.Add([]byte("\x00\x01\x14\x02 events of GCs that refer to no constants, or to themselves"))
	f.Fuzz(func(t *testing.T, script []byte) {
		checkOpen(t, hostile.Flight(script))
	})
}

// FuzzOld opens recordings of version 0.9 with wrong bytes, numbers and lengths.
func FuzzOld(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte("\x03\x00\x09\x01\x00 an offset of the metadata that is extreme, and others that are not right"))
	f.Add([]byte("\x07\x02\x80\x02\x05\x03\x10\x05\x01\x03\x20\x05\x03\x03\x30\x00\x0d kinds and structures of fields"))
	f.Fuzz(func(t *testing.T, script []byte) { checkOpen(t, hostile.OldFlight(script)) })
}

// checkOpen opens a recording of arbitrary bytes.
func checkOpen(t *testing.T, data []byte) {
	run, err := jfr.Open(t.Context(), []trace.File{trace.MemoryFile("fuzz.jfr", data)}, nil)
	if err != nil {
		return
	}
	for i, g := range run.GCs {
		if g.End < g.Start || g.Pause < 0 || g.Before < 0 || g.After < 0 || i > 0 && g.End < run.GCs[i-1].End {
			t.Fatalf("GC %d is %+v", i, g)
		}
	}
	for i := range run.Points {
		if run.Points[i].Counts == nil {
			checkPoint(t, &run.Points[i])
		}
	}
}

// FuzzSamples opens sampled objects with references of any form, which the script determines.
func FuzzSamples(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte("\x02\x00\x01\x05\x01\x01\x00\x03\x03\x00 an object that refers to itself"))
	f.Add([]byte("\x09 objects on chains and cycles, some with the address of another one, and samples of them with and without GC roots"))
	f.Fuzz(func(t *testing.T, script []byte) {
		checkChains(t, chains(func(n int) int {
			if len(script) == 0 {
				return 0
			}
			b := script[0]
			script = script[1:]
			return int(b) % n
		}))
	})
}
