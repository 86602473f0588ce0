package trace

import "testing"

func TestNaturalOrder(t *testing.T) {
	sorted := []string{"", "01", "1", "2", "9.json", "10.json", "a", "a-1-9", "a-1-10", "a2", "a10", "a10b", "b", "人"}
	for i, a := range sorted {
		for j, b := range sorted {
			if got := NaturalOrder(a, b); (got < 0) != (i < j) || (got > 0) != (i > j) {
				t.Errorf("order of %q and %q is %d", a, b, got)
			}
		}
	}
}
