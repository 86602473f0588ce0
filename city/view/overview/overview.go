package overview

import (
	"sort"
	"time"

	"memcity/analysis/window"
	"memcity/city/trees"
	"memcity/trace"
)

// Limits defines suspicious windows.
type Limits = window.Limits

// Kinds of suspicious windows.
const (
	LeakWindow       = window.Leak
	SteepestWindow   = window.Steepest
	RegressionWindow = window.Regression
	OverheadWindow   = window.Overhead
	ChurnWindow      = window.Churn
)

// WindowKind selects the reason that a window is suspicious.
type WindowKind = window.Kind

// SuspiciousWindow is a suspicious time range.
type SuspiciousWindow = window.Window

// GC is a garbage collection.
type GC = trace.GC

// DefaultLimits returns the default limits for suspicious windows.
func DefaultLimits() Limits { return window.DefaultLimits() }

// MaxGCsLimit is the maximum for the number of GCs that a window must cover.
const MaxGCsLimit = 1000

// NormalLimits returns l with every value clamped to its range. The zero l returns the defaults.
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

// Stretch summarizes a time range.
type Stretch struct {
	Start, End time.Duration
	LastGC     time.Duration // end of the time for GC totals; 0 for End

	Points                    int // GC points with heap data; the following fields are those of the first and the last
	FirstBytes, LastBytes     int64
	FirstObjects, LastObjects int64
	PeakBytes, PeakObjects    int64
	FirstTime, LastTime       time.Duration

	GCs, Concurrent int           // GCs that ended in it; of these, concurrent ones
	Pause           time.Duration // total of GCs, counting overlapping ones once
	Longest         time.Duration // maximum of one pause; 0 if the input has only sums of concurrent GCs
	Stalled         time.Duration // time for which threads waited for memory
	Safepoints      int           // stops for something other than a GC
	Stopped         time.Duration // total of these
	Freed           int64         // bytes
	Allocated       int64         // minimum bytes, from the end of one GC to the start of the next; 0 for missing data
}

// Sum summarizes a time range. The cost is linear in its GC points and GCs.
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
		if e.Stops == nil && !gc.Concurrent {
			s.Longest = max(s.Longest, gc.PausedFor())
		}
		s.Stalled += gc.Stalled
		s.Freed += window.FreedBy(*gc)
		s.Allocated += AllocatedBefore(e, next)
	}
	s.Pause = window.Paused(e.GCs[first:next])
	if s.addStops(e.Stops); e.Stops == nil {
		s.Longest = min(s.Longest, s.Pause) // the time of overlapping GCs counts once
	}
	return s
}

// addStops adds the stops that ended in the range. stops must be in the order of their ends.
func (s *Stretch) addStops(stops []trace.Stop) {
	first := sort.Search(len(stops), func(i int) bool { return stops[i].End > s.Start })
	for i := first; i < len(stops) && stops[i].End <= s.End; i++ {
		if took := stops[i].Took(); stops[i].Safepoint {
			s.Safepoints, s.Stopped = s.Safepoints+1, s.Stopped+took
		} else {
			s.Longest = max(s.Longest, took)
		}
	}
}

// Whole summarizes the recording from its start, with GCs up to the last one, as the average that suspicious windows are compared with.
func Whole(e *window.Evolution) Stretch {
	first, last := Ends(e)
	s := Sum(e, min(first, 0)-1, last)
	s.Start = min(first, 0)
	if n := len(e.GCs); n > 0 {
		s.LastGC = e.GCs[n-1].End
	}
	return s
}

// gcTime returns the duration that GC totals refer to.
func (s *Stretch) gcTime() time.Duration {
	if s.LastGC > 0 {
		return s.LastGC - s.Start
	}
	return s.End - s.Start
}

// Overhead returns the share of the time in which the program was paused.
func (s *Stretch) Overhead() float64 {
	if s.gcTime() <= 0 {
		return 0
	}
	return min(float64(s.Pause)/float64(s.gcTime()), 1)
}

// PerSecond returns an amount of GC work per second; 0 if the duration is zero.
func (s *Stretch) PerSecond(amount int64) float64 { return perSecond(amount, s.gcTime()) }

// Growth returns the growth rate of the heap from the first to the last GC point, in bytes per second; 0 if the duration is zero.
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

// AllocatedBefore returns the growth of the heap from the end of the previous GC to the start of the given one, in bytes. At least this
// much was allocated in between. It is 0 for missing data.
func AllocatedBefore(e *window.Evolution, gc int) int64 {
	if gc < 1 || e.GCs[gc].Before <= 0 || e.GCs[gc-1].After <= 0 {
		return 0
	}
	return max(0, e.GCs[gc].Before-e.GCs[gc-1].After)
}

// Ends returns the first and the last time of GC points and GCs.
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
