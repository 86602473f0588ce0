package closure

import (
	"context"

	"memcity/trace"
	"memcity/trace/poll"
)

// rootSets contains the distinct sets of GC roots that reach objects of a target, and the size of the objects for each. Removing some GC
// roots frees an object if they include its whole set. These sets therefore suffice to compute what any combination of GC roots reaches and
// retains.
type rootSets struct {
	names int       // number of GC roots
	sets  [][]int32 // GC roots that are candidates, and names for all others together
	size  []trace.Amount
}

// findSets finds the sets of candidates that reach the objects of the target. If class objects lead to the target, the sets for Deep and
// Retained differ. The cost is one sweep per 64 candidates, or two if the sets differ. It returns an error only if ctx is done.
func (j *jobs) findSets(ctx context.Context, candidates []int32, progress trace.Progress) error {
	j.sets = map[Kind]*rootSets{}
	for _, kind := range []Kind{Deep, Retained} {
		c, err := j.graphFor(ctx, kind)
		if err != nil {
			return err
		}
		if kind == Retained && c == j.graphs[Deep] {
			j.sets[kind] = j.sets[Deep]
		} else if j.sets[kind], err = j.setsOf(ctx, c, candidates, progress); err != nil {
			return err
		}
	}
	return nil
}

// setsOf finds the sets over a contracted graph. It returns nil if a pass over the sets would take longer than a sweep.
func (j *jobs) setsOf(ctx context.Context, c *contractedGraph, candidates []int32, progress trace.Progress) (*rootSets, error) {
	number := make([]int, len(j.roots.Names)) // by GC root; all roots that are not candidates share a number
	for r := range number {
		number[r] = len(candidates)
	}
	for i, r := range candidates {
		number[r] = i
	}
	t := targetSets{trie: rootTrie{nodes: []trieNode{{}}, ids: map[trieNode]uint32{}}, of: make([]uint32, len(c.size))}
	s := c.sweep()
	for from := 0; from <= len(candidates); from += 64 {
		progress.Report(int64(from), int64(len(candidates)), "finding groups that reach the objects")
		clear(s.has)
		for _, e := range c.held {
			if i := number[e.Of] - from; i >= 0 && i < 64 {
				s.has[e.Node] |= 1 << i
			}
		}
		if err := s.run(ctx); err != nil {
			return nil, err
		}
		for n := range c.size {
			if c.size[n].Objects > 0 {
				t.grow(n, uint32(from), s.has[n])
			}
		}
		if len(t.trie.nodes) > len(s.has)+len(s.to) {
			return nil, nil
		}
	}
	wanted := make([]RootID, len(candidates)+1)
	for i, r := range candidates {
		wanted[i] = RootID(r)
	}
	wanted[len(candidates)] = RootID(len(number))
	return t.sum(c, wanted), nil
}

// eachTarget calls do for each object of the target, by position. It returns an error only if ctx is done.
func (j *jobs) eachTarget(ctx context.Context, do func(p uint32)) error {
	steps := poll.Count(ctx)
	for p := range j.target.All() {
		if err := steps.Add(1); err != nil {
			return err
		}
		do(p)
	}
	return nil
}

// targetSets contains the set of GC roots for each node. A set grows by up to 64 GC roots at a time.
type targetSets struct {
	trie  rootTrie
	of    []uint32 // set number in trie, by node
	last  trieNode // most recent lookup; found is its result
	found uint32
}

// grow adds GC roots to the set of a node. Bit 0 of roots is the root numbered from.
func (t *targetSets) grow(at int, from uint32, roots uint64) {
	if roots == 0 {
		return
	}
	if n := (trieNode{t.of[at], from, roots}); n != t.last || t.found == 0 {
		t.last, t.found = n, t.trie.id(n)
	}
	t.of[at] = t.found
}

// sum adds up the target by set. It returns nil if the sets together have more entries than the graph has nodes and edges. The last element
// of wanted stands for all other GC roots.
func (t *targetSets) sum(c *contractedGraph, wanted []RootID) *rootSets {
	found := &rootSets{names: int(wanted[len(wanted)-1])}
	index, entries := make([]int32, len(t.trie.nodes)), 0
	add := func(node uint32, size trace.Amount) {
		if size.Objects == 0 {
			return
		}
		if index[node] == 0 {
			set := t.trie.list(node, wanted)
			entries += len(set)
			list := make([]int32, len(set))
			for i, r := range set {
				list[i] = int32(r)
			}
			found.sets, found.size = append(found.sets, list), append(found.size, trace.Amount{})
			index[node] = int32(len(found.sets))
		}
		found.size[index[node]-1].Add(size)
	}
	for n, size := range c.size {
		add(t.of[n], size)
	}
	if entries > len(c.start)+len(c.to) {
		return nil
	}
	return found
}

// do returns the size of each union of the given job.
func (s *rootSets) do(one *job) []trace.Amount {
	in := make([]uint64, s.names+1)
	for i, union := range one.unions {
		for _, root := range union {
			in[root] |= 1 << i
		}
	}
	t := newTally(one)
	for i, set := range s.sets {
		has := uint64(0)
		for _, root := range set {
			if one.kind == Deep {
				has |= in[root]
			} else {
				has |= ^in[root]
			}
		}
		if word := t.word(has, 0); word != 0 {
			t.add(word, s.size[i])
		}
	}
	return t.finish()
}
