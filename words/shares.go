package words

import (
	"math"
	"strconv"
	"strings"
)

// Percent formats part of whole as a percentage: "12 %", "0.4 %", "< 0.1 %". It returns "–" if whole is 0.
func Percent(part, whole int64) string {
	if whole == 0 {
		return "–"
	}
	return PercentOf(float64(part) / float64(whole))
}

// PercentOf formats a share as a percentage.
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

// PercentFixed formats a share with one decimal, however small: "12.5 %", "0.0 %". It uses a hyphen as the minus sign.
func PercentFixed(share float64) string { return Tenths(100*share) + " %" }

// PercentTyped formats a share as users type it: "40%" is a single word on a command line.
func PercentTyped(share float64) string { return strconv.FormatFloat(100*share, 'g', -1, 64) + "%" }

// WholePercent formats a share without decimals.
func WholePercent(share float64) string { return strconv.FormatFloat(100*share, 'f', 0, 64) + " %" }

// PercentColumn formats a percentage with one decimal, so that numbers in a column line up. Only 0 is "0 %".
func PercentColumn(percent float64) string {
	switch p := percent; {
	case p == 0:
		return "0 %"
	case p > 0 && p < 0.05:
		return "< 0.1 %"
	case p < 0 && p > -0.05:
		return "−< 0.1 %"
	case p < 0:
		return "−" + Tenths(-p) + " %"
	case p >= 9999.95:
		return Count(int64(p)) + " %"
	default:
		return Tenths(p) + " %"
	}
}

// PartText formats a part of a whole. It never rounds up to 100 % or down to 0 %.
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

// CertainText formats a share. It never rounds up to 100 %.
func CertainText(share float64) string {
	const whole = 1e9
	return PartText(int64(share*whole), whole)
}

// ShareText formats part of whole with one decimal. It never rounds up to 100 %.
func ShareText(part, whole int64) string {
	if whole <= 0 {
		return "–"
	}
	p := float64(part) / float64(whole) * 100
	switch {
	case part == 0:
		return "0 %"
	case part < 0 || part > whole:
		return Percent(part, whole)
	case p < 0.1:
		return "< 0.1 %"
	case part < whole:
		p = min(math.Round(p*10)/10, 99.9)
	}
	return strings.TrimSuffix(Tenths(p), ".0") + " %"
}
