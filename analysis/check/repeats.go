package check

import (
	"fmt"
	"slices"
	"strconv"

	"memcity/analysis/chance"
	"memcity/words"
)

// MaxRepeats is the maximum number of recordings of a test that are compared.
const MaxRepeats = 64

// Exactly is the significance level that evaluates a single recording as it is.
const Exactly = 0

// DefaultLevel is the default significance level of [Judge]: the probability that chance alone breaks a rule that a program barely keeps.
const DefaultLevel = 0.05

// Repeats contains the evaluation of a rule for several recordings of the same test.
type Repeats struct {
	Runs, Base int       // numbers of recordings and of baseline recordings
	Values     []float64 // by recording, in the unit of the limit, or unscaled for rules that compare; nil if the rule has no number
	Broken     int       // number of recordings that break the rule alone, or that exceed the median of the baseline
	P          float64   // probability of this result or a stronger one by chance, if the rule is barely kept
	Noise      bool      // true if most break the rule, but chance may be the reason although there are enough repeats
}

// Judge evaluates rules for several recordings of the same test, and for baseline recordings.
//
// With level [Exactly], there is one recording and at most one baseline. Otherwise a rule is broken if most repeats break it and if the
// probability that chance alone has that effect is at most level. Both tests are exact and assume no distribution:
//
//   - Rules with a fixed limit, about findings or about a path: each repeat breaks the rule or not. The one-sided sign test returns the
//     probability of so many violations if each has probability 1/2 (Dixon, Mood: The Statistical Sign Test, 1946, DOI
//     10.1080/01621459.1946.10501898).
//   - Rules that compare: the medians decide, and the one-sided rank-sum test compares all repeats with all baseline recordings times the
//     limit (Mann, Whitney: On a Test of Whether one of Two Random Variables is Stochastically Larger than the Other, 1947, DOI
//     10.1214/aoms/1177730491). Equal values share their mean rank, and all divisions of the ranks are counted.
//
// If there are too few repeats for the test to reach the level at all, the status of a rule that most of them break is NotKnown.
func Judge(rules []*Rule, runs, bases [][]Observation, level float64) []Outcome {
	outcomes := make([]Outcome, len(rules))
	for i, r := range rules {
		switch {
		case level == Exactly:
			var base *Observation
			if len(bases) > 0 {
				base = &bases[0][i]
			}
			outcomes[i] = judge(r, &runs[0][i], base)
		default:
			outcomes[i] = judgeRepeats(r, column(runs, i), column(bases, i), level)
		}
		outcomes[i].Rule = r
	}
	return outcomes
}

// column returns the observations of all recordings for one rule.
func column(all [][]Observation, rule int) (of []*Observation) {
	for _, o := range all {
		of = append(of, &o[rule])
	}
	return of
}

func judgeRepeats(r *Rule, runs, bases []*Observation, level float64) Outcome {
	if r.Limit.Base && len(bases) == 0 {
		return Outcome{Status: NotKnown, Text: noBase}
	}
	if why := unknownOf(runs, "repeat"); why != "" {
		return Outcome{Status: NotKnown, Text: why}
	}
	if r.Limit.Base {
		if why := unknownOf(bases, "repeat of the base"); why != "" {
			return Outcome{Status: NotKnown, Text: why}
		}
		return judgeRanks(r, runs, bases, level)
	}
	return judgeSigns(r, runs, level)
}

// unknownOf describes the first recording without the data for a rule; empty if there is none.
func unknownOf(all []*Observation, name string) string {
	for i, o := range all {
		if o.unknown != "" {
			return fmt.Sprintf("%s %d of %d: %s", name, i+1, len(all), o.unknown)
		}
	}
	return ""
}

// judgeSigns evaluates a rule by the number of repeats that break it.
func judgeSigns(r *Rule, runs []*Observation, level float64) Outcome {
	n := len(runs)
	seen := &Repeats{Runs: n}
	var first *Outcome // first one that breaks the rule
	for _, o := range runs {
		one := judge(r, o, nil)
		if one.Status == Broken {
			seen.Broken++
			if first == nil {
				first = &one
			}
		}
		if r.Quantity != NoQuantity {
			seen.Values = append(seen.Values, r.InUnit(o.number))
		}
	}
	seen.P = chance.SignP(n, seen.Broken)
	out := Outcome{Repeats: seen, Text: fmt.Sprintf("%d of %s break the rule", seen.Broken, words.Counted(int64(n), "repeat"))}
	if r.Quantity != NoQuantity {
		median := medianOf(seen.Values, r.Compare <= Below)
		out.Value = finite(median)
		out.Text = fmt.Sprintf("%s %s %s (median of %s, %s to %s), expected %s %s; %d break the rule", what(r), r.Quantity.verb(),
			valueText(median, r), words.Counted(int64(n), "repeat"), valueText(slices.Min(seen.Values), r), valueText(slices.Max(seen.Values), r), r.Compare, r.Limit,
			seen.Broken)
	} else if first != nil {
		out.Text += ": " + first.Text
	}
	if first != nil {
		out.Where = first.Where
	}
	needed := chance.SignNeeds(level)
	out.decide(2*seen.Broken > n, level, n < needed, fmt.Sprintf("%s, and %d are needed", words.Counted(int64(n), "repeat"), needed))
	return out
}

// judgeRanks evaluates a rule by comparing repeats with those of the baseline.
func judgeRanks(r *Rule, runs, bases []*Observation, level float64) Outcome {
	n, m := len(runs), len(bases)
	seen := &Repeats{Runs: n, Base: m}
	var before, scaled []float64
	for _, o := range runs {
		seen.Values = append(seen.Values, o.number.Value)
	}
	for _, o := range bases {
		before, scaled = append(before, o.number.Value), append(scaled, o.number.Value*r.Limit.Value/100)
	}
	high := r.Compare <= Below // true if high values break the rule
	limit := medianOf(scaled, !high)
	for _, v := range seen.Values {
		if !r.Compare.Holds(v, limit) {
			seen.Broken++
		}
	}
	value := relative(medianOf(seen.Values, high), medianOf(before, !high))
	if high {
		seen.P = chance.RankP(seen.Values, scaled)
	} else {
		seen.P = chance.RankP(scaled, seen.Values)
	}
	out := Outcome{Repeats: seen, Value: finite(value), Text: fmt.Sprintf("%s %s %s, expected %s %s (medians of %s and %s of the base)", what(r),
		r.Quantity.verb(), valueText(value, r), r.Compare, r.Limit, words.Counted(int64(n), "repeat"), words.Counted(int64(m), "repeat"))}
	needed := chance.RankNeeds(level)
	out.decide(!r.Compare.Holds(value, r.Limit.Value), level, 1/chance.Ways(n+m, n) > level,
		fmt.Sprintf("%s and %d of the base, and %d of each are needed", words.Counted(int64(n), "repeat"), m, needed))
	return out
}

// decide sets the status. most is true if most repeats break the rule. few is true if there are too few repeats to reach the level; why
// states their number.
func (o *Outcome) decide(most bool, level float64, few bool, why string) {
	switch p := o.Repeats.P; {
	case !most:
	case few:
		o.Status = NotKnown
		o.Text = "undecided (only " + why + "): " + o.Text
	case p > level:
		o.Status, o.Repeats.Noise = NotKnown, true
		o.Text = fmt.Sprintf("undecided, because this may be chance (p = %s, above %s): %s", pText(p), pText(level), o.Text)
	default:
		o.Status = Broken
		o.Text += fmt.Sprintf(" (p = %s)", pText(p))
	}
}

// pText formats a probability with two significant digits.
func pText(p float64) string { return strconv.FormatFloat(p, 'g', 2, 64) }

// medianOf returns the middle value, or the lower or higher one of two. With this choice, if the median exceeds a limit, so do more than
// half of an even number of values.
func medianOf(values []float64, low bool) float64 {
	sorted := slices.Sorted(slices.Values(values))
	if at := len(sorted) / 2; len(sorted)%2 == 1 || !low {
		return sorted[at]
	}
	return sorted[len(sorted)/2-1]
}
