package closure

import (
	"context"

	"memcity/trace"
	"memcity/trace/poll"
)

// Finder finds the objects of the closures of one set after another. It takes 8 bytes per object. It is not for several
// goroutines at once.
type Finder struct {
	graph *Graph
	in    []uint32 // by position: call that had the object in its set
	seen  []uint32 // by position: call that reached the object
	call  uint32
	stack []uint32
}

// NewFinder returns a finder for the graph.
func (g *Graph) NewFinder() *Finder {
	return &Finder{graph: g, in: make([]uint32, len(g.order)), seen: make([]uint32, len(g.order))}
}

// Find returns the objects of the closure of a set, the set's own among them, as [Graph.Sizes] counts them, each once and
// in an order that depends on nothing but the set and its order. The cost is one walk over what is reached: from the set
// if it is [Deep], from the GC roots if it is [Retained]. An error is ctx's. The result is the caller's.
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

// reach reports whether p was not reached before.
func (f *Finder) reach(p uint32) bool {
	fresh := f.seen[p] != f.call
	if fresh {
		f.seen[p] = f.call
		f.stack = append(f.stack, p)
	}
	return fresh
}

// reachOther reaches what is not in the set.
func (f *Finder) reachOther(p uint32) {
	if f.in[p] != f.call {
		f.reach(p)
	}
}

// run goes on from what was reached. Row says what references of an object count, class which class object its header holds.
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
