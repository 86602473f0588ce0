package seq

import "testing"

func TestSame(t *testing.T) {
	list := []int{1, 2}
	for _, c := range []struct {
		name            string
		a, b            []int
		same, identical bool
	}{
		{"nil", nil, nil, true, true}, {"nil and empty", nil, []int{}, false, false}, {"empty", []int{}, []int{}, true, true},
		{"one list", list, list, true, true}, {"a copy", list, []int{1, 2}, true, false}, {"another item", list, []int{1, 3}, false, false},
		{"its start", list, list[:1], false, false}, {"its end", list[1:], []int{2}, true, false},
	} {
		equal := func(a, b int) bool { return a == b }
		if Same(c.a, c.b) != c.same || Same(c.b, c.a) != c.same || SameFunc(c.a, c.b, equal) != c.same {
			t.Errorf("%s: same: want %v", c.name, c.same)
		}
		if Identical(c.a, c.b) != c.identical || Identical(c.b, c.a) != c.identical {
			t.Errorf("%s: identical: want %v", c.name, c.identical)
		}
	}
	one, other, two := 1, 1, 2
	if !SameAt(&one, &other) || SameAt(&one, &two) || SameAt(&one, nil) || SameAt(nil, &one) || !SameAt[int](nil, nil) {
		t.Error("values behind pointers")
	}
}
