package collection

import (
	"cmp"
	"context"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/site"
	"memcity/trace"
)

// Found contains the collections of a heap state that show patterns.
type Found struct {
	Points int    // number of GC points evaluated; 1 for one moment
	Why    string // reason for not evaluating over time; empty if they were
	Of     [Patterns]Part
}

// Part contains the collections that show one pattern.
type Part struct {
	Objects      *bitset.BitSet
	trace.Amount         // number of collections, and bytes that fixing them saves
	Own          int64   // size of the collections, in bytes
	Score        float64 // sum of the saved bytes, each times the share of points at which its collection showed the pattern
	Groups       []Group // largest savings first
	Causes       [Causes]int64
}

// Group contains collections of one type that have the same place: one field holds them or one line of code allocated them.
type Group struct {
	Type         string
	Place        string // allocation site, or the field that holds them; empty for none
	IsSite       bool
	trace.Amount // as in Part
	Score        float64
}

// verdict is the pattern of one collection.
type verdict struct {
	index   int
	pattern Pattern
	saved   int64
	share   float64
}

// finder evaluates collections.
type finder struct {
	*Measured
	tracks []*track // nil for one moment
	found  Found
	list   []verdict
	places []place // by index
}

// Find evaluates the collections of the last GC point, over time if history has enough points, otherwise at that moment. Collections are
// grouped by allocation site if all sites are known, otherwise by the fields that hold them. bytes is the size of the heap. It returns an
// error only if ctx is done.
func Find(ctx context.Context, m *Measured, history *History, bytes int64, alive func(trace.ObjectID) bool) (*Found, error) {
	f := finder{Measured: m, found: Found{Points: 1, Why: history.whyNot()}}
	for p := range f.found.Of {
		f.found.Of[p].Objects = bitset.New(0)
	}
	if f.found.Why == "" {
		f.tracks, f.found.Points = history.byIndex(len(m.Collections)), history.Points
	}
	f.judge()
	if len(f.list) == 0 {
		return &f.found, ctx.Err()
	}
	var err error
	if f.places, err = m.place(ctx, f.isWanted(), alive); err != nil {
		return nil, err
	}
	f.filterFixed()
	f.sum(bytes)
	return &f.found, nil
}

// isWanted returns, by index, whether the place of a collection is needed.
func (f *finder) isWanted() []bool {
	wanted := make([]bool, len(f.Collections))
	for _, v := range f.list {
		wanted[v.index] = true
	}
	for i, t := range f.tracks {
		wanted[i] = wanted[i] || t != nil && t.seen >= minPoints
	}
	return wanted
}

// judge finds the pattern of each collection. Collections that may be fixed are provisionally marked as [Fixed].
func (f *finder) judge() {
	turned := f.turned()
	for i := range f.Collections {
		c := &f.Collections[i]
		if c.Part || !c.Known {
			continue
		}
		var t *track
		if f.tracks != nil {
			t = f.tracks[i]
		}
		v := verdict{index: i, share: 1}
		nested, isTurned := turned[i]
		switch {
		case f.isEmpty(c):
			if v.pattern, v.saved = Empty, c.Own; t != nil && (t.empty < t.seen || !f.isOld(c, t)) {
				continue
			}
		case f.isSparse(c) && t.often(Sparse, &v.share):
			v.pattern, v.saved = Sparse, f.trims(c)
		case isTurned:
			v.pattern, v.saved = Nested, nested
		case t != nil && t.isFixed() && c.Size <= maxFixed && f.compacts(c) > 0:
			v.pattern, v.saved = Fixed, f.compacts(c)
		default:
			if !f.small(&v, c, t) {
				continue
			}
		}
		if v.saved > 0 {
			f.list = append(f.list, v)
		}
	}
}

// small sets the verdict of a collection that shows none of the more specific patterns. It returns false if it shows none at all.
func (f *finder) small(v *verdict, c *Collection, t *track) bool {
	v.share = 1
	switch {
	case f.isSmall(c) && t.often(Small, &v.share):
		v.pattern, v.saved = Small, f.compacts(c)
	case f.isBoxed(c):
		v.share, v.pattern, v.saved = 1, Boxed, f.unboxes(c)
	default:
		return false
	}
	return true
}

// often reports whether a collection was sparse or small at enough points, and sets the share of these points. It returns true for
// collections that are not followed.
func (t *track) often(p Pattern, share *float64) bool {
	if t == nil {
		return true
	}
	n := t.small
	if p == Sparse {
		n = t.sparse
	}
	*share = float64(n) / float64(t.seen)
	return t.isOften(n)
}

// isOld reports whether a collection has seen enough GCs not to be in the process of being filled.
func (f *finder) isOld(c *Collection, t *track) bool {
	h := f.Heap
	if h.BirthOf == nil {
		return t.seen > oldEnough
	}
	born := h.BirthOf[c.Object]
	return born == trace.NoBirth || born <= h.GCs && h.GCs-born >= oldEnough
}

// filterFixed removes [Fixed] verdicts unless at least minFixed collections of the same type and place have a fixed size, and none there
// changes size. It then checks whether the other collections are small.
func (f *finder) filterFixed() {
	if f.tracks == nil {
		return
	}
	type count struct{ fixed, changing int }
	counts := map[groupKey]*count{}
	for i, t := range f.tracks {
		c := &f.Collections[i]
		if t == nil || t.seen < minPoints || t.most == 0 {
			continue
		}
		n := counts[f.key(Fixed, i)]
		if n == nil {
			n = &count{}
			counts[f.key(Fixed, i)] = n
		}
		if t.isFixed() && c.Size <= maxFixed {
			n.fixed++
		} else {
			n.changing++
		}
	}
	f.list = slices.DeleteFunc(f.list, func(v verdict) bool {
		if v.pattern != Fixed {
			return false
		}
		n := counts[f.key(Fixed, v.index)]
		return n == nil || n.fixed < minFixed || n.changing > 0
	})
	f.judgeUnfixed()
}

// judgeUnfixed evaluates again the collections that did not turn out to be fixed.
func (f *finder) judgeUnfixed() {
	left := map[int]bool{}
	for _, v := range f.list {
		left[v.index] = true
	}
	for i, t := range f.tracks {
		c := &f.Collections[i]
		if t == nil || left[i] || c.Part || !c.Known || f.isEmpty(c) {
			continue
		}
		if v := (verdict{index: i, share: 1}); f.small(&v, c, t) && v.saved > 0 {
			f.list = append(f.list, v)
		}
	}
	slices.SortFunc(f.list, func(a, b verdict) int { return cmp.Compare(a.index, b.index) })
}

// groupKey is a pattern and type with a place.
type groupKey struct {
	pattern Pattern
	kind    trace.TypeID
	at      place
}

func (f *finder) key(p Pattern, i int) groupKey {
	return groupKey{p, f.Heap.TypeOf.At(f.Collections[i].Object), f.places[i]}
}

// sum adds up the verdicts by pattern and group. It omits groups of boxed collections that save too little.
func (f *finder) sum(bytes int64) {
	groups, of := []Group{}, make([]int, len(f.list))
	numbers := map[groupKey]int{}
	patterns := []Pattern{}
	for i, v := range f.list {
		k := f.key(v.pattern, v.index)
		n, ok := numbers[k]
		if !ok {
			n = len(groups)
			numbers[k] = n
			groups = append(groups, Group{Type: f.Heap.Types[k.kind].Name, Place: k.at.text(f.Heap), IsSite: k.at.isSite})
			patterns = append(patterns, v.pattern)
		}
		of[i] = n
		groups[n].Add(trace.Amount{Objects: 1, Bytes: v.saved})
		groups[n].Score += v.share * float64(v.saved)
	}
	counts := func(n int) bool {
		return patterns[n] != Boxed || float64(groups[n].Bytes) >= boxedOfHeap*float64(bytes)
	}
	for i, v := range f.list {
		if counts(of[i]) {
			f.count(v)
		}
	}
	for n := range groups {
		if counts(n) {
			p := &f.found.Of[patterns[n]]
			p.Groups = append(p.Groups, groups[n])
		}
	}
	for p := range f.found.Of {
		slices.SortFunc(f.found.Of[p].Groups, func(a, b Group) int {
			return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.Type, b.Type), cmp.Compare(a.Place, b.Place))
		})
	}
}

// count adds a collection to its pattern.
func (f *finder) count(v verdict) {
	c, p := &f.Collections[v.index], &f.found.Of[v.pattern]
	p.Objects.Set(uint(c.Object))
	p.Add(trace.Amount{Objects: 1, Bytes: v.saved})
	p.Own += c.Own
	p.Score += v.share * float64(v.saved)
	if v.pattern != Sparse {
		return
	}
	cause := NoCause
	if f.tracks != nil && f.tracks[v.index] != nil {
		cause = f.tracks[v.index].cause()
	}
	p.Causes[cause]++
}

// knowsSites reports whether all objects have allocation sites, not only a sample.
func knowsSites(h *trace.Heap) bool { return site.Known(h) == site.All }
