package proof

import (
	"fmt"
	"math"

	"memcity/analysis/chance"
)

// Verdict is the answer to the question whether a finding is fixed.
type Verdict string

// Verdicts.
const (
	Fixed      Verdict = "fixed"
	StillThere Verdict = "still there"
	Hidden     Verdict = "hidden" // no longer reported, but memory still grows
	NotThere   Verdict = "not there before"
	Undecided  Verdict = "undecided"
)

// Result is the outcome of a comparison. Rates are slopes of least-squares lines. Intervals contain the true mean with the confidence
// 1 - Level.
type Result struct {
	Verdict Verdict  `json:"verdict"`
	Text    string   `json:"text"` // sentences
	Level   float64  `json:"level"`
	Finding *Finding `json:"finding,omitempty"` // nil if no round before has a finding
	Before  Side     `json:"before"`
	After   Side     `json:"after"`
	// P is the probability that chance alone separates the rates before and after as much; nil if it was not computed.
	P *float64 `json:"p,omitempty"`
	// RoundsNeeded is the number of rounds on each side that a decision probably needs; 0 if it is unknown or there are enough.
	RoundsNeeded int `json:"rounds_needed,omitempty"`

	Growing []Growing `json:"still_growing"` // what still grows after the change, if the finding is hidden or still there
	New     []New     `json:"new_findings"`  // findings of rounds after that no round before has

	Predicted *Estimate `json:"predicted_saved_bytes,omitempty"` // bytes that the finding's recommended change frees; nil if unknown
	Saved     *Estimate `json:"saved_bytes,omitempty"`           // reachable heap at the end, before minus after; nil if unknown
	Slower    *Estimate `json:"longer_seconds,omitempty"`        // duration, after minus before; nil if unknown
}

// Side contains the numbers of the rounds before, or of those after.
type Side struct {
	Rounds []string `json:"rounds"` // names
	Found  int      `json:"found"`  // number of rounds that have the finding
	// Objects per second of the finding's type, by round; nil if a round lacks it. The estimates leave out rounds without the number.
	Rates     []float64 `json:"objects_per_second_of_rounds,omitempty"`
	PerSecond *Estimate `json:"objects_per_second,omitempty"`
	PerPoint  *Estimate `json:"objects_per_point,omitempty"`
	Heap      *Estimate `json:"heap_bytes_per_second,omitempty"` // growth of the reachable heap
	End       *Estimate `json:"heap_bytes,omitempty"`            // reachable heap at the end
	EndAt     *Estimate `json:"heap_at_seconds,omitempty"`       // time of that heap state
	Seconds   *Estimate `json:"seconds,omitempty"`               // duration of the run

	ends, seconds []float64 // by round; nil if unknown
	points        []float64 // objects per GC point, by round; nil if unknown
}

// Estimate is a mean with its confidence interval.
type Estimate struct {
	Mean float64  `json:"mean"`
	Low  *float64 `json:"low"` // nil if there are too few rounds
	High *float64 `json:"high"`
}

func estimateOf(i chance.Interval) *Estimate {
	e := &Estimate{Mean: i.Mean}
	if !math.IsInf(i.Low, 0) {
		e.Low, e.High = &i.Low, &i.High
	}
	return e
}

// Text returns the mean and its interval in a format for numbers, or "not recorded" for nil.
func (e *Estimate) Text(format func(float64) string) string {
	switch {
	case e == nil:
		return "not recorded"
	case e.Low == nil:
		return format(e.Mean)
	}
	return fmt.Sprintf("%s (%s to %s)", format(e.Mean), format(*e.Low), format(*e.High))
}

// Growing is memory that still grows after the change.
type Growing struct {
	What      string    `json:"what"`
	Owner     string    `json:"owner,omitempty"`
	Signature string    `json:"signature,omitempty"`
	Found     int       `json:"found,omitempty"` // number of rounds after that report it; 0 if only the numbers show it
	Unit      string    `json:"unit"`            // objects or bytes
	PerSecond *Estimate `json:"per_second,omitempty"`
	PerPoint  *Estimate `json:"per_point,omitempty"`
}

// New is a finding that appeared with the change.
type New struct {
	Finding
	Found int  `json:"found"` // number of rounds after that have it
	Fails bool `json:"fails"` // true for a leak in most rounds
}

// Passed reports whether the finding is fixed and no leak is new.
func (r *Result) Passed() bool {
	for i := range r.New {
		if r.New[i].Fails {
			return false
		}
	}
	return r.Verdict == Fixed
}

// Judged reports whether the recordings answer the question.
func (r *Result) Judged() bool { return r.Verdict != Undecided && r.Verdict != NotThere }
