package window

import (
	"time"
)

// Evolution is the heap of a recording over time, with its GCs.
type Evolution struct {
	Series
	// Sources are the GC points of the recording that the points are, by number from 0. Nil if the recording has too few
	// and the points are the heap after each GC.
	Sources []int
	Times   []time.Duration // of all GC points of the recording; all 0 if they are not known
}

// PointsOf returns the GC points of the recording that a window covers, by number from 0: two at least, if there are two.
func (e *Evolution) PointsOf(w Window) (from, to int) {
	if w.Kind < Overhead && e.Sources != nil {
		return e.Sources[w.From], e.Sources[w.To]
	}
	return e.PointsIn(w.Start, w.End)
}

// LeastLeakPoints is how many GC points a leak window has at least where nobody requested one: any two can grow by chance.
const LeastLeakPoints = 3

// Growing returns the GC points of the recording, by number from 0, to look at where nobody chose any: those of the leak window
// among the windows found. ok is false if there is none, or if it has fewer than [LeastLeakPoints] GC points.
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

// PointsIn returns the GC points of the recording around a stretch of time, by number from 0: two at least, if there are
// two.
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

// GCsOf returns the numbers of the GCs that a window covers; from is more than to if there are none.
func (e *Evolution) GCsOf(w Window) (from, to uint32) {
	if w.Kind == Overhead || w.Kind == Churn {
		return e.GCs[w.From].Number, e.GCs[w.To].Number
	}
	return e.GCsIn(w.Start, w.End)
}

// GCsIn returns the numbers of the GCs that ended after start and not after end; from is more than to if there are none.
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

// Span is a stretch of time of a recording, finer than its GC points. The zero Span is none.
type Span struct {
	Start, End   time.Duration
	FromGC, ToGC uint32 // numbers of the first and the last GC in it; FromGC is more than ToGC if there is none
	FromKind     string // the kind of the suspicious window that it is; empty if the user chose it
}

// Any reports whether s is a stretch of time at all.
func (s Span) Any() bool { return s.End > s.Start }

// Span returns the stretch of time from start to end.
func (e *Evolution) Span(start, end time.Duration) Span {
	from, to := e.GCsIn(start, end)
	return Span{Start: start, End: end, FromGC: from, ToGC: to}
}

// SpanOf returns the stretch of time of a suspicious window.
func (e *Evolution) SpanOf(w Window) Span {
	from, to := e.GCsOf(w)
	return Span{Start: w.Start, End: w.End, FromGC: from, ToGC: to, FromKind: w.Kind.String()}
}
