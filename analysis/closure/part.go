package closure

import (
	"context"

	"memcity/analysis/closure/internal/rows"
	"memcity/trace"
	"memcity/trace/poll"
)

// Part is a subgraph of a heap state with the references of [Roots]. Objects are numbered in order of position, so most references lead to
// higher numbers nearby. It takes a bit per object of the heap state, and 4 bytes per object and reference of the part. It is read-only
// once built.
type Part struct {
	Start []uint32 // start of each row in To, by number
	To    []uint32 // numbers of referenced objects

	graph *Graph
	in    rows.Sparse // sparse rows by position
}

// Part returns the subgraph of the objects in the given lists, which may overlap. The cost is one pass over their references, and one over
// a bit per object of the heap state. It returns an error only if ctx is done.
func (r *Roots) Part(ctx context.Context, lists ...[]trace.ObjectID) (*Part, error) {
	g := r.graph
	set := rows.NewMarks(len(g.order))
	for _, list := range lists {
		for i, o := range list {
			if err := poll.At(ctx, i); err != nil {
				return nil, err
			}
			set.Set(g.rank[o])
		}
	}
	p := &Part{graph: g, in: rows.NewSparse(set, len(g.order))}
	p.Start, p.To = make([]uint32, 1, p.in.Count+1), make([]uint32, 0, p.in.Count+p.in.Count/2)
	steps := poll.Count(ctx)
	for at := range set.All() {
		if err := steps.Add(1); err != nil {
			return nil, err
		}
		for _, to := range r.row(at) {
			p.refer(to)
		}
		if r.made != nil {
			if t := g.typeOf(at); r.made[t] && g.heap.Types[t].Class != trace.NoObject {
				p.refer(g.rank[g.heap.Types[t].Class])
			}
		}
		p.Start = append(p.Start, uint32(len(p.To)))
	}
	return p, nil
}

// refer appends a reference to the current row if its target is in the part.
func (p *Part) refer(to uint32) {
	if p.in.Has(to) {
		p.To = append(p.To, p.in.Index(to))
	}
}

// Len returns the number of objects.
func (p *Part) Len() int { return int(p.in.Count) }

// Number returns the number of an object that is in the part.
func (p *Part) Number(o trace.ObjectID) uint32 { return p.in.Index(p.graph.rank[o]) }

// Row returns the numbers of the objects that object n refers to.
func (p *Part) Row(n uint32) []uint32 { return p.To[p.Start[n]:p.Start[n+1]] }
