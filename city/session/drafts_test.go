package session_test

import (
	"testing"

	"memcity/analysis/closure"
	"memcity/city/recording"
	"memcity/city/trees"
	"memcity/city/view/drafts"
)

// TestDrafts: a preview has the sizes that the grouping has once applied. The quick parts come first. The second request returns
// immediately.
func TestDrafts(t *testing.T) {
	for _, chain := range [][]string{{"type"}, {"package", "type"}, {"kind", "type"}, {"type", "points-to", "type"}} {
		o := recording.New(programRecording(), explained(t))
		by := trees.By(chain...)
		inForce, err := o.Groups(t.Context(), trees.By("kind"), 3, nil)
		if err != nil {
			t.Fatal(err)
		}
		var first []*drafts.Report
		q := drafts.Query{Heap: trees.HeapState{By: by, Point: 3}}
		got, err := o.Draft(t.Context(), q, nil, func(r *drafts.Report) { first = append(first, r) })
		if err != nil || len(first) != 1 || first[0].Sized || !got.Sized || got.Total != first[0].Total {
			t.Fatalf("%v: %+v, %v after %+v", chain, got, err, first)
		}
		again, err := o.Draft(t.Context(), q, nil, nil)
		if err != nil || again != got {
			t.Errorf("%v: another report of the same, %v", chain, err)
		}
		if kept, err := o.Groups(t.Context(), trees.By("kind"), 3, nil); err != nil || kept != inForce {
			t.Errorf("%v: the heap is grouped anew, %v", chain, err)
		}
		g, sizes, err := o.Sizes(t.Context(), by, 3, []closure.Kind{closure.Retained}, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := make([]trees.Amount, len(g.Tree.Nodes))
		for _, s := range sizes {
			want[s.Group] = s.Amount
		}
		all := drafts.New(q, g.Tree, want)
		if len(all.Groups) != len(got.Groups) || len(got.Groups) == 0 {
			t.Fatalf("%v: %d groups, not %d", chain, len(got.Groups), len(all.Groups))
		}
		for i := range got.Groups {
			if got.Groups[i] != all.Groups[i] {
				t.Errorf("%v: group %+v, not %+v", chain, got.Groups[i], all.Groups[i])
			}
		}
	}
}

// TestDraftsWithout: without GC roots there are no retained sizes, and an unusable chain is an error.
func TestDraftsWithout(t *testing.T) {
	r := rings(1, 10)
	h, _, err := r.Points[0].Load(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	h.Roots = nil
	o := recording.New(r, recording.Options{})
	got, err := o.Draft(t.Context(), drafts.Query{Heap: trees.HeapState{By: trees.By("type")}}, nil, nil)
	if err != nil || got.Sized || got.None == "" || got.Total != 3 {
		t.Errorf("without GC roots: %+v, %v", got, err)
	}
	if _, err := o.Draft(t.Context(), drafts.Query{Heap: trees.HeapState{By: trees.By("nobody")}}, nil, nil); err == nil {
		t.Error("a classifier that does not exist has groups")
	}
}
