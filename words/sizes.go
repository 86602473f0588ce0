package words

import (
	"math"
	"strconv"
	"strings"

	"memcity/trace"
)

// SizeUnits are the units of sizes, each 1,000 of the one before.
var SizeUnits = []string{"B", "kB", "MB", "GB", "TB", "PB", "EB"}

// Size writes a number of bytes with three significant digits, in steps of 1000.
func Size(bytes int64) string { return SizeOf(float64(bytes)) }

// SizeOf is [Size] for bytes that need not be whole.
func SizeOf(bytes float64) string { return scaled(bytes, SizeUnits) }

// RoundSize writes a number of bytes inside a sentence, with one decimal below 100 units: "512 bytes", "1.2 MB", "340 MB".
func RoundSize(bytes int64) string {
	sign := ""
	if bytes < 0 {
		sign, bytes = "−", -bytes
	}
	value, unit := inUnit(float64(bytes), 999.5)
	switch {
	case unit == SizeUnits[0]:
		return sign + Counted(bytes, "byte")
	case value < 99.95:
		return sign + Tenths(value) + " " + unit
	}
	return sign + strconv.FormatFloat(value, 'f', 0, 64) + " " + unit
}

// Scaled returns a number of bytes in the unit that leaves it below 1,000, for those who write limits and ranges.
func Scaled(bytes float64) (value float64, unit string) { return inUnit(bytes, 1000) }

// inUnit returns a number of bytes in the largest unit of which, in the next smaller one, there are at least so many.
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

// Significant writes v below 1000 with three digits, or without decimals if it is whole by nature. Decimals that are
// zero are left out.
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

// Tenths writes v with one decimal, so that numbers below one another line up; a minus sign is a hyphen.
func Tenths(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) }

// Amount writes a value of a metric with its unit: "12,345 objects", "1.2 MB".
func Amount(metric trace.Metric, v int64) string {
	if metric == trace.Bytes {
		return Size(v)
	}
	if v == 1 {
		return "1 object"
	}
	return Count(v) + " objects"
}

// ShortAmount writes a value of a metric for an axis.
func ShortAmount(metric trace.Metric, v int64) string {
	if metric == trace.Bytes {
		return Size(v)
	}
	return ShortCount(v)
}

// Growth writes a difference with its sign: "+1,234", "−12 kB", "±0".
func Growth(metric trace.Metric, v int64) string {
	if v == 0 {
		return "±0"
	}
	s := Count(v)
	if metric == trace.Bytes {
		s = Size(v)
	}
	if v > 0 {
		s = "+" + s
	}
	return s
}

// LimitText writes a limit as it may be typed.
func LimitText(metric trace.Metric, v int64) string {
	if metric == trace.Bytes {
		return Size(v)
	}
	return Count(v)
}

// ParseAmount reads a number as [Count], [ShortCount] and [Size] write it, in steps of 1000.
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

// About is a number with its error: "about 79,996 ± 1,200", or the number alone if it is exact.
func About(n int64, r trace.Range) string {
	if r.Around(n) == 0 {
		return Count(n)
	}
	return "about " + Count(n) + " ± " + Count(r.Around(n))
}
