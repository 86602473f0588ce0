package closure

import (
	"math/bits"

	"memcity/trace"
)

// A stop says which bits are not carried at an object: not over references from it to one with the same bit in to, nor, if it is gone,
// to it at all.
type stop struct{ from, to, gone uint64 }

// stops has the stops of the objects that removals name. As few are different, 4 bytes are kept for each of these objects.
type stops struct {
	named    marks
	before   []uint32 // by word of named: how many bits the words before have
	number   []uint32 // by number among what is named: index into kinds
	kinds    []stop   // the first stops nothing
	joined   map[stopJoin]uint32
	last     stopJoin // looked up last, and what was found
	found    uint32
	someGone bool
}

// stopJoin is the number of a stop with a further one.
type stopJoin struct {
	number uint32
	more   stop
}

// mark prepares for the objects of removals.
func (s *stops) mark(g *Graph, removals []*Removal) {
	s.named = newMarks(len(g.order))
	for _, removal := range removals {
		for _, list := range [][]trace.ObjectID{removal.From, removal.To, removal.Objects} {
			for _, o := range list {
				s.named.set(g.rank[o])
			}
		}
		s.someGone = s.someGone || len(removal.Objects) > 0
	}
	s.before = make([]uint32, len(s.named))
	count := uint32(0)
	for word, set := range s.named {
		s.before[word] = count
		count += uint32(bits.OnesCount64(set))
	}
	s.number = make([]uint32, count)
	s.kinds, s.joined = []stop{{}}, map[stopJoin]uint32{}
}

// index returns the number of the object at p among what is named.
func (s *stops) index(p uint32) uint32 {
	return s.before[p>>6] + uint32(bits.OnesCount64(s.named[p>>6]&(1<<(p&63)-1)))
}

// of returns the stop at p.
func (s *stops) of(p uint32) stop {
	if !s.named.has(p) {
		return stop{}
	}
	return s.kinds[s.number[s.index(p)]]
}

// add adds to the stop at p, which must be marked.
func (s *stops) add(p uint32, more stop) {
	at := &s.number[s.index(p)]
	join := stopJoin{*at, more}
	if join != s.last || s.found == 0 {
		s.last, s.found = join, s.join(join)
	}
	*at = s.found
}

// join returns the number of what stops all that either does.
func (s *stops) join(j stopJoin) uint32 {
	if n, ok := s.joined[j]; ok {
		return n
	}
	old := s.kinds[j.number]
	all := stop{old.from | j.more.from, old.to | j.more.to, old.gone | j.more.gone}
	n := uint32(len(s.kinds))
	if all == old {
		n = j.number
	} else {
		s.kinds = append(s.kinds, all)
	}
	s.joined[j] = n
	return n
}
