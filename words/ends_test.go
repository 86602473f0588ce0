package words_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"memcity/trace"
	"memcity/words"
)

// check compares each text with the expected one, given in pairs.
func check(t *testing.T, gotAndWant ...string) {
	t.Helper()
	for i := 0; i < len(gotAndWant); i += 2 {
		if got, want := gotAndWant[i], gotAndWant[i+1]; got != want {
			t.Errorf("case %d: got %q, want %q", i/2, got, want)
		}
	}
}

// TestEndsOfTimes tries each unit of a time at its first and last values.
func TestEndsOfTimes(t *testing.T) {
	check(t,
		words.Time(0), "0 ms", words.Time(1), "1 ms", words.Time(-1), "−1 ms", words.Time(999), "999 ms", words.Time(1000), "1 s",
		words.Time(-1001), "−1 s",
		words.Time(9_994), "9.99 s", words.Time(9_995), "10 s", words.Time(12_340), "12.3 s", words.Time(59_949), "59.9 s",
		words.Time(59_950), "1 min",
		words.Time(60_499), "1 min", words.Time(60_500), "1 min 01 s", words.Time(69_499), "1 min 09 s", words.Time(69_500), "1 min 10 s",
		words.Time(71_000), "1 min 11 s", words.Time(3_599_499), "59 min 59 s", words.Time(3_599_500), "1 h", words.Time(3_629_999), "1 h",
		words.Time(3_630_000), "1 h 01 min", words.Time(2*3_600_000+10*60_000), "2 h 10 min",
		words.Time(1234*3_600_000+9*60_000), "1,234 h 09 min",
		words.Time(1000*3_600_000+30_000), "1,000 h 01 min", words.Time(1000*3_600_000+29_999), "1,000 h",
	)
	check(t,
		words.Duration(0), "0 ms", words.Duration(1), "1 ns", words.Duration(-1), "−1 ns", words.Duration(999), "999 ns",
		words.Duration(1000), "1 µs",
		words.Duration(999_499), "999 µs", words.Duration(999_500), "1 ms", words.Duration(12_345), "12.3 µs",
		words.Duration(1_234_567), "1.23 ms",
		words.Duration(999_499_999), "999 ms", words.Duration(999_500_000), "1 s", words.Duration(-2500*time.Millisecond), "−2.5 s",
		words.Duration(59_949*time.Millisecond), "59.9 s", words.Duration(59_950*time.Millisecond), "1 min 00 s",
		words.Duration(61*time.Second), "1 min 01 s", words.Duration(time.Hour), "1 h 00 min",
		words.Duration(time.Hour+29*time.Second), "1 h 00 min", words.Duration(time.Hour+30*time.Second), "1 h 01 min",
		words.Duration(25*time.Hour+11*time.Minute), "25 h 11 min", words.Duration(10*time.Minute), "10 min 00 s",
	)
}

// TestEndsOfSteps checks for as many decimals as the step needs, and for minutes and seconds of two digits after larger units.
func TestEndsOfSteps(t *testing.T) {
	check(t,
		words.StepTime(1500*time.Millisecond, 100*time.Millisecond), "1.5 s", words.StepTime(time.Second, time.Millisecond), "1.000 s",
		words.StepTime(999*time.Millisecond, time.Millisecond), "999 ms",
		words.StepTime(1_000_001*time.Microsecond, time.Microsecond), "1.000001 s",
		words.StepTime(1_234_567, 1), "1.234567 ms", words.StepTime(time.Second+1, 1), "1.000000001 s",
		words.StepTime(-1, time.Nanosecond), "−0.000001 ms",
		words.StepTime(59*time.Second, time.Second), "59 s", words.StepTime(60*time.Second, time.Second), "1 min 00 s",
		words.StepTime(69*time.Second, time.Second), "1 min 09 s", words.StepTime(70*time.Second, time.Second), "1 min 10 s",
		words.StepTime(71*time.Second+500*time.Millisecond, 500*time.Millisecond), "1 min 11.5 s",
		words.StepTime(69*time.Second+500*time.Millisecond, 500*time.Millisecond), "1 min 09.5 s",
		words.StepTime(12*time.Minute, time.Minute), "12 min", words.StepTime(59*time.Minute+59*time.Second, time.Second), "59 min 59 s",
		words.StepTime(time.Hour, time.Second), "1 h 00 min 00 s", words.StepTime(time.Hour+9*time.Minute, time.Minute), "1 h 09 min",
		words.StepTime(time.Hour+10*time.Minute, time.Minute), "1 h 10 min",
		words.StepTime(time.Hour+11*time.Minute, time.Minute), "1 h 11 min",
		words.StepTime(time.Hour+11*time.Second, time.Second), "1 h 00 min 11 s", words.StepTime(-time.Minute, time.Minute), "−1 min",
		words.StepTime(1500*time.Millisecond, 0), "2 s", words.StepTime(250*time.Millisecond, 250*time.Millisecond), "250 ms",
	)
	check(t,
		words.SecondsText(0.12345), "0.123 s", words.SecondsText(12.345), "12.3 s", words.SecondsText(2), "2 s",
		words.ExactSeconds(1), "0.001 s", words.ExactSeconds(12345.6), "12.346 s", words.ExactSeconds(0), "0.000 s",
	)
}

func TestEndsOfShares(t *testing.T) {
	check(t,
		words.Percent(0, 0), "–", words.Percent(1, 0), "–", words.Percent(0, 5), "0 %", words.Percent(1, 1000), "0.1 %",
		words.Percent(999, 1_000_000), "< 0.1 %",
		words.Percent(-999, 1_000_000), "−< 0.1 %", words.Percent(-1, 10), "−10 %", words.Percent(994, 10_000), "9.9 %",
		words.Percent(996, 10_000), "10 %",
		words.Percent(1, 20), "5 %", words.Percent(1, 1), "100 %", words.Percent(12345, 10), "123,450 %", words.Percent(994, 1000), "99 %",
		words.WholePercent(0.5), "50 %", words.WholePercent(1), "100 %", words.WholePercent(0.994), "99 %",
		words.PercentColumn(-0.06), "−0.1 %", words.PercentColumn(0.049), "< 0.1 %", words.PercentColumn(100), "100.0 %",
		words.PercentColumn(12345), "12,345 %",
	)
	check(t,
		words.PartText(0, 0), "0 %", words.PartText(989, 1000), "99 %", words.PartText(990, 1000), "99 %",
		words.PartText(9985, 10_000), "99.8 %",
		words.PartText(9899, 10_000), "99 %", words.PartText(9989, 10_000), "99.8 %", words.PartText(9990, 10_000), "over 99.9 %",
		words.PartText(1, 2), "50 %",
		words.PartText(9_999_999, 10_000_000), "over 99.9 %", words.CertainText(0.9995), "over 99.9 %", words.CertainText(0.25), "25 %",
		words.CertainText(0), "0 %",
		words.CertainText(0.9999999999), "over 99.9 %",
	)
	check(t,
		words.ShareText(0, 0), "–", words.ShareText(0, -5), "–", words.ShareText(0, 1), "0 %", words.ShareText(1, 1), "100 %",
		words.ShareText(-1, 10), "−10 %",
		words.ShareText(11, 10), "110 %", words.ShareText(1, 1000), "0.1 %", words.ShareText(1, 1001), "< 0.1 %",
		words.ShareText(1, 3), "33.3 %",
		words.ShareText(2, 3), "66.7 %", words.ShareText(9994, 10_000), "99.9 %", words.ShareText(1, 2), "50 %",
		words.ShareText(1, 8), "12.5 %",
		words.ShareText(1, 1_000_000), "< 0.1 %",
	)
}

func TestEndsOfSizes(t *testing.T) {
	check(t,
		words.Size(0), "0 B", words.Size(1), "1 B", words.Size(999), "999 B", words.Size(1000), "1 kB", words.Size(1234), "1.23 kB",
		words.Size(9_994), "9.99 kB",
		words.Size(9_996), "10 kB", words.Size(12_340), "12.3 kB", words.Size(99_940), "99.9 kB", words.Size(99_960), "100 kB",
		words.Size(999_499), "999 kB",
		words.Size(999_500), "1 MB", words.Size(-5_000), "−5 kB", words.SizeOf(0.5), "0.5 B", words.SizeOf(999.5), "1 kB",
		words.SizeOf(1e18), "1 EB",
		words.SizeOf(5e21), "5000 EB", words.Size(math.MaxInt64), "9.22 EB",
		words.ShortCount(0), "0", words.ShortCount(999), "999", words.ShortCount(1000), "1 k", words.ShortCount(-1500), "−1.5 k",
		words.ShortCount(999_499), "999 k",
		words.Significant(10, false), "10", words.Significant(9.994, true), "9.99", words.Significant(9.996, true), "10",
		words.Significant(100, true), "100",
		words.Significant(1000, true), "1000", words.Significant(9.5, false), "10", words.Significant(50, true), "50",
		words.Significant(99.96, true), "100",
	)
	objects, bytes := trace.Objects, trace.Bytes
	check(t,
		words.Amount(objects, 1), "1 object", words.Amount(objects, 0), "0 objects", words.Amount(objects, 2000), "2,000 objects",
		words.Amount(bytes, 2000), "2 kB",
		words.ShortAmount(objects, 2000), "2 k", words.ShortAmount(bytes, 2000), "2 kB", words.LimitText(objects, 2000), "2,000",
		words.LimitText(bytes, 2000), "2 kB",
		words.Growth(objects, 0), "±0", words.Growth(bytes, 0), "±0", words.Growth(objects, 1), "+1", words.Growth(objects, -1), "−1",
		words.Growth(bytes, 1), "+1 B",
		words.Growth(bytes, -2000), "−2 kB", words.Growth(objects, 2000), "+2,000",
	)
	for text, want := range map[string]string{"0": "0 true", "-0.5": "0 false", "0.5": "0.5 true", "1E": "1e+18 true", "1P": "1e+15 true",
		"1T": "1e+12 true", "1 x": "0 false",
		"": "0 false", "3 kkB": "0 false", "Infinity": "0 false", "1%": "1 true"} {
		v, ok := words.ParseAmount(text)
		check(t, fmt.Sprint(v, " ", ok), want)
	}
}

func TestEndsOfCounts(t *testing.T) {
	check(t,
		words.Count(0), "0", words.Count(999), "999", words.Count(1000), "1,000", words.Count(-1000), "−1,000",
		words.Count(1_234_567), "1,234,567",
		words.Count(math.MinInt64), "−9,223,372,036,854,775,808", words.CountOf(-1234), "−1,234", words.CountOf(0.125), "0.125",
		words.CountOf(1e15), "1,000,000,000,000,000",
		words.Signed(1), "+1", words.Signed(-1), "−1", words.Points(1), "1 GC point", words.Points(0), "0 GC points",
		words.Points(1200), "1,200 GC points",
		words.Plural(1, "ox", "oxen"), "1 ox", words.Plural(2, "ox", "oxen"), "2 oxen", words.Plural(-1, "ox", "oxen"), "−1 oxen",
		words.ExitText(0), "ended normally", words.ExitText(1), "ended with status 1", words.ExitText(-1), "ended with status −1",
		words.Ungrouped(0, "byte"), "0 bytes", words.Ungrouped(-1, "byte"), "-1 bytes",
	)
}

func TestEndsOfNames(t *testing.T) {
	check(t,
		words.Unqualified("java.util.Map$Entry"), "Map$Entry", words.Unqualified("a.b.C of d.E"), "C of E",
		words.Unqualified("_a._b.C"), "C",
		words.Unqualified("int[]"), "int[]", words.Unqualified("C"), "C", words.Unqualified("a.b.c"), "a.b.c",
		words.Unqualified(".A"), ".A",
		words.Unqualified("1.A"), "1.A", words.Unqualified("a.1.B"), "a.1.B", words.Unqualified("f(x).A"), "f(x).A",
		words.Unqualified(""), "",
		words.Unqualified("a/b.C"), "a/b.C", words.Unqualified("x[.C"), "x[.C", words.Unqualified("x<.C"), "x<.C",
		words.Unqualified(`x".C`), `x".C`,
		words.Unqualified("java.lang.String[] java.lang.Object"), "String[] Object", words.Unqualified("a."), "a.",
		words.Unqualified("a.B.c.D"), "B.c.D",
	)
	check(t, words.OnePointHow("hprof (gzip)"), words.OnePointHow("hprof"), words.OnePointHow("phd"),
		words.OnePointHow("hprof"), fmt.Sprint(words.OnePointHow("hprof") != words.OnePointHow("memory tree")), "true",
		fmt.Sprint(strings.Contains(words.OnePointHow("hprof"), "heap dumps")), "true",
		fmt.Sprint(strings.Contains(words.OnePointHow("x"), "open a series")), "true")
	check(t, words.Enumerated([]string{"a", "b"}), "a and b", words.Joined([]string{"a", "b", "c"}), "a, b and c", words.Joined(nil), "",
		words.Joined([]string{"a", "b", "c", "d", "e", "f"}), "a, b, c and 3 others", words.UpperFirst("a"), "A",
		words.TypeName("A"), "A", words.TypeName("a.B/0x1"), "B/0x1")
	for r, hidden := range map[rune]bool{0: true, '\t': true, 0x1f: true, ' ': true, '!': false, '~': false, 0x7f: true, 0x80: true, 0x9f: true, 0xa0: false,
		0x061b: false, 0x061c: true, 0x061d: false, 0x200a: false, 0x200b: true, 0x200f: true, 0x2010: false, 0x2027: false, 0x2028: true, 0x2029: true,
		0x202a: true, 0x202e: true, 0x202f: false, 0x205f: false, 0x2060: true, 0x206f: true, 0x2070: false, 0xfefe: false, 0xfeff: true, 0xff00: false,
		0xffef: false, 0xfff0: true, 0xfff8: true, 0xfff9: true, 0xfffb: true, 0xfffc: false, 0xfffd: true, 0xdfffd: false, 0xdffff: true, 0xe0000: true, 0xe007f: true, 0xe0fff: true, 0xe1000: false} {
		if got := words.OneLine("a" + string(r) + "b"); (got == "a b") != hidden {
			t.Errorf("U+%04X becomes %q", r, got)
		}
	}
	for _, n := range []int{4095, 4096, 4097, 5000} {
		if got := words.OneLine(strings.Repeat("x", n)); len(got) != min(n, 4096) {
			t.Errorf("%d characters become %d", n, len(got))
		}
	}
	if got := words.OneLine("ä" + strings.Repeat("x", 4095)); got != strings.Repeat("x", 4095) {
		t.Errorf("a character that is cut becomes %.10q", got)
	}
}
