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
	return &widget.Panel{ID: model.RailP, Draw: DrawRail,
		Opens: func(k *widget.Core) bool { return k.Model.IsOpen() && place.HasRail(k.Size, float64(k.DpPx)) }}
}

// DrawRail draws the list of views.
func DrawRail(c *widget.Canvas, b canvas.Box) {
	b.CutTop(6)
	views := c.Views()
	step := min(place.RailStep, (b.H-4)/float32(len(views)))
	for i, v := range views {
		if v.Changes && !views[i-1].Changes {
			c.Hline(b.X+14, b.Y+1, b.W-28, 1, c.Line)
			b.CutTop(4)
		}
		cell := b.CutTop(step).Inset(5, 2)
		if railButton(c, v.Text, cell, v.Icon, c.Tip(action.View(v.View), ""), v.View == c.Model.State.View) {
			c.Do(state.Show{View: v.View})
		}
	}
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
