package pods

import "slices"

// Median returns the median of the given values and enough zeros to make a total of of numbers. Halves are rounded up. It returns 0 if of
// is not positive. It sorts values.
func Median(values []int64, of int64) int64 {
	if of <= 0 {
		return 0
	}
	slices.Sort(values)
	at := func(place int64) int64 { // 0-based
		if place -= of - int64(len(values)); place < 0 {
			return 0
		}
		return values[place]
	}
	low, high := at((of-1)/2), at(of/2)
	return low + (high-low+1)/2
}

// FarAbove returns the indices of outliers among the given values. An outlier exceeds the median by at least least, and by more than three
// deviations. A deviation is the scaled median absolute deviation, but at least a twentieth of the median. As in [Median], of is the total
// number including zeros. The result is nil for fewer than five values, or if more than a tenth of them would be outliers. The rule equals
// fleet/question/sql/far_above.sql.
func FarAbove(values []int64, of int64, least float64) (places []int) {
	if of < minPods || len(values) == 0 {
		return nil
	}
	middle := Median(slices.Clone(values), of)
	if float64(slices.Max(values)-middle) < least { // the usual case
		return nil
	}
	far := make([]int64, 0, of)
	for _, v := range values {
		far = append(far, max(v-middle, middle-v))
	}
	for range of - int64(len(values)) {
		far = append(far, middle)
	}
	limit := float64(middle) + 3*max(scaled*float64(Median(far, of)), float64(middle)/20)
	for i, v := range values {
		if float64(v) > limit && float64(v-middle) >= least {
			places = append(places, i)
		}
	}
	if int64(len(places)) > max(1, of/10) {
		return nil
	}
	return places
}

const (
	minPods = 5
	scaled  = 1.4826 // makes a median absolute deviation comparable to a standard deviation
)
