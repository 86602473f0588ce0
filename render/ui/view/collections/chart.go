package collections

import (
	"image/color"
	"time"

	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/collections"
	"memcity/render/ui/canvas"
	"memcity/render/ui/widget"
)

// colors returns the colors of unused and used elements.
func (view *View) colors(c *widget.Canvas) (cold, hot color.NRGBA) {
	if c.Model.State.Settings.ColorBlind {
		return c.Series(0), c.Series(1)
	}
	return c.Series(0), c.Series(9)
}

// staleColor returns the color of a staleness, between the colors of used and unused elements.
func (view *View) staleColor(c *widget.Canvas, v float64) color.NRGBA {
	cold, hot := view.colors(c)
	return canvas.Mixed(cold, hot, float32(min(max(v, 0), 1)))
}

// drawChart draws the number of elements over time with the window. Dragging chooses another window for all views.
func (view *View) drawChart(c *widget.Canvas, b canvas.Box, id string, points []collections.Point, from, to int64) {
	if len(points) == 0 {
		return
	}
	line := widget.PlotLine{Name: "Elements", Color: c.Series(0), Area: true, Width: 2}
	for _, p := range points {
		line.Times = append(line.Times, time.Duration(p.Time)*time.Millisecond)
		line.Values = append(line.Values, float64(p.Elements))
	}
	first, last := line.Times[0], line.Times[len(points)-1]
	view.time.Cover(first, last)
	p := &widget.Plot{Id: id, Name: "Elements over time", Time: &view.time, Lines: []widget.PlotLine{line},
		Write: widget.AmountText(trees.Objects)}
	stops := c.Model.Plan.Series.Times
	if len(stops) > 1 {
		p.Chooses = "Window"
		for _, t := range stops {
			p.Stops = append(p.Stops, t.Duration())
		}
		p.Rests = p.Stops
	}
	span := widget.PlotSpan{From: time.Duration(from) * time.Millisecond, To: time.Duration(to) * time.Millisecond}
	if span.From > first || span.To < last {
		p.Chosen = span
	}
	act := c.Plot(b, p)
	if act.Chosen.Any() {
		c.Do(state.ChooseWindow{Window: windowOf(stops, act.Chosen), Drag: act.Drag})
	}
}

// windowOf returns the GC points nearest to the ends of a time range, at least two.
func windowOf(times []trees.Millis, s widget.PlotSpan) trees.Window {
	all := make([]time.Duration, len(times))
	for i, t := range times {
		all[i] = t.Duration()
	}
	w := trees.Window{From: widget.NearestTime(all, s.From), To: widget.NearestTime(all, s.To)}
	if w.From == w.To {
		if all[w.From] > s.From && w.From > 0 || w.To == len(all)-1 {
			w.From--
		} else {
			w.To++
		}
	}
	return w
}
