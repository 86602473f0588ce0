package chance

import "math"

// Interval is a confidence interval of a mean or of the difference of two means. Low and High are infinite if there are too few values.
type Interval struct {
	Mean, Low, High float64
}

// MeanOf returns the two-sided confidence interval of the mean of at least one value, by Student's t distribution (Student: The Probable
// Error of a Mean, 1908, DOI 10.1093/biomet/6.1.1). level is the probability of missing the mean, above 0 and below 1.
func MeanOf(values []float64, level float64) Interval {
	mean, variance := Moments(values)
	n := float64(len(values))
	return around(mean, variance/n, n-1, level)
}

// DifferenceOf returns the two-sided confidence interval of the mean of a minus the mean of b. The variances may differ (Welch: The
// Generalization of Student's Problem when Several Different Population Variances are Involved, 1947, DOI 10.1093/biomet/34.1-2.28). The
// degrees of freedom are rounded down, so that the interval is never too narrow.
func DifferenceOf(a, b []float64, level float64) Interval {
	meanA, varianceA := Moments(a)
	meanB, varianceB := Moments(b)
	n, m := float64(len(a)), float64(len(b))
	errA, errB := varianceA/n, varianceB/m
	freedom := min(n, m) - 1
	if freedom > 0 && errA+errB > 0 {
		freedom = max(freedom, math.Floor((errA+errB)*(errA+errB)/(errA*errA/(n-1)+errB*errB/(m-1))))
	}
	return around(meanA-meanB, errA+errB, freedom, level)
}

// around returns the interval around a mean whose squared standard error and degrees of freedom are given.
func around(mean, squared, freedom, level float64) Interval {
	if freedom < 1 || math.IsNaN(squared) {
		return Interval{mean, math.Inf(-1), math.Inf(1)}
	}
	half := T(level, int(min(freedom, maxFreedom))) * math.Sqrt(squared)
	return Interval{mean, mean - half, mean + half}
}

// Moments returns the mean of at least one value and the unbiased variance, which is NaN for a single value.
func Moments(values []float64) (mean, variance float64) {
	for _, v := range values {
		mean += v / float64(len(values))
	}
	for _, v := range values {
		variance += (v - mean) * (v - mean)
	}
	return mean, variance / float64(len(values)-1)
}

// maxFreedom bounds the degrees of freedom: the quantiles of more are hardly smaller.
const maxFreedom = 1000

// T returns the quantile of Student's t distribution that a value exceeds in magnitude with probability level, which is above 0 and below 1.
// freedom is at least 1. It halves an interval, at most 200 times, so the result is exact to about 15 digits.
func T(level float64, freedom int) float64 {
	low, high := 0.0, 1.0
	for within(high, freedom) < 1-level && high < math.MaxFloat64/4 {
		high *= 2
	}
	for range 200 {
		middle := low + (high-low)/2
		if middle == low || middle == high {
			break
		}
		if within(middle, freedom) < 1-level {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}

// within returns the probability that a value of Student's t distribution is between -t and t, by the finite sums for whole degrees of
// freedom (Abramowitz, Stegun: Handbook of Mathematical Functions, 1964, equations 26.7.3 and 26.7.4).
func within(t float64, freedom int) float64 {
	angle := math.Atan(t / math.Sqrt(float64(freedom)))
	sin, cos := math.Sincos(angle)
	term, sum := 1.0, 0.0
	first := freedom % 2 // the powers of the cosine are even for even degrees of freedom
	if first == 1 {
		term = cos
	}
	for power := first; power <= freedom-2; power += 2 {
		sum += term
		term *= cos * cos * float64(power+1) / float64(power+2)
	}
	if first == 1 {
		return 2 / math.Pi * (angle + sin*sum)
	}
	return sin * sum
}
