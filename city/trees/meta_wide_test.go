package trees_test

import (
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
)

// TestMetaOfManyGroups: the changes of each of many groups are those of its values, looked at one after the other.
func TestMetaOfManyGroups(t *testing.T) {
	s := trees.NewSeries(citytest.WideRecording(20, 30, 7))
	m := trees.NewMeta(s, trees.Window{From: 2, To: s.Len() - 1})
	if len(s.Nodes) < 600 {
		t.Fatalf("%d groups", len(s.Nodes))
	}
	for n := range s.Nodes {
		for metric, got := range map[trees.Metric]trees.Change{trees.Objects: m.Objects[n], trees.Bytes: m.Bytes[n]} {
			var want trees.Change
			for p := 2; p < s.Len(); p++ {
				v := s.Amount(p, int32(n)).Of(metric)
				if p == 2 {
					want = trees.Change{First: v, Max: v, MaxAt: p, Min: v}
				}
				if v > want.Max {
					want.Max, want.MaxAt = v, p
				}
				want.Last, want.Min, want.Sum = v, min(want.Min, v), want.Sum+v
				want.Fall, want.Climb = max(want.Fall, want.Max-v), max(want.Climb, v-want.Min)
			}
			if got != want {
				t.Fatalf("group %d: %+v, want %+v", n, got, want)
			}
		}
	}
}
