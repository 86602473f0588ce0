package closure

import (
	"cmp"
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
)

// conditions assigns a number to each distinct condition.
//
// A condition determines which of up to 64 removals an object survives. It consists of terms, each a set of removals as bits. The object is
// alive while at least one term contains none of the removals made. A term stands for a path: it contains the removals that break the path.
// A condition keeps only minimal terms, smallest first.
//
// Distinct conditions are few, because neighboring objects mostly share one.
type conditions struct {
	terms  [][]uint64
	index  map[string]uint16
	joined [2]pairs // cached results, by operation
	limit  int      // highest allowed number
	full   bool     // true if the limit was exceeded; the numbers are then invalid
	buffer []uint64
	key    []byte
}

// The condition numbers of objects that are never alive and of objects that survive every combination.
const (
	never  = 0
	always = 1
)

// Limits. A condition number must fit into the 16 bits kept for each object; the number of terms bounds the work for one condition.
const (
	maxConditions = math.MaxUint16
	maxTerms      = 256
)

// The operations on two conditions.
const (
	either = iota
	both
)

func newConditions(most int) *conditions {
	c := &conditions{index: map[string]uint16{}, limit: min(most, maxConditions)}
	for op := range c.joined {
		c.joined[op].known = map[uint32]uint16{}
	}
	c.number(nil)
	c.number([]uint64{0})
	return c
}

// number returns the number of the condition with the given terms. The terms must be minimal and sorted.
func (c *conditions) number(terms []uint64) uint16 {
	c.key = c.key[:0]
	for _, t := range terms {
		c.key = binary.LittleEndian.AppendUint64(c.key, t)
	}
	if n, ok := c.index[string(c.key)]; ok {
		return n
	}
	if len(c.terms) > c.limit || len(terms) > maxTerms {
		c.full = true
		return never
	}
	n := uint16(len(c.terms))
	c.terms = append(c.terms, slices.Clone(terms))
	c.index[string(c.key)] = n
	return n
}

// least sorts terms and removes each term that contains another one. It works in place.
func least(terms []uint64) []uint64 {
	slices.SortFunc(terms, func(a, b uint64) int {
		return cmp.Or(cmp.Compare(bits.OnesCount64(a), bits.OnesCount64(b)), cmp.Compare(a, b))
	})
	kept := terms[:0]
	for _, t := range terms {
		if !slices.ContainsFunc(kept, func(k uint64) bool { return k&^t == 0 }) {
			kept = append(kept, t)
		}
	}
	return kept
}

// either returns the condition that is met if a or b is.
func (c *conditions) either(a, b uint16) uint16 {
	switch {
	case a == b || b == never:
		return a
	case a == never:
		return b
	case a == always || b == always:
		return always
	}
	n, known := c.joined[either].find(a, b)
	if !known {
		c.buffer = append(append(c.buffer[:0], c.terms[a]...), c.terms[b]...)
		n = c.number(least(c.buffer))
		c.joined[either].keep(a, b, n)
	}
	return n
}

// both returns the condition that is met if a and b both are.
func (c *conditions) both(a, b uint16) uint16 {
	switch {
	case a == b || b == always:
		return a
	case a == always:
		return b
	case a == never || b == never:
		return never
	}
	n, known := c.joined[both].find(a, b)
	if !known {
		c.buffer = c.buffer[:0]
		for _, x := range c.terms[a] {
			for _, y := range c.terms[b] {
				c.buffer = append(c.buffer, x|y)
			}
		}
		n = c.number(least(c.buffer))
		c.joined[both].keep(a, b, n)
	}
	return n
}

// avoiding returns the condition that is met if no removal in the given set is made.
func (c *conditions) avoiding(set uint64) uint16 {
	if set == 0 {
		return always
	}
	c.buffer = append(c.buffer[:0], set)
	return c.number(c.buffer)
}

// meets reports whether an object with condition n is alive after all removals in the given set.
func (c *conditions) meets(n uint16, removed uint64) bool {
	return slices.ContainsFunc(c.terms[n], func(t uint64) bool { return t&removed == 0 })
}

// pairs is a cache from unordered pairs of condition numbers to results. A small direct-mapped table in front of the map catches repeated
// lookups.
type pairs struct {
	known  map[uint32]uint16
	recent [1 << 10]struct {
		pair   uint32 // 0 for an empty slot; no lookup has this key
		number uint16
	}
}

func pairKey(a, b uint16) uint32 { return uint32(min(a, b))<<16 | uint32(max(a, b)) }

func (p *pairs) find(a, b uint16) (number uint16, known bool) {
	key := pairKey(a, b)
	slot := &p.recent[key*0x9e3779b1>>(32-10)]
	if slot.pair == key {
		return slot.number, true
	}
	if number, known = p.known[key]; known {
		slot.pair, slot.number = key, number
	}
	return number, known
}

func (p *pairs) keep(a, b, number uint16) { p.known[pairKey(a, b)] = number }
