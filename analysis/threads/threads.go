// Package threads finds the objects that each thread of a heap state holds, its stack and its state.
package threads

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"memcity/analysis/closure"
	"memcity/trace"
)

// Report contains the threads of a heap state, by the bytes that each holds alone, largest first.
type Report struct {
	Reachable trace.Amount // all objects that GC roots hold
	Threads   []Thread
}

// Thread is a thread and the objects that it holds.
type Thread struct {
	Name   string
	Type   string         // class of its object; empty if unknown
	Object trace.ObjectID // [trace.NoObject] if unknown
	State  string         // as java.lang.Thread.State names it; empty if not recorded
	Daemon bool           // false also if not recorded
	Failed bool           // true if the thread was creating an OutOfMemoryError
	// Alone is the amount that would be freed if the thread ended. It is the sum of Own and the amounts of the frames.
	Alone trace.Amount
	// Own is the part of Alone that would stay if all methods returned: the thread's object with its thread-locals, and all that the variables
	// in Other lead to.
	Own    trace.Amount
	Frames []Frame    // innermost first
	Other  []Variable // variables that are in no known frame
}

// Frame is a method call on the stack of a thread.
type Frame struct {
	Text      string // Class.method(File.java:12)
	Variables []Variable
	// Freed is the amount that is freed when the method returns, after its callees. So an object belongs to its outermost frame.
	Freed trace.Amount
}

// Variable is a reference from a stack.
type Variable struct {
	Object trace.ObjectID
	Type   string
	Native bool // of native code
}

// Find returns the threads of a heap state. The cost is about two traversals of the heap, for any number of threads. The state of threads is
// read from their fields if the input has values. It returns an error only if ctx is done.
func Find(ctx context.Context, h *trace.Heap, roots *closure.Roots) (*Report, error) {
	r := &Report{Threads: make([]Thread, len(h.Threads))}
	groups := groupsOf(h)
	for i := range h.Threads {
		r.Threads[i] = describe(h, &h.Threads[i])
	}
	addVariables(h, r.Threads)
	alone, all, err := roots.Exclusive(ctx, groups.owner, func(i int) int { return groups.of(h, &h.Roots[i]) })
	if err != nil {
		return nil, err
	}
	r.Reachable = all
	for i := range r.Threads {
		t := &r.Threads[i]
		t.Own = alone[groups.first[i]]
		t.Alone = t.Own
		for f := range t.Frames {
			t.Frames[f].Freed = alone[groups.frame(int32(i), f, len(t.Frames))]
			t.Alone.Add(t.Frames[f].Freed)
		}
	}
	r.Threads = slices.DeleteFunc(r.Threads, func(t Thread) bool { // heaps also list threads that have ended, which allocated objects
		return t.Object == trace.NoObject && len(t.Frames) == 0 && len(t.Other) == 0 && t.Alone.Objects == 0
	})
	slices.SortStableFunc(r.Threads, func(a, b Thread) int {
		return cmp.Or(cmp.Compare(b.Alone.Bytes, a.Alone.Bytes), cmp.Compare(b.Alone.Objects, a.Alone.Objects), strings.Compare(a.Name, b.Name))
	})
	return r, nil
}

// rootGroups numbers the groups of the GC roots of threads: for each thread, first its object and the variables in no known frame, then its
// frames, the outermost first.
type rootGroups struct {
	first []int   // by thread
	owner []int32 // thread by group
}

func groupsOf(h *trace.Heap) (g rootGroups) {
	for i := range h.Threads {
		g.first = append(g.first, len(g.owner))
		g.owner = append(g.owner, slices.Repeat([]int32{int32(i)}, 1+len(h.Threads[i].Frames))...)
	}
	return g
}

// frame returns the group of a frame, given by its place from the innermost of frames.
func (g *rootGroups) frame(thread int32, frame, frames int) int {
	return g.first[thread] + frames - frame
}

// of returns the group of a root; [closure.NoGroup] if it belongs to no thread.
func (g *rootGroups) of(h *trace.Heap, root *trace.Root) int {
	if !ofThread(h, root) {
		return closure.NoGroup
	}
	frames := len(h.Threads[root.Thread].Frames)
	if root.Frame < 0 || int(root.Frame) >= frames {
		return g.first[root.Thread]
	}
	return g.frame(root.Thread, int(root.Frame), frames)
}

func ofThread(h *trace.Heap, root *trace.Root) bool {
	return root.Thread >= 0 && int(root.Thread) < len(h.Threads)
}

func describe(h *trace.Heap, t *trace.Thread) Thread {
	d := Thread{Name: t.Name, Object: t.Object, Failed: Failed(t)}
	if t.Object != trace.NoObject {
		d.Type = h.Types[h.TypeOf.At(t.Object)].Name
		d.State, d.Daemon = stateOf(h, t.Object)
	}
	for _, text := range t.Frames {
		d.Frames = append(d.Frames, Frame{Text: text})
	}
	return d
}

// outOfMemory is the innermost frame of the thread whose OutOfMemoryError made HotSpot write a heap dump.
const outOfMemory = "java.lang.OutOfMemoryError.<init>"

// Failed reports whether a thread is creating an OutOfMemoryError. A heap dump has at most one.
func Failed(t *trace.Thread) bool {
	return len(t.Frames) > 0 && strings.HasPrefix(t.Frames[0], outOfMemory)
}

// addVariables adds the variables of the stacks to the frames. Roots of one frame that refer to one object are one variable.
func addVariables(h *trace.Heap, list []Thread) {
	type place struct {
		thread, frame int32
		object        trace.ObjectID
	}
	seen := map[place]bool{}
	for i := range h.Roots {
		root := &h.Roots[i]
		if !ofThread(h, root) || root.Kind == trace.RootThread || root.Object == list[root.Thread].Object {
			continue
		}
		at := place{root.Thread, root.Frame, root.Object}
		if seen[at] {
			continue
		}
		seen[at] = true
		into := &list[root.Thread].Other
		if f := int(root.Frame); f >= 0 && f < len(list[root.Thread].Frames) {
			into = &list[root.Thread].Frames[f].Variables
		}
		*into = append(*into, Variable{root.Object, h.Types[h.TypeOf.At(root.Object)].Name, root.Kind == trace.RootJNILocal})
	}
}
