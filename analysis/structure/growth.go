package structure

import (
	"cmp"
	"context"
	"slices"

	"memcity/trace"
)

// Growth is a data structure that is there at the later of two GC points, and mostly at the earlier one.
type Growth struct {
	Before, After Entry // Before has the ID None, and sizes 0, if the head was born between the two
	Pattern       Pattern
	// Portions contains the heap growth portions: the data structure's share of the growth of the heap, in percent.
	Portions Portions
	// Judged contains the portions that determined Pattern; nil if Pattern is [NoPattern].
	Judged *Portions
}

// Unit selects the compared numbers.
type Unit uint8

// Units.
const (
	Bytes Unit = iota
	Objects
)

// CompareOptions are the settings of [Compare]. The zero value corresponds to the paper.
type CompareOptions struct {
	Unit      Unit
	Strong    float64 // the heap growth portion in percent from which growth is strong; 0 for [DefaultStrong]
	Contained bool    // also those that others contain at the later GC point
	Born      bool    // also those whose head was born in between, which count from zero
	Class     ClassOf
}

// ClassOf returns the class of an object of either of two GC points that is not told apart from the objects of its class at the other one;
// ok is false if it has none. A nil function has no classes.
type ClassOf func(o trace.ObjectID, later bool) (class uint32, ok bool)

func (c ClassOf) of(o trace.ObjectID, later bool) (class uint32, ok bool) {
	if c == nil {
		return 0, false
	}
	return c(o, later)
}

// Comparison is the result of comparing the data structures of two GC points.
type Comparison struct {
	HeapBefore, HeapAfter trace.Amount
	Unit                  Unit
	Strong                float64

	Gone, New  int // live heads only at the first, only at the second GC point
	Indistinct int // live heads at the first GC point that are not told apart from as many heads at the second
	Alive      int // live heads at both GC points, with those that are left out
	Contained  int // heads at both GC points that are left out because others contain them
	// List has those first that have a pattern other than non-growth. Either part is sorted by growth of the retained size,
	// strongest first; those whose portions differ by [Tie] at most by that of the deep size, then of the reachable one, then of
	// their own.
	List []Growth
	// Unsized is the number of list entries without reachable sizes. Their pattern may be non-growth although their data grew.
	Unsized int
}

// Grown reports whether the heap grew. Without growth there are no heap growth portions and no patterns.
func (c *Comparison) Grown() bool { return c.value(c.HeapAfter) > c.value(c.HeapBefore) }

func (c *Comparison) value(s trace.Amount) int64 {
	if c.Unit == Objects {
		return s.Objects
	}
	return s.Bytes
}

// Compare follows data structures from one GC point to a later one. Follow returns the later object for an earlier one, or [trace.NoObject] if it died or is not told apart. Cost is that of [State.Deeps] and of up to eight sweeps over the references for
// each GC point. An error is ctx's.
func Compare(ctx context.Context, before, after *State, follow func(trace.ObjectID) trace.ObjectID, o CompareOptions,
	progress trace.Progress) (*Comparison, error) {
	c := &Comparison{HeapBefore: before.HeapSize(), HeapAfter: after.HeapSize(), Unit: o.Unit, Strong: o.Strong}
	if c.Strong == 0 {
		c.Strong = DefaultStrong
	}
	c.pair(before, after, follow, o)
	c.sort()
	if err := c.deep(ctx, before, after, progress); err != nil {
		return nil, err
	}
	c.sort()
	if err := c.reach(ctx, before, after, progress); err != nil {
		return nil, err
	}
	for i := range c.List {
		c.judge(&c.List[i])
	}
	c.rank()
	return c, nil
}

// pair finds the heads that are alive at both GC points, and those that were born in between.
func (c *Comparison) pair(before, after *State, follow func(trace.ObjectID) trace.ObjectID, o CompareOptions) {
	met, gone := make([]bool, after.Len()), map[uint32]int{} // by class
	for id := range ID(before.Len()) {
		if !before.IsLive(id) {
			continue
		}
		later := None
		if to := follow(before.Heads[id]); to != trace.NoObject {
			later = after.Of(to)
		}
		if later == None || !after.IsLive(later) {
			c.Gone++
			if class, ok := o.Class.of(before.Heads[id], false); ok {
				gone[class]++
			}
			continue
		}
		met[later] = true
		c.Alive++
		if !o.Contained && !after.IsTop(later) {
			c.Contained++
			continue
		}
		c.List = append(c.List, Growth{Before: before.entry(id), After: after.entry(later)})
	}
	for id := range ID(after.Len()) {
		if !after.IsLive(id) || met[id] {
			continue
		}
		if class, ok := o.Class.of(after.Heads[id], true); ok {
			if gone[class] > 0 {
				gone[class]--
				c.Gone--
				c.Indistinct++
			} else {
				c.New++
			}
			continue
		}
		c.New++
		if o.Born && (o.Contained || after.IsTop(id)) {
			c.List = append(c.List, born(after.entry(id)))
		}
	}
}

// entry returns a data structure with the sizes that are known without a sweep.
func (s *State) entry(id ID) Entry {
	return Entry{id, Sizes{s.retained(id), Unknown, s.Size(id), s.Size(id)}}
}

// born returns the growth of a data structure that was not there at the first GC point.
func born(after Entry) Growth {
	g := Growth{Before: Entry{ID: None}, After: after}
	if after.Retained == Unknown {
		g.Before.Retained = Unknown
	}
	g.Before.Reachable = Unknown
	return g
}

// IsBorn reports whether the head was born after the first GC point.
func (g *Growth) IsBorn() bool { return g.Before.ID == None }

// sort puts those that grew most first.
func (c *Comparison) sort() {
	slices.SortStableFunc(c.List, func(a, b Growth) int {
		return cmp.Or(cmp.Compare(c.grown(&b, retainedOf), c.grown(&a, retainedOf)), cmp.Compare(c.grown(&b, deepOf), c.grown(&a, deepOf)),
			cmp.Compare(c.grown(&b, ownOf), c.grown(&a, ownOf)), cmp.Compare(c.value(b.After.Own), c.value(a.After.Own)))
	})
}

// Tie is the largest difference of heap growth portions, in percent, that counts as equal when data structures are sorted.
const Tie = 0.1

// rank sorts the list into data structures that take part in the growth and others, each part by growth, largest first.
func (c *Comparison) rank() {
	slices.SortStableFunc(c.List, func(a, b Growth) int { return cmp.Compare(aside(&a), aside(&b)) })
	first := 0
	for first < len(c.List) && aside(&c.List[first]) == 0 {
		first++
	}
	for _, part := range [][]Growth{c.List[:first], c.List[first:]} {
		c.rankBy(part, retainedOf, deepOf, reachableOf, ownOf)
	}
}

// aside returns 1 for data structures that do not take part in the growth, else 0.
func aside(g *Growth) int {
	if g.Pattern == NonGrowth {
		return 1
	}
	return 0
}

// rankBy sorts by growth of the first size, largest first. It sorts runs within [Tie] of their largest entry by the other sizes.
func (c *Comparison) rankBy(list []Growth, of func(*Sizes) trace.Amount, others ...func(*Sizes) trace.Amount) {
	slices.SortStableFunc(list, func(a, b Growth) int { return cmp.Compare(c.grown(&b, of), c.grown(&a, of)) })
	if len(others) == 0 {
		return
	}
	tie := int64(0)
	if c.Grown() {
		tie = int64(float64(c.value(c.HeapAfter)-c.value(c.HeapBefore)) * Tie / 100)
	}
	for from := 0; from < len(list); {
		to := from + 1
		for to < len(list) && c.grown(&list[from], of)-c.grown(&list[to], of) <= tie {
			to++
		}
		c.rankBy(list[from:to], others[0], others[1:]...)
		from = to
	}
}

func retainedOf(s *Sizes) trace.Amount  { return s.Retained }
func reachableOf(s *Sizes) trace.Amount { return s.Reachable }
func ownOf(s *Sizes) trace.Amount       { return s.Own }
func deepOf(s *Sizes) trace.Amount      { return s.Deep }

// grown returns the growth of a size, or 0 if the size is unknown.
func (c *Comparison) grown(g *Growth, of func(*Sizes) trace.Amount) int64 {
	a, b := of(&g.Before.Sizes), of(&g.After.Sizes)
	if a == Unknown || b == Unknown {
		return 0
	}
	return c.value(b) - c.value(a)
}

// Strongest returns list indexes, ascending: those of the first top entries, or all for 0. If each is true, it adds the top entries by
// growth of each of the four sizes. A data structure that shares its contents with others grows only in sizes other than the retained one.
func (c *Comparison) Strongest(top int, each bool) []int {
	all := make([]int, len(c.List))
	for i := range all {
		all[i] = i
	}
	if top <= 0 || top >= len(all) {
		return all
	}
	chosen := slices.Clone(all[:top])
	if !each {
		return chosen
	}
	for _, of := range []func(*Sizes) trace.Amount{Objects: reachableOf, ownOf, Bytes: deepOf} {
		grown := make([]int64, len(all))
		for i := range grown {
			grown[i] = c.grown(&c.List[i], of)
		}
		slices.SortFunc(all, func(a, b int) int { return cmp.Or(cmp.Compare(grown[b], grown[a]), cmp.Compare(a, b)) })
		chosen = append(chosen, all[:top]...)
	}
	slices.Sort(chosen)
	return slices.Compact(chosen)
}

func (c *Comparison) deep(ctx context.Context, before, after *State, progress trace.Progress) error {
	return c.size(len(c.List), func(g *Growth) (was, is *trace.Amount) { return &g.Before.Deep, &g.After.Deep },
		func(ids []ID) ([]trace.Amount, error) { return before.Deeps(ctx, ids, progress) },
		func(ids []ID) ([]trace.Amount, error) { return after.Deeps(ctx, ids, progress) })
}

func (c *Comparison) reach(ctx context.Context, before, after *State, progress trace.Progress) error {
	n := min(len(c.List), MaxReachable)
	c.Unsized = len(c.List) - n
	return c.size(n, func(g *Growth) (was, is *trace.Amount) { return &g.Before.Reachable, &g.After.Reachable },
		func(ids []ID) ([]trace.Amount, error) { return before.reachable(ctx, ids, progress) },
		func(ids []ID) ([]trace.Amount, error) { return after.reachable(ctx, ids, progress) })
}

// size sets a size of the first n of the list at both GC points. Those that were born in between had none.
func (c *Comparison) size(n int, of func(*Growth) (was, is *trace.Amount), before, after func([]ID) ([]trace.Amount, error)) error {
	var first, second []ID
	for i := range n {
		if !c.List[i].IsBorn() {
			first = append(first, c.List[i].Before.ID)
		}
		second = append(second, c.List[i].After.ID)
	}
	a, err := before(first)
	if err != nil {
		return err
	}
	b, err := after(second)
	if err != nil {
		return err
	}
	for i := range n {
		was, is := of(&c.List[i])
		*is = b[i]
		if c.List[i].IsBorn() {
			*was = trace.Amount{}
			continue
		}
		*was, a = a[0], a[1:]
	}
	return nil
}

// Portions contains heap growth portions in percent. They may exceed 100, for instance if shared data now has a single owner. They are 0
// for unknown sizes.
type Portions struct{ Retained, Reachable, Own, Deep float64 }

// other returns the comparison in the other unit, without its list.
func (c *Comparison) other() *Comparison {
	return &Comparison{HeapBefore: c.HeapBefore, HeapAfter: c.HeapAfter, Unit: Bytes + Objects - c.Unit}
}

// portion returns a heap growth portion; 0 if the heap did not grow or the size is unknown.
func (c *Comparison) portion(g *Growth, of func(*Sizes) trace.Amount) float64 {
	if !c.Grown() {
		return 0
	}
	return float64(c.grown(g, of)) / float64(c.value(c.HeapAfter)-c.value(c.HeapBefore)) * 100
}

// judge sets the portions and the pattern. Growth is strong if it is strong in objects or in bytes: a data structure may add many contents
// that are small compared with the data that they own.
func (c *Comparison) judge(g *Growth) {
	deep := deepOf
	if !c.Grown() {
		return
	}
	if g.Before.Deep == Unknown || g.After.Deep == Unknown {
		deep = ownOf
	}
	g.Portions = Portions{c.portion(g, retainedOf), c.portion(g, reachableOf), c.portion(g, ownOf), c.portion(g, deep)}
	if g.Before.Retained == Unknown || g.After.Retained == Unknown {
		return
	}
	p := g.Portions
	p.Deep = max(p.Deep, c.other().portion(g, deep))
	g.Judged, g.Pattern = &p, PatternOf(p, c.Strong)
}
