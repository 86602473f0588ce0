package widget

import (
	"math"
	"time"

	"memcity/words"
)

// finerSteps are the distances below those of timeSteps.
var finerSteps = []time.Duration{10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000}

// timeLabels returns labels at round times that do not overlap on an axis of the given length in dp. width measures a text.
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

// labelsAt returns labels at times a step apart; fit is false if they overlap.
func labelsAt(from, to, step time.Duration, length float32, width func(string) float32) (list []label, fit bool) {
	const apart = 36
	end := float32(math.Inf(-1))
	t := from / step * step
	if t < from {
		t += step
	}
	for ; t <= to; t += step {
		l := label{float64(t-from) / float64(to-from), words.StepTime(t, step)}
		half, x := width(l.Text)/2, float32(l.At)*length
		if x-half < end+apart {
			return nil, false
		}
		end = x + half
		list = append(list, l)
	}
	return list, true
}

// ExactTime formats a time with enough digits to distinguish neighboring pixels of a chart.
func (t *PlotTime) ExactTime(at time.Duration, width float32) string {
	if t.Even {
		return "point " + words.Count(int64(math.Round(at.Seconds()))+1)
	}
	from, to := t.Shown()
	pixel := max(float64(to-from)/float64(max(width, 1)), 1)
	step := time.Duration(math.Pow(10, math.Floor(math.Log10(pixel))))
	return words.StepTime(at.Round(step), step)
}
