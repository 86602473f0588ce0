package words_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"memcity/trace"
	"memcity/words"
)

func TestUnits(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{words.Count(0), "0"}, {words.Count(999), "999"}, {words.Count(1000), "1,000"}, {words.Count(-1234567), "−1,234,567"},
		{words.Count(math.MinInt64), "−9,223,372,036,854,775,808"},
		{words.Size(0), "0 B"}, {words.Size(999), "999 B"}, {words.Size(1000), "1 kB"}, {words.Size(1234), "1.23 kB"},
		{words.Size(12_340), "12.3 kB"},
		{words.Size(999_499), "999 kB"}, {words.Size(999_500), "1 MB"}, {words.Size(-2_500_000_000), "−2.5 GB"},
		{words.Size(math.MaxInt64), "9.22 EB"},
		{words.ShortCount(17), "17"}, {words.ShortCount(1_200_000), "1.2 M"}, {words.ShortCount(0), "0"},
		{words.Amount(trace.Objects, 1), "1 object"}, {words.Amount(trace.Objects, 12_345), "12,345 objects"},
		{words.Amount(trace.Bytes, 12_345), "12.3 kB"},
		{words.Growth(trace.Objects, 0), "±0"}, {words.Growth(trace.Objects, 1234), "+1,234"}, {words.Growth(trace.Bytes, -1234), "−1.23 kB"},
		{words.Percent(0, 0), "–"}, {words.Percent(0, 5), "0 %"}, {words.Percent(1, 250), "0.4 %"}, {words.Percent(1, 100_000), "< 0.1 %"},
		{words.Percent(1, 8), "13 %"}, {words.Percent(1, 20), "5 %"}, {words.Percent(12, 1), "1,200 %"}, {words.PercentOf(-0.5), "−50 %"},
		{words.Time(0), "0 ms"}, {words.Time(999), "999 ms"}, {words.Time(4200), "4.2 s"}, {words.Time(4236), "4.24 s"},
		{words.Time(42_360), "42.4 s"},
		{words.Time(59_949), "59.9 s"}, {words.Time(60_000), "1 min"}, {words.Time(187_000), "3 min 07 s"},
		{words.Time(7_500_000), "2 h 05 min"}, {words.Time(-5), "−5 ms"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

// TestUnitsRoundWithinTheirUnit checks that rounding never makes a unit overflow, such as "60 s" next to "1 min" or "1000 kB".
func TestUnitsRoundWithinTheirUnit(t *testing.T) {
	for v := int64(1); v < 1<<50; v += v/7 + 1 {
		for _, near := range []int64{v, v * 1000 / 999} {
			if s := words.Size(near); len(s) >= 4 && s[:4] == "1000" {
				t.Errorf("Size(%d) is %q", near, s)
			}
		}
	}
	for v := trace.Millis(1); v < 8_000_000; v += 7 {
		if s := words.Time(v); s == "60 s" || s == "1000 ms" || s == "60 min" {
			t.Errorf("Time(%d) is %q", v, s)
		}
	}
}

// TestCommandLineNumbers checks numbers for programs. They have hyphens for minus signs, and no commas where documented.
func TestCommandLineNumbers(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{words.Counted(1, "object"), "1 object"}, {words.Counted(0, "object"), "0 objects"}, {words.Counted(2000, "GC"), "2,000 GCs"},
		{words.Ungrouped(1, "object"), "1 object"}, {words.Ungrouped(2000, "byte"), "2000 bytes"}, {words.Sized(1, 2000), "1 object, 2000 bytes"},
		{words.Exactly(2000, 1), "2,000 objects, 1 byte"}, {words.Hyphened(words.Count(-1234)), "-1,234"}, {words.Count(-123), "−123"},
		{words.Signed(5), "+5"}, {words.Signed(0), "0"}, {words.Signed(-5), "−5"},
		{words.CountOf(12345), "12,345"}, {words.CountOf(1234.5), "1234.5"}, {words.CountOf(-0.5), "−0.5"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestSizesInSentences(t *testing.T) {
	for bytes, want := range map[int64]string{
		0: "0 bytes", 1: "1 byte", 999: "999 bytes", 1000: "1.0 kB", 99_949: "99.9 kB", 99_950: "100 kB", 999_499: "999 kB", 999_500: "1.0 MB",
		-5_250_000: "−5.2 MB", 7e12: "7.0 TB",
	} {
		if got := words.RoundSize(bytes); got != want {
			t.Errorf("%d: got %q, want %q", bytes, got, want)
		}
	}
	for _, c := range []struct {
		bytes, value float64
		unit         string
	}{{0, 0, "B"}, {999.9, 999.9, "B"}, {1000, 1, "kB"}, {-2_500_000, -2.5, "MB"}, {1e21, 1000, "EB"}} {
		if value, unit := words.Scaled(c.bytes); value != c.value || unit != c.unit {
			t.Errorf("%v: got %v %s", c.bytes, value, unit)
		}
	}
}

// TestSizesShowTheirDifference: two sizes get more decimals until the last one is worth at most a quarter of their difference.
func TestSizesShowTheirDifference(t *testing.T) {
	for _, c := range []struct {
		a, b int64
		want string
	}{
		{1_200_000, 1_200_000, "1.2 MB 1.2 MB"},
		{1_190_400, 1_237_600, "1.19 MB 1.24 MB"},
		{1_237_600, 1_190_400, "1.24 MB 1.19 MB"},
		{10_000_000, 10_400_000, "10.0 MB 10.4 MB"},   // a quarter of 400 kB is worth one decimal
		{10_000_000, 10_399_999, "10.00 MB 10.40 MB"}, // and a little less is not
		{300_000_000, 304_000_000, "300 MB 304 MB"},
		{300_000_000, 303_900_000, "300.0 MB 303.9 MB"},
		{999_000, 1_004_000, "999 kB 1.004 MB"},
		{1_200_000, 1_200_001, "1.200000 MB 1.200001 MB"},
		{512, 513, "512 bytes 513 bytes"},
		{0, 1_200_000, "0 bytes 1.2 MB"},
		{-1_237_600, -1_190_400, "−1.24 MB −1.19 MB"},
	} {
		if a, b := words.RoundSizes(c.a, c.b); a+" "+b != c.want {
			t.Errorf("RoundSizes(%d, %d) = %s, %s, want %s", c.a, c.b, a, b, c.want)
		}
	}
}

func TestShares(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{words.PercentFixed(0.125), "12.5 %"}, {words.PercentFixed(0), "0.0 %"}, {words.PercentFixed(-0.5), "-50.0 %"},
		{words.WholePercent(0.126), "13 %"},
		{words.PercentColumn(0), "0 %"}, {words.PercentColumn(0.04), "< 0.1 %"}, {words.PercentColumn(0.05), "0.1 %"},
		{words.PercentColumn(-0.04), "−< 0.1 %"},
		{words.PercentColumn(-0.05), "−0.1 %"}, {words.PercentColumn(9999.9), "9999.9 %"}, {words.PercentColumn(9999.95), "9,999 %"},
		{words.PartText(9995, 10_000), "over 99.9 %"}, {words.PartText(995, 1000), "99.5 %"}, {words.PartText(10, 10), "100 %"},
		{words.CertainText(1), "100 %"},
		{words.ShareText(99_999, 100_000), "99.9 %"}, {words.ShareText(10, 10), "100 %"}, {words.ShareText(1, 0), "–"},
		{words.ShareText(20, 10), "200 %"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestNames(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{words.TypeName("java.util.Map$Entry"), "Map$Entry"}, {words.TypeName("app.A$$Lambda/0x7f.1"), "A$$Lambda/0x7f.1"},
		{words.TypeName("int[]"), "int[]"},
		{words.Enumerated(nil), ""}, {words.Enumerated([]string{"a"}), "a"}, {words.Enumerated([]string{"a", "b", "c"}), "a, b and c"},
		{words.Joined([]string{"a", "b", "c", "d"}), "a, b, c and d"}, {words.Joined([]string{"a", "b", "c", "d", "e"}), "a, b, c and 2 others"},
		{words.Printable("a\x1b[31mb"), "a\ufffd[31mb"}, {words.OneLine("a\nb\u202ec"), "a b c"}, {words.UpperFirst("ab"), "Ab"},
		{words.UpperFirst(""), ""},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestStepTime(t *testing.T) {
	for _, c := range []struct {
		at, step time.Duration
		want     string
	}{
		{0, time.Second, "0 s"}, {340 * time.Millisecond, time.Millisecond, "340 ms"},
		{340250 * time.Microsecond, 10 * time.Microsecond, "340.25 ms"},
		{12350 * time.Millisecond, 50 * time.Millisecond, "12.35 s"}, {187 * time.Second, time.Second, "3 min 07 s"},
		{180 * time.Second, time.Minute, "3 min"},
		{3 * time.Hour, time.Hour, "3 h"}, {2*time.Hour + 5*time.Minute, time.Minute, "2 h 05 min"},
		{2*time.Hour + 5*time.Minute + 7*time.Second, time.Second, "2 h 05 min 07 s"},
		{-1500 * time.Millisecond, 500 * time.Millisecond, "−1.5 s"},
	} {
		if got := words.StepTime(c.at, c.step); got != c.want {
			t.Errorf("%v by %v: %q, not %q", c.at, c.step, got, c.want)
		}
	}
}

func TestParseAmount(t *testing.T) {
	for text, want := range map[string]float64{"0": 0, "10,000": 10_000, " 5 MB ": 5e6, "1.2k": 1200, "2 G": 2e9, "300 B": 300, "20 %": 20,
		"7kb": 7000} {
		if strings.HasSuffix(text, "kb") {
			if _, ok := words.ParseAmount(text); ok {
				t.Errorf("%q is read", text)
			}
			continue
		}
		if got, ok := words.ParseAmount(text); !ok || got != want {
			t.Errorf("%q: %v, %v; want %v", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "x", "-5", "NaN", "Inf", "5 MM", "5 XB", "1e999"} {
		if got, ok := words.ParseAmount(text); ok {
			t.Errorf("%q is read as %v", text, got)
		}
	}
	for _, n := range []int64{1, 999, 12_345, 7_000_000} {
		if got, ok := words.ParseAmount(words.Count(n)); !ok || int64(got) != n {
			t.Errorf("%d is written %s and read %v", n, words.Count(n), got)
		}
	}
}

// TestMoments checks times to a tenth of a second, exact times, and shares as they are typed.
func TestMoments(t *testing.T) {
	for d, want := range map[time.Duration]string{0: "0 s", 340 * time.Millisecond: "340 ms", time.Second: "1.0 s", 4200 * time.Millisecond: "4.2 s",
		187500 * time.Millisecond: "3 min 07.5 s", 2 * time.Hour: "2 h 00 min 00.0 s"} {
		if got := words.Moment(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
	if got := words.ExactMillis(-12345) + " " + words.PercentTyped(0.4) + " " + words.PercentTyped(0.125); got != "-12345 ms 40% 12.5%" {
		t.Error(got)
	}
}
