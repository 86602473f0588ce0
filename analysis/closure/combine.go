package closure

import (
	"context"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure/passes"
	"memcity/trace"
	"memcity/trace/poll"
)

// MaxCombined is the largest number of removals that [Graph.Combine] accepts.
const MaxCombined = removalsAtOnce

// Combined computes the objects freed by each combination of some removals. It is not safe for concurrent use.
//
// [Graph.WhatIf] sweeps with one bit per combination. Combined needs a single sweep for all of them, with one condition per object: the
// combinations of removals that the object survives. Neighboring objects mostly share a condition, so recorded heaps have few distinct
// conditions. The amount that a combination frees is a sum over the conditions. Computing them takes 4 bytes per object; 2 of these remain
// in use. If there are too many conditions, Combined calls [Graph.WhatIf] instead.
type Combined struct {
	graph      *Graph
	removals   []Removal
	target     *bitset.BitSet
	weak       *Weak
	of         []uint16 // condition numbers by position; nil if there are too many conditions
	conditions *conditions
	has        []Freed // objects that have each condition, by condition number
}

// Combine prepares c for all combinations of up to [MaxCombined] removals, and panics if there are more. The removals must have no parts.
// Target and weak are as for [Graph.WhatIf]. The cost is one sweep. It returns an error only if ctx is done.
func (g *Graph) Combine(ctx context.Context, removals []Removal, target *bitset.BitSet, weak *Weak) (*Combined, error) {
	return g.combine(ctx, removals, target, weak, maxConditions)
}

func (g *Graph) combine(ctx context.Context, removals []Removal, target *bitset.BitSet, weak *Weak, most int) (*Combined, error) {
	if len(removals) > MaxCombined {
		panic("closure: too many removals to combine")
	}
	c := &Combined{graph: g, removals: removals, target: target, weak: weak, conditions: newConditions(most)}
	removed, err := newRemovedEdges(ctx, g, removals, weak)
	if err != nil {
		return nil, err
	}
	s := &conditionSweep{conditions: c.conditions, g: g, removals: removals, removed: removed, has: make([]uint16, len(g.order)), notes: passes.NewNotes(len(g.order)),
		edges: map[uint64]uint16{}}
	s.last.condition = always
	if err := s.run(ctx); err != nil {
		return nil, err
	}
	if c.conditions.full {
		c.conditions = nil
		return c, nil
	}
	c.of = s.has
	return c, c.count(ctx)
}

// count adds up the objects that have each condition.
func (c *Combined) count(ctx context.Context) error {
	c.has = make([]Freed, len(c.conditions.terms))
	for p, n := range c.of {
		if err := poll.At(ctx, p); err != nil {
			return err
		}
		if n <= always {
			continue
		}
		has, size := &c.has[n], trace.Amount{Objects: 1, Bytes: c.graph.size(uint32(p))}
		has.Add(size)
		if c.target != nil && c.target.Test(uint(c.graph.order[p])) {
			has.Target.Add(size)
		}
	}
	return nil
}

// bitsOf returns the given combination of removals as bits.
func bitsOf(set []int) (bits uint64) {
	for _, i := range set {
		bits |= 1 << i
	}
	return bits
}

// parts returns the given combination as one removal.
func (c *Combined) parts(set []int) (r Removal) {
	for _, i := range set {
		r.Parts = append(r.Parts, &c.removals[i])
	}
	return r
}

// Freed returns the objects that each of the given combinations frees. A combination contains indices of removals. It returns an error only
// if ctx is done.
func (c *Combined) Freed(ctx context.Context, sets [][]int) ([]Freed, error) {
	if c.of == nil {
		removals := make([]Removal, len(sets))
		for i, set := range sets {
			removals[i] = c.parts(set)
		}
		return c.graph.WhatIf(ctx, removals, c.target, c.weak)
	}
	freed := make([]Freed, len(sets))
	for i, set := range sets {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		removed := bitsOf(set)
		for n := range c.has {
			if c.has[n].Objects > 0 && !c.conditions.meets(uint16(n), removed) {
				freed[i].Add(c.has[n].Amount)
				freed[i].Target.Add(c.has[n].Target)
			}
		}
	}
	return freed, nil
}

// FreedBy returns the objects that the given combination frees. It returns an error only if ctx is done.
func (c *Combined) FreedBy(ctx context.Context, set []int) (*bitset.BitSet, error) {
	if c.of == nil {
		return c.graph.FreedBy(ctx, []Removal{c.parts(set)}, c.weak)
	}
	removed := bitsOf(set)
	goes := make([]bool, len(c.has))
	for n := range goes {
		goes[n] = n > always && !c.conditions.meets(uint16(n), removed)
	}
	freed := bitset.New(uint(len(c.of)))
	for p, n := range c.of {
		if err := poll.At(ctx, p); err != nil {
			return nil, err
		}
		if goes[n] {
			freed.Set(uint(c.graph.order[p]))
		}
	}
	return freed, nil
}

// conditionSweep propagates conditions along references to a fixed point, as [sweep] propagates bits.
type conditionSweep struct {
	*conditions
	g        *Graph
	removals []Removal
	removed  *removedEdges
	has      []uint16 // condition numbers by position
	notes    *passes.Notes
	edges    map[uint64]uint16 // conditions of references, by the stop numbers of their two ends
	last     struct {
		key       uint64
		condition uint16
	}
}

// run propagates conditions until nothing changes or there are too many of them. It returns an error only if ctx is done.
func (s *conditionSweep) run(ctx context.Context) error {
	s.start()
	n := uint32(len(s.has))
	for p := s.g.live; p < n && !s.full; p++ {
		if err := poll.At(ctx, p); err != nil {
			return err
		}
		s.pass(p, p)
	}
	return s.notes.Run(ctx, (len(s.has)-int(s.g.live))/256, func(p uint32) {
		if !s.full {
			s.pass(p, none)
		}
	})
}

// start sets the conditions of the objects that GC roots hold.
func (s *conditionSweep) start() {
	without := make([]uint64, len(s.g.heap.Roots))
	for i := range s.removals {
		for _, r := range s.removals[i].Roots {
			without[r] |= 1 << i
		}
	}
	for i := range s.g.heap.Roots {
		p := s.g.rank[s.g.heap.Roots[i].Object]
		s.has[p] = s.either(s.has[p], s.avoiding(without[i]|s.removed.stops.of(p).gone))
	}
}

// pass propagates the condition of the object at p to the objects it references, and queues those below limit.
func (s *conditionSweep) pass(p, limit uint32) {
	has := s.has[p]
	if has == never {
		return
	}
	stops := s.removed.stops
	special, number := s.removed.isSpecial(p), stops.at(p)
	from := stops.kinds[number].from
	for i, t := range s.g.row(p) {
		if old := s.has[t]; old == has || old == always {
			continue
		}
		given := has
		if special {
			if s.removed.isWeak(p, i) {
				continue
			}
			given = s.both(given, s.avoiding(s.removed.singly(p, i)))
		}
		if from != 0 || stops.someGone {
			given = s.both(given, s.over(number, stops.at(t)))
		}
		s.receive(t, given, limit)
	}
	if c := s.removed.class.of(s.g, p); c != none {
		given := has
		if stops.someGone {
			given = s.both(given, s.avoiding(stops.of(c).gone))
		}
		s.receive(c, given, limit)
	}
}

// over returns the condition under which a reference between objects with the two given stop numbers remains.
func (s *conditionSweep) over(from, to uint32) uint16 {
	key := uint64(from)<<32 | uint64(to)
	if key == s.last.key {
		return s.last.condition
	}
	n, known := s.edges[key]
	if !known {
		a, b := s.removed.stops.kinds[from].from, s.removed.stops.kinds[to]
		n = s.both(s.either(s.avoiding(a), s.avoiding(b.to)), s.avoiding(b.gone))
		s.edges[key] = n
	}
	s.last.key, s.last.condition = key, n
	return n
}

// receive adds a condition to the object at t.
func (s *conditionSweep) receive(t uint32, given uint16, limit uint32) {
	old := s.has[t]
	n := s.either(old, given)
	if n == old {
		return
	}
	s.has[t] = n
	if t < limit {
		s.notes.Add(t)
	}
}
