package closure

import (
	"context"
	"math"

	"memcity/trace"
	"memcity/trace/poll"
)

// Kinds sorts the objects of a heap state into kinds, so that a [Removal] names many objects by a number.
type Kinds struct {
	Of    func(o trace.ObjectID) int32 // below zero for none; must be safe for several goroutines
	Count int
}

// A stop says which bits are not carried at an object: not over references from it to one with the same bit in to, nor, if it is gone,
// to it at all.
type stop struct{ from, to, gone uint64 }

func (s stop) with(more stop) stop {
	return stop{s.from | more.from, s.to | more.to, s.gone | more.gone}
}

// stops has the stops of all objects. As few are different, each object has the number of its own: 2 bytes for each, or 4 if there are too
// many different ones.
type stops struct {
	number   []uint16 // by position; nil if nothing stops anything, or if there is wide
	wide     []uint32
	kinds    []stop // by number; the first stops nothing
	index    map[stop]uint32
	last     stopJoin // looked up last, and what was found
	found    uint32
	someGone bool
}

// stopJoin is the number of a stop with a further one.
type stopJoin struct {
	number uint32
	more   stop
}

// newStops returns the stops of removals, each of which has some bits. An error is ctx's.
func newStops(ctx context.Context, g *Graph, removals []*Removal, bits []uint64) (*stops, error) {
	s := &stops{kinds: []stop{{}}, index: map[stop]uint32{{}: 0}}
	some := false
	for _, r := range removals {
		some = some || len(r.From)+len(r.To)+len(r.FromKinds)+len(r.ToKinds)+len(r.Objects) > 0
		s.someGone = s.someGone || len(r.Objects) > 0
	}
	if !some {
		return s, nil
	}
	s.number = make([]uint16, len(g.order))
	if err := s.addKinds(ctx, g, removals, bits); err != nil {
		return nil, err
	}
	for i, r := range removals {
		for _, list := range []struct {
			objects []trace.ObjectID
			stop    stop
		}{{r.From, stop{from: bits[i]}}, {r.To, stop{to: bits[i]}}, {r.Objects, stop{gone: bits[i]}}} {
			for _, o := range list.objects {
				s.add(g.rank[o], list.stop)
			}
		}
	}
	return s, nil
}

// addKinds adds the stops of the objects of kinds.
func (s *stops) addKinds(ctx context.Context, g *Graph, removals []*Removal, bits []uint64) error {
	of := map[*Kinds][]stop{} // by kind
	var order []*Kinds
	for i, r := range removals {
		if len(r.FromKinds)+len(r.ToKinds) == 0 {
			continue
		}
		if of[r.By] == nil {
			of[r.By], order = make([]stop, r.By.Count), append(order, r.By)
		}
		for _, k := range r.FromKinds {
			of[r.By][k].from |= bits[i]
		}
		for _, k := range r.ToKinds {
			of[r.By][k].to |= bits[i]
		}
	}
	for n, by := range order {
		add := s.addOfKinds
		if n > 0 { // there is hardly ever more than one
			add = s.joinOfKinds
		}
		if err := add(ctx, g, by, of[by]); err != nil {
			return err
		}
	}
	return nil
}

// addOfKinds gives all objects of kinds their stops. They have none yet.
func (s *stops) addOfKinds(ctx context.Context, g *Graph, by *Kinds, of []stop) error {
	number := make([]uint32, len(of))
	for k := range of {
		number[k] = s.numberOf(of[k])
	}
	return inParts(ctx, len(g.order), func(from, to int) {
		for p := from; p < to; p++ {
			if k := by.Of(g.order[p]); k >= 0 && number[k] != 0 {
				s.set(uint32(p), number[k])
			}
		}
	})
}

// joinOfKinds adds to the stops of all objects of kinds.
func (s *stops) joinOfKinds(ctx context.Context, g *Graph, by *Kinds, of []stop) error {
	for p, o := range g.order {
		if err := poll.At(ctx, p); err != nil {
			return err
		}
		if k := by.Of(o); k >= 0 && of[k] != (stop{}) {
			s.add(uint32(p), of[k])
		}
	}
	return nil
}

// numberOf returns the number of a stop.
func (s *stops) numberOf(x stop) uint32 {
	n, ok := s.index[x]
	if ok {
		return n
	}
	n = uint32(len(s.kinds))
	s.kinds, s.index[x] = append(s.kinds, x), n
	if n > math.MaxUint16 && s.wide == nil {
		s.wide = make([]uint32, len(s.number))
		for p, n := range s.number {
			s.wide[p] = uint32(n)
		}
		s.number = nil
	}
	return n
}

// at returns the number of the stop at p.
func (s *stops) at(p uint32) uint32 {
	switch {
	case s.number != nil:
		return uint32(s.number[p])
	case s.wide != nil:
		return s.wide[p]
	}
	return 0
}

func (s *stops) set(p, n uint32) {
	if s.wide != nil {
		s.wide[p] = n
		return
	}
	s.number[p] = uint16(n)
}

// of returns the stop at p.
func (s *stops) of(p uint32) stop { return s.kinds[s.at(p)] }

// add adds to the stop at p.
func (s *stops) add(p uint32, more stop) {
	if join := (stopJoin{s.at(p), more}); join != s.last || s.found == 0 {
		s.last, s.found = join, s.numberOf(s.kinds[join.number].with(more))
	}
	s.set(p, s.found)
}
