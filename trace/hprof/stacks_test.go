package hprof_test

import (
	"math"
	"testing"

	"memcity/trace"
	"memcity/trace/hprof"
	"memcity/trace/tracetest"
)

// TestStackChunks compares the sizes of stack chunks with HotSpot: fields, the stack, and a bitmap in whole words, which has two bits per
// stack word with compressed references.
func TestStackChunks(t *testing.T) {
	const head = 48 // includes internal fields of the VM; the visible ones take 24 bytes
	for name, words := range map[string][]int64{
		"three":     {100, 7, 33},
		"one":       {1000},
		"no length": {0, 0},
		"too long":  {math.MaxInt32, 5, -1, 100_000},
	} {
		t.Run(name, func(t *testing.T) {
			d := tracetest.NewDump()
			chunk := d.Class("jdk/internal/vm/StackChunk", tracetest.Ref("parent"), tracetest.Int("size"), tracetest.Int("sp"))
			other := d.Class("app/Other", tracetest.Long("x"))
			want := map[uint64]int64{}
			for i, n := range words {
				size := head + 8*n + (2*n+63)/64*8
				if n < 0 || n >= 100_000 { // invalid stack sizes
					size = head
				}
				id := d.Address(size)
				d.InstanceAt(id, chunk, 0, uint64(uint32(n)), 1)
				want[id] = size
				for range 20 * (i + 1) {
					d.Instance(other, 1)
				}
			}
			f := trace.MemoryFile("stacks.hprof", d.Bytes())
			h, _, err := hprof.Load(t.Context(), f, nil)
			if err != nil {
				t.Fatal(err)
			}
			total := int64(0)
			for o := range trace.ObjectID(h.Len()) {
				if h.Types[h.TypeOf.At(o)].Name != "jdk.internal.vm.StackChunk" {
					continue
				}
				total += h.Size(o)
				if size := want[h.Address(o)]; h.Size(o) != size {
					t.Errorf("the chunk at %#x has %d bytes, want %d", h.Address(o), h.Size(o), size)
				}
			}
			counts, _, err := hprof.Histogram(t.Context(), f, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range counts {
				if c.Name == "jdk.internal.vm.StackChunk" && (c.Bytes != total || c.Objects != int64(len(words))) {
					t.Errorf("counted are %d chunks of %d bytes, want %d of %d", c.Objects, c.Bytes, len(words), total)
				}
			}
		})
	}
}
