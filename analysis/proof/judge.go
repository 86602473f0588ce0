package proof

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"memcity/analysis/chance"
	"memcity/words"
)

// Limits of a judgment.
const (
	// MaxRounds is the maximum number of rounds on each side.
	MaxRounds = 64
	// DefaultLevel is the default significance level.
	DefaultLevel = 0.05
	// negligible is the share of the rate before that counts as no growth.
	negligible = 0.01
	// clearly is the share of the rate before that a rate must stay below to be clearly lower.
	clearly = 0.5
)

// Judge compares rounds before a change with rounds after it. The signature selects the finding, or starts that of exactly one; if it is
// empty, the finding in most rounds before is judged. level is above 0 and below 0.5. There are 1 to [MaxRounds] rounds on each side. It returns
// an error only for a signature that no round has, or that is ambiguous.
//
// The finding is fixed if all of the following hold:
//
//   - Most rounds before report it, and no round after reports it.
//   - The rates of the rounds after are lower by the exact one-sided rank-sum test, see [chance.RankP].
//   - The confidence interval of the mean rate after contains 0, or begins below 1 % of the rate before, and ends below half of the lower end
//     of the interval before.
//   - No finding of the same type, or of the same holder, is reported by most rounds after, and the reachable heap grows less than half as
//     fast as before.
func Judge(before, after []Round, signature string, level float64) (*Result, error) {
	subject, err := choose(before, after, signature)
	if err != nil {
		return nil, err
	}
	r := &Result{Level: level, Finding: subject, Growing: []Growing{}, New: []New{}}
	r.Before, r.After = sideOf(before, subject, level), sideOf(after, subject, level)
	r.compareEnds(before)
	if subject == nil {
		r.news(before, after)
		r.Verdict, r.Text = NotThere, "No round before reports growth that lasts to the end."
		if why := lackingOf(before, "before"); why != "" {
			r.Verdict, r.Text = Undecided, r.Text+" "+why
		}
		return r, nil
	}
	r.decide(before, after)
	r.news(before, after)
	return r, nil
}

// choose returns the finding to judge; nil if no round before has one.
func choose(before, after []Round, signature string) (*Finding, error) {
	all := tallies(before)
	if signature == "" {
		if len(all) == 0 {
			return nil, nil
		}
		return all[0].Finding, nil
	}
	var matching []*Finding
	for _, t := range append(all, tallies(after)...) {
		if strings.HasPrefix(t.Signature, signature) && !slices.ContainsFunc(matching, func(f *Finding) bool { return f.Signature == t.Signature }) {
			matching = append(matching, t.Finding)
		}
	}
	switch len(matching) {
	case 0:
		return nil, fmt.Errorf("finding %s: no round has growth with this signature%s", words.Clip(signature), listed(all))
	case 1:
		return matching[0], nil
	}
	return nil, fmt.Errorf("finding %s: several signatures start with this; expected more digits", words.Clip(signature))
}

// listed names the findings that could be selected.
func listed(all []tally) string {
	var names []string
	for _, t := range all[:min(len(all), 5)] {
		names = append(names, t.Signature+" ("+t.Finding.String()+")")
	}
	if names == nil {
		return ""
	}
	return "; the rounds before have " + strings.Join(names, ", ")
}

// decide sets the verdict on the finding.
func (r *Result) decide(before, after []Round) {
	n, m := len(before), len(after)
	r.others(after)
	switch {
	case 2*r.Before.Found <= n && lackingOf(before, "before") != "":
		r.end(Undecided, 0, "it is reported in %s. %s", ofRounds(r.Before.Found, n, "before"), lackingOf(before, "before"))
	case r.Before.Found == 0:
		r.end(NotThere, 0, "no round before reports it.")
	case 2*r.Before.Found <= n:
		r.end(Undecided, max(chance.SignNeeds(r.Level), n+1), "it is reported in only %s.", ofRounds(r.Before.Found, n, "before"))
	case 2*r.After.Found > m:
		r.Growing = append([]Growing{r.typeGrowing(r.After.Found)}, r.Growing...)
		r.end(StillThere, 0, "it is reported in %s and in %s.", ofRounds(r.Before.Found, n, "before"), ofRounds(r.After.Found, m, "after"))
	case len(r.Growing) > 0:
		gone := "is no longer reported"
		if r.After.Found > 0 {
			gone = "is reported in only " + ofRounds(r.After.Found, m, "after")
		}
		r.end(Hidden, 0, "it %s, but %s.", gone, r.grows())
	case r.After.Found > 0:
		r.end(Undecided, max(chance.SignNeeds(r.Level), m+1), "it is still reported in %s.", ofRounds(r.After.Found, m, "after"))
	default:
		r.decideRates(before, after)
	}
}

// decideRates sets the verdict on a finding that no round after reports.
func (r *Result) decideRates(before, after []Round) {
	if why := cmp.Or(lackingOf(before, "before"), lackingOf(after, "after")); why != "" {
		r.end(Undecided, 0, "it is no longer reported, but its objects may still grow. %s", why)
		return
	}
	b, a, scale := r.Before.Rates, r.After.Rates, "second"
	if b == nil || a == nil {
		b, a, scale = r.Before.points, r.After.points, "GC point"
	}
	rateB, rateA := chance.MeanOf(b, r.Level), chance.MeanOf(a, r.Level)
	p := chance.RankP(b, a)
	r.P = &p
	rates := fmt.Sprintf("its type grew by %s objects per %s before and by %s after", intervalText(rateB), scale, intervalText(rateA))
	heapB, heapA := each(before, heapRate), each(after, heapRate)
	switch n, m := len(b), len(a); {
	case rateA.Low > max(0, negligible*rateB.Mean):
		r.Growing = append(r.Growing, r.typeGrowing(0))
		r.end(Hidden, 0, "it is no longer reported, but %s.", rates)
	case 1/chance.Ways(n+m, n) > r.Level:
		r.end(Undecided, chance.RankNeeds(r.Level), "%s and %d after are too few for the level %v: %s.", words.Counted(int64(n), "round")+" before", m, r.Level, rates)
	case rateB.Low <= 0 || rateA.High >= clearly*rateB.Low || p > r.Level:
		r.end(Undecided, roundsNeeded(b, a, r.Level), "the rates vary too much: %s (p = %.2g).", rates, p)
	case heapA != nil && heapB != nil && stillGrows(chance.MeanOf(heapB, r.Level), chance.MeanOf(heapA, r.Level)):
		heap := chance.MeanOf(heapA, r.Level)
		r.Growing = append(r.Growing, Growing{What: "reachable heap", Unit: "bytes", PerSecond: estimateOf(heap)})
		r.end(Hidden, 0, "it is no longer reported and %s, but the reachable heap still grows by %s per second, before by %s.", rates, words.RoundSize(int64(heap.Mean)),
			words.RoundSize(int64(chance.MeanOf(heapB, r.Level).Mean)))
	default:
		r.end(Fixed, 0, "it is reported in %s and in none of %s after; %s (p = %.2g).", ofRounds(r.Before.Found, n, "before"), words.Counted(int64(m), "round"), rates, p)
	}
}

// stillGrows reports whether the heap surely grows at half the rate before or more.
func stillGrows(before, after chance.Interval) bool {
	return before.Mean > 0 && after.Low > 0 && after.Mean >= clearly*before.Mean
}

// end sets the verdict. needed is the number of rounds on each side that a decision needs; 0 if that is unknown.
func (r *Result) end(v Verdict, needed int, format string, args ...any) {
	r.Verdict, r.RoundsNeeded = v, needed
	r.Text = r.Finding.String() + ": " + fmt.Sprintf(format, args...)
	if needed > 0 {
		r.Text += fmt.Sprintf(" Record at least %s on each side.", words.Counted(int64(needed), "round"))
	}
}

// others adds findings of the same type or of the same holder that most rounds after report.
func (r *Result) others(after []Round) {
	for _, t := range tallies(after) {
		if t.Signature == r.Finding.Signature || 2*t.rounds <= len(after) {
			continue
		}
		if t.Type == r.Finding.Type || t.Owner == r.Finding.Owner {
			g := growingOf(after, t.Finding, r.Level)
			g.Found = t.rounds
			r.Growing = append(r.Growing, g)
		}
	}
}

// grows describes the first thing that still grows.
func (r *Result) grows() string {
	g := &r.Growing[0]
	text := g.What + ", held by " + g.Owner + ", still grows"
	if g.PerSecond != nil {
		text += " by " + g.PerSecond.Text(NumberText) + " objects per second"
	}
	return text
}

// typeGrowing returns the growth of the finding's type after the change.
func (r *Result) typeGrowing(found int) Growing {
	g := Growing{What: r.Finding.Type, Found: found, Unit: "objects", PerSecond: r.After.PerSecond, PerPoint: r.After.PerPoint}
	if found > 0 {
		g.Owner, g.Signature = r.Finding.Owner, r.Finding.Signature
	}
	return g
}

func growingOf(rounds []Round, f *Finding, level float64) Growing {
	s := sideOf(rounds, f, level)
	return Growing{What: f.Type, Owner: f.Owner, Signature: f.Signature, Unit: "objects", PerSecond: s.PerSecond, PerPoint: s.PerPoint}
}

// news adds the findings that no round before has, unless they are listed as still growing.
func (r *Result) news(before, after []Round) {
	for _, t := range tallies(after) {
		if found(before, t.Signature) > 0 || slices.ContainsFunc(r.Growing, func(g Growing) bool { return g.Signature == t.Signature }) {
			continue
		}
		r.New = append(r.New, New{*t.Finding, t.rounds, t.Leak && 2*t.rounds > len(after)})
	}
}

// roundsNeeded estimates how many rounds on each side separate the intervals, if the rates vary as much as so far. It returns 0 if
// [MaxRounds] are too few.
func roundsNeeded(b, a []float64, level float64) int {
	if min(len(a), len(b)) < 2 {
		return chance.RankNeeds(level)
	}
	meanB, varianceB := chance.Moments(b)
	meanA, varianceA := chance.Moments(a)
	for n := max(chance.RankNeeds(level), min(len(a), len(b))+1); n <= MaxRounds; n++ {
		t := chance.T(level, n-1)
		low := meanB - t*math.Sqrt(varianceB/float64(n))
		if high := meanA + t*math.Sqrt(varianceA/float64(n)); low > 0 && high < clearly*low {
			return n
		}
	}
	return 0
}
