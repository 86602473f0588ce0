package group

import (
	"testing"

	"memcity/trace"
)

// TestSizesOfInstances checks that instances with different sizes, such as stacks of virtual threads, count with their own size.
func TestSizesOfInstances(t *testing.T) {
	h := &trace.Heap{Align: 8, Types: []trace.Type{{Name: "app.A", Base: 24}, {Name: "jdk.internal.vm.StackChunk", Base: 16, Element: 1}},
		TypeOf: trace.TypesOf([]trace.TypeID{0, 1, 1}), Extent: trace.NewExtents(3)}
	h.Extent.Set(1, 1000)
	h.Extent.Set(2, 31)
	sizes := newSizes(h)
	for o, want := range []int64{24, 1016, 48} {
		if got := sizes.of(trace.ObjectID(o)); got != want || h.Size(trace.ObjectID(o)) != want {
			t.Errorf("object %d has %d bytes, want %d", o, got, want)
		}
	}
}
