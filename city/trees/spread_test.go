package trees

import (
	"slices"
	"testing"
)

// TestSpread: points are chosen evenly, with the first and the last.
func TestSpread(t *testing.T) {
	for _, c := range []struct {
		points []int
		most   int
		want   []int
	}{{nil, 2, nil}, {[]int{4}, 2, []int{4}}, {[]int{1, 3}, 2, []int{1, 3}}, {[]int{1, 3, 9}, 2, []int{1, 9}},
		{[]int{0, 1, 2, 3, 4}, 3, []int{0, 2, 4}}, {[]int{0, 1, 2, 3, 4, 5}, 5, []int{0, 1, 2, 3, 5}}} {
		if got := Spread(c.points, c.most); !slices.Equal(got, c.want) {
			t.Errorf("%d of %v: %v; expected %v", c.most, c.points, got, c.want)
		}
	}
}
