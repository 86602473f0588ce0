package hprof_test

import (
	"maps"
	"testing"

	"memcity/trace"
	"memcity/trace/hprof"
	"memcity/trace/tracetest"
	wire "memcity/trace/wire/hprof"
)

// TestOddNames checks that a class may have any name, such as an array name, and have instances, arrays, both or neither.
func TestOddNames(t *testing.T) {
	for _, name := range tracetest.OddNames() {
		for has := range 8 {
			d := tracetest.NewDump()
			odd := d.Class(name, tracetest.Ref("next"), tracetest.Int(""))
			next := uint64(0)
			for range 3 * (has & 1) {
				next = d.Instance(odd, next, 7)
			}
			if has&2 != 0 {
				next = d.Array(odd, next, 0, next)
			}
			if has&4 != 0 {
				next = d.Primitives(wire.Int, make([]byte, 20))
				d.Primitives(wire.Boolean, make([]byte, 3))
			}
			d.Root(wire.RootJNIGlobal, next, 1)
			d.Root(wire.RootStickyClass, odd.ID)
			f := trace.MemoryFile("odd.hprof", d.Bytes())
			h, _, err := hprof.Load(t.Context(), f, nil)
			if err != nil {
				t.Fatalf("%q with %03b: %v", name, has, err)
			}
			tracetest.Check(t, h)
			checkValues(t, h)
			counts, _, err := hprof.Histogram(t.Context(), f, nil)
			if err != nil {
				t.Fatalf("%q with %03b: %v", name, has, err)
			}
			got := map[string]trace.Amount{}
			for _, c := range counts {
				got[c.Name] = trace.Amount{Objects: got[c.Name].Objects + c.Objects, Bytes: got[c.Name].Bytes + c.Bytes}
			}
			want := map[string]trace.Amount{}
			for o := range trace.ObjectID(h.Len()) {
				n := h.Types[h.TypeOf.At(o)].Name
				want[n] = trace.Amount{Objects: want[n].Objects + 1, Bytes: want[n].Bytes + h.Size(o)}
			}
			if !maps.Equal(got, want) {
				t.Errorf("%q with %03b: counted are %v, in the heap are %v", name, has, got, want)
			}
		}
	}
}
