package words

import (
	"math"
	"strconv"
	"strings"

	"memcity/trace"
)

// SizeUnits contains the units of sizes, each 1,000 times the previous one.
var SizeUnits = []string{"B", "kB", "MB", "GB", "TB", "PB", "EB"}

// Size formats a number of bytes with three significant digits, in steps of 1000.
func Size(bytes int64) string { return SizeOf(float64(bytes)) }

// SizeOf is [Size] for fractional numbers of bytes.
func SizeOf(bytes float64) string { return scaled(bytes, SizeUnits) }

// RoundSize formats a number of bytes for a sentence, with one decimal below 100 units: "512 bytes", "1.2 MB", "340 MB".
func RoundSize(bytes int64) string { return roundSize(bytes, math.Inf(1)) }

// RoundSizes formats two sizes like [RoundSize], with as many more decimals as it takes to show their difference: "1.19 MB" and "1.24 MB".
// The last decimal is worth at most a quarter of the difference. Equal sizes have equal texts.
func RoundSizes(a, b int64) (string, string) {
	step := math.Abs(float64(b)-float64(a)) / 4
	if a == b {
		step = math.Inf(1)
	}
	return roundSize(a, step), roundSize(b, step)
}

// roundSize is [RoundSize] with more decimals until the last one is worth at most step bytes, or at most one byte.
func roundSize(bytes int64, step float64) string {
	sign := ""
	if bytes < 0 {
		sign, bytes = "−", -bytes
	}
	value, unit := inUnit(float64(bytes), 999.5)
	if unit == SizeUnits[0] {
		return sign + Counted(bytes, "byte")
	}
	decimals := 0
	if value < 99.95 {
		decimals = 1
	}
	worth := float64(bytes) / value * math.Pow10(-decimals) // in bytes, of the last decimal
	for ; worth > max(step, 1.5); worth /= 10 {
		decimals++
	}
	return sign + strconv.FormatFloat(value, 'f', decimals, 64) + " " + unit
}

// Scaled returns a number of bytes in the smallest unit that keeps it below 1,000, for formatting limits and ranges.
func Scaled(bytes float64) (value float64, unit string) { return inUnit(bytes, 1000) }

// inUnit divides a number of bytes by 1000 while it is at least least, and returns the quotient with its unit.
func inUnit(bytes, least float64) (value float64, unit string) {
	at := 0
	for math.Abs(bytes) >= least && at < len(SizeUnits)-1 {
		bytes, at = bytes/1000, at+1
	}
	return bytes, SizeUnits[at]
}

func scaled(v float64, units []string) string {
	sign := ""
	if v < 0 {
		sign, v = "−", -v
	}
	u := 0
	for v >= 999.5 && u < len(units)-1 {
		v /= 1000
		u++
	}
	return sign + Significant(v, u > 0 || v != math.Trunc(v)) + " " + units[u]
}

// Significant formats v, which must be below 1000, with three digits and without trailing zeros. It omits decimals if decimals is false.
func Significant(v float64, decimals bool) string {
	digits := 0
	if decimals {
		switch {
		case v < 9.995:
			digits = 2
		case v < 99.95:
			digits = 1
		}
	}
	s := strconv.FormatFloat(v, 'f', digits, 64)
	if digits > 0 {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// Tenths formats v with one decimal, so that numbers in a column line up. It uses a hyphen as the minus sign.
func Tenths(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) }

// Amount formats a value of a metric with its unit: "12,345 objects", "1.2 MB".
func Amount(unit trace.Unit, v int64) string {
	if unit == trace.Bytes {
		return Size(v)
	}
	if v == 1 {
		return "1 object"
	}
	return Count(v) + " objects"
}

// ShortAmount formats a value of a metric for an axis.
func ShortAmount(unit trace.Unit, v int64) string {
	if unit == trace.Bytes {
		return Size(v)
	}
	return ShortCount(v)
}

// Growth formats a difference with its sign: "+1,234", "−12 kB", "±0".
func Growth(unit trace.Unit, v int64) string {
	if v == 0 {
		return "±0"
	}
	s := Count(v)
	if unit == trace.Bytes {
		s = Size(v)
	}
	if v > 0 {
		s = "+" + s
	}
	return s
}

// LimitText formats a limit in the form that users type.
func LimitText(unit trace.Unit, v int64) string {
	if unit == trace.Bytes {
		return Size(v)
	}
	return Count(v)
}

// ParseAmount parses a number in the format of [Count], [ShortCount] or [Size], in steps of 1000.
func ParseAmount(text string) (float64, bool) {
	text = strings.ReplaceAll(strings.TrimSpace(text), ",", "")
	number := strings.TrimRight(text, "kKMGTPEB%")
	unit := strings.ToUpper(strings.TrimSuffix(strings.TrimSuffix(text[len(number):], "%"), "B"))
	v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if err != nil || !(v >= 0) || math.IsInf(v, 0) {
		return 0, false
	}
	for _, u := range countUnits {
		if strings.ToUpper(u) == unit {
			return v, true
		}
		v *= 1000
	}
	return 0, false
}

// About formats a number with its error: "about 79,996 ± 1,200". It returns only the number if it is exact.
func About(n int64, r trace.Range) string {
	if r.Around(n) == 0 {
		return Count(n)
	}
	return "about " + Count(n) + " ± " + Count(r.Around(n))
}
