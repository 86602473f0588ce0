package trend

import "testing"

// TestTopAtItsEnds checks that a limit below 1 shows all groups, and that no more are shown than there are.
func TestTopAtItsEnds(t *testing.T) {
	m := &model{names: []string{"Heap", "a", "b", "c"}, parents: []int32{-1, 0, 0, 0}, objects: [][]int64{{6, 1, 2, 3}, {12, 2, 4, 6}},
		bytes: [][]int64{{6, 1, 2, 3}, {12, 2, 4, 6}}}
	for top, want := range map[int]int{-1: 3, 0: 3, 1: 1, 2: 2, 3: 3, 4: 3} {
		got := New(m, Options{Top: top})
		if len(got.Series) != want || got.Rest != 3-want || got.Others.Node != -1 || !got.Others.Leaf {
			t.Errorf("the top %d are %d series, %d are left in %+v", top, len(got.Series), got.Rest, got.Others)
		}
		if got.Series[0].Name != "c" {
			t.Errorf("the first of the top %d is %s", top, got.Series[0].Name)
		}
	}
}
