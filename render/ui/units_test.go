package ui

import (
	"math"
	"testing"

	"memcity/city/trees"
	"memcity/words"
)

func TestUnits(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{words.Count(0), "0"}, {words.Count(999), "999"}, {words.Count(1000), "1,000"}, {words.Count(-1234567), "−1,234,567"}, {words.Count(math.MinInt64), "−9,223,372,036,854,775,808"},
		{words.Size(0), "0 B"}, {words.Size(999), "999 B"}, {words.Size(1000), "1 kB"}, {words.Size(1234), "1.23 kB"}, {words.Size(12_340), "12.3 kB"},
		{words.Size(999_499), "999 kB"}, {words.Size(999_500), "1 MB"}, {words.Size(-2_500_000_000), "−2.5 GB"}, {words.Size(math.MaxInt64), "9.22 EB"},
		{words.ShortCount(17), "17"}, {words.ShortCount(1_200_000), "1.2 M"}, {words.ShortCount(0), "0"},
		{words.Amount(trees.Objects, 1), "1 object"}, {words.Amount(trees.Objects, 12_345), "12,345 objects"}, {words.Amount(trees.Bytes, 12_345), "12.3 kB"},
		{words.Growth(trees.Objects, 0), "±0"}, {words.Growth(trees.Objects, 1234), "+1,234"}, {words.Growth(trees.Bytes, -1234), "−1.23 kB"},
		{words.Percent(0, 0), "–"}, {words.Percent(0, 5), "0 %"}, {words.Percent(1, 250), "0.4 %"}, {words.Percent(1, 100_000), "< 0.1 %"},
		{words.Percent(1, 8), "13 %"}, {words.Percent(1, 20), "5 %"}, {words.Percent(12, 1), "1,200 %"}, {words.PercentOf(-0.5), "−50 %"},
		{words.Time(0), "0 ms"}, {words.Time(999), "999 ms"}, {words.Time(4200), "4.2 s"}, {words.Time(4236), "4.24 s"}, {words.Time(42_360), "42.4 s"},
		{words.Time(59_949), "59.9 s"}, {words.Time(60_000), "1 min"}, {words.Time(187_000), "3 min 07 s"}, {words.Time(7_500_000), "2 h 05 min"}, {words.Time(-5), "−5 ms"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

// Rounding must never make a unit overflow, such as "60 s" beside "1 min" or "1000 kB".
func TestUnitsRoundWithinTheirUnit(t *testing.T) {
	for v := int64(1); v < 1<<50; v += v/7 + 1 {
		for _, near := range []int64{v, v * 1000 / 999} {
			if s := words.Size(near); len(s) >= 4 && s[:4] == "1000" {
				t.Errorf("Size(%d) is %q", near, s)
			}
		}
	}
	for v := trees.Millis(1); v < 8_000_000; v += 7 {
		if s := words.Time(v); s == "60 s" || s == "1000 ms" || s == "60 min" {
			t.Errorf("Time(%d) is %q", v, s)
		}
	}
}
