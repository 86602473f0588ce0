package closure

import (
	"context"
	"math/bits"
	"runtime"
	"sync"
)

// A job sizes the closures of up to 64 sets of objects in one sweep. Each set is the union of some groups.
type job struct {
	kind   Kind
	unions [][]int32
	same   [][]int32 // for [Graph.Sizes]: the groups that each union answers for
}

// jobs are to be done over the same groups.
type jobs struct {
	graph *Graph
	place *placed
	list  []job

	target []uint64 // bits by position: objects to count; nil for all
	roots  *Roots   // if set, static fields count as GC roots, and only live objects take part
}

// maxWorkers bounds the memory for sweeps that run at a time.
const maxWorkers = 4

// run does the jobs, several at a time, and gives their results to done in their order. An error is ctx's.
func (j *jobs) run(ctx context.Context, done func(n int, sizes []Size)) error {
	ctx, cancel := context.WithCancel(ctx)
	results := make([]chan []Size, len(j.list))
	for i := range results {
		results[i] = make(chan []Size, 1)
	}
	next := make(chan int)
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), maxWorkers, len(j.list)) {
		wg.Go(func() {
			s := newSweep(j.graph)
			for n := range next {
				results[n] <- j.do(ctx, s, &j.list[n])
			}
		})
	}
	wg.Go(func() {
		defer close(next)
		for n := range j.list {
			select {
			case next <- n:
			case <-ctx.Done():
				return
			}
		}
	})
	defer wg.Wait()
	defer cancel()
	for n := range j.list {
		select {
		case sizes := <-results[n]:
			if sizes == nil {
				return ctx.Err()
			}
			done(n, sizes)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// do returns the sizes of the unions of one job, or nil if ctx was cancelled.
func (j *jobs) do(ctx context.Context, s *sweep, one *job) []Size {
	own := j.place.words(one.unions)
	s.clear()
	s.set, s.roots, s.keeps, s.from, s.headers = j.place.set, j.roots, nil, 0, false
	if one.kind == Retained || j.roots != nil {
		s.from = j.graph.live
	}
	if one.kind == Retained {
		s.keeps, s.headers = own, j.roots == nil
		s.startAtRoots()
	} else {
		for p, set := range j.place.set[s.from:] {
			s.has[s.from+uint32(p)] = own[set]
		}
	}
	if s.run(ctx) != nil {
		return nil
	}
	return j.count(s, one, own)
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
}

// count sums up what a finished sweep has found.
func (j *jobs) count(s *sweep, one *job, own []uint64) []Size {
	all := ^uint64(0) >> (64 - len(one.unions))
	t := tally{sizes: make([]Size, len(one.unions)), entries: make([]tallied, tallySize)}
	for p := range uint32(len(s.has)) {
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
			has |= own[j.place.set[p]]
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
	sizes   []Size
	entries []tallied
}

type tallied struct {
	bits uint64
	size Size
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

func (t *tally) finish() []Size {
	for i := range t.entries {
		t.spread(&t.entries[i])
	}
	return t.sizes
}
