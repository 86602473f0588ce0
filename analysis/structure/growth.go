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
	// Portions are the heap growth portions in percent: how much of the heap's growth is that of the data structure.
	Portions Portions
	// Judged are the portions that Pattern is made of; nil if it is [NoPattern].
	Judged *Portions
}

// Metric says what is compared.
type Metric uint8

// Metrics.
const (
	Bytes Metric = iota
	Objects
)

// CompareOptions are settings of [Compare]. The zero value is that of the paper.
type CompareOptions struct {
	Metric    Metric
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

// Comparison is what became of the data structures between two GC points.
type Comparison struct {
	HeapBefore, HeapAfter trace.Amount
	Metric                Metric
	Strong                float64

	Gone, New  int // live heads only at the first, only at the second GC point
	Indistinct int // live heads at the first GC point that are not told apart from as many heads at the second
	Alive      int // live heads at both GC points, with those that are left out
	Contained  int // heads at both GC points that are left out because others contain them
	// List has those first that have a pattern other than non-growth. Either part is sorted by growth of the retained size,
	// strongest first; those whose portions differ by [Tie] at most by that of the deep size, then of the reachable one, then of
	// their own.
	List []Growth
	// Unsized is how many of the list have no reachable sizes. They may have the pattern non-growth though their data grew.
	Unsized int
}

// Grown reports whether the heap grew: else there are no heap growth portions and no patterns.
func (c *Comparison) Grown() bool { return c.value(c.HeapAfter) > c.value(c.HeapBefore) }

func (c *Comparison) value(s trace.Amount) int64 {
	if c.Metric == Objects {
		return s.Objects
	}
	return s.Bytes
}

// Compare follows data structures from one GC point to a later one. Follow returns the later object for an earlier one, or [trace.NoObject] if it died or is not told apart. Cost is that of [State.Deeps] and of up to eight sweeps over the references for
// each GC point. An error is ctx's.
func Compare(ctx context.Context, before, after *State, follow func(trace.ObjectID) trace.ObjectID, o CompareOptions,
	progress trace.Progress) (*Comparison, error) {
	c := &Comparison{HeapBefore: before.HeapSize(), HeapAfter: after.HeapSize(), Metric: o.Metric, Strong: o.Strong}
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

// Tie is the difference of heap growth portions, in percent, up to which they count as the same in the order of data structures.
const Tie = 0.1

// rank puts those first that take part in the growth, and of these, as of the others, those that grew most.
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

// aside is 1 for what has no part in the growth.
func aside(g *Growth) int {
	if g.Pattern == NonGrowth {
		return 1
	}
	return 0
}

// rankBy sorts by the growth of the first size, strongest first, and what lies within [Tie] of the strongest by the other sizes.
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

// grown returns the growth of a size, 0 if it is not known.
func (c *Comparison) grown(g *Growth, of func(*Sizes) trace.Amount) int64 {
	a, b := of(&g.Before.Sizes), of(&g.After.Sizes)
	if a == Unknown || b == Unknown {
		return 0
	}
	return c.value(b) - c.value(a)
}

// Strongest returns indexes of the list, ascending: of the first top, 0 for all. With each, top counts for each of the four
// sizes: of those whose size grew most, as a data structure that shares its contents with others grows in the others only.
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

// Portions are heap growth portions in percent. They may be above 100, as when what several owned has one owner now, and are
// 0 for sizes that are not known.
type Portions struct{ Retained, Reachable, Own, Deep float64 }

// other returns the comparison in the other metric, without its list.
func (c *Comparison) other() *Comparison {
	return &Comparison{HeapBefore: c.HeapBefore, HeapAfter: c.HeapAfter, Metric: Bytes + Objects - c.Metric}
}

// portion returns a heap growth portion, 0 if the heap did not grow or the size is not known.
func (c *Comparison) portion(g *Growth, of func(*Sizes) trace.Amount) float64 {
	if !c.Grown() {
		return 0
	}
	return float64(c.grown(g, of)) / float64(c.value(c.HeapAfter)-c.value(c.HeapBefore)) * 100
}

// judge computes the portions and the pattern. A data structure grows strongly if it does in objects or in bytes: contents that
// are small compared with what they own are few bytes, though they are what is added.
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
