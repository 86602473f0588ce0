package pods

import "slices"

// Median is the middle of some values and of as many zeros as make them of, in halves rounded up; 0 without any. It sorts the values.
func Median(values []int64, of int64) int64 {
	if of <= 0 {
		return 0
	}
	slices.Sort(values)
	at := func(place int64) int64 { // from 0
		if place -= of - int64(len(values)); place < 0 {
			return 0
		}
		return values[place]
	}
	low, high := at((of-1)/2), at(of/2)
	return low + (high-low+1)/2
}

// FarAbove finds which of some values are outliers, by their places: those by more than three scaled median absolute deviations, each at least a twentieth of the
// median, above the median, and by at least as much as least says. Of counts the zeros as well, see [Median]. Of fewer than five values none is, and what more than a tenth
// of them are is no exception. It is the rule of fleet/question/sql/far_above.sql.
func FarAbove(values []int64, of int64, least float64) (places []int) {
	if of < leastPods || len(values) == 0 {
		return nil
	}
	middle := Median(slices.Clone(values), of)
	if float64(slices.Max(values)-middle) < least { // most are not
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
	leastPods = 5
	scaled    = 1.4826 // makes a median absolute deviation comparable with a standard deviation
)
