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
		data := hostile.Flight(script)
		run, err := jfr.Open(t.Context(), []trace.File{trace.MemoryFile("fuzz.jfr", data)}, nil)
		if err != nil {
			return
		}
		for i, g := range run.GCs {
			if g.End < g.Start || g.Pause < 0 || g.Before < 0 || g.After < 0 || i > 0 && g.End < run.GCs[i-1].End {
				t.Fatalf("GC %d is %+v", i, g)
			}
		}
	})
}
