package pods_test

import (
	"fmt"
	"testing"

	"memcity/trace/pods"
)

// TestMedian checks that missing values count as zeros, and that halves are rounded up.
func TestMedian(t *testing.T) {
	for _, tt := range []struct {
		values   []int64
		of, want int64
	}{
		{nil, 0, 0}, {nil, 3, 0}, {[]int64{7}, 1, 7}, {[]int64{7}, 2, 4}, {[]int64{7}, 3, 0}, {[]int64{9, 1, 5}, 3, 5}, {[]int64{4, 1}, 2, 3}, {[]int64{9, 8, 7, 6}, 6, 7},
		{[]int64{9, 8, 7}, 5, 7}, {[]int64{9, 8, 7}, 6, 4}, {[]int64{1 << 62, 1<<62 + 1}, 2, 1<<62 + 1},
	} {
		if got := pods.Median(tt.values, tt.of); got != tt.want {
			t.Errorf("%v of %d: %d, want %d", tt.values, tt.of, got, tt.want)
		}
	}
}

// TestFarAbove checks values at and above the limit, with too few values, with a least difference, and with more than a tenth of outliers.
func TestFarAbove(t *testing.T) {
	many := func(n int, value int64, more ...int64) (list []int64) {
		for range n {
			list = append(list, value)
		}
		return append(list, more...)
	}
	for _, tt := range []struct {
		values []int64
		of     int64
		least  float64
		want   string
	}{
		{many(4, 1000, 1151), 5, 0, "[4]"}, {many(4, 1000, 1150), 5, 0, "[]"}, // a deviation is at least a twentieth
		{many(3, 1000, 9000), 4, 0, "[]"},
		{many(4, 1000, 1151), 5, 151, "[4]"}, {many(4, 1000, 1151), 5, 151.5, "[]"},
		{[]int64{900, 900, 1000, 1100, 1445}, 5, 0, "[4]"}, {[]int64{900, 900, 1000, 1100, 1444}, 5, 0, "[]"}, // 1,000 + 3 · 148.26
		{[]int64{5}, 9, 0, "[0]"}, {nil, 9, 0, "[]"}, // the others have no value
		{many(18, 10, 90, 90), 20, 0, "[18 19]"}, {many(17, 10, 90, 90, 90), 20, 0, "[]"}, {many(7, 10, 90, 90), 9, 0, "[]"},
		{[]int64{100, 300, 320}, 5, 0, "[]"}, // two zeros: the median is 100, the deviation 100
	} {
		if got := fmt.Sprint(pods.FarAbove(tt.values, tt.of, tt.least)); got != tt.want {
			t.Errorf("%v of %d: %s, want %s", tt.values, tt.of, got, tt.want)
		}
	}
}
