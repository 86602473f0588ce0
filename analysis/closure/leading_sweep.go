package closure

import (
	"context"

	"memcity/analysis/closure/contraction"
	"memcity/analysis/closure/internal/dfs"
	"memcity/analysis/closure/passes"
	"memcity/trace"
	"memcity/trace/poll"
)

// contractedGraph is a leading graph for one kind of closure, in which objects with the same result share a node. Sweeps run over nodes, of
// which there are usually far fewer than objects.
type contractedGraph struct {
	start []uint32 // start of each row in to, by node
	to    []uint32
	node  []uint32       // node by number of the leading graph; nil once no longer needed
	size  []trace.Amount // size of the target's objects, by node

	// Start of a sweep. Retained sizes of groups need set, deep sizes entries. If set is not nil, node 0 stands for the GC roots.
	set     []uint32 // set index plus one by node, as in placed
	entries []contraction.Entry
	held    []contraction.Entry // nodes that GC roots hold
}

// graphFor returns the contracted graph for the given kind. The first call for a kind creates it. For groups, it drops the Deep graph when
// Retained is first requested, to free memory. It returns an error only if ctx is done.
func (j *jobs) graphFor(ctx context.Context, kind Kind) (*contractedGraph, error) {
	if c := j.graphs[kind]; c != nil {
		return c, nil
	}
	var err error
	if j.lead == nil {
		if j.lead, err = j.leading(ctx); err != nil {
			return nil, err
		}
		if j.place != nil {
			j.place.set = nil // the leading graph has its own copy
		}
		j.graphs = map[Kind]*contractedGraph{}
	}
	dfs.Collect(j.graph.heap)
	var c *contractedGraph
	switch {
	case j.place != nil && kind == Retained:
		delete(j.graphs, Deep)
		c, err = j.contract(ctx)
	case kind == Retained && j.lead.class == nil && j.graphs[Deep] != nil: // no headers count for either kind
		c = j.graphs[Deep]
	default:
		c, err = j.condense(ctx, kind)
	}
	if err != nil {
		return nil, err
	}
	j.graphs[kind] = c
	return c, nil
}

// sizeNodes adds up the sizes of the target's objects by node.
func (j *jobs) sizeNodes(ctx context.Context, c *contractedGraph) error {
	c.size = make([]trace.Amount, len(c.start)-1)
	return j.eachTarget(ctx, func(p uint32) {
		c.size[c.node[j.lead.in.Index(p)]].Add(trace.Amount{Objects: 1, Bytes: j.graph.size(p)})
	})
}

// A nodeSweep propagates 64 bits per node, as [sweep] does per object.
type nodeSweep struct {
	*contractedGraph
	has   []uint64 // bits by node
	keeps []uint64 // by set: bits that its objects do not pass on; nil if all bits are passed on
	notes *passes.Notes
}

func (c *contractedGraph) sweep() *nodeSweep {
	return &nodeSweep{contractedGraph: c, has: make([]uint64, len(c.size)), notes: passes.NewNotes(len(c.size))}
}

// run propagates bits until nothing changes. It returns an error only if ctx is done; the sweep must not be used after an error.
func (s *nodeSweep) run(ctx context.Context) error {
	for n := range uint32(len(s.has)) {
		if err := poll.At(ctx, n); err != nil {
			return err
		}
		s.pass(n, n)
	}
	return s.notes.Run(ctx, len(s.has)/256, func(n uint32) { s.pass(n, none) })
}

// pass propagates the bits of node n to the nodes it leads to, and queues those below limit.
func (s *nodeSweep) pass(n, limit uint32) {
	has := s.has[n]
	if s.keeps != nil {
		has &^= s.keeps[s.set[n]]
	}
	if has == 0 {
		return
	}
	for _, t := range s.to[s.start[n]:s.start[n+1]] {
		fresh := has &^ s.has[t]
		if fresh == 0 {
			continue
		}
		s.has[t] |= fresh
		if t < limit && (s.keeps == nil || fresh&^s.keeps[s.set[t]] != 0) {
			s.notes.Add(t)
		}
	}
}

// doNodes executes one job over a contracted graph.
func (j *jobs) doNodes(ctx context.Context, s *nodeSweep, one *job) []trace.Amount {
	clear(s.has)
	j.begin(s, one)
	if s.run(ctx) != nil {
		return nil
	}
	t := newTally(one)
	for n := range s.size {
		if s.size[n].Objects == 0 {
			continue
		}
		own := uint64(0)
		if s.keeps != nil {
			own = s.keeps[s.set[n]]
		}
		if word := t.word(s.has[n], own); word != 0 {
			t.add(word, s.size[n])
		}
	}
	return t.finish()
}

// begin sets the initial bits of a sweep.
//
// For deep sizes of groups, each union starts at its objects. For retained sizes of groups, all bits start at the GC roots. For GC roots,
// the objects that a root holds get the bits of the unions that contain the root or, for retained sizes, of the other unions. An object
// accumulates the bits of all roots that hold it.
func (j *jobs) begin(s *nodeSweep, one *job) {
	var bits []uint64
	switch {
	case j.place != nil && one.kind == Retained:
		s.keeps = j.place.words(one.unions)
		s.has[0] = ^uint64(0)
		return
	case j.place != nil:
		bits = j.place.words(one.unions)
		for _, e := range s.entries {
			s.has[e.Node] |= bits[e.Of]
		}
		return
	}
	bits = make([]uint64, len(j.roots.Names))
	for i, union := range one.unions {
		for _, root := range union {
			bits[root] |= 1 << i
		}
	}
	for _, e := range s.held {
		has := bits[e.Of]
		if one.kind == Retained {
			has = ^has
		}
		s.has[e.Node] |= has
	}
}
