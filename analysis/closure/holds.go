package closure

import (
	"slices"

	"memcity/analysis/closure/internal/rows"
)

// heldRows contains shortened rows for objects that have references which hold nothing. The shortened rows omit these references.
type heldRows struct {
	special rows.Marks
	rows    rows.Sparse // sparse rows of the special objects
	start   []uint32    // start of each row in to, by special object
	to      []uint32
}

// of returns the holding references of the object at p.
func (r *heldRows) of(g *Graph, p uint32) []uint32 {
	if r.special.Has(p) {
		return r.shortened(p)
	}
	return g.row(p)
}

// shortened returns the row of a special object.
func (r *heldRows) shortened(p uint32) []uint32 {
	i := r.rows.Index(p)
	return r.to[r.start[i]:r.start[i+1]]
}

// keep stores the references of the special objects for which holds returns true.
func (r *heldRows) keep(g *Graph, holds func(p uint32, i int) bool) {
	r.rows = rows.NewSparse(r.special, len(g.order))
	r.start = make([]uint32, 1, r.rows.Count+1)
	for p := range r.special.All() {
		for i, to := range g.row(p) {
			if holds(p, i) {
				r.to = append(r.to, to)
			}
		}
		r.start = append(r.start, uint32(len(r.to)))
	}
}

// holding contains the references that keep objects alive, for retained sizes.
type holding struct {
	heldRows
	loose []uint32 // objects that the GC roots reach only over references that hold nothing
}

// holds returns the references that keep objects alive. The first call computes them with one traversal.
func (g *Graph) holds() *holding {
	g.holdsOnce.Do(func() {
		g.held = &holding{}
		weak := WeakByType(g.heap, true)
		if !slices.Contains(weak.Special, true) {
			return
		}
		g.held.special = rows.NewMarks(len(g.order))
		for p := g.live; int(p) < len(g.order); p++ {
			if weak.Special[g.typeOf(p)] {
				g.held.special.Set(p)
			}
		}
		g.held.keep(g, func(p uint32, i int) bool { return !weak.Reference(g.order[p], i) })
		g.addLoose(weak)
	})
	return g.held
}

// addLoose collects the objects that the GC roots reach only over references that hold nothing.
func (g *Graph) addLoose(weak *Weak) {
	seen := rows.NewMarks(len(g.order))
	var stack []uint32
	visit := func(p uint32) {
		if p != none && !seen.Has(p) {
			seen.Set(p)
			stack = append(stack, p)
		}
	}
	for i := range g.heap.Roots {
		visit(g.rank[g.heap.Roots[i].Object])
	}
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, to := range g.held.of(g, p) {
			visit(to)
		}
		visit(g.header(p))
	}
	for p := g.live; int(p) < len(g.order); p++ {
		if !g.held.special.Has(p) {
			continue
		}
		for i, to := range g.row(p) {
			if !seen.Has(to) && weak.Reference(g.order[p], i) {
				g.held.loose = append(g.held.loose, to)
			}
		}
	}
}
