package proof

import (
	"cmp"
	"fmt"
	"slices"

	"memcity/analysis/chance"
	"memcity/words"
)

// Round contains the numbers of one recording.
type Round struct {
	Name     string
	Findings []Finding // findings about growth that lasts to the end, most important first
	// Times contains the times of the compared GC points, ascending, in seconds.
	Times []float64
	// Types contains the number of objects at each compared GC point, by type as in [Finding.Type]. Types without a change may be absent.
	// It is nil if the input does not count objects by type.
	Types map[string][]int64
	Heap  []int64 // reachable bytes at each compared GC point; nil if unknown
	End   int64   // reachable bytes of the last heap state; 0 if unknown
	EndAt float64 // time of that state, in seconds; 0 if unknown
	// Seconds is the duration of the run, in seconds; 0 if unknown.
	Seconds float64
}

// Finding is growth that a recording shows.
type Finding struct {
	Signature string `json:"signature"` // equal in all recordings of a program, as in package signature
	Title     string `json:"title"`
	Grade     string `json:"grade"`
	Owner     string `json:"owner"`
	Field     string `json:"field,omitempty"`
	Type      string `json:"type"`
	Leak      bool   `json:"leak"`        // false for growth that may have a limit
	Free      int64  `json:"freed_bytes"` // bytes that the recommended change frees; 0 if unknown
}

// String names the objects and their holder.
func (f *Finding) String() string { return f.Type + ", held by " + f.Owner }

// find returns the finding with a signature; nil for none.
func (r *Round) find(signature string) *Finding {
	i := slices.IndexFunc(r.Findings, func(f Finding) bool { return f.Signature == signature })
	if i < 0 {
		return nil
	}
	return &r.Findings[i]
}

// found counts the rounds with a finding.
func found(rounds []Round, signature string) (n int) {
	for i := range rounds {
		if rounds[i].find(signature) != nil {
			n++
		}
	}
	return n
}

// tally is a finding with the number of rounds that have it.
type tally struct {
	*Finding
	rounds int
	rank   int // position in its first round
}

// tallies counts the findings of all rounds. The most frequent come first, of these leaks before other growth, and then the most important.
func tallies(rounds []Round) (all []tally) {
	for i := range rounds {
		for k := range rounds[i].Findings {
			f := &rounds[i].Findings[k]
			if f.Signature != "" && !slices.ContainsFunc(all, func(t tally) bool { return t.Signature == f.Signature }) {
				all = append(all, tally{f, found(rounds, f.Signature), k})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b tally) int {
		return cmp.Or(cmp.Compare(b.rounds, a.rounds), cmp.Compare(number(b.Leak), number(a.Leak)), cmp.Compare(a.rank, b.rank))
	})
	return all
}

func number(is bool) int {
	if is {
		return 1
	}
	return 0
}

// leastPoints is the minimum number of GC points for a rate. Any two points are on a line, so they cannot show growth.
const leastPoints = 3

// slope returns the slope of the least-squares line of values over x. ok is false if there are fewer than [leastPoints] or all x are equal.
func slope(x []float64, values []int64) (rate float64, ok bool) {
	if len(values) != len(x) || len(x) < leastPoints {
		return 0, false
	}
	return chance.Slope(x, values)
}

// steps returns the indexes of the compared GC points as coordinates.
func (r *Round) steps() []float64 {
	x := make([]float64, len(r.Times))
	for i := range x {
		x[i] = float64(i)
	}
	return x
}

// objects returns the numbers of objects of a type; nil if they are unknown.
func (r *Round) objects(of string) []int64 {
	if r.Types == nil {
		return nil
	}
	if counts := r.Types[of]; counts != nil {
		return counts
	}
	return make([]int64, len(r.Times))
}

// lacking describes the missing data for rates, without its subject and its last period; empty if the round is complete.
func (r *Round) lacking() string {
	switch {
	case len(r.Times) < leastPoints:
		return fmt.Sprintf("has %s that can be compared, and %d are needed. Record for longer, or with a shorter time between GC points", words.Counted(int64(len(r.Times)), "GC point"), leastPoints)
	case r.Types == nil:
		return "does not count objects by type"
	}
	return ""
}
