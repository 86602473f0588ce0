package part

import (
	"image/color"

	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
)

// HueBook gives groups numbers of colours. A group keeps its number, whatever else is shown, unless another one shown with it
// came to it first.
type HueBook map[string]int

// Give returns the numbers of some groups that are shown together, by their order. No two are the same.
func (h HueBook) Give(keys []string) []int {
	taken := map[int]bool{}
	out := make([]int, len(keys))
	for i, key := range keys {
		n, known := h[key]
		if out[i] = -1; known && !taken[n] {
			taken[n], out[i] = true, n
		}
	}
	for i, key := range keys {
		if out[i] >= 0 {
			continue
		}
		n := 0
		for taken[n] {
			n++
		}
		taken[n], out[i], h[key] = true, n, n
	}
	return out
}

// SeriesHue is the colour of a number that a [HueBook] gave; those that come after all of [widget.Canvas.Series] are mixed.
func SeriesHue(c *widget.Canvas, n int) color.NRGBA {
	col := c.Series(n)
	if n/len(widget.LightSeries)%2 == 1 {
		col = canvas.Mixed(col, c.Theme.Text, 0.4)
	}
	return col
}

// DropButton is a button that opens a menu.
func DropButton(c *widget.Canvas, id string, b canvas.Box, words, hint string) bool {
	ctl := c.Control(id, b, widget.Pressable, model.Item{Kind: "button", Text: words, Hint: hint})
	if c.Hidden(b) {
		return ctl.Clicked
	}
	back, fore := c.ButtonColors(ctl, widget.ButtonOptions{Look: widget.Ground})
	c.Fill(b, place.CtlRadius, back)
	inner := b.Inset(9, 0)
	c.Icon(inner.CutRight(14).Middle(14), "down", c.Dim)
	inner.CutRight(4)
	c.DrawText(inner, canvas.Strong, canvas.Left, fore, words, inner.W)
	c.Ring(ctl, b, place.CtlRadius)
	return ctl.Clicked
}

// SeriesChip is the colour of a series.
func SeriesChip(c *widget.Canvas, b canvas.Box, col color.NRGBA) {
	c.Fill(b, 0, canvas.Mixed(col, c.Theme.Text, 0.25)) // round corners and strokes in every row would make scrolling slow
	c.Fill(b.Inset(1, 1), 0, col)
}

// hues are the numbers of the groups of one recording.
type hues struct {
	of   any // the names of the recording
	book HueBook
}

// Hues returns the numbers of colours that the views of the recording shown share.
func Hues(c *widget.Canvas) HueBook {
	kept := widget.Keep[hues](c.Core)
	if names := any(c.Model.Plan.Series.Names); kept.of != names {
		*kept = hues{names, HueBook{}}
	}
	return kept.book
}
