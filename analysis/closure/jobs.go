package closure

import (
	"context"
	"math/bits"

	"memcity/trace"
	"memcity/trace/parallel"
	"memcity/trace/poll"
)

// A job sizes the closures of up to 64 sets of objects in one sweep. Each set is the union of some groups.
type job struct {
	kind   Kind
	unions [][]int32 // numbers of groups, or of GC roots; see jobs
	same   [][]int32 // for [Graph.Sizes]: the groups that each union stands for

	// Pairs says that of every three unions, the first is of the two others, and that the result in the second's place is to
	// be what the first retains and neither other does.
	pairs bool
}

// pairsAtOnce is the number of pairs that one sweep resolves, and firstOfPair the bits of their first unions.
const (
	pairsAtOnce = 64 / 3
	firstOfPair = 0x1249249249249249 // bits 0, 3, …, 60 of 63
)

// jobs are to be done over the same groups, or over GC roots.
type jobs struct {
	graph *Graph
	place *placed // nil if the sets are of GC roots: these are removed, and not what they refer to
	list  []job
	class byType // class object that the header keeps alive, which says what is retained

	target []uint64 // bits by position: objects to count; nil for all
	ends   marks    // objects that pass nothing on; if set, headers count nowhere
	roots  *Roots   // if set, static fields count as GC roots, and only live objects take part; needed without place
}

// maxWorkers bounds the memory for sweeps that run at a time.
const maxWorkers = 4

// run does the jobs, several at a time, and gives their results to done in their order. An error is ctx's.
func (j *jobs) run(ctx context.Context, done func(n int, sizes []trace.Amount)) error {
	sweeps := make([]*sweep, maxWorkers)
	ready, next := make([][]trace.Amount, len(j.list)), 0
	for n, sizes := range parallel.Results(len(j.list), maxWorkers, func(worker, n int) []trace.Amount {
		if sweeps[worker] == nil {
			sweeps[worker] = newSweep(j.graph)
		}
		return j.do(ctx, sweeps[worker], &j.list[n])
	}) {
		if sizes == nil || ctx.Err() != nil {
			return ctx.Err()
		}
		for ready[n] = sizes; next < len(ready) && ready[next] != nil && ctx.Err() == nil; next++ {
			done(next, ready[next])
			ready[next] = nil
		}
	}
	return ctx.Err()
}

// do returns the sizes of the unions of one job, or nil if ctx was cancelled.
func (j *jobs) do(ctx context.Context, s *sweep, one *job) []trace.Amount {
	s.clear()
	s.set, s.keeps, s.roots, s.holds, s.ends, s.from, s.class = nil, nil, j.roots, nil, j.ends, 0, nil
	if one.kind == Retained || j.roots != nil {
		s.from = j.graph.live
	}
	if one.kind == Retained {
		s.class = j.class
		if j.roots == nil {
			s.holds = j.graph.holds()
			if s.holds.special == nil {
				s.holds = nil
			}
		}
	}
	own := j.start(s, one)
	if s.run(ctx) != nil {
		return nil
	}
	return j.count(ctx, s, one, own)
}

// start gives bits to where a sweep begins. It returns, unless the sets are of GC roots, which of them the objects of each
// set of groups are in.
func (j *jobs) start(s *sweep, one *job) (own []uint64) {
	if j.place == nil {
		s.startAtSome(one)
		return nil
	}
	own = j.place.words(one.unions)
	s.set = j.place.set
	if one.kind == Retained {
		s.keeps = own
		s.startAtRoots()
		return own
	}
	for p, set := range s.set[s.from:] {
		s.has[s.from+uint32(p)] = own[set]
	}
	return own
}

// startAtRoots gives all bits to what GC roots hold.
func (s *sweep) startAtRoots() {
	if s.roots != nil {
		for _, h := range s.roots.holds {
			s.has[s.g.rank[h.object]] = ^uint64(0)
		}
		return
	}
	for i := range s.g.heap.Roots {
		s.has[s.g.rank[s.g.heap.Roots[i].Object]] = ^uint64(0)
	}
	if s.holds != nil {
		for _, p := range s.holds.loose {
			s.has[p] = ^uint64(0)
		}
	}
}

// startAtSome gives what a GC root holds the bits of the sets that it is in, or, if the query is what dies without them,
// of those that leave it in place. An object keeps the bits of every root that holds it.
func (s *sweep) startAtSome(one *job) {
	bits := make([]uint64, len(s.roots.Names))
	for i, union := range one.unions {
		for _, root := range union {
			bits[root] |= 1 << i
		}
	}
	for _, h := range s.roots.holds {
		has := bits[h.root]
		if one.kind == Retained {
			has = ^has
		}
		s.has[s.g.rank[h.object]] |= has
	}
}

// count sums up what a finished sweep has found; nil if ctx was cancelled. Objects of a set count for it whatever was found.
func (j *jobs) count(ctx context.Context, s *sweep, one *job, own []uint64) []trace.Amount {
	all := ^uint64(0) >> (64 - len(one.unions))
	t := tally{sizes: make([]trace.Amount, len(one.unions)), entries: make([]tallied, tallySize)}
	for p := range uint32(len(s.has)) {
		if poll.At(ctx, p) != nil {
			return nil
		}
		if j.target != nil && j.target[p>>6]>>(p&63)&1 == 0 {
			continue
		}
		has := s.has[p]
		if one.kind == Retained {
			if p < j.graph.live {
				has = 0
			} else {
				has = ^has & all
			}
			if own != nil {
				has |= own[s.set[p]]
			}
			if one.pairs {
				first := has & firstOfPair
				has = first | first&^(has>>1)&^(has>>2)<<1
			}
		}
		if has != 0 {
			t.add(has, j.graph.size(p))
		}
	}
	return t.finish()
}

// words returns, by index of a set plus one, which of the unions the objects of the set are in.
func (p *placed) words(unions [][]int32) []uint64 {
	in := make([]uint64, p.groups.Count)
	for i, union := range unions {
		for _, n := range union {
			in[n] |= 1 << i
		}
	}
	words := make([]uint64, len(p.groups.Sets)+1)
	for s, set := range p.groups.Sets {
		for _, n := range set {
			words[s+1] |= in[n]
		}
	}
	return words
}

// A tally sums up sizes by bit. Objects with the same bits are summed up together first, in a table in which a new entry
// displaces an old one: neighbours mostly have the same bits.
type tally struct {
	sizes   []trace.Amount
	entries []tallied
}

type tallied struct {
	bits uint64
	size trace.Amount
}

// tallySize is the number of entries of the table: 24 KB.
const tallySize = 1 << 10

func (t *tally) add(word uint64, bytes int64) {
	e := &t.entries[word*0x9e3779b97f4a7c15>>(64-10)]
	if e.bits != word {
		t.spread(e)
		*e = tallied{bits: word}
	}
	e.size.Objects++
	e.size.Bytes += bytes
}

// spread adds an entry to the sizes of its bits.
func (t *tally) spread(e *tallied) {
	for word := e.bits; word != 0; word &= word - 1 {
		s := &t.sizes[bits.TrailingZeros64(word)]
		s.Objects += e.size.Objects
		s.Bytes += e.size.Bytes
	}
}

func (t *tally) finish() []trace.Amount {
	for i := range t.entries {
		t.spread(&t.entries[i])
	}
	return t.sizes
}
