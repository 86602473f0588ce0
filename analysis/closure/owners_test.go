package closure_test

import (
	"maps"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// randomTarget returns a third of the objects, or nil for all.
func randomTarget(h *trace.Heap, seed uint64, rng *rand.Rand) *bitset.BitSet {
	target := bitset.New(uint(h.Len()))
	for o := range uint(h.Len()) {
		target.SetTo(o, rng.IntN(3) == 0)
	}
	if seed%4 == 0 {
		return nil
	}
	return target
}

func owners(t testing.TB, r *closure.Roots, query closure.OwnersQuery) *closure.Owners {
	t.Helper()
	found, err := r.Owners(t.Context(), query, nil)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestOwnersByDefinition tries every set of up to nine groups on small heaps.
func TestOwnersByDefinition(t *testing.T) {
	several, shared := 0, 0
	for seed := range uint64(80) {
		h := randomHeap(seed)
		rng := rand.New(rand.NewPCG(seed, 2))
		for range 10 {
			h.Roots = append(h.Roots, trace.Root{Kind: trace.RootJNIGlobal, Object: trace.ObjectID(rng.IntN(h.Len())), Thread: -1, Frame: -1})
		}
		lists := make([][]trace.ObjectID, 2+rng.IntN(8))
		for i := range lists {
			for range 1 + rng.IntN(6) {
				lists[i] = append(lists[i], trace.ObjectID(rng.IntN(h.Len())))
			}
		}
		for _, r := range h.Roots {
			if rng.IntN(8) > 0 {
				i := rng.IntN(len(lists))
				lists[i] = append(lists[i], r.Object)
			}
		}
		target := randomTarget(h, seed, rng)
		share := 0.2 + 0.7*rng.Float64()
		got := owners(t, graph(t, h).Roots(),
			closure.OwnersQuery{Groups: closure.ObjectGroups(h, lists...), Target: target, Share: share, Objects: seed%3 == 0})
		checkOwners(t, seed, h, groupOracle(h, lists), target, share, seed%3 == 0, got)
		if got.Proven && len(got.Smallest) > 1 {
			several++
		}
		shared += len(got.Pairs)
	}
	if several < 10 || shared < 20 {
		t.Errorf("only %d sets of several groups and %d pairs: the examples show too little", several, shared)
	}
}

// ownerOracle tells by definition what groups do.
type ownerOracle struct {
	groups  int
	dies    func(mask int) map[trace.ObjectID]bool // without all groups whose bit is set
	reaches func(group int32) map[trace.ObjectID]bool
}

func groupOracle(h *trace.Heap, lists [][]trace.ObjectID) ownerOracle {
	h = staticsAsRoots(h)
	live := liveWithout(h, nil)
	return ownerOracle{
		groups: len(lists),
		dies: func(mask int) map[trace.ObjectID]bool {
			in := map[trace.ObjectID]bool{}
			for i, list := range lists {
				for _, o := range list {
					if mask>>i&1 != 0 {
						in[o] = true
					}
				}
			}
			return retainedOf(h, in)
		},
		reaches: func(group int32) map[trace.ObjectID]bool {
			in := map[trace.ObjectID]bool{}
			for _, o := range lists[group] {
				in[o] = live[o]
			}
			return deepOf(h, onlyTrue(in))
		},
	}
}

func checkOwners(t *testing.T, seed uint64, h *trace.Heap, oracle ownerOracle, target *bitset.BitSet, share float64, objects bool,
	got *closure.Owners) {
	t.Helper()
	live := liveWithout(h, nil)
	wanted := func(in map[trace.ObjectID]bool) trace.Amount {
		only := map[trace.ObjectID]bool{}
		for o := range in {
			if live[o] && (target == nil || target.Test(uint(o))) {
				only[o] = true
			}
		}
		return sizeOf(h, only)
	}
	weight := func(s trace.Amount) float64 {
		if objects {
			return float64(s.Objects)
		}
		return float64(s.Bytes)
	}
	// Brute force over all sets, by their bits.
	retains := make([]trace.Amount, 1<<oracle.groups)
	total := wanted(live)
	fewest := oracle.groups + 1
	for mask := range retains {
		retains[mask] = wanted(oracle.dies(mask))
		if weight(retains[mask]) >= share*weight(total) {
			fewest = min(fewest, bits.OnesCount(uint(mask)))
		}
	}
	if got.Target != total {
		t.Fatalf("seed %d: target %v; expected %v", seed, got.Target, total)
	}
	looked := 0
	for _, o := range got.Owners {
		looked |= 1 << o.Group
		if o.Exclusive != retains[1<<o.Group] {
			t.Errorf("seed %d: group %d retains %v; expected %v", seed, o.Group, o.Exclusive, retains[1<<o.Group])
		}
		if want := wanted(oracle.reaches(o.Group)); o.Reaches != want {
			t.Errorf("seed %d: group %d reaches %v; expected %v", seed, o.Group, o.Reaches, want)
		}
	}
	for a := range oracle.groups {
		for b := range a {
			pair := 1<<a | 1<<b
			if looked&pair != pair {
				continue
			}
			shared := maps.Clone(oracle.dies(pair))
			for _, alone := range []int{1 << a, 1 << b} {
				for o := range oracle.dies(alone) {
					delete(shared, o)
				}
			}
			want := closure.Pair{A: int32(b), B: int32(a), Together: retains[pair], Shared: wanted(shared)}
			if has := slices.Contains(got.Pairs, want); has != (want.Shared.Objects > 0) {
				t.Errorf("seed %d: pair %v found: %v, in %v", seed, want, has, got.Pairs)
			}
		}
	}
	if target != nil {
		fewest = fewestOf(retains, looked, share*weight(total), weight)
	}
	switch mask := maskOf(got.Smallest); {
	case weight(total) == 0:
	case fewest > oracle.groups:
		if len(got.Smallest) > 0 {
			t.Errorf("seed %d: %v is enough; expected none", seed, got.Smallest)
		}
	case len(got.Smallest) != fewest || !got.Proven || got.SmallestSize != retains[mask] || weight(retains[mask]) < share*weight(total):
		t.Errorf("seed %d: smallest set %v with %v, proven %v; expected %d groups", seed, got.Smallest, got.SmallestSize, got.Proven, fewest)
	}
}

// fewestOf returns the size of the smallest sufficient subset. of has the bits of the groups to choose from.
func fewestOf(retains []trace.Amount, of int, enough float64, weight func(trace.Amount) float64) int {
	fewest := 64
	for mask := range retains {
		if mask&^of == 0 && weight(retains[mask]) >= enough {
			fewest = min(fewest, bits.OnesCount(uint(mask)))
		}
	}
	return fewest
}

func maskOf(groups []int32) int {
	mask := 0
	for _, g := range groups {
		mask |= 1 << g
	}
	return mask
}

func onlyTrue(in map[trace.ObjectID]bool) map[trace.ObjectID]bool {
	for o, is := range in {
		if !is {
			delete(in, o)
		}
	}
	return in
}

// TestOwnersOfTwoCaches asks only who owns the heap. The answer must be the two maps (section 5.1).
func TestOwnersOfTwoCaches(t *testing.T) {
	h := twoCaches()
	r := graph(t, h).Roots()
	got := owners(t, r, closure.OwnersQuery{Roots: true})
	names := func(groups ...int32) []string {
		var names []string
		for _, n := range groups {
			names = append(names, r.Names[n].String())
		}
		return names
	}
	caches := []string{"static field app.IdCache.idCache", "static field app.NameCache.nameCache"}
	if !slices.Equal(names(got.Smallest...), caches) || !got.Proven {
		t.Errorf("smallest set %v, proven %v", names(got.Smallest...), got.Proven)
	}
	if !slices.Equal(names(got.Owners[0].Group, got.Owners[1].Group), caches) {
		t.Errorf("first owners %v, %v", names(got.Owners[0].Group), names(got.Owners[1].Group))
	}
	if len(got.Pairs) == 0 || !slices.Equal(names(got.Pairs[0].A, got.Pairs[0].B), caches) || got.Pairs[0].Together != got.SmallestSize {
		t.Errorf("pairs %v", got.Pairs)
	}
	perMille := func(s trace.Amount) int64 { return (2000*s.Bytes/got.Target.Bytes + 1) / 2 }
	if a, b, both := perMille(got.Owners[0].Exclusive), perMille(got.Owners[1].Exclusive), perMille(got.SmallestSize); a != 236 || b != 148 ||
		both != 999 {
		t.Errorf("%d, %d and together %d per mille", a, b, both)
	}
}

// TestOwnersManyNeeded checks a target that dies only without all of a hundred groups. As many other groups have no effect.
func TestOwnersManyNeeded(t *testing.T) {
	b := tracetest.NewHeap()
	holder, data := b.Type("app.Holder", 16, "data", "other"), b.Type("app.Data", 1000)
	shared := b.Object(data)
	var lists [][]trace.ObjectID
	for range 100 {
		holds, idle := b.Object(holder), b.Object(holder)
		b.Refer(holds, "data", shared)
		b.Refer(idle, "other", holds)
		b.Root(holds, trace.RootInterned, "")
		b.Root(idle, trace.RootInterned, "")
		lists = append(lists, []trace.ObjectID{idle}, []trace.ObjectID{holds})
	}
	h := b.Heap()
	got := owners(t, graph(t, h).Roots(), closure.OwnersQuery{
		Groups: closure.ObjectGroups(h, lists...), Target: bitset.New(uint(h.Len())).Set(uint(shared))})
	if len(got.Smallest) != 100 || !got.Proven || got.Smallest[0] != 1 || len(got.Owners) != 200 || got.Owners[0].Exclusive.Objects != 0 {
		t.Errorf("%d groups of %d, proven %v", len(got.Smallest), len(got.Owners), got.Proven)
	}
}

// TestOwnersLeaveOut checks a case with more groups than are examined.
func TestOwnersLeaveOut(t *testing.T) {
	b := tracetest.NewHeap()
	node := b.Type("app.Node", 16)
	var lists [][]trace.ObjectID
	for range 1100 {
		o := b.Object(node)
		b.Root(o, trace.RootInterned, "")
		lists = append(lists, []trace.ObjectID{o})
	}
	h := b.Heap()
	got := owners(t, graph(t, h).Roots(), closure.OwnersQuery{Groups: closure.ObjectGroups(h, lists...), Share: 0.5})
	if len(got.Owners) != 1024 || got.Skipped != 76 || len(got.Smallest) != 550 || got.Proven || got.All.Objects != 1024 {
		t.Errorf("%d owners, %d left out, %d together, proven %v", len(got.Owners), got.Skipped, len(got.Smallest), got.Proven)
	}
}

// TestOwnersProvenAgainstLeftOut checks a case with more groups than are examined. Those left out are too weak to make a smaller set.
func TestOwnersProvenAgainstLeftOut(t *testing.T) {
	for _, test := range []struct {
		weak   int64 // bytes of each of 1,200 other groups
		proven bool
	}{{16, true}, {8000, false}} {
		b := tracetest.NewHeap()
		node, cache, data := b.Type("app.Node", test.weak), b.Type("app.Cache", 16, "data"), b.Type("app.Data", 1_000_000)
		shared := b.Object(data)
		var lists [][]trace.ObjectID
		for range 3 {
			o := b.Object(cache)
			b.Refer(o, "data", shared)
			b.Root(o, trace.RootInterned, "")
			lists = append(lists, []trace.ObjectID{o})
		}
		for range 1200 {
			o := b.Object(node)
			b.Root(o, trace.RootInterned, "")
			lists = append(lists, []trace.ObjectID{o})
		}
		h := b.Heap()
		share := 1_000_000 / float64(1_000_048+1200*test.weak)
		got := owners(t, graph(t, h).Roots(), closure.OwnersQuery{Groups: closure.ObjectGroups(h, lists...), Share: share})
		if got.Skipped != 1203-1024 || !slices.Equal(got.Smallest, []int32{0, 1, 2}) || got.Proven != test.proven {
			t.Errorf("others of %d bytes: smallest set %v, %d left out, proven %v", test.weak, got.Smallest, got.Skipped, got.Proven)
		}
	}
}

// covers returns a heap of things that groups hold with objects of their own. A thing dies when all groups listed for it die.
func covers(groups int, things [][]int) (h *trace.Heap, lists [][]trace.ObjectID) {
	b := tracetest.NewHeap()
	holder, thing := b.ArrayType("app.Holder[]"), b.Type("app.Thing", 800)
	for range groups {
		o := b.Array(holder, len(things))
		b.Root(o, trace.RootInterned, "")
		lists = append(lists, []trace.ObjectID{o})
	}
	for i, by := range things {
		o := b.Object(thing)
		for _, g := range by {
			b.Element(lists[g][0], i, o)
		}
	}
	return b.Heap(), lists
}

// TestOwnersSmallerThanReduced checks a set from which nothing can be removed, but which is not the smallest. Every two of the groups 0 to
// 3 own a thing together, and so does each of 4 to 7 with each of 8 to 11. Reduction removes the first four first, as losing one costs
// least. But owning six things takes only four of them, and five of the others.
func TestOwnersSmallerThanReduced(t *testing.T) {
	var things [][]int
	for a := range 4 {
		for b := range 4 {
			if a < b {
				things = append(things, []int{a, b})
			}
			things = append(things, []int{4 + a, 8 + b})
		}
	}
	h, lists := covers(12, things)
	target := bitset.New(uint(h.Len()))
	for o := uint(12); o < uint(h.Len()); o++ {
		target.Set(o)
	}
	got := owners(t, graph(t, h).Roots(), closure.OwnersQuery{Groups: closure.ObjectGroups(h, lists...), Target: target, Share: 0.27})
	if !slices.Equal(got.Smallest, []int32{0, 1, 2, 3}) || !got.Proven || got.SmallestSize.Objects != 6 {
		t.Errorf("smallest set %v with %v, proven %v", got.Smallest, got.SmallestSize, got.Proven)
	}
}

// TestOwnersWithoutProof checks a case with too many sets to try.
func TestOwnersWithoutProof(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 4))
	var things [][]int
	for range 400 {
		things = append(things, rng.Perm(60)[:2])
	}
	h, lists := covers(60, things)
	got := owners(t, graph(t, h).Roots(), closure.OwnersQuery{Groups: closure.ObjectGroups(h, lists...), Share: 0.5})
	if len(got.Smallest) == 0 || got.Proven || 2*got.SmallestSize.Bytes < got.Target.Bytes {
		t.Errorf("%d groups with %v of %v, proven %v", len(got.Smallest), got.SmallestSize, got.Target, got.Proven)
	}
}
