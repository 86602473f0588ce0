package part

import (
	"fmt"

	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
	wordspkg "memcity/words"
)

func DrawHistory(c *widget.Canvas, b canvas.Box, g *model.Group) {
	unit := c.Model.State.Settings.Unit
	highest, at := int64(0), 0
	for i, v := range g.History {
		if v.Of(unit) > highest {
			highest, at = v.Of(unit), i
		}
	}
	words := b.CutTop(16)
	c.Explain("inspector/most", words, "Over time", wordspkg.Amount(unit, highest),
		"The group's size at every GC point in the selected unit, and the GC point where it was largest.")
	c.Text(words, canvas.SmallB, canvas.Left, c.Theme.Text, "Over time")
	c.Text(words, canvas.Small, canvas.Right, c.Dim,
		fmt.Sprintf("peak %s at %s", wordspkg.ShortAmount(unit, highest), c.Model.Moment(c.Model.Points[at].Time)))
	chart := b
	chart.CutTop(6)
	chart.CutBottom(2)
	a := widget.NewAxis(c.Model.Points)
	c.Hline(chart.X, chart.Bottom(), chart.W, 0, c.Line)
	points := widget.Curve(chart, &a, func(i int) int64 { return g.History[i].Of(unit) }, max(highest, 1))
	c.Area(chart, points, 1.4)
	x := a.X(chart, c.Model.State.Point)
	c.Vline(x, chart.Y-2, chart.H+2, 1.5, c.Head)
}
