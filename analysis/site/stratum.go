package site

import (
	"math"

	"memcity/trace"
)

// z is the 95 % quantile: the distance from the mean that contains 95 % of a normal distribution, in standard deviations.
const z = 1.959963984540054

// Weight returns the number of objects that a sampled one of the given size stands for. interval is the mean distance between samples in
// bytes. The result is 1 if interval is not positive.
func Weight(bytes, interval int64) float64 {
	if interval <= 0 || bytes <= 0 {
		return 1
	}
	return 1 / -math.Expm1(-float64(bytes)/float64(interval))
}

// Sample contains sampled objects of one stratum. The zero value is empty.
type Sample struct {
	trace.Amount
	weight, squares float64 // sums of the weights and of their squares
	bytes           float64 // weighted sum of the bytes
}

// Add adds an object of the given size and weight, see [Weight].
func (s *Sample) Add(bytes int64, weight float64) {
	s.Amount.Add(trace.Amount{Objects: 1, Bytes: bytes})
	s.weight += weight
	s.squares += weight * weight
	s.bytes += weight * float64(bytes)
}

// Join adds the objects of t, which must be different ones of the same stratum.
func (s *Sample) Join(t Sample) {
	s.Amount.Add(t.Amount)
	s.weight += t.weight
	s.squares += t.squares
	s.bytes += t.bytes
}

// Stratum contains objects of nearly one size, some of which were sampled.
type Stratum struct {
	All     trace.Amount // objects that could have been sampled, including those that were
	Sampled Sample       // samples from all sites
}

// Reach returns the number of objects that the samples represent: all objects, or fewer if the samples cannot stand for all. It is 0
// without samples.
func (s *Stratum) Reach() float64 {
	all := float64(s.All.Objects)
	if s.Sampled.Objects == 0 {
		return 0
	}
	if mean := s.Sampled.weight / float64(s.Sampled.Objects); mean*poissonHigh(s.Sampled.Objects) < all {
		return max(s.Sampled.weight, float64(s.Sampled.Objects))
	}
	return all
}

// poissonHigh returns the 99.9 % upper limit for the mean of a Poisson distribution that yielded n (Wilson, Hilferty 1931). The level is
// this high because exceeding the limit changes the estimate, not only its limits.
func poissonHigh(n int64) float64 {
	const z = 3.09
	m := float64(n + 1)
	root := 1 - 1/(9*m) + z/(3*math.Sqrt(m))
	return m * root * root * root
}

// Part is an estimate of the number of objects and of their bytes, each with 95 % limits.
type Part struct {
	Samples        int64
	Objects, Bytes Limits
}

// Limits is an estimate with its 95 % limits.
type Limits struct{ Low, Value, High float64 }

// Part estimates the objects that the given part of the samples represents. The lower limit is at least the size of that part.
func (s *Stratum) Part(of Sample) Part {
	p := Part{Samples: of.Objects}
	if s.All.Objects == 0 || s.Sampled.Objects == 0 {
		return p
	}
	reach, most := s.Reach()/float64(s.All.Objects), 1.0
	if reach < 1 && of.Objects > 0 { // the samples may stand for more
		most = poissonHigh(s.Sampled.Objects) / float64(s.Sampled.Objects)
	}
	p.Objects = s.limits(of.weight/s.Sampled.weight, reach, most, of.Objects, s.Sampled.Objects, s.All.Objects)
	p.Bytes = s.limits(of.bytes/s.Sampled.bytes, reach, most, of.Bytes, s.Sampled.Bytes, s.All.Bytes)
	return p
}

// limits returns the given share of the represented objects. The upper limit is multiplied by most. Sampled objects count exactly.
func (s *Stratum) limits(share, reach, most float64, of, sampled, all int64) Limits {
	if s.Sampled.Objects >= s.All.Objects {
		return Limits{float64(of), float64(of), float64(of)}
	}
	within := func(v float64) float64 { return min(max(v, float64(of)), float64(all-sampled+of)) }
	l := s.wilson(share)
	total := float64(all) * reach
	return Limits{within(l.Low * total), within(l.Value * total), within(l.High * total * most)}
}

// wilson returns the limits for a share f of the samples.
func (s *Stratum) wilson(f float64) Limits {
	n := s.Sampled.weight * s.Sampled.weight / s.Sampled.squares
	n *= float64(s.All.Objects-1) / float64(s.All.Objects-s.Sampled.Objects)
	middle := (f + z*z/(2*n)) / (1 + z*z/n)
	off := z / (1 + z*z/n) * math.Sqrt(max(f*(1-f), 0)/n+z*z/(4*n*n))
	return Limits{min(max(middle-off, 0), f), f, max(min(middle+off, 1), f)}
}

// Sum adds up parts of different strata. The zero value is empty.
type Sum struct {
	samples        int64
	objects, bytes sums
}

type sums struct{ value, low, high float64 } // low and high are the squares of the distances

func (s *sums) add(l Limits) {
	s.value += l.Value
	s.low += (l.Value - l.Low) * (l.Value - l.Low)
	s.high += (l.High - l.Value) * (l.High - l.Value)
}

func (s *sums) limits() Limits {
	return Limits{s.value - math.Sqrt(s.low), s.value, s.value + math.Sqrt(s.high)}
}

// Add adds a part.
func (s *Sum) Add(p Part) {
	s.samples += p.Samples
	s.objects.add(p.Objects)
	s.bytes.add(p.Bytes)
}

// Part returns the sum.
func (s *Sum) Part() Part { return Part{s.samples, s.objects.limits(), s.bytes.limits()} }

// Estimate returns the rounded part: values to the nearest integer, limits outward.
func (p Part) Estimate() (trace.Amount, trace.Estimate) {
	return trace.Amount{Objects: int64(math.Round(p.Objects.Value)), Bytes: int64(math.Round(p.Bytes.Value))},
		trace.Estimate{Samples: p.Samples, Objects: p.Objects.rounded(), Bytes: p.Bytes.rounded()}
}

// slack is the relative tolerance for limits that are not integers because of floating-point errors.
const slack = 1e-9

func (l Limits) rounded() trace.Range {
	return trace.Range{Low: int64(math.Floor(l.Low + slack*l.Low)), High: int64(math.Ceil(l.High - slack*l.High))}
}
