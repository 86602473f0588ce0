package overview

import (
	"sort"
	"time"

	"memcity/analysis/window"
	"memcity/city/trees"
	"memcity/trace"
)

// Limits say what windows of time are suspicious.
type Limits = window.Limits

// The kinds of suspicious windows.
const (
	LeakWindow       = window.Leak
	SteepestWindow   = window.Steepest
	RegressionWindow = window.Regression
	OverheadWindow   = window.Overhead
	ChurnWindow      = window.Churn
)

// WindowKind is what is suspicious about a window.
type WindowKind = window.Kind

// SuspiciousWindow is a window of time that is suspicious.
type SuspiciousWindow = window.Window

// HeapPoint is the heap at one GC point.
type HeapPoint = window.Point

// GC is a garbage collection.
type GC = trace.GC

// DefaultLimits returns the limits that windows are looked for with unless the user chose others.
func DefaultLimits() Limits { return window.DefaultLimits() }

// MaxGCsLimit bounds how many GCs a window may be required to cover.
const MaxGCsLimit = 1000

// NormalLimits returns l with every value inside its range; those that are not set at all are the usual ones.
func NormalLimits(l Limits) Limits {
	if l == (Limits{}) {
		return DefaultLimits()
	}
	for _, share := range []*float64{&l.LeakShare, &l.Drop, &l.SteepLeast, &l.SteepMost, &l.RegressionShare, &l.Overhead} {
		*share = trees.Clamp(*share, 0, 1)
	}
	l.LeakPoints = min(max(l.LeakPoints, 2), MaxGCsLimit)
	l.SteepMost = max(l.SteepMost, l.SteepLeast)
	l.MinGCs = min(max(l.MinGCs, 1), MaxGCsLimit)
	l.MaxGCs = min(max(l.MaxGCs, l.MinGCs), MaxGCsLimit)
	l.Churn = trees.Clamp(l.Churn, 0, 100)
	return l
}

// Stretch sums up what happened in a stretch of time.
type Stretch struct {
	Start, End time.Duration
	LastGC     time.Duration // if not 0, what GCs did is reported for the time up to it instead of up to End

	Points                    int // at which the heap is known; the next numbers are of the first and the last of them
	FirstBytes, LastBytes     int64
	FirstObjects, LastObjects int64
	PeakBytes, PeakObjects    int64
	FirstTime, LastTime       time.Duration

	GCs, Concurrent int           // that ended in it; of them those during which the program ran
	Pause, Longest  time.Duration // in all, counting overlapping GCs once, and of one GC
	Stalled         time.Duration // of Pause, while threads waited for memory
	Freed           int64         // bytes
	Allocated       int64         // bytes, at least, from the end of one GC to the start of the next; 0 if that is not known
}

// Sum sums up a stretch of time. It takes time in proportion to what lies in it.
func Sum(e *window.Evolution, start, end time.Duration) Stretch {
	s := Stretch{Start: start, End: end}
	for i := sort.Search(len(e.Points), func(i int) bool { return e.Points[i].Time >= start }); i < len(e.Points) &&
		e.Points[i].Time <= end; i++ {
		p := &e.Points[i]
		if s.Points == 0 {
			s.FirstBytes, s.FirstObjects, s.FirstTime = p.Bytes, p.Objects, p.Time
		}
		s.Points++
		s.LastBytes, s.LastObjects, s.LastTime = p.Bytes, p.Objects, p.Time
		s.PeakBytes, s.PeakObjects = max(s.PeakBytes, p.Bytes), max(s.PeakObjects, p.Objects)
	}
	first := GCAfter(e, start)
	next := first
	for ; next < len(e.GCs) && e.GCs[next].End <= end; next++ {
		gc := &e.GCs[next]
		s.GCs++
		if gc.Concurrent {
			s.Concurrent++
		}
		s.Longest, s.Stalled = max(s.Longest, PausedBy(*gc)), s.Stalled+gc.Stalled
		s.Freed += window.FreedBy(*gc)
		s.Allocated += AllocatedBefore(e, next)
	}
	s.Pause = window.Paused(e.GCs[first:next])
	s.Longest = min(s.Longest, s.Pause)
	return s
}

// Whole sums up the recording from its start on, with GCs up to the last one: as the average that suspicious windows are
// compared with.
func Whole(e *window.Evolution) Stretch {
	first, last := Ends(e)
	s := Sum(e, min(first, 0)-1, last)
	s.Start = min(first, 0)
	if n := len(e.GCs); n > 0 {
		s.LastGC = e.GCs[n-1].End
	}
	return s
}

// gcTime is the time that GCs are reported for.
func (s *Stretch) gcTime() time.Duration {
	if s.LastGC > 0 {
		return s.LastGC - s.Start
	}
	return s.End - s.Start
}

// Overhead is the share of the time in which the program stood still.
func (s *Stretch) Overhead() float64 {
	if s.gcTime() <= 0 {
		return 0
	}
	return min(float64(s.Pause)/float64(s.gcTime()), 1)
}

// PerSecond is an amount per second of the stretch, of what GCs did; 0 if that is no time.
func (s *Stretch) PerSecond(amount int64) float64 { return perSecond(amount, s.gcTime()) }

// Growth is by how many bytes a second the heap grew from the first of its points to the last; 0 if that is no time.
func (s *Stretch) Growth() float64 {
	return perSecond(s.LastBytes-s.FirstBytes, s.LastTime-s.FirstTime)
}

func perSecond(amount int64, time time.Duration) float64 {
	if time <= 0 {
		return 0
	}
	return float64(amount) / time.Seconds()
}

// GCAfter returns the index of the first GC that ended after a time; the number of GCs if there is none.
func GCAfter(e *window.Evolution, t time.Duration) int {
	return sort.Search(len(e.GCs), func(i int) bool { return e.GCs[i].End > t })
}

// AllocatedBefore is how many bytes larger the heap was at the start of a GC than at the end of the one before: what was
// allocated meanwhile, at least. It is 0 if that is not known.
func AllocatedBefore(e *window.Evolution, gc int) int64 {
	if gc < 1 || e.GCs[gc].Before <= 0 || e.GCs[gc-1].After <= 0 {
		return 0
	}
	return max(0, e.GCs[gc].Before-e.GCs[gc-1].After)
}

// PausedBy is the time for which the program stood still for a GC.
func PausedBy(gc GC) time.Duration { return window.PausedBy(gc) }

// Ends returns the first and the last moment that is known: of GC points and of GCs.
func Ends(e *window.Evolution) (first, last time.Duration) {
	known := false
	add := func(from, to time.Duration) {
		if !known || from < first {
			first = from
		}
		if !known || to > last {
			last = to
		}
		known = true
	}
	if n := len(e.Points); n > 0 {
		add(e.Points[0].Time, e.Points[n-1].Time)
	}
	if n := len(e.GCs); n > 0 {
		add(min(e.GCs[0].Start, e.GCs[0].End), e.GCs[n-1].End)
	}
	return first, last
}
