package group

import (
	"context"
	"slices"

	"memcity/trace"
)

// Pointers counts the references between the leaves of the tree, as [trace.Pointers] defines them: over distinct
// objects, in both directions.
//
// One pass over the references in order of the objects does both maps. That a target was counted for a group before is
// known from a mark on the target that names the first group that reached it; only targets that several groups reach go
// to a hash set. Cost is linear in objects and references; memory is 8 bytes per object and 8 to 16 per pair of a target
// and a further group that refers to it. An error is ctx's.
func (g *Grouping) Pointers(ctx context.Context) (*trace.Pointers, error) {
	h := g.Heap
	c := pointerCounter{marks: make([]mark, h.Len()), seen: make([]uint32, len(g.Tree.Nodes))}
	for o := range c.marks {
		c.marks[o] = mark{group: g.Leaf(trace.ObjectID(o)), first: -1}
	}
	for o := range c.marks {
		if o%checkEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if refs := h.References(trace.ObjectID(o)); len(refs) > 0 {
			c.count(uint32(o), refs)
		}
	}
	nodes := len(g.Tree.Nodes)
	return &trace.Pointers{PointsTo: c.to.rows(nodes), PointedFrom: c.from.rows(nodes)}, nil
}

type pointerCounter struct {
	marks    []mark   // by object
	seen     []uint32 // by group: the last object, plus one, that was counted as referring to it
	more     pairSet  // groups after the first that reached an object
	to, from pairCounts
}

type mark struct {
	group int32
	first int32 // the first group that reached the object; -1 for none
}

// count takes in the references of object o.
func (c *pointerCounter) count(o uint32, refs []trace.ObjectID) {
	own := c.marks[o].group
	for _, t := range refs {
		m := &c.marks[t]
		if c.seen[m.group] != o+1 {
			c.seen[m.group] = o + 1
			c.from.add(m.group, own)
		}
		switch {
		case m.first == own:
		case m.first < 0:
			m.first = own
			c.to.add(own, m.group)
		case c.more.insert(uint64(uint32(own))<<32 | uint64(t)):
			c.to.add(own, m.group)
		}
	}
}

// pairCounts counts pairs of groups.
type pairCounts struct {
	table pairSet
	count []uint32 // by slot of the table
	last  uint64
	slot  int
}

func (p *pairCounts) add(n, m int32) {
	key := uint64(uint32(n))<<32 | uint64(uint32(m))
	if p.count == nil || key != p.last {
		slot, _, grown := p.table.find(key)
		if grown != nil {
			p.count = grown.move(p.count, &p.table)
		}
		p.last, p.slot = key, slot
	}
	p.count[p.slot]++
}

// rows returns the counts as rows in order.
func (p *pairCounts) rows(nodes int) trace.PointerMap {
	type entry struct {
		key   uint64
		count uint32
	}
	var entries []entry
	for slot, key := range p.table.keys {
		if key != 0 {
			entries = append(entries, entry{key - 1, p.count[slot]})
		}
	}
	slices.SortFunc(entries, func(a, b entry) int {
		if a.key < b.key {
			return -1
		}
		return 1
	})
	m := trace.PointerMap{Start: make([]uint32, nodes+1), To: make([]int32, len(entries)), Counts: make([]int64, len(entries))}
	for i, e := range entries {
		m.Start[e.key>>32+1]++
		m.To[i], m.Counts[i] = int32(uint32(e.key)), int64(e.count)
	}
	for n := range nodes {
		m.Start[n+1] += m.Start[n]
	}
	return m
}

// pairSet is a hash set of numbers below 2⁶⁴−1 with open addressing. The zero value is empty.
type pairSet struct {
	keys []uint64 // key plus one; 0 is free
	used int
}

// regrown tells that a table got larger: where each old slot's key was.
type regrown struct{ old []uint64 }

func (r *regrown) move(values []uint32, now *pairSet) []uint32 {
	moved := make([]uint32, len(now.keys))
	for slot, key := range r.old {
		if key != 0 {
			moved[now.slot(key)] = values[slot]
		}
	}
	return moved
}

// insert adds key and reports whether it is new.
func (s *pairSet) insert(key uint64) bool {
	_, added, _ := s.find(key)
	return added
}

// find returns the slot of key, adding it if it is new. When the table had to grow, the way from old slots is returned.
func (s *pairSet) find(key uint64) (slot int, added bool, grown *regrown) {
	if s.used*4 >= len(s.keys)*3 {
		grown = s.grow()
	}
	slot = s.slot(key + 1)
	if s.keys[slot] != 0 {
		return slot, false, grown
	}
	s.keys[slot] = key + 1
	s.used++
	return slot, true, grown
}

// slot returns where the stored key is or belongs.
func (s *pairSet) slot(stored uint64) int {
	mask := uint64(len(s.keys) - 1)
	i := stored * 0x9e3779b97f4a7c15
	i = (i ^ i>>32) & mask
	for s.keys[i] != 0 && s.keys[i] != stored {
		i = (i + 1) & mask
	}
	return int(i)
}

func (s *pairSet) grow() *regrown {
	old := s.keys
	s.keys = make([]uint64, max(256, 2*len(old)))
	for _, key := range old {
		if key != 0 {
			s.keys[s.slot(key)] = key
		}
	}
	return &regrown{old}
}
