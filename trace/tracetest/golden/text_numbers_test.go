package golden

import (
	"slices"
	"strings"
	"testing"
)

// TestManyNumbers checks that up to 32 integers are written, and the first four of a longer list. Each number and their order must matter.
func TestManyNumbers(t *testing.T) {
	numbers := make([]uint16, 33)
	for i := range numbers {
		numbers[i] = uint16(i)
	}
	if got := Text(numbers[:32]); strings.Contains(got, "…") || !strings.Contains(got, "31") {
		t.Errorf("32 numbers: %s", got)
	}
	whole := Text(numbers)
	if !strings.HasPrefix(whole, "[0 1 2 3 … 33 in all, with the hash ") {
		t.Errorf("33 numbers: %s", whole)
	}
	for i := range numbers {
		changed := slices.Clone(numbers)
		changed[i] ^= 1 << (i % 16)
		if Text(changed) == whole {
			t.Errorf("number %d does not matter", i)
		}
		changed = slices.Clone(numbers)
		if changed[i], changed[(i+1)%33] = changed[(i+1)%33], changed[i]; Text(changed) == whole {
			t.Errorf("the order of number %d does not matter", i)
		}
	}
	if got := Text(make([]float64, 40)); strings.Contains(got, "…") {
		t.Errorf("fractions are rounded, not hashed: %s", got)
	}
	if negative := Text(make([]int8, 40)); !strings.HasPrefix(negative, "[0 0 0 0 … 40 in all") {
		t.Errorf("%s", negative)
	}
}
