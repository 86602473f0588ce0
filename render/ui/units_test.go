package ui

import (
	"math"
	"testing"

	"memcity/city"
)

func TestUnits(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Count(0), "0"}, {Count(999), "999"}, {Count(1000), "1,000"}, {Count(-1234567), "−1,234,567"}, {Count(math.MinInt64), "−9,223,372,036,854,775,808"},
		{Size(0), "0 B"}, {Size(999), "999 B"}, {Size(1000), "1 kB"}, {Size(1234), "1.23 kB"}, {Size(12_340), "12.3 kB"},
		{Size(999_499), "999 kB"}, {Size(999_500), "1 MB"}, {Size(-2_500_000_000), "−2.5 GB"}, {Size(math.MaxInt64), "9.22 EB"},
		{ShortCount(17), "17"}, {ShortCount(1_200_000), "1.2 M"}, {ShortCount(0), "0"},
		{Amount(city.Objects, 1), "1 object"}, {Amount(city.Objects, 12_345), "12,345 objects"}, {Amount(city.Bytes, 12_345), "12.3 kB"},
		{Growth(city.Objects, 0), "±0"}, {Growth(city.Objects, 1234), "+1,234"}, {Growth(city.Bytes, -1234), "−1.23 kB"},
		{Percent(0, 0), "–"}, {Percent(0, 5), "0 %"}, {Percent(1, 250), "0.4 %"}, {Percent(1, 100_000), "< 0.1 %"},
		{Percent(1, 8), "13 %"}, {Percent(1, 20), "5 %"}, {Percent(12, 1), "1,200 %"}, {PercentOf(-0.5), "−50 %"},
		{Time(0), "0 ms"}, {Time(999), "999 ms"}, {Time(4200), "4.2 s"}, {Time(4236), "4.24 s"}, {Time(42_360), "42.4 s"},
		{Time(59_949), "59.9 s"}, {Time(60_000), "1 min"}, {Time(187_000), "3 min 07 s"}, {Time(7_500_000), "2 h 05 min"}, {Time(-5), "−5 ms"},
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
			if s := Size(near); len(s) >= 4 && s[:4] == "1000" {
				t.Errorf("Size(%d) is %q", near, s)
			}
		}
	}
	for v := city.Millis(1); v < 8_000_000; v += 7 {
		if s := Time(v); s == "60 s" || s == "1000 ms" || s == "60 min" {
			t.Errorf("Time(%d) is %q", v, s)
		}
	}
}
