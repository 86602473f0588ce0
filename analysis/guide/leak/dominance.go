package leak

import (
	"cmp"
	"context"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure/dominators"
	"memcity/trace"
	"memcity/trace/parallel"
	"memcity/trace/poll"
)

// Dominance is the dominator tree of the graph of places. It shows what the objects of each place alone keep alive, regardless of how many
// paths lead there. One place refers to another if its objects refer to more than a few objects of the other. Removing all objects of a
// place frees what the place dominates, except for those few. More may be freed, as places are coarser than objects; [closure.Graph.WhatIf]
// gives exact numbers.
type Dominance struct {
	holders  *Holders
	of       []uint32       // by node: dominator's place plus one; 0 represents all GC roots together
	retained []trace.Amount // by node
	kids     rows[Place]    // by node: places that it immediately dominates, most retained bytes first
	from     rows[Edge]     // by node: its referrers
	first    []uint32       // by node: index into to of the first node that it refers to, 0-based
	to       []uint32       // nodes
	chained  []bool         // by place; true if most of its objects refer to others of the same place
	weights  []int64        // by place: weight of its objects; nil for bytes in the heap
}

// Edge is the number of references from one place's objects to another's.
type Edge struct {
	From       Place
	References int64
}

// A few references from another place do not count. If a map holds a hundred thousand sessions and a request also refers to one of them,
// the map still keeps the sessions alive.
const (
	minorShare = 0.05 // least share of the objects of a place
	minorLeast = 20   // least number of objects of a place for minorShare to apply

	leastChained = 0.8 // least references within a place, per object, for its objects to form a chain or tree
)

// NewDominance returns the dominators of the places in the last heap state added. places is indexed by object. References are those that
// [Holders.Add] follows. The cost is linear in references. It uses 8 bytes for each pair of places with references and about 64 bytes for
// each place. It returns an error only if ctx is done.
func (s *Holders) NewDominance(ctx context.Context, h *trace.Heap, reachable *bitset.BitSet, places []Place) (*Dominance, error) {
	d := &Dominance{holders: s, chained: make([]bool, len(s.Nodes))}
	edges, err := d.edges(ctx, newWalk(h, reachable, s.domain, false), places)
	if err != nil {
		return nil, err
	}
	first, to := make([]uint32, len(s.Nodes)+2), make([]uint32, len(edges))
	d.from = newRows[Edge](len(s.Nodes)+1, func(add func(node uint32, e Edge)) {
		for _, e := range edges {
			if from := uint32(e.nodes >> 32); from > 0 {
				add(uint32(e.nodes), Edge{Place(from - 1), e.references})
			}
		}
	})
	for i, e := range edges {
		first[e.nodes>>32+1]++
		to[i] = uint32(e.nodes)
	}
	for n := 1; n < len(first); n++ {
		first[n] += first[n-1]
	}
	d.first, d.to = first, to
	if d.of, err = dominators.Immediate(ctx, first, to); err != nil {
		return nil, err
	}
	d.sum()
	return d, ctx.Err()
}

// nodePair is the number of references from one node to another. Node 0 is all GC roots, and node p+1 is the place p.
type nodePair struct {
	nodes      uint64 // from in the upper 32 bits, to in the lower
	references int64
}

func pairOf(from, to uint32) uint64 { return uint64(from)<<32 | uint64(to) }

// edges returns the pairs of nodes with more than a few references, ascending.
func (d *Dominance) edges(ctx context.Context, w *walk, places []Place) ([]nodePair, error) {
	s, c := d.holders, newPairCounter()
	running := w.running()
	for phase := range w.starts {
		for _, r := range w.starts[phase] {
			top, ok := s.known(NoPlace, "", w.roots[r.root].text)
			if !ok || places[r.object] == NoPlace || phase == ownStatics && running.Test(uint(r.object)) {
				continue
			}
			c.add(pairOf(0, uint32(top+1)), 1)
			if phase == locals && s.Nodes[places[r.object]].Parent != top {
				continue // others hold the referents of a running call
			}
			c.add(pairOf(uint32(top+1), uint32(places[r.object]+1)), 1)
		}
	}
	counts := make([]*edgeCounts, parallel.Parts(len(places), leastPart))
	counts[0] = newEdgeCounts(s, places, running, c)
	for part := 1; part < len(counts); part++ {
		counts[part] = newEdgeCounts(s, places, running, newPairCounter())
	}
	if err := parallel.Ranges(len(places), leastPart, func(part, first, end int) error {
		err := poll.Ranges(ctx, first, end, func(first, end int) {
			for o := first; o < end; o++ {
				counts[part].count(w, trace.ObjectID(o))
			}
		})
		counts[part].end()
		return err
	}); err != nil {
		return nil, err
	}
	lists := make([][]nodePair, len(counts))
	for part, c := range counts {
		lists[part] = c.pairs
		for p, n := range c.within {
			if part > 0 {
				counts[0].within[p] += n
			}
		}
	}
	for p, n := range counts[0].within {
		d.chained[p] = float64(n) >= leastChained*float64(s.Nodes[p].Objects[s.Points-1]) && n > 0
	}
	return slices.DeleteFunc(joined(lists), d.isMinor), ctx.Err()
}

// leastPart is the number of objects below which another goroutine does not pay off, as each keeps counters for most of the pairs.
const leastPart = 1 << 22

// isMinor reports whether a pair has too few references to keep the target alive. For the links of a chain, one reference is enough.
func (d *Dominance) isMinor(e nodePair) bool {
	s, from, to := d.holders, Place(e.nodes>>32)-1, Place(uint32(e.nodes))-1
	if from == NoPlace || s.Nodes[to].Parent == from || d.chained[to] {
		return false
	}
	objects := s.Nodes[to].Objects[s.Points-1]
	return objects >= minorLeast && float64(e.references) < minorShare*float64(objects)
}

// Weighted returns a copy that uses the given weights, one for each place, instead of bytes in the heap. They apply to retained sizes and
// accumulations.
func (d *Dominance) Weighted(weights []int64) *Dominance {
	other := *d
	other.weights = weights
	other.sum()
	return &other
}

// own returns the weight of the objects of a place alone.
func (d *Dominance) own(p Place) int64 {
	if d.weights != nil {
		return d.weights[p]
	}
	return d.holders.Nodes[p].Bytes[d.holders.Points-1]
}

// sum computes the retained size of each place.
func (d *Dominance) sum() {
	s, nodes := d.holders, len(d.of)
	last := s.Points - 1
	d.retained = make([]trace.Amount, nodes)
	pending := make([]int, nodes) // number of dominated nodes not yet added
	for n := 1; n < nodes; n++ {
		if d.of[n] != dominators.NoNode {
			d.retained[n] = trace.Amount{Objects: s.Nodes[n-1].Objects[last], Bytes: d.own(Place(n - 1))}
			pending[d.of[n]]++
		}
	}
	for leaf := range nodes {
		for n := uint32(leaf); n != 0 && d.of[n] != dominators.NoNode && pending[n] == 0; n = d.of[n] {
			pending[n] = -1
			up := d.of[n]
			d.retained[up].Objects += d.retained[n].Objects
			d.retained[up].Bytes += d.retained[n].Bytes
			pending[up]--
		}
	}
	d.kids = newRows[Place](nodes, func(add func(node uint32, p Place)) {
		for n := 1; n < nodes; n++ {
			if d.of[n] != dominators.NoNode {
				add(d.of[n], Place(n-1))
			}
		}
	})
	for n := range nodes {
		slices.SortFunc(d.kids.of(uint32(n)), func(a, b Place) int {
			return cmp.Or(cmp.Compare(d.Retained(b).Bytes, d.Retained(a).Bytes), cmp.Compare(a, b))
		})
	}
}

// Retained returns the objects of a place plus what they alone keep alive. [NoPlace] represents all GC roots together.
func (d *Dominance) Retained(p Place) trace.Amount { return d.retained[p+1] }

// Dominated returns the places that p immediately dominates, most retained bytes first. [NoPlace] represents all GC roots together. The
// receiver owns the slice.
func (d *Dominance) Dominated(p Place) []Place { return d.kids.of(uint32(p + 1)) }

// References returns the places to which objects of p have more than a few references, ascending.
func (d *Dominance) References(p Place) []Place {
	var list []Place
	for _, n := range d.to[d.first[p+1]:d.first[p+2]] {
		list = append(list, Place(n)-1)
	}
	return list
}

// Of returns the immediate dominator of p; [NoPlace] if there is none or p has no objects.
func (d *Dominance) Of(p Place) Place {
	if of := d.of[p+1]; of != dominators.NoNode {
		return Place(of) - 1
	}
	return NoPlace
}

// IsReached reports whether edges lead from GC roots to p. They do not if the references to its objects are too few to count.
func (d *Dominance) IsReached(p Place) bool { return d.of[p+1] != dominators.NoNode }

// Referrers returns the places with more than a few references to objects of p, ascending. The receiver owns the slice.
func (d *Dominance) Referrers(p Place) []Edge { return d.from.of(uint32(p + 1)) }
