package leak

import "time"

// Limits of a rise.
const (
	mostShown  = 0.9       // of the growth; a number that reached it early has ended its rise
	leastLevel = 1.0 / 3.0 // of the time has to pass after that
	fewBursts  = 2         // and more of them show that a number grows in bursts
)

// LeastRise is the growth, as a part of the first value, that is a rise however much the number falls on the way. Less growth of a whole heap does
// not leave a verdict undecided.
const LeastRise = 0.2

// Rise is growth up to the last sample that [Judge] does not call lasting, or that is spread over many places.
type Rise struct {
	From        int // index of the first sample
	First, Last int64
	Start, End  time.Duration
	Bursts      int           // number of growing steps, if the number stayed level between them; otherwise 0
	By          time.Duration // when nine tenths of the growth were reached
	Steps       int           // number of steps that are a twentieth of the growth or more
	Unsteady    bool          // it fell by more than half of its growth
	Open        bool          // it may continue: it is not unsteady, and was not level for long enough
	Why         string        // it does not count as lasting; empty if it does
}

// Growth returns Last minus First.
func (r *Rise) Growth() int64 { return r.Last - r.First }

// RiseOf returns the growth of a number. ok is false if it grew by less than least, or by less than a fifth with decreases on the way. The
// cost is linear in samples.
func RiseOf(samples []Sample, least int64) (r Rise, ok bool) {
	if len(samples) < leastPoints {
		return r, false
	}
	return riseOf(samples, Judge(samples), least)
}

// riseOf is RiseOf with the verdict of [Judge].
func riseOf(samples []Sample, v Verdict, least int64) (r Rise, ok bool) {
	from := 0
	if v.Lasts {
		from = v.From
	}
	part := samples[from:]
	last := len(part) - 1
	r = Rise{From: from, First: part[0].Value, Last: part[last].Value, Start: part[0].Time, End: part[last].Time, Why: v.Why, Bursts: v.Bursts}
	growth := r.Growth()
	if growth <= 0 || growth < least {
		return r, false
	}
	lost := float64(fallen(part))
	r.Unsteady = !v.Lasts && lost > mostUnrest*float64(growth)
	if !v.Lasts && lost > mostFallen*float64(growth) && float64(growth) < LeastRise*float64(r.First) {
		return r, false
	}
	reached := 0
	for float64(part[reached].Value-r.First) < mostShown*float64(growth) {
		reached++
	}
	r.By = part[reached].Time
	b := burstsOf(part, growth)
	r.Steps = len(b.sizes)
	if v.Lasts {
		r.Open = true
		return r, true
	}
	if b.isDue(part) {
		r.Open, r.Bursts = true, b.stretches()
		return r, true
	}
	r.Open = !r.Unsteady && clock(part, last)-clock(part, reached) < leastLevel*(clock(part, last)-clock(part, 0))
	return r, true
}

// fallen returns the sum of all decreases.
func fallen(samples []Sample) (sum int64) {
	for i := 1; i < len(samples); i++ {
		sum += max(0, samples[i-1].Value-samples[i].Value)
	}
	return sum
}

// bursts contains the large steps of a number: those of at least a twentieth of its growth.
type bursts struct {
	first   int // sample before the first burst
	sizes   []int64
	at      []int   // sample after each burst
	longest float64 // time between two bursts, in seconds or samples
	latest  float64 // time of the last burst
}

// burstsOf returns the bursts of a number. growth must be positive.
func burstsOf(samples []Sample, growth int64) (b bursts) {
	for i := 1; i < len(samples); i++ {
		step := samples[i].Value - samples[i-1].Value
		if float64(step) < leastBurst*float64(growth) {
			continue
		}
		now := clock(samples, i)
		if len(b.sizes) == 0 {
			b.first = i - 1
		} else {
			b.longest = max(b.longest, now-b.latest)
		}
		b.latest, b.sizes, b.at = now, append(b.sizes, step), append(b.at, i)
	}
	return b
}

// isOverdue reports whether more time has passed since the last burst than usually lies between bursts.
func (b *bursts) isOverdue(samples []Sample) bool {
	return clock(samples, len(samples)-1)-b.latest > mostWaited*b.longest
}

// isDue reports whether level stretches separate the bursts, hardly anything was lost, and the next burst is not overdue.
func (b *bursts) isDue(samples []Sample) bool {
	growth := samples[len(samples)-1].Value - samples[0].Value
	return b.stretches() >= fewBursts && float64(fallen(samples)) <= mostFallen*float64(growth) && !b.isOverdue(samples)
}

// stretches returns the number of bursts, counting bursts without a level sample between them as one.
func (b *bursts) stretches() (n int) {
	for i := range b.at {
		if i == 0 || b.at[i] > b.at[i-1]+1 {
			n++
		}
	}
	return n
}

// IsRepeated reports whether a rise consists of at least two steps and kept at least half of its growth. Temporary objects at the last
// sample look like a single step.
func (r *Rise) IsRepeated() bool { return r.Steps >= fewBursts && !r.Unsteady }

// judgeOpen is Judge, except that repeated growth that may continue also lasts if hardly anything was lost.
func judgeOpen(samples []Sample) Verdict {
	v := Judge(samples)
	if v.Lasts || len(samples) < leastPoints {
		return v
	}
	if r, ok := riseOf(samples, v, 1); ok && r.Open && r.IsRepeated() && float64(fallen(samples)) <= mostFallen*float64(r.Growth()) {
		return Verdict{Lasts: true, Bursts: r.Bursts, First: r.First, Last: r.Last, Confidence: ofTwo}
	}
	return v
}

// Possible returns the suspects of [Holders.Suspects], and other places whose growth may continue. The others need not leak.
func (s *Holders) Possible(times []time.Duration) []Suspect {
	if s.Points < leastPoints {
		return nil
	}
	return s.suspects(finder{Holders: s, times: times, judge: judgeOpen}, leastShare, leastBytes)
}
