package leak

import (
	"cmp"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"memcity/trace"
)

// edgeCounts counts the references of some objects by the places at both ends.
type edgeCounts struct {
	places  []Place        // by object
	running *bitset.BitSet // threads; references to them do not count
	threads []bool         // by place; true if a running thread is in it
	parents []Place        // by place
	within  []int64        // by place: references between its objects
	below   []int64        // by place: references from its parent's objects, which are the majority
	between *pairCounter
	pairs   []nodePair // all pairs except within, in ascending order; set by end
}

func newEdgeCounts(s *Holders, places []Place, running *bitset.BitSet, c *pairCounter) *edgeCounts {
	n := len(s.Nodes)
	e := &edgeCounts{places: places, running: running, threads: make([]bool, n), parents: make([]Place, n), within: make([]int64, n),
		below: make([]int64, n), between: c}
	for p := range s.Nodes {
		e.parents[p] = s.Nodes[p].Parent
	}
	for o, ok := running.NextSet(0); ok; o, ok = running.NextSet(o + 1) {
		if p := places[o]; p != NoPlace {
			e.threads[p] = true
		}
	}
	return e
}

// count counts the references of an object.
func (e *edgeCounts) count(w *walk, o trace.ObjectID) {
	p := e.places[o]
	if p == NoPlace {
		return
	}
	w.each(o, func(to trace.ObjectID, _ uint16) {
		switch q := e.places[to]; {
		case q == NoPlace || e.threads[q] && e.running.Test(uint(to)):
		case q == p:
			e.within[p]++
		case e.parents[q] == p:
			e.below[q]++
		default:
			e.between.add(pairOf(uint32(p+1), uint32(q+1)), 1)
		}
	})
}

// end builds the list of pairs and releases the counters.
func (e *edgeCounts) end() {
	for q, n := range e.below {
		if n > 0 {
			e.between.add(pairOf(uint32(e.parents[q]+1), uint32(q+1)), n)
		}
	}
	e.pairs = e.between.list()
	e.between, e.below, e.parents, e.threads = nil, nil, nil, nil
}

// pairCounter counts equal pairs in an open-addressing hash table with 16 bytes per entry, at least a third of it empty.
type pairCounter struct {
	entries []nodePair // length is a power of two; an empty entry has 0 references
	count   int
}

// leastPairs is the initial size of the table.
const leastPairs = 1 << 10

func newPairCounter() *pairCounter { return &pairCounter{entries: make([]nodePair, leastPairs)} }

func (c *pairCounter) add(nodes uint64, references int64) {
	e := c.at(nodes)
	if e.references == 0 {
		if c.count++; 3*c.count > 2*len(c.entries) {
			old := c.entries
			c.entries = make([]nodePair, 2*len(old))
			for _, e := range old {
				if e.references > 0 {
					*c.at(e.nodes) = e
				}
			}
			e = c.at(nodes)
		}
		e.nodes = nodes
	}
	e.references += references
}

// at returns the entry of a pair, or the empty entry where the pair belongs. The table must have an empty entry.
func (c *pairCounter) at(nodes uint64) *nodePair {
	mask := uint64(len(c.entries) - 1)
	for i := mix(nodes) & mask; ; i = (i + 1) & mask {
		if e := &c.entries[i]; e.references == 0 || e.nodes == nodes {
			return e
		}
	}
}

// list returns the pairs in ascending order. It reuses the counter's memory, so the counter must not be used afterward.
func (c *pairCounter) list() []nodePair {
	pairs := slices.DeleteFunc(c.entries, func(e nodePair) bool { return e.references == 0 })
	slices.SortFunc(pairs, func(a, b nodePair) int { return cmp.Compare(a.nodes, b.nodes) })
	return pairs
}

// joined merges lists of pairs, each in ascending order, and adds up equal pairs.
func joined(lists [][]nodePair) []nodePair {
	if len(lists) == 1 {
		return lists[0]
	}
	all := slices.Concat(lists...)
	slices.SortFunc(all, func(a, b nodePair) int { return cmp.Compare(a.nodes, b.nodes) })
	pairs := all[:0]
	for _, e := range all {
		if n := len(pairs); n > 0 && pairs[n-1].nodes == e.nodes {
			pairs[n-1].references += e.references
			continue
		}
		pairs = append(pairs, e)
	}
	return pairs
}
