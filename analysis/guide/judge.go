package guide

import (
	"math"
	"time"

	"memcity/analysis/window"
)

// Limits of growth that lasts. They were set with recorded programs that leak and that do not, see the tests of package
// session.
const (
	leastPoints   = 3    // of the window
	leastCovered  = 0.4  // of all points
	mostBefore    = 0.9  // of the growth may have been there before the window
	mostUnrest    = 0.5  // of the growth is the most that values may have gone up and down before the window
	leastLate     = 0.35 // of the average growth is the least that the last third of the steps has on average
	levelsOff     = 1.0 / 3
	leastRelative = 0.2 // growth of the first value, unless every step of enough steps grew
	leastSteady   = 0.03
	steadySteps   = 4
)

// Sample is a number at one GC point.
type Sample struct {
	Time  time.Duration // since the start of the recording; all 0 if not known
	Value int64
}

// Verdict says whether a number keeps growing.
type Verdict struct {
	Lasts bool
	Why   string // it does not; empty if it does

	From       int // first sample of the window, which ends at the last one
	First      int64
	Last       int64
	Confidence float64 // 0 to 1, that it would go on; 0 if it does not last
}

// Growth is Last less First.
func (v *Verdict) Growth() int64 { return v.Last - v.First }

// Judge tells whether a number keeps growing up to its last sample. The window is that of package window; what it lets pass
// beyond its purpose is then told apart: growth that ends before the samples do, as at a start or when a cache is full, values
// that were as large before, and small changes. The cost is linear.
func Judge(samples []Sample) Verdict {
	n := len(samples)
	if n < leastPoints {
		return Verdict{Why: "fewer than three GC points cannot show that growth lasts"}
	}
	from, ok := start(samples)
	if !ok {
		return Verdict{Why: "it does not grow up to the last GC point"}
	}
	v := Verdict{From: from, First: samples[from].Value, Last: samples[n-1].Value}
	part := samples[from:]
	switch {
	case v.Growth() <= 0:
		v.Why = "it does not grow up to the last GC point"
	case len(part) < leastPoints || float64(len(part)) < leastCovered*float64(n):
		v.Why = "it has grown for a small part of the GC points only"
	case wasAsLarge(samples[:from], &v):
		v.Why = "it was as large before, and became small again"
	case unrest(samples[:from+1]) > mostUnrest*float64(v.Growth()):
		v.Why = "it went up and down by as much before"
	case !enough(part, &v):
		v.Why = "it grows by little"
	case late(part) < leastLate || levelled(part):
		v.Why = "it levels off, as a cache that is full or a start that is over"
	default:
		v.Lasts = true
		v.Confidence = confidence(part, n, &v)
	}
	return v
}

// start returns the first sample of the window.
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
	if len(samples) > steadySteps && rises(samples) {
		return relative >= leastSteady
	}
	return relative >= leastRelative
}

// late returns how fast the last third of the steps grows, as a part of the speed of all: by step, or by time if that is
// known and more.
func late(samples []Sample) float64 {
	steps := len(samples) - 1
	last := (steps + 2) / 3
	first, middle, end := samples[0], samples[steps-last], samples[steps]
	grown := float64(end.Value-middle.Value) / float64(end.Value-first.Value)
	speed := grown / (float64(last) / float64(steps))
	if all, part := end.Time-first.Time, end.Time-middle.Time; all > 0 && part > 0 {
		speed = max(speed, grown/(part.Seconds()/all.Seconds()))
	}
	return speed
}

// levelled reports whether every step grows by less than the one before, down to a small part of the first.
func levelled(samples []Sample) bool {
	steps := len(samples) - 1
	if steps < steadySteps {
		return false
	}
	// Two steps at a time, so that chance in a single one does not hide the shape.
	before := math.Inf(1)
	step := func(i int) float64 { return float64(samples[i+1].Value-samples[i-1].Value) / 2 }
	for i := 1; i < steps; i++ {
		if now := step(i); now > before {
			return false
		} else {
			before = now
		}
	}
	return step(steps-1) < levelsOff*step(1)
}

// confidence is greater the more samples there are, the more of the recording they cover, the greater and the steadier the
// growth is.
func confidence(part []Sample, all int, v *Verdict) float64 {
	c := 0.5 + 0.07*math.Min(4, float64(len(part)-leastPoints))
	c += 0.1 * float64(len(part)) / float64(all)
	c += 0.1 * math.Min(1, float64(v.Growth())/float64(max(1, v.First)))
	if !rises(part) {
		c *= 0.85
	}
	return math.Min(0.95, c*math.Min(1, 0.5+late(part)/2))
}
