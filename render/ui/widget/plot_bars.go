package widget

import (
	"image/color"
	"math"
	"strings"

	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
)

// plotBars draws the bars that can be pressed.
func (c *Canvas) plotBars(p *Plot, r plotRoom, act *PlotAct) {
	strips := append(append([]canvas.Box(nil), r.above...), r.below...)
	for i, lane := range append(append([]PlotLane(nil), p.Above...), p.Below...) {
		for k := range lane.Bars {
			if bar := &lane.Bars[k]; bar.Key != "" && c.plotBar(p, r, strips[i], lane.roomOf(p, r, k), bar) {
				act.Bar = bar.Key
			}
		}
	}
}

// roomOf returns the space of a bar and its name, up to its neighbors.
func (l *PlotLane) roomOf(p *Plot, r plotRoom, bar int) canvas.Box {
	room, b := r.Chart, &l.Bars[bar]
	for i := range l.Bars {
		switch o := &l.Bars[i]; {
		case i == bar:
		case o.From >= b.To:
			room.W = min(room.Right(), p.Time.X(r.Chart, o.From)) - room.X
		case o.To <= b.From:
			at := max(room.X, p.Time.X(r.Chart, o.To)+4)
			room.X, room.W = at, room.Right()-at
		}
	}
	return room
}

// plotBar draws a bar that can be pressed, with its name, and reports whether it was pressed. The name of a short bar is beside it if that
// fits.
func (c *Canvas) plotBar(p *Plot, r plotRoom, strip, room canvas.Box, bar *PlotBar) bool {
	from, to := p.Time.X(r.Chart, bar.From), p.Time.X(r.Chart, bar.To)
	if to < strip.X || from > strip.Right() {
		return false
	}
	from, to = max(from, strip.X), min(to, strip.Right())
	if to-from < 6 {
		from, to = min(from, strip.Right()-6), min(from, strip.Right()-6)+6
	}
	cell := canvas.Rect(from, strip.Y, to-from, strip.H)
	value := ""
	if bar.On {
		value = "chosen"
	}
	ctl := &Control{}
	if !c.Sheet {
		ctl = c.Control(p.Id+"/bar/"+bar.Key, cell, Pressable, model.Item{Kind: "choice", Text: bar.Name, Value: value, Hint: bar.Hint})
	}
	back := canvas.Mixed(c.Card, bar.Color, 0.2)
	fore := c.Theme.Text
	switch {
	case bar.On:
		back, fore = bar.Color, OnColor(bar.Color)
	case ctl.Hover || ctl.Pressed:
		back = canvas.Mixed(c.Card, bar.Color, 0.36)
	}
	c.Fill(cell, 3, back)
	if !bar.On {
		c.Fill(canvas.Rect(cell.X, cell.Y, 3, cell.H), 1.5, bar.Color)
	}
	text := strings.TrimSpace(bar.Name + "  " + bar.More)
	width := c.Width(canvas.Small, text)
	switch words := cell.Inset(7, 0); {
	case strip.H < 11:
	case words.W < width && cell.Right()+5+width <= room.Right():
		c.Draw(canvas.Rect(cell.Right()+5, cell.Y, width+1, cell.H), canvas.Small, canvas.Left, c.Dim, text)
	case words.W < width && cell.X-5-width >= room.X:
		c.Draw(canvas.Rect(cell.X-6-width, cell.Y, width+1, cell.H), canvas.Small, canvas.Left, c.Dim, text)
	case words.W < width && words.W >= c.Width(canvas.Small, bar.Name):
		c.Draw(words, canvas.Small, canvas.Left, fore, bar.Name)
	case words.W > 18:
		c.DrawText(words, canvas.Small, canvas.Left, fore, text, words.W)
	}
	c.Ring(ctl, cell, 3)
	return ctl.Clicked
}

// OnColor returns black or white, whichever contrasts more with a color.
func OnColor(col color.NRGBA) color.NRGBA {
	linear := func(v uint8) float64 { return math.Pow(float64(v)/255, 2.2) }
	if light := 0.2126*linear(col.R) + 0.7152*linear(col.G) + 0.0722*linear(col.B); light > 0.2 {
		return canvas.Rgb(0x10151c)
	}
	return canvas.Rgb(0xffffff)
}
