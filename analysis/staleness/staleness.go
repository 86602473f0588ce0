// Package staleness says how long the elements of collections were not used: what a program put into lists, sets and maps and
// did not read any more, and by which lines of the program.
//
// It follows M. Hirth: Analyzing Collection Staleness and Collection Anti-Patterns that Lead to Memory Problems, Johannes Kepler
// University Linz, 2023, sections 6 and 7, which takes its measure from G. Xu, A. Rountev: Precise Memory Leak Detection for Java
// Software Using Container Profiling, ACM TOSEM 22(3), 2013, DOI 10.1145/2491509.2491511.
//
// # Staleness
//
// In a window from ts to te an element has the staleness (t2 − t1) / (te − ts), from 0 to 1. t2 is when it was removed, else when
// its collection died, at most te; t1 is the last GET up to t2, else the ADD, at least ts. That of a collection (SN) is the mean
// over its elements in the window.
//
// # Windows
//
// A window holds what happened later than ts, up to and including te; one that begins with the recording has its first
// millisecond, too. So what happened in two windows, one after the other, is what happened in both together. An element that left
// its collection at ts is not in the window.
//
// In aggregated logs, a last GET is known exactly where te is the end of an interval, and counts where ts is one as well:
// [View.Exact] and [View.CountsExact]. Otherwise a row of GETs counts when its last GET lies in the window.
//
// Results are the same whatever the number of processors: sums are of whole milliseconds.
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

// ErrWindow reports a window that holds no time.
var ErrWindow = errors.New("the window holds no time of the recording")

// NotKnown stands for a share or a confidence, which are at least 0, that is not known.
const NotKnown = -1.0

// View is a log looked at in a window. It does not change, and may be used by several goroutines.
type View struct {
	Log      *usage.Log
	From, To usage.Millis // the window, within the recorded period

	Exact       bool // staleness is exact, else near the truth
	CountsExact bool // numbers of operations and of GETs of elements are

	reads []int64 // how many bulk reads there were before each of Log.Reads, and in all
}

// New returns a view of the window, as far as it lies in the recorded period. A log that begins and ends in the same
// millisecond is one millisecond long. It takes time in proportion to the bulk reads. The error is [ErrWindow].
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

// Whole returns a view of all that was recorded.
func Whole(log *usage.Log) (*View, error) { return New(log, log.Start, log.End+1) }

// Span is the length of the window.
func (v *View) Span() usage.Millis { return v.To - v.From }

// Holds reports whether something that happened at t is in the window.
func (v *View) Holds(t usage.Millis) bool { return t <= v.To && !v.over(t) }

// over reports whether what ended at t was over before the window.
func (v *View) over(end usage.Millis) bool {
	return end < v.From || end == v.From && v.From > v.Log.Start
}

// Alive reports whether a collection was alive in the window.
func (v *View) Alive(c usage.CollectionID) bool {
	of := &v.Log.Collections[c]
	return of.Born <= v.To && (of.Died == usage.Never || !v.over(of.Died))
}

// Element returns the staleness of an element; false if it was not in its collection in the window. It takes time in proportion
// to the logarithms of the collections and of the GETs of the element.
func (v *View) Element(e usage.ElementID) (s float64, ok bool) {
	stale, ok := v.stale(v.Log.Collections[v.Log.CollectionOf(e)].Died, int(e))
	return float64(stale) / float64(v.Span()), ok
}

// stale returns t2 − t1 of an element whose collection died at a time.
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

// lastGet returns the last row of GETs of an element up to a time; -1 if there is none.
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

// lastRead returns the last bulk read up to a time that found an element; -1 if there is none.
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

// getsOf returns how many GETs an element got in the window. It takes time in proportion to its rows.
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

// leastElements is how many elements a goroutine is worth.
const leastElements = 1 << 14

// each calls do for all elements of the collections from c to, without it, end, in ranges that lie in one collection each, as many
// at a time as there are processors: part is below parallel.Parts of the elements and leastElements.
func (v *View) each(ctx context.Context, c, end usage.CollectionID, do func(part int, c usage.CollectionID, from, to int)) error {
	const step = 1 << 16 // elements between two looks at the context
	first := v.Log.Elements.First
	base := int(first[c])
	return parallel.Ranges(int(first[end])-base, leastElements, func(part, from, to int) error {
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

// parts returns how many parts each has.
func (v *View) parts(c, end usage.CollectionID) int {
	return parallel.Parts(int(v.Log.Elements.First[end]-v.Log.Elements.First[c]), leastElements)
}
