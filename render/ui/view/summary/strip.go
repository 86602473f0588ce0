package summary

import (
	"fmt"

	"memcity/city/view/pins"
	"memcity/city/view/summaries"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	"memcity/words"
)

// Lengths of the strip of holders, in dp.
const (
	stripHeight = 34
	stripLeast  = 6  // a narrower holder is left to the rest
	stripName   = 56 // minimum width for a name
)

// drawStrip draws the reachable heap as a strip with a part for each of the largest holders, from left to right. The rest is empty. A click
// shows the objects of a holder in the city. No object counts twice.
func (view *View) drawStrip(c *widget.Canvas, b *canvas.Box, r *summaries.Report) {
	if r.Found == nil || len(r.Found.Largest) == 0 || r.Found.Reachable <= 0 {
		return
	}
	strip := b.CutTop(stripHeight)
	b.CutTop(8)
	c.Fill(strip, place.CtlRadius, c.Raised)
	slate, _ := c.Model.State.Settings.Palette().Found(pins.Sized)
	left := strip
	for i := range r.Found.Largest {
		h := &r.Found.Largest[i]
		share := min(float64(h.Bytes)/float64(r.Found.Reachable), 1)
		width := min(strip.W*float32(share), left.W)
		if width < stripLeast {
			continue
		}
		cell := left.CutLeft(width)
		cell.W-- // between two holders
		ctl := c.Control(fmt.Sprintf("summary/strip/%d", i), cell, widget.Pressable, model.Item{Kind: "link", Text: h.Name,
			Value: words.PercentOf(share), Hint: r.Found.HolderLine(h) + ". Click to show it in the city"})
		col, ink := canvas.Mixed(canvas.Solid(slate), c.Card, min(0.06*float32(i), 0.24)), canvas.Rgb(0xffffff)
		if slate.Luminance() > 0.3 {
			ink = canvas.Rgb(0x0f1d38)
		}
		if ctl.Hover {
			col = canvas.Mixed(col, c.Theme.Head, 0.15)
		}
		c.Fill(cell, place.CtlRadius, col)
		if in := cell.Inset(8, 0); cell.W >= stripName {
			st := canvas.SmallB
			text := c.Types.Fit(words.OneLine(words.TypeName(h.Type)+"  "+words.RoundSize(h.Bytes)), st.Size*c.Scale, st.Weight, in.W*c.Scale, false)
			c.Draw(in, st, canvas.Left, ink, text)
		}
		c.Ring(ctl, cell, place.CtlRadius)
		if ctl.Clicked {
			view.show(c, h.Type)
		}
	}
	if rest := left.Inset(8, 0); rest.W >= stripName {
		c.DrawText(rest, canvas.Small, canvas.Right, c.Dim, "rest of the reachable heap", rest.W)
	}
}
