package closure

import (
	"context"
	"slices"

	"memcity/analysis/closure/contraction"
	"memcity/analysis/closure/internal/rows"
	"memcity/trace/poll"
)

// predecessors finds the objects of a leading graph that have a single predecessor, for retained sizes. References from an object back to
// its single predecessor, such as from a tree node to its parent, are ignored, because the predecessor is reached first. Ignoring one may
// leave the predecessor with a single predecessor, and so on.
type predecessors struct {
	lead *leadingGraph

	from []uint32 // single predecessor by number; none if there are several

	// Number of references to each object, where a GC root counts as two. While they are counted, from contains the XOR of the numbers that
	// they come from.
	count []uint32
	queue []uint32   // objects with a single predecessor that are still to be treated
	seen  rows.Marks // objects treated or queued
}

// fold finds the objects that only one other object refers to, and their predecessors. The cost is two passes over the references. It takes
// 8 bytes per object. It returns an error only if ctx is done.
func (j *jobs) fold(ctx context.Context) (*predecessors, error) {
	l := j.lead
	n := len(l.start) - 1
	f := &predecessors{lead: l, count: make([]uint32, n), from: make([]uint32, n), seen: rows.NewMarks(n)}
	l.eachHeld(j.roots, func(_ RootID, n uint32) { f.count[n] = 2 })
	for i := range uint32(n) {
		if err := poll.At(ctx, i); err != nil {
			return nil, err
		}
		f.each(i, func(to uint32) {
			f.count[to]++
			f.from[to] ^= i
		})
	}
	for i := range uint32(n) {
		if err := poll.At(ctx, i); err != nil {
			return nil, err
		}
		f.note(i)
		for len(f.queue) > 0 {
			last := f.queue[len(f.queue)-1]
			f.queue = f.queue[:len(f.queue)-1]
			f.removeBack(last)
		}
	}
	for n, count := range f.count {
		if count != 1 {
			f.from[n] = none
		}
	}
	f.count, f.seen = nil, nil
	return f, ctx.Err()
}

// each calls do for each object that n refers to, except n itself.
func (f *predecessors) each(n uint32, do func(to uint32)) {
	for _, to := range f.lead.to[f.lead.start[n]:f.lead.start[n+1]] {
		if to != n {
			do(to)
		}
	}
	if to := f.lead.header(Retained, n); to != none && to != n {
		do(to)
	}
}

// note queues n if it has a single predecessor.
func (f *predecessors) note(n uint32) {
	if f.count[n] == 1 && !f.seen.Has(n) {
		f.seen.Set(n)
		f.queue = append(f.queue, n)
	}
}

// removeBack drops the references from n to its single predecessor.
func (f *predecessors) removeBack(n uint32) {
	up := f.from[n]
	if f.count[up] < 2 {
		return
	}
	f.each(n, func(to uint32) {
		if to == up {
			f.count[up]--
			f.from[up] ^= n
		}
	})
	f.note(up)
}

// foldedNodes contains the nodes of a folded graph. An object with a single predecessor shares that node. If the object adds a set that no
// node above has, it shares a node below it with others that add the same set.
type foldedNodes struct {
	contraction.Maker
	of []uint32 // nodes by number
}

// unfinished marks objects on the current backward path, which have no node yet.
const unfinished = none - 1

// nodes assigns the nodes. It takes 4 bytes per object and 20 per node.
func (f *predecessors) nodes(ctx context.Context) (*foldedNodes, error) {
	m := &foldedNodes{contraction.NewMaker(), slices.Repeat([]uint32{none}, len(f.from))}
	var way []uint32
	for n := range uint32(len(f.from)) {
		if err := poll.At(ctx, n); err != nil {
			return nil, err
		}
		way = way[:0]
		up := n
		for up != none && m.of[up] == none {
			m.of[up] = unfinished // reaching this mark again means a cycle without another predecessor
			way = append(way, up)
			up = f.from[up]
		}
		node := uint32(none)
		if up != none && m.of[up] != unfinished {
			node = m.of[up]
		}
		for _, n := range slices.Backward(way) {
			switch set := f.lead.set[n]; {
			case node == none:
				node = m.Add(none, set)
			case set != 0 && !m.HasAbove(node, set):
				node = m.Below(node, set)
			}
			m.of[n] = node
		}
	}
	m.Done()
	return m, ctx.Err()
}

// edges returns the edges between nodes, which are numbered from 1, and those from node 0, which stands for the GC roots.
func (f *predecessors) edges(ctx context.Context, m *foldedNodes, roots *Roots) (first, to []uint32, err error) {
	each := func(do func(from, to uint32)) error {
		f.lead.eachHeld(roots, func(_ RootID, n uint32) { do(0, m.of[n]+1) })
		m.EachBelow(func(up, node uint32) { do(up+1, node+1) })
		for n := range uint32(len(f.from)) {
			if err := poll.At(ctx, n); err != nil {
				return err
			}
			up := f.from[n]
			f.each(n, func(to uint32) {
				if to != up && f.from[to] == none && m.of[to] != m.of[n] {
					do(m.of[n]+1, m.of[to]+1)
				}
			})
		}
		return nil
	}
	return contraction.Rows(ctx, m.Len()+1, each)
}
