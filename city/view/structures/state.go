package structures

import (
	"cmp"
	"slices"

	"memcity/analysis/structure"
	"memcity/city/query"
	"memcity/city/trees"
)

// State is the state of the structures view.
type State struct {
	Page      Page
	Objects   bool    // true to count objects instead of bytes
	Contained bool    // true to also list structures contained in others
	Strong    float64 // heap growth portion that counts as strong, in percent; 0 for the default
	Rank      Rank
	Upward    bool // true for weakest first
	Chosen    Head
}

// Page selects the list of the structures view.
type Page uint8

// Pages of the structures view.
const (
	GrowingStructures  Page = iota // growth of the structures that exist at both ends of the window
	LargestStructures              // structures at the end of the window
	StructureTypes                 // structures at the end of the window, by type
	ProposedStructures             // proposed descriptions for types that have none
)

// Rank selects the size that ranks data structures.
type Rank uint8

// Sizes of data structures.
const (
	RankRetained Rank = iota
	RankReachable
	RankOwn
	RankDeep
	StructureRanks // number of sizes
)

// Head identifies a data structure by the number of its head in the heap state of a GC point. The zero Head is none.
type Head struct {
	Any    bool
	Point  int // of the recording, 0-based
	Object uint32
}

// DefaultStrong is the default heap growth portion from which growth is strong, in percent.
const DefaultStrong = structure.DefaultStrong

// StrongOr returns the heap growth portion that counts as strong, in percent.
func (t State) StrongOr() float64 { return cmp.Or(t.Strong, DefaultStrong) }

// Unit returns the unit of all numbers.
func (t State) Unit() trees.Unit {
	if t.Objects {
		return trees.Objects
	}
	return trees.Bytes
}

// Kind links queries for data structures to their reports, and HeldKind queries for the holders of one.
var (
	Kind     = query.NewKind[Query, *Report]("structures")
	HeldKind = query.NewKind[HeldQuery, *HeldReport]("held")
)

// Query requests the data structures of the later GC point, and their growth since the earlier one.
type Query struct {
	From, To  int // of the recording, 0-based; equal for no comparison
	Unit      structure.Unit
	Contained bool
	Library   int // number of times that descriptions were added, so that the query changes
}

// Query returns the query of the structures view.
func (t State) Query(from, to int) Query {
	q := Query{From: from, To: to, Contained: t.Contained}
	if t.Objects {
		q.Unit = structure.Objects
	}
	return q
}

// Report contains the data structures and their growth. It is filled part by part.
type Report struct {
	Query    Query
	Now      *Structures
	Growth   *Growth // nil if the comparison is not possible, for the reason in NoGrowth, or not done yet
	NoGrowth string
	Proposed []Proposed
	Whole    bool // true if complete; otherwise the computation continues
}

// HeldQuery requests the holders of an object.
type HeldQuery struct {
	Point  int // of the recording, 0-based
	Object uint32
}

// HeldReport contains the holders of an object.
type HeldReport struct {
	Query HeldQuery
	Words string // the strongest path from a GC root; empty for none
}

// Of returns a size; ok is false if it is missing.
func (s *Sizes) Of(r Rank, m trees.Unit) (value int64, ok bool) {
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

// In returns the counted unit.
func (a *Query) In() trees.Unit {
	if a.Unit == structure.Objects {
		return trees.Objects
	}
	return trees.Bytes
}

// GrowthPattern selects the growth pattern of a data structure.
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

// PatternAt returns the pattern of a growth, with portions of at least strong percent counting as strong.
func (g *Grown) PatternAt(strong float64) GrowthPattern {
	if g.Judged == nil {
		return structure.NoPattern
	}
	return structure.PatternOf(structure.Portions(*g.Judged), strong)
}

// Grown returns the growth of a size; ok is false if it is missing.
func (g *Grown) Grown(r Rank, m trees.Unit) (value int64, ok bool) {
	was, known := g.Before.Of(r, m)
	is, ok := g.Sizes.Of(r, m)
	return is - was, known && ok
}

// Growing returns the indexes of growths in the chosen order. Growths without a size come last. Portions that differ by at most
// [structure.Tie] are equal, and keep the order of the list. By retained size, growths with a pattern other than non-growth come first.
func (t State) Growing(list []Grown) []int {
	down := t
	down.Upward = false
	order := down.ranked(len(list), func(i int) (int64, bool) { return list[i].Grown(t.Rank, t.Unit()) })
	known := 0
	for ; known < len(order); known++ {
		if _, ok := list[order[known]].Grown(t.Rank, t.Unit()); !ok {
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

// ties reports whether a portion of a stronger growth counts as equal to that of a weaker one.
func (g *Grown) ties(weaker *Grown, r Rank) bool {
	return g.Portions != nil && weaker.Portions != nil && g.Portions.Of(r)-weaker.Portions.Of(r) <= structure.Tie
}

// aside returns 1 for a non-growth; otherwise 0.
func (t State) aside(g *Grown) int {
	if g.PatternAt(t.StrongOr()) == NonGrowth {
		return 1
	}
	return 0
}

// MainContents returns the main types of contents, strongest first: the types that grew at least half as much as the type that grew most.
// Without an earlier GC point everything counts as growth. If none grew, it returns the first type.
func (s *Structure) MainContents(m trees.Unit) []string {
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

// Largest returns the indexes of data structures in the chosen order. Structures without the size come last.
func (t State) Largest(list []Structure) []int {
	return t.ranked(len(list), func(i int) (int64, bool) { return list[i].Sizes.Of(t.Rank, t.Unit()) })
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

// Shown returns the page to show: the largest structures if the comparison is not possible.
func (t State) Shown(r *Report) Page {
	if t.Page == GrowingStructures && r.Growth == nil && (r.NoGrowth != "" || r.Query.From >= r.Query.To) {
		return LargestStructures
	}
	return t.Page
}

// Head returns the head of a growth. It remains valid when the later GC point changes, unless the head was born in between.
func (r *Report) Head(g *Grown) Head {
	if g.Born {
		return Head{Any: true, Point: r.Query.To, Object: g.Object}
	}
	return Head{Any: true, Point: r.Query.From, Object: g.Was}
}

// ObjectOf returns the number of a head at the later GC point; ok is false if it is missing.
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

// ChosenObject returns the number of the view's current head at the later GC point: that of the chosen data structure or, if it is not
// listed, of the first one. ok is false if there is none.
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
