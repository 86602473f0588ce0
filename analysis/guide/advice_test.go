package guide

import (
	"strings"
	"testing"

	"memcity/trace"
)

// TestAdviceOnFewPoints checks that only recordings of memcity are to be recorded for longer, and how other heap states are taken.
func TestAdviceOnFewPoints(t *testing.T) {
	for name, test := range map[string]struct {
		runtime  trace.Runtime
		recorded *trace.WriterInfo
		want     string
	}{
		"dump":      {trace.JVM, nil, "at least three heap dumps or GC points are needed. Five to eight with load in between are better. Take more with jcmd PID GC.heap_dump, or record"},
		"recording": {trace.CPython, &trace.WriterInfo{Tool: "memcity 1"}, "at least three GC points are needed. Five to eight with load in between are better. Record the program for longer"},
		"converted": {trace.CPython, &trace.WriterInfo{Tool: "memcity 1", Source: "objects"}, "at least three files of objects or GC points are needed. Five to eight with load in between are better. Take more with the writer"},
	} {
		r := walked(1000)
		r.Runtime, r.Recording.Recorded = test.runtime, test.recorded
		report, _ := explore(t, r)
		if all := strings.Join(report.Missing, "\n"); !strings.Contains(all, test.want) {
			t.Errorf("%s: %s", name, all)
		}
	}
}
