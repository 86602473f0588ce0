package closure

import (
	"context"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure/internal/rows"
	"memcity/trace"
	"memcity/trace/poll"
)

// A Removal is a hypothetical change to a heap state, used to compute which objects it would free. All its fields apply together.
type Removal struct {
	// References from all objects in From or FromKinds to all objects in To or ToKinds. By assigns the kinds. It should be the same for all
	// removals computed together.
	From, To           []trace.ObjectID
	By                 *Kinds
	FromKinds, ToKinds []int32
	// Single references, see [Reference].
	References []Reference
	// GC roots, as indices into [trace.Heap.Roots].
	Roots []int
	// Objects to remove; they always count as freed.
	Objects []trace.ObjectID
	// Parts are removed as well, as if their fields were part of the fields above. Several combinations of the same parts can thus share
	// them without copying. Parts must not have parts themselves.
	Parts []*Removal
}

// IsEmpty reports whether the removal names no source of references, no GC roots and no objects. It ignores parts.
func (r *Removal) IsEmpty() bool {
	return len(r.From)+len(r.FromKinds)+len(r.References)+len(r.Roots)+len(r.Objects) == 0
}

// each visits the removal and its parts.
func (r *Removal) each(visit func(part *Removal)) {
	visit(r)
	for _, part := range r.Parts {
		visit(part)
	}
}

// Reference is one reference of an object. Index is its index in [trace.Heap.References], which omits nulls.
type Reference struct {
	From  trace.ObjectID
	Index int
}

// Freed is the result of a removal: the objects that are alive before it and not after it.
type Freed struct {
	trace.Amount
	Target trace.Amount // freed objects in the target
}

// removalsAtOnce is the number of removals that share a sweep. One further bit stands for the unchanged heap state.
const removalsAtOnce = 63

// asIs is the bit of the unchanged heap state.
const asIs = 1 << removalsAtOnce

// WhatIf computes the objects that each removal alone would free. target, unless it is nil, selects objects to count separately as well.
// weak, unless it is nil, selects references that keep nothing alive, before and after the removals. Its Reference function is called for
// each reference of the special objects.
//
// The results are exact. As in [Graph.Sizes], a sweep propagates one bit per removal along references, except those that it removes. An
// object is freed if the bit of the unchanged heap state reaches it and the bit of the removal does not. Without GC roots nothing is alive
// and nothing is freed. The cost is one sweep per 63 removals. It takes 10 bytes per object. It returns an error only if ctx is done.
func (g *Graph) WhatIf(ctx context.Context, removals []Removal, target *bitset.BitSet, weak *Weak) ([]Freed, error) {
	freed := make([]Freed, len(removals))
	s := newSweep(g)
	defer s.release()
	s.class = g.class
	for first := 0; first < len(removals); first += removalsAtOnce {
		part := removals[first:min(len(removals), first+removalsAtOnce)]
		var err error
		if s.removed, err = newRemovedEdges(ctx, g, part, weak); err != nil {
			return nil, err
		}
		s.clear()
		s.startRemovals(part)
		if err := s.run(ctx); err != nil {
			return nil, err
		}
		if err := s.countFreed(ctx, freed[first:first+len(part)], target); err != nil {
			return nil, err
		}
	}
	return freed, nil
}

// MaxTogether is the maximum number of removals for [Graph.FreedBy].
const MaxTogether = removalsAtOnce

// FreedBy returns the objects that the given removals free together. It accepts up to [MaxTogether] removals, and panics if there are more.
// Together they free more than separately if they hold the same objects. weak and the cost are as in [Graph.WhatIf]. It returns an error
// only if ctx is done.
func (g *Graph) FreedBy(ctx context.Context, removals []Removal, weak *Weak) (*bitset.BitSet, error) {
	if len(removals) > MaxTogether {
		panic("closure: too many cuts at once")
	}
	freed := bitset.New(uint(len(g.order)))
	if len(removals) == 0 {
		return freed, nil
	}
	s := newSweep(g)
	defer s.release()
	s.class = g.class
	var err error
	if s.removed, err = newRemovedEdges(ctx, g, removals, weak); err != nil {
		return nil, err
	}
	s.removed.together = true
	s.startRemovals(removals)
	if err := s.run(ctx); err != nil {
		return nil, err
	}
	for p, has := range s.has {
		if err := poll.At(ctx, p); err != nil {
			return nil, err
		}
		if has == asIs {
			freed.Set(uint(g.order[p]))
		}
	}
	return freed, nil
}

// removedEdges contains the bits that are not propagated, by reference.
type removedEdges struct {
	graph    *Graph
	stops    *stops
	single   map[Reference]uint64
	special  rows.Marks // positions of objects with removed single references; nil for none
	weak     *Weak
	together bool   // true if each removal applies to all bits
	class    byType // class objects that headers keep alive once the roots are removed
}

// stopped returns the bits that are not propagated where the given removals apply.
func (c *removedEdges) stopped(by uint64) uint64 {
	if c.together && by != 0 {
		return ^uint64(asIs)
	}
	return by
}

func newRemovedEdges(ctx context.Context, g *Graph, removals []Removal, weak *Weak) (*removedEdges, error) {
	c := &removedEdges{graph: g, single: map[Reference]uint64{}, weak: weak}
	var parts []*Removal
	numbers := map[*Removal]int{}
	var bits []uint64 // by part: bits of the removals that contain it; many combinations share long lists
	for i := range removals {
		removals[i].each(func(part *Removal) {
			n, ok := numbers[part]
			if !ok {
				n = len(parts)
				numbers[part], parts, bits = n, append(parts, part), append(bits, 0)
			}
			bits[n] |= uint64(1) << i
		})
	}
	var err error
	if c.stops, err = newStops(ctx, g, parts, bits); err != nil {
		return nil, err
	}
	c.class = g.classesWithout(parts)
	for i, part := range parts {
		for _, r := range part.References {
			if c.special == nil {
				c.special = rows.NewMarks(len(g.order))
			}
			c.single[r] |= bits[i]
			c.special.Set(g.rank[r.From])
		}
	}
	return c, nil
}

// classesWithout returns, by type, the class objects that headers keep alive after the removals. A class whose GC root is removed stays
// alive while it has instances. The cost is linear in removed roots and types.
func (g *Graph) classesWithout(removals []*Removal) byType {
	h, unheld := g.heap, map[trace.ObjectID]bool{}
	for _, removal := range removals {
		for _, r := range removal.Roots {
			if o := h.Roots[r].Object; h.Types[h.TypeOf.At(o)].Kind == trace.ClassObject {
				unheld[o] = true
			}
		}
	}
	if len(unheld) == 0 {
		return g.class
	}
	classes := slices.Repeat(byType{none}, len(h.Types))
	copy(classes, g.class)
	for t := range h.Types {
		if c := h.Types[t].Class; unheld[c] {
			classes[t] = g.rank[c]
		}
	}
	return classes
}

// at returns the part of bits that reaches the object at p.
func (c *removedEdges) at(p uint32, bits uint64) uint64 {
	if c.stops.someGone {
		bits &^= c.stopped(c.stops.of(p).gone)
	}
	return bits
}

// over returns the part of bits that passes over reference i from p to t. from contains the bits that the stop at p names, and special is
// true if single references of p differ.
func (c *removedEdges) over(p uint32, from uint64, i int, t uint32, bits uint64, special bool) uint64 {
	if from != 0 {
		bits &^= c.stopped(from & c.stops.of(t).to)
	}
	if special {
		bits &^= c.stopped(c.singly(p, i))
		if c.isWeak(p, i) {
			return 0
		}
	}
	return c.at(t, bits)
}

// singly returns the bits of the removals that name reference i from p.
func (c *removedEdges) singly(p uint32, i int) uint64 {
	return c.single[Reference{c.graph.order[p], i}]
}

// isWeak reports whether reference i from p keeps nothing alive. The object at p must be special.
func (c *removedEdges) isWeak(p uint32, i int) bool {
	o := c.graph.order[p]
	return c.weak != nil && c.weak.isSpecial(c.graph.typeOf(p), o) && c.weak.Reference(o, i)
}

// isSpecial reports whether single references of the object at p are treated differently.
func (c *removedEdges) isSpecial(p uint32) bool {
	return c.special.Has(p) || c.weak != nil && c.weak.isSpecial(c.graph.typeOf(p), c.graph.order[p])
}

// startRemovals sets the initial bits of the objects that GC roots hold.
func (s *sweep) startRemovals(removals []Removal) {
	without := make([]uint64, len(s.g.heap.Roots))
	for i := range removals {
		removals[i].each(func(part *Removal) {
			for _, r := range part.Roots {
				without[r] |= 1 << i
			}
		})
	}
	all := uint64(asIs) | (1<<len(removals) - 1)
	for i := range s.g.heap.Roots {
		p := s.g.rank[s.g.heap.Roots[i].Object]
		s.has[p] |= s.removed.at(p, all&^s.removed.stopped(without[i]))
	}
}

// passRemovals is pass for a sweep with removals.
func (s *sweep) passRemovals(p, limit uint32) {
	has := s.has[p]
	if has == 0 {
		return
	}
	special, from := s.removed.isSpecial(p), s.removed.stops.of(p).from
	for i, t := range s.g.row(p) {
		if has&^s.has[t] == 0 {
			continue
		}
		if bits := s.removed.over(p, from, i, t, has, special); bits&^s.has[t] != 0 {
			s.receive(t, bits, limit)
		}
	}
	if c := s.removed.class.of(s.g, p); c != none {
		// Removed references are fields: an object keeps its class.
		if bits := s.removed.at(c, has); bits&^s.has[c] != 0 {
			s.receive(c, bits, limit)
		}
	}
}

// countFreed adds up the objects that the unchanged heap state reaches and a removal does not.
func (s *sweep) countFreed(ctx context.Context, freed []Freed, target *bitset.BitSet) error {
	all := uint64(1)<<len(freed) - 1
	for p, has := range s.has {
		if err := poll.At(ctx, p); err != nil {
			return err
		}
		if has&asIs == 0 || has&all == all {
			continue
		}
		size := s.g.size(uint32(p))
		wanted := target != nil && target.Test(uint(s.g.order[p]))
		for i := range freed {
			if has>>i&1 != 0 {
				continue
			}
			freed[i].Objects++
			freed[i].Bytes += size
			if wanted {
				freed[i].Target.Objects++
				freed[i].Target.Bytes += size
			}
		}
	}
	return nil
}
