package dfs

import (
	"context"
	"runtime"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure/contraction"
	"memcity/analysis/closure/internal/rows"
	"memcity/trace"
	"memcity/trace/poll"
	"memcity/trace/scratch"
)

// A walker numbers the objects of a heap in depth-first order. It has its own stack, so that long lists do not exhaust the goroutine stack.
// The stack takes 12 bytes per object on the current path. It grows in chunks, because the path may contain most of a heap.
type Walker struct {
	Heap *trace.Heap

	// header contains, by type, the class object that headers refer to; nil if headers are not followed.
	Header []trace.ObjectID

	// skip contains references that are not followed, as indices into the heap's RefTo; nil for none.
	Skip *bitset.BitSet

	Number []uint32         // number in pre-order by object, 1-based; 0 for unvisited objects
	Vertex []trace.ObjectID // by number; the first entry stands for the holder of the roots
	frames []frame          // end of the path
	full   [][]frame        // full chunks of the path before frames
	spare  []frame

	// Results, which depend on the purpose of the walk: post-order and cycles, or the spanning tree and the references outside it. A nil
	// field is not filled.
	Post      []trace.ObjectID
	Cycles    *contraction.Cycles
	Parent    []uint32 // parent in the spanning tree, by number
	SideEdges *SideEdges
	Headers   []uint32 // by type: number of headers outside the spanning tree that lead to the class object
}

// A frame is an object on the path and the range of its references that are still to be followed.
type frame struct{ at, end, number uint32 }

// New returns a walker that has visited nothing.
func New(h *trace.Heap) *Walker {
	w := &Walker{Heap: h, Number: scratch.Make[uint32](h.Len() + 1), Vertex: scratch.Make[trace.ObjectID](h.Len() + 1)[:1]}
	w.Vertex[0] = trace.NoObject
	return w
}

// start visits o and all unvisited objects reachable from it. It returns an error only if ctx is done.
func (w *Walker) start(ctx context.Context, o trace.ObjectID) error {
	h := w.Heap
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
			if w.Skip == nil || !w.Skip.Test(uint(f.at)) {
				to = w.fresh(number, h.RefTo[f.at])
			}
			f.at++
		}
		if to == trace.NoObject && w.Header != nil {
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
		if w.Post != nil {
			w.Post = append(w.Post, w.Vertex[number])
		}
		if w.Cycles != nil {
			before := uint32(0)
			if len(frames) > 0 {
				before = frames[len(frames)-1].number
			}
			w.Cycles.Leave(before, number, w.Vertex)
		}
	}
	w.frames = frames
	return nil
}

// frameChunk is the number of frames in a chunk, which takes 192 KB.
const frameChunk = 1 << 14

// extend returns an empty chunk for the next frames of a path. The given chunk is full.
func (w *Walker) extend(frames []frame) []frame {
	if cap(frames) > 0 {
		w.full = append(w.full, frames)
	}
	next := w.spare
	if w.spare = nil; next == nil {
		next = scratch.Make[frame](min(scratch.Chunk[frame](frameChunk), w.Heap.Len()))[:0] // no path is longer than the heap
	}
	return next
}

// shorten returns the chunk before the given one, which is empty, or the given one if it is the first.
func (w *Walker) shorten(frames []frame) []frame {
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
func (w *Walker) fresh(from uint32, to trace.ObjectID) trace.ObjectID {
	n := w.Number[to]
	if n == 0 {
		return to
	}
	if w.SideEdges != nil && n != from {
		w.SideEdges.Add(from, n)
	}
	if w.Cycles != nil {
		w.Cycles.Meet(from, n)
	}
	return trace.NoObject
}

// freshClass returns the class object that the header of an object keeps alive if it was not visited, else NoObject. It only counts headers
// that lead to visited class objects: see [Walker.SortSideEdges].
func (w *Walker) freshClass(from uint32) trace.ObjectID {
	t := w.Heap.TypeOf.At(w.Vertex[from])
	class := w.Header[t]
	if class == trace.NoObject {
		return trace.NoObject
	}
	n := w.Number[class]
	if n == 0 {
		return class
	}
	if w.Headers != nil && n != from {
		w.Headers[t]++
	}
	return trace.NoObject
}

// SortSideEdges builds the rows of side edges, with headers last. It releases the numbers by object.
func (w *Walker) SortSideEdges(ctx context.Context) error {
	class := make([]uint32, len(w.Header)) // class object numbers by type; 0 for none
	for t, o := range w.Header {
		if o != trace.NoObject {
			class[t] = w.Number[o]
		}
	}
	scratch.Release(&w.Number)
	if err := w.SideEdges.AddRows(ctx, len(w.Vertex), class, w.Headers); err != nil {
		return err
	}
	if w.Header != nil {
		for v := uint32(len(w.Vertex)) - 1; v > 0; v-- {
			if err := poll.At(ctx, int(v)); err != nil {
				return err
			}
			if to := class[w.Heap.TypeOf.At(w.Vertex[v])]; to != 0 && to != v {
				w.SideEdges.place(v, to)
			}
		}
	}
	return w.SideEdges.Sort(ctx)
}

// Leave frees the stack.
func (w *Walker) Leave() {
	scratch.Release(&w.frames)
	scratch.Release(&w.spare)
}

// visit assigns a number to o, which is reached from the object with number parent.
func (w *Walker) visit(parent uint32, o trace.ObjectID) frame {
	n := uint32(len(w.Vertex))
	w.Number[o] = n
	w.Vertex = append(w.Vertex, o)
	if w.SideEdges != nil {
		w.Parent = append(w.Parent, parent)
	}
	if w.Cycles != nil {
		w.Cycles.Low = append(w.Cycles.Low, n)
	}
	from, to := w.Heap.RefStart.Row(o)
	return frame{from, to, n}
}

// Headers returns, by type, the class object that headers keep alive. It is NoObject if there is none, or if a GC root holds it, so that
// nothing depends on headers. The result is nil if no type has one.
func Headers(h *trace.Heap) []trace.ObjectID {
	held := rows.NewMarks(h.Len())
	for i := range h.Roots {
		held.Set(uint32(h.Roots[i].Object))
	}
	classes := slices.Repeat([]trace.ObjectID{trace.NoObject}, len(h.Types))
	some := false
	for t := range h.Types {
		if c := h.Types[t].Class; c != trace.NoObject && !held.Has(uint32(c)) {
			classes[t], some = c, true
		}
	}
	if !some {
		return nil
	}
	return classes
}

// SideEdges contains the references outside a spanning tree. They are collected in chunks, which avoids copies as they grow, and then
// sorted into rows by target. They take 8 bytes each while they are collected and 4 more while they are sorted. The rows take 4 bytes per
// reference and 4 per target.
type SideEdges struct {
	chunks [][]sideEdge

	rows  rows.Sparse // sparse rows of targets
	start []uint32    // start of each row in from, by target, plus the end of the last row
	from  []uint32    // sources, row by row
}

type sideEdge struct{ from, to uint32 }

// Chunks have firstChunk edges at first, since most graphs that are built for a question are small, and twice as many as the last chunk
// afterwards, up to edgeChunk, which takes 512 KB.
const (
	firstChunk = 1 << 8
	edgeChunk  = 1 << 16
)

// Add collects an edge.
func (e *SideEdges) Add(from, to uint32) {
	if n := len(e.chunks); n == 0 || len(e.chunks[n-1]) == cap(e.chunks[n-1]) {
		size := firstChunk
		if n > 0 {
			size = min(2*cap(e.chunks[n-1]), edgeChunk)
		}
		e.chunks = append(e.chunks, scratch.Make[sideEdge](scratch.Chunk[sideEdge](size))[:0])
	}
	last := &e.chunks[len(e.chunks)-1]
	*last = append(*last, sideEdge{from, to})
}

// AddRows allocates the rows for targets below n. Rows are empty: they start where they end. They have space for the collected edges and
// for others[t] further edges to targets[t]. Data read in random order is small enough for the processor caches. It returns an error only
// if ctx is done.
func (e *SideEdges) AddRows(ctx context.Context, n int, targets, others []uint32) error {
	is := rows.NewMarks(n)
	for _, chunk := range e.chunks {
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, edge := range chunk {
			is.Set(edge.to)
		}
	}
	for t, count := range others {
		if count > 0 {
			is.Set(targets[t])
		}
	}
	e.rows = rows.NewSparse(is, n)
	e.start = scratch.Make[uint32](int(e.rows.Count) + 1)
	for _, chunk := range e.chunks {
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, edge := range chunk {
			e.start[e.rows.Index(edge.to)]++
		}
	}
	for t, count := range others {
		if count > 0 {
			e.start[e.rows.Index(targets[t])] += count
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
func (e *SideEdges) place(from, to uint32) {
	at := &e.start[e.rows.Index(to)]
	*at--
	e.from[*at] = from
}

// Sort places the collected edges, last one first. It returns an error only if ctx is done.
func (e *SideEdges) Sort(ctx context.Context) error {
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

// Release frees the rows.
func (e *SideEdges) Release() {
	scratch.Release(&e.start)
	scratch.Release(&e.from)
}

// Row returns the sources of the edges to v, in the order in which they were added.
func (e *SideEdges) Row(v uint32) []uint32 {
	if !e.rows.Has(v) {
		return nil
	}
	i := e.rows.Index(v)
	return e.from[e.start[i]:e.start[i+1]]
}

// StartHeld visits an object that is held from outside the walk.
func (w *Walker) StartHeld(ctx context.Context, o trace.ObjectID) error {
	if n := w.Number[o]; n != 0 {
		w.SideEdges.Add(0, n)
		return nil
	}
	return w.start(ctx, o)
}

// StartLoose visits the objects that only non-holding references lead to, as if they were held from outside. The given weak objects have
// non-holding references.
func (w *Walker) StartLoose(ctx context.Context, weak []trace.ObjectID) error {
	held := uint32(len(w.Vertex)) // objects with lower numbers are held in another way
	for i, o := range weak {
		if err := poll.At(ctx, i); err != nil {
			return err
		}
		if n := w.Number[o]; n != 0 && n < held {
			if err := w.startBehind(ctx, o, held); err != nil {
				return err
			}
		}
	}
	for at := held; w.Skip != nil && at < uint32(len(w.Vertex)); at++ {
		if err := poll.At(ctx, int(at)); err != nil {
			return err
		}
		if err := w.startBehind(ctx, w.Vertex[at], held); err != nil {
			return err
		}
	}
	return nil
}

// startBehind visits the targets of the non-holding references of o, unless they are also held otherwise.
func (w *Walker) startBehind(ctx context.Context, o trace.ObjectID, held uint32) error {
	for i, end := w.Heap.RefStart.Row(o); i < end; i++ {
		if to := w.Heap.RefTo[i]; w.Skip.Test(uint(i)) && (w.Number[to] == 0 || w.Number[to] >= held) {
			if err := w.StartHeld(ctx, to); err != nil {
				return err
			}
		}
	}
	return nil
}

// largeHeap is the minimum number of objects for garbage collections between passes.
const largeHeap = 1 << 22

// Collect runs the garbage collector if the heap is large, so that the next pass can reuse the memory of the last one. Columns contain no
// pointers, so a collection is cheap compared with a pass.
func Collect(h *trace.Heap) {
	if h.Len() >= largeHeap {
		runtime.GC()
	}
}

// StartNew starts a walk at o unless o was visited.
func (w *Walker) StartNew(ctx context.Context, o trace.ObjectID) error {
	if w.Number[o] != 0 {
		return nil
	}
	return w.start(ctx, o)
}

// StartClasses visits the class objects of visited objects, and then the class objects of these.
func (w *Walker) StartClasses(ctx context.Context) error {
	seen := make([]bool, len(w.Heap.Types))
	for at := 0; at < len(w.Post); at++ {
		if err := poll.At(ctx, at); err != nil {
			return err
		}
		t := w.Heap.TypeOf.At(w.Post[at])
		if seen[t] {
			continue
		}
		seen[t] = true
		if class := w.Heap.Types[t].Class; class != trace.NoObject {
			if err := w.StartNew(ctx, class); err != nil {
				return err
			}
		}
	}
	return nil
}
