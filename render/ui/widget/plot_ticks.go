package widget

import (
	"math"
	"strconv"
	"strings"
	"time"

	"memcity/words"
)

// finerSteps are the distances below those of timeSteps.
var finerSteps = []time.Duration{10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000}

// timeLabels chooses round times between two, so that texts stay apart on a length of dp. width measures a text.
func timeLabels(from, to time.Duration, length float32, width func(string) float32) []label {
	steps := append([]time.Duration(nil), finerSteps...)
	for _, s := range timeSteps {
		steps = append(steps, time.Duration(s)*time.Millisecond)
	}
	for _, step := range steps {
		if float64(to-from)/float64(step) > float64(length)/20 {
			continue
		}
		if list, fit := labelsAt(from, to, step, length, width); fit {
			return list
		}
	}
	return nil
}

// labelsAt are the labels of times a step apart; fit tells whether they stay apart.
func labelsAt(from, to, step time.Duration, length float32, width func(string) float32) (list []label, fit bool) {
	const apart = 36
	end := float32(math.Inf(-1))
	t := from / step * step
	if t < from {
		t += step
	}
	for ; t <= to; t += step {
		l := label{float64(t-from) / float64(to-from), StepTime(t, step)}
		half, x := width(l.Text)/2, float32(l.At)*length
		if x-half < end+apart {
			return nil, false
		}
		end = x + half
		list = append(list, l)
	}
	return list, true
}

// StepTime writes a time since the start so exactly that times a step apart differ: "12.35 s", "3 min 07 s", "2 h 05 min".
func StepTime(t, step time.Duration) string {
	sign := ""
	if t < 0 {
		sign, t = "−", -t
	}
	digits := 0 // of the seconds
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
		return sign + words.Count(h) + " h"
	case step%time.Minute == 0:
		return sign + words.Count(h) + " h" + minutes(m)
	}
	return sign + words.Count(h) + " h" + minutes(m) + " " + seconds(rest, true)
}

// trimmed writes a number with at most some decimals, without zeros at their end.
func trimmed(v float64, digits int) string {
	s := strconv.FormatFloat(v, 'f', digits, 64)
	if digits > 0 {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// ExactTime writes a time so exactly that neighbouring pixels of a chart differ.
func (t *PlotTime) ExactTime(at time.Duration, width float32) string {
	if t.Even {
		return "point " + words.Count(int64(math.Round(at.Seconds()))+1)
	}
	from, to := t.Shown()
	pixel := max(float64(to-from)/float64(max(width, 1)), 1)
	step := time.Duration(math.Pow(10, math.Floor(math.Log10(pixel))))
	return StepTime(at.Round(step), step)
}

// Duration writes how long something took, with three digits: "850 µs", "12.3 ms", "4.2 s", "3 min 07 s".
func Duration(d time.Duration) string {
	switch {
	case d < 0:
		return "−" + Duration(-d)
	case d == 0:
		return "0 ms"
	case d < time.Microsecond:
		return strconv.FormatInt(int64(d), 10) + " ns"
	case d < 999500*time.Nanosecond:
		return words.Significant(float64(d)/1e3, true) + " µs"
	case d < 999500*time.Microsecond:
		return words.Significant(float64(d)/1e6, true) + " ms"
	case d < 59_950*time.Millisecond:
		return words.Significant(d.Seconds(), true) + " s"
	case d < time.Hour:
		return StepTime(d.Round(time.Second), time.Second)
	}
	return StepTime(d.Round(time.Minute), time.Minute)
}
