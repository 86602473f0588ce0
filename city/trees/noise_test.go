package trees_test

import (
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
)

// TestIsNoise: a change is noise if the number moved as far in the other direction in the window. It also is if it is at most a fifth and
// the number moved in both directions.
func TestIsNoise(t *testing.T) {
	for _, tt := range []struct {
		values []int64
		want   bool
	}{
		{[]int64{100, 101, 102}, false}, {[]int64{100, 200, 300}, false}, {[]int64{300, 200, 100}, false}, {[]int64{100, 100}, false},
		{[]int64{100, 200, 150}, true}, {[]int64{100, 200, 151}, false}, {[]int64{100, 90, 80, 90}, true},
		{[]int64{100, 99, 125}, true}, {[]int64{100, 99, 126}, false}, {[]int64{100, 101, 80}, true}, {[]int64{100, 101, 79}, false},
	} {
		var groups []*citytest.Group
		for _, v := range tt.values {
			groups = append(groups, citytest.Leaf("Heap", v, v))
		}
		m := trees.NewMeta(trees.NewSeries(citytest.Points(groups...)), trees.Window{To: len(tt.values) - 1})
		if got := m.Objects[0].IsNoise(tt.values[len(tt.values)-1]); got != tt.want {
			t.Errorf("%v is noise: %v", tt.values, got)
		}
	}
}
