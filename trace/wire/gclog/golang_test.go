package gclog_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"memcity/trace/wire/gclog"
)

// TestGolang reads lines of Go 1.10, 1.26 and a forced GC between other output, and a restart.
func TestGolang(t *testing.T) {
	const text = `request 0
gc 1 @0.500s 13%: 0.10+0.29+0.01 ms clock, 0.20+0.11/0.088/0.10+0.017 ms cpu, 3->4->2 MB, 4 MB goal, 0 MB stacks, 0 MB globals, 2 P
gc ready
gc 2 @2.000s 2%: 1+20+0.5 ms clock, 0.2+0.1/0.08/0.1+0.01 ms cpu, 40->41->8 MB, 45 MB goal, 2 P (forced)
gc 3 @3.000s 2%: 1+20 ms clock, damaged
gc 1 @0.250s 13% (checking for goroutine leaks): 0.10+0.29+0.01 ms clock, 0.20+0.11/0.088/0.10+0.017 ms cpu, 5->5->1 MB, 4 MB goal, 0 MB stacks, 0 MB globals, 2 P
`
	const ms, us, mb = time.Millisecond, time.Microsecond, 1 << 20
	log := read(t, text)
	want := []gclog.GC{
		{Number: 0, Start: 500 * ms, End: 500*ms + 400*us, Pause: 110 * us, Kind: "Mark", Before: 3 * mb, After: 2 * mb, Concurrent: true},
		{Number: 1, Start: 2000 * ms, End: 2021*ms + 500*us, Pause: 1500 * us, Kind: "Mark", Cause: "runtime.GC()", Before: 40 * mb, After: 8 * mb, Concurrent: true},
		{Number: 2, Start: 2271*ms + 500*us, End: 2271*ms + 900*us, Pause: 110 * us, Kind: "Mark", Before: 5 * mb, After: 1 * mb, Concurrent: true},
	}
	if !reflect.DeepEqual(log.GCs, want) {
		t.Errorf("GCs are\n%+v\nexpected\n%+v", log.GCs, want)
	}
	if log.Collector != "Go" || !log.Timed || !log.FromStart || log.Restarts != 1 || log.Skipped != 1 || log.SkippedLine != 5 || log.Stops.Len() != 6 {
		t.Errorf("log: %+v with %d stops", log, log.Stops.Len())
	}
	if !gclog.Sniff([]byte(text)) || gclog.Sniff([]byte("gc 1 is ready\n")) {
		t.Error("Sniff")
	}
	line := strings.Split(text, "\n")[1]
	if at := gclog.LineStart([]byte("web-1 | " + line)); at != 8 {
		t.Errorf("a prefix ends at %d", at)
	}
}
