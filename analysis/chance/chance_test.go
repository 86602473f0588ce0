package chance

import (
	"math"
	"math/rand/v2"
	"testing"
)

func holds(i Interval, v float64) bool { return i.Low <= v && v <= i.High }

// TestT compares quantiles with a printed table (Abramowitz, Stegun, table 26.10).
func TestT(t *testing.T) {
	for _, c := range []struct {
		level   float64
		freedom int
		want    float64
	}{{0.05, 1, 12.706}, {0.05, 2, 4.303}, {0.05, 3, 3.182}, {0.05, 4, 2.776}, {0.05, 9, 2.262}, {0.05, 10, 2.228}, {0.05, 30, 2.042},
		{0.05, 120, 1.980}, {0.01, 1, 63.657}, {0.01, 2, 9.925}, {0.01, 5, 4.032}, {0.5, 1, 1}, {0.2, 7, 1.415}} {
		if got := T(c.level, c.freedom); math.Abs(got-c.want) > 0.0006 {
			t.Errorf("level %v, %d degrees: %v, want %v", c.level, c.freedom, got, c.want)
		}
	}
}

func TestMeanOf(t *testing.T) {
	if got := MeanOf([]float64{1, 2, 3}, 0.05); math.Abs(got.Mean-2) > 1e-9 || math.Abs(got.High-2-4.3027/math.Sqrt(3)) > 1e-3 || math.Abs(got.High+got.Low-4) > 1e-9 {
		t.Errorf("%+v", got)
	}
	if got := MeanOf([]float64{7, 7}, 0.05); got != (Interval{7, 7, 7}) || !holds(got, 7) || holds(got, 6.9) {
		t.Errorf("%+v", got)
	}
	if got := MeanOf([]float64{7}, 0.05); got.Mean != 7 || !math.IsInf(got.Low, -1) || !math.IsInf(got.High, 1) {
		t.Errorf("%+v", got)
	}
}

func TestDifferenceOf(t *testing.T) {
	if got := DifferenceOf([]float64{5, 5, 5}, []float64{3, 3}, 0.05); got != (Interval{2, 2, 2}) {
		t.Errorf("%+v", got)
	}
	// Equal variances and sizes have the sum of the degrees of freedom: t is 2.776.
	if got := DifferenceOf([]float64{1, 2, 3}, []float64{11, 12, 13}, 0.05); math.Abs(got.Mean+10) > 1e-9 || math.Abs(got.High+10-2.7764*math.Sqrt(2.0/3)) > 1e-3 {
		t.Errorf("%+v", got)
	}
	if got := DifferenceOf([]float64{1}, []float64{2, 3}, 0.05); !math.IsInf(got.High, 1) {
		t.Errorf("%+v", got)
	}
}

// TestCoverage checks that about 95 % of the intervals contain the mean.
func TestCoverage(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const trials = 4000
	mean, difference := 0, 0
	sample := func(n int, at, width float64) (values []float64) {
		for range n {
			values = append(values, at+width*r.NormFloat64())
		}
		return values
	}
	for range trials {
		if holds(MeanOf(sample(3, 5, 2), 0.05), 5) {
			mean++
		}
		if holds(DifferenceOf(sample(3, 5, 2), sample(4, 1, 1), 0.05), 4) {
			difference++
		}
	}
	if share := float64(mean) / trials; share < 0.935 || share > 0.965 {
		t.Errorf("%v of the intervals contain the mean", share)
	}
	if share := float64(difference) / trials; share < 0.935 {
		t.Errorf("%v of the intervals contain the difference", share)
	}
}

func TestNeeds(t *testing.T) {
	for level, want := range map[float64][2]int{0.05: {5, 3}, 0.01: {7, 5}, 0.2: {3, 2}, 0.5: {1, 1}} {
		if sign, rank := SignNeeds(level), RankNeeds(level); sign != want[0] || rank != want[1] {
			t.Errorf("level %v: %d and %d, want %v", level, sign, rank, want)
		}
	}
}

// TestRankP checks the exact probability of complete separation and of equal values.
func TestRankP(t *testing.T) {
	if got := RankP([]float64{4, 5, 6}, []float64{1, 2, 3}); got != 1.0/20 {
		t.Errorf("separated: %v", got)
	}
	if got := RankP([]float64{1, 1}, []float64{1, 1}); got != 1 {
		t.Errorf("equal: %v", got)
	}
}
