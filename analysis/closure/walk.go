package closure

import (
	"context"

	"github.com/bits-and-blooms/bitset"

	"memcity/trace"
	"memcity/trace/poll"
)

// A walker numbers the objects of a heap in the order of a depth-first search. It keeps its own stack, of 12 bytes per
// object of the path that it is on, so that no list is too long for it.
type walker struct {
	heap *trace.Heap

	// header has, by type, the class object that every object of the type refers to with its header; nil if headers
	// are not followed.
	header []trace.ObjectID

	// skip has references that are not followed, by index into the heap's RefTo; nil for none.
	skip *bitset.BitSet

	number []uint32         // by object: its place in pre-order, from 1; 0 if it was not visited
	vertex []trace.ObjectID // by number; the first entry stands for what holds the roots
	frames []frame

	// What is kept depends on what the walk is for: post-order and cycles, or the spanning tree and the references outside it.
	// What is nil is not kept.
	post      []trace.ObjectID
	cycles    *cycles
	parent    []uint32 // by number
	sideEdges *sideEdges
}

// A frame is an object on the path, with those of its references that are still to be followed.
type frame struct{ at, end, number uint32 }

func newWalker(h *trace.Heap) *walker {
	w := &walker{heap: h, number: make([]uint32, h.Len()+1), vertex: make([]trace.ObjectID, 1, h.Len()+1)}
	w.vertex[0] = trace.NoObject
	return w
}

// start visits o and all that was not visited and can be reached from it. It returns ctx's error.
func (w *walker) start(ctx context.Context, o trace.ObjectID) error {
	h := w.heap
	frames := append(w.frames[:0], w.visit(0, o))
	for steps := 1; len(frames) > 0; steps++ {
		if err := poll.At(ctx, steps); err != nil {
			return err
		}
		f := &frames[len(frames)-1]
		number := f.number
		to := trace.NoObject
		for f.at < f.end && to == trace.NoObject {
			if w.skip == nil || !w.skip.Test(uint(f.at)) {
				to = w.fresh(number, h.RefTo[f.at])
			}
			f.at++
		}
		if to == trace.NoObject && w.header != nil {
			if class := w.header[h.TypeOf[w.vertex[number]]]; class != trace.NoObject {
				to = w.fresh(number, class)
			}
		}
		if to != trace.NoObject {
			frames = append(frames, w.visit(number, to))
			continue
		}
		frames = frames[:len(frames)-1]
		if w.post != nil {
			w.post = append(w.post, w.vertex[number])
		}
		if w.cycles != nil {
			before := uint32(0)
			if len(frames) > 0 {
				before = frames[len(frames)-1].number
			}
			w.cycles.leave(before, number, w.vertex)
		}
	}
	w.frames = frames
	return nil
}

// fresh returns the target of a reference from the object with a number if it was not visited, else NoObject.
func (w *walker) fresh(from uint32, to trace.ObjectID) trace.ObjectID {
	n := w.number[to]
	if n == 0 {
		return to
	}
	if w.sideEdges != nil && n != from {
		w.sideEdges.add(from, n)
	}
	if w.cycles != nil {
		w.cycles.meet(from, n)
	}
	return trace.NoObject
}

// visit numbers an object that is reached from the one with a number.
func (w *walker) visit(from uint32, o trace.ObjectID) frame {
	n := uint32(len(w.vertex))
	w.number[o] = n
	w.vertex = append(w.vertex, o)
	if w.sideEdges != nil {
		w.parent = append(w.parent, from)
	}
	if w.cycles != nil {
		w.cycles.low = append(w.cycles.low, n)
	}
	return frame{w.heap.RefStart[o], w.heap.RefStart[o+1], n}
}

// headers returns the class object by type that objects of the type keep alive with their header, NoObject where there
// is none or where a GC root holds it anyway, so that nothing depends on the header. It is nil if no type has one.
func headers(h *trace.Heap) []trace.ObjectID {
	held := make(map[trace.ObjectID]bool, len(h.Roots))
	for i := range h.Roots {
		held[h.Roots[i].Object] = true
	}
	classes := make([]trace.ObjectID, len(h.Types))
	some := false
	for t := range h.Types {
		classes[t] = h.Types[t].Class
		if held[classes[t]] {
			classes[t] = trace.NoObject
		}
		some = some || classes[t] != trace.NoObject
	}
	if !some {
		return nil
	}
	return classes
}

// sideEdges are the references outside a spanning tree, in lists by target. They take 8 bytes each, in chunks, so that
// more of them need no second copy of those before.
type sideEdges struct {
	first  []uint32 // by number of the target: index of an edge plus one; 0 for none
	chunks [][]sideEdge
	count  uint32
}

type sideEdge struct{ from, next uint32 }

// edgeChunk is 512 KB of edges.
const edgeChunk = 1 << 16

func (e *sideEdges) add(from, to uint32) {
	if e.count%edgeChunk == 0 {
		e.chunks = append(e.chunks, make([]sideEdge, edgeChunk))
	}
	e.chunks[e.count/edgeChunk][e.count%edgeChunk] = sideEdge{from, e.first[to]}
	e.count++
	e.first[to] = e.count
}

func (e *sideEdges) at(edge uint32) sideEdge { return e.chunks[(edge-1)/edgeChunk][(edge-1)%edgeChunk] }
