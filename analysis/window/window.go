// Package window finds suspicious time windows in a series of heap sizes and GCs: windows of steady growth, of long GCs,
// and of much garbage. The windows are those of Weninger, Gander, Mössenböck: Detection of Suspicious Time Windows in
// Memory Monitoring (MPLR 2019, https://doi.org/10.1145/3357390.3361025), section 3.
//
// All searches are pure and give the same windows for the same series. They look at what there is: a series of reachable
// bytes shows leaks best, one of occupied bytes hides slow ones behind garbage that was not collected yet. Points may be
// taken at every k-th GC only.
package window

import (
	"fmt"
	"math"
	"time"

	"memcity/trace"
)

// Point is the heap at one GC point.
type Point struct {
	Time    time.Duration // since the start of the recording
	Bytes   int64         // reachable, or else occupied
	Objects int64         // 0 if not known
	GC      uint32        // GCs that had ended; 0 if not known
}

// Series is what windows are looked for in. Points and GCs are each in order of time; a time before that of the one before
// counts as the same time.
type Series struct {
	Points []Point
	GCs    []trace.GC
	Final  bool // the last point is from the end of the program: it is kept, but no window of growth has it
	Heap   bool // the points are sizes of a whole heap: it grows in a window only by [LeastGrowth] and [LeastBytes]
}

// A heap grows if it gains at least LeastGrowth of its last size and at least LeastBytes. The heaps of steady programs go up and down by
// less.
const (
	LeastGrowth = 0.02
	LeastBytes  = 32 << 10
)

// Kind is what is suspicious about a window.
type Kind uint8

// Kinds of windows.
const (
	Leak       Kind = iota // longest window of more or less steady growth up to the last point
	Steepest               // the part of it that grows fastest
	Regression             // up to the last point, the one whose regression line is steepest
	Overhead               // GCs take much of the time
	Churn                  // much is freed in a short time
)

var kindNames = [...]string{"growth", "steepest", "regression", "overhead", "churn"}

// String returns the name of the kind, in lower case.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("kind %d", uint8(k))
}

// Window is a suspicious time window.
type Window struct {
	Kind Kind
	// From and To are the first and last of its points, or of its GCs for [Overhead] and [Churn], from 0.
	From, To   int
	Start, End time.Duration

	// Score is growth in bytes a second for leaks, 0 if all points are of the same time; for [Overhead] the share of the
	// time in GCs, 0 to 1; for [Churn] freed bytes a second. Average is the same number for the whole recording.
	Score, Average float64

	// Bytes and objects at the first and the last point of a leak, and the most bytes in between; else 0.
	FirstBytes, LastBytes, PeakBytes int64
	FirstObjects, LastObjects        int64

	GCs   int           // that it covers; of leaks as the points report, 0 if they do not
	Pause time.Duration // in GCs, of [Overhead] and [Churn]
	Freed int64         // bytes, of [Overhead] and [Churn]
}

// Limits say what is suspicious.
type Limits struct {
	// A leak covers LeakShare of all points, and at least LeakPoints. In a recording that just began the share is a small
	// number of points: whoever watches one may require more.
	LeakShare  float64
	LeakPoints int
	// A point may drop to this part of the largest before it in the window.
	Drop float64
	// The steepest part has between SteepLeast and SteepMost of a leak's points, at least two.
	SteepLeast, SteepMost float64
	// The regression looks at this part of all points, at least two, or more.
	RegressionShare float64
	// Windows of GCs cover MinGCs to MaxGCs.
	MinGCs, MaxGCs int
	// Overhead is the least share of time in GCs.
	Overhead float64
	// Churn is the least factor by which more is freed a second than in the whole recording.
	Churn float64
}

// DefaultLimits returns the limits of the paper.
func DefaultLimits() Limits {
	return Limits{LeakShare: 0.1, LeakPoints: 2, Drop: 0.75, SteepLeast: 0.1, SteepMost: 0.5, RegressionShare: 0.1,
		MinGCs: 5, MaxGCs: 50, Overhead: 0.1, Churn: 1.5}
}

// Windows are not shorter than this part of the run or this time, whichever is less: what is suspicious for a moment only
// is chance.
const (
	leastShare = 0.01
	leastTime  = time.Second
)

// shortest returns how long a window of a series is at least.
func (s *Series) shortest() time.Duration {
	run := time.Duration(0)
	for _, p := range s.Points {
		run = max(run, p.Time)
	}
	for _, gc := range s.GCs {
		run = max(run, gc.End)
	}
	return min(time.Duration(leastShare*float64(run)), leastTime)
}

// Find returns the windows that are suspicious by the limits: at most one of each kind, in the order of the kinds. None is
// shorter than 1 % of the run or 1 s, whichever is less. It takes time in proportion to points + GCs × limits.MinGCs, and
// where many GCs are in that time at most GCs × limits.MaxGCs.
func Find(s Series, limits Limits) []Window {
	var found []Window
	keep := func(w Window, ok bool) {
		if ok {
			found = append(found, w)
		}
	}
	shortest := s.shortest()
	judged := s.Points
	if s.Final && len(judged) > 0 {
		judged = judged[:len(judged)-1]
	}
	p := newHeap(judged, shortest)
	p.whole = s.Heap
	leak, ok := p.leak(limits)
	keep(leak, ok)
	if ok {
		keep(p.steepest(leak, limits))
	}
	keep(p.regression(limits))
	g := newCollections(s.GCs, shortest)
	keep(g.overhead(limits))
	keep(g.churn(limits))
	return found
}

// share returns the least whole number that is at least part of n, and at least least.
func share(part float64, n, least int) int {
	const rounding = 1e-9 // 0.1 times 30 may be a little above 3
	k := math.Ceil(part*float64(n) - rounding)
	if !(k > float64(least)) { // NaN too
		return least
	}
	return int(min(k, float64(n)+1))
}

// rate is amount per second of d, 0 if that is no time.
func rate(amount float64, d time.Duration) float64 {
	if d <= 0 {
		return 0
	}
	return amount / d.Seconds()
}
