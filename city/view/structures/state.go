package structures

import (
	"cmp"
	"slices"

	"memcity/analysis/structure"
	"memcity/city/query"
	"memcity/city/trees"
)

// State is what the structures view shows.
type State struct {
	Page      Page
	Objects   bool    // counts objects instead of bytes
	Contained bool    // lists those too that others contain
	Strong    float64 // heap growth portion that is strong, in percent; 0 for the usual one
	Rank      Rank
	Upward    bool // the weakest first
	Chosen    Head
}

// Page says what the structures view lists.
type Page uint8

// Pages of the structures view.
const (
	GrowingStructures  Page = iota // how those that are there at both ends of the window grew
	LargestStructures              // those at its end
	StructureTypes                 // what is there at its end, by type
	ProposedStructures             // descriptions for types that have none
)

// Rank is the size by which data structures are ranked.
type Rank uint8

// Sizes of data structures.
const (
	RankRetained Rank = iota
	RankReachable
	RankOwn
	RankDeep
	StructureRanks // how many there are
)

// Head names a data structure by the number of its head in the heap state of a GC point. The zero StructureHead is
// none.
type Head struct {
	Any    bool
	Point  int // of the recording, from 0
	Object uint32
}

// DefaultStrong is the heap growth portion, in percent, from which growth is strong unless the user says otherwise.
const DefaultStrong = structure.DefaultStrong

// StrongOr returns the heap growth portion that is strong, in percent.
func (t State) StrongOr() float64 { return cmp.Or(t.Strong, DefaultStrong) }

// Metric returns what is counted.
func (t State) Metric() trees.Metric {
	if t.Objects {
		return trees.Objects
	}
	return trees.Bytes
}

// Kind links queries for data structures with reports on them, HeldKind those for who holds one.
var (
	Kind     = query.NewKind[Query, *Report]("structures")
	HeldKind = query.NewKind[HeldQuery, *HeldReport]("held")
)

// Query requests the data structures of the later GC point, and how they grew since the earlier one.
type Query struct {
	From, To  int // of the recording, from 0; equal: nothing is compared
	Metric    structure.Metric
	Contained bool
	Library   int // how often descriptions were added, so that they are looked for anew
}

// Query returns what the structures view requests.
func (t State) Query(from, to int) Query {
	q := Query{From: from, To: to, Contained: t.Contained}
	if t.Objects {
		q.Metric = structure.Objects
	}
	return q
}

// Report is the data structures with their growth. Its parts come one after the other.
type Report struct {
	Query    Query
	Now      *Structures
	Growth   *Growth // nil if nothing could be compared, for the reason in NoGrowth, or not yet
	NoGrowth string
	Proposed []Proposed
	Whole    bool // all is there; else it is still being computed
}

// HeldQuery is for who holds an object.
type HeldQuery struct {
	Point  int // of the recording, from 0
	Object uint32
}

// HeldReport says who holds an object.
type HeldReport struct {
	Query HeldQuery
	Words string // the strongest path from a GC root; empty if there is none
}

// Of returns a size; ok is false if it is not known.
func (s *Sizes) Of(r Rank, m trees.Metric) (value int64, ok bool) {
	size := [...]*StructureSize{s.Retained, s.Reachable, s.Own, s.Deep}[r]
	if size == nil {
		return 0, false
	}
	return trees.Amount(*size).Of(m), true
}

// Of returns a portion in percent.
func (p *Portion) Of(r Rank) float64 {
	return [...]float64{p.Retained, p.Reachable, p.Own, p.Deep}[r]
}

// In returns what is counted.
func (a *Query) In() trees.Metric {
	if a.Metric == structure.Objects {
		return trees.Objects
	}
	return trees.Bytes
}

// GrowthPattern is how a data structure grows.
type GrowthPattern = structure.Pattern

// Patterns of growth.
const (
	NoGrowthPattern       = structure.NoPattern
	SingleContainerGrowth = structure.SingleContainer
	SharedContainerGrowth = structure.SharedContainer
	SingleDataGrowth      = structure.SingleData
	SharedDataGrowth      = structure.SharedData
	NonGrowth             = structure.NonGrowth
)

// PatternAt returns the pattern of a growth if portions from strong percent on are strong.
func (g *Grown) PatternAt(strong float64) GrowthPattern {
	if g.Judged == nil {
		return structure.NoPattern
	}
	return structure.PatternOf(structure.Portions(*g.Judged), strong)
}

// Grown returns by how much a size has grown; ok is false if it is not known.
func (g *Grown) Grown(r Rank, m trees.Metric) (value int64, ok bool) {
	was, known := g.Before.Of(r, m)
	is, ok := g.Sizes.Of(r, m)
	return is - was, known && ok
}

// Growing lists growths in the chosen order, by index; those of which the size is not known come last. Portions that differ by
// [structure.Tie] at most are the same: then the order of the list counts. By the retained size, those with a pattern other than
// non-growth come before the others.
func (t State) Growing(list []Grown) []int {
	down := t
	down.Upward = false
	order := down.ranked(len(list), func(i int) (int64, bool) { return list[i].Grown(t.Rank, t.Metric()) })
	known := 0
	for ; known < len(order); known++ {
		if _, ok := list[order[known]].Grown(t.Rank, t.Metric()); !ok {
			break
		}
	}
	for from := 0; from < known; {
		to := from + 1
		for to < known && list[order[from]].ties(&list[order[to]], t.Rank) {
			to++
		}
		slices.Sort(order[from:to])
		from = to
	}
	if t.Rank == RankRetained {
		slices.SortStableFunc(order[:known], func(a, b int) int { return cmp.Compare(t.aside(&list[a]), t.aside(&list[b])) })
	}
	if t.Upward {
		slices.Reverse(order[:known])
	}
	return order
}

// ties reports whether a portion of a stronger growth counts as the same as that of another.
func (g *Grown) ties(weaker *Grown, r Rank) bool {
	return g.Portions != nil && weaker.Portions != nil && g.Portions.Of(r)-weaker.Portions.Of(r) <= structure.Tie
}

// aside is 1 for what has no part in the growth.
func (t State) aside(g *Grown) int {
	if g.PatternAt(t.StrongOr()) == NonGrowth {
		return 1
	}
	return 0
}

// MainContents returns the types of contents to look at, strongest first: those that grew at least half as much as the one that
// grew most. Without an earlier GC point all counts as growth. If none grew it is the first one.
func (s *Structure) MainContents(m trees.Metric) []string {
	var types []string
	grown := map[string]int64{}
	for i := range s.Contents {
		l := &s.Contents[i]
		if _, ok := grown[l.Type]; !ok {
			types = append(types, l.Type)
		}
		grown[l.Type] += trees.Amount(l.Now).Of(m)
		if l.Before != nil {
			grown[l.Type] -= trees.Amount(*l.Before).Of(m)
		}
	}
	slices.SortStableFunc(types, func(a, b string) int { return cmp.Compare(grown[b], grown[a]) })
	n := min(len(types), 1)
	for n < len(types) && grown[types[n]] > 0 && grown[types[n]] >= grown[types[0]]-grown[types[n]] {
		n++
	}
	return types[:n:n]
}

// Largest lists data structures in the chosen order, by index; those of which the size is not known come last.
func (t State) Largest(list []Structure) []int {
	return t.ranked(len(list), func(i int) (int64, bool) { return list[i].Sizes.Of(t.Rank, t.Metric()) })
}

func (t State) ranked(n int, value func(i int) (int64, bool)) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, known := value(a)
		y, too := value(b)
		switch {
		case known != too && known:
			return -1
		case known != too:
			return 1
		case t.Upward:
			return cmp.Compare(x, y)
		}
		return cmp.Compare(y, x)
	})
	return order
}

// Shown returns the page to show: the largest ones where nothing can be compared.
func (t State) Shown(r *Report) Page {
	if t.Page == GrowingStructures && r.Growth == nil && (r.NoGrowth != "" || r.Query.From >= r.Query.To) {
		return LargestStructures
	}
	return t.Page
}

// Head names a growth so that it stays the same when the later GC point moves, unless its head was born in between.
func (r *Report) Head(g *Grown) Head {
	if g.Born {
		return Head{Any: true, Point: r.Query.To, Object: g.Object}
	}
	return Head{Any: true, Point: r.Query.From, Object: g.Was}
}

// ObjectOf returns the number of a head at the later GC point; ok is false if that is not known.
func (r *Report) ObjectOf(h Head) (object uint32, ok bool) {
	if h.Any && h.Point == r.Query.To {
		return h.Object, true
	}
	if !h.Any || h.Point != r.Query.From || r.Growth == nil {
		return 0, false
	}
	for i := range r.Growth.List {
		if g := &r.Growth.List[i]; !g.Born && g.Was == h.Object {
			return g.Object, true
		}
	}
	return 0, false
}

// ChosenObject returns the number, at the later GC point, of the head that the view speaks of: that of the chosen data
// structure or, if it is not listed, of the first one. ok is false if there is none.
func (t State) ChosenObject(r *Report) (object uint32, ok bool) {
	chosen, known := r.ObjectOf(t.Chosen)
	switch page := t.Shown(r); {
	case page == GrowingStructures && r.Growth != nil:
		list := r.Growth.List
		if known && slices.ContainsFunc(list, func(g Grown) bool { return g.Object == chosen }) {
			return chosen, true
		}
		if len(list) > 0 {
			return list[t.Growing(list)[0]].Object, true
		}
	case page == LargestStructures && r.Now != nil:
		list := r.Now.List
		if known && slices.ContainsFunc(list, func(s Structure) bool { return s.Object == chosen }) {
			return chosen, true
		}
		if len(list) > 0 {
			return list[t.Largest(list)[0]].Object, true
		}
	}
	return 0, false
}
