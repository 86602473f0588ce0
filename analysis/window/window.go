// Package window finds suspicious time windows in a series of heap sizes and GCs: windows of steady growth, of long GCs, and of much
// garbage. The windows are defined in Weninger, Gander, Mössenböck: Detection of Suspicious Time Windows in Memory Monitoring (MPLR 2019,
// https://doi.org/10.1145/3357390.3361025), section 3.
//
// The same series always gives the same windows. Reachable bytes show leaks best. In occupied bytes, uncollected garbage hides slow leaks.
// Points may be taken at only every k-th GC.
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
	Bytes   int64         // reachable, or occupied if reachable is unavailable
	Objects int64         // 0 if unknown
	GC      uint32        // number of ended GCs; 0 if unknown
}

// Series is the input of a search for windows. Points and GCs are each sorted by time. A time before the previous one counts as equal to
// it.
type Series struct {
	Points []Point
	GCs    []trace.GC
	Final  bool // true if the last point is from the end of the program; it is kept, but no window of growth includes it
	Heap   bool // true if the points are sizes of a whole heap, which grows in a window only by [LeastGrowth] and [LeastBytes]
}

// A heap grows if it gains at least LeastGrowth of its last size and at least LeastBytes. The heaps of steady programs vary by less.
const (
	LeastGrowth = 0.02
	LeastBytes  = 32 << 10
)

// Kind is the reason why a window is suspicious.
type Kind uint8

// Kinds of windows.
const (
	Leak       Kind = iota // longest window of more or less steady growth up to the last point
	Steepest               // fastest growing part of the leak window
	Regression             // window up to the last point with the steepest regression line
	Overhead               // GCs take much of the time
	Churn                  // much memory is freed in a short time
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
	// From and To are the window's first and last point, or GC for [Overhead] and [Churn], 0-based.
	From, To   int
	Start, End time.Duration

	// Score is the growth in bytes per second for leaks; 0 if all points have the same time. It is the share of time in GCs, 0 to 1, for
	// [Overhead], and the freed bytes per second for [Churn]. Average is the same number for the whole recording.
	Score, Average float64

	// Size at the first and last point of a leak, and the largest size in between; 0 for other kinds.
	FirstBytes, LastBytes, PeakBytes int64
	FirstObjects, LastObjects        int64

	GCs int // number of GCs in the window; for leaks as reported by the points, 0 if they do not report it
	// For [Overhead] and [Churn]. Time that counts as a pause is not part of Stalled, and time in which GCs overlap counts once.
	Pause   time.Duration // time for which GCs stopped the program
	Stalled time.Duration // time for which threads waited for memory
	Freed   int64         // in bytes
}

// Limits contains the thresholds for suspicious windows.
type Limits struct {
	// A leak covers at least LeakShare of all points, and at least LeakPoints. At the start of a recording, the share is only a few points,
	// so callers may require more.
	LeakShare  float64
	LeakPoints int
	// A point may drop to this share of the largest point before it in the window.
	Drop float64
	// The steepest part has between SteepLeast and SteepMost of a leak's points, and at least two.
	SteepLeast, SteepMost float64
	// The regression covers at least this share of all points, and at least two.
	RegressionShare float64
	// Windows of GCs cover MinGCs to MaxGCs GCs.
	MinGCs, MaxGCs int
	// Overhead is the least share of the time in GCs.
	Overhead float64
	// Churn is the least ratio of the freed bytes per second to those of the whole recording.
	Churn float64
	// Paper selects windows of GCs as the paper does: they have any length, and windows of [Overhead] begin at the end of a GC.
	Paper bool
}

// DefaultLimits returns the limits of the paper.
func DefaultLimits() Limits {
	return Limits{LeakShare: 0.1, LeakPoints: 2, Drop: 0.75, SteepLeast: 0.1, SteepMost: 0.5, RegressionShare: 0.1,
		MinGCs: 5, MaxGCs: 50, Overhead: 0.1, Churn: 1.5}
}

// A window has at least leastTime, but no more than minOfShort of a short run is required. In runs of more than 50 s it has at least
// minShare of the run, up to enoughTime. Shorter anomalies are chance: a rate over a tenth of a second says nothing about the program.
const (
	minTime    = 500 * time.Millisecond
	minOfShort = 0.1
	minShare   = 0.01
	enoughTime = time.Second
)

// shortest returns the least length of a window of the series.
func (s *Series) shortest() time.Duration {
	run := time.Duration(0)
	for _, p := range s.Points {
		run = max(run, p.Time)
	}
	for _, gc := range s.GCs {
		run = max(run, gc.End)
	}
	part := func(share float64) time.Duration { return time.Duration(share * float64(run)) }
	return max(min(part(minOfShort), minTime), min(part(minShare), enoughTime))
}

// Find returns the suspicious windows: at most one of each kind, in the order of the kinds. A window has at least half a second or a tenth of
// the run, whichever is shorter, and at least 1 % of the run up to 1 s. limits.Paper allows shorter ones of GCs. The cost is linear in the points,
// plus GCs × limits.MinGCs, and up to GCs × limits.MaxGCs if many GCs occur in the shortest window.
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
	if limits.Paper {
		shortest = 0
	}
	g := newCollections(s.GCs, shortest)
	keep(g.overhead(limits))
	keep(g.churn(limits))
	return found
}

// share returns the least integer that is at least the given part of n, and at least least.
func share(part float64, n, least int) int {
	const rounding = 1e-9 // 0.1 times 30 may be slightly above 3
	k := math.Ceil(part*float64(n) - rounding)
	if !(k > float64(least)) { // also true for NaN
		return least
	}
	return int(min(k, float64(n)+1))
}

// rate returns amount per second of d; 0 if d is not positive.
func rate(amount float64, d time.Duration) float64 {
	if d <= 0 {
		return 0
	}
	return amount / d.Seconds()
}
