package overview

import (
	"strconv"
	"time"

	"memcity/city/view/overview"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	"memcity/words"
)

// longestPauses is the number of listed pauses.
const longestPauses = 10

// longest returns the longest pauses of the chosen window, or of the whole recording; none without times.
func (view *View) longest(c *widget.Canvas, o *overview.Overview) []overview.Pause {
	if view.time.Even {
		return nil
	}
	s := view.chosenSpan(c, o)
	if !s.Any() {
		s.From, s.To = overview.Ends(o.Evolution)
	}
	return overview.LongestPauses(o.Evolution, s.From, s.To, longestPauses)
}

// drawPauses draws the list of pauses beside the chart.
func (view *View) drawPauses(c *widget.Canvas, b canvas.Box, o *overview.Overview, list []overview.Pause) {
	c.Scroll("overview/pauses", b, func(content canvas.Box) float32 {
		top := content.Y
		content.W -= 6 // for the scroll bar
		content.H = 1e5
		view.drawLongest(c, &content, o, list)
		return content.Y - top
	})
}

// drawLongest lists pauses. A click chooses the GC, and moves the chart to it.
func (view *View) drawLongest(c *widget.Canvas, b *canvas.Box, o *overview.Overview, list []overview.Pause) {
	if len(list) == 0 {
		return
	}
	c.Hline(b.X, b.Y, b.W, 0, c.Line)
	b.CutTop(4)
	view.sideHead(c, b, "Longest pauses")
	for i := range list {
		view.drawPause(c, b, o, i, &list[i])
	}
	b.CutTop(8)
}

// drawPause draws a pause of the list, by its 0-based rank: the GC, when the pause ended, its kind and its duration.
func (view *View) drawPause(c *widget.Canvas, b *canvas.Box, o *overview.Overview, rank int, p *overview.Pause) {
	row := b.CutTop(20)
	name, hint := "A GC", "The number of this GC is not recorded"
	if p.GC >= 0 {
		name, hint = "GC "+words.Count(int64(o.GCs[p.GC].Number)), "Select this GC"
	}
	took := words.Duration(p.Took)
	if p.Sum {
		took += " in total"
	}
	text := name + " at " + words.StepTime(p.End.Round(time.Millisecond), time.Second/10)
	if p.Kind != "" {
		text += ", " + words.OneLine(p.Kind)
	}
	ctl := c.Control("overview/pause/"+strconv.Itoa(rank), row, widget.Pressable, model.Item{Kind: "choice", Text: text, Value: took,
		Hint: hint + causeText(p.Cause)})
	inner := row.Inset(4, 0)
	switch {
	case p.GC >= 0 && view.gc == p.GC:
		c.Fill(row, place.CtlRadius, canvas.Mixed(c.Card, c.Accent, 0.14))
	case ctl.Hover:
		c.Fill(row, place.CtlRadius, c.Theme.Hover)
	}
	c.Text(inner.CutRight(c.Width(canvas.Strong, took)+1), canvas.Strong, canvas.Right, c.Theme.Text, took)
	inner.CutRight(8)
	c.DrawText(inner, canvas.Body, canvas.Left, c.Dim, text, inner.W)
	c.Ring(ctl, row, place.CtlRadius)
	if ctl.Clicked && p.GC >= 0 {
		view.gc, c.Again = p.GC, true
		if from, to := view.time.Shown(); p.End < from || p.End > to {
			view.time.Fit()
		}
	}
}

// causeText returns the cause of a GC as the end of a sentence; "" if unknown.
func causeText(cause string) string {
	if cause == "" {
		return ""
	}
	return ". Cause: " + words.OneLine(cause)
}
