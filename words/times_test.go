package words_test

import (
	"testing"

	"memcity/words"
)

// TestClock checks that clock times are in UTC. In a short form, midnight is a day without a time.
func TestClock(t *testing.T) {
	const midnight = 1_790_035_200_000
	for unix, want := range map[int64][2]string{midnight: {"2026-09-22 00:00 UTC", "22 Sep"}, midnight + 5*3_600_000 + 59_999: {"2026-09-22 05:00 UTC", "05:00"},
		midnight + 1: {"2026-09-22 00:00 UTC", "00:00"}} {
		if got := [2]string{words.Clock(unix), words.ShortClock(unix)}; got != want {
			t.Errorf("%d: %q, want %q", unix, got, want)
		}
	}
}
