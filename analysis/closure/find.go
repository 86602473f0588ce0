package closure

import (
	"context"

	"memcity/trace"
	"memcity/trace/poll"
)

// Finder finds the objects in the closures of sets. It takes 8 bytes per object. It is not safe for concurrent use.
type Finder struct {
	graph *Graph
	in    []uint32 // call in which the object was in the set, by position
	seen  []uint32 // call in which the object was reached, by position
	call  uint32
	stack []uint32
}

// NewFinder returns a finder for the graph.
func (g *Graph) NewFinder() *Finder {
	return &Finder{graph: g, in: make([]uint32, len(g.order)), seen: make([]uint32, len(g.order))}
}

// Find returns the objects in the closure of set, including the set itself, as [Graph.Sizes] counts them. Each object occurs once. The
// order depends only on the set and its order. The caller owns the result. The cost is one walk over the reached objects: from the set for
// [Deep], from the GC roots for [Retained]. It returns an error only if ctx is done.
func (f *Finder) Find(ctx context.Context, kind Kind, set []trace.ObjectID) ([]trace.ObjectID, error) {
	g := f.graph
	if f.call++; f.call == 0 {
		clear(f.in)
		clear(f.seen)
		f.call = 1
	}
	var found []trace.ObjectID
	if kind == Deep {
		keep := func(p uint32) {
			if f.reach(p) {
				found = append(found, g.order[p])
			}
		}
		for _, o := range set {
			keep(g.rank[o])
		}
		err := f.run(ctx, keep, g.row, g.hiddenClass)
		return found, err
	}
	for _, o := range set {
		f.in[g.rank[o]] = f.call
	}
	rows := g.holds()
	for i := range g.heap.Roots {
		f.reachOther(g.rank[g.heap.Roots[i].Object])
	}
	for _, p := range rows.loose {
		f.reachOther(p)
	}
	if err := f.run(ctx, f.reachOther, func(p uint32) []uint32 { return rows.of(g, p) }, g.header); err != nil {
		return nil, err
	}
	for p := range uint32(len(g.order)) {
		if f.in[p] == f.call || p >= g.live && f.seen[p] != f.call {
			found = append(found, g.order[p])
		}
	}
	return found, nil
}

// reach marks p as reached and reports whether it was new.
func (f *Finder) reach(p uint32) bool {
	fresh := f.seen[p] != f.call
	if fresh {
		f.seen[p] = f.call
		f.stack = append(f.stack, p)
	}
	return fresh
}

// reachOther marks p as reached unless it is in the set.
func (f *Finder) reachOther(p uint32) {
	if f.in[p] != f.call {
		f.reach(p)
	}
}

// run follows references from the reached objects. row returns the references of an object that count, class the class object that its
// header holds.
func (f *Finder) run(ctx context.Context, reach func(p uint32), row func(p uint32) []uint32, class func(p uint32) uint32) error {
	for steps := 1; len(f.stack) > 0; steps++ {
		if err := poll.At(ctx, steps); err != nil {
			f.stack = f.stack[:0]
			return err
		}
		p := f.stack[len(f.stack)-1]
		f.stack = f.stack[:len(f.stack)-1]
		for _, to := range row(p) {
			reach(to)
		}
		if c := class(p); c != none {
			reach(c)
		}
	}
	return ctx.Err()
}
