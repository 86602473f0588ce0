package closure

import (
	"context"

	"memcity/trace"
	"memcity/trace/poll"
)

// rootSets are the different sets of GC roots that lead to objects of a target. An object dies with some GC roots if its set has no others,
// so that these and what of the target each one holds say all about what any GC roots reach and retain.
type rootSets struct {
	names int       // GC roots
	sets  [][]int32 // GC roots that may be owners, and names if there are others
	size  []trace.Amount
}

// findSets finds the sets of the candidates that lead to the objects of the target. If headers matter, those over which something is
// reached and those that keep alive are not the same, and neither are the sets. The cost is a sweep per 64 candidates, or two. An error
// is ctx's.
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

// setsOf finds the sets over a contracted graph; nil if going through them would take longer than a sweep.
func (j *jobs) setsOf(ctx context.Context, c *contracted, candidates []int32, progress trace.Progress) (*rootSets, error) {
	number := make([]int, len(j.roots.Names)) // by GC root; the others share one
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

// eachTarget calls do for the objects of the target, by position. An error is ctx's.
func (j *jobs) eachTarget(ctx context.Context, do func(p uint32)) error {
	steps := poll.Count(ctx)
	for p := range j.target.all() {
		if err := steps.Add(1); err != nil {
			return err
		}
		do(p)
	}
	return nil
}

// targetSets are the sets of the objects of a target, which grow by up to 64 GC roots at a time.
type targetSets struct {
	trie  rootTrie
	of    []uint32 // by node
	last  trieNode // looked up last, and what was found
	found uint32
}

// grow adds GC roots, numbered from a first one on, to the set of an object.
func (t *targetSets) grow(at int, from uint32, roots uint64) {
	if roots == 0 {
		return
	}
	if n := (trieNode{t.of[at], from, roots}); n != t.last || t.found == 0 {
		t.last, t.found = n, t.trie.id(n)
	}
	t.of[at] = t.found
}

// sum adds up the target by set; nil if the sets together have more entries than a graph has nodes and edges. The last of those wanted stands
// for all other GC roots.
func (t *targetSets) sum(c *contracted, wanted []RootID) *rootSets {
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

// do returns the sizes of the unions of one job.
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
