package closure

import (
	"context"
	"slices"

	"memcity/trace"
	"memcity/trace/poll"
	"memcity/trace/scratch"
)

// Kind says what is requested of a set of objects.
type Kind uint8

// Kinds of closures (section 3.2 of the paper that the package names).
const (
	// Deep is the transitive closure: the set and all that can be reached from it over references. Headers count only
	// towards class objects that nothing else keeps alive; see [Graph].
	Deep Kind = iota
	// Retained is the GC closure: the set and all objects that are alive now and would not be without it. GC roots do
	// not hold objects of the set any more then. Unreachable objects are retained by nothing but themselves. References
	// that keep nothing alive, soft ones among them, hold nothing; see [WeakByType]. What only they lead to is held by
	// no set.
	Retained
)

func (k Kind) String() string { return [...]string{"deep", "retained"}[k] }

// Result is the size of one group's closure.
type Result struct {
	Group int32
	Kind  Kind
	trace.Amount
}

// Sizes computes the sizes of the closures of every group of groups, of each of the given kinds. All groups are exact
// and need one sweep (see below) per kind and 64 groups; groups of the same objects are computed once. The groups with
// the fewest others around them come first, and done, unless it is nil, gets every batch of results as it is finished,
// one at a time. Without GC roots there are no results of kind [Retained]. The order of the results does not depend on
// the number of processors.
//
// The method carries a word of 64 bits, one bit per group, along the references in the order of positions, an object's own
// groups' bits masked out, until nothing changes: what has bit i clear at the end is retained by group i. Deep sizes are
// the same without mask, starting from the groups. For each of at most four processors 8 bytes per object are taken, and
// 4 for the groups. An error is ctx's.
func (g *Graph) Sizes(ctx context.Context, groups Groups, kinds []Kind, progress trace.Progress, done func([]Result)) ([]Result, error) {
	return g.sizesUpTo(ctx, nil, groups, kinds, progress, done)
}

// SizesUpTo computes what references lead to from every group of groups, without going on from the objects that ends is true for:
// they count where they are reached, and pass nothing on. Headers count nowhere. The results, done, the cost and the error are as for
// kind [Deep] of [Graph.Sizes].
func (g *Graph) SizesUpTo(ctx context.Context, ends func(trace.ObjectID) bool, groups Groups, progress trace.Progress,
	done func([]Result)) ([]Result, error) {
	m := newMarks(len(g.order))
	for p, o := range g.order {
		if ends(o) {
			m.set(uint32(p))
		}
	}
	return g.sizesUpTo(ctx, m, groups, []Kind{Deep}, progress, done)
}

func (g *Graph) sizesUpTo(ctx context.Context, ends marks, groups Groups, kinds []Kind, progress trace.Progress,
	done func([]Result)) ([]Result, error) {
	place, err := g.place(ctx, groups)
	if err != nil {
		return nil, err
	}
	defer scratch.Release(&place.set)
	same := groups.distinct(place.used)
	j := jobs{graph: g, place: place, class: g.class, ends: ends}
	for i := 0; i < len(same); i += 64 {
		for _, k := range kinds {
			if k == Retained && !g.KnowsRoots() {
				continue
			}
			b := job{kind: k, same: same[i:min(i+64, len(same))]}
			for _, s := range b.same {
				b.unions = append(b.unions, s[:1])
			}
			j.list = append(j.list, b)
		}
	}
	var all []Result
	err = j.run(ctx, func(n int, sizes []trace.Amount) {
		var results []Result
		for i, same := range j.list[n].same {
			for _, group := range same {
				results = append(results, Result{group, j.list[n].kind, sizes[i]})
			}
		}
		all = append(all, results...)
		progress.Report(int64(n+1), int64(len(j.list)), "sizing what groups keep alive")
		if done != nil {
			done(results)
		}
	})
	return all, err
}

// placed is a number of a set of groups by position.
type placed struct {
	groups Groups
	set    []uint32 // index into groups.Sets plus one; 0 for none
	used   []bool   // by index into groups.Sets: whether an object is in it
}

func (g *Graph) place(ctx context.Context, groups Groups) (*placed, error) {
	p := &placed{groups: groups, set: scratch.Make[uint32](len(g.order)), used: make([]bool, len(groups.Sets))}
	if err := inParts(ctx, len(g.order), func(from, to int) {
		for at := from; at < to; at++ {
			p.set[at] = uint32(groups.Of(g.order[at]) + 1)
		}
	}); err != nil {
		return nil, err
	}
	for at, s := range p.set {
		if err := poll.At(ctx, at); err != nil {
			return nil, err
		}
		if s > 0 {
			p.used[s-1] = true
		}
	}
	return p, nil
}

// distinct returns the groups, together with those of the same objects, those in the fewest others' company first. The
// objects of a group are reported by the sets that it is in.
func (groups *Groups) distinct(used []bool) [][]int32 {
	in := make([][]int32, groups.Count)
	around := make([]int, groups.Count) // the smallest set that the group is in
	for s, set := range groups.Sets {
		if !used[s] {
			continue
		}
		for _, n := range set {
			in[n] = append(in[n], int32(s))
			if around[n] == 0 || len(set) < around[n] {
				around[n] = len(set)
			}
		}
	}
	order := make([]int32, groups.Count)
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(a, b int32) int { return around[a] - around[b] })
	var same [][]int32
	at := map[string]int{}
	for _, n := range order {
		key := string(appendIDs(nil, in[n]))
		i, ok := at[key]
		if !ok {
			i = len(same)
			at[key] = i
			same = append(same, nil)
		}
		same[i] = append(same[i], n)
	}
	return same
}
