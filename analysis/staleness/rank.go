package staleness

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sort"
	"strings"

	"memcity/trace/usage"
)

// Order selects what collections are ranked by, largest first.
type Order uint8

// Orders.
const (
	ByRank       Order = iota // size × staleness
	ByConfidence              // leak confidence, then size × staleness
	BySize
	ByStaleness
)

// Options select the collections of a report.
type Options struct {
	Threshold float64 // elements with a higher staleness are counted separately
	Order     Order
	Top       int    // maximum number of collections; 0 for all
	Text      string // text that the label must contain, ignoring case; empty for any
	MinSize   int64  // minimum size
	MaxSize   int64  // maximum size if Limited is true
	Limited   bool
	// Shares contains the mean share of the heap that each collection of the log kept alive over the window, from 0 to 1; NotKnown for
	// unknown. nil if no shares are known.
	Shares []float64
}

// A Collection is a collection of the log in a window.
type Collection struct {
	ID           usage.CollectionID
	Size         int64   // elements in the window
	Staleness    float64 // SN, the mean over the elements; 0 if there are none
	Rank         float64 // Size × Staleness
	Below, Above Part    // elements with a staleness up to the threshold, and above it
	Duplicates   int64   // copies beyond the first, over all elements
	Share        float64 // from Options; NotKnown if not given
	Confidence   float64 // see [Confidence]; NotKnown without a share or elements
}

// A Part is a part of a collection's elements.
type Part struct {
	Elements  int64
	Staleness float64 // mean; 0 if there are no elements
}

// Report contains the collections of a window.
type Report struct {
	From, To           usage.Millis
	Exact, CountsExact bool // see [View]

	Collections []Collection // first of the matching ones in the requested order; ties by rank, size and ID
	Matching    int          // number of collections that match the filters
	Alive       int          // number of collections alive in the window, followed or not
	Followed    int          // number of these that are followed
	Largest     int64        // size of the largest followed one
	Elements    int64        // number of elements of all followed ones
	Staleness   float64      // mean over these elements
}

// sums contains the sums for a collection. Times are in milliseconds.
type sums struct{ size, stale, above, staleAbove, duplicates int64 }

func (s *sums) add(more *sums) {
	s.size += more.size
	s.stale += more.stale
	s.above += more.above
	s.staleAbove += more.staleAbove
	s.duplicates += more.duplicates
}

// limit returns the smallest t2 − t1 whose staleness exceeds the threshold, so that elements can be compared as integers.
func (v *View) limit(threshold float64) usage.Millis {
	span := v.Span()
	return usage.Millis(sort.Search(int(span)+1, func(stale int) bool { return float64(stale)/float64(span) > threshold }))
}

// Collections ranks the followed collections that were alive in the window. The cost is linear in all elements of the log. It takes 40
// bytes per collection and processor.
func (v *View) Collections(ctx context.Context, o Options) (*Report, error) {
	all, err := v.sum(ctx, o.Threshold)
	if err != nil {
		return nil, err
	}
	r := &Report{From: v.From, To: v.To, Exact: v.Exact, CountsExact: v.CountsExact, Collections: []Collection{}}
	matches := v.matcher(o.Text)
	stale := int64(0)
	for i := range all {
		c, s := usage.CollectionID(i), &all[i]
		if !v.Alive(c) {
			continue
		}
		r.Alive++
		if !v.Log.Collections[c].Followed {
			continue
		}
		r.Followed++
		r.Elements += s.size
		stale += s.stale
		r.Largest = max(r.Largest, s.size)
		if s.size < o.MinSize || o.Limited && s.size > o.MaxSize || !matches(c) {
			continue
		}
		r.Collections = append(r.Collections, v.collection(c, s, o.Shares))
	}
	r.Staleness = v.mean(stale, r.Elements)
	r.Matching = len(r.Collections)
	slices.SortFunc(r.Collections, o.Order.compare)
	if o.Top > 0 && len(r.Collections) > o.Top {
		r.Collections = slices.Clip(r.Collections[:o.Top])
	}
	return r, nil
}

func (o Order) compare(a, b Collection) int {
	by := 0
	switch o {
	case ByConfidence:
		by = cmp.Compare(b.Confidence, a.Confidence)
	case BySize:
		by = cmp.Compare(b.Size, a.Size)
	case ByStaleness:
		by = cmp.Compare(b.Staleness, a.Staleness)
	}
	return cmp.Or(by, cmp.Compare(b.Rank, a.Rank), cmp.Compare(b.Size, a.Size), cmp.Compare(a.ID, b.ID))
}

// mean returns the mean staleness of n elements.
func (v *View) mean(stale, n int64) float64 {
	if n == 0 {
		return 0
	}
	return float64(stale) / (float64(n) * float64(v.Span()))
}

func (v *View) collection(c usage.CollectionID, s *sums, shares []float64) Collection {
	// The rank uses the sum, not the rounded mean, so that equal values tie.
	result := Collection{ID: c, Size: s.size, Staleness: v.mean(s.stale, s.size), Rank: float64(s.stale) / float64(v.Span()),
		Below:      Part{s.size - s.above, v.mean(s.stale-s.staleAbove, s.size-s.above)},
		Above:      Part{s.above, v.mean(s.staleAbove, s.above)},
		Duplicates: s.duplicates, Share: NotKnown, Confidence: NotKnown}
	if int(c) < len(shares) && shares[c] >= 0 {
		result.Share = shares[c]
		if s.size > 0 {
			result.Confidence = Confidence(result.Staleness, result.Share)
		}
	}
	return result
}

// sum adds up the elements of each collection.
func (v *View) sum(ctx context.Context, threshold float64) ([]sums, error) {
	end := usage.CollectionID(len(v.Log.Collections))
	limit := v.limit(threshold)
	type part struct {
		first usage.CollectionID
		sums  []sums // for the collections from first
	}
	parts := make([]part, v.parts(0, end))
	err := v.each(ctx, 0, end, func(i int, c usage.CollectionID, from, to int) {
		p := &parts[i]
		if p.sums == nil {
			p.first = c
		}
		for int(c-p.first) >= len(p.sums) {
			p.sums = append(p.sums, sums{})
		}
		v.sumRange(&p.sums[c-p.first], v.Log.Collections[c].Died, limit, from, to)
	})
	if err != nil {
		return nil, err
	}
	all := make([]sums, end)
	for _, p := range parts {
		for i := range p.sums {
			all[int(p.first)+i].add(&p.sums[i])
		}
	}
	return all, nil
}

// sumRange adds a range of elements of one collection.
func (v *View) sumRange(s *sums, died, limit usage.Millis, from, to int) {
	for e := from; e < to; e++ {
		stale, ok := v.stale(died, e)
		if !ok {
			continue
		}
		s.size++
		s.stale += int64(stale)
		s.duplicates += int64(v.Log.Elements.Duplicates[e])
		if stale >= limit {
			s.above++
			s.staleAbove += int64(stale)
		}
	}
}

// matcher returns a predicate for collections whose label contains the text.
func (v *View) matcher(text string) func(usage.CollectionID) bool {
	if text == "" {
		return func(usage.CollectionID) bool { return true }
	}
	text = strings.ToLower(text)
	known := map[[2]usage.StringID]bool{}
	return func(c usage.CollectionID) bool {
		of := &v.Log.Collections[c]
		key := [2]usage.StringID{of.Type, of.Site}
		match, ok := known[key]
		if !ok {
			match = strings.Contains(strings.ToLower(v.Log.Label(c)), text)
			known[key] = match
		}
		return match
	}
}

// Confidence returns the leak confidence of a collection, from 0 to 1, for its staleness and its mean share of the heap over the window: LC
// = SC · MC^(1−SC), after Xu and Rountev (DOI 10.1145/2491509.2491511; first at ICSE 2008, DOI 10.1145/1368088.1368110). It is 0 if the
// elements are in use or the collection keeps nothing alive. It is SC for a collection that is the whole heap, and close to 1 for a stale
// one.
//
// Verified from their abstract: the authors compute a confidence for each container from its memory consumption and the staleness of its
// elements, with the values above. Not verified: the formula itself, which was written down from memory without access to the papers. They
// take the share from samples of the memory that a container reaches, whereas here the caller provides it, for instance as retained size.
// For a share of 0 and a staleness of 1 the formula is 0 to the power of 0. The result is then 0.
func Confidence(staleness, share float64) float64 {
	if share <= 0 || staleness <= 0 {
		return 0
	}
	return staleness * math.Pow(share, 1-staleness)
}
