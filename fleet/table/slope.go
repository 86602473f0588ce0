package table

import "memcity/analysis/chance"

// hour is the number of milliseconds in an hour.
const hour = 3_600_000

// PerHour returns the least-squares slope of values per hour. times is in ms. It returns nil if there are fewer than two distinct times.
func PerHour(times, values []int64) *float64 {
	n := min(len(times), len(values))
	slope, ok := chance.Slope(times[:n], values[:n])
	if !ok {
		return nil
	}
	slope *= hour
	return &slope
}
