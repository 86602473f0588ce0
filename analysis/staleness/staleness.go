// Package staleness measures how long elements of collections remain unused: what a program put into lists, sets and maps and no longer
// reads, and which of its lines did so.
//
// It follows M. Hirth: Analyzing Collection Staleness and Collection Anti-Patterns that Lead to Memory Problems, Johannes Kepler University
// Linz, 2023, sections 6 and 7. That thesis takes its measure from G. Xu, A. Rountev: Precise Memory Leak Detection for Java Software Using
// Container Profiling, ACM TOSEM 22(3), 2013, DOI 10.1145/2491509.2491511.
//
// # Staleness
//
// In a window from ts to te, an element has the staleness (t2 − t1) / (te − ts), from 0 to 1. t2 is the time of its removal, or else of the
// death of its collection, but at most te. t1 is the time of the last GET up to t2, or else of the ADD, but at least ts. The staleness of a
// collection (SN) is the mean over its elements in the window.
//
// # Windows
//
// A window contains events after ts, up to and including te. If it starts with the recording, it also contains the recording's first
// millisecond. Two adjacent windows therefore contain exactly the events of the combined window. An element that left its collection at ts
// is not in the window.
//
// In aggregated logs, the last GET is exact if te is the end of an interval, and counts are exact if ts is one as well; see [View.Exact]
// and [View.CountsExact]. Otherwise a row of GETs counts if its last GET is in the window.
//
// Results do not depend on the number of processors, because sums are in whole milliseconds.
package staleness

import (
	"context"
	"errors"
	"fmt"
	"sort"

	"memcity/trace/parallel"
	"memcity/trace/usage"
	"memcity/words"
)

// ErrWindow reports that a window does not overlap the recording.
var ErrWindow = errors.New("the window does not overlap the recording")

// NotKnown stands for an unknown share or confidence. Known values are at least 0.
const NotKnown = -1.0

// View is a log restricted to a window. It is immutable and safe for concurrent use.
type View struct {
	Log      *usage.Log
	From, To usage.Millis // window, within the recorded period

	Exact       bool // true if staleness is exact, false if it is approximate
	CountsExact bool // true if numbers of operations and GETs are exact

	reads []int64 // number of bulk reads before each of Log.Reads, and in total
}

// New returns a view of the window, clipped to the recorded period. A log that starts and ends in the same millisecond is one millisecond
// long. The cost is linear in the bulk reads. The error is [ErrWindow].
func New(log *usage.Log, from, to usage.Millis) (*View, error) {
	v := &View{Log: log, From: max(from, log.Start), To: min(to, max(log.End, log.Start+1))}
	if v.From >= v.To {
		return nil, fmt.Errorf("%d to %s: %w, which is from %d to %s", from, words.ExactMillis(int64(to)), ErrWindow, log.Start, words.ExactMillis(int64(log.End)))
	}
	v.Exact = log.Exact(v.To)
	v.CountsExact = v.Exact && log.Exact(v.From)
	v.reads = make([]int64, len(log.Reads)+1)
	for i, r := range log.Reads {
		v.reads[i+1] = v.reads[i] + int64(r.Count)
	}
	return v, nil
}

// Whole returns a view of the entire recording.
func Whole(log *usage.Log) (*View, error) { return New(log, log.Start, log.End+1) }

// Span returns the length of the window.
func (v *View) Span() usage.Millis { return v.To - v.From }

// Holds reports whether an event at t is in the window.
func (v *View) Holds(t usage.Millis) bool { return t <= v.To && !v.over(t) }

// over reports whether something that ended at the given time was over before the window.
func (v *View) over(end usage.Millis) bool {
	return end < v.From || end == v.From && v.From > v.Log.Start
}

// Alive reports whether a collection was alive in the window.
func (v *View) Alive(c usage.CollectionID) bool {
	of := &v.Log.Collections[c]
	return of.Born <= v.To && (of.Died == usage.Never || !v.over(of.Died))
}

// Element returns the staleness of an element. ok is false if it was not in its collection in the window. The cost is logarithmic in the
// collections and in the GETs of the element.
func (v *View) Element(e usage.ElementID) (s float64, ok bool) {
	stale, ok := v.stale(v.Log.Collections[v.Log.CollectionOf(e)].Died, int(e))
	return float64(stale) / float64(v.Span()), ok
}

// stale returns t2 − t1 of element e. died is the time of its collection's death.
func (v *View) stale(died usage.Millis, e int) (usage.Millis, bool) {
	elements := &v.Log.Elements
	t1, t2 := elements.Added[e], v.To
	if t1 > t2 {
		return 0, false
	}
	end := elements.Removed[e]
	if end == usage.Never {
		end = died
	}
	if end != usage.Never && end < t2 {
		if v.over(end) {
			return 0, false
		}
		t2 = end
	}
	t1 = max(t1, v.From)
	if i := v.lastGet(e, t2); i >= 0 {
		t1 = max(t1, v.Log.Gets.Time[i])
	}
	if i := v.lastRead(e, t2); i >= 0 {
		t1 = max(t1, v.Log.Reads[i].Time)
	}
	return t2 - t1, true
}

// lastGet returns the last row of GETs of an element up to time t; -1 if there is none.
func (v *View) lastGet(e int, t usage.Millis) int {
	g := &v.Log.Gets
	from, to := int(g.First[e]), int(g.First[e+1])
	if from == to {
		return -1
	}
	if g.Time[to-1] <= t {
		return to - 1
	}
	if i := from + sort.Search(to-from, func(i int) bool { return g.Time[from+i] > t }); i > from {
		return i - 1
	}
	return -1
}

// lastRead returns the last bulk read up to time t that included an element; -1 if there is none.
func (v *View) lastRead(e int, t usage.Millis) int {
	elements := &v.Log.Elements
	if elements.ReadFirst == nil {
		return -1
	}
	reads, from, to := v.Log.Reads, int(elements.ReadFirst[e]), int(elements.ReadEnd[e])
	if from == to {
		return -1
	}
	if reads[to-1].Time <= t {
		return to - 1
	}
	if i := from + sort.Search(to-from, func(i int) bool { return reads[from+i].Time > t }); i > from {
		return i - 1
	}
	return -1
}

// getsOf returns the number of GETs of an element in the window. The cost is linear in its rows.
func (v *View) getsOf(e int) int64 {
	g := &v.Log.Gets
	n := int64(0)
	for i := int(g.First[e+1]) - 1; i >= int(g.First[e]) && !v.over(g.Time[i]); i-- {
		if g.Time[i] <= v.To {
			n += int64(g.Count[i])
		}
	}
	elements := &v.Log.Elements
	if elements.ReadFirst == nil {
		return n
	}
	reads, from, to := v.Log.Reads, int(elements.ReadFirst[e]), int(elements.ReadEnd[e])
	end := from + sort.Search(to-from, func(i int) bool { return reads[from+i].Time > v.To })
	begin := from + sort.Search(end-from, func(i int) bool { return !v.over(reads[from+i].Time) })
	return n + v.reads[end] - v.reads[begin]
}

// minElements is the minimum number of elements for another goroutine.
const minElements = 1 << 14

// each calls do for all elements of the collections from c up to but excluding end. Ranges do not cross collections and run on all
// processors. part is below parallel.Parts of the number of elements and leastElements.
func (v *View) each(ctx context.Context, c, end usage.CollectionID, do func(part int, c usage.CollectionID, from, to int)) error {
	const step = 1 << 16 // elements between two checks of the context
	first := v.Log.Elements.First
	base := int(first[c])
	return parallel.Ranges(int(first[end])-base, minElements, func(part, from, to int) error {
		from, to = from+base, to+base
		for at := from; at < to; {
			if err := ctx.Err(); err != nil {
				return err
			}
			stop := min(at+step, to)
			for of := v.Log.CollectionOf(usage.ElementID(at)); at < stop; of++ {
				last := min(int(first[of+1]), stop)
				if last > at {
					do(part, of, at, last)
					at = last
				}
			}
		}
		return ctx.Err()
	})
}

// parts returns the number of parts that each uses.
func (v *View) parts(c, end usage.CollectionID) int {
	return parallel.Parts(int(v.Log.Elements.First[end]-v.Log.Elements.First[c]), minElements)
}
