package render

import (
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"

	"memcity/render/jobs"
)

// releaseFrom is how many bytes of the Go heap have to be good for nothing before they are given back: a collection of a
// window's heap takes about 10 ms on another processor, which should be rare.
const releaseFrom = 24 << 20

// spareMemory is what the Go heap holds and does not need.
type spareMemory struct {
	samples heapSamples
	left    atomic.Uint64 // after memory was last given back: gaps between objects, which stay
}

type heapSamples []metrics.Sample

func newHeapSamples() heapSamples {
	return heapSamples{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/unused:bytes"},
		{Name: "/memory/classes/heap/free:bytes"}, {Name: "/gc/heap/live:bytes"}}
}

// spare returns how many bytes are garbage or free.
func (s heapSamples) spare() uint64 {
	metrics.Read(s)
	var held uint64
	last := len(s) - 1
	for i := range last {
		held += s[i].Value.Uint64()
	}
	return held - min(held, s[last].Value.Uint64())
}

// giveBack gives memory back once nothing moves. Reading a recording, and drawing, take several times what is kept of them; Go keeps
// it for as much work again, which does not come while the window rests.
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
