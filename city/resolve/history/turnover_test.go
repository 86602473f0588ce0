package history

import (
	"testing"

	"memcity/analysis/identity"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// TestUnclear checks that objects without a pair are not told apart by type, except in heap dumps of a JVM.
func TestUnclear(t *testing.T) {
	state := func(runtime trace.Runtime) *trace.Heap {
		b := tracetest.NewHeap()
		dict := b.Type("builtins.dict", 64)
		b.Object(dict)
		b.Object(b.Type("builtins.list", 56))
		b.Object(dict)
		h := b.Heap()
		h.Runtime = runtime
		return h
	}
	for _, test := range []struct {
		source  identity.Source
		runtime trace.Runtime
		want    bool
	}{
		{identity.Recovered, trace.CPython, true},
		{identity.Native, trace.CPython, false},
		{identity.Recovered, trace.JVM, false},
	} {
		h := state(test.runtime)
		m := &identity.Matching{Source: test.source, To: []trace.ObjectID{trace.NoObject, 1, trace.NoObject}, Later: h.Len()}
		of := unclear(h, h, m)
		first, ok := of(0, false)
		second, again := of(2, true)
		if ok != test.want || again != test.want || first != second {
			t.Errorf("%v, %v: classes %d, %v and %d, %v", test.source, test.runtime, first, ok, second, again)
		}
		if _, ok := of(1, true); ok {
			t.Errorf("%v, %v: an object with a pair has a class", test.source, test.runtime)
		}
	}
}
