package gclog

import "testing"

// TestUnitsOfSizes checks that bytes and units up to T are accepted, and no other letter.
func TestUnitsOfSizes(t *testing.T) {
	for text, want := range map[string]int64{"7B": 7, "7K": 7 << 10, "7M": 7 << 20, "7G": 7 << 30, "7T": 7 << 40, "1.5T": 3 << 39, "65536T": 1 << 56} {
		if got, rest, ok := size([]byte(text + "x")); got != want || string(rest) != "x" || !ok {
			t.Errorf("%s: %d, %q, %v", text, got, rest, ok)
		}
	}
	for _, text := range []string{"", "7", "7P", "65537T", "T"} {
		if got, _, ok := size([]byte(text)); ok {
			t.Errorf("%q is read as %d", text, got)
		}
	}
}
