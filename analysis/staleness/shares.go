package staleness

import "memcity/trace/usage"

// Shares adds up which share of the heap each collection of a log kept alive at moments of a window, for [Options.Shares].
type Shares struct {
	log     *usage.Log
	sum     []float64
	moments int
}

// NewShares returns shares at no moment yet.
func NewShares(log *usage.Log) *Shares {
	return &Shares{log: log, sum: make([]float64, len(log.Collections))}
}

// Add adds a moment: the share of each collection of the log, 0 for those that were not found. One that was alive then and was never
// found in any heap state has none that is known.
func (s *Shares) Add(at usage.Millis, shares []float64) {
	s.moments++
	for c := range s.sum {
		of := &s.log.Collections[c]
		switch {
		case of.Born > at || of.Died != usage.Never && of.Died <= at:
		case of.Object == usage.NoObject:
			s.sum[c] = NotKnown
		case s.sum[c] != NotKnown:
			s.sum[c] += shares[c]
		}
	}
}

// Mean returns the means; nil if there was no moment.
func (s *Shares) Mean() []float64 {
	if s.moments == 0 {
		return nil
	}
	mean := make([]float64, len(s.sum))
	for c, sum := range s.sum {
		if mean[c] = sum / float64(s.moments); sum == NotKnown {
			mean[c] = NotKnown
		}
	}
	return mean
}
