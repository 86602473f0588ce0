package native_test

import (
	"testing"

	"memcity/trace"
	"memcity/trace/tracetest"
)

// TestRuntime checks that the runtime, elements of instances and weak slots are stored, and that a program of a JVM has none of them.
func TestRuntime(t *testing.T) {
	h := tracetest.RandomHeap(1, 50)
	h.Runtime = trace.CPython
	for i := range h.Types {
		k := &h.Types[i]
		k.Elements = k.Kind == trace.Instance && i%2 == 0
		if i%3 == 1 {
			k.Weak = []uint16{0, 2}
		}
	}
	for _, want := range []*trace.Heap{h, tracetest.RandomHeap(2, 50)} {
		rec := openBytes(t, native(t, trace.WriterInfo{}, want))
		got, warnings, err := rec.Points[0].Load(t.Context(), nil)
		if err != nil || len(warnings) > 0 || rec.Runtime != want.Runtime {
			t.Fatalf("runtime %v, want %v; %v, %v", rec.Runtime, want.Runtime, warnings, err)
		}
		sameHeap(t, got, want)
	}
}
