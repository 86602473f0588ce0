package identity_test

import (
	"context"
	"testing"
	"time"

	"memcity/analysis/identity"
	"memcity/trace"
)

// BenchmarkMatch reports the time per object of both states, not counting the time to read values. It also reports it as a multiple of one
// pass over their objects and references.
func BenchmarkMatch(b *testing.B) {
	m := newModel(1)
	first := m.people(100_000, nil)
	before, _ := m.heap()
	first = m.leave(first, 0.1)
	m.people(50_000, first)
	after, _ := m.heap()
	states := []*identity.State{prepare(b, before, identity.Options{}), prepare(b, after, identity.Options{})}
	objects := before.Len() + after.Len()
	var matching, pass time.Duration
	for b.Loop() {
		start := time.Now()
		if _, err := identity.Match(context.Background(), states[0], states[1], nil); err != nil {
			b.Fatal(err)
		}
		matching += time.Since(start)
		start = time.Now()
		plainPass(before)
		plainPass(after)
		pass += time.Since(start)
	}
	b.ReportMetric(float64(matching.Nanoseconds())/float64(b.N*objects), "ns/object")
	b.ReportMetric(float64(matching)/float64(pass), "passes")
}

var sink int64

// plainPass adds up the sizes of all objects that are referred to.
func plainPass(h *trace.Heap) {
	for o := range trace.ObjectID(h.Len()) {
		for _, to := range h.References(o) {
			sink += h.Size(to)
		}
	}
}
