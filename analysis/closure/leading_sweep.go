package closure

import (
	"context"

	"memcity/analysis/closure/contraction"
	"memcity/analysis/closure/passes"
	"memcity/trace"
	"memcity/trace/poll"
)

// contracted is a graph that answers as a leading graph does, for one kind of closure, but in which objects of which the answers cannot differ
// share a node. Sweeps are over nodes, of which there are mostly many fewer than objects.
type contracted struct {
	start []uint32 // by node: rows in to
	to    []uint32
	node  []uint32       // by number of the leading graph: the node of an object; nil once nobody needs it
	size  []trace.Amount // by node: of the target

	// Where a sweep begins, and what it leaves out: of unions of groups, what they retain by set, and what is reached from them by entries. Node 0
	// stands for the GC roots if there are sets.
	set     []uint32 // by node: as in placed
	entries []contraction.Entry
	held    []contraction.Entry // of GC roots
}

// graphFor returns the contracted graph for a kind, which it makes at the first call. What groups reach is known only until what they retain is
// requested, as memory is needed for other things then. An error is ctx's.
func (j *jobs) graphFor(ctx context.Context, kind Kind) (*contracted, error) {
	if c := j.graphs[kind]; c != nil {
		return c, nil
	}
	var err error
	if j.lead == nil {
		if j.lead, err = j.leading(ctx); err != nil {
			return nil, err
		}
		if j.place != nil {
			j.place.set = nil // the numbers have their own
		}
		j.graphs = map[Kind]*contracted{}
	}
	collect(j.graph.heap)
	var c *contracted
	switch {
	case j.place != nil && kind == Retained:
		delete(j.graphs, Deep)
		c, err = j.contract(ctx)
	case kind == Retained && j.lead.class == nil && j.graphs[Deep] != nil: // the same headers count: none
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

// sizeNodes adds up the target by node.
func (j *jobs) sizeNodes(ctx context.Context, c *contracted) error {
	c.size = make([]trace.Amount, len(c.start)-1)
	return j.eachTarget(ctx, func(p uint32) {
		c.size[c.node[j.lead.in.index(p)]].Add(trace.Amount{Objects: 1, Bytes: j.graph.size(p)})
	})
}

// A nodeSweep carries 64 bits per node as [sweep] does.
type nodeSweep struct {
	*contracted
	has   []uint64 // by node
	keeps []uint64 // by set: bits that its objects keep to themselves; nil if nothing is kept
	notes *passes.Notes
}

func (c *contracted) sweep() *nodeSweep {
	return &nodeSweep{contracted: c, has: make([]uint64, len(c.size)), notes: passes.NewNotes(len(c.size))}
}

// run carries on until nothing changes. An error is ctx's; no other run may follow it.
func (s *nodeSweep) run(ctx context.Context) error {
	for n := range uint32(len(s.has)) {
		if err := poll.At(ctx, n); err != nil {
			return err
		}
		s.pass(n, n)
	}
	return s.notes.Run(ctx, len(s.has)/256, func(n uint32) { s.pass(n, none) })
}

// pass gives what a node has to those that it leads to, and notes those below limit.
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

// doNodes does one job over a contracted graph.
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

// begin gives bits to where a sweep begins. Sets of groups start at their objects or, if the query is what dies without them, what
// GC roots hold starts with all bits. What a GC root holds itself gets the bits of the sets of GC roots that this one is in, or, if
// the query is what dies without them, of those that leave it in place: an object keeps the bits of every root that holds it.
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
