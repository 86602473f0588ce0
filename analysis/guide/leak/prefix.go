package leak

import (
	"maps"
	"slices"
	"time"
)

// Limits of released growth.
const (
	leastReleased = 0.5 // least share of the growth that is gone at the last GC point
	leastBefore   = 5   // least number of GC points up to the peak
	leastCertain  = 0.7 // least confidence that the growth would have continued; a program that works in turns also grows and shrinks
)

// Peak returns the GC point at which released growth was largest. A place was released if it grew up to its peak, for at least half of the
// GC points, and lost most of that growth by the last one. Of these places, Peak takes the one with the most growth. ok is false if there
// is none. The cost is linear in places and GC points.
func (s *Holders) Peak(times []time.Duration) (at int, ok bool) {
	most := int64(0)
	for i := range s.Nodes {
		peak, growth := Released(times, s.Nodes[i].AllBytes)
		if growth > most && growth >= max(leastBytes, int64(leastShare*float64(s.Bytes[peak]))) {
			at, most, ok = peak, growth, true
		}
	}
	return at, ok
}

// Released returns the index of the largest value and the growth up to it. The growth is 0 unless the number kept growing up to there and
// lost most of the growth by the last GC point.
func Released(times []time.Duration, values []int64) (peak int, growth int64) {
	if peak = largest(values); !isReleased(values, peak) {
		return peak, 0
	}
	samples := make([]Sample, peak+1)
	for k := range samples {
		samples[k] = Sample{times[k], values[k]}
	}
	if v := Judge(samples); !v.Lasts || v.Confidence < leastCertain {
		return peak, 0
	}
	return peak, grownUntil(values, peak)
}

// IsReleased reports whether a suspect that grew up to a peak has lost most of its growth by the last GC point of s.
func (s *Holders) IsReleased(of *Suspect, peak int) bool {
	bytes := make([]int64, s.Points)
	for _, top := range of.Tops() {
		for k := range bytes {
			bytes[k] += s.Nodes[top].AllBytes[k]
		}
	}
	return isReleased(bytes, peak)
}

func isReleased(values []int64, peak int) bool {
	last := len(values) - 1
	if peak == last || peak+1 < leastBefore || 2*(peak+1) < len(values) {
		return false
	}
	return IsGone(grownUntil(values, peak), values[peak]-values[last])
}

// IsGone reports whether a loss cancels most of a growth.
func IsGone(growth, loss int64) bool { return float64(loss) >= leastReleased*float64(growth) }

func grownUntil(values []int64, peak int) int64 { return values[peak] - slices.Min(values[:peak+1]) }

// largest returns the index of the largest value; of equal ones, the first.
func largest(values []int64) (at int) {
	for i, v := range values {
		if v > values[at] {
			at = i
		}
	}
	return at
}

// Before returns a copy of the series that ends just before a GC point. If the heap state of that point is added again, its objects get the
// same places as before. The cost is a copy of all places.
func (s *Holders) Before(point int) *Holders {
	c := *s
	c.Points = point
	c.Objects, c.Bytes, c.Soft = s.Objects[:point:point], s.Bytes[:point:point], s.Soft[:point:point]
	c.Nodes = slices.Clone(s.Nodes)
	for i := range c.Nodes {
		n := &c.Nodes[i]
		n.Objects, n.Bytes, n.AllBytes = n.Objects[:point:point], n.Bytes[:point:point], n.AllBytes[:point:point]
	}
	c.names, c.index.entries = maps.Clone(s.names), slices.Clone(s.index.entries)
	c.texts, c.links, c.roots = slices.Clip(s.texts), slices.Clip(s.links), slices.Clip(s.roots)
	return &c
}
