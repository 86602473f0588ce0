package words

import (
	"math"
	"strconv"
	"strings"

	"memcity/city/trees"
)

// Count writes n with a comma at every thousand.
func Count(n int64) string {
	s := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, s = "−", s[1:]
	}
	var b strings.Builder
	b.WriteString(sign)
	for i, r := range s {
		if i > 0 && (len(s)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(r)
	}
	return b.String()
}

var SizeUnits = []string{"B", "kB", "MB", "GB", "TB", "PB", "EB"}

// Size writes a number of bytes with three significant digits, in steps of 1000.
func Size(bytes int64) string { return scaled(float64(bytes), SizeUnits) }

var countUnits = []string{"", "k", "M", "G", "T", "P", "E"}

// ShortCount writes a number of objects for an axis: 1.2 M, 340 k, 17.
func ShortCount(n int64) string { return strings.TrimSpace(scaled(float64(n), countUnits)) }

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
	return sign + Significant(v, u > 0) + " " + units[u]
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

// Amount writes a value of a metric with its unit: "12,345 objects", "1.2 MB".
func Amount(metric trees.Metric, v int64) string {
	if metric == trees.Bytes {
		return Size(v)
	}
	if v == 1 {
		return "1 object"
	}
	return Count(v) + " objects"
}

// ShortAmount writes a value of a metric for an axis.
func ShortAmount(metric trees.Metric, v int64) string {
	if metric == trees.Bytes {
		return Size(v)
	}
	return ShortCount(v)
}

// Growth writes a difference with its sign: "+1,234", "−12 kB", "±0".
func Growth(metric trees.Metric, v int64) string {
	if v == 0 {
		return "±0"
	}
	s := Count(v)
	if metric == trees.Bytes {
		s = Size(v)
	}
	if v > 0 {
		s = "+" + s
	}
	return s
}

// Percent writes part of whole as a percentage: "12 %", "0.4 %", "< 0.1 %". A whole of 0 gives "–".
func Percent(part, whole int64) string {
	if whole == 0 {
		return "–"
	}
	return PercentOf(float64(part) / float64(whole))
}

// PercentOf writes a share as a percentage.
func PercentOf(share float64) string {
	p := math.Abs(share * 100)
	sign := ""
	if share < 0 {
		sign = "−"
	}
	switch {
	case p == 0:
		return "0 %"
	case p < 0.1:
		return sign + "< 0.1 %"
	case p < 9.95:
		return sign + strings.TrimSuffix(strconv.FormatFloat(p, 'f', 1, 64), ".0") + " %"
	}
	return sign + Count(int64(math.Round(p))) + " %"
}

// PartText writes a part of a whole that is told as all or nothing only if it is.
func PartText(part, whole int64) string {
	switch share := float64(part) / float64(max(whole, 1)); {
	case part < whole && share >= 0.999:
		return "over 99.9 %"
	case part < whole && share >= 0.99:
		return Significant(float64(int(share*1000))/10, true) + " %"
	default:
		return PercentOf(share)
	}
}

// CertainText writes a share that is told as all only if it is.
func CertainText(share float64) string {
	const whole = 1e9
	return PartText(int64(share*whole), whole)
}

// Time writes a time since the start: "340 ms", "4.2 s", "3 min 07 s", "2 h 05 min".
func Time(t trees.Millis) string {
	sign := ""
	if t < 0 {
		sign, t = "−", -t
	}
	switch {
	case t < 1000:
		return sign + strconv.FormatInt(int64(t), 10) + " ms"
	case t < 9_995:
		return sign + Significant(float64(t)/1000, true) + " s"
	case t < 59_950:
		return sign + strings.TrimSuffix(strconv.FormatFloat(float64(t)/1000, 'f', 1, 64), ".0") + " s"
	case t < 3_599_500:
		s := (t + 500) / 1000
		return sign + strconv.FormatInt(int64(s/60), 10) + " min" + below(s%60, " s")
	}
	m := (t + 30_000) / 60_000
	return sign + Count(int64(m/60)) + " h" + below(m%60, " min")
}

func below(n trees.Millis, unit string) string {
	switch {
	case n == 0:
		return ""
	case n < 10:
		return " 0" + strconv.FormatInt(int64(n), 10) + unit
	}
	return " " + strconv.FormatInt(int64(n), 10) + unit
}

// Points writes a number of GC points.
func Points(n int) string { return Plural(int64(n), "GC point", "GC points") }

// Plural writes a count with its word.
func Plural(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Count(n) + " " + many
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

func UpperFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

func Exactly(objects, bytes int64) string {
	return Plural(objects, "object", "objects") + ", " + Plural(bytes, "byte", "bytes")
}

// ExitText tells how a program ended.
func ExitText(status int) string {
	if status == 0 {
		return "ended normally"
	}
	return "ended with status " + Count(int64(status))
}

// LimitText writes a limit as it may be typed.
func LimitText(metric trees.Metric, v int64) string {
	if metric == trees.Bytes {
		return Size(v)
	}
	return Count(v)
}

// SecondsText writes seconds with three digits.
func SecondsText(v float64) string { return strconv.FormatFloat(v, 'g', 3, 64) + " s" }
