package check

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"memcity/words"
)

// MaxRepeats is how many recordings of a test are compared at most.
const MaxRepeats = 64

// Exactly is the level of significance with which one recording is judged by what it shows.
const Exactly = 0

// DefaultLevel is the usual level of significance of [Judge]: how often chance alone may break a rule that a program just keeps.
const DefaultLevel = 0.05

// Repeats says how a rule was held against several recordings of the same test.
type Repeats struct {
	Runs, Base int       // recordings, and those to compare with
	Values     []float64 // of the recordings in the unit of the limit, or as they are where they are compared; nil if the rule has no number
	Broken     int       // recordings of which each alone would break the rule; of rules that compare, those above the median of the base
	P          float64   // how likely chance alone gives what was seen, or more, where the rule is just kept
	Noise      bool      // most break the rule, and chance may be why although there are enough of them
}

// Judge judges rules by what recordings of the same test show, and others to compare with.
//
// With the level [Exactly] there is one recording, and one to compare with at most. Else most repeats have to break a rule, and so many that
// chance alone would do that at most as often as the level says; both tests are exact and assume no distribution:
//
//   - A rule with a fixed limit, about findings or about a path is broken by each repeat or is not. The one-sided sign test says how
//     likely so many of them break it if each does with the probability 1/2 (Dixon, Mood: The Statistical Sign Test, 1946,
//     DOI 10.1080/01621459.1946.10501898).
//   - A rule that compares is held against the medians, and the one-sided rank-sum test compares all repeats with all of the base, times
//     the limit (Mann, Whitney: On a Test of Whether one of Two Random Variables is Stochastically Larger than the Other, 1947,
//     DOI 10.1214/aoms/1177730491). Equal values have the mean of their ranks, and all divisions of the ranks are counted.
//
// Where the test cannot find anything with so few repeats, however they are, a rule that most of them break is not known.
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

// column returns what all recordings show of one rule.
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

// unknownOf says which recording does not show what a rule needs; empty if all do.
func unknownOf(all []*Observation, name string) string {
	for i, o := range all {
		if o.unknown != "" {
			return fmt.Sprintf("%s %d of %d: %s", name, i+1, len(all), o.unknown)
		}
	}
	return ""
}

// judgeSigns counts the repeats that break a rule.
func judgeSigns(r *Rule, runs []*Observation, level float64) Outcome {
	n := len(runs)
	seen := &Repeats{Runs: n}
	var first *Outcome // that breaks the rule
	for _, o := range runs {
		one := judge(r, o, nil)
		if one.Status == Broken {
			seen.Broken++
			if first == nil {
				first = &one
			}
		}
		if r.Measure != NoMeasure {
			seen.Values = append(seen.Values, r.InUnit(o.number))
		}
	}
	seen.P = signP(n, seen.Broken)
	out := Outcome{Repeats: seen, Text: fmt.Sprintf("%d of %s break it", seen.Broken, words.Counted(int64(n), "repeat"))}
	if r.Measure != NoMeasure {
		median := medianOf(seen.Values, r.Compare <= Below)
		out.Value = finite(median)
		out.Text = fmt.Sprintf("%s %s %s in the median of %s (%s to %s), expected %s %s; %d of them break it", what(r), r.Measure.verb(),
			valueText(median, r), words.Counted(int64(n), "repeat"), valueText(slices.Min(seen.Values), r), valueText(slices.Max(seen.Values), r), r.Compare, r.Limit,
			seen.Broken)
	} else if first != nil {
		out.Text += ": " + first.Text
	}
	if first != nil {
		out.Where = first.Where
	}
	needed := 1
	for signP(needed, needed) > level {
		needed++
	}
	out.decide(2*seen.Broken > n, level, n < needed, fmt.Sprintf("%s, and %d are needed", words.Counted(int64(n), "repeat"), needed))
	return out
}

// judgeRanks compares repeats with those of the base.
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
	high := r.Compare <= Below // values that are too high break the rule
	limit := medianOf(scaled, !high)
	for _, v := range seen.Values {
		if !r.Compare.Holds(v, limit) {
			seen.Broken++
		}
	}
	value := relative(medianOf(seen.Values, high), medianOf(before, !high))
	if high {
		seen.P = rankP(seen.Values, scaled)
	} else {
		seen.P = rankP(scaled, seen.Values)
	}
	out := Outcome{Repeats: seen, Value: finite(value), Text: fmt.Sprintf("%s %s %s, expected %s %s, in the medians of %s and %s of the base", what(r),
		r.Measure.verb(), valueText(value, r), r.Compare, r.Limit, words.Counted(int64(n), "repeat"), words.Counted(int64(m), "repeat"))}
	needed := 1
	for 1/ways(2*needed, needed) > level {
		needed++
	}
	out.decide(!r.Compare.Holds(value, r.Limit.Value), level, 1/ways(n+m, n) > level,
		fmt.Sprintf("%s and %d of the base, and %d of each are enough", words.Counted(int64(n), "repeat"), m, needed))
	return out
}

// decide sets the status of repeats of which most break a rule or do not. Few of them never reach the level; why says how many there are.
func (o *Outcome) decide(most bool, level float64, few bool, why string) {
	switch p := o.Repeats.P; {
	case !most:
	case few:
		o.Status = NotKnown
		o.Text = "not known, because only " + why + ": " + o.Text
	case p > level:
		o.Status, o.Repeats.Noise = NotKnown, true
		o.Text = fmt.Sprintf("not known, because it may be chance (p = %s, above %s): %s", pText(p), pText(level), o.Text)
	default:
		o.Status = Broken
		o.Text += fmt.Sprintf(" (p = %s)", pText(p))
	}
}

// pText writes a probability with two digits that count.
func pText(p float64) string { return strconv.FormatFloat(p, 'g', 2, 64) }

// medianOf returns the middle value. Of two in the middle it is the low one or the high one, so that of an even number of repeats at least
// one more than half lies beyond a limit that the median is beyond.
func medianOf(values []float64, low bool) float64 {
	sorted := slices.Sorted(slices.Values(values))
	if at := len(sorted) / 2; len(sorted)%2 == 1 || !low {
		return sorted[at]
	}
	return sorted[len(sorted)/2-1]
}

// signP returns how likely at least k of n happen that each happen with the probability 1/2.
func signP(n, k int) float64 {
	p := 0.0
	for i := k; i <= n; i++ {
		p += math.Ldexp(ways(n, i), -n)
	}
	return min(p, 1)
}

// rankP returns in which share of all divisions of the values into parts of these sizes the ranks of the first have at least the sum that
// they have here.
func rankP(high, low []float64) float64 {
	type value struct {
		value float64
		high  bool
	}
	var all []value
	for _, v := range high {
		all = append(all, value{v, true})
	}
	for _, v := range low {
		all = append(all, value{v, false})
	}
	slices.SortFunc(all, func(a, b value) int { return cmp.Compare(a.value, b.value) })
	ranks := make([]int, len(all)) // twice the rank, so that means are whole
	sum := 0
	for from := 0; from < len(all); {
		to := from
		for to < len(all) && all[to].value == all[from].value {
			to++
		}
		for i := from; i < to; i++ {
			if ranks[i] = from + 1 + to; all[i].high {
				sum += ranks[i]
			}
		}
		from = to
	}
	return shareFrom(ranks, len(high), sum)
}

// shareFrom returns which share of all choices of so many ranks has at least a sum.
func shareFrom(ranks []int, choose, least int) float64 {
	most := 0
	for _, r := range slices.Sorted(slices.Values(ranks))[len(ranks)-choose:] {
		most += r
	}
	counts := make([][]float64, choose+1) // of choices, by how many ranks and their sum
	for k := range counts {
		counts[k] = make([]float64, most+1)
	}
	counts[0][0] = 1
	for _, r := range ranks {
		for k := choose; k > 0; k-- {
			for s := most; s >= r; s-- {
				counts[k][s] += counts[k-1][s-r]
			}
		}
	}
	all, beyond := 0.0, 0.0
	for s, n := range counts[choose] {
		if all += n; s >= least {
			beyond += n
		}
	}
	return beyond / all
}

// ways returns in how many ways k of n can be chosen; exactly up to 2^53.
func ways(n, k int) float64 {
	w := 1.0
	for i := 1; i <= min(k, n-k); i++ {
		w = w * float64(n-min(k, n-k)+i) / float64(i)
	}
	return w
}
