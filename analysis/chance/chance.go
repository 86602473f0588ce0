package chance

import (
	"cmp"
	"math"
	"slices"
)

// SignP returns the probability that at least k of n events happen, each with probability 1/2.
func SignP(n, k int) float64 {
	p := 0.0
	for i := k; i <= n; i++ {
		p += math.Ldexp(Ways(n, i), -n)
	}
	return min(p, 1)
}

// SignNeeds returns the least n for which [SignP] of n and n is at most level, which is above 0.
func SignNeeds(level float64) int {
	n := 1
	for SignP(n, n) > level {
		n++
	}
	return n
}

// RankNeeds returns the least number of values on each side for which [RankP] can be at most level, which is above 0.
func RankNeeds(level float64) int {
	n := 1
	for 1/Ways(2*n, n) > level {
		n++
	}
	return n
}

// RankP returns the share of divisions whose first part has at least this rank sum. It considers all divisions of the values into parts of
// the given sizes.
func RankP(high, low []float64) float64 {
	type value struct {
		value float64
		high  bool
	}
	var all []value
	for _, v := range high {
		all = append(all, value{v, true})
	}
	for _, v := range low {
		all = append(all, value{v, false})
	}
	slices.SortFunc(all, func(a, b value) int { return cmp.Compare(a.value, b.value) })
	ranks := make([]int, len(all)) // twice the rank, so that means are integers
	sum := 0
	for from := 0; from < len(all); {
		to := from
		for to < len(all) && all[to].value == all[from].value {
			to++
		}
		for i := from; i < to; i++ {
			if ranks[i] = from + 1 + to; all[i].high {
				sum += ranks[i]
			}
		}
		from = to
	}
	return shareFrom(ranks, len(high), sum)
}

// shareFrom returns the share of all choices of the given number of ranks whose sum is at least least.
func shareFrom(ranks []int, choose, least int) float64 {
	most := 0
	for _, r := range slices.Sorted(slices.Values(ranks))[len(ranks)-choose:] {
		most += r
	}
	counts := make([][]float64, choose+1) // number of choices by number of ranks and sum
	for k := range counts {
		counts[k] = make([]float64, most+1)
	}
	counts[0][0] = 1
	for _, r := range ranks {
		for k := choose; k > 0; k-- {
			for s := most; s >= r; s-- {
				counts[k][s] += counts[k-1][s-r]
			}
		}
	}
	all, beyond := 0.0, 0.0
	for s, n := range counts[choose] {
		if all += n; s >= least {
			beyond += n
		}
	}
	return beyond / all
}

// Ways returns the binomial coefficient of n and k. It is exact up to 2^53.
func Ways(n, k int) float64 {
	w := 1.0
	for i := 1; i <= min(k, n-k); i++ {
		w = w * float64(n-min(k, n-k)+i) / float64(i)
	}
	return w
}
