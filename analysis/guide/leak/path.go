package leak

import (
	"context"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/group"
	"memcity/trace"
	"memcity/trace/poll"
)

// PathQuery says which way is looked for.
type PathQuery struct {
	// Static says from which static fields, by class and field as in "app.Main.cache"; From from objects of which types. One of
	// them is nil.
	Static, From func(name string) bool
	To           func(typeName string) bool
}

// PathStep is a step of a way.
type PathStep struct {
	Field string // of the object before, that refers here; empty for the first
	Name  string // the type of the object, or the static field
}

// FindPath returns a shortest path of references from what is requested to an object of a type that is requested; nil if there is
// none. References are those that [Holders.Add] follows and soft ones, so that no way leads over a static field of another
// class. The cost is one traversal of what is reached. An error is ctx's.
func FindPath(ctx context.Context, h *trace.Heap, reachable *bitset.BitSet, query PathQuery) ([]PathStep, error) {
	w := newPathWalk(newWalk(h, reachable, group.DefaultDomain(), true))
	if query.Static != nil {
		for _, phase := range []int{ownStatics, otherStatics} {
			for _, s := range w.starts[phase] {
				if root := w.roots[s.root]; query.Static(root.class + "." + root.field) {
					w.reach(s.object, trace.NoObject, s.root)
				}
			}
		}
	} else {
		wanted := typesThat(h, query.From)
		for o, t := range h.TypeOf.All() {
			if wanted[t] && (reachable == nil || reachable.Test(uint(o))) {
				w.reach(trace.ObjectID(o), trace.NoObject, 0)
			}
		}
	}
	to := typesThat(h, query.To)
	if query.Static != nil {
		for _, o := range w.queue.all() { // a field may be there once for each of several class loaders
			if to[h.TypeOf.At(o)] {
				return w.pathTo(o, true), nil
			}
		}
	}
	for steps := 0; w.queue.count > 0; steps++ {
		if err := poll.At(ctx, steps); err != nil {
			return nil, err
		}
		o := w.queue.take()
		var last *PathStep
		w.each(o, func(target trace.ObjectID, slot uint16) {
			if name := h.Types[h.TypeOf.At(target)].Name; last == nil && to[h.TypeOf.At(target)] {
				last = &PathStep{Field: w.slotName(o, slot), Name: name}
			}
			w.reach(target, o, slot)
		})
		if last != nil {
			return append(w.pathTo(o, query.Static != nil), *last), nil
		}
	}
	return nil, ctx.Err()
}

func typesThat(h *trace.Heap, fits func(string) bool) []bool {
	types := make([]bool, len(h.Types))
	for t := range types {
		types[t] = fits(h.Types[t].Name)
	}
	return types
}

// pathWalk keeps by what each object was reached.
type pathWalk struct {
	*walk
	seen   *bitset.BitSet
	queue  queue            // what was reached and not followed yet
	holder []trace.ObjectID // NoObject for what was reached first
	slot   []uint16         // of the holder; index into roots for what was reached first
}

func newPathWalk(w *walk) *pathWalk {
	n := w.heap.Len()
	return &pathWalk{walk: w, seen: bitset.New(uint(n)), holder: make([]trace.ObjectID, n), slot: make([]uint16, n)}
}

// reach notes that an object is reached by a slot of its holder, or, if that is NoObject, by a GC root, unless it was before.
func (w *pathWalk) reach(o, holder trace.ObjectID, slot uint16) {
	if !w.seen.Test(uint(o)) {
		w.seen.Set(uint(o))
		w.holder[o], w.slot[o] = holder, slot
		w.queue.add(o)
	}
}

// pathTo returns the way on which an object was reached.
func (w *pathWalk) pathTo(o trace.ObjectID, static bool) []PathStep {
	var steps []PathStep
	for {
		step := PathStep{Name: w.heap.Types[w.heap.TypeOf.At(o)].Name}
		holder := w.holder[o]
		if holder != trace.NoObject {
			step.Field = w.slotName(holder, w.slot[o])
		}
		steps = append(steps, step)
		if holder == trace.NoObject {
			break
		}
		o = holder
	}
	if static {
		steps = append(steps, PathStep{Name: w.roots[w.slot[o]].text})
	}
	for i, j := 0, len(steps)-1; i < j; i, j = i+1, j-1 {
		steps[i], steps[j] = steps[j], steps[i]
	}
	return steps
}
