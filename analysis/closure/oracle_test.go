package closure_test

import (
	"memcity/analysis/closure"
	"memcity/trace"
)

// The oracle finds everything by definition: it removes objects and traverses what is left.

// edges calls yield for everything that o keeps alive: the targets of its references and the class object of its type.
func edges(h *trace.Heap, o trace.ObjectID, yield func(trace.ObjectID)) {
	for _, to := range h.References(o) {
		yield(to)
	}
	if class := h.Types[h.TypeOf.At(o)].Class; class != trace.NoObject {
		yield(class)
	}
}

// strongEdges is edges without references that keep nothing alive.
func strongEdges(h *trace.Heap, o trace.ObjectID, yield func(trace.ObjectID)) {
	weak := closure.WeakByType(h, true)
	for i, to := range h.References(o) {
		if !weak.Reference(o, i) {
			yield(to)
		}
	}
	if class := h.Types[h.TypeOf.At(o)].Class; class != trace.NoObject {
		yield(class)
	}
}

// heldWithout returns the objects held when the objects of without are removed. It starts from the GC roots and from objects that only weak
// references reach.
func heldWithout(h *trace.Heap, without map[trace.ObjectID]bool) map[trace.ObjectID]bool {
	live, sources := liveWithout(h, nil), []trace.ObjectID{}
	for _, r := range h.Roots {
		sources = append(sources, r.Object)
	}
	held := reachedFrom(h, sources, nil, strongEdges)
	weak := closure.WeakByType(h, true)
	for o := range live {
		for i, to := range h.References(o) {
			if weak.Reference(o, i) && !held[to] {
				sources = append(sources, to)
			}
		}
	}
	return reachedFrom(h, sources, without, strongEdges)
}

// liveWithout returns what the GC roots reach when the objects of without are removed.
func liveWithout(h *trace.Heap, without map[trace.ObjectID]bool) map[trace.ObjectID]bool {
	var sources []trace.ObjectID
	for _, r := range h.Roots {
		sources = append(sources, r.Object)
	}
	return reachedFrom(h, sources, without, edges)
}

func reachedFrom(h *trace.Heap, sources []trace.ObjectID, without map[trace.ObjectID]bool,
	edges func(*trace.Heap, trace.ObjectID, func(trace.ObjectID))) map[trace.ObjectID]bool {
	seen := map[trace.ObjectID]bool{}
	var stack []trace.ObjectID
	visit := func(o trace.ObjectID) {
		if !seen[o] && !without[o] {
			seen[o] = true
			stack = append(stack, o)
		}
	}
	for _, o := range sources {
		visit(o)
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
	live, left := liveWithout(h, nil), heldWithout(h, set)
	retained := map[trace.ObjectID]bool{}
	for o := range trace.ObjectID(h.Len()) {
		if set[o] || live[o] && !left[o] {
			retained[o] = true
		}
	}
	return retained
}
