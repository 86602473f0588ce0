package ui

import (
	"image/color"
	"math"
	"time"
)

// pointer draws what follows the pointer, the cursor and the playhead.
func (g *plotPainter) pointer(l *plotLocal) {
	c, p, r := g.canvas, g.plot, &g.room
	t := p.time
	if p.headed {
		if x := t.x(r.chart, p.head); inReach(x, r.chart) {
			top := r.chart.y
			c.vline(x, top, r.chart.h, 2, c.head)
			c.fill(box{x - 5, top - 5, 10, 10}, 5, c.head)
			c.fill(box{x - 2, top - 2, 4, 4}, 2, c.card)
		}
	}
	at, known := t.hover, t.hovering && l.doing != plotPanning
	if !known && t.resting && c.byKey {
		at, known = t.cursor, true
	}
	if t.resting {
		if x := t.x(r.chart, t.cursor); inReach(x, r.chart) {
			c.vline(x, r.chart.y, r.chart.h, 1, c.link)
		}
	}
	if !known {
		return
	}
	x := t.x(r.chart, at)
	if !inReach(x, r.chart) {
		return
	}
	if t.hovering {
		c.vline(x, r.all.y, r.all.h, 1, c.edge)
	}
	focused := c.controls[p.id] != nil && c.controls[p.id].focus
	if l.hovered || !t.hovering && focused || l.doing == plotChoosing {
		g.note(p.noteAt(at, r.chart.w), x)
	}
}

func inReach(x float32, chart box) bool { return x >= chart.x-1 && x <= chart.right()+1 }

// noteAt returns what there is to tell of a time.
func (p *plot) noteAt(at time.Duration, width float32) plotNote {
	if p.tell != nil {
		return p.tell(at)
	}
	n := plotNote{head: p.time.exactTime(at, width)}
	for i := len(p.lines) - 1; i >= 0; i-- { // as they lie on one another
		l := &p.lines[i]
		if k := nearestTime(l.times, at); !l.unheard && k >= 0 && k < len(l.values) && !math.IsNaN(l.values[k]) {
			n.facts = append(n.facts, plotFact{l.color, l.name, p.text(l.own(k))})
		}
	}
	return n
}

// note draws a card beside a place of the chart.
func (g *plotPainter) note(n plotNote, x float32) {
	c, all := g.canvas, g.room.all
	const row, pad, mark, gap = 17, 8, 12, 14
	names, values := float32(0), float32(0)
	for _, f := range n.facts {
		names, values = max(names, min(c.width(small, f.name)+mark, 220)), max(values, c.width(smallB, f.value))
	}
	w := max(names+gap+values, c.width(smallB, n.head)) + 2*pad
	facts := n.facts
	if room := int((all.h - 2*pad) / row); len(facts)+1 > room {
		facts = facts[:max(room-1, 0)]
	}
	h := row*float32(len(facts)+1) + 2*pad - 4
	if w > all.w-8 || h > all.h {
		return
	}
	card := box{x + 12, g.room.chart.y + 4, w, h}
	if card.bottom() > all.bottom() {
		card.y = all.bottom() - h
	}
	if card.right() > all.right() {
		card.x = x - 12 - w
	}
	if card.x < all.x {
		card.x = all.right() - w
	}
	c.fill(card.grown(1, 1), ctlRadius+1, c.edge)
	c.fill(card, ctlRadius, c.card)
	inner := card.inset(pad, pad-2)
	c.text(inner.cutTop(row), smallB, left, c.theme.text, n.head)
	for _, f := range facts {
		line := inner.cutTop(row)
		if f.color != (color.NRGBA{}) {
			c.fill(line.cutLeft(mark).centered(8, 8).moved(-2, 0), 2, f.color)
		}
		c.text(line.cutRight(values+1), smallB, right, c.theme.text, f.value)
		c.text(line, small, left, c.dim, f.name)
	}
}

// plotLegend draws the names of lines in one row, as far as there is room, and returns the width used.
func (c *canvas) plotLegend(b box, lines []plotLine) float32 {
	const mark, gap = 14, 14
	whole := b.w
	for i := range lines {
		l := &lines[i]
		w := c.width(small, l.name)
		if l.name == "" || mark+w > b.w {
			continue
		}
		cell := b.cutLeft(mark + w + gap)
		c.lineMark(cell.cutLeft(mark).middle(10), l)
		c.text(cell, small, left, c.dim, l.name)
	}
	return whole - b.w
}

// lineMark draws a small sample of a line.
func (c *canvas) lineMark(b box, l *plotLine) {
	switch {
	case l.area && l.floor != nil:
		c.fill(b.centered(9, 9).moved(-2, 0), 2, l.color)
	case l.dashed:
		c.hline(b.x, b.midY()-1, 4, 2, l.color)
		c.hline(b.x+6, b.midY()-1, 4, 2, l.color)
	default:
		c.hline(b.x, b.midY()-1, 10, 2, l.color)
	}
}
