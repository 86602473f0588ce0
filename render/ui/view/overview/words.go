package overview

import (
	"strings"
	"time"

	"memcity/city/trees"
	"memcity/city/view/overview"
	"memcity/render/ui/widget"
	"memcity/words"
)

type kindOfWindow = overview.WindowKind

// kindName returns the name of a kind of suspicious windows.
func kindName(k kindOfWindow) string {
	switch k {
	case overview.LeakWindow:
		return "Steady growth"
	case overview.SteepestWindow:
		return "Steepest growth"
	case overview.RegressionWindow:
		return "Regression"
	case overview.OverheadWindow:
		return "GC overhead"
	}
	return "Churn"
}

// kindInText returns the name of a kind for use inside a sentence.
func kindInText(k kindOfWindow) string {
	if k == overview.OverheadWindow {
		return kindName(k)
	}
	return strings.ToLower(kindName(k))
}

// kindNumber returns the number that a suspicious window was found for.
func kindNumber(w *overview.SuspiciousWindow) string {
	switch w.Kind {
	case overview.OverheadWindow:
		return words.PercentOf(w.Score)
	case overview.ChurnWindow:
		return perSecondText(w.Score)
	}
	if w.End <= w.Start { // no times
		return words.Growth(trees.Bytes, (w.LastBytes-w.FirstBytes)/int64(max(w.To-w.From, 1))) + " per GC point"
	}
	return growthRate(w.Score)
}

// kindWords explains why a window is suspicious, with its numbers.
func kindWords(w *overview.SuspiciousWindow) string {
	if w.Kind == overview.LeakWindow && w.End <= w.Start {
		return "The heap keeps growing until the end: from " + words.Size(w.FirstBytes) + " to " + words.Size(w.LastBytes) + " over " + words.Plural(int64(w.To-w.From+1), "GC point", "GC points") + ". This input has no times."
	}
	took := " in " + words.Duration(w.End-w.Start)
	switch w.Kind {
	case overview.LeakWindow:
		return "The heap keeps growing until the end: from " + words.Size(w.FirstBytes) + " to " + words.Size(w.LastBytes) + took + ". Over the whole recording it grows by " + growthRate(w.Average) + "."
	case overview.SteepestWindow:
		return "The fastest part of this growth: from " + words.Size(w.FirstBytes) + " to " + words.Size(w.LastBytes) + took + "."
	case overview.RegressionWindow:
		return "The steepest straight line through the last points, for comparison: " + growthRate(w.Score) + " over " + words.Duration(w.End-w.Start) + "."
	case overview.OverheadWindow:
		took := words.Plural(int64(w.GCs), "GC takes ", "GCs take ") + words.Duration(w.Pause+w.Stalled) + " of " + words.Duration(w.End-w.Start)
		if w.Stalled > 0 {
			took += ": " + words.Duration(w.Pause) + " of pauses, and " + words.Duration(w.Stalled) + " in which threads waited for memory"
		}
		return took + ". In the whole recording, GCs take " + words.PercentOf(w.Average) + " of the time."
	}
	text := "Much garbage in a short time: " + words.Plural(int64(w.GCs), "GC frees ", "GCs free ") + words.Size(w.Freed) + took
	if w.Average > 0 {
		text += ", " + words.Significant(w.Score/w.Average, true) + " times the average"
	}
	return text + "."
}

// isUnknown reports whether the input lacks the data for windows of a kind.
func isUnknown(k kindOfWindow, o *overview.Overview) bool {
	if k < overview.OverheadWindow {
		return len(o.Points) < 2
	}
	return len(o.GCs) == 0
}

// notFoundWords explains why no window of a kind was found.
func notFoundWords(k kindOfWindow, o *overview.Overview, l overview.Limits) string {
	if k < overview.OverheadWindow {
		switch {
		case len(o.Points) < 2:
			return "This input has no heap sizes."
		case k > overview.LeakWindow && o.Points[len(o.Points)-1].Time <= o.Points[0].Time:
			return "This input has no times."
		case k == overview.LeakWindow:
			return "The heap does not keep growing over the last " + words.PercentOf(l.LeakShare) + " of the points."
		case k == overview.SteepestWindow && foundOf(o, overview.LeakWindow) >= 0:
			return "The growth covers too few points to find a steepest part."
		case k == overview.SteepestWindow:
			return "The heap does not grow steadily, so no part is the steepest."
		}
		return "No rising line through the last points."
	}
	switch {
	case len(o.GCs) == 0:
		return words.UpperFirst(words.NoGCs(o.Runtime)) + "."
	case len(o.GCs) < l.MinGCs:
		return "Fewer than " + words.Plural(int64(l.MinGCs), "GC", "GCs") + "."
	case k == overview.OverheadWindow:
		return "GCs never take " + words.PercentOf(l.Overhead) + " of the time."
	}
	return "No window frees " + words.Significant(l.Churn, true) + " times the average."
}

// perSecondText formats bytes per second.
func perSecondText(v float64) string { return words.Size(int64(v)) + "/s" }

// growthRate formats bytes per second with a sign.
func growthRate(v float64) string { return words.Growth(trees.Bytes, int64(v)) + "/s" }

// isFullGC reports whether a GC collected the whole heap while the program was paused.
func isFullGC(gc *overview.GC) bool {
	kind := strings.ToLower(gc.Kind)
	return !gc.Concurrent && (strings.Contains(kind, "full") || strings.Contains(kind, "major") || strings.Contains(kind, "old") ||
		strings.Contains(kind, "degenerated"))
}

// overviewNote returns the tooltip for a time.
func (view *View) overviewNote(c *widget.Canvas, o *overview.Overview, at time.Duration) widget.PlotNote {
	l := view
	d, unit := &l.drawn, l.drawn.unit
	from, to := l.time.Shown()
	n := widget.PlotNote{Head: l.time.ExactTime(at, 1000)}
	for i := len(d.lines) - 1; i >= 0; i-- {
		line := &d.lines[i]
		k := widget.NearestTime(line.Times, at)
		if k < 0 || line.Name == "Before and after each GC" {
			continue
		}
		name := line.Name
		if name == "Heap at GC points" {
			name = "GC point"
			if i := o.Sources[k]; i >= 0 {
				name = "GC point " + words.Count(int64(i+1))
			}
		}
		n.Facts = append(n.Facts, widget.PlotFact{Color: line.Color, Name: name, Value: words.Amount(unit, int64(line.Values[k]))})
	}
	if len(o.GCs) == 0 || l.time.Even {
		return n
	}
	gc := &o.GCs[view.nearestGC(c, o, at)]
	if near := (to - from) / 50; gc.Start > at+near || gc.End < at-near {
		return n
	}
	n.Facts = append(n.Facts, widget.PlotFact{Color: gcColors(c)[kindOfGC(gc)], Name: gcName(gc),
		Value: words.Duration(gc.PausedFor())})
	if gc.Before > 0 && gc.After > 0 {
		n.Facts = append(n.Facts, widget.PlotFact{Name: "before → after", Value: words.Size(gc.Before) + " → " + words.Size(gc.After)})
	}
	return n
}

// gcName returns the number and kind of a GC as a text.
func gcName(gc *overview.GC) string {
	name := "GC " + words.Count(int64(gc.Number))
	if gc.Kind != "" {
		name += ", " + words.OneLine(gc.Kind)
	}
	return name
}
