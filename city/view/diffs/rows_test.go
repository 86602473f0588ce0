package diffs_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"memcity/analysis/diff"
	"memcity/analysis/identity"
	"memcity/city/citytest"
	"memcity/city/trees"
	"memcity/city/view/diffs"
	"memcity/city/view/rows"
	"memcity/trace"
	"memcity/trace/tracetest/golden"
)

// TestReports writes columns, bars and rows of diffs of random recordings, with and without followed objects.
func TestReports(t *testing.T) {
	var w strings.Builder
	for seed := range uint64(3) {
		s := trees.NewSeries(citytest.RandomPoints(seed, citytest.RandomSpec{Points: 2, Nodes: 14, Depth: 3, Width: 4}))
		followed := citytest.FollowedReport(s, 0, 1, 0.3)
		if seed == 1 {
			moved := followed.Tree.Nodes[2].Change
			moved.MovedIn, moved.MovedOut = trace.Amount{Objects: 2, Bytes: 20}, trace.Amount{Objects: 3, Bytes: 30}
		}
		counts := citytest.FollowedReport(s, 0, 1, 0)
		counts.Tree.Followed = identity.None
		var inner []string
		for i := range counts.Tree.Nodes {
			counts.Tree.Nodes[i].Change = nil
			inner = append(inner, counts.Key(int32(i)))
			if got := counts.Find(counts.Key(int32(i))); got != int32(i) {
				t.Errorf("%s is node %d, want %d", counts.Key(int32(i)), got, i)
			}
		}
		if counts.Find("none") != -1 {
			t.Error("a group that is not there is found")
		}
		for _, r := range []*diffs.Report{followed, counts} {
			fmt.Fprintf(&w, "seed %d: followed %v, moved %v\n", seed, r.Followed(), r.Moved())
			for _, m := range []trees.Unit{trees.Objects, trees.Bytes} {
				for i := range int32(len(r.Tree.Nodes)) {
					fmt.Fprint(&w, " ", i, r.Parts(m, i))
					for c := range diffs.Column(12) {
						value, ok := r.Of(c, m, i)
						fmt.Fprint(&w, " ", value, ok)
					}
					fmt.Fprintln(&w)
				}
				for c := range diffs.Column(12) {
					for k, state := range []diffs.State{{Sort: c}, {Sort: c, Upward: true, Vanished: true}} {
						state.Open = (rows.Expansion{}).With(inner, k == 0 || c%2 == 0)
						list, err := r.Rows(&state, m, map[bool]string{true: "n1"}[c == 3])
						fmt.Fprintf(&w, "by %q: %d groups, %d left out, %v:", c, list.Groups, list.Left, err)
						for _, row := range list.Rows {
							fmt.Fprint(&w, " ", row.Node)
						}
						fmt.Fprintln(&w)
					}
				}
			}
		}
	}
	golden.File(t, "reports.txt", w.String())
}

func TestColumns(t *testing.T) {
	for c := diffs.Column(1); c < 12; c++ {
		if got, err := diffs.ParseColumn(c.String()); got != c || err != nil {
			t.Errorf("%q is read as %v, %v", c, got, err)
		}
		if s := (diffs.State{Sort: c}); s.SortedBy() != c {
			t.Errorf("%q does not decide", c)
		}
	}
	s := diffs.State{}
	if got := s.SortedBy(); got != diffs.Difference {
		t.Errorf("by %q, want the difference", got)
	}
	if _, ok := s.Query(trees.By("type"), 3, 3); ok {
		t.Error("a single GC point is compared")
	}
	s = diffs.State{Probable: true}
	if q, ok := s.Query(trees.By("type"), 2, 3); !ok || q != (diffs.Query{By: trees.By("type"), From: 2, To: 3, Probable: true}) {
		t.Errorf("query %+v, %v", q, ok)
	}
	s = diffs.State{Through: true}
	if q, ok := s.Query(trees.By("type"), 2, 4); !ok || q != (diffs.Query{By: trees.By("type"), From: 2, To: 4, Through: true}) {
		t.Errorf("query %+v, %v", q, ok)
	}
}

// TestOrder: groups are ordered by absolute difference, then by size. If requested, they are ordered by turnover, then by growth. Then
// names decide.
func TestOrder(t *testing.T) {
	var leaves []*citytest.Group
	for _, name := range []string{"b steady", "a steady", "grew", "shrank", "replaced", "more born"} {
		leaves = append(leaves, citytest.Leaf(name, 1, 16))
	}
	heap := citytest.Inner("Heap", leaves...).Tree(trace.NewNames())
	tree := diff.Trees(heap, heap)
	tree.Followed = identity.Native
	amounts := map[string][2]int64{"grew": {0, 5}, "shrank": {5, 0}, "replaced": {3, 3}, "more born": {2, 90}} // died, born
	for i := range tree.Nodes {
		n, of := &tree.Nodes[i], amounts[tree.Name(int32(i))]
		n.Before.Objects, n.After.Objects = 10+of[0], 10+of[1]
		n.Change = &diffs.Change{Died: trees.Amount{Objects: of[0]}, Born: trees.Amount{Objects: of[1]}}
	}
	r := &diffs.Report{Tree: tree}
	for _, test := range []struct {
		state diffs.State
		want  []string
	}{
		{diffs.State{}, []string{"more born", "grew", "shrank", "replaced", "a steady", "b steady"}},
		{diffs.State{Upward: true}, []string{"a steady", "b steady", "replaced", "shrank", "grew", "more born"}},
		{diffs.State{Sort: diffs.Difference}, []string{"more born", "grew", "a steady", "b steady", "replaced", "shrank"}},
		{diffs.State{Sort: diffs.Turnover}, []string{"replaced", "more born", "grew", "a steady", "b steady", "shrank"}},
		{diffs.State{Sort: diffs.Turnover, Upward: true}, []string{"shrank", "a steady", "b steady", "grew", "more born", "replaced"}},
	} {
		list, err := r.Rows(&test.state, trees.Objects, "")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, row := range list.Rows[1:] {
			got = append(got, tree.Name(row.Node))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%+v: %q, want %q", test.state, got, test.want)
		}
	}
}
