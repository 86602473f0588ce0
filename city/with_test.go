package city

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// seriesText lists all that can be asked of a series.
func seriesText(s *Series) string {
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

// TestWithIsTheSeriesOfAll: however a recording grows, its series is that of all its points; those before do not change.
func TestWithIsTheSeriesOfAll(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 1))
		all := randomPoints(seed, randomSpec{points: 12, nodes: 60, depth: 4, width: 6})
		for i := range all {
			all[i].Source = i
		}
		s := NewSeries(nil)
		var before []*Series
		var texts []string
		for from := 0; from < len(all); {
			to := from + 1 + rng.IntN(3)
			to = min(to, len(all))
			s = s.With(all[from:to])
			before, texts = append(before, s), append(texts, seriesText(s))
			if want := seriesText(NewSeries(all[:to])); texts[len(texts)-1] != want {
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
		var kept []PointTree
		for _, p := range all {
			if keep(p.Source) {
				kept = append(kept, p)
			}
		}
		if got, want := seriesText(s.Only(keep)), seriesText(NewSeries(kept)); got != want {
			t.Fatalf("seed %d: without some points the series is\n%s\nwant\n%s", seed, got, want)
		}
		if s.Only(func(int) bool { return true }) != s {
			t.Fatal("a series of which all is kept is another one")
		}
	}
}

// TestWithSharesWhatIsOld: a point without new groups costs no copy of them.
func TestWithSharesWhatIsOld(t *testing.T) {
	all := points(inner("Heap", leaf("a", 1, 1), leaf("b", 2, 2)), inner("Heap", leaf("b", 3, 3)), inner("Heap", leaf("c", 1, 1)))
	s := NewSeries(all[:1])
	same, more := s.With(all[1:2]), s.With(all[2:])
	if &same.Nodes[0] != &s.Nodes[0] || !sharesNames(same, s) {
		t.Error("the groups are copied")
	}
	if len(more.Nodes) != 4 || len(s.Nodes) != 3 || !sharesPoint(more, s, 0) {
		t.Error("the numbers of old points are copied")
	}
	node, _ := more.Find("Heap#c")
	if more.Objects(0, node) != 0 || more.Objects(1, node) != 1 {
		t.Error("a new group has objects at an old point, or none at its own")
	}
}
