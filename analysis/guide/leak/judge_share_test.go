package leak

import "testing"

// TestGrowthOverTheLeastShare checks growth over a share of the points around the least one, 40 %. The last point before the growth counts as
// part of it.
func TestGrowthOverTheLeastShare(t *testing.T) {
	const little = "it grew during only a small part of the GC points"
	for _, test := range []struct {
		level, grows int // points before the growth, points with it
		why          string
	}{
		{1, 2, ""}, {4, 2, ""}, {5, 2, ""}, // 3 of 3, 6 and 7 points
		{6, 2, little},  // 3 of 8
		{7, 3, ""},      // exactly 4 of 10
		{8, 3, little},  // 4 of 11
		{10, 5, ""},     // exactly 6 of 15
		{10, 4, little}, // 5 of 14
		{13, 7, ""},     // exactly 8 of 20
		{14, 7, little}, // 8 of 21
	} {
		var values []int64
		for range test.level {
			values = append(values, 100)
		}
		for i := range test.grows {
			values = append(values, int64(200+100*i))
		}
		v := judgeSteady(series(values...))
		if v.Why != test.why || v.Lasts != (test.why == "") || v.From != test.level-1 {
			t.Errorf("%d of %d points: %+v, want %q", test.grows+1, len(values), v, test.why)
		}
	}
}
