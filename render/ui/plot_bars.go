package ui

import (
	"image/color"
	"math"
	"strings"
)

// plotBars draws the bars that can be pressed.
func (c *canvas) plotBars(p *plot, r plotRoom, act *plotAct) {
	strips := append(append([]box(nil), r.above...), r.below...)
	for i, lane := range append(append([]plotLane(nil), p.above...), p.below...) {
		for k := range lane.bars {
			if bar := &lane.bars[k]; bar.key != "" && c.plotBar(p, r, strips[i], lane.roomOf(p, r, k), bar) {
				act.bar = bar.key
			}
		}
	}
}

// roomOf returns the room for a bar and its name: up to its neighbours.
func (l *plotLane) roomOf(p *plot, r plotRoom, bar int) box {
	room, b := r.chart, &l.bars[bar]
	for i := range l.bars {
		switch o := &l.bars[i]; {
		case i == bar:
		case o.from >= b.to:
			room.w = min(room.right(), p.time.x(r.chart, o.from)) - room.x
		case o.to <= b.from:
			at := max(room.x, p.time.x(r.chart, o.to)+4)
			room.x, room.w = at, room.right()-at
		}
	}
	return room
}

// plotBar draws one bar that can be pressed, with its name, and reports whether it was. The name of a short one stands
// beside it, if there is room.
func (c *canvas) plotBar(p *plot, r plotRoom, strip, room box, bar *plotBar) bool {
	from, to := p.time.x(r.chart, bar.from), p.time.x(r.chart, bar.to)
	if to < strip.x || from > strip.right() {
		return false
	}
	from, to = max(from, strip.x), min(to, strip.right())
	if to-from < 6 {
		from, to = min(from, strip.right()-6), min(from, strip.right()-6)+6
	}
	cell := box{from, strip.y, to - from, strip.h}
	value := ""
	if bar.on {
		value = "chosen"
	}
	ctl := &control{}
	if !c.sheet {
		ctl = c.control(p.id+"/bar/"+bar.key, cell, pressable, Item{Kind: "choice", Text: bar.name, Value: value, Hint: bar.hint})
	}
	back := mixed(c.card, bar.color, 0.2)
	fore := c.theme.text
	switch {
	case bar.on:
		back, fore = bar.color, onColor(bar.color)
	case ctl.hover || ctl.pressed:
		back = mixed(c.card, bar.color, 0.36)
	}
	c.fill(cell, 3, back)
	if !bar.on {
		c.fill(box{cell.x, cell.y, 3, cell.h}, 1.5, bar.color)
	}
	text := strings.TrimSpace(bar.name + "  " + bar.more)
	width := c.width(small, text)
	switch words := cell.inset(7, 0); {
	case strip.h < 11:
	case words.w < width && cell.right()+5+width <= room.right():
		c.draw(box{cell.right() + 5, cell.y, width + 1, cell.h}, small, left, c.dim, text)
	case words.w < width && cell.x-5-width >= room.x:
		c.draw(box{cell.x - 6 - width, cell.y, width + 1, cell.h}, small, left, c.dim, text)
	case words.w < width && words.w >= c.width(small, bar.name):
		c.draw(words, small, left, fore, bar.name)
	case words.w > 18:
		c.draw(words, small, left, fore, c.types.fit(text, small.size*c.scale, small.weight, words.w*c.scale, false))
	}
	c.ring(ctl, cell, 3)
	return ctl.clicked
}

// onColor is black or white, whichever stands out more from a colour.
func onColor(col color.NRGBA) color.NRGBA {
	linear := func(v uint8) float64 { return math.Pow(float64(v)/255, 2.2) }
	if light := 0.2126*linear(col.R) + 0.7152*linear(col.G) + 0.0722*linear(col.B); light > 0.2 {
		return rgb(0x10151c)
	}
	return rgb(0xffffff)
}
