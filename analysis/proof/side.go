package proof

import (
	"fmt"
	"math"
	"strconv"

	"memcity/analysis/chance"
	"memcity/words"
)

// sideOf computes the numbers of the rounds of one side. f is the finding; nil for none.
func sideOf(rounds []Round, f *Finding, level float64) Side {
	s := Side{Rounds: []string{}}
	for i := range rounds {
		s.Rounds = append(s.Rounds, rounds[i].Name)
	}
	s.ends = each(rounds, func(r *Round) (float64, bool) { return float64(r.End), r.End > 0 })
	s.seconds = each(rounds, func(r *Round) (float64, bool) { return r.Seconds, r.Seconds > 0 })
	s.EndAt = mean(each(rounds, func(r *Round) (float64, bool) { return r.EndAt, r.EndAt > 0 }), level)
	s.End, s.Seconds, s.Heap = mean(s.ends, level), mean(s.seconds, level), mean(some(rounds, heapRate), level)
	if f == nil {
		return s
	}
	s.Found = found(rounds, f.Signature)
	perSecond := func(r *Round) (float64, bool) { return slope(r.Times, r.objects(f.Type)) }
	perPoint := func(r *Round) (float64, bool) { return slope(r.steps(), r.objects(f.Type)) }
	s.Rates, s.points = each(rounds, perSecond), each(rounds, perPoint)
	s.PerSecond, s.PerPoint = mean(some(rounds, perSecond), level), mean(some(rounds, perPoint), level)
	return s
}

// some returns a number of each round that has it.
func some(rounds []Round, of func(*Round) (float64, bool)) (values []float64) {
	for i := range rounds {
		if v, ok := of(&rounds[i]); ok {
			values = append(values, v)
		}
	}
	return values
}

// each returns a number of each round; nil if a round lacks it.
func each(rounds []Round, of func(*Round) (float64, bool)) (values []float64) {
	for i := range rounds {
		v, ok := of(&rounds[i])
		if !ok {
			return nil
		}
		values = append(values, v)
	}
	return values
}

// heapRate returns the growth of the reachable heap in bytes per second.
func heapRate(r *Round) (float64, bool) { return slope(r.Times, r.Heap) }

// mean estimates the mean of values; nil without values.
func mean(values []float64, level float64) *Estimate {
	if len(values) == 0 {
		return nil
	}
	return estimateOf(chance.MeanOf(values, level))
}

// compareEnds compares what both sides have, besides the finding.
func (r *Result) compareEnds(before []Round) {
	if r.Before.ends != nil && r.After.ends != nil {
		r.Saved = estimateOf(chance.DifferenceOf(r.Before.ends, r.After.ends, r.Level))
	}
	if r.Before.seconds != nil && r.After.seconds != nil {
		r.Slower = estimateOf(chance.DifferenceOf(r.After.seconds, r.Before.seconds, r.Level))
	}
	if r.Finding == nil {
		return
	}
	var free []float64
	for i := range before {
		if f := before[i].find(r.Finding.Signature); f != nil && f.Free > 0 {
			free = append(free, float64(f.Free))
		}
	}
	r.Predicted = mean(free, r.Level)
}

// lackingOf describes the first round that lacks data for rates, as a sentence; empty for none.
func lackingOf(rounds []Round, side string) string {
	for i := range rounds {
		if why := rounds[i].lacking(); why != "" {
			return fmt.Sprintf("Round %d %s %s.", i+1, side, why)
		}
	}
	return ""
}

// ofRounds formats a number of rounds, such as "2 of 3 rounds before".
func ofRounds(n, of int, side string) string {
	return fmt.Sprintf("%d of %s %s", n, words.Counted(int64(of), "round"), side)
}

func intervalText(i chance.Interval) string { return estimateOf(i).Text(NumberText) }

// NumberText formats a rate: without a fraction from 100, otherwise with three significant digits.
func NumberText(v float64) string {
	if math.Abs(v) >= 100 && math.Abs(v) < math.MaxInt64 {
		return words.Count(int64(math.Round(v)))
	}
	if math.Abs(v) < 1e-9 {
		return "0"
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}
