package group

import (
	"context"
	"errors"
	"slices"

	"memcity/trace"
	"memcity/trace/poll"
)

// Pointers counts the references between leaves of the tree in both directions. It counts distinct objects, as [trace.Pointers] defines. It
// omits objects that inner nodes hold directly and groups below transformers. It requires Options.Objects.
//
// One pass over the references, in order of objects, fills both maps. A mark on each target contains the first group that reached it.
// Further groups go to a hash set. The cost is linear in objects and references, multiplied by the product of the numbers of groups of both
// ends. It takes 8 bytes per object, and 12 to 24 per pair of a target and a further group. It returns an error if ctx is done, or
// [ErrTooManyPairs].
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
	c.maxSteps = max(minCounts, countsEach*len(h.RefTo))
	for o, checked := 0, 0; o < len(c.marks); o++ {
		if work := o + c.counts; work >= checked {
			checked = work + poll.Every
			switch {
			case ctx.Err() != nil:
				return nil, ctx.Err()
			case c.counts > c.maxSteps || len(c.to.count)+len(c.from.count)+len(c.more.numbers) > maxPairs:
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

// ErrTooManyPairs reports that references between groups were not counted. Each object is in so many groups that a reference would count
// for too many pairs of groups.
var ErrTooManyPairs = errors.New("references between groups are not counted: the objects are in too many groups")

// Limits of Pointers: number of counts in total and per reference, and number of pairs in memory.
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

// isLeaf reports whether node n has no children other than transformers' nodes.
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
	leaves   []int32  // leaves of cell c: leaves[start[c]:start[c+1]]
	marks    []mark   // by object
	seen     []uint32 // by group: last object counted as referring to it, plus one
	more     serials  // pairs of an object and a further group that reached it
	counts   int      // steps taken
	maxSteps int      // maximum number of steps
	to, from pairCounts
}

type mark struct {
	cell  uint32
	first int32 // first group that reached the object; -1 for none
}

func (c *pointerCounter) of(cell uint32) []int32 { return c.leaves[c.start[cell]:c.start[cell+1]] }

// count counts the references of object o.
func (c *pointerCounter) count(o uint32, refs []trace.ObjectID) {
	own := c.of(c.marks[o].cell)
	for _, t := range refs {
		m := &c.marks[t]
		groups := c.of(m.cell)
		if c.counts += len(groups) + len(own); c.counts > c.maxSteps {
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

// reaches records that group n refers to object t, and reports whether that is new.
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

// rows returns the counts as sorted rows.
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
