package staleness

import "memcity/trace/usage"

// Shares adds up the share of the heap that each collection of a log kept alive at moments of a window, for [Options.Shares].
type Shares struct {
	log     *usage.Log
	sum     []float64
	moments int
}

// NewShares returns shares without any moments.
func NewShares(log *usage.Log) *Shares {
	return &Shares{log: log, sum: make([]float64, len(log.Collections))}
}

// Add adds a moment. shares contains the share of each collection of the log, 0 for those not found. A collection that is alive at that
// moment but was never found in any heap state gets an unknown share.
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

// Mean returns the mean shares; nil if there were no moments.
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
