package requests

import (
	"testing"
	"time"

	"memcity/city/query"
)

// The remaining time is extrapolated from the pace so far. Different work resets the pace.
func TestTimeLeft(t *testing.T) {
	var w working
	step := func(what string, done int64, at time.Duration, want string) {
		t.Helper()
		if got := w.left(query.Progress{What: what, Done: done, Total: 100}, at); got != want {
			t.Errorf("%s, %d %% at %v: %q, want %q", what, done, at, got, want)
		}
	}
	step("reading", 0, 5*time.Second, "")
	step("reading", 50, 7*time.Second-1, "") // too soon
	step("reading", 2, 7*time.Second, "")    // too little progress
	step("reading", 3, 8*time.Second, "about 2 min left")
	step("reading", 50, 15*time.Second, "10 s left")
	step("reading", 40, 15*time.Second, "about 15 s left")
	step("reading", 99, 15*time.Second, "less than 1 s left")
	step("reading", 100, 15*time.Second, "")
	step("grouping", 50, 16*time.Second, "")
	step("grouping", 75, 20*time.Second, "4 s left")
	step("grouping", 20, 30*time.Second, "") // it started again
	step("grouping", 60, 40*time.Second, "10 s left")
	for d, want := range map[time.Duration]string{499 * time.Millisecond: "less than 1 s left", 500 * time.Millisecond: "1 s left",
		10 * time.Second: "10 s left", 11 * time.Second: "about 10 s left", 57 * time.Second: "about 55 s left", 58 * time.Second: "about 1 min left",
		89 * time.Second: "about 1 min left", 90 * time.Second: "about 2 min left"} {
		if got := leftText(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}
