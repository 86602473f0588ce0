package staleness

import (
	"cmp"
	"context"
	"slices"

	"memcity/trace/parallel"
	"memcity/trace/usage"
)

// Kind is a pattern of inefficient use, after A. E. Chis and others: Patterns of Memory Inefficiency, ECOOP 2011, DOI
// 10.1007/978-3-642-22655-7_18. It covers patterns that show in the operations of a program. Patterns that require heap states, namely
// sparse collections, boxed scalars and nested collections, are not included.
type Kind uint8

// Kinds.
const (
	EmptyPattern Kind = iota // no element at any point since creation
	SmallPattern             // few elements at all points since the first one with any
	FixedPattern             // many collections of one site with constant size
)

// Limits. They are our choice, as the sources give none.
const (
	LeastAge       = 2   // minimum number of points at which a collection was alive
	LeastPoints    = 3   // minimum number of points of the log; with fewer, findings hold only for the moment
	MaxSmall       = 8   // maximum size of a small collection
	MaxFixed       = 16  // maximum size of a collection of fixed size
	FixedLeastMany = 100 // minimum number of collections of a site for the fixed pattern
)

var kinds = [...]struct{ name, sentence, fix string }{
	EmptyPattern: {"empty", "never held an element",
		"Create the collection only when its first element is added. Until then, use List.of(), Set.of() or Map.of()."},
	SmallPattern: {"small", "held at most 8 elements",
		"Give the collection the capacity it needs, store the elements in an array or in fields, or keep the elements of many owners in one map."},
	FixedPattern: {"fixed", "did not change size after it was filled",
		"Use List.of(…), Set.of(…) or Map.of(…), which have no spare capacity, or an array or a record with named fields."},
}

// String returns the name of the kind: empty, small or fixed.
func (k Kind) String() string { return kinds[k].name }

// Sentence returns what collections of the kind have in common, as the end of a sentence about one or several.
func (k Kind) Sentence() string { return kinds[k].sentence }

// Fix returns sentences on what to change in the program.
func (k Kind) Fix() string { return kinds[k].fix }

// PatternOptions are the settings of [View.Patterns].
type PatternOptions struct {
	// Points contains the times, ascending, at which sizes are evaluated, usually those of GC points. nil selects the ends of the log's
	// intervals or, in a full log, DefaultPoints equidistant points.
	Points []usage.Millis
	// Bytes contains the size of each collection of the log, such as its shallow size with its own arrays; negative for unknown. nil if no
	// sizes are known.
	Bytes []int64
}

// A Pattern contains the collections of one type and allocation site that have a pattern.
type Pattern struct {
	Kind        Kind
	Type, Site  usage.StringID
	Collections int64
	Bytes       int64   // total size of the collections with a known size
	Known       int64   // number of these collections
	Points      float64 // mean share of all points at which they were alive, from 0 to 1
	Min, Max    int64   // smallest and largest number of elements, including copies
	AtMoment    bool    // true if there are fewer than LeastPoints points
	// Collection is the first of the collections, as an example.
	Collection usage.CollectionID
}

// Patterns finds the collections in the window that have a pattern at its points, by type and allocation site. Each counts once: as empty,
// else as fixed, else as small. The size at a point includes every copy that an element ever had, so it may be too large for a while.
// Patterns are sorted by bytes, then by number of collections, largest first. The cost is linear in the elements and, for each collection
// with elements, in the points.
func (v *View) Patterns(ctx context.Context, o PatternOptions) ([]Pattern, error) {
	points := v.points(o.Points)
	n := len(v.Log.Collections)
	parts := make([]map[patternKey]*Pattern, parallel.Parts(n, minCollections))
	err := parallel.Ranges(n, minCollections, func(part, from, to int) error {
		found := map[patternKey]*Pattern{}
		parts[part] = found
		sizes := make([]int64, len(points)+1)
		for c := from; c < to; c++ {
			if c%minCollections == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			v.judge(found, usage.CollectionID(c), points, sizes, o.Bytes)
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	return joinPatterns(parts, len(points)), nil
}

// minCollections is the minimum number of collections for another goroutine.
const minCollections = 1 << 10

type patternKey struct {
	kind      Kind
	typ, site usage.StringID
	large     bool // true for a fixed size above MaxSmall; smaller collections count as small if they are too few
}

// points returns the times in the window at which sizes are evaluated.
func (v *View) points(given []usage.Millis) []usage.Millis {
	if given == nil {
		given = v.Log.Intervals
	}
	points := []usage.Millis{}
	if given == nil {
		for i := range usage.Millis(DefaultPoints) {
			points = append(points, v.From+v.Span()*(i+1)/DefaultPoints)
		}
		return slices.Compact(points)
	}
	for _, t := range given {
		if v.Holds(t) {
			points = append(points, t)
		}
	}
	return points
}

// judge adds a collection to its pattern, if it has one.
func (v *View) judge(found map[patternKey]*Pattern, c usage.CollectionID, points []usage.Millis, buffer []int64, bytes []int64) {
	of := &v.Log.Collections[c]
	if !v.Alive(c) {
		return
	}
	first, _ := slices.BinarySearch(points, of.Born)
	end := len(points)
	if of.Died != usage.Never {
		end, _ = slices.BinarySearch(points, of.Died)
	}
	if end-first < LeastAge {
		return
	}
	sizes := v.sizes(c, points[first:end], buffer)
	if sizes == nil {
		return
	}
	kind, least, most, ok := v.kindOf(c, sizes, points[first:end])
	if !ok {
		return
	}
	key := patternKey{kind, of.Type, of.Site, kind == FixedPattern && most > MaxSmall}
	p := found[key]
	if p == nil {
		p = &Pattern{Kind: kind, Type: of.Type, Site: of.Site, Collection: c, Min: least, Max: most}
		found[key] = p
	}
	p.Collections++
	p.Points += float64(end - first) // becomes a share at the end
	p.Min, p.Max = min(p.Min, least), max(p.Max, most)
	if int(c) < len(bytes) && bytes[c] >= 0 {
		p.Known++
		p.Bytes += bytes[c]
	}
}

// sizes returns the size of a collection at each point; nil if unknown. The result uses buffer.
func (v *View) sizes(c usage.CollectionID, points []usage.Millis, buffer []int64) []int64 {
	sizes := buffer[:len(points)+1]
	clear(sizes)
	if !v.Log.Collections[c].Followed {
		return v.reported(c, points, sizes[:len(points)])
	}
	at := func(t usage.Millis) int {
		i, _ := slices.BinarySearch(points, t)
		return i
	}
	elements := &v.Log.Elements
	from, to := v.Log.ElementsOf(c)
	all := int64(0)
	for e := from; e < to; e++ {
		copies := int64(elements.Duplicates[e]) + 1
		all += copies
		sizes[at(elements.Added[e])] += copies
		if removed := elements.Removed[e]; removed != usage.Never {
			sizes[at(removed)] -= copies
		}
	}
	if all < int64(v.Log.Collections[c].Size) {
		return nil // it had unreported elements at creation
	}
	for i := 1; i < len(points); i++ {
		sizes[i] += sizes[i-1]
	}
	return sizes[:len(points)]
}

// reported returns the sizes of a collection that the source reported; nil if there are none after creation.
func (v *View) reported(c usage.CollectionID, points []usage.Millis, sizes []int64) []int64 {
	rows := v.Log.SizesOf(c)
	if len(rows) == 0 {
		return nil
	}
	now, next := int64(v.Log.Collections[c].Size), 0
	for i, t := range points {
		for next < len(rows) && rows[next].Time <= t {
			now = int64(rows[next].Size)
			next++
		}
		sizes[i] = now
	}
	return sizes
}

// kindOf returns the pattern of the given sizes. There must be at least LeastAge points.
func (v *View) kindOf(c usage.CollectionID, sizes []int64, points []usage.Millis) (kind Kind, least, most int64, ok bool) {
	begin := 0
	for begin < len(sizes) && sizes[begin] == 0 {
		begin++
	}
	if begin == len(sizes) {
		return EmptyPattern, 0, 0, v.untouched(c, v.Log.Collections[c].Born-1, points[len(points)-1])
	}
	settled := sizes[1:]
	least, most = slices.Min(settled), slices.Max(settled)
	if len(sizes) >= LeastPoints && least == most && least > 0 && most <= MaxFixed && v.untouched(c, points[1], v.To) {
		return FixedPattern, least, most, true
	}
	if len(sizes)-begin < LeastAge {
		return 0, 0, 0, false
	}
	least, most = slices.Min(sizes[begin:]), slices.Max(sizes[begin:])
	return SmallPattern, least, most, least > 0 && most <= MaxSmall
}

// untouched reports whether nothing was added or removed after the first time, up to t. It returns true for collections that are not
// followed.
func (v *View) untouched(c usage.CollectionID, after, t usage.Millis) bool {
	return !slices.ContainsFunc(v.Log.OperationsOf(c), func(o usage.Operation) bool {
		return o.Op != usage.Get && o.Time > after && o.Time <= t
	})
}

// joinPatterns combines the parts.
func joinPatterns(parts []map[patternKey]*Pattern, points int) []Pattern {
	all := map[patternKey]*Pattern{}
	for _, part := range parts {
		for key, p := range part {
			merge(all, key, p)
		}
	}
	settle(all)
	result := []Pattern{}
	for _, p := range all {
		p.Points /= float64(p.Collections) * float64(points)
		p.AtMoment = points < LeastPoints
		result = append(result, *p)
	}
	slices.SortFunc(result, func(a, b Pattern) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(b.Collections, a.Collections), cmp.Compare(a.Collection, b.Collection))
	})
	return result
}

// settle joins the collections of fixed size of a site if there are many. Otherwise the small ones count as small.
func settle(all map[patternKey]*Pattern) {
	fixed := map[patternKey]*Pattern{}
	many := map[patternKey]int64{} // without a size
	for key, p := range all {
		if key.kind == FixedPattern {
			fixed[key] = p
			delete(all, key)
			key.large = false
			many[key] += p.Collections
		}
	}
	for key, p := range fixed {
		to := key
		to.large = false
		switch {
		case many[to] >= FixedLeastMany:
			merge(all, to, p)
		case !key.large:
			p.Kind, to.kind = SmallPattern, SmallPattern
			merge(all, to, p)
		}
	}
}

func merge(all map[patternKey]*Pattern, key patternKey, p *Pattern) {
	to := all[key]
	if to == nil {
		all[key] = p
		return
	}
	to.Collections += p.Collections
	to.Bytes += p.Bytes
	to.Known += p.Known
	to.Points += p.Points
	to.Min, to.Max = min(to.Min, p.Min), max(to.Max, p.Max)
	to.Collection = min(to.Collection, p.Collection)
}
