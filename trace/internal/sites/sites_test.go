package sites

import "testing"

// TestWarn checks that sentences are joined and that the one about missing frames replaces no other.
func TestWarn(t *testing.T) {
	const full = " has too many call stacks; some keep only their innermost frame"
	for _, x := range []struct {
		stored        int
		warning, want string
	}{
		{0, "", ""},
		{0, "it is cut", "it is cut"},
		{maxStored, "", "it" + full},
		{maxStored, "it is cut", "it is cut. It" + full},
	} {
		table := NewTable()
		table.stored = x.stored
		if got := table.Warn(x.warning); got != x.want {
			t.Errorf("%d frames, %q: %q, want %q", x.stored, x.warning, got, x.want)
		}
	}
	if got, want := NewTable().Warn("", "it is cut", "", "its end is missing"), "it is cut. Its end is missing"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
