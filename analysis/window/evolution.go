package window

import (
	"time"

	"memcity/trace"
)

// Evolution is the heap of a recording over time, with its GCs.
type Evolution struct {
	Series
	// Sources contains the recording's GC point for each point, 0-based; nil if the recording has too few and the points are the heap after
	// each GC.
	Sources []int
	Times   []time.Duration // time of each GC point of the recording; all 0 if unknown
	Stops   []trace.Stop    // in the order of their ends; nil if the input does not list them
}

// PointsOf returns the GC points of the recording that a window covers, 0-based; at least two if there are two.
func (e *Evolution) PointsOf(w Window) (from, to int) {
	if w.Kind < Overhead && e.Sources != nil {
		return e.Sources[w.From], e.Sources[w.To]
	}
	return e.PointsIn(w.Start, w.End)
}

// LeastLeakPoints is the least number of GC points in a leak window that nobody requested, as any two points may show growth by chance.
const LeastLeakPoints = 3

// Growing returns the GC points to explore if the user has chosen none, 0-based: those of the leak window among found. ok is false if there
// is none, or if it has fewer than [LeastLeakPoints] GC points.
func (e *Evolution) Growing(found []Window) (w Window, from, to int, ok bool) {
	for _, w := range found {
		if w.Kind != Leak {
			continue
		}
		from, to := e.PointsOf(w)
		return w, from, to, to-from+1 >= LeastLeakPoints
	}
	return Window{}, 0, 0, false
}

// PointsIn returns the GC points of the recording around a time range, 0-based; at least two if there are two.
func (e *Evolution) PointsIn(start, end time.Duration) (from, to int) {
	to = len(e.Times) - 1
	for i, t := range e.Times {
		if t <= start {
			from = i
		}
	}
	for i := len(e.Times) - 1; i > from; i-- {
		if e.Times[i] >= end {
			to = i
		}
	}
	return min(from, max(0, to-1)), to
}

// GCsOf returns the numbers of the GCs in a window; from is greater than to for none.
func (e *Evolution) GCsOf(w Window) (from, to uint32) {
	if w.Kind == Overhead || w.Kind == Churn {
		return e.GCs[w.From].Number, e.GCs[w.To].Number
	}
	return e.GCsIn(w.Start, w.End)
}

// GCsIn returns the numbers of the GCs that ended after start and not after end; from is greater than to for none.
func (e *Evolution) GCsIn(start, end time.Duration) (from, to uint32) {
	from = 1
	for _, gc := range e.GCs {
		if gc.End <= start {
			from = gc.Number + 1
		}
		if gc.End <= end {
			to = gc.Number
		}
	}
	return from, to
}

// Span is a time range of a recording, independent of GC points. The zero value is no range.
type Span struct {
	Start, End   time.Duration
	FromGC, ToGC uint32 // numbers of the first and last GC in the range; FromGC is greater than ToGC for none
	FromKind     string // name of the kind of suspicious window; empty if the user chose the range
}

// Any reports whether s is a non-empty range.
func (s Span) Any() bool { return s.End > s.Start }

// Span returns the range from start to end.
func (e *Evolution) Span(start, end time.Duration) Span {
	from, to := e.GCsIn(start, end)
	return Span{Start: start, End: end, FromGC: from, ToGC: to}
}

// SpanOf returns the range of a suspicious window.
func (e *Evolution) SpanOf(w Window) Span {
	from, to := e.GCsOf(w)
	return Span{Start: w.Start, End: w.End, FromGC: from, ToGC: to, FromKind: w.Kind.String()}
}
