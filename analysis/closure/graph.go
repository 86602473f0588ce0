package closure

import (
	"context"
	"math"
	"slices"
	"sync"

	"memcity/analysis/closure/contraction"
	"memcity/analysis/closure/internal/dfs"
	"memcity/trace"
	"memcity/trace/poll"
	"memcity/trace/scratch"
)

// none stands for no position.
const none = math.MaxUint32

// Graph is the reference graph of one heap state, arranged for passes over all of it. Each object has a position. Positions are in reverse
// post-order of a depth-first search from the GC roots, so most references lead to higher positions nearby. A Graph takes 14 bytes per
// object and 4 per reference in addition to the heap. It is safe for concurrent use.
//
// The graph has two kinds of edges. References are the values of fields and elements. In addition, the header of each object refers to the
// class object of its type and keeps it alive. Retained sizes follow both. Deep sizes do not follow headers in general: every object would
// reach its class, the class loader, and so the static fields of the whole program. They follow only headers of classes that nothing else
// keeps alive. A group therefore still reaches everything that it retains.
type Graph struct {
	heap *trace.Heap

	order []trace.ObjectID // objects by position
	rank  []uint32         // positions by object
	start []uint32         // start of each row of references in to, by position
	to    []uint32         // positions of referenced objects
	types []uint16         // types by position; nil if 16 bits are too few
	class byType           // class objects that headers keep alive
	alone byType           // class objects that only headers keep alive
	units []uint8          // shallow sizes by position, in units of the alignment; manyUnits if the size must be read from the heap

	// Positions of the strongly connected components over references that have more than one object. Components follow one another, those
	// with the highest positions first. The last position of each is its lowest.
	cycle    []uint32
	cycleEnd []uint32

	// First positions reachable from the GC roots: over references and headers, and over references alone.
	live, named uint32

	back back

	rootsOnce sync.Once
	roots     *Roots

	holdsOnce sync.Once
	held      *holding
}

const manyUnits = math.MaxUint8

// byType contains, by type, the position of the class object that the headers of its objects refer to, or none. It is nil if no type has a
// class object. It replaces several columns by position.
type byType []uint32

// NewGraph arranges the objects of h. The cost is one traversal and one pass over objects and references. Without GC roots all objects
// count as unreachable; see [Graph.KnowsRoots]. It returns an error only if ctx is done.
func NewGraph(ctx context.Context, h *trace.Heap) (*Graph, error) {
	dfs.Collect(h)
	n := h.Len()
	w := dfs.New(h)
	w.Post = scratch.Make[trace.ObjectID](n)[:0]
	w.Cycles = &contraction.Cycles{Low: scratch.Make[uint32](n + 1)[:1]}
	for i := range h.Roots {
		if err := w.StartNew(ctx, h.Roots[i].Object); err != nil {
			return nil, err
		}
	}
	named := len(w.Post)
	if err := w.StartClasses(ctx); err != nil {
		return nil, err
	}
	live := len(w.Post)
	for o := range n {
		if err := poll.At(ctx, o); err != nil {
			return nil, err
		}
		if err := w.StartNew(ctx, trace.ObjectID(o)); err != nil {
			return nil, err
		}
	}
	g := &Graph{heap: h, order: w.Post, rank: w.Number[:n], live: uint32(n - live), named: uint32(n - named)}
	slices.Reverse(g.order)
	for p, o := range g.order {
		if err := poll.At(ctx, p); err != nil {
			return nil, err
		}
		g.rank[o] = uint32(p)
	}
	w.Leave()
	scratch.Release(&w.Vertex)
	scratch.Release(&w.Cycles.Low)
	g.cycle, g.cycleEnd = scratch.Make[uint32](len(w.Cycles.Members)), w.Cycles.Ends
	for i, o := range w.Cycles.Members {
		if err := poll.At(ctx, i); err != nil {
			return nil, err
		}
		g.cycle[i] = g.rank[o]
	}
	g.class = g.classes(dfs.Headers(h))
	g.alone = g.class.below(g.named)
	dfs.Collect(h) // frees the walk; only its numbers are still needed
	return g, g.addRows(ctx)
}

// addRows fills the columns by position.
func (g *Graph) addRows(ctx context.Context) error {
	h, n := g.heap, len(g.order)
	g.start = scratch.Make[uint32](n + 1)
	for p, o := range g.order {
		if err := poll.At(ctx, p); err != nil {
			return err
		}
		g.start[p+1] = g.start[p] + uint32(len(h.References(o)))
	}
	g.to = scratch.Make[uint32](int(g.start[n]))
	if len(h.Types) <= math.MaxUint16+1 {
		g.types = scratch.Make[uint16](n)
	}
	g.units = scratch.Make[uint8](n)
	return inParts(ctx, n, func(from, to int) {
		for p := from; p < to; p++ {
			o := g.order[p]
			g.units[p] = unitsOf(h.Size(o), h.Align)
			row := g.to[g.start[p]:g.start[p+1]]
			for i, t := range h.References(o) {
				row[i] = g.rank[t]
			}
			if g.types != nil {
				g.types[p] = uint16(h.TypeOf.At(o))
			}
		}
	})
}

// classes returns the positions of the given class objects, by type. NoObject becomes none. The result is nil for nil.
func (g *Graph) classes(objects []trace.ObjectID) byType {
	if objects == nil {
		return nil
	}
	classes := make(byType, len(objects))
	for t, o := range objects {
		classes[t] = none
		if o != trace.NoObject {
			classes[t] = g.rank[o]
		}
	}
	return classes
}

// below returns c reduced to class objects at positions below limit; nil if there are none.
func (c byType) below(limit uint32) byType {
	var below byType
	for t, p := range c {
		if p < limit {
			if below == nil {
				below = slices.Repeat(byType{none}, len(c))
			}
			below[t] = p
		}
	}
	return below
}

// of returns the position of the class object for the type of the object at p, or none.
func (c byType) of(g *Graph, p uint32) uint32 {
	if c == nil {
		return none
	}
	return c[g.typeOf(p)]
}

// typeOf returns the type of the object at p.
func (g *Graph) typeOf(p uint32) trace.TypeID {
	if g.types != nil {
		return trace.TypeID(g.types[p])
	}
	return g.heap.TypeOf.At(g.order[p])
}

// minPart is the minimum number of objects for which a second goroutine pays off.
const minPart = 1 << 15

// inParts calls do for ranges that cover 0 to n, several at a time. It returns an error only if ctx is done.
func inParts(ctx context.Context, n int, do func(from, to int)) error {
	return poll.Parts(ctx, n, minPart, do)
}

// WithRoots returns the graph with the GC roots of the given heap state, which must have the same objects, references and live objects. The
// result shares all columns with g and takes no further memory.
func (g *Graph) WithRoots(h *trace.Heap) *Graph {
	return &Graph{heap: h, order: g.order, rank: g.rank, start: g.start, to: g.to, types: g.types, class: g.class, alone: g.alone, units: g.units,
		cycle: g.cycle, cycleEnd: g.cycleEnd, live: g.live, named: g.named}
}

// Heap returns the heap state of the graph.
func (g *Graph) Heap() *trace.Heap { return g.heap }

// KnowsRoots reports whether the heap state has GC roots. Without them, the holders of objects are unknown.
func (g *Graph) KnowsRoots() bool { return len(g.heap.Roots) > 0 }

// IsLive reports whether o is reachable from the GC roots.
func (g *Graph) IsLive(o trace.ObjectID) bool { return g.rank[o] >= g.live }

// Live returns the number of objects reachable from the GC roots.
func (g *Graph) Live() int { return len(g.order) - int(g.live) }

// unitsOf returns size in units of align, or manyUnits if it does not fit or is no multiple.
func unitsOf(size, align int64) uint8 {
	if align <= 0 || size < 0 || size >= manyUnits*align || size%align != 0 {
		return manyUnits
	}
	return uint8(size / align)
}

// size returns the shallow size of the object at p, in bytes.
func (g *Graph) size(p uint32) int64 {
	if units := g.units[p]; units != manyUnits {
		return int64(units) * g.heap.Align
	}
	return g.heap.Size(g.order[p])
}

// row returns the positions that the object at p refers to.
func (g *Graph) row(p uint32) []uint32 { return g.to[g.start[p]:g.start[p+1]] }

// header returns the position of the class object that the header of the object at p keeps alive, or none.
func (g *Graph) header(p uint32) uint32 { return g.class.of(g, p) }

// hiddenClass returns the position of the class object for the object at p if only headers keep this class object alive, and none
// otherwise.
func (g *Graph) hiddenClass(p uint32) uint32 { return g.alone.of(g, p) }
