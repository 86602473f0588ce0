package collect

import "slices"

// Stacks are recorded shortly before a walk, and threads keep running until it begins. The depth at which the walk finds a local variable
// may therefore belong to another frame by then. So the walk reports the method as well. The variable is assigned to the frame of that
// method nearest to the depth. If the stack has none, the thread called the method in the meantime, and a frame is added.

// frameOf returns the frame of a thread that holds a root; -1 if unknown.
func (b *heapBuilder) frameOf(thread int32, r *root) int {
	method := b.w.method(r)
	if method == 0 || r.depth == 0 || int(thread) >= len(b.frames) {
		return -1
	}
	return nearest(b.frames[thread], method, int(r.depth)-1)
}

// nearest returns the index of a method's frame nearest to a depth, the inner one on a tie; -1 if there is none.
func nearest(frames []place, method uint32, depth int) int {
	for distance := 0; distance <= max(depth, len(frames)-1-depth); distance++ {
		for _, at := range []int{depth - distance, depth + distance} {
			if at >= 0 && at < len(frames) && frames[at].method == method {
				return at
			}
		}
	}
	return -1
}

// correctFrames adds frames to the stacks for methods in which the walk found variables but which the stacks lack. A frame is added at the
// depth where the walk found the variable.
func (b *heapBuilder) correctFrames() {
	type extra struct {
		depth int
		place place
	}
	extras := map[int32][]extra{}
	for i := range b.w.roots {
		r := &b.w.roots[i]
		t, ok := b.byOwner[r.thread]
		method := b.w.method(r)
		if !ok || r.thread == 0 || method == 0 || r.depth == 0 {
			continue
		}
		depth := int(r.depth) - 1
		known := func(e extra) bool { return e.depth == depth && e.place.method == method }
		if nearest(b.frames[t], method, depth) < 0 && !slices.ContainsFunc(extras[t], known) && len(extras[t]) < maxFrames {
			extras[t] = append(extras[t], extra{depth, place{method, min(r.index, 1<<17-1)}})
		}
	}
	for t, list := range extras {
		slices.SortFunc(list, func(x, y extra) int { return x.depth - y.depth })
		frames := slices.Clone(b.frames[t])
		for _, e := range list {
			frames = slices.Insert(frames, min(e.depth, len(frames)), e.place)
		}
		b.frames[t] = frames
	}
}
