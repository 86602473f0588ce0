package overview

import (
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

// hasPauses reports whether there is a list of pauses.
func (view *View) hasPauses(o *overview.Overview) bool { return !view.time.Even && len(o.GCs) > 0 }

// drawPauses draws the list of pauses beside the chart.
func (view *View) drawPauses(c *widget.Canvas, b canvas.Box, o *overview.Overview) {
	c.Scroll("overview/pauses", b, func(content canvas.Box) float32 {
		top := content.Y
		content.W -= 6 // for the scroll bar
		content.H = 1e5
		view.drawLongest(c, &content, o)
		return content.Y - top
	})
}

// drawLongest lists the longest pauses of the chosen window, or of the whole recording. A click chooses the GC, and moves the chart to it.
func (view *View) drawLongest(c *widget.Canvas, b *canvas.Box, o *overview.Overview) {
	if !view.hasPauses(o) {
		return
	}
	s := view.chosenSpan(c, o)
	if !s.Any() {
		s.From, s.To = overview.Ends(o.Evolution)
	}
	list := overview.LongestPauses(o.Evolution, s.From, s.To, longestPauses)
	if len(list) == 0 {
		return
	}
	c.Hline(b.X, b.Y, b.W, 0, c.Line)
	b.CutTop(4)
	view.sideHead(c, b, "Longest pauses")
	for _, i := range list {
		view.drawPause(c, b, o, i)
	}
	b.CutTop(8)
}

// drawPause draws a GC of the list: its number, when it ended, its kind and its pause.
func (view *View) drawPause(c *widget.Canvas, b *canvas.Box, o *overview.Overview, i int) {
	gc := &o.GCs[i]
	row := b.CutTop(20)
	name := "GC " + words.Count(int64(gc.Number))
	pause := words.Duration(overview.PausedBy(*gc))
	at := words.StepTime(gc.End.Round(time.Millisecond), time.Second/10)
	text := name + " at " + at
	if gc.Kind != "" {
		text += ", " + words.OneLine(gc.Kind)
	}
	ctl := c.Control("overview/pause/"+name, row, widget.Pressable, model.Item{Kind: "choice", Text: text, Value: pause,
		Hint: "Select this GC" + causeText(gc)})
	inner := row.Inset(4, 0)
	switch {
	case view.gc == i:
		c.Fill(row, place.CtlRadius, canvas.Mixed(c.Card, c.Accent, 0.14))
	case ctl.Hover:
		c.Fill(row, place.CtlRadius, c.Theme.Hover)
	}
	c.Text(inner.CutRight(c.Width(canvas.Strong, pause)+1), canvas.Strong, canvas.Right, c.Theme.Text, pause)
	inner.CutRight(8)
	c.DrawText(inner, canvas.Body, canvas.Left, c.Dim, text, inner.W)
	c.Ring(ctl, row, place.CtlRadius)
	if ctl.Clicked {
		view.gc, c.Again = i, true
		if from, to := view.time.Shown(); gc.End < from || gc.End > to {
			view.time.Fit()
		}
	}
}

// causeText returns the cause of a GC as the end of a sentence; "" if unknown.
func causeText(gc *overview.GC) string {
	if gc.Cause == "" {
		return ""
	}
	return ". Cause: " + words.OneLine(gc.Cause)
}
