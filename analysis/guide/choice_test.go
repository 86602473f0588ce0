package guide

import (
	"fmt"
	"slices"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// More holders than can be tried in all combinations: six lists hold all objects, and a seventh holds half of them.
func TestMoreHoldersThanAreTried(t *testing.T) {
	b := tracetest.NewHeap()
	task := b.Type("app.Task", 2000)
	var lists []func(trace.ObjectID)
	for i := range 6 {
		lists = append(lists, fieldList(b, fmt.Sprintf("app.Index%d", i), "all", 300))
	}
	half := fieldList(b, "app.Half", "some", 150)
	for i := range 300 {
		o := b.Object(task)
		for _, add := range lists {
			add(o)
		}
		if i%2 == 0 {
			half(o)
		}
	}
	report, _ := explored(t, heaps("many", b.Heap()))
	f := findingOf(t, report, findings.RuleHolder)
	if got := recommended(f); got.Objects != 300 || got.Bytes != 300*2000 {
		t.Errorf("%s: clearing %+v", f.Title, got)
	}
	if len(f.Pile.Also) != 6 || len(f.Pile.Holders) != 7 {
		t.Errorf("held by %q, and %q: %+v", f.Pile.Owner, f.Pile.Also, f.Pile.Holders)
	}
	for _, h := range f.Pile.Holders {
		want := int64(300)
		if h.Owner == "field app.Half.some" {
			want = 150
		}
		if h.Objects != want {
			t.Errorf("%s alone keeps %d alive, expected %d", h.Owner, h.Objects, want)
		}
	}
}

func TestSubsets(t *testing.T) {
	got := subsets([]int{2, 5, 7})
	want := [][]int{{2}, {5}, {2, 5}, {7}, {2, 7}, {5, 7}, {2, 5, 7}}
	if !slices.EqualFunc(got, want, slices.Equal[[]int]) {
		t.Errorf("%v, expected %v", got, want)
	}
	if got := subsets(nil); len(got) != 0 {
		t.Errorf("of nothing: %v", got)
	}
	if got, want := leaveOneOut([]int{2, 5}), [][]int{{5}, {2}}; !slices.EqualFunc(got, want, slices.Equal[[]int]) {
		t.Errorf("%v, expected %v", got, want)
	}
}
