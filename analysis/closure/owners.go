package closure

import (
	"cmp"
	"context"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure/internal/rows"
	"memcity/trace"
	"memcity/trace/poll"
)

// Owner is a group or a GC root that keeps objects of a target alive.
type Owner struct {
	Group     int32        // group number; a [RootID], here and in all fields below, if [OwnersQuery].Roots is set
	Reaches   trace.Amount // objects of the target in the group or reachable from it
	Exclusive trace.Amount // objects of the target that would be freed without the group
}

// Pair is two groups that jointly own objects of a target.
type Pair struct {
	A, B     int32        // with A < B
	Together trace.Amount // objects of the target that would be freed without both groups
	Shared   trace.Amount // part of Together that would not be freed without only one of the groups
}

// Owners contains the owners of a target.
type Owners struct {
	Target          trace.Amount // objects of the target that GC roots hold
	SoftlyReachable trace.Amount // part of Target that only soft references hold; freed before memory runs out
	All             trace.Amount // objects of the target that would be freed without all examined groups

	Owners []Owner // sorted by Alone, then by Reaches, largest first
	Pairs  []Pair  // pairs with Shared objects, largest first

	// Smallest is a smallest set of groups that retains at least the requested share of the target. It is nil if all groups together retain
	// less. Of several sets of the same size it is the first one found.
	Smallest     []int32
	SmallestSize trace.Amount
	// Proven is true if no smaller set exists. If false, it is only certain that no group of the set can be omitted.
	Proven bool

	Skipped int // number of groups that reach the target but were not examined because of maxOwners; they reach the least of it
	Unsized int // number of groups that were not sized at all because of maxSized
}

// OwnersQuery is a query for [Roots.Owners].
type OwnersQuery struct {
	Groups     Groups
	Roots      bool    // true if the owners are GC roots, by [RootID], rather than groups
	Candidates []int32 // groups or GC roots that may be owners, each once; nil for all

	// Target contains the selected objects, of which the live ones count; nil for the whole live heap. Groups entirely inside the target
	// are not candidates, because they trivially keep themselves alive.
	Target *bitset.BitSet

	Share   float64 // share of the target that the smallest set must retain, above 0 and at most 1; [DefaultShare] if out of range
	Objects bool    // true if the share is of objects rather than bytes
}

// DefaultShare is the default share of a target that its owners must retain together.
const DefaultShare = 0.9

// Limits of the search for owners. One sweep resolves 64 queries.
const (
	maxSized  = 4096 // groups whose reach is computed: 64 sweeps. If there are more, likeliest selects them
	maxOwners = 1024 // groups that are examined: 16 sweeps each for Deep, for Retained, and for the part added to the other groups
	maxPaired = 36   // groups that are paired, by the part that they reach, largest first: 630 pairs in 11 sweeps
	maxTried  = 2048 // sets tried to find a smaller one: 32 sweeps
)

// Owners finds the groups that keep the objects of a target alive: each alone, in pairs, and in the smallest set that retains a given
// share.
//
// Removing a group removes its objects, so references to them lead nowhere. Removing a GC root removes the root alone: the object that it
// refers to stays while another root reaches it. If two static fields refer to one object, neither owns anything alone. Static fields
// always count as GC roots here, see [Roots], even if their class object would be freed with a group. Otherwise a class loader would own
// all data of the program. Class objects live as long as objects of their class.
//
// Only groups that reach the target are examined. The sizes are exact.
//
// For the smallest set, groups are removed from the set of all groups, many at a time, until none can be omitted. If every group is needed,
// this set is the result. Otherwise branch and bound tries all smaller sets. It drops a set if an upper bound is too low: what its groups
// reach together with the best further ones, or what it retains together with all that may still be added. After maxTried sets it stops
// without proof. If some groups were not examined, the proof must also cover them: all of them together with two groups fewer than the set
// has must not suffice. If some groups were not even sized, see maxSized, nothing is proven.
//
// The cost is three sweeps per 64 groups that reach the target, 11 for pairs, and for the smallest set usually a few and at most about a
// hundred. Sweeps run over the objects that lead to the target, see leading. For GC roots the total is one sweep per 64 roots, see
// rootSets, unless there are too many distinct sets. It returns an error only if ctx is done.
func (r *Roots) Owners(ctx context.Context, query OwnersQuery, progress trace.Progress) (*Owners, error) {
	s := ownerSearch{
		ctx: ctx, progress: progress, query: query, found: &Owners{},
		jobs: jobs{graph: r.graph, roots: r, target: r.targetBits(query.Target)},
	}
	var err error
	if query.Roots {
		s.jobs.class = r.headers()
	} else {
		s.jobs.class = r.graph.class
		s.jobs.place, err = r.graph.place(ctx, query.Groups)
	}
	if err != nil {
		return nil, err
	}
	for p := range uint32(len(r.graph.order)) {
		if err := poll.At(ctx, p); err != nil {
			return nil, err
		}
		if s.jobs.target.Has(p) {
			one := trace.Amount{Objects: 1, Bytes: r.graph.size(p)}
			s.found.Target.Add(one)
			if !r.strong.Has(p) {
				s.found.SoftlyReachable.Add(one)
			}
		}
	}
	for _, step := range []func() error{s.findOwners, s.findPairs, s.findSmallest} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return s.found, nil
}

// targetBits returns the objects of a target that GC roots hold, by position; all that they hold for nil.
func (r *Roots) targetBits(target *bitset.BitSet) rows.Marks {
	g := r.graph
	words := rows.NewMarks(len(g.order))
	for p := g.live; int(p) < len(g.order); p++ {
		if r.held.Has(p) && (target == nil || target.Test(uint(g.order[p]))) {
			words.Set(p)
		}
	}
	return words
}

// ownerSearch is the state of one call of [Roots.Owners].
type ownerSearch struct {
	ctx      context.Context
	progress trace.Progress
	query    OwnersQuery
	jobs     jobs
	skipped  []Owner // groups that were not examined; only Reaches is set
	found    *Owners
}

// size returns the part of the target that each union of groups reaches or retains.
func (s *ownerSearch) size(kind Kind, what string, unions [][]int32) ([]trace.Amount, error) {
	s.jobs.list = s.jobs.list[:0]
	for from := 0; from < len(unions); from += 64 {
		s.jobs.list = append(s.jobs.list, job{kind: kind, unions: unions[from:min(from+64, len(unions))]})
	}
	sizes := make([]trace.Amount, 0, len(unions))
	err := s.jobs.run(s.ctx, func(_ int, batch []trace.Amount) {
		sizes = append(sizes, batch...)
		s.progress.Report(int64(len(sizes)), int64(len(unions)), what)
	})
	return sizes, err
}

// findOwners finds the part of the target that each candidate reaches, and the part that it retains alone.
func (s *ownerSearch) findOwners() error {
	candidates, err := s.likeliest(s.candidates())
	if err != nil {
		return err
	}
	if s.query.Roots {
		if err := s.jobs.findSets(s.ctx, candidates, s.progress); err != nil {
			return err
		}
	}
	unions := singles(candidates)
	reaches, err := s.size(Deep, "finding groups that reach the objects", unions)
	if err != nil {
		return err
	}
	var owners []Owner
	for i, c := range candidates {
		if reaches[i].Objects > 0 {
			owners = append(owners, Owner{Group: c, Reaches: reaches[i]})
		}
	}
	s.sortOwners(owners)
	if len(owners) > maxOwners {
		owners, s.skipped = owners[:maxOwners], owners[maxOwners:]
		s.found.Skipped = len(s.skipped)
	}
	alone, err := s.size(Retained, "computing what each group retains alone", singles(groupsIn(owners)))
	if err != nil {
		return err
	}
	for i := range owners {
		owners[i].Exclusive = alone[i]
	}
	s.sortOwners(owners)
	s.found.Owners = owners
	return nil
}

func (s *ownerSearch) sortOwners(owners []Owner) {
	slices.SortStableFunc(owners, func(a, b Owner) int {
		return cmp.Or(cmp.Compare(s.weight(b.Exclusive), s.weight(a.Exclusive)), cmp.Compare(s.weight(b.Reaches), s.weight(a.Reaches)))
	})
}

// weight returns the unit that shares refer to: objects or bytes.
func (s *ownerSearch) weight(size trace.Amount) int64 {
	if s.query.Objects {
		return size.Objects
	}
	return size.Bytes
}

// candidates returns the GC roots or groups that may be owners.
func (s *ownerSearch) candidates() []int32 {
	switch {
	case !s.query.Roots:
		return s.groupCandidates()
	case s.query.Candidates != nil:
		return s.query.Candidates
	}
	return s.jobs.roots.all()
}

// headers returns the class objects that headers keep alive, by type. It includes class objects that GC roots hold, because these roots may
// be removed.
func (r *Roots) headers() byType {
	classes := make([]trace.ObjectID, len(r.graph.heap.Types))
	for t := range classes {
		classes[t] = r.graph.heap.Types[t].Class
	}
	return r.graph.classes(classes)
}

// sizePairs finds what pairs of up to 64 groups retain. What two groups retain alone may overlap, as when both are on the only path to an
// object. One sweep counts the overlaps of all pairs.
func (s *ownerSearch) sizePairs(groups []int32) ([]Pair, error) {
	var pairs []Pair
	var unions [][]int32
	for i, a := range groups {
		for _, b := range groups[:i] {
			pairs = append(pairs, Pair{A: min(a, b), B: max(a, b)})
			unions = append(unions, []int32{a, b})
		}
	}
	if len(pairs) == 0 {
		return nil, nil
	}
	const what = "computing what pairs of groups retain"
	one := job{kind: Retained, unions: singles(groups), both: make([]trace.Amount, 64*64)}
	s.jobs.list = append(s.jobs.list[:0], one)
	var alone []trace.Amount
	if err := s.jobs.run(s.ctx, func(_ int, sizes []trace.Amount) { alone = sizes }); err != nil {
		return nil, err
	}
	together, err := s.size(Retained, what, unions)
	if err != nil {
		return nil, err
	}
	at := 0
	for i := range groups {
		for j := range i {
			p, both := &pairs[at], one.both[j*64+i]
			p.Together = together[at]
			p.Shared.Objects = p.Together.Objects - alone[i].Objects - alone[j].Objects + both.Objects
			p.Shared.Bytes = p.Together.Bytes - alone[i].Bytes - alone[j].Bytes + both.Bytes
			at++
		}
	}
	return pairs, nil
}

// all returns the numbers of all GC roots.
func (r *Roots) all() []int32 {
	all := make([]int32, len(r.Names))
	for i := range all {
		all[i] = int32(i)
	}
	return all
}

// groupCandidates returns the groups that may be owners. Of groups with the same objects it returns one.
func (s *ownerSearch) groupCandidates() []int32 {
	groups, place := s.query.Groups, s.jobs.place
	wanted := make([]bool, groups.Count)
	for n := range wanted {
		wanted[n] = s.query.Candidates == nil
	}
	for _, n := range s.query.Candidates {
		wanted[n] = true
	}
	outside := make([]bool, len(groups.Sets)+1)
	for p := s.jobs.graph.live; int(p) < len(place.set); p++ {
		if s.query.Target == nil || !s.jobs.target.Has(p) {
			outside[place.set[p]] = true
		}
	}
	useful := make([]bool, groups.Count)
	for i, set := range groups.Sets {
		for _, n := range set {
			useful[n] = useful[n] || outside[i+1]
		}
	}
	var candidates []int32
	for _, same := range groups.distinct(place.used) {
		for _, n := range same {
			if wanted[n] && useful[n] {
				candidates = append(candidates, n)
				break
			}
		}
	}
	slices.Sort(candidates)
	return candidates
}

func singles(groups []int32) [][]int32 {
	unions := make([][]int32, len(groups))
	for i := range groups {
		unions[i] = groups[i : i+1]
	}
	return unions
}

func groupsIn(owners []Owner) []int32 {
	groups := make([]int32, len(owners))
	for i := range owners {
		groups[i] = owners[i].Group
	}
	return groups
}

// findPairs pairs the groups that reach most. It omits groups that retain alone everything they reach, because they share nothing.
func (s *ownerSearch) findPairs() error {
	var owners []Owner
	for _, o := range s.found.Owners {
		if o.Reaches.Objects > o.Exclusive.Objects {
			owners = append(owners, o)
		}
	}
	slices.SortStableFunc(owners, func(a, b Owner) int { return cmp.Compare(s.weight(b.Reaches), s.weight(a.Reaches)) })
	pairs, err := s.sizePairs(groupsIn(owners[:min(len(owners), maxPaired)]))
	if err != nil {
		return err
	}
	s.found.Pairs = slices.DeleteFunc(pairs, func(p Pair) bool { return p.Shared.Objects == 0 })
	slices.SortFunc(s.found.Pairs, func(a, b Pair) int {
		return cmp.Or(cmp.Compare(s.weight(b.Shared), s.weight(a.Shared)), cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B))
	})
	return nil
}
