package closure

import (
	"context"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure/contraction"
	"memcity/trace"
	"memcity/trace/poll"
	"memcity/trace/scratch"
)

// A walker numbers the objects of a heap in the order of a depth-first search. It keeps its own stack, of 12 bytes per
// object of the path that it is on, so that no list is too long for it. The stack is in chunks: the path may be most of a heap.
type walker struct {
	heap *trace.Heap

	// header has, by type, the class object that every object of the type refers to with its header; nil if headers
	// are not followed.
	header []trace.ObjectID

	// skip has references that are not followed, by index into the heap's RefTo; nil for none.
	skip *bitset.BitSet

	number []uint32         // by object: its place in pre-order, from 1; 0 if it was not visited
	vertex []trace.ObjectID // by number; the first entry stands for what holds the roots
	frames []frame          // the last of the path
	full   [][]frame        // the path before
	spare  []frame

	// What is kept depends on what the walk is for: post-order and cycles, or the spanning tree and the references outside it.
	// What is nil is not kept.
	post      []trace.ObjectID
	cycles    *contraction.Cycles
	parent    []uint32 // by number
	sideEdges *sideEdges
	headers   []uint32 // by type: how many of its objects lead to the class object otherwise than by the spanning tree
}

// A frame is an object on the path, with those of its references that are still to be followed.
type frame struct{ at, end, number uint32 }

func newWalker(h *trace.Heap) *walker {
	w := &walker{heap: h, number: scratch.Make[uint32](h.Len() + 1), vertex: scratch.Make[trace.ObjectID](h.Len() + 1)[:1]}
	w.vertex[0] = trace.NoObject
	return w
}

// start visits o and all that was not visited and can be reached from it. It returns ctx's error.
func (w *walker) start(ctx context.Context, o trace.ObjectID) error {
	h := w.heap
	if w.frames == nil {
		w.frames = w.extend(nil)
	}
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
			to = w.freshClass(number)
		}
		if to != trace.NoObject {
			if len(frames) == cap(frames) {
				frames = w.extend(frames)
			}
			frames = append(frames, w.visit(number, to))
			continue
		}
		if frames = frames[:len(frames)-1]; len(frames) == 0 {
			frames = w.shorten(frames)
		}
		if w.post != nil {
			w.post = append(w.post, w.vertex[number])
		}
		if w.cycles != nil {
			before := uint32(0)
			if len(frames) > 0 {
				before = frames[len(frames)-1].number
			}
			w.cycles.Leave(before, number, w.vertex)
		}
	}
	w.frames = frames
	return nil
}

// frameChunk is 192 KB of frames.
const frameChunk = 1 << 14

// extend returns room for the next frames of a path whose last ones are full.
func (w *walker) extend(frames []frame) []frame {
	if cap(frames) > 0 {
		w.full = append(w.full, frames)
	}
	next := w.spare
	if w.spare = nil; next == nil {
		next = scratch.Make[frame](min(scratch.Chunk[frame](frameChunk), w.heap.Len()))[:0] // no path is longer than the heap
	}
	return next
}

// shorten returns the frames before some that are left.
func (w *walker) shorten(frames []frame) []frame {
	last := len(w.full) - 1
	if last < 0 {
		return frames
	}
	before := w.full[last]
	scratch.Release(&w.spare)
	w.full[last], w.full, w.spare = nil, w.full[:last], frames
	return before
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
		w.cycles.Meet(from, n)
	}
	return trace.NoObject
}

// freshClass returns the class object that the header of the object with a number keeps alive if it was not visited, else NoObject.
// Headers are only counted: see [walker.sortSideEdges].
func (w *walker) freshClass(from uint32) trace.ObjectID {
	t := w.heap.TypeOf.At(w.vertex[from])
	class := w.header[t]
	if class == trace.NoObject {
		return trace.NoObject
	}
	n := w.number[class]
	if n == 0 {
		return class
	}
	if w.headers != nil && n != from {
		w.headers[t]++
	}
	return trace.NoObject
}

// sortSideEdges makes the rows of side edges, with headers last. Numbers by object are not known afterwards.
func (w *walker) sortSideEdges(ctx context.Context) error {
	class := make([]uint32, len(w.header)) // numbers by type, 0 for none
	for t, o := range w.header {
		if o != trace.NoObject {
			class[t] = w.number[o]
		}
	}
	scratch.Release(&w.number)
	if err := w.sideEdges.addRows(ctx, len(w.vertex), class, w.headers); err != nil {
		return err
	}
	if w.header != nil {
		for v := uint32(len(w.vertex)) - 1; v > 0; v-- {
			if err := poll.At(ctx, int(v)); err != nil {
				return err
			}
			if to := class[w.heap.TypeOf.At(w.vertex[v])]; to != 0 && to != v {
				w.sideEdges.place(v, to)
			}
		}
	}
	return w.sideEdges.sort(ctx)
}

// leave frees the stack.
func (w *walker) leave() {
	scratch.Release(&w.frames)
	scratch.Release(&w.spare)
}

// visit numbers an object that is reached from the one with a number.
func (w *walker) visit(parent uint32, o trace.ObjectID) frame {
	n := uint32(len(w.vertex))
	w.number[o] = n
	w.vertex = append(w.vertex, o)
	if w.sideEdges != nil {
		w.parent = append(w.parent, parent)
	}
	if w.cycles != nil {
		w.cycles.Low = append(w.cycles.Low, n)
	}
	from, to := w.heap.RefStart.Row(o)
	return frame{from, to, n}
}

// headers returns the class object by type that objects of the type keep alive with their header, NoObject where there
// is none or where a GC root holds it anyway, so that nothing depends on the header. It is nil if no type has one.
func headers(h *trace.Heap) []trace.ObjectID {
	held := newMarks(h.Len())
	for i := range h.Roots {
		held.set(uint32(h.Roots[i].Object))
	}
	classes := slices.Repeat([]trace.ObjectID{trace.NoObject}, len(h.Types))
	some := false
	for t := range h.Types {
		if c := h.Types[t].Class; c != trace.NoObject && !held.has(uint32(c)) {
			classes[t], some = c, true
		}
	}
	if !some {
		return nil
	}
	return classes
}

// sideEdges are the references outside a spanning tree. They are collected in chunks, so that more of them need no second copy of those
// before, and then sorted into rows by target. They take 8 bytes each while they are collected; 4 more while they are sorted; and
// afterwards 4, and 4 for each target.
type sideEdges struct {
	chunks [][]sideEdge

	rows  sparseRows // of the targets
	start []uint32   // by target, with an end
	from  []uint32   // row by row
}

type sideEdge struct{ from, to uint32 }

// edgeChunk is 512 KB of edges.
const edgeChunk = 1 << 16

func (e *sideEdges) add(from, to uint32) {
	if n := len(e.chunks); n == 0 || len(e.chunks[n-1]) == cap(e.chunks[n-1]) {
		e.chunks = append(e.chunks, scratch.Make[sideEdge](scratch.Chunk[sideEdge](edgeChunk))[:0])
	}
	last := &e.chunks[len(e.chunks)-1]
	*last = append(*last, sideEdge{from, to})
}

// addRows makes empty rows, which start where they end. They have room for the edges that were collected, and for so many others that
// lead to some targets. All targets are below n. What is looked up at random is small, and stays in the caches of the processor. An error
// is ctx's.
func (e *sideEdges) addRows(ctx context.Context, n int, targets, others []uint32) error {
	is := newMarks(n)
	for _, chunk := range e.chunks {
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, edge := range chunk {
			is.set(edge.to)
		}
	}
	for t, count := range others {
		if count > 0 {
			is.set(targets[t])
		}
	}
	e.rows = newSparseRows(is, n)
	e.start = scratch.Make[uint32](int(e.rows.count) + 1)
	for _, chunk := range e.chunks {
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, edge := range chunk {
			e.start[e.rows.index(edge.to)]++
		}
	}
	for t, count := range others {
		if count > 0 {
			e.start[e.rows.index(targets[t])] += count
		}
	}
	end := uint32(0)
	for i, count := range e.start {
		end += count
		e.start[i] = end
	}
	e.from = scratch.Make[uint32](int(end))
	return nil
}

// place puts an edge before those of its row. It is one of those that there is room for.
func (e *sideEdges) place(from, to uint32) {
	at := &e.start[e.rows.index(to)]
	*at--
	e.from[*at] = from
}

// sort places the edges that were collected, the last one first. An error is ctx's.
func (e *sideEdges) sort(ctx context.Context) error {
	for i := len(e.chunks) - 1; i >= 0; i-- {
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, edge := range slices.Backward(e.chunks[i]) {
			e.place(edge.from, edge.to)
		}
		scratch.Release(&e.chunks[i])
	}
	e.chunks = nil
	return ctx.Err()
}

// release frees the rows.
func (e *sideEdges) release() {
	scratch.Release(&e.start)
	scratch.Release(&e.from)
}

// row returns where the edges to v come from, in the order in which they were added.
func (e *sideEdges) row(v uint32) []uint32 {
	if !e.rows.has(v) {
		return nil
	}
	i := e.rows.index(v)
	return e.from[e.start[i]:e.start[i+1]]
}
