package render

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"memcity/render/jobs"
)

// TestGiveBackOnce: garbage is returned to the system once. The window does not retry for memory that cannot be returned.
func TestGiveBackOnce(t *testing.T) {
	debug.FreeOSMemory()
	a := &App{jobs: jobs.New(func() {})}
	defer a.jobs.Close()
	a.spare.left.Store(newHeapSamples().spare())
	a.giveBack()
	if a.jobs.Pending() {
		t.Error("memory is given back though there is none to spare")
	}
	garbage := make([]byte, 2*releaseFrom)
	runtime.KeepAlive(garbage)
	garbage = nil
	a.giveBack()
	for a.jobs.Pending() {
		time.Sleep(time.Millisecond)
	}
	if left := a.spare.left.Load(); left >= releaseFrom {
		t.Errorf("%d bytes to spare after memory was given back", left)
	}
	a.giveBack()
	if a.jobs.Pending() {
		t.Error("memory is given back a second time")
	}
}
