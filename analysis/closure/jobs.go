package closure

import (
	"context"
	"math/bits"

	"memcity/analysis/closure/internal/rows"
	"memcity/trace"
	"memcity/trace/parallel"
	"memcity/trace/poll"
)

// A job sizes the closures of up to 64 sets of objects in one sweep. Each set is a union of groups.
type job struct {
	kind   Kind
	unions [][]int32 // numbers of groups or of GC roots; see jobs
	same   [][]int32 // for [Graph.Sizes]: the groups that have the same objects as each union

	// If both is not nil, it receives the overlap of the results of each two unions. The index is 64 times the lower number plus the higher
	// one.
	both []trace.Amount
}

// jobs is a list of jobs over the same groups or over GC roots.
type jobs struct {
	graph *Graph
	place *positionSets // nil if the sets contain GC roots; the roots are removed, not the objects that they hold
	list  []job
	class byType // class objects that headers keep alive, for retained sizes

	ends rows.Marks // objects whose references are not followed; if not nil, headers count nowhere

	sweeps [maxWorkers]*sweep // sweeps by worker

	// If roots is set, static fields count as GC roots, only live objects take part, and only objects of the target (bits by position)
	// count. Required if place is nil.
	roots  *Roots
	target rows.Marks
	lead   *leadingGraph             // created by graphFor, like graphs
	graphs map[Kind]*contractedGraph // contracted graphs that sweeps run over
	sets   map[Kind]*rootSets        // sets of GC roots; a kind that has an entry needs no sweep
}

// maxWorkers is the maximum number of concurrent sweeps. It bounds their memory.
const maxWorkers = 4

// run executes the jobs, several at a time, and passes their results to done in order. It returns an error only if ctx is done.
func (j *jobs) run(ctx context.Context, done func(n int, sizes []trace.Amount)) error {
	if j.roots != nil {
		for i := range j.list {
			if _, err := j.graphFor(ctx, j.list[i].kind); err != nil {
				return err
			}
		}
	}
	do := make([]func(*job) []trace.Amount, maxWorkers)
	defer j.release()
	ready, next := make([][]trace.Amount, len(j.list)), 0
	for n, sizes := range parallel.Results(len(j.list), maxWorkers, func(worker, n int) []trace.Amount {
		if do[worker] == nil {
			do[worker] = j.worker(ctx, worker)
		}
		return do[worker](&j.list[n])
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

// worker returns a function that executes one job. It returns the sizes of the unions, or nil if ctx is done.
func (j *jobs) worker(ctx context.Context, worker int) func(*job) []trace.Amount {
	if j.roots != nil {
		sweeps := map[Kind]*nodeSweep{}
		return func(one *job) []trace.Amount {
			if sets := j.sets[one.kind]; sets != nil {
				return sets.do(one)
			}
			if sweeps[one.kind] == nil {
				sweeps[one.kind] = j.graphs[one.kind].sweep()
			}
			return j.doNodes(ctx, sweeps[one.kind], one)
		}
	}
	s := newSweep(j.graph)
	j.sweeps[worker] = s
	return func(one *job) []trace.Amount { return j.do(ctx, s, one) }
}

// release frees the sweeps of the workers.
func (j *jobs) release() {
	for _, s := range j.sweeps {
		if s != nil {
			s.release()
		}
	}
}

// do executes one job over the whole graph.
func (j *jobs) do(ctx context.Context, s *sweep, one *job) []trace.Amount {
	s.clear()
	s.set, s.keeps, s.holds, s.ends, s.from, s.class = nil, nil, nil, j.ends, 0, j.graph.alone
	if j.ends != nil {
		s.class = nil
	}
	if one.kind == Retained {
		s.from = j.graph.live
		s.class = j.class
		s.holds = j.graph.holds()
		if s.holds.special == nil {
			s.holds = nil
		}
	}
	own := j.start(s, one)
	if s.run(ctx) != nil {
		return nil
	}
	return j.count(ctx, s, one, own)
}

// start sets the initial bits of a sweep. It returns, by index of a set plus one, the unions that the objects of the set are in.
func (j *jobs) start(s *sweep, one *job) (own []uint64) {
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

// startAtRoots sets all bits of the objects that GC roots hold.
func (s *sweep) startAtRoots() {
	for i := range s.g.heap.Roots {
		s.has[s.g.rank[s.g.heap.Roots[i].Object]] = ^uint64(0)
	}
	if s.holds != nil {
		for _, p := range s.holds.loose {
			s.has[p] = ^uint64(0)
		}
	}
}

// count adds up the results of a finished sweep; nil if ctx is done. Objects of a union always count for it.
func (j *jobs) count(ctx context.Context, s *sweep, one *job, own []uint64) []trace.Amount {
	t := newTally(one)
	for p := range uint32(len(s.has)) {
		if poll.At(ctx, p) != nil {
			return nil
		}
		has := s.has[p]
		if one.kind == Retained && p < j.graph.live {
			has = ^uint64(0)
		}
		if word := t.word(has, own[s.set[p]]); word != 0 {
			t.add(word, trace.Amount{Objects: 1, Bytes: j.graph.size(p)})
		}
	}
	return t.finish()
}

// words returns, by index of a set plus one, the unions that the objects of the set are in.
func (p *positionSets) words(unions [][]int32) []uint64 {
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

// A tally adds up sizes by bit. It first sums objects with the same bits in a small table, where a new entry evicts an old one. Neighboring
// objects mostly have the same bits.
type tally struct {
	job     *job
	all     uint64 // bits of the job's unions
	sizes   []trace.Amount
	entries []tallyEntry
}

type tallyEntry struct {
	bits uint64
	size trace.Amount
}

// tallySize is the number of table entries, which take 24 KB together.
const tallySize = 1 << 10

func newTally(one *job) *tally {
	return &tally{job: one, all: ^uint64(0) >> (64 - len(one.unions)), sizes: make([]trace.Amount, len(one.unions)),
		entries: make([]tallyEntry, tallySize)}
}

// word returns the unions that an object counts for. has is the result of the sweep, own the unions that contain the object.
func (t *tally) word(has, own uint64) uint64 {
	if t.job.kind == Retained {
		has = ^has&t.all | own
	}
	return has
}

func (t *tally) add(word uint64, size trace.Amount) {
	e := &t.entries[word*0x9e3779b97f4a7c15>>(64-10)]
	if e.bits != word {
		t.spread(e)
		*e = tallyEntry{bits: word}
	}
	e.size.Add(size)
}

// spread adds an entry to the sizes of its bits.
func (t *tally) spread(e *tallyEntry) {
	for word := e.bits; word != 0; word &= word - 1 {
		i := bits.TrailingZeros64(word)
		t.sizes[i].Add(e.size)
		if t.job.both != nil {
			for rest := word & (word - 1); rest != 0; rest &= rest - 1 {
				t.job.both[i*64+bits.TrailingZeros64(rest)].Add(e.size)
			}
		}
	}
}

func (t *tally) finish() []trace.Amount {
	for i := range t.entries {
		t.spread(&t.entries[i])
	}
	return t.sizes
}
