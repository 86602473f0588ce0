package group

import (
	"context"
	"errors"
	"slices"

	"memcity/trace"
	"memcity/trace/poll"
)

// Pointers counts the references between the leaves of the tree, as [trace.Pointers] defines them: over distinct
// objects, in both directions. Objects that an inner node holds itself and groups below transformers have no part in
// it. It needs Options.Objects.
//
// One pass over the references in order of the objects does both maps. That a target was counted for a group before is
// known from a mark on the target that names the first group that reached it; only targets that several groups reach go
// to a hash set. Cost is linear in objects and references, times the product of the numbers of groups that both ends
// are in; memory is 8 bytes per object and 12 to 24 per pair of a target and a further group that refers to it. An
// error is ctx's, or [ErrTooManyPairs].
func (g *Grouping) Pointers(ctx context.Context) (*trace.Pointers, error) {
	g.needObjects("Pointers")
	h := g.Heap
	nodes := len(g.Tree.Nodes)
	c := pointerCounter{marks: make([]mark, h.Len()), seen: make([]uint32, nodes)}
	c.start, c.leaves = g.leavesOfCells()
	for o := range c.marks {
		c.marks[o] = mark{cell: g.stages[0].cells.cell(trace.ObjectID(o)), first: -1}
	}
	kept, part := c.kept(h, nodes)
	if kept != nil {
		return kept, ctx.Err()
	}
	c.most = max(minCounts, countsEach*len(h.RefTo))
	for o, checked := 0, 0; o < len(c.marks); o++ {
		if work := o + c.counts; work >= checked {
			checked = work + poll.Every
			switch {
			case ctx.Err() != nil:
				return nil, ctx.Err()
			case c.counts > c.most || len(c.to.count)+len(c.from.count)+len(c.more.numbers) > maxPairs:
				return nil, ErrTooManyPairs
			}
		}
		if refs := h.References(trace.ObjectID(o)); len(refs) > 0 {
			c.count(uint32(o), refs)
		}
	}
	p := &trace.Pointers{PointsTo: c.to.rows(nodes), PointedFrom: c.from.rows(nodes)}
	keepPointers(h, part, p)
	return p, nil
}

// ErrTooManyPairs says that the references between groups were not counted, as objects are in many groups at once and so
// each reference counts for very many pairs of groups.
var ErrTooManyPairs = errors.New("references between groups are not counted: objects are in too many groups at once")

// Limits of what Pointers counts: in all, and for each reference; and pairs that are held in memory.
const (
	minCounts  = 1 << 22
	countsEach = 8
	maxPairs   = 1 << 25
)

// leavesOfCells returns the ends that are leaves, by cell.
func (g *Grouping) leavesOfCells() (start []uint32, leaves []int32) {
	start = make([]uint32, 1, len(g.starts))
	for c := range len(g.starts) - 1 {
		for _, end := range g.ends[g.starts[c]:g.starts[c+1]] {
			if g.isLeaf(end) {
				leaves = append(leaves, end)
			}
		}
		start = append(start, uint32(len(leaves)))
	}
	return start, leaves
}

// isLeaf reports whether node n has no children but transformers' nodes.
func (g *Grouping) isLeaf(n int32) bool {
	for c := range g.Tree.Children(n) {
		if g.turned[c] != c {
			return false
		}
	}
	return true
}

type pointerCounter struct {
	start    []uint32
	leaves   []int32  // those of cell c are leaves[start[c]:start[c+1]]
	marks    []mark   // by object
	seen     []uint32 // by group: the last object, plus one, that was counted as referring to it
	more     serials  // pairs of an object and a group, after the first, that reached it
	counts   int      // steps taken
	most     int      // steps that may be taken
	to, from pairCounts
}

type mark struct {
	cell  uint32
	first int32 // the first group that reached the object; -1 for none
}

func (c *pointerCounter) of(cell uint32) []int32 { return c.leaves[c.start[cell]:c.start[cell+1]] }

// count takes in the references of object o.
func (c *pointerCounter) count(o uint32, refs []trace.ObjectID) {
	own := c.of(c.marks[o].cell)
	for _, t := range refs {
		m := &c.marks[t]
		groups := c.of(m.cell)
		if c.counts += len(groups) + len(own); c.counts > c.most {
			return
		}
		for _, to := range groups {
			if c.seen[to] != o+1 {
				c.seen[to] = o + 1
				c.counts += len(own)
				for _, n := range own {
					c.from.add(to, n)
				}
			}
		}
		for _, n := range own {
			if c.reaches(n, t, m) {
				c.counts += len(groups)
				for _, to := range groups {
					c.to.add(n, to)
				}
			}
		}
	}
}

// reaches notes that group n refers to object t, and reports whether that is new.
func (c *pointerCounter) reaches(n int32, t trace.ObjectID, m *mark) bool {
	switch {
	case m.first == n:
		return false
	case m.first < 0:
		m.first = n
		return true
	}
	before := len(c.more.numbers)
	c.more.of(uint64(uint32(n))<<32 | uint64(t))
	return len(c.more.numbers) > before
}

// pairCounts counts pairs of groups.
type pairCounts struct {
	pairs serials
	count []uint32 // by serial number
}

func (p *pairCounts) add(n, m int32) {
	id := p.pairs.of(uint64(uint32(n))<<32 | uint64(uint32(m)))
	if int(id) == len(p.count) {
		p.count = append(p.count, 0)
	}
	p.count[id]++
}

// rows returns the counts as rows in order.
func (p *pairCounts) rows(nodes int) trace.PointerMap {
	order := make([]uint32, len(p.count))
	for i := range order {
		order[i] = uint32(i)
	}
	keys := p.pairs.numbers
	slices.SortFunc(order, func(a, b uint32) int {
		if keys[a] < keys[b] {
			return -1
		}
		return 1
	})
	m := trace.PointerMap{Start: make([]uint32, nodes+1), To: make([]int32, len(order)), Counts: make([]int64, len(order))}
	for i, id := range order {
		m.Start[keys[id]>>32+1]++
		m.To[i], m.Counts[i] = int32(uint32(keys[id])), int64(p.count[id])
	}
	for n := range nodes {
		m.Start[n+1] += m.Start[n]
	}
	return m
}
