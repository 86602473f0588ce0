package part

import (
	"image/color"

	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
)

// HueBook assigns color numbers to groups. A group keeps its number, unless another group in the same list had it first.
type HueBook map[string]int

// Give returns the color numbers of groups shown together. All are different.
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

// SeriesHue returns the color of a number assigned by a [HueBook]. Numbers beyond [widget.Canvas.Series] get mixed colors.
func SeriesHue(c *widget.Canvas, n int) color.NRGBA {
	col := c.Series(n)
	if n/len(widget.LightSeries)%2 == 1 {
		col = canvas.Mixed(col, c.Theme.Text, 0.4)
	}
	return col
}

// DropButton draws a button that opens a menu.
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

// SeriesChip draws the color of a series.
func SeriesChip(c *widget.Canvas, b canvas.Box, col color.NRGBA) {
	c.Fill(b, 0, canvas.Mixed(col, c.Theme.Text, 0.25)) // round corners and strokes in every row would slow scrolling down
	c.Fill(b.Inset(1, 1), 0, col)
}

// hues contains the color numbers of a recording.
type hues struct {
	of   any // names of the recording, as its identity
	book HueBook
}

// Hues returns the color numbers of the current recording, which its views share.
func Hues(c *widget.Canvas) HueBook {
	kept := widget.Keep[hues](c.Core)
	if names := any(c.Model.Plan.Series.Names); kept.of != names {
		*kept = hues{names, HueBook{}}
	}
	return kept.book
}
