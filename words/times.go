package words

import (
	"strconv"
	"strings"
	"time"

	"memcity/trace"
)

// Time formats a time since the start: "340 ms", "4.2 s", "3 min 07 s", "2 h 05 min".
func Time(t trace.Millis) string {
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

func below(n trace.Millis, unit string) string {
	switch {
	case n == 0:
		return ""
	case n < 10:
		return " 0" + strconv.FormatInt(int64(n), 10) + unit
	}
	return " " + strconv.FormatInt(int64(n), 10) + unit
}

// Duration formats a duration with three digits: "850 µs", "12.3 ms", "4.2 s", "3 min 07 s".
func Duration(d time.Duration) string {
	switch {
	case d < 0:
		return "−" + Duration(-d)
	case d == 0:
		return "0 ms"
	case d < time.Microsecond:
		return strconv.FormatInt(int64(d), 10) + " ns"
	case d < 999500*time.Nanosecond:
		return Significant(float64(d)/1e3, true) + " µs"
	case d < 999500*time.Microsecond:
		return Significant(float64(d)/1e6, true) + " ms"
	case d < 59_950*time.Millisecond:
		return Significant(d.Seconds(), true) + " s"
	case d < time.Hour:
		return StepTime(d.Round(time.Second), time.Second)
	}
	return StepTime(d.Round(time.Minute), time.Minute)
}

// StepTime formats a time since the start precisely enough to distinguish times that are one step apart: "12.35 s", "3 min 07 s", "2 h 05
// min".
func StepTime(t, step time.Duration) string {
	sign := ""
	if t < 0 {
		sign, t = "−", -t
	}
	digits := 0 // decimals of the seconds
	for s := step; s > 0 && s < time.Second && s%time.Second != 0 && digits < 9; digits++ {
		s *= 10
	}
	seconds := func(t time.Duration, wide bool) string {
		text := strconv.FormatFloat(t.Seconds(), 'f', digits, 64)
		if wide && t < 10*time.Second {
			text = "0" + text
		}
		return text + " s"
	}
	minutes := func(n int64) string {
		if n < 10 {
			return " 0" + strconv.FormatInt(n, 10) + " min"
		}
		return " " + strconv.FormatInt(n, 10) + " min"
	}
	h, m := int64(t/time.Hour), int64(t%time.Hour/time.Minute)
	rest := t % time.Minute
	switch {
	case t == 0:
		return "0 s"
	case t < time.Second:
		return sign + trimmed(float64(t)/1e6, max(digits-3, 0)) + " ms"
	case t < time.Minute:
		return sign + seconds(t, false)
	case h == 0 && step%time.Minute == 0:
		return sign + strconv.FormatInt(m, 10) + " min"
	case h == 0:
		return sign + strconv.FormatInt(m, 10) + " min " + seconds(rest, true)
	case step%time.Hour == 0:
		return sign + Count(h) + " h"
	case step%time.Minute == 0:
		return sign + Count(h) + " h" + minutes(m)
	}
	return sign + Count(h) + " h" + minutes(m) + " " + seconds(rest, true)
}

// trimmed formats a number with at most the given number of decimals and no trailing zeros.
func trimmed(v float64, digits int) string {
	s := strconv.FormatFloat(v, 'f', digits, 64)
	if digits > 0 {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// Moment formats a time since the start to a tenth of a second: "4.2 s", "3 min 07.5 s".
func Moment(t time.Duration) string { return StepTime(t, 100*time.Millisecond) }

// MomentOf is Moment for a time in milliseconds.
func MomentOf(ms float64) string { return Moment(time.Duration(ms * float64(time.Millisecond))) }

// ExactMillis formats a time with all digits, for programs to read: "12345 ms".
func ExactMillis(ms int64) string { return strconv.FormatInt(ms, 10) + " ms" }

// SecondsText formats seconds with three digits.
func SecondsText(v float64) string { return strconv.FormatFloat(v, 'g', 3, 64) + " s" }

// ExactSeconds formats milliseconds as seconds with three decimals: "12.345 s".
func ExactSeconds(ms float64) string { return strconv.FormatFloat(ms/1000, 'f', 3, 64) + " s" }

// Clock formats a date and time given in ms since 1970.
func Clock(unix int64) string { return time.UnixMilli(unix).UTC().Format("2006-01-02 15:04 UTC") }

// ShortClock formats a time in a series of times: the day at midnight, otherwise the time of day.
func ShortClock(unix int64) string {
	at := time.UnixMilli(unix).UTC()
	if at.Truncate(24 * time.Hour).Equal(at) {
		return at.Format("2 Jan")
	}
	return at.Format("15:04")
}
