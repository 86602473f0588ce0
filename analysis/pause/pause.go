// Package pause summarizes the stops of a program: how many there were, how long they took, and the longest with their causes.
package pause

import (
	"cmp"
	"math"
	"slices"
	"time"

	"memcity/trace"
)

// MaxLongest is the number of longest stops that a [Summary] lists.
const MaxLongest = 10

// Percents are the percentiles of a [Group].
var Percents = [...]float64{50, 90, 95, 99, 99.9}

// Summary summarizes the stops of a program.
type Summary struct {
	GCs        Group        // pauses of GCs; a concurrent GC has several
	Safepoints Group        // stops for something other than a GC
	Stops      []trace.Stop // of both, in the order of time
	Longest    []trace.Stop // of both, at most [MaxLongest], longest first; of equal ones, the earliest first

	// Unlisted is the number of concurrent GCs with a sum of pauses but no list, and LongestUnlisted the largest of these sums. GCs does not
	// include them.
	Unlisted        int
	LongestUnlisted time.Duration
	// Cycles is the number of concurrent GCs that stopped the program, and LongestCycle the largest sum of the pauses of one.
	Cycles       int
	LongestCycle time.Duration
	// Stalled is the time for which threads waited for memory. Stalls is the number of GCs that they waited for, LongestStall the longest wait
	// for one.
	Stalled, LongestStall time.Duration
	Stalls                int

	// Timed means that the input has the times of the stops, in addition to their durations.
	Timed bool
}

// Empty reports whether nothing stopped the program or made its threads wait.
func (s *Summary) Empty() bool { return len(s.Longest) == 0 && s.Cycles == 0 && s.Stalls == 0 }

// LongestPause returns the longest pause of a GC. known is false if an unlisted pause may be longer than all others.
func (s *Summary) LongestPause() (longest time.Duration, known bool) {
	return s.GCs.Longest, s.LongestUnlisted <= s.GCs.Longest
}

// Group summarizes some stops.
type Group struct {
	Count          int
	Total, Longest time.Duration
	Percentiles    [len(Percents)]time.Duration // by the index of [Percents]; nearest rank
}

// Of summarizes the stops of a recording. The cost is that of sorting the stops.
func Of(r *trace.Recording) Summary {
	stops, unlisted := r.AllStops()
	s := Summarize(stops)
	s.Unlisted = len(unlisted)
	for _, i := range unlisted {
		s.LongestUnlisted = max(s.LongestUnlisted, r.GCs[i].PausedFor())
	}
	s.Timed = r.Knows.Has(trace.KnowsTimes) && len(stops) > 0 && stops[len(stops)-1].End > 0
	for i := range r.GCs {
		g := &r.GCs[i]
		if g.Concurrent && g.Pause > 0 {
			s.Cycles, s.LongestCycle = s.Cycles+1, max(s.LongestCycle, g.Pause)
		}
		if g.Stalled > 0 {
			s.Stalls, s.Stalled, s.LongestStall = s.Stalls+1, s.Stalled+g.Stalled, max(s.LongestStall, g.Stalled)
		}
	}
	return s
}

// Summarize summarizes stops, without the fields about GCs.
func Summarize(stops []trace.Stop) (s Summary) {
	s.Stops = stops
	var ofGCs, others []time.Duration
	for i := range stops {
		if took := stops[i].Took(); stops[i].Safepoint {
			others = append(others, took)
		} else {
			ofGCs = append(ofGCs, took)
		}
	}
	s.GCs, s.Safepoints = groupOf(ofGCs), groupOf(others)
	s.Longest = slices.SortedStableFunc(slices.Values(stops), func(a, b trace.Stop) int {
		return cmp.Or(cmp.Compare(b.Took(), a.Took()), cmp.Compare(a.Start, b.Start))
	})
	s.Longest = slices.Clip(s.Longest[:min(len(s.Longest), MaxLongest)])
	return s
}

// groupOf summarizes durations, which it sorts.
func groupOf(took []time.Duration) (g Group) {
	slices.Sort(took)
	g.Count = len(took)
	for _, d := range took {
		g.Total += d
	}
	if g.Count == 0 {
		return g
	}
	g.Longest = took[g.Count-1]
	for i, p := range Percents {
		const rounding = 1e-9 // 99.9 % of 1000 may be slightly above 999
		rank := int(math.Ceil(p/100*float64(g.Count) - rounding))
		g.Percentiles[i] = took[max(1, rank)-1]
	}
	return g
}
