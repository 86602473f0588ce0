package table

// hour is the number of milliseconds in an hour.
const hour = 3_600_000

// PerHour returns the least-squares slope of values per hour. times is in ms. It returns nil if there are fewer than two distinct times.
func PerHour(times, values []int64) *float64 {
	n := min(len(times), len(values))
	if n < 2 {
		return nil
	}
	meanTime, meanValue := 0.0, 0.0
	for i := range n {
		meanTime += float64(times[i]-times[0]) / float64(n)
		meanValue += float64(values[i]-values[0]) / float64(n)
	}
	above, below := 0.0, 0.0
	for i := range n {
		t := float64(times[i]-times[0]) - meanTime
		above += t * (float64(values[i]-values[0]) - meanValue)
		below += t * t
	}
	if below == 0 {
		return nil
	}
	slope := above / below * hour
	return &slope
}
