package trees_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
)

// seriesText writes the whole content of a series.
func seriesText(s *trees.Series) string {
	var b strings.Builder
	fmt.Fprintln(&b, s.Times)
	for i := range s.Nodes {
		n := int32(i)
		fmt.Fprintf(&b, "%+v %q %q:", s.Nodes[i], s.Key(n), s.Role(n))
		for p := range s.Len() {
			fmt.Fprintf(&b, " %d/%d", s.Objects(p, n), s.Bytes(p, n))
		}
		b.WriteByte('\n')
	}
	for p := range s.Len() {
		fmt.Fprintln(&b, s.Source(p), s.HasPointers(p))
		for i := range s.Size(p) {
			fmt.Fprint(&b, s.NodeOf(p, int32(i)), " ")
		}
	}
	return b.String()
}

// TestWithIsTheSeriesOfAll: for any growth, the series of a recording equals that of all its points. Earlier series do not change.
func TestWithIsTheSeriesOfAll(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 1))
		all := citytest.RandomPoints(seed, citytest.RandomSpec{Points: 12, Nodes: 60, Depth: 4, Width: 6})
		for i := range all {
			all[i].Source = i
		}
		s := trees.NewSeries(nil)
		var before []*trees.Series
		var texts []string
		for from := 0; from < len(all); {
			to := from + 1 + rng.IntN(3)
			to = min(to, len(all))
			s = s.With(all[from:to])
			before, texts = append(before, s), append(texts, seriesText(s))
			if want := seriesText(trees.NewSeries(all[:to])); texts[len(texts)-1] != want {
				t.Fatalf("seed %d: with %d points the series is\n%s\nwant\n%s", seed, to, texts[len(texts)-1], want)
			}
			from = to
		}
		for i, s := range before {
			if seriesText(s) != texts[i] {
				t.Fatalf("seed %d: series %d has changed", seed, i)
			}
		}
		keep := func(source int) bool { return source%3 != 1 }
		var kept []trees.PointTree
		for _, p := range all {
			if keep(p.Source) {
				kept = append(kept, p)
			}
		}
		if got, want := seriesText(s.Only(keep)), seriesText(trees.NewSeries(kept)); got != want {
			t.Fatalf("seed %d: without some points the series is\n%s\nwant\n%s", seed, got, want)
		}
		if s.Only(func(int) bool { return true }) != s {
			t.Fatal("a series of which all is kept is another one")
		}
	}
}

// TestWithSharesWhatIsOld: a point without new groups causes no copy.
func TestWithSharesWhatIsOld(t *testing.T) {
	all := citytest.Points(citytest.Inner("Heap", citytest.Leaf("a", 1, 1), citytest.Leaf("b", 2, 2)),
		citytest.Inner("Heap", citytest.Leaf("b", 3, 3)), citytest.Inner("Heap", citytest.Leaf("c", 1, 1)))
	s := trees.NewSeries(all[:1])
	same, more := s.With(all[1:2]), s.With(all[2:])
	if &same.Nodes[0] != &s.Nodes[0] || !trees.SharesNames(same, s) {
		t.Error("the groups are copied")
	}
	if len(more.Nodes) != 4 || len(s.Nodes) != 3 || !trees.SharesPoint(more, s, 0) {
		t.Error("the numbers of old points are copied")
	}
	node, _ := more.Find("Heap#c")
	if more.Objects(0, node) != 0 || more.Objects(1, node) != 1 {
		t.Error("a new group has objects at an old point, or none at its own")
	}
}
