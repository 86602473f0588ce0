package closure

import (
	"context"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"memcity/trace"
	"memcity/trace/poll"
)

// A Removal says what is removed of a heap state, to see what would be freed. Its parts may be combined; all are removed at
// once.
type Removal struct {
	// All references from objects of From, and of FromKinds, to objects of To, and of ToKinds. The kinds are by By. It is best the same for
	// all removals that are computed together.
	From, To           []trace.ObjectID
	By                 *Kinds
	FromKinds, ToKinds []int32
	// Single references: see [Reference].
	References []Reference
	// GC roots, as indices into [trace.Heap.Roots].
	Roots []int
	// Objects, which are freed in any case.
	Objects []trace.ObjectID
	// Parts are removed as well, as if what they have stood in the lists above: removals of several combinations of the same parts
	// need no copies of them. They have no parts themselves.
	Parts []*Removal
}

// IsEmpty reports whether nothing is named that references, roots or objects are removed of.
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

// Reference is one reference of an object: the field or element number Index of those that are not null, as an index into
// [trace.Heap.References].
type Reference struct {
	From  trace.ObjectID
	Index int
}

// Freed is what a cut frees: objects that are alive now and would not be afterwards.
type Freed struct {
	trace.Amount
	Target trace.Amount // of it, in the target
}

// removalsAtOnce is how many cuts share a sweep: one bit is for the heap state as it is.
const removalsAtOnce = 63

// asIs is the bit of the heap state as it is.
const asIs = 1 << removalsAtOnce

// WhatIf computes what each of some cuts alone would free. Target, unless nil, has objects that are counted in addition. Weak,
// unless nil, says which references of an object keep nothing alive, before and after the cuts; it is called once for each reference
// of the objects of which special is true.
//
// All results are exact and need one sweep for 63 cuts, as [Graph.Sizes] does it: a bit for each cut is carried along the
// references, but for those that the cut removes. What the heap state as it is reaches and a cut does not is freed. It takes
// 10 bytes per object. Without GC roots nothing is alive, and nothing is freed. An error is ctx's.
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

// MaxTogether is how many cuts [Graph.FreedBy] removes at once.
const MaxTogether = removalsAtOnce

// FreedBy returns the objects that would be freed without all of some cuts, up to [MaxTogether], removed at once. That is
// more than the cuts free one by one where they hold the same objects. Weak is as for [Graph.WhatIf], and so is the cost. An
// error is ctx's.
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

// removedEdges says over which references which bits are not carried.
type removedEdges struct {
	graph    *Graph
	stops    *stops
	single   map[Reference]uint64
	special  marks // positions that single references start at; nil for none
	weak     *Weak
	together bool   // what any cut removes is removed for all
	class    byType // class objects that are kept alive by object headers once the removed roots are gone
}

// stopped returns the bits that are not carried where some cuts stop them.
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
	var bits []uint64 // of the removals that each part is of: many combinations share long lists
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
				c.special = newMarks(len(g.order))
			}
			c.single[r] |= bits[i]
			c.special.set(g.rank[r.From])
		}
	}
	return c, nil
}

// classesWithout returns the class objects, by type, that object headers keep alive after the removals. A class whose GC root is removed
// stays alive as long as it has instances. The cost is linear in removed roots and types.
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

// at returns the bits that the object at a position gets of those that arrive.
func (c *removedEdges) at(p uint32, bits uint64) uint64 {
	if c.stops.someGone {
		bits &^= c.stopped(c.stops.of(p).gone)
	}
	return bits
}

// over returns what of some bits is carried over reference number i from p, where some are stopped, to t.
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

// singly returns the bits of the removals that name reference number i from p.
func (c *removedEdges) singly(p uint32, i int) uint64 {
	return c.single[Reference{c.graph.order[p], i}]
}

// isWeak reports whether reference number i from p, which is special, keeps nothing alive.
func (c *removedEdges) isWeak(p uint32, i int) bool {
	o := c.graph.order[p]
	return c.weak != nil && c.weak.isSpecial(c.graph.typeOf(p), o) && c.weak.Reference(o, i)
}

// isSpecial reports whether single references of the object at p differ from the others.
func (c *removedEdges) isSpecial(p uint32) bool {
	return c.special.has(p) || c.weak != nil && c.weak.isSpecial(c.graph.typeOf(p), c.graph.order[p])
}

// startRemovals gives the GC roots their bits.
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

// passRemovals is pass with cuts.
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
		// A reference that is removed is one in a field: an object keeps its class.
		if bits := s.removed.at(c, has); bits&^s.has[c] != 0 {
			s.receive(c, bits, limit)
		}
	}
}

// countFreed adds up what the heap state reaches as it is and not with a cut.
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
