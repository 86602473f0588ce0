package render

import (
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"

	"memcity/render/jobs"
)

// releaseFrom is the minimum size of spare memory to release, in bytes. A collection of the window's heap takes about 10 ms on another
// processor, so it should be rare.
const releaseFrom = 24 << 20

// spareMemory tracks memory that the Go heap holds but does not need.
type spareMemory struct {
	samples heapSamples
	left    atomic.Uint64 // spare bytes after the last release: gaps between objects, which cannot be released
}

type heapSamples []metrics.Sample

func newHeapSamples() heapSamples {
	return heapSamples{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/unused:bytes"},
		{Name: "/memory/classes/heap/free:bytes"}, {Name: "/gc/heap/live:bytes"}}
}

// spare returns the number of bytes that are garbage or free.
func (s heapSamples) spare() uint64 {
	metrics.Read(s)
	var held uint64
	last := len(s) - 1
	for i := range last {
		held += s[i].Value.Uint64()
	}
	return held - min(held, s[last].Value.Uint64())
}

// giveBack returns spare memory to the operating system when nothing moves. Reading a recording and drawing need several times the memory
// that they retain. Go keeps that memory for further work, but an idle window has none.
func (a *App) giveBack() {
	m := &a.spare
	if m.samples == nil {
		m.samples = newHeapSamples()
	}
	if m.samples.spare() < m.left.Load()+releaseFrom {
		return
	}
	a.jobs.Start(jobs.ReleaseMemory, func() string {
		debug.FreeOSMemory()
		m.left.Store(newHeapSamples().spare())
		return ""
	})
}
