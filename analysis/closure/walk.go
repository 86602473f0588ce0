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

// A walker numbers the objects of a heap in depth-first order. It has its own stack, so that long lists do not exhaust the goroutine stack.
// The stack takes 12 bytes per object on the current path. It grows in chunks, because the path may contain most of a heap.
type walker struct {
	heap *trace.Heap

	// header contains, by type, the class object that headers refer to; nil if headers are not followed.
	header []trace.ObjectID

	// skip contains references that are not followed, as indices into the heap's RefTo; nil for none.
	skip *bitset.BitSet

	number []uint32         // number in pre-order by object, 1-based; 0 for unvisited objects
	vertex []trace.ObjectID // by number; the first entry stands for the holder of the roots
	frames []frame          // end of the path
	full   [][]frame        // full chunks of the path before frames
	spare  []frame

	// Results, which depend on the purpose of the walk: post-order and cycles, or the spanning tree and the references outside it. A nil
	// field is not filled.
	post      []trace.ObjectID
	cycles    *contraction.Cycles
	parent    []uint32 // parent in the spanning tree, by number
	sideEdges *sideEdges
	headers   []uint32 // by type: number of headers outside the spanning tree that lead to the class object
}

// A frame is an object on the path and the range of its references that are still to be followed.
type frame struct{ at, end, number uint32 }

func newWalker(h *trace.Heap) *walker {
	w := &walker{heap: h, number: scratch.Make[uint32](h.Len() + 1), vertex: scratch.Make[trace.ObjectID](h.Len() + 1)[:1]}
	w.vertex[0] = trace.NoObject
	return w
}

// start visits o and all unvisited objects reachable from it. It returns an error only if ctx is done.
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

// frameChunk is the number of frames in a chunk, which takes 192 KB.
const frameChunk = 1 << 14

// extend returns an empty chunk for the next frames of a path. The given chunk is full.
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

// shorten returns the chunk before the given one, which is empty, or the given one if it is the first.
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

// fresh returns the target of a reference if it was not visited, else NoObject. The reference comes from the object with number from.
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

// freshClass returns the class object that the header of an object keeps alive if it was not visited, else NoObject. It only counts headers
// that lead to visited class objects: see [walker.sortSideEdges].
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

// sortSideEdges builds the rows of side edges, with headers last. It releases the numbers by object.
func (w *walker) sortSideEdges(ctx context.Context) error {
	class := make([]uint32, len(w.header)) // class object numbers by type; 0 for none
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

// visit assigns a number to o, which is reached from the object with number parent.
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

// headers returns, by type, the class object that headers keep alive. It is NoObject if there is none, or if a GC root holds it, so that
// nothing depends on headers. The result is nil if no type has one.
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

// sideEdges contains the references outside a spanning tree. They are collected in chunks, which avoids copies as they grow, and then
// sorted into rows by target. They take 8 bytes each while they are collected and 4 more while they are sorted. The rows take 4 bytes per
// reference and 4 per target.
type sideEdges struct {
	chunks [][]sideEdge

	rows  sparseRows // sparse rows of targets
	start []uint32   // start of each row in from, by target, plus the end of the last row
	from  []uint32   // sources, row by row
}

type sideEdge struct{ from, to uint32 }

// edgeChunk is the number of edges in a chunk, which takes 512 KB.
const edgeChunk = 1 << 16

func (e *sideEdges) add(from, to uint32) {
	if n := len(e.chunks); n == 0 || len(e.chunks[n-1]) == cap(e.chunks[n-1]) {
		e.chunks = append(e.chunks, scratch.Make[sideEdge](scratch.Chunk[sideEdge](edgeChunk))[:0])
	}
	last := &e.chunks[len(e.chunks)-1]
	*last = append(*last, sideEdge{from, to})
}

// addRows allocates the rows for targets below n. Rows are empty: they start where they end. They have space for the collected edges and
// for others[t] further edges to targets[t]. Data read in random order is small enough for the processor caches. It returns an error only
// if ctx is done.
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

// place inserts an edge at the start of its row, which must have space for it.
func (e *sideEdges) place(from, to uint32) {
	at := &e.start[e.rows.index(to)]
	*at--
	e.from[*at] = from
}

// sort places the collected edges, last one first. It returns an error only if ctx is done.
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

// row returns the sources of the edges to v, in the order in which they were added.
func (e *sideEdges) row(v uint32) []uint32 {
	if !e.rows.has(v) {
		return nil
	}
	i := e.rows.index(v)
	return e.from[e.start[i]:e.start[i+1]]
}
