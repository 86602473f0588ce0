package closure

import (
	"context"
	"slices"

	"memcity/analysis/closure/internal/rows"
	"memcity/trace"
	"memcity/trace/poll"
	"memcity/trace/scratch"
)

// Kind selects a kind of closure.
type Kind uint8

// Kinds of closures, see section 3.2 of the paper cited in the package comment.
const (
	// Deep is the transitive closure: the set and everything reachable from it over references. Headers count only toward class objects
	// that nothing else keeps alive; see [Graph].
	Deep Kind = iota
	// Retained is the GC closure: the set and all objects that are alive now and would not be without it. Removing the set also removes the
	// GC roots that hold its objects. An unreachable object is retained only by sets that contain it. Soft references and the others in
	// [WeakByType] hold nothing. No set retains objects that only these references lead to.
	Retained
)

func (k Kind) String() string { return [...]string{"deep", "retained"}[k] }

// Result is the size of the closure of one group.
type Result struct {
	Group int32
	Kind  Kind
	trace.Amount
}

// Sizes computes the size of the closure of each group, for each of the given kinds. The sizes are exact. Groups in small sets come first.
// Results do not depend on the number of processors. Without GC roots there are no results of kind [Retained]. done, unless it is nil,
// receives each batch of results when it is finished, one batch at a time. It returns an error only if ctx is done.
//
// The algorithm propagates 64 bits per object, one per group, along references in order of positions until nothing changes. Objects do not
// pass on the bits of their own groups. Group i retains the objects whose bit i is clear at the end. Deep sizes start at the groups instead
// and mask no bits.
//
// The cost is one sweep per kind and 64 groups. Groups with the same objects are computed once. It takes 8 bytes per object for each of at
// most four processors, and 4 bytes per object for the groups.
func (g *Graph) Sizes(ctx context.Context, groups Groups, kinds []Kind, progress trace.Progress, done func([]Result)) ([]Result, error) {
	return g.sizesUpTo(ctx, nil, groups, kinds, progress, done)
}

// SizesUpTo computes the deep sizes of each group, but does not follow references of objects for which ends returns true. These objects
// count where they are reached. Headers count nowhere. Results, done, cost and errors are as for kind [Deep] in [Graph.Sizes].
func (g *Graph) SizesUpTo(ctx context.Context, ends func(trace.ObjectID) bool, groups Groups, progress trace.Progress,
	done func([]Result)) ([]Result, error) {
	m := rows.NewMarks(len(g.order))
	for p, o := range g.order {
		if ends(o) {
			m.Set(uint32(p))
		}
	}
	return g.sizesUpTo(ctx, m, groups, []Kind{Deep}, progress, done)
}

func (g *Graph) sizesUpTo(ctx context.Context, ends rows.Marks, groups Groups, kinds []Kind, progress trace.Progress,
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
		progress.Report(int64(n+1), int64(len(j.list)), "computing what groups keep alive")
		if done != nil {
			done(results)
		}
	})
	return all, err
}

// positionSets contains the set of groups for each position.
type positionSets struct {
	groups Groups
	set    []uint32 // index into groups.Sets plus one, by position; 0 for none
	used   []bool   // by index into groups.Sets: true if an object has this set
}

func (g *Graph) place(ctx context.Context, groups Groups) (*positionSets, error) {
	p := &positionSets{groups: groups, set: scratch.Make[uint32](len(g.order)), used: make([]bool, len(groups.Sets))}
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

// distinct returns lists of groups that have the same objects. Lists whose groups occur in small sets come first. Groups have the same
// objects if they occur in the same used sets.
func (groups *Groups) distinct(used []bool) [][]int32 {
	in := make([][]int32, groups.Count)
	around := make([]int, groups.Count) // by group: size of the smallest set that contains it
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
