package memory_test

import (
	"testing"

	"memcity/city/memory"
)

// TestNewest: the newest results are cached until they are forgotten; for one query the last one counts.
func TestNewest(t *testing.T) {
	var n memory.Newest[int, *int]
	for i := range 40 {
		n.Put(i, &i)
	}
	for i := range 40 {
		if r := n.Get(i); (r != nil) != (i >= 16) || r != nil && *r != i {
			t.Errorf("result %d: %v", i, r)
		}
	}
	other := 7
	if n.Put(39, &other); n.Get(39) != &other || n.Get(17) == nil || n.Get(16) != nil {
		t.Error("another result of the same query is not kept, or too few are")
	}
	if n.Forget(); n.Get(39) != nil {
		t.Error("results are kept")
	}
}
