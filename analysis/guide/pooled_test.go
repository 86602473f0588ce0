package guide

import (
	"strings"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// pooled returns a heap state of a pool divided for concurrent use. Each of four arenas has a list of full chunks, a list of chunks with
// free pages, and the pages, which also lead to their chunks.
func pooled(full, partly int) *trace.Heap {
	b := tracetest.NewHeap()
	allocator, arena := b.Type("lib.Allocator", 24, "arenas"), b.Type("lib.Arena", 100, "full", "partly", "pages")
	list, chunk := b.Type("lib.ChunkList", 24, "head"), b.Type("lib.Chunk", 9000, "next", "previous")
	page := b.Type("lib.Page", 40, "chunk", "next")
	a, arenas := b.Object(allocator), b.Array(b.ArrayType("lib.Arena[]"), 4)
	b.Root(a, trace.RootStaticField, "lib.Allocator.DEFAULT")
	b.Refer(a, "arenas", arenas)
	for i := range 4 {
		o := b.Object(arena)
		b.Element(arenas, i, o)
		pages := b.Object(page)
		b.Refer(o, "pages", pages)
		for field, n := range []int{full, partly} {
			l := b.Object(list)
			b.Refer(o, []string{"full", "partly"}[field], l)
			from, slot := l, "head"
			for range n {
				c := b.Object(chunk)
				b.Refer(from, slot, c)
				if slot == "next" {
					b.Refer(c, "previous", from)
				}
				from, slot = c, "next"
				p := b.Object(page)
				b.Refer(pages, "next", p)
				b.Refer(p, "chunk", c)
				pages = p
			}
		}
	}
	return b.Heap()
}

// TestChunksOfFewArenas checks that the chunks pile up, of which each arena has a few, not the arenas. Clearing only the lists would free
// nothing, as the pages also lead to the chunks.
func TestChunksOfFewArenas(t *testing.T) {
	var states []*trace.Heap
	for i := range 5 {
		states = append(states, pooled(2+2*i, 1))
	}
	report, _ := explored(t, heaps("pool", states...))
	f := findingOf(t, report, findings.RuleLeak)
	if f.Growth.Type != "lib.Chunk" || !strings.Contains(f.Title, "Allocator.arenas") {
		t.Errorf("%s", f.Title)
	}
	if n := f.Growth.Objects; n[0] != 4*3 || n[4] != 4*11 {
		t.Errorf("%v chunks", n)
	}
	if r := recommended(f); 10*r.Bytes < 8*4*11*9000 {
		t.Errorf("clearing %s frees %d bytes", r.Text, r.Bytes)
	}
}
