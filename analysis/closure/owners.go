package closure

import (
	"cmp"
	"context"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"memcity/trace"
	"memcity/trace/poll"
)

// Owner is a group, or a GC root, that keeps objects of a target alive.
type Owner struct {
	Group   int32        // or a [RootID], as for all groups below, if [OwnersQuery].Roots is set
	Reaches trace.Amount // objects of the target in the group or reachable from it
	Alone   trace.Amount // objects of the target that die without the group
}

// Pair is two groups that own objects of a target together.
type Pair struct {
	A, B     int32        // A < B
	Together trace.Amount // objects of the target that die without both groups
	Shared   trace.Amount // those of them that die without neither alone
}

// Owners says who keeps the objects of a target alive.
type Owners struct {
	Target trace.Amount // its objects that GC roots hold
	Softly trace.Amount // of them, those that nothing but soft references hold, which go before memory runs out
	All    trace.Amount // objects of the target that die without all groups that were looked at

	Owners []Owner // by what they retain alone, then by what they reach, greatest first
	Pairs  []Pair  // with Shared objects, most first

	// Smallest is the smallest set of groups without which at least the wanted share of the target dies. It is empty if
	// all groups do not retain as much. Of several sets of the same size it is the first that was found.
	Smallest     []int32
	SmallestSize trace.Amount
	// Proven says that there is no smaller set. Otherwise only this is known: no group of the set can be left out.
	Proven bool

	Skipped int // groups that reach the target but were not looked at, being too many; they reach the least of it
	Unsized int // groups of which not even what they reach is known, being too many; see maxSized
}

// OwnersQuery says what [Roots.Owners] is to find.
type OwnersQuery struct {
	Groups     Groups
	Roots      bool    // GC roots may be owners, by [RootID], rather than groups
	Candidates []int32 // groups or GC roots that may be owners, each once; nil for all

	// Target has the selected objects, of which the live ones count; nil for the whole live heap. Groups inside a
	// given target are no candidates: that they keep themselves alive is no news.
	Target *bitset.BitSet

	Share   float64 // of the target that the smallest set is to retain, above 0, at most 1; 0 for [DefaultShare]
	Objects bool    // the share is of objects rather than of bytes
}

// DefaultShare is the share of a target that its owners are to account for together.
const DefaultShare = 0.9

// Limits of the search for owners. A sweep resolves 64 queries.
const (
	maxSized  = 4096 // groups of which is found what they reach: 64 sweeps. Of more, those that most of the target lies behind are taken
	maxOwners = 1024 // groups that are looked at: 16 sweeps for what each of them reaches, retains, and adds to the others
	maxPaired = 36   // groups that are paired, those that reach most: 630 pairs, 11 sweeps
	maxTried  = 2048 // sets tried to find a smaller one: 32 sweeps
)

// Owners finds which groups keep the objects of a target alive: each alone, by pairs, and in the smallest set that accounts
// for a share of it. Static fields count as GC roots here, see [Roots], so that a class loader does not own all data of
// the program.
//
// A group is removed with its objects: whatever refers to one does not reach it any more. A GC root is removed alone:
// the object that it refers to stays as long as another root reaches it. So of two static fields of one object, neither owns
// anything alone. Static fields are GC roots whatever becomes of their class: that class objects die with a group does not
// empty the static fields. Class objects live as long as objects of their class.
//
// Only groups that reach the target are looked at: others change nothing. Everything is exact. The smallest set is first
// reduced from all groups, many at a time, until none can be left out; as nothing less does where all of them are
// needed by all others together, that is often the result. Otherwise all smaller sets are tried by branch and bound: a set is dropped if
// what its groups reach, with the best further ones, or what it retains together with all that may still be
// added, is not enough. Beyond maxTried sets the search ends without proof. If there were too many groups to look at all of
// them, the proof is that even all those left out together with two groups less than the set has are not enough.
//
// Of very many candidates only some are looked at, see maxSized. Nothing is proven then.
//
// The cost is three sweeps per 64 groups that reach the target, 11 for pairs, and for the smallest set mostly a few and at
// most about a hundred. They are over what leads to the target, see leading. Of GC roots it is one sweep per 64 of them and no other,
// see rootSets, unless their sets are many. An error is ctx's.
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
		if s.jobs.target.has(p) {
			one := trace.Amount{Objects: 1, Bytes: r.graph.size(p)}
			s.found.Target.Add(one)
			if !r.strong.has(p) {
				s.found.Softly.Add(one)
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

// targetBits returns the objects of a target that GC roots hold, or all of them, by position.
func (r *Roots) targetBits(target *bitset.BitSet) marks {
	g := r.graph
	words := newMarks(len(g.order))
	for p := g.live; int(p) < len(g.order); p++ {
		if r.held.has(p) && (target == nil || target.Test(uint(g.order[p]))) {
			words.set(p)
		}
	}
	return words
}

// ownerSearch is the work for one [Owners].
type ownerSearch struct {
	ctx      context.Context
	progress trace.Progress
	query    OwnersQuery
	jobs     jobs
	skipped  []Owner // of which only what they reach is known
	found    *Owners
}

// size returns, for every union of groups, what of the target it reaches or retains.
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

// findOwners finds what each candidate reaches and retains alone.
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
	alone, err := s.size(Retained, "finding what each group retains alone", singles(groupsIn(owners)))
	if err != nil {
		return err
	}
	for i := range owners {
		owners[i].Alone = alone[i]
	}
	s.sortOwners(owners)
	s.found.Owners = owners
	return nil
}

func (s *ownerSearch) sortOwners(owners []Owner) {
	slices.SortStableFunc(owners, func(a, b Owner) int {
		return cmp.Or(cmp.Compare(s.weight(b.Alone), s.weight(a.Alone)), cmp.Compare(s.weight(b.Reaches), s.weight(a.Reaches)))
	})
}

// weight is the metric that shares are of.
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

// headers returns the class objects that headers keep alive, also where GC roots hold them: these may be removed.
func (r *Roots) headers() byType {
	classes := make([]trace.ObjectID, len(r.graph.heap.Types))
	for t := range classes {
		classes[t] = r.graph.heap.Types[t].Class
	}
	return r.graph.classes(classes)
}

// sizePairs finds what pairs of up to 64 groups retain. What their groups retain alone may overlap, as where both hold an object one
// behind the other: the objects that both retain are counted in one sweep for all.
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
	const what = "finding what pairs of groups retain"
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

// groupCandidates returns the groups that may be owners, one of those of the same objects.
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
		if s.query.Target == nil || !s.jobs.target.has(p) {
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

// findPairs pairs the groups that reach most. A group that has nothing to reach apart from what it retains alone shares
// nothing.
func (s *ownerSearch) findPairs() error {
	var owners []Owner
	for _, o := range s.found.Owners {
		if o.Reaches.Objects > o.Alone.Objects {
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
