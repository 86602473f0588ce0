package bar

import (
	"strings"

	"memcity/city/state"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
)

// NewRail returns the column of views at the left edge.
func NewRail() *widget.Panel {
	r := &rail{}
	return &widget.Panel{ID: model.RailP, Draw: r.draw,
		Opens: func(k *widget.Core) bool { return k.Model.IsOpen() && place.HasRail(k.Size, float64(k.DpPx)) }}
}

// rail is the column of views. It scrolls in windows too low for all of them.
type rail struct {
	revealed state.View // view that was last scrolled to
}

// Lengths in dp.
const (
	railSide    = 7 // space beside the buttons, for the focus ring and the scroll bar
	railTop     = 4
	railDivider = 4 // height of the line between views of a GC point and views of changes
)

// draw draws the list of views.
func (r *rail) draw(c *widget.Canvas, b canvas.Box) {
	c.Scroll("rail", b.Inset(railSide, railTop), func(content canvas.Box) float32 { return r.drawViews(c, content) })
}

// drawViews draws a button for each view, and returns their height.
func (r *rail) drawViews(c *widget.Canvas, b canvas.Box) float32 {
	views, y := c.Views(), b.Y
	step := min(max((b.H-railDivider)/float32(len(views)), place.RailTight), place.RailStep)
	for i, v := range views {
		if v.Changes && !views[i-1].Changes {
			c.Hline(b.X+7, y+1, b.W-14, 1, c.Line)
			y += railDivider
		}
		cell, on := canvas.Rect(b.X, y, b.W, step).Inset(0, 2), v.View == c.Model.State.View
		y += step
		if railButton(c, v.Text, cell, v.Icon, c.Tip(action.View(v.View), ""), on) {
			c.Do(state.Show{View: v.View})
		}
		if on && r.revealed != v.View { // chosen by a key or a link
			r.revealed = v.View
			c.ScrollTo("rail", cell.Y, cell.Bottom())
		}
	}
	return y - b.Y
}

// railButton draws an icon above its name.
func railButton(c *widget.Canvas, text string, b canvas.Box, icon, hint string, on bool) bool {
	value := ""
	if on {
		value = "on"
	}
	ctl := c.Control("view/"+strings.ToLower(text), b, widget.Pressable, model.Item{Kind: "button", Text: text, Value: value, Hint: hint})
	if c.Hidden(b) {
		return ctl.Clicked
	}
	look := widget.Plain
	if on {
		look = widget.Chosen
	}
	back, fore := c.ButtonColors(ctl, widget.ButtonOptions{Look: look})
	c.Fill(b, place.CtlRadius, back)
	inner := b
	const least = 36 // in a low window
	inner.CutTop(min(max(b.H-least, 0), 4))
	c.Icon(inner.CutTop(min(max(inner.H-16, 18), 20)).Centered(18, 18), icon, fore)
	c.DrawText(inner.CutTop(16), canvas.Small, canvas.Center, fore, text, inner.W-2)
	c.Ring(ctl, b, place.CtlRadius)
	return ctl.Clicked
}
