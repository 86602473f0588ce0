package leak

import (
	"context"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/group"
	"memcity/trace"
	"memcity/trace/poll"
)

// PathQuery selects the ends of a path.
type PathQuery struct {
	// Static selects static fields by class and field, such as "app.Main.cache". From selects objects by type. One of them is nil.
	Static, From func(name string) bool
	To           func(typeName string) bool
}

// PathStep is a step of a path.
type PathStep struct {
	Field string // field of the object before that refers to this one; empty for the first step
	Name  string // type of the object, or the static field
}

// FindPath returns a shortest path of references between the objects that the query selects; nil if there is none. It follows the
// references of [Holders.Add] and soft references. No path therefore leads through a static field of another class. The cost is one
// traversal of the reached objects. It returns an error only if ctx is done.
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
		for _, o := range w.queue.all() { // each of several class loaders may have its own copy of a field
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

// pathWalk records the reference that reached each object.
type pathWalk struct {
	*walk
	seen   *bitset.BitSet
	queue  queue            // reached objects that are not followed yet
	holder []trace.ObjectID // NoObject for the first objects
	slot   []uint16         // slot of the holder; index into roots for the first objects
}

func newPathWalk(w *walk) *pathWalk {
	n := w.heap.Len()
	return &pathWalk{walk: w, seen: bitset.New(uint(n)), holder: make([]trace.ObjectID, n), slot: make([]uint16, n)}
}

// reach records that a holder's slot refers to o, unless o was reached before. If holder is NoObject, slot is the index of a GC root.
func (w *pathWalk) reach(o, holder trace.ObjectID, slot uint16) {
	if !w.seen.Test(uint(o)) {
		w.seen.Set(uint(o))
		w.holder[o], w.slot[o] = holder, slot
		w.queue.add(o)
	}
}

// pathTo returns the path that reached an object.
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
