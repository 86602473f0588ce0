package closure

import (
	"context"
	"math"

	"memcity/trace"
	"memcity/trace/poll"
)

// Kinds divides the objects of a heap state into kinds, so that a [Removal] can name many objects by one number.
type Kinds struct {
	Of    func(o trace.ObjectID) int32 // kind of an object, negative for none; must be safe for concurrent use
	Count int
}

// A stop contains the bits that a sweep does not propagate at an object. Bits in from do not pass from it to objects with the same bit in
// to. Bits in gone do not reach it at all.
type stop struct{ from, to, gone uint64 }

func (s stop) with(more stop) stop {
	return stop{s.from | more.from, s.to | more.to, s.gone | more.gone}
}

// stops contains the stop of each object. Objects share stops, because distinct ones are few. It takes 2 bytes per object, or 4 if there
// are too many distinct stops.
type stops struct {
	number   []uint16 // stop number by position; nil if nothing stops anything, or if wide is used
	wide     []uint32
	kinds    []stop // by number; the first stops nothing
	index    map[stop]uint32
	last     stopJoin // most recent lookup; found is its result
	found    uint32
	someGone bool
}

// stopJoin is a stop, by number, and a further one to add to it.
type stopJoin struct {
	number uint32
	more   stop
}

// newStops returns the stops for the given removals and their bits. It returns an error only if ctx is done.
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

// addKinds adds the stops of all objects of removed kinds.
func (s *stops) addKinds(ctx context.Context, g *Graph, removals []*Removal, bits []uint64) error {
	of := map[*Kinds][]stop{} // stop of each kind
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
		if n > 0 { // there is rarely more than one
			add = s.joinOfKinds
		}
		if err := add(ctx, g, by, of[by]); err != nil {
			return err
		}
	}
	return nil
}

// addOfKinds sets the stops of all objects by kind. No object may have a stop yet.
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

// joinOfKinds adds to the stops of all objects by kind.
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
