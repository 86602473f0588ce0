package closure_test

import (
	"memcity/trace"
)

// The oracle finds everything by definition: it takes objects out and traverses what is left.

// edges calls yield for everything that keeps o's targets alive: references and the class object of o's type.
func edges(h *trace.Heap, o trace.ObjectID, yield func(trace.ObjectID)) {
	for _, to := range h.References(o) {
		yield(to)
	}
	if class := h.Types[h.TypeOf[o]].Class; class != trace.NoObject {
		yield(class)
	}
}

// liveWithout returns what the GC roots reach when the objects of without are removed.
func liveWithout(h *trace.Heap, without map[trace.ObjectID]bool) map[trace.ObjectID]bool {
	seen := map[trace.ObjectID]bool{}
	var stack []trace.ObjectID
	visit := func(o trace.ObjectID) {
		if !seen[o] && !without[o] {
			seen[o] = true
			stack = append(stack, o)
		}
	}
	for _, r := range h.Roots {
		visit(r.Object)
	}
	for len(stack) > 0 {
		o := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		edges(h, o, visit)
	}
	return seen
}

// retainedOf returns the objects of set and the live ones that die without them.
func retainedOf(h *trace.Heap, set map[trace.ObjectID]bool) map[trace.ObjectID]bool {
	live, left := liveWithout(h, nil), liveWithout(h, set)
	retained := map[trace.ObjectID]bool{}
	for o := range trace.ObjectID(h.Len()) {
		if set[o] || live[o] && !left[o] {
			retained[o] = true
		}
	}
	return retained
}
