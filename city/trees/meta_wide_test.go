package trees_test

import (
	"slices"
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
)

// TestMetaOfManyGroups: the changes of each of many groups equal those computed from its values one by one.
func TestMetaOfManyGroups(t *testing.T) {
	for _, points := range []int{7, 300, 1500} { // the more points, the fewer groups are gone over at once
		metaOfManyGroups(t, trees.NewSeries(citytest.WideRecording(20, 30, points)))
	}
}

func metaOfManyGroups(t *testing.T, s *trees.Series) {
	m := trees.NewMeta(s, trees.Window{From: 2, To: s.Len() - 1})
	if len(s.Nodes) < 600 {
		t.Fatalf("%d groups", len(s.Nodes))
	}
	for n := range s.Nodes {
		for unit, got := range map[trees.Unit]trees.Change{trees.Objects: m.Objects[n], trees.Bytes: m.Bytes[n]} {
			var want trees.Change
			for p := 2; p < s.Len(); p++ {
				v := s.Amount(p, int32(n)).Of(unit)
				if p == 2 {
					want = trees.Change{First: v, Max: v, Min: v}
				}
				want.Last, want.Max, want.Min = v, max(want.Max, v), min(want.Min, v)
				want.Fall, want.Climb = max(want.Fall, want.Max-v), max(want.Climb, v-want.Min)
			}
			if got != want {
				t.Fatalf("group %d: %+v, want %+v", n, got, want)
			}
		}
	}
}

// TestMetaOfMorePoints: extending the changes of a series by new points gives the result for the whole series, for any new groups and any
// window. The same holds for another series.
func TestMetaOfMorePoints(t *testing.T) {
	extended := 0
	for _, spec := range citytest.RandomSpecs {
		for seed := range uint64(8) {
			points := citytest.RandomPoints(seed, spec)
			all := trees.NewSeries(points)
			for n := range points {
				some := trees.NewSeries(points[:n])
				grown := some.With(points[n:])
				for from := range points {
					before := trees.NewMeta(some, trees.Window{From: from, To: n - 1})
					for to := from; to < len(points); to++ {
						w := trees.Window{From: from, To: to}
						want := trees.NewMeta(grown, w)
						if before.Extends(grown, w) {
							extended++
						}
						sameMeta(t, before.Next(grown, w), want)
						sameMeta(t, before.Next(all, w), trees.NewMeta(all, w))
					}
				}
			}
		}
	}
	if extended < 1000 {
		t.Errorf("%d were extended", extended)
	}
}

func sameMeta(t *testing.T, got, want *trees.Meta) {
	t.Helper()
	if got.Window != want.Window || !slices.Equal(got.Objects, want.Objects) || !slices.Equal(got.Bytes, want.Bytes) {
		t.Fatalf("%+v, want %+v", got, want)
	}
}
