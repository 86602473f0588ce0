package closure

import (
	"context"
	"slices"

	"memcity/trace"
)

// Indirect finds the GC roots that lead to each object, directly or over other objects. It ignores roots that keep rejects; a nil keep
// accepts all. The cost is one sweep per 64 accepted roots. It takes 12 bytes per object. It returns an error if ctx is done or if there
// are too many combinations of GC roots.
func (r *Roots) Indirect(ctx context.Context, keep func(RootName) bool, progress trace.Progress) (*RootSets, error) {
	g := r.graph
	var wanted []RootID
	for i, name := range r.Names {
		if keep == nil || keep(name) {
			wanted = append(wanted, RootID(i))
		}
	}
	sets := rootTrie{nodes: []trieNode{{}}, ids: map[trieNode]uint32{}}
	at := make([]uint32, len(g.order)) // set number by position
	s := newSweep(g)
	defer s.release()
	s.from, s.roots, s.class = g.live, r, r.class
	for done := 0; done < len(wanted); done += 64 {
		progress.Report(int64(done), int64(len(wanted)), "following GC roots")
		batch := wanted[done:min(done+64, len(wanted))]
		s.clear()
		for _, h := range r.holds {
			if i, found := slices.BinarySearch(batch, h.root); found {
				s.has[g.rank[h.object]] |= 1 << i
			}
		}
		if err := s.run(ctx); err != nil {
			return nil, err
		}
		for p := g.live; int(p) < len(at); p++ {
			if s.has[p] != 0 {
				at[p] = sets.id(trieNode{at[p], uint32(done), s.has[p]})
			}
		}
		if len(sets.nodes) > maxSetEntries/8 {
			return nil, tooManySets(len(sets.nodes))
		}
	}
	in := newRootInterner()
	number := make([]uint32, len(sets.nodes))
	all := &RootSets{of: make([]uint32, len(g.order))}
	for p, node := range at {
		if node != 0 && number[node] == 0 {
			number[node] = in.id(sets.list(node, wanted))
			if err := in.check(ctx); err != nil {
				return nil, err
			}
		}
		all.of[g.order[p]] = number[node]
	}
	all.Sets = in.sets
	return all, nil
}

// rootTrie numbers sets of GC roots. Sets grow by up to 64 roots at a time.
type rootTrie struct {
	nodes []trieNode // the first is the empty set
	ids   map[trieNode]uint32
}

// trieNode is a set: the set before, and roots of the batch that starts at from.
type trieNode struct {
	before, from uint32
	roots        uint64
}

func (t *rootTrie) id(n trieNode) uint32 {
	id, ok := t.ids[n]
	if !ok {
		id = uint32(len(t.nodes))
		t.ids[n] = id
		t.nodes = append(t.nodes, n)
	}
	return id
}

// list returns the roots of a set, ascending.
func (t *rootTrie) list(id uint32, wanted []RootID) []RootID {
	var list []RootID
	for ; id != 0; id = t.nodes[id].before {
		n := t.nodes[id]
		for i := 63; i >= 0; i-- {
			if n.roots>>i&1 != 0 {
				list = append(list, wanted[int(n.from)+i])
			}
		}
	}
	slices.Reverse(list)
	return list
}
