package leak

import (
	"math"
	"time"

	"memcity/analysis/window"
)

// Limits of lasting growth. They were tuned on recorded programs with and without leaks; see the tests of package session.
const (
	leastPoints   = 3    // least number of samples in the window
	leastCovered  = 0.4  // least share of all samples in the window
	mostBefore    = 0.9  // a value before the window may not reach this share of the growth
	mostUnrest    = 0.5  // largest range of the values before the window, as a share of the growth
	leastLate     = 0.35 // least speed of the last third of the steps, as a share of the average speed
	leastLast     = 0.1  // the same for the last step
	mostByTime    = 1.5  // largest speed by time, as a multiple of speed by step
	levelsOff     = 1.0 / 3
	leastRelative = 0.2  // least growth as a share of the first value
	leastSteady   = 0.03 // the same if each of enough steps grew
	leastUneven   = 0.5  // the same if some steps did not grow, which means that the program removes something at times
	steadySteps   = 4
)

// Little is the reason in a [Verdict] on growth that is small but otherwise steady.
const Little = "it grows only a little"

// Sample is a number at one GC point.
type Sample struct {
	Time  time.Duration // since the start of the recording; 0 in all samples if unknown
	Value int64
}

// Verdict is the result of judging whether a number keeps growing.
type Verdict struct {
	Lasts  bool
	Bursts int    // number of growing steps, if the number stayed level between them; 0 for steady growth
	Why    string // reason why the growth does not last; empty if it lasts

	From       int // first sample of the window, 0-based; the window ends at the last sample
	First      int64
	Last       int64
	Confidence float64 // 0 to 1, that the growth will continue; 0 if it does not last
}

// Growth returns Last minus First.
func (v *Verdict) Growth() int64 { return v.Last - v.First }

// Judge reports whether a number keeps growing up to its last sample, steadily or in bursts. It takes the window from package window and
// then rejects three cases: growth that ends before the samples do (a startup or a full cache), values that were as large before, and small
// changes. The cost is linear in samples.
func Judge(samples []Sample) Verdict {
	if len(samples) < leastPoints {
		return judgeTwo(samples)
	}
	v := judgeSteady(samples)
	if !v.Lasts {
		if b, ok := judgeBursts(samples); ok {
			return b
		}
	}
	return v
}

// judgeSteady is Judge for growth without long pauses.
func judgeSteady(samples []Sample) Verdict {
	n := len(samples)
	from, ok := start(samples)
	if !ok {
		return Verdict{Why: "it was not growing at the last GC point"}
	}
	v := Verdict{From: from, First: samples[from].Value, Last: samples[n-1].Value}
	part := samples[from:]
	switch {
	case v.Growth() <= 0:
		v.Why = "it was not growing at the last GC point"
	case len(part) < leastPoints || float64(len(part)) < leastCovered*float64(n):
		v.Why = "it grew during only a small part of the GC points"
	case wasAsLarge(samples[:from], &v):
		v.Why = "it was this large before and shrank again"
	case unrest(samples[:from+1]) > mostUnrest*float64(v.Growth()):
		v.Why = "it had already fluctuated by this much"
	case !enough(part, &v) && float64(v.Growth()) >= leastRelative*float64(v.First):
		v.Why = "it does not grow steadily"
	case !enough(part, &v):
		v.Why = Little
	case !often(part):
		v.Why = "it grew in a few steps and was level most of the time"
	case late(part) < leastLate || levelled(part):
		v.Why = "it levels off, like a full cache or a finished startup"
	default:
		v.Lasts = true
		v.Confidence = confidence(part, n, &v)
	}
	return v
}

// judgeTwo judges at most two samples, which show only that a value grew.
func judgeTwo(samples []Sample) Verdict {
	if len(samples) < 2 {
		return Verdict{Why: "one GC point cannot show growth"}
	}
	v := Verdict{First: samples[0].Value, Last: samples[1].Value, Confidence: ofTwo}
	if v.Lasts = enough(samples, &v); !v.Lasts {
		v.Why, v.Confidence = Little, 0
	}
	return v
}

// ofTwo is the confidence in growth between two samples.
const ofTwo = 0.3

// start returns the first sample of the leak window; ok is false if there is no window.
func start(samples []Sample) (from int, ok bool) {
	points := make([]window.Point, len(samples))
	for i, s := range samples {
		points[i] = window.Point{Time: s.Time, Bytes: s.Value}
	}
	for _, w := range window.Find(window.Series{Points: points}, window.DefaultLimits()) {
		if w.Kind == window.Leak {
			return w.From, true
		}
	}
	return 0, false
}

func wasAsLarge(before []Sample, v *Verdict) bool {
	for _, s := range before {
		if float64(s.Value) >= float64(v.First)+mostBefore*float64(v.Growth()) {
			return true
		}
	}
	return false
}

func unrest(samples []Sample) float64 {
	least, most := samples[0].Value, samples[0].Value
	for _, s := range samples {
		least, most = min(least, s.Value), max(most, s.Value)
	}
	return float64(most - least)
}

// often reports whether at least half of the steps grow.
func often(samples []Sample) bool {
	grown := 0
	for i := 1; i < len(samples); i++ {
		if samples[i].Value > samples[i-1].Value {
			grown++
		}
	}
	return 2*grown >= len(samples)-1
}

// rises reports whether every sample is greater than the one before it.
func rises(samples []Sample) bool {
	for i := 1; i < len(samples); i++ {
		if samples[i].Value <= samples[i-1].Value {
			return false
		}
	}
	return true
}

func enough(samples []Sample, v *Verdict) bool {
	relative := float64(v.Growth()) / float64(max(1, v.First))
	switch {
	case !rises(samples):
		return relative >= leastUneven
	case len(samples) > steadySteps:
		return relative >= leastSteady
	}
	return relative >= leastRelative
}

// late returns the speed of the last third of the steps as a share of the average speed. It measures speed by step, or by time if times are
// available and that is faster.
func late(samples []Sample) float64 {
	steps := len(samples) - 1
	return speed(samples, (steps+2)/3)
}

// speed returns the speed of the last steps as a share of the average speed.
func speed(samples []Sample, last int) float64 {
	steps := len(samples) - 1
	first, middle, end := samples[0], samples[steps-last], samples[steps]
	grown := float64(end.Value-middle.Value) / float64(end.Value-first.Value)
	by := grown / (float64(last) / float64(steps))
	if all, part := end.Time-first.Time, end.Time-middle.Time; all > 0 && part > 0 {
		by = max(by, min(grown/(part.Seconds()/all.Seconds()), mostByTime*by)) // a few quick steps alone prove nothing
	}
	return by
}

// levelled reports whether the growth has levelled off. Either the last step hardly grows, or no step grows more than the one before and
// the last grows by a small share of the first. If times are available, growth per second must also slow down, as samples need not be
// equally spaced.
func levelled(samples []Sample) bool {
	if speed(samples, 1) < leastLast {
		return true
	}
	steps := len(samples) - 1
	part := 1 // number of steps that count as one, so that noise in one step does not hide the shape
	if steps >= steadySteps {
		part = 2
	}
	grown := func(i int) float64 { return float64(samples[i+part].Value - samples[i].Value) }
	perSecond := func(i int) float64 {
		return grown(i) / math.Max((samples[i+part].Time-samples[i].Time).Seconds(), 1e-6)
	}
	if samples[steps].Time > samples[0].Time && !slows(perSecond, steps-part) {
		return false
	}
	return slows(grown, steps-part)
}

// slows reports whether the steps from 0 to last never grow and the last is a small share of the first.
func slows(step func(int) float64, last int) bool {
	for i := 1; i <= last; i++ {
		if step(i) > step(i-1) {
			return false
		}
	}
	return step(last) < levelsOff*step(0)
}

// confidence returns the confidence in lasting growth. It rises with the number of samples, their share of the recording, and the size and
// steadiness of the growth.
func confidence(part []Sample, all int, v *Verdict) float64 {
	c := 0.4 + 0.1*math.Min(4, float64(len(part)-leastPoints))
	c += 0.1 * float64(len(part)) / float64(all)
	c += 0.1 * math.Min(1, float64(v.Growth())/float64(max(1, v.First)))
	if !rises(part) {
		c *= 0.85
	}
	return math.Min(0.95, c*math.Min(1, 0.5+late(part)/2))
}

// Limits of growth in bursts.
const (
	leastBursts   = 4
	ManyBursts    = 6    // least number of bursts that count as steady growth
	leastBurst    = 0.05 // least size of a burst, as a share of the growth
	mostFallen    = 0.05 // largest sum of all decreases, as a share of the growth
	mostWaited    = 1.25 // longest time since the last burst, as a multiple of the longest time between bursts
	leastLastHalf = 0.5  // least average burst of the second half, as a share of the first half
	burstsSure    = 0.6  // confidence
)

// judgeBursts judges a number that stays level between repeated bursts, such as a number that a batch job adds to. ok is true on four
// conditions: The number grew by at least half of its first value, in enough bursts. The later bursts are not much smaller. The number
// hardly decreases. The next burst is not overdue.
func judgeBursts(samples []Sample) (v Verdict, ok bool) {
	last := samples[len(samples)-1]
	v = Verdict{First: samples[0].Value, Last: last.Value}
	growth := v.Growth()
	if growth <= 0 || float64(growth) < leastUneven*float64(v.First) {
		return v, false
	}
	b := burstsOf(samples, growth)
	if v.Bursts = len(b.sizes); v.Bursts > 0 {
		v.From, v.First = b.first, samples[b.first].Value
	}
	if v.Bursts < leastBursts || float64(fallen(samples)) > mostFallen*float64(growth) || b.isOverdue(samples) {
		return v, false
	}
	half := v.Bursts / 2
	if early, late := sum(b.sizes[:half]), sum(b.sizes[v.Bursts-half:]); float64(late) < leastLastHalf*float64(early) {
		return v, false
	}
	v.Lasts, v.Confidence = true, burstsSure
	return v, true
}

func sum(values []int64) (total int64) {
	for _, v := range values {
		total += v
	}
	return total
}

// clock returns the time of sample i in seconds, or i if the times are unknown.
func clock(samples []Sample, i int) float64 {
	if samples[len(samples)-1].Time == samples[0].Time {
		return float64(i)
	}
	return samples[i].Time.Seconds()
}

// Limits of growth in steps, such as that of an array that doubles when it is full.
const (
	leastRises = 2
	leastTimes = 2.0 // last value as a multiple of the first
	stepsSure  = 0.55
)

// judgeSteps is Judge for numbers that stay level for a while and then grow by much. Such growth lasts if the number never decreases and
// has grown in the second half of the samples.
func judgeSteps(values []int64) Verdict {
	n := len(values)
	v := Verdict{First: values[0], Last: values[n-1]}
	rises, latest := 0, 0
	for i := 1; i < n; i++ {
		if values[i] < values[i-1] {
			return v
		}
		if values[i] > values[i-1] {
			rises, latest = rises+1, i
		}
	}
	if v.Lasts = rises >= leastRises && 2*latest >= n-1 && float64(v.Last) >= leastTimes*float64(v.First); v.Lasts {
		v.Confidence = stepsSure
	}
	return v
}
